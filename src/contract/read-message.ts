// Parses the bytes of an incoming message: broken, or a value with findings about errors that JSON.parse ignores.
import { type Json, lineAndColumn, parseJsonStrictly } from '../basics/json.ts';
import { eachUnsafeValue, type Steps, stepsText, type UnsafeJsonValue } from '../basics/json-text.ts';
import { firstNotUtf8 } from '../basics/text.ts';
import { type Finding, found, type Rule } from './finding.ts';
import { integerRounded, keyDuplicate, nulCharacter, numberBeyond, surrogateLone } from './message-rules.ts';

export type ReadMessage =
  | {
      readonly kind: 'broken';
      /** A clause that quotes one character of the body at most: `` not JSON: `'` stands where it may not ``. */
      readonly message: string;
      /** Where the error is: line and column (in characters) from 1. */
      readonly position: { readonly line: number; readonly column: number };
    }
  | { readonly kind: 'ok'; readonly value: Json; readonly findings: readonly Finding[] };

const UTF8 = new TextDecoder('utf-8', { fatal: true });
// Fast check: escapes of a lone surrogate or of NUL can occur only in texts that match.
const ESCAPES = /\\u(?:[dD][89a-fA-F]|0000)/;
// Limits memory: a message may contain millions of such errors.
const MOST_FINDINGS = 100;

const RULES: Readonly<Record<UnsafeJsonValue['code'], Rule>> = {
  duplicate: keyDuplicate,
  integer: integerRounded,
  number: numberBeyond,
  surrogate: surrogateLone,
  nul: nulCharacter,
};

/**
 * Reads a body. Nesting beyond 64, bytes that are not UTF-8 and texts that are not JSON make it broken. Duplicate keys (the
 * last one counts) and numbers that a double cannot hold are findings. A byte order mark is skipped.
 */
export function readMessage(bytes: Uint8Array): ReadMessage {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    return notUtf8(bytes);
  }
  const parsed = parseJsonStrictly(text);
  const fault = parsed.fault;
  if (fault?.code === 'syntax' || fault?.code === 'nesting') {
    const message = text.trim() === '' ? 'the body is empty' : fault.message;
    return { kind: 'broken', message, position: lineAndColumn(text, fault.offset) };
  }
  const value = fault ? (JSON.parse(text) as Json) : parsed.value;
  const isOdd = fault !== undefined || ESCAPES.test(text);
  const findings: Finding[] = [];
  if (isOdd)
    eachUnsafeValue(
      text,
      ({ code, steps }) => findings.push(found(RULES[code], pathOf(steps))) >= MOST_FINDINGS,
    );
  return { kind: 'ok', value, findings };
}

/** A key that does not look like a name is replaced by its length, because it may be personal data. */
const pathOf = (steps: Steps): string =>
  stepsText(
    steps.map((step) =>
      typeof step === 'number' || /^[\w-]{1,60}$/.test(step) ? step : `(key of ${step.length} characters)`,
    ),
  );

function notUtf8(bytes: Uint8Array): ReadMessage {
  const before = new TextDecoder().decode(bytes.subarray(0, firstNotUtf8(bytes)));
  return {
    kind: 'broken',
    message: 'the body is not UTF-8',
    position: lineAndColumn(before, before.length),
  };
}
