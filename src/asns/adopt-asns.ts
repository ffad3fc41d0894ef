// `asns adopt`: records ASNs that another system sent, so that this tool can update them. Sends nothing.
import type { KnownTarget } from '../account/known-target.ts';
import { EXIT } from '../basics/exit.ts';
import { isObject } from '../basics/json.ts';
import { applyLevels, levelsDocument } from '../contract/levels.ts';
import { allFindings } from '../contract/order-rules/input.ts';
import { parseInstant } from '../contract/time.ts';
import type { Platform } from '../platform/platform.ts';
import { fileRows, mappingRow } from '../runs/run.ts';
import { inSession } from '../runs/session.ts';
import { type AsnQueued, asnDigest, asnRecordsOf } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import type { InputIndex } from './input/input-index.ts';
import { type AsnSource, openInput } from './input/source.ts';
import type { ReadAsn } from './input/types.ts';
import { type PlanParts, planParts, refusalsOf } from './update/plan-update.ts';

export interface AdoptRun {
  readonly target: KnownTarget;
  readonly source: AsnSource;
  readonly lockWaitMs: number;
  readonly argv: readonly string[];
  /** Asks whether to replace records that may be newer; false leaves them unchanged. */
  confirm(replaced: readonly AdoptRow[]): Promise<boolean>;
}

export type AdoptResult = Awaited<ReturnType<typeof runAdopt>>;
export type AdoptRow = NonNullable<ReturnType<typeof planAdopt>>;

/** Number of records per transaction. */
const CHUNK = 500;

export async function runAdopt(platform: Platform, folders: Folders, request: AdoptRun) {
  const { target } = request;
  return inSession(platform, folders, request, async (session) => {
    const recordsOf = () => asnRecordsOf(platform, session.ledger(), target.key);
    const { input, checks } = await openInput(session, request.source, recordsOf);
    const { index, records, version, levels } = checks;
    const { store } = records;
    await session.lockAsns(store, target, { waitMs: request.lockWaitMs });
    const parts = planParts(platform, records, { version, force: false, levels });
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
        wanted.slice(from, from + CHUNK).map(({ key, queued }) => [key, { ...queued, at, run: run.id }]),
      );
    const refused = rows.filter(({ fate }) => fate === 'refused');
    // Their records were left unchanged, because they may be newer.
    const kept = replace ? [] : replacing;
    const exitCode = refused.length + kept.length > 0 ? EXIT.refused : EXIT.done;
    const count = (...fates: AdoptFate[]) => wanted.filter(({ fate }) => fates.includes(fate)).length;
    const counts = {
      read: rows.length,
      adopted: count('new'),
      replaced: count('older', 'replaces'),
      unchanged: rows.filter(({ fate }) => fate === 'unchanged').length,
      kept: kept.length,
      refused: refused.length,
    };
    const done = session.end(
      { state: 'completed', exit_code: exitCode, input: { files: fileRows(input.files) } },
      { asns: { adopted: counts.adopted, replaced: counts.replaced, refused: counts.refused } },
    );
    return {
      state:
        exitCode === EXIT.refused
          ? ('refused' as const)
          : wanted.length > 0
            ? ('adopted' as const)
            : ('unchanged' as const),
      exitCode: done.exit_code,
      run: wanted.length > 0 ? run.id : null,
      ...{ counts, refused, kept },
    };
  });
}

/**
 * `older`: the recorded body is older, so it is replaced. `replaces`: another body is recorded and may be newer than the one
 * in the file, so the user is asked.
 */
type AdoptFate = 'new' | 'older' | 'replaces' | 'unchanged' | 'refused';

/** Plans one ASN of the file; undefined for a repetition with the same content. */
function planAdopt(parts: PlanParts, asn: ReadAsn, index: InputIndex) {
  const body = isObject(asn.raw) ? asn.raw : {};
  const textOf = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '');
  const key = { program: textOf('program_identifier'), number: textOf('asn_number') };
  const version = parts.versionOf(asn.raw);
  const across = index.findings(asn);
  if (across.some(({ code }) => code === 'asn.number.repeated')) return undefined;
  const beside = applyLevels([...asn.findings, ...across], parts.levels);
  const refusals = refusalsOf(allFindings(beside, parts.checks(asn.raw, version, key)));
  const queued = {
    body: JSON.stringify(asn.raw),
    digest: asnDigest(parts.crypto, asn.raw),
    version,
    status: textOf('status'),
    how: 'adopt' as const,
  };
  const recorded = refusals.length > 0 ? undefined : parts.records.get(key)?.last;
  const fate: AdoptFate =
    refusals.length > 0 ? 'refused' : fateOf(recorded, queued.digest, body['messagetimestamp']);
  return { key, file: asn.file, line: asn.line, fate, recorded, queued, refusals };
}

/**
 * A body with a time of sending after the recorded one replaces it. For a body without that, the user is
 * asked.
 */
function fateOf(recorded: AsnQueued | undefined, digest: string, sent: unknown): AdoptFate {
  if (!recorded) return 'new';
  if (recorded.digest === digest) return 'unchanged';
  const instant = typeof sent === 'string' ? parseInstant(sent) : undefined;
  return instant && instant.micros / 1000 > recorded.at ? 'older' : 'replaces';
}
