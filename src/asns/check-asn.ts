// Checks one ASN of the input: the verdict is refused, queued before, or ready to be sent. All passes use the
// same function.
import { isObject } from '../basics/json.ts';
import { asnNumberRecorded, asnUnitRecorded } from '../contract/asn-rules/across.ts';
import { detailsOf, unitPlacesOf } from '../contract/asn-units.ts';
import type { AsnVersion } from '../contract/asn-words.ts';
import type { Finding } from '../contract/finding.ts';
import { applyLevels, type LevelUse, refuses } from '../contract/levels.ts';
import { allFindings } from '../contract/order-rules/input.ts';
import { found, identifierOf } from '../contract/report.ts';
import { validateAsn } from '../contract/validate-asn.ts';
import type { Crypto } from '../platform/platform.ts';
import type { PlaceOf } from '../runs/code-counts.ts';
import { type AsnKey, type AsnRecords, asnDigest } from '../storage/asn-records.ts';
import type { ReadAsn } from './input/asn-rows.ts';
import { type InputIndex, keyOf } from './input/input-index.ts';

export interface AsnCheckContext extends LevelUse {
  readonly crypto: Crypto;
  readonly index: InputIndex;
  /** Recorded ASNs; absent when there are none yet. */
  readonly records: AsnRecords | undefined;
  /** The requested version of the interface; it applies to every ASN. */
  readonly version: AsnVersion | undefined;
  /** Warnings also refuse an ASN. */
  readonly strict: boolean;
}

/** An ASN as it is sent. */
export interface ReadyAsn {
  readonly key: AsnKey;
  readonly text: string;
  readonly digest: string;
  readonly version: AsnVersion;
  readonly status: string;
  readonly raw: unknown;
}

export type AsnVerdict =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'queued' | 'ready'; readonly asn: ReadyAsn; readonly findings: readonly Finding[] };

/** Where the fields of an ASN stand; its first line for those that have no place of their own. */
export const placeIn =
  (read: ReadAsn): PlaceOf =>
  (path) => {
    const { file = read.file, line = read.line } = read.placeOf(path);
    return { file, line };
  };

export function checkAsn(read: ReadAsn, checks: AsnCheckContext): AsnVerdict {
  const { raw } = read;
  const version = versionOf(raw, checks.version);
  const { levels } = checks;
  const findings = [
    ...allFindings(applyLevels(read.findings, levels), validateAsn(raw, version, checks)),
    ...applyLevels(checks.index.findings(read), levels),
  ];
  const key = keyOf(raw);
  if (!key) return { kind: 'refused', findings };
  const status = isObject(raw) && typeof raw['status'] === 'string' ? raw['status'] : '';
  const digest = asnDigest(checks.crypto, raw);
  const asn = { key, text: JSON.stringify(raw), digest, version, status, raw };
  const recorded = checks.records && compareRecorded(checks.records, asn);
  findings.push(...applyLevels(recorded?.findings ?? [], levels));
  if (findings.some((finding) => refuses(finding, checks))) return { kind: 'refused', findings };
  return { kind: recorded?.queued ? 'queued' : 'ready', asn, findings };
}

/** Compares an ASN with the records: whether it is queued already, or the findings against it. */
export function compareRecorded(
  records: AsnRecords,
  { key, digest, raw }: Pick<ReadyAsn, 'key' | 'digest' | 'raw'>,
): { readonly queued: boolean; readonly findings: readonly Finding[] } {
  const record = records.get(key);
  // After an update, the body that created the ASN is in the history. It must not be sent again.
  if (record && [record.last, ...record.past].some((body) => body.digest === digest))
    return { queued: true, findings: [] };
  return { queued: false, findings: findingsAgainst(records, key, raw) };
}

/** Findings for a number that is recorded, and for units of other ASNs. */
export function findingsAgainst(records: AsnRecords, key: AsnKey, raw: unknown): Finding[] {
  const number = identifierOf(key.number);
  const taken = records.get(key) ? [found(asnNumberRecorded, 'asn_number', { number })] : [];
  return [...taken, ...unitsElsewhere(records, key, raw)];
}

/** Findings for units that were queued with another ASN. */
export function unitsElsewhere(records: Pick<AsnRecords, 'ownerOf'>, key: AsnKey, raw: unknown): Finding[] {
  const findings: Finding[] = [];
  for (const { identifier, bare, path } of unitPlacesOf(raw)) {
    const owner = records.ownerOf(bare);
    if (!owner || (owner.number === key.number && owner.program === key.program)) continue;
    const args = { number: identifierOf(owner.number), program: identifierOf(owner.program) };
    findings.push(found(asnUnitRecorded, path, { identifier: identifierOf(identifier), ...args }));
  }
  return findings;
}

/** The requested version; by default 2 when a detail line has labels, otherwise 1. */
export const versionOf = (asn: unknown, asked: AsnVersion | undefined): AsnVersion =>
  asked ?? (detailsOf(asn).some(({ detail }) => detail['labels'] !== undefined) ? 2 : 1);
