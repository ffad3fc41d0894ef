// Writes what is about to be sent and what became of it, in groups.
import type { Clock } from '../platform/platform.ts';
import type { AsnIntent, AsnKey, AsnQueued, AsnRecords } from '../storage/asn-records.ts';
import { type GroupedWrites, groupedWrites } from '../storage/grouped-writes.ts';

export interface AsnRecorder {
  /** Resolves when it is on disk. @throws what the store throws (exit 7) */
  intend(key: AsnKey, intent: AsnIntent): Promise<void>;
  queued(key: AsnKey, queued: AsnQueued): Promise<void>;
  /** Nothing of ours lies at the service; what an earlier run left open stays open. */
  withdraw(key: AsnKey, earlier: AsnIntent | undefined): Promise<void>;
  /** Everything that was handed over is on disk. @throws the first error that nobody waited for */
  flush(): Promise<void>;
}

type Entry = readonly [key: AsnKey, intent: AsnIntent | undefined];

/** Intents and results are groups of their own: neither waits for the other. */
export function makeAsnRecorder(records: AsnRecords, clock: Clock): AsnRecorder {
  const intents: GroupedWrites<Entry> = groupedWrites(clock, (entries) => {
    const written = entries.flatMap(([key, intent]) => (intent ? [[key, intent] as const] : []));
    const gone = entries.flatMap(([key, intent]) => (intent ? [] : [key]));
    if (written.length > 0) records.intend(written);
    if (gone.length > 0) records.forgetIntent(gone);
  });
  const results = groupedWrites<readonly [AsnKey, AsnQueued]>(clock, (entries) => records.queued(entries));
  return {
    intend: (key, intent) => intents.add([key, intent]),
    queued: (key, queued) => results.add([key, queued]),
    withdraw: (key, earlier) => intents.add([key, earlier]),
    async flush() {
      // Both, even when one fails.
      const ends = await Promise.allSettled([results.flush(), intents.flush()]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}
