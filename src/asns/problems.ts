// Converts findings and refusals, with places and sentences, for documents and texts.
import { isObject } from '../basics/json.ts';
import { ASN_CATALOG, describeAsnFinding } from '../contract/asn-catalog.ts';
import type { Finding, Severity } from '../contract/finding.ts';
import { identifierOf } from '../contract/report.ts';
import type { Refusal } from '../sending/batch.ts';
import type { ReadAsn } from './input/asn-rows.ts';
import { type AsnMeaning, asnFieldOf } from './meaning.ts';

/** A finding with its place and its sentence. */
export interface AsnProblem extends ReturnType<typeof placed> {
  readonly code: string;
  readonly severity: Severity;
  /** HTTP status; null for a finding of our own check. */
  readonly status: number | null;
  readonly message: string;
  /** What to do. */
  readonly hint: string;
}

export function problemOf(read: ReadAsn, finding: Finding): AsnProblem {
  return {
    ...placed(read, finding.path),
    code: finding.code,
    severity: finding.severity,
    status: null,
    message: describeAsnFinding(finding),
    hint: ASN_CATALOG.get(finding.code)?.explanation ?? `returns explain ${finding.code}`,
  };
}

/** A refusal of the service, with its place in the input. */
export function refusalProblem(read: ReadAsn, refusal: Refusal, { sentence, hint }: AsnMeaning): AsnProblem {
  return {
    ...placed(read, asnFieldOf(refusal.field)),
    code: refusal.code,
    severity: 'error',
    status: refusal.status,
    message: sentence,
    hint,
  };
}

function placed(read: ReadAsn, path: string) {
  const { file = read.file, line = read.line, column } = read.placeOf(path);
  return {
    asn_number: textAt(read.raw, 'asn_number'),
    program_identifier: textAt(read.raw, 'program_identifier'),
    file,
    line,
    /** CSV: the number of the cell. */
    column: column ?? null,
    path,
  };
}

function textAt(raw: unknown, key: string): string | null {
  const value = isObject(raw) ? raw[key] : undefined;
  return typeof value === 'string' && value !== '' ? identifierOf(value) : null;
}
