// The exchange order message, the retailer's answer to it, and the answer to a variants request, against shapes and rules.
import type { Finding } from './finding.ts';

export function judgeExchangeOrder(_message: unknown): Finding[] {
  return [];
}

/** The answer's body as parsed JSON; undefined when there is none. */
export function judgeExchangeAnswer(_answer: unknown): Finding[] {
  return [];
}

/** A bare array, or `{"variants": [...]}`. */
export function judgeVariantsAnswer(_answer: unknown): Finding[] {
  return [];
}
