// Which of two versions of an order is newer where their times do not say it: a refund that came without a new time, the second
// that a refund of this tool adds, the hour that comes twice, and a day without a time.
import type { Order } from '../../contract/order.ts';
import { formatInstant, microsOf } from '../../contract/time.ts';
import type { LedgerView } from '../../storage/ledger.ts';
import {
  beforeOf,
  isOlder,
  type KnownOrder,
  type LineFacts,
  lacksRefunds,
  type OrderFacts,
  type ReadyOrder,
} from '../../storage/order-record.ts';
import { grownRefunds, missingRefunds, refundsBeside } from './lost-refunds.ts';

/** How much a refund moves `updated_at` of its snapshot forward. */
export const STEP_MS = 1000;

/** How far apart the two readings of a local time are. */
const HOUR_MICROS = 3_600_000_000;

/** A day without a time, which is sent as its beginning, may be any time of it: how much later it may be, microseconds. */
const spareOf = ({ facts, later }: ReadyOrder): number => {
  const isDay = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)$/i.test(facts.updatedAt);
  return isDay ? 24 * HOUR_MICROS : later === undefined ? 0 : HOUR_MICROS;
};

/** `updated_at` is rounded up to a full millisecond before a step. */
const fullMs = (updatedAt: string): number => Math.ceil(microsOf(updatedAt) / 1000);

/** One step after the accepted version, so that the next snapshot of the shop is newer still; not ahead of `now` (ms). */
export function timeAfter(accepted: string, now: number): string {
  const at = fullMs(accepted);
  return formatInstant(Math.max(at, Math.min(at + STEP_MS, now)));
}

/** Whether the very same order was accepted, and replaced since: then it is older, whatever else speaks for it. */
export const wasReplaced = (order: ReadyOrder, { past }: KnownOrder): boolean =>
  past.some(({ digest }) => digest === order.digest);

/** The same, or with a later time, as of a step. */
const wasReplacedLater = (order: ReadyOrder, before: KnownOrder): boolean =>
  [order.facts.updatedAt, ...before.past.map(({ updatedAt }) => updatedAt)].some(
    (time) =>
      !isOlder(time, order.facts.updatedAt) &&
      wasReplaced(order.with({ ...order.order, updated_at: time }), before),
  );

/** An order whose local `updated_at` was there twice, and whose first reading is older than what was accepted, in the second one. */
export function inLaterReading(order: ReadyOrder, before: KnownOrder | undefined): ReadyOrder {
  const { later } = order;
  if (!before || later === undefined || !isOlder(order.facts.updatedAt, before.updatedAt)) return order;
  return wasReplaced(order, before) ? order : order.with({ ...order.order, updated_at: later });
}

/**
 * `newer`, whatever its time; `superseded`: left out with a refund that was never accepted; `by_time`: its time decides;
 * `doubtful`: it does, though a step of this tool, an hour that comes twice, or a day without a time may be why the accepted version
 * is newer.
 */
type Standing = 'newer' | 'superseded' | 'by_time' | 'doubtful';

/** An order to be compared. */
interface Later {
  readonly order: ReadyOrder;
  /** The order as the input has it. */
  readonly given: ReadyOrder;
  /** Whether it lacks a refund that was accepted. */
  readonly isLost: boolean;
}

