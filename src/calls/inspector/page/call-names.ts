// How the page writes verdicts and answers. Pure.
import type { CallKind, CallSummary, CallVerdict } from '../types.ts';

/** The verdicts as the filter names them, the worst first. */
export const VERDICTS: readonly (readonly [verdict: CallVerdict, name: string])[] = [
  ['error', 'Errors'],
  ['warning', 'Warnings'],
  ['note', 'Notes'],
  ['ok', 'OK'],
];

export const KINDS: Readonly<Record<CallKind, string>> = {
  rma: 'RMA',
  variants: 'Variants',
  exchange_order: 'Exchange',
  unknown: 'Unknown',
};

/** The subject of a call, in words. */
export const titleOf = ({ rma, orders, method, target }: CallSummary): string =>
  rma ?? orders[0] ?? `${method} ${target}`;

/** The status of the answer, and who gave it when it was not the receiver. */
export function answerText({ answer, by }: Pick<CallSummary, 'answer' | 'by'>): string {
  if (by === 'none') return 'not known';
  if (answer === 0) return 'dropped';
  return by === 'receiver' ? String(answer) : `${answer} ${by}`;
}
