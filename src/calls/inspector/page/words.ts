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

const two = (n: number): string => String(n).padStart(2, '0');

/** `13:12:22` in the user's time zone. */
export function clockTime(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `13:12:22` for a call of today; `20 Nov 13:12` for any other day. */
export function rowTime(at: number, now: number): string {
  const date = new Date(at);
  if (date.toDateString() === new Date(now).toDateString()) return clockTime(at);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return `${day} ${clockTime(at).slice(0, 5)}`;
}

/** `20 Nov 13:12:22.041` */
export function fullTime(at: number): string {
  const date = new Date(at);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day}, ${clockTime(at)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export const count = (n: number, one: string): string =>
  `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

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
