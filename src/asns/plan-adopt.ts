// The plan of `asns adopt`: bodies that another system sent, each checked and compared with the records of
// this machine.
import { isObject } from '../basics/json.ts';
import { applyLevels } from '../contract/levels.ts';
import { allFindings } from '../contract/order-rules/input.ts';
import { parseInstant } from '../contract/time.ts';
import type { Refusal } from '../sending/batch.ts';
import { type AsnKey, type AsnQueued, asnDigest } from '../storage/asn-records.ts';
import type { ReadAsn } from './input/types.ts';
import type { InputIndex } from './input-index.ts';
import { type PlanParts, refusalsOf } from './plan-update.ts';

export interface AdoptRow extends AsnKey {
  readonly file: string;
  readonly line: number;
  /**
   * `older`: the recorded body is older, so it is replaced. `replaces`: another body is recorded and may be
   * newer than the one in the file, so the user is asked.
   */
  fate: 'new' | 'older' | 'replaces' | 'unchanged' | 'refused';
  readonly recorded: AsnQueued | undefined;
  readonly queued: Omit<AsnQueued, 'at' | 'run'>;
  readonly refusals: readonly Refusal[];
}

/** Plans one ASN of the file; undefined for a repetition with the same content. */
export function planAdopt(parts: PlanParts, asn: ReadAsn, index: InputIndex): AdoptRow | undefined {
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
  const fate = refusals.length > 0 ? 'refused' : fateOf(recorded, queued.digest, body['messagetimestamp']);
  return { ...key, file: asn.file, line: asn.line, fate, recorded, queued, refusals };
}

/**
 * A body with a time of sending after the recorded one replaces it. For a body without that, the user is
 * asked.
 */
function fateOf(recorded: AsnQueued | undefined, digest: string, sent: unknown): AdoptRow['fate'] {
  if (!recorded) return 'new';
  if (recorded.digest === digest) return 'unchanged';
  const instant = typeof sent === 'string' ? parseInstant(sent) : undefined;
  return instant && instant.micros / 1000 > recorded.at ? 'older' : 'replaces';
}
