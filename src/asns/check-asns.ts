// `asns check` from file to findings, offline. Compares with recorded ASNs where there is a ledger for the
// target.
import type { KnownTarget } from '../account/known-target.ts';
import { levelsIn } from '../account/level-flags.ts';
import type { Platform } from '../platform/platform.ts';
import { inSession } from '../runs/session.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { type AsnSource, openAsnSource } from './asn-input.ts';
import { checkAsns } from './check.ts';
import { InputIndex } from './input-index.ts';
import type { AsnSending } from './parts.ts';
import type { AsnPlan, EmitAsn } from './plan.ts';
import type { AsnCheck } from './summary.ts';

export interface AsnCheckRun {
  readonly source: AsnSource;
  readonly target: KnownTarget | undefined;
  /** The same values as for the run. */
  readonly sending: Pick<AsnSending, 'maxRejects' | 'failOn'>;
}

export async function runAsnCheck(
  platform: Platform,
  folders: Folders,
  { source, target, sending }: AsnCheckRun,
  emit: EmitAsn,
): Promise<{ readonly check: AsnCheck; readonly plan: AsnPlan }> {
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { onInterrupt }, async (session) => {
    const input = session.use(await openAsnSource(platform, folders, source, session.signal));
    const records =
      target && platform.files.stat(ledgerPath(folders))
        ? asnRecordsOf(platform, session.ledger(), target.key)
        : undefined;
    const result = await checkAsns(
      platform.clock,
      input,
      {
        crypto: platform.crypto,
        index: new InputIndex(platform.crypto),
        records,
        version: source.version,
        strict: source.strict,
        levels: await levelsIn(source.levels, input.mapping),
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
    session.throwIfInterrupted();
    return result;
  });
}
