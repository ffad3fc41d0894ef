// Runs for every test file, before it: the clean-up of the helpers.
import { afterAll, afterEach } from 'vitest';
import { endFile, endTest } from './helpers/ends.ts';

afterEach(({ task }) => endTest(task.result?.state === 'fail'));
afterAll(endFile);
