// A ledger that another process has for a while, for a process that must not stand still meanwhile, as a receiver.
import { Failure } from '../basics/failure.ts';
import type { Clock, Platform } from '../platform/platform.ts';
import type { Folders } from './folders.ts';
import { ledgerPath } from './ledger.ts';

/** How long a statement of such a process waits, ms: nothing else happens in it during that time. */
const STATEMENT_MS = 2;
/** How long it tries, and the pause between two tries, ms. */
const LONGEST_MS = 20_000;
const PAUSE_MS = 25;

/** The same platform, on which no statement of the ledger waits for another process: it fails with `state.locked` at once. */
export function withoutWaiting(platform: Platform, folders: Folders): Platform {
  const { databases } = platform;
  return {
    ...platform,
    databases: {
      ...databases,
      open: (file, options) =>
        databases.open(file, file === ledgerPath(folders) ? { ...options, waitMs: STATEMENT_MS } : options),
    },
  };
}

/** Writes as soon as no other process has the ledger. @throws Failure exit 7, `state.locked` after 20 s */
export async function patiently(clock: Clock, write: () => void): Promise<void> {
  const start = clock.monotonic();
  for (;;)
    try {
      write();
      return;
    } catch (error) {
      const isTaken = error instanceof Failure && error.code === 'state.locked';
      if (!isTaken || clock.monotonic() - start > LONGEST_MS) throw error;
      await clock.sleep(PAUSE_MS);
    }
}
