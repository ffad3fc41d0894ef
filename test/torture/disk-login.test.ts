// A disk that fails at every single point of a login.
import { afterAll } from 'vitest';
import { loginScenario } from '../helpers/disk-cases.ts';
import { failEverywhere } from './disk.ts';

const close: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of close) await step();
});

failEverywhere('login', (folder) => loginScenario(folder, close));
