// From when on the messages of the service are missing. Messages come by day more than by night and on weekends, so a gap is measured in
// the messages that usually come in its hours: a night without any is not a long gap.
import { itemOf, type StatusItem } from './kinds.ts';
import type { Look } from './rmas.ts';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
/** What is usual is learned from so long before the last message. */
const LEARNED = 8 * WEEK;
/** Fewer messages, or a shorter time, do not show what is usual. */
const LEAST_MESSAGES = 200;
const LEAST_TIME = 4 * WEEK;
/** A gap is silence when it is so many times the usual one. */
const TIMES = 3;
/** An hour in which hardly anything comes counts as this share of an average one: so silence always has an end. */
const LEAST_SHARE = 0.05;

/** Messages before a time (ms) that are looked at, to know what was silence since then. */
export const silenceNeeds = (since: number): number => since - LEARNED - 2 * WEEK;

/**
 * The time at which the gap after the last message becomes three times the usual one, in ms; undefined while too few messages are
 * known. The usual gap is the longest but one: a single earlier outage does not change it.
 * @param times of arrival, ms, ascending
 */
export function silentFrom(times: readonly number[]): number | undefined {
  const last = times.at(-1) ?? 0;
  const learned = times.slice(times.findIndex((time) => time >= last - LEARNED));
  const span = last - (learned[0] ?? last);
  if (learned.length < LEAST_MESSAGES || span < LEAST_TIME) return undefined;
  const perHour = usualMessages(learned, span);
  let [longest, second] = [0, 0];
  for (const [i, time] of learned.slice(1).entries()) {
    let messages = 0;
    for (let at = learned[i]!; at < time; at = nextHour(at))
      messages += (perHour(at) * (Math.min(time, nextHour(at)) - at)) / HOUR;
    if (messages > longest) [longest, second] = [messages, longest];
    else if (messages > second) second = messages;
  }
  let left = TIMES * second;
  for (let at = last; ; at = nextHour(at)) {
    const until = nextHour(at) - at;
    const messages = (perHour(at) * until) / HOUR;
    if (messages >= left) return at + (left / messages) * until;
    left -= messages;
  }
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

const nextHour = (time: number): number => (Math.floor(time / HOUR) + 1) * HOUR;

/** How many messages usually come in the hour of a time: by the day of the week, and by the hour of the day (UTC). */
function usualMessages(times: readonly number[], span: number): (time: number) => number {
  const days = new Array<number>(7).fill(0);
  const hours = new Array<number>(24).fill(0);
  const dayOf = (time: number) => Math.floor(time / (24 * HOUR)) % 7;
  const hourOf = (time: number) => Math.floor(time / HOUR) % 24;
  for (const time of times) {
    days[dayOf(time)]!++;
    hours[hourOf(time)]!++;
  }
  // Summer time moves the hours by one: an hour counts as its quieter neighbour.
  const quiet = hours.map((count, i) => Math.min(count, hours[(i + 1) % 24]!, hours[(i + 23) % 24]!));
  const least = (LEAST_SHARE * times.length) / (span / HOUR);
  const weeks = span / WEEK;
  return (time) => Math.max(least, ((days[dayOf(time)]! / weeks) * quiet[hourOf(time)]!) / times.length);
}
