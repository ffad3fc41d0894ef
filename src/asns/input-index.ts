// Who stands in the input under which number and with which units: what must be known before one of its ASNs is judged.
import { isObject } from '../basics/json.ts';
import { ruleOf } from '../contract/asn-rules/across.ts';
import { unitsOf } from '../contract/asn-units.ts';
import type { Finding } from '../contract/finding.ts';
import { found, identifierOf } from '../contract/report.ts';
import type { Crypto } from '../platform/platform.ts';
import { type AsnKey, asnDigest } from '../storage/asn-records.ts';
import type { ReadAsn } from './input/types.ts';

/** Program and number, where the ASN has both as texts. */
export function keyOf(raw: unknown): AsnKey | undefined {
  const { program_identifier: program, asn_number: number } = isObject(raw) ? raw : {};
  return typeof program === 'string' && program && typeof number === 'string' && number
    ? { program, number }
    : undefined;
}

/** The same as one text. */
export const keyText = ({ program, number }: AsnKey): string => JSON.stringify([program, number]);

interface Spot {
  /** Of the ASN: its key, or its place where it has none. */
  readonly asn: string;
  readonly line: number;
}

interface Version extends Spot {
  /** Byte at which it begins. */
  readonly start: number;
  readonly digest: string;
}

const CONFLICT = ruleOf('asn.number.conflict');
const REPEATED = ruleOf('asn.number.repeated');
const SHARED = ruleOf('asn.unit.shared');

export class InputIndex {
  /** The first ASN of each number, and the first with other content where there is one. */
  private readonly numbers = new Map<string, { readonly first: Version; other?: Version }>();
  /** Who has a unit: the first ASN, and the first other one. */
  private readonly units = new Map<string, { readonly first: Spot; other?: Spot }>();

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
    for (const { identifier } of unitsOf(raw)) {
      const known = this.units.get(identifier);
      if (!known) this.units.set(identifier, { first: spot });
      else if (known.first.asn !== asn) known.other ??= spot;
    }
  }

  /** What the rest of the input says against an ASN. */
  findings({ raw, places }: ReadAsn): Finding[] {
    const findings: Finding[] = [];
    const key = keyOf(raw);
    const asn = key ? keyText(key) : `at ${places[0]?.start}`;
    const number = this.numbers.get(asn);
    if (key && number) {
      const { first, other } = number;
      const args = { number: identifierOf(key.number), program: identifierOf(key.program) };
      const against = other && (asnDigest(this.crypto, raw) === first.digest ? other : first);
      if (against) findings.push(found(CONFLICT, 'asn_number', { ...args, line: against.line }));
      else if (first.start !== places[0]?.start)
        findings.push(found(REPEATED, 'asn_number', { line: first.line }));
    }
    for (const { identifier, path } of unitsOf(raw)) {
      const { first, other } = this.units.get(identifier) ?? {};
      const against = first?.asn === asn ? other : first;
      if (against)
        findings.push(found(SHARED, path, { identifier: identifierOf(identifier), line: against.line }));
    }
    return findings;
  }
}
