// Checks one ASN of the input: the verdict is refused, queued before, or ready to be sent. All passes use the
// same function.
import { isObject } from '../basics/json.ts';
import { bareOf } from '../basics/text.ts';
import {
  asnNumberAlike,
  asnNumberConflict,
  asnNumberPath,
  asnNumberRecorded,
  asnNumberRepeated,
  asnUnitRecorded,
  asnUnitShared,
} from '../contract/asn-rules/across.ts';
import { type AsnVersion, unitPlacesOf } from '../contract/asn-words.ts';
import { type Finding, found, identifierOf } from '../contract/finding.ts';
import { applyLevels, type LevelUse, refuses } from '../contract/levels.ts';
import { allFindings } from '../contract/order-rules/input.ts';
import { validateAsn } from '../contract/validate-asn.ts';
import type { Crypto } from '../platform/platform.ts';
import type { PlaceOf } from '../runs/run-outcome.ts';
import { type AsnKey, type AsnRecords, asnDigest } from '../storage/asn-records.ts';
import { versionOf } from './api-version.ts';
import type { ReadAsn } from './input/asn-rows.ts';

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
  if (/^\.\.?$/.test(key.number))
    findings.push(...applyLevels([found(asnNumberPath, 'asn_number', { number: key.number })], levels));
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
) {
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

// An index of all numbers and units in the input. It must be complete before one of the ASNs is checked.

/** Program and number, when the ASN has both as texts. */
export function keyOf(raw: unknown): AsnKey | undefined {
  const { program_identifier: program, asn_number: number } = isObject(raw) ? raw : {};
  return typeof program === 'string' && program && typeof number === 'string' && number
    ? { program, number }
    : undefined;
}

/** The key as one text. */
export const keyText = ({ program, number }: AsnKey): string => JSON.stringify([program, number]);
export const numberOf = (key: string): string => JSON.parse(key)[1];

/** Names that are to stand in one ASN only, each in the form in which it is compared: its units, and its own number. */
const namesOf = (raw: unknown, key: AsnKey | undefined) => [
  ...unitPlacesOf(raw).map((unit) => ({ ...unit, rule: asnUnitShared })),
  ...[key ?? []].flat().map(({ program, number }) => ({
    rule: asnNumberAlike,
    identifier: number,
    // No unit has a line end in its bare form.
    bare: `\n${keyText({ program: bareOf(program), number: bareOf(number) })}`,
    path: 'asn_number',
  })),
];

interface Spot {
  /** The key of the ASN, or its place when it has none. */
  readonly asn: string;
  readonly line: number;
}

interface Version extends Spot {
  /** Offset at which it begins. */
  readonly start: number;
  readonly digest: string;
}

export class InputIndex {
  /** The first ASN of each number, and the first one with different content, if any. */
  private readonly numbers = new Map<string, { readonly first: Version; other?: Version }>();
  /** The first ASN with each name, and the first other ASN with it. */
  private readonly names = new Map<string, { readonly first: Spot; other?: Spot }>();

  constructor(private readonly crypto: Crypto) {}

  add({ raw, line, places }: ReadAsn): void {
    const key = keyOf(raw);
    const asn = key ? keyText(key) : `at ${places[0]?.start}`;
    const start = places[0]?.start ?? 0;
    const spot = { asn, line };
    if (key) {
      const digest = asnDigest(this.crypto, raw);
      const known = this.numbers.get(asn);
      if (!known) this.numbers.set(asn, { first: { ...spot, start, digest } });
      else if (known.first.digest !== digest) known.other ??= { ...spot, start, digest };
    }
    for (const { bare } of namesOf(raw, key)) {
      const known = this.names.get(bare);
      if (!known) this.names.set(bare, { first: spot });
      else if (known.first.asn !== asn) known.other ??= spot;
    }
  }

  /** Findings against an ASN that result from the rest of the input. */
  findings({ raw, places }: ReadAsn): Finding[] {
    const findings: Finding[] = [];
    const key = keyOf(raw);
    const asn = key ? keyText(key) : `at ${places[0]?.start}`;
    const number = this.numbers.get(asn);
    if (key && number) {
      const { first, other } = number;
      const args = { number: identifierOf(key.number), program: identifierOf(key.program) };
      const against = other && (asnDigest(this.crypto, raw) === first.digest ? other : first);
      if (against) findings.push(found(asnNumberConflict, 'asn_number', { ...args, line: against.line }));
      else if (first.start !== places[0]?.start)
        findings.push(found(asnNumberRepeated, 'asn_number', { line: first.line }));
    }
    for (const { rule, identifier, bare, path } of namesOf(raw, key)) {
      const { first, other } = this.names.get(bare) ?? {};
      const against = first?.asn === asn ? other : first;
      if (against)
        findings.push(found(rule, path, { identifier: identifierOf(identifier), line: against.line }));
    }
    return findings;
  }
}
