// `asns adopt`: records ASNs that another system sent, so that this tool can update them. Sends nothing.
import type { KnownTarget } from '../account/known-target.ts';
import { levelsIn } from '../account/level-flags.ts';
import { EXIT, type ExitCode } from '../basics/exit.ts';
import { levelsDocument } from '../contract/levels.ts';
import type { Platform } from '../platform/platform.ts';
import { fileRows, mappingRow } from '../runs/run.ts';
import { inSession } from '../runs/session.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import { type AsnSource, openAsnSource } from './asn-run.ts';
import { InputIndex } from './input-index.ts';
import { type AdoptRow, planAdopt } from './plan-adopt.ts';
import { planParts } from './plan-update.ts';

export interface AdoptRun {
  readonly target: KnownTarget;
  readonly source: AsnSource;
  readonly lockWaitMs: number;
  readonly argv: readonly string[];
  /** Asks whether to replace records that may be newer; false leaves them unchanged. */
  confirm(replaced: readonly AdoptRow[]): Promise<boolean>;
}

export interface AdoptResult {
  readonly state: 'adopted' | 'unchanged' | 'refused';
  readonly exitCode: ExitCode;
  readonly run: string | null;
  readonly counts: Readonly<
    Record<'read' | 'adopted' | 'replaced' | 'unchanged' | 'kept' | 'refused', number>
  >;
  /**
   * `refused`: ASNs that were refused. `kept`: ASNs whose record was left unchanged, because it may be newer.
   */
  readonly refused: readonly AdoptRow[];
  readonly kept: readonly AdoptRow[];
}

/** Number of records per transaction. */
const CHUNK = 500;

export async function runAdopt(
  platform: Platform,
  folders: Folders,
  request: AdoptRun,
): Promise<AdoptResult> {
  const { target } = request;
  return inSession(platform, folders, request, async (session) => {
    const input = session.use(await openAsnSource(platform, folders, request.source, session.signal));
    const store = session.ledger();
    await session.lockAsns(store, target, { waitMs: request.lockWaitMs });
    const records = asnRecordsOf(platform, store, target.key);
    const { version } = request.source;
    const levels = await levelsIn(request.source.levels, input.mapping);
    const parts = planParts(platform, records, { version, force: false, levels });
    const index = new InputIndex(platform.crypto);
    for await (const asn of input.read()) index.add(asn);
    const rows: AdoptRow[] = [];
    for await (const asn of input.read()) {
      const row = planAdopt(parts, asn, index);
      if (row) rows.push(row);
    }
    session.throwIfInterrupted();
    const replacing = rows.filter(({ fate }) => fate === 'replaces');
    const replace = replacing.length === 0 || (await request.confirm(replacing));
    const wanted = rows.filter(
      ({ fate }) => fate === 'new' || fate === 'older' || (fate === 'replaces' && replace),
    );
    const run = session.begin(store, target, {
      kind: 'asns adopt',
      address: target.address,
      shard: null,
      levels: levelsDocument(levels),
      mapping: mappingRow(input.mapping),
      silent: wanted.length === 0,
    });
    const at = platform.clock.now();
    for (let from = 0; from < wanted.length; from += CHUNK)
      records.queued(
        wanted.slice(from, from + CHUNK).map(({ program, number, queued }) => [
          { program, number },
          { ...queued, at, run: run.id },
        ]),
      );
    const refused = rows.filter(({ fate }) => fate === 'refused');
    const kept = replace ? [] : replacing;
    const exitCode = refused.length + kept.length > 0 ? EXIT.refused : EXIT.done;
    const count = (...fates: AdoptRow['fate'][]) => wanted.filter(({ fate }) => fates.includes(fate)).length;
    const counts = {
      read: rows.length,
      adopted: count('new'),
      replaced: count('older', 'replaces'),
      unchanged: rows.filter(({ fate }) => fate === 'unchanged').length,
      kept: kept.length,
      refused: refused.length,
    };
    const done = session.end(
      {
        state: 'completed',
        exit_code: exitCode,
        input: { files: fileRows(input.files) },
      },
      { asns: { adopted: counts.adopted, replaced: counts.replaced, refused: counts.refused } },
    );
    return {
      state: exitCode === EXIT.refused ? 'refused' : wanted.length > 0 ? 'adopted' : 'unchanged',
      exitCode: done.exit_code,
      run: wanted.length > 0 ? run.id : null,
      counts,
      refused,
      kept,
    };
  });
}
