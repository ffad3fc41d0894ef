// Writes the outcomes of orders to the ledger, in groups.
import type { Clock } from '../platform/platform.ts';
import { groupedWrites } from '../storage/grouped-writes.ts';
import type { Ledger, RefusedRecord } from '../storage/ledger.ts';
import type { OrderRecord } from '../storage/order-record.ts';

export interface Recorder {
  /** Resolves when the records are on disk. @throws errors of the ledger (exit 7) */
  accept(records: readonly OrderRecord[]): Promise<void>;
  refuse(id: string, record: RefusedRecord): Promise<void>;
  /**
   * Resolves when all earlier records are on disk. @throws the first error of a write that was not awaited
   */
  flush(): Promise<void>;
}

interface Entry {
  readonly accepted: readonly OrderRecord[];
  readonly refused: readonly (readonly [id: string, RefusedRecord])[];
}

/** `forced`: an older version that was sent on purpose replaces the newer one in the ledger. */
export function makeRecorder(ledger: Ledger, clock: Clock, forced = false): Recorder {
  const writes = groupedWrites<Entry>(clock, (entries) =>
    ledger.write(
      entries.flatMap(({ accepted }) => accepted),
      entries.flatMap(({ refused }) => refused),
      { forced },
    ),
  );
  return {
    accept: (accepted) => writes.add({ accepted, refused: [] }),
    refuse: (id, record) => writes.add({ accepted: [], refused: [[id, record]] }),
    flush: () => writes.flush(),
  };
}