export function standingOf(
  ledger: LedgerView,
  { order, given, isLost }: Later,
  before: KnownOrder,
): Standing {
  if (isOlder(before.updatedAt, order.facts.updatedAt)) return 'by_time';
  const refundedFrom = steppedFrom(ledger, before, given);
  const isSame = stateOf(order.facts) === stateOf(before);
  // The version of the shop that was accepted, now with the refunds that it lacked.
  const isWhole = lacksRefunds(before) && isSame && !isLost;
  if (isWhole && microsOf(order.facts.updatedAt) >= Math.min(microsOf(before.updatedAt), refundedFrom - 1))
    return 'newer';
  let standing: Standing = 'by_time';
  if (isOlder(order.facts.updatedAt, before.updatedAt)) {
    const ahead = microsOf(order.facts.updatedAt) - refundedFrom;
    if (ahead >= -1) {
      const isAgain = [given, inSequence(given, before)].some((one) => wasReplacedLater(one, before));
      // Under the time of an accepted version that it is not, it was edited; under another one only its content can tell.
      const { updatedAt } = order.facts;
      const isUnmoved = before.past.some((one) => microsOf(one.updatedAt) === microsOf(updatedAt));
      const mayBeEdited = !isAgain && (isUnmoved || (ahead > 0 && !isLost));
      const isOther = !isSame || (mayBeEdited && inSequence(order, before).content !== before.content);
      if (isOther && ahead >= 0 && !isAgain) return 'newer';
      if (isOther) standing = 'doubtful';
    }
  }
  const behind = microsOf(before.updatedAt) - microsOf(order.facts.updatedAt);
  if (behind > 0 && behind < spareOf(order) && !isSame) standing = 'doubtful';
  if (refundsBeside(order.order, before).length === 0) {
    const isMore =
      isOlder(order.facts.updatedAt, before.updatedAt) && grownRefunds(order.facts, before).length > 0;
    const isKnown = isMore && [given, order].some((one) => wasReplacedLater(one, before));
    return isMore && !isKnown ? 'superseded' : standing;
  }
  return isSame ? 'newer' : 'superseded';
}

const byIdentifier = (a: LineFacts, b: LineFacts): number => (a.identifier < b.identifier ? -1 : 1);

/** With the lines in the sequence that was accepted: rows that moved are no edit. */
function inSequence(order: ReadyOrder, { lines }: KnownOrder) {
  const at = new Map(lines.map(({ identifier }, i) => [identifier, i]));
  const rank = ({ identifier }: Order['items'][number]) => at.get(identifier) ?? lines.length;
  return order.with({ ...order.order, items: order.order.items.toSorted((a, b) => rank(a) - rank(b)) });
}

/** Status and lines as a text, without titles; a refund changes neither. */
export const stateOf = ({ status, lines }: Pick<OrderFacts, 'status' | 'lines'>): string =>
  JSON.stringify([status, [...lines].sort(byIdentifier)], (key, value) =>
    key === 'title' ? undefined : (value as unknown),
  );

/**
 * `updated_at` of the snapshot that steps of this tool were added to, microseconds since the epoch; Infinity when the accepted
 * version was sent with the time of the shop.
 */
export function steppedFrom(ledger: LedgerView, before: KnownOrder, given: ReadyOrder): number {
  const versions = [before, ...before.past];
  let from = Number.POSITIVE_INFINITY;
  let isProven: boolean | undefined;
  for (const [i, { updatedAt, run }] of versions.entries()) {
    const older = versions[i + 1];
    const start = microsOf(updatedAt) - STEP_MS * 1000;
    const isOwn = ledger.isRefund(run);
    if (!older || fullMs(older.updatedAt) * 1000 !== start) return isOwn ? start + 1 : from;
    // Two versions of the shop may be a step apart, too; and a refund may be of a snapshot that was not uploaded, and comes again.
    // Then only what is later than the older version is newer. A snapshot with just the accepted refunds is of the time after them: it
    // proves the step if the last version added one of them, and two steps in a row are none of the shop.
    const isWhole =
      before.refunds.length > 0 &&
      missingRefunds(before, given).length + refundsBeside(given.order, before).length === 0;
    isProven ??= isWhole && addsRefund(before);
    from = microsOf(older.updatedAt) + (isOwn || isProven ? 0 : 1);
    isProven ||= isWhole && !isOwn;
  }
  return from;
}

/** Whether the accepted version has a refund that the one before it lacked. */
function addsRefund(before: KnownOrder): boolean {
  const known = new Set(beforeOf(before)?.refunds.map(({ identifier }) => identifier));
  return before.previous !== null && before.refunds.some(({ identifier }) => !known.has(identifier));
}
