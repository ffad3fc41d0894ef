// Writes intents (before sending) and outcomes of ASNs to the ledger, in groups.
import type { Clock } from '../platform/platform.ts';
import type { AsnIntent, AsnKey, AsnQueued, AsnRecords } from '../storage/asn-records.ts';
import { type GroupedWrites, groupedWrites } from '../storage/grouped-writes.ts';

export interface AsnRecorder {
  /** Resolves when the intent is on disk. @throws errors of the store (exit 7) */
  intend(key: AsnKey, intent: AsnIntent): Promise<void>;
  queued(key: AsnKey, queued: AsnQueued): Promise<void>;
  /**
   * Removes the intent of this run, because the service did not store the ASN; restores the intent of an
   * earlier run.
   */
  withdraw(key: AsnKey, earlier: AsnIntent | undefined): Promise<void>;
  /**
   * Resolves when all earlier records are on disk. @throws the first error of a write that was not awaited
   */
  flush(): Promise<void>;
}

type Entry = readonly [key: AsnKey, intent: AsnIntent | undefined];

/** Intents and outcomes are written in separate groups, so that neither waits for the other. */
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
      // Waits for both, even when one fails.
      const ends = await Promise.allSettled([results.flush(), intents.flush()]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}
