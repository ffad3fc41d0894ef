// What is looked at in the retailer's own ASNs, and which finding codes of `asns check` belong to which check.
import type { CheckSubject } from './types.ts';

const HINT = 'See every finding with its line: {asns_check}';

const subject = (name: string, title: string, source: string, hint = HINT): CheckSubject => ({
  id: `asns.${name}`,
  area: 'asns',
  title,
  interface: source,
  hint,
});

export const ASNS_READABLE = 'asns.readable';
export const ASNS_WARNINGS = 'asns.warnings';
const ASNS_FINDINGS = 'asns.findings';

export const ASN_SUBJECTS: readonly CheckSubject[] = [
  subject(
    'readable',
    'The file of ASNs can be read as a whole',
    'The interface takes JSON in UTF-8; how files become messages is the work of this tool',
  ),
  subject(
    'findings',
    'Every ASN has the fields that the interface asks for',
    'ASN: fields, required or not, and their forms',
  ),
  subject(
    'numbers',
    'Each asn_number is used once in its program',
    'Limits: asn_number is unique per program_identifier',
  ),
  subject(
    'statuses',
    'The status is one that the service knows',
    'ASN: pending, shipped, delivered or cancelled; canceled with one l is not recognized',
  ),
  subject(
    'unit-identifiers',
    'Unit identifiers are there where they must be, and unique across all ASNs',
    'Limits: unit_identifier is unique across all ASNs of the customer; the quantity of a unit is exactly 1',
  ),
  subject(
    'api-version',
    'Each ASN is sent with the version that its fields need',
    'Versioning: api-version 1 or 2, where 2 adds labels, at most two for a line',
  ),
  subject(
    'warnings',
    'Warnings were looked at',
    'The interface is silent, or only recommends: such an ASN is sent all the same',
    'Look at each once. With --strict a warning refuses its ASN, and fails this check.',
  ),
];

const GROUPS: readonly (readonly [id: string, codes: RegExp])[] = [
  ['asns.numbers', /^asn\.number\./],
  ['asns.statuses', /^asn\.status\./],
  ['asns.unit-identifiers', /^asn\.unit\./],
  ['asns.api-version', /^asn\.labels?\b|^asn\.label_type\./],
];

/** The check that fails when an ASN is refused for this code. */
export const asnGroupOf = (code: string): string =>
  GROUPS.find(([, codes]) => codes.test(code))?.[0] ?? ASNS_FINDINGS;
