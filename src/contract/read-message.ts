// Parses the bytes of an incoming message: broken, or a value with findings about errors that JSON.parse ignores.
import { type Json, lineAndColumn, parseJsonStrictly } from '../basics/json.ts';
import { eachUnsafeValue, type Steps, stepsText, type UnsafeJsonValue } from '../basics/json-text.ts';
import { firstNotUtf8 } from '../basics/text.ts';
import type { Finding, Rule } from './finding.ts';
import { integerRounded, keyDuplicate, nulCharacter, numberBeyond, surrogateLone } from './message-rules.ts';
import { found } from './report.ts';

/** The position of the error: byte offset from 0, line and column (in characters) from 1. */
export interface BytePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export type ReadMessage =
  | {
      readonly kind: 'broken';
      readonly why: 'empty' | 'encoding' | 'syntax' | 'nesting';
      /** A clause that quotes one character of the body at most: `` not JSON: `'` stands where it may not ``. */
      readonly message: string;
      readonly position: BytePosition;
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
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const parsed = parseJsonStrictly(text);
  const fault = parsed.fault;
  if (fault?.code === 'syntax' || fault?.code === 'nesting') {
    const offset = mark + new TextEncoder().encode(text.slice(0, fault.offset)).length;
    const position = { offset, ...lineAndColumn(text, fault.offset) };
    if (text.trim() === '') return { kind: 'broken', why: 'empty', message: 'the body is empty', position };
    return { kind: 'broken', why: fault.code, message: fault.message, position };
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
  const offset = firstNotUtf8(bytes);
  const before = new TextDecoder().decode(bytes.subarray(0, offset));
  return {
    kind: 'broken',
    why: 'encoding',
    message: 'the body is not UTF-8',
    position: { offset, ...lineAndColumn(before, before.length) },
  };
}
