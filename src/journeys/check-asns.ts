// `asns check` from file to findings: offline; compares with what was queued where there is a ledger for the target.
import type { KnownTarget } from '../account/known-target.ts';
import { checkAsns } from '../asns/check.ts';
import type { EmitAsn } from '../asns/events.ts';
import { InputIndex } from '../asns/input-index.ts';
import type { AsnSending } from '../asns/parts.ts';
import type { AsnPlan } from '../asns/plan.ts';
import type { AsnCheck } from '../asns/summary.ts';
import type { Database, Host } from '../base/host.ts';
import type { AsnInput } from '../intake/asns/types.ts';
import { asnRecordsOf } from '../store/asn-records.ts';
import type { Folders } from '../store/folders.ts';
import { ledgerPath, openLedgerStore } from '../store/ledger.ts';
import { type AsnSource, openAsnSource } from './asn-input.ts';
import { levelsIn } from './mapped-levels.ts';
import { interruptedFailure, interruption } from './order-input.ts';

export interface CheckAsnsJourney {
  readonly source: AsnSource;
  readonly target: KnownTarget | undefined;
  /** As the run would have them. */
  readonly sending: Pick<AsnSending, 'maxRejects' | 'failOn'>;
}

export async function checkAsnsJourney(
  host: Host,
  folders: Folders,
  { source, target, sending }: CheckAsnsJourney,
  emit: EmitAsn,
): Promise<{ readonly check: AsnCheck; readonly plan: AsnPlan }> {
  const stop = interruption(host, () => emit({ type: 'interrupted' }));
  let input: AsnInput | undefined;
  let store: Database | undefined;
  try {
    input = await openAsnSource(host, folders, source, stop);
    if (target && host.files.stat(ledgerPath(folders))) store = openLedgerStore(host, folders);
    const result = await checkAsns(
      host.clock,
      input,
      {
        crypto: host.crypto,
        index: new InputIndex(host.crypto),
        records: store && target ? asnRecordsOf(host, store, target.key) : undefined,
        version: source.version,
        strict: source.strict,
        levels: levelsIn(source.levels, input.mapping),
      },
      {
        profile: target?.profile ?? null,
        environment: target?.environment ?? null,
        target: target?.baseAddress ?? null,
        limit: target?.limit ?? Number.POSITIVE_INFINITY,
      },
      sending,
      emit,
    );
    if (stop.signal.aborted) throw interruptedFailure(stop.exitCode());
    return result;
  } finally {
    stop.release();
    store?.close();
    input?.close();
  }
}
