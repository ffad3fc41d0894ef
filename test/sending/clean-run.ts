// One run of the sender on a real shared store that must break no rule of hostile-service.ts.
import { expect } from 'vitest';
import type { Database } from '../../src/platform/platform.ts';
import { openMachine, sharedStates } from '../../src/storage/machine.ts';
import { atEndOfFile } from '../helpers/ends.ts';
import { testPlatform } from '../helpers/platform.ts';
import { type Asked, type Ran, type RunParts, run } from './hostile-service.ts';

/** One for all runs of a file. */
let store: Database | undefined;

function storeOfFile(): Database {
  if (store) return store;
  const world = testPlatform();
  const opened = openMachine(world.platform, world.folders);
  atEndOfFile(() => {
    opened.close();
    store = undefined;
  });
  store = opened;
  return opened;
}

export async function clean(parts: Omit<RunParts, 'store'>): Promise<Ran> {
  const ran = await run({ store: sharedStates(storeOfFile()), ...parts });
  expect(ran.violations).toEqual([]);
  return ran;
}

export const holds = (asked: Asked, ...keys: string[]) => asked.messages.some((m) => keys.includes(m.key));
export const sizes = (ran: Ran) => ran.asked.map((asked) => asked.messages.length);
