// The meaning of error answers of the ASN endpoints, and what to do about them: for creating and updating.
import { Failure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { asnShape } from '../contract/asn.ts';
import { ASN_CATALOG, describeAsnFinding } from '../contract/asn-catalog.ts';
import { type Finding, identifierOf, type Severity } from '../contract/finding.ts';
import type { Refusal } from '../sending/batch.ts';
import { fieldPath, stepsOf } from '../sending/batch-verdict.ts';
import type { ReadAsn } from './input/asn-rows.ts';

export interface AsnMeaning {
  readonly sentence: string;
  /** What to do: a sentence or a command. */
  readonly hint: string;
}

const TOP = new Set(Object.keys(asnShape.shape));

/**
 * Converts the field of an error of the service to the notation of our own findings:
 * `cartons[0].details[1].sku` for `/asn/cartons/0/details/1/sku`. A path that names no field of an ASN is
 * returned unchanged.
 */
export function asnFieldOf(field: string): string {
  const steps = stepsOf(field);
  const from = steps?.findIndex((step) => TOP.has(step)) ?? -1;
  // Only the name of the message may precede the field.
  if (!steps || from < 0 || from > 2) return field;
  return fieldPath(steps.slice(from));
}

const UNIQUE = /uniq|taken|exist|duplicat/i;
const ENDED = /not_?active|inactive|closed|cancel|deliver|recept|receiv/i;

/** Whether an error says that the number of the ASN is taken. */
export const isNumberTaken = ({ status, code, field }: Refusal): boolean =>
  (status === 422 || status === 409) && asnFieldOf(field) === 'asn_number' && UNIQUE.test(code);

/** Whether an error says that a unique value is taken. */
export const isTaken = ({ status, code }: Refusal): boolean =>
  (status === 422 || status === 409) && UNIQUE.test(code);

/** Whether errors say that the ASN is no longer active, and not that something of it came. */
export const isInactive = ({ code, message }: Refusal): boolean =>
  /not_?active|inactive|closed|cancel/i.test(`${code} ${message}`) &&
  !/deliver|recept|receiv/i.test(`${code} ${message}`);

export function asnMeaningOf(answer: Refusal, operation: 'create' | 'update', number: string): AsnMeaning {
  const { status, code, message } = answer;
  const field = asnFieldOf(answer.field);
  const leaf = field.slice(field.lastIndexOf('.') + 1);
  if (status === 401) return UNAUTHORIZED;
  if (status === 404) return operation === 'create' ? NO_ADDRESS : unknownNumber(number);
  if (status === 413)
    return {
      sentence: 'The service finds this ASN too large.',
      hint: 'Split the shipment into several ASNs that share a shipment_identifier.',
    };
  if (status === 0 || status >= 500)
    return {
      sentence: 'The service failed on this ASN several times in a row while it accepted others.',
      hint: 'Run the same command again later; if it fails again, give the service its number.',
    };
  if (isNumberTaken(answer))
    return {
      sentence:
        'The service already has an ASN of this number: from elsewhere, or from an earlier attempt with other content that had no answer.',
      hint: 'If it is the same shipment, change it: returns asns update NUMBER FILE; else give this one another number.',
    };
  if (isTaken(answer))
    return {
      sentence: `The service already has this ${leaf || 'value'} in another ASN.`,
      hint: 'Correct it, or take the unit out of the other ASN first: returns asns update.',
    };
  if (ENDED.test(`${code} ${message}`))
    return {
      sentence:
        'The ASN is cancelled or closed, or something of it was received: it can no longer be changed.',
      hint: 'Announce what is still to come with a new ASN number: returns asns create FILE.',
    };
  return {
    sentence: `The service refuses ${leaf || 'the ASN'}${code ? ` (${code})` : ''}.`,
    hint: 'Correct it in the input; returns asns check FILE knows every rule that the interface states.',
  };
}

/** Replaces the text of a sender failure with one about ASN endpoints. */
export const asnFailure = (failure: Failure): Failure =>
  failure.code === 'auth.token.refused'
    ? new Failure(failure.code, failure.exitCode, UNAUTHORIZED.sentence, {
        hint: UNAUTHORIZED.hint,
        cause: failure,
      })
    : failure;

const UNAUTHORIZED: AsnMeaning = {
  sentence:
    'The ASN endpoints do not take the token (401, which they send without a body: missing or bad key).',
  hint: 'Check that the base address belongs to the same environment as the token address (returns whoami), then sign in again: returns login.',
};

const NO_ADDRESS: AsnMeaning = {
  sentence: 'Nothing takes ASNs at that address (404).',
  hint: 'Check the base address with: returns whoami; change it with: returns profile set.',
};

const unknownNumber = (number: string): AsnMeaning => ({
  sentence: `The service does not know the ASN ${number} in this program (404).`,
  hint: 'An ASN that was queued a moment ago may not be there yet: try again in a minute. Else check number, program and base address (returns whoami), or create it: returns asns create FILE.',
});

// Converts findings and refusals, with places and sentences, for documents and texts.

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
