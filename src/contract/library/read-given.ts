// What a program hands in for judging: raw text, raw bytes, or a value that is parsed already.
import { type Json, MAX_NESTING } from '../../basics/json.ts';
import type { CallFinding, CallVerdict } from '../call-finding.ts';
import { bodyBroken, callFindingOfRule } from '../call-rules.ts';
import type { Finding } from '../finding.ts';
import { readMessage } from '../read-message.ts';

/** What was judged, and the result. Plain data. */
export interface Judgement<T> {
  /** The highest severity of the findings; `ok` when there are none. */
  readonly verdict: CallVerdict;
  readonly findings: readonly CallFinding[];
  /**
   * The message, when every field has the type that the interface gives it; rules that compare fields may still be broken.
   * Undefined otherwise.
   */
  readonly message: T | undefined;
  /** The parsed value, whatever its shape; undefined when it is not JSON. */
  readonly value: unknown;
}

export type Given =
  | { readonly kind: 'broken'; readonly findings: readonly CallFinding[] }
  | {
      readonly kind: 'ok';
      readonly value: Json;
      readonly findings: readonly Finding[];
      /** Raw bytes; of a parsed value those that JSON.stringify makes. */
      bytes(): Uint8Array;
    };

/** A string is JSON text, an ArrayBuffer or a view its bytes, everything else a parsed value. Never throws. */
export function readGiven(given: unknown): Given {
  const bytes = bytesOf(given);
  if (bytes) {
    const read = readMessage(bytes);
    if (read.kind === 'ok') return { ...read, bytes: () => bytes };
    const { line, column } = read.position;
    return broken(read.message, line, column);
  }
  if (isTooDeep(given)) return broken(`the value is nested deeper than ${MAX_NESTING} levels`, 1, 1);
  const value = given as Json;
  return {
    kind: 'ok',
    value,
    findings: [],
    bytes: () => new TextEncoder().encode(JSON.stringify(value) ?? ''),
  };
}

const broken = (what: string, line: number, column: number): Given => ({
  kind: 'broken',
  findings: [callFindingOfRule(bodyBroken, { what, line, column })],
});

function bytesOf(given: unknown): Uint8Array | undefined {
  if (typeof given === 'string') return new TextEncoder().encode(given);
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return given instanceof ArrayBuffer ? new Uint8Array(given) : undefined;
}

/** Whether a value is nested deeper than a message may be; also true for one that contains itself. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  const isNested = (one: unknown): one is object => typeof one === 'object' && one !== null;
  for (let depth = 0; depth <= MAX_NESTING; depth++) {
    // A list that stands in several places is looked at once.
    const nested = [...new Set(level.filter(isNested))];
    if (nested.length === 0) return false;
    level = nested.flatMap((one) => Object.values(one) as unknown[]);
  }
  return true;
}
