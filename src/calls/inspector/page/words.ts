// How the page writes verdicts, times and sizes. Pure.
import type { CallKind, CallSummary, CallVerdict } from '../types.ts';

/** Each verdict has its own shape, so that it can be recognised without colour. */
export const VERDICT_MARKS: readonly { verdict: CallVerdict; shape: string; word: string; plural: string }[] =
  [
    { verdict: 'error', shape: '✖', word: 'error', plural: 'Errors' },
    { verdict: 'warning', shape: '▲', word: 'warning', plural: 'Warnings' },
    { verdict: 'note', shape: '◆', word: 'note', plural: 'Notes' },
    { verdict: 'ok', shape: '●', word: 'ok', plural: 'OK' },
  ];

export const shapeOf = (verdict: string): string =>
  VERDICT_MARKS.find((known) => known.verdict === verdict)?.shape ?? '?';

export const KINDS: Readonly<Record<CallKind, string>> = {
  rma: 'RMA',
  variants: 'Variants',
  exchange_order: 'Exchange',
  unknown: 'Unknown',
};

export const ANOMALIES: Readonly<Record<string, string>> = {
  duplicate: 'duplicate',
  redelivery: 'redelivery',
  conflict: 'conflict',
  out_of_order: 'out of order',
};

/** The subject of a call, in words. */
export const titleOf = ({ rma, orders, method, target }: CallSummary): string =>
  rma ?? orders[0] ?? `${method} ${target}`;

/** The status of the answer, and who gave it when it was not the receiver. */
export const answerText = ({ answer, by }: Pick<CallSummary, 'answer' | 'by'>): string =>
  by === 'none'
    ? 'not known'
    : answer === 0
      ? 'dropped'
      : by === 'receiver'
        ? String(answer)
        : `${answer} ${by}`;
