// From when on the messages of the service are missing: when the gap since the last one is several times the usual one.
import { itemOf, type StatusItem } from './kinds.ts';
import type { Look } from './rmas.ts';

const WEEK = 7 * 86_400_000;
/** What is usual is learned from so long before the last message: nights and weekends are in it. */
const LEARNED = 8 * WEEK;
/** Fewer messages, or a shorter time, do not show what is usual. */
const LEAST_MESSAGES = 200;
const LEAST_TIME = 4 * WEEK;
/** A gap is silence when it is so many times the usual one. */
const TIMES = 3;

/** Messages before a time (ms) that are looked at, to know what was silence since then. */
export const silenceNeeds = (since: number): number => since - LEARNED - 2 * WEEK;

/**
 * The time at which the gap after the last message becomes three times the usual one, in ms; undefined while too few messages are
 * known. The usual gap is the longest but one: a single earlier outage does not change it.
 * @param times of arrival, ms, ascending
 */
export function silentFrom(times: readonly number[]): number | undefined {
  const last = times.at(-1) ?? 0;
  const learned = times.filter((time) => time >= last - LEARNED);
  if (learned.length < LEAST_MESSAGES || last - learned[0]! < LEAST_TIME) return undefined;
  const gaps = learned.slice(1).map((time, i) => time - learned[i]!);
  return last + TIMES * gaps.sort((a, b) => b - a)[1]!;
}

/** Silence that began to count at `since` or later, and lasts. Of an RMA, the first and the newest message are known. */
export function silentItem({ earlier: rmas, since, now }: Look): StatusItem[] {
  const times = [...new Set(rmas.flatMap(({ firstAt, arrived }) => [firstAt, arrived]))].sort(
    (a, b) => a - b,
  );
  const from = silentFrom(times);
  if (from === undefined || now < from || from < since) return [];
  const last = rmas.reduce((a, b) => (b.arrived > a.arrived ? b : a));
  return itemOf('messages_silent', [{ id: last.rma, at: last.arrived }], () => 'returns doctor');
}
