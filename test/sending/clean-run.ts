// One run of the sender on a real shared store that must break no rule of hostile-service.ts.
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '../../src/platform/platform.ts';
import { openMachine, sharedStates } from '../../src/storage/machine.ts';
import { testPlatform } from '../helpers/platform.ts';
import { type Asked, type Ran, type RunParts, run } from './hostile-service.ts';

let store: Database;
beforeAll(() => {
  const world = testPlatform();
  store = openMachine(world.platform, world.folders);
});
afterAll(() => store.close());

export async function clean(parts: Omit<RunParts, 'store'>): Promise<Ran> {
  const ran = await run({ store: sharedStates(store), ...parts });
  expect(ran.violations).toEqual([]);
  return ran;
}

export const holds = (asked: Asked, ...keys: string[]) => asked.messages.some((m) => keys.includes(m.key));
export const sizes = (ran: Ran) => ran.asked.map((asked) => asked.messages.length);
