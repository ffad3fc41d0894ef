// An index of all numbers and units in the input. It must be complete before one of the ASNs is checked.
import { isObject } from '../../basics/json.ts';
import { bareOf } from '../../basics/text.ts';
import {
  asnNumberAlike,
  asnNumberConflict,
  asnNumberRepeated,
  asnUnitShared,
} from '../../contract/asn-rules/across.ts';
import { unitPlacesOf } from '../../contract/asn-units.ts';
import type { Finding } from '../../contract/finding.ts';
import { found, identifierOf } from '../../contract/report.ts';
import type { Crypto } from '../../platform/platform.ts';
import { type AsnKey, asnDigest } from '../../storage/asn-records.ts';
import type { ReadAsn } from './asn-rows.ts';

/** Program and number, when the ASN has both as texts. */
export function keyOf(raw: unknown): AsnKey | undefined {
  const { program_identifier: program, asn_number: number } = isObject(raw) ? raw : {};
  return typeof program === 'string' && program && typeof number === 'string' && number
    ? { program, number }
    : undefined;
}

/** The key as one text. */
export const keyText = ({ program, number }: AsnKey): string => JSON.stringify([program, number]);

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
