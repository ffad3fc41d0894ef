// When the units of a return are settled, and what that makes of the RMA: REFUNDED only when every unit is (field notes).
import { formatCents, plural } from '../../basics/units.ts';
import { overRefundedIn } from '../../contract/order-rules/refunds.ts';
import type { AssumptionId } from './assumption-table.ts';
import { refundsOf } from './order-lines.ts';
import { changed, isClosed, logged, named } from './parts.ts';
import { matchRefunds, type Settled, type Unused } from './refunds.ts';
import type { Assumed, Book, Circumstances, Decision, Effect, LogLine, ReturnUnit, Rma } from './types.ts';

/** A snapshot of the order arrived: its refunds settle units (interface, States: RMA). */
export function settleRefunds(book: Book, { now, assume }: Circumstances): Decision {
  const { settled, unused } = matchRefunds(book, assume);
  const rmas: Rma[] = [];
  const effects: Effect[] = [];
  const log: LogLine[] = [];
  for (const rma of book.rmas) {
    const own = settled.filter((one) => one.rma === rma.identifier);
    if (own.length === 0) continue;
    const after = closed(changed(rma, { units: own.reduce(withRefund, rma.units) }, now), assume);
    rmas.push(after);
    for (const { refund, money, line, units, isNamed } of own)
      log.push(
        logged(
          rma,
          `Refund ${named(refund)} of ${money} settles ${plural(units, 'unit')} of line ${named(line)}.`,
          isNamed ? [] : ['refund_match'],
        ),
      );
    const isChanged = after.status !== rma.status;
    if (isChanged) log.push(statusLine(after));
    if (isChanged || assume.refund_message === 'each') effects.push({ kind: 'message', rma: after });
  }
  log.push(...unused.map(unusedLine), ...overLines(book));
  return { rmas, effects, log };
}

/** In the time line of the RMA that the last refund names. */
function overLines({ order }: Book): LogLine[] {
  const over = overRefundedIn(order);
  if (!over) return [];
  const money = (cents: number) => formatCents(cents, order.currency);
  const parts = over.lines.map(
    ({ line, refunded, most }) =>
      `${plural(refunded, 'unit')} of line ${named(line)}, of which ${most} were shipped or cancelled`,
  );
  if (over.money)
    parts.push(`${money(over.money.refunded_cents)} in all, where ${money(over.money.most_cents)} was paid`);
  const text = `Too much is refunded: ${parts.join('; ')}.`;
  return [{ text, rma: refundsOf(order).at(-1)?.rma ?? null, assumed: ['over_refunded'] }];
}

/** A refund that settles nothing in an RMA is worth a line: it may be a mistake. */
const unusedLine = ({ refund, rma, line, units, why }: Unused): LogLine => {
  const of = line === null ? '' : ` with ${plural(units, 'unit')} of line ${named(line)}`;
  return { text: `Refund ${named(refund)} names ${named(rma)}${of}: ${why}.`, rma, assumed: [] };
};

function withRefund(units: readonly ReturnUnit[], { refund, line, units: count }: Settled): ReturnUnit[] {
  let left = count;
  return units.map((unit) => {
    if (left === 0 || unit.line !== line || unit.refundType !== 'REFUND' || unit.settled) return unit;
    left--;
    return { ...unit, settled: true, refund };
  });
}

/** With a refund the RMA is REFUNDED when nothing is missing. */
const closed = (rma: Rma, assume: Assumed): Rma => {
  if (isSettled(rma)) return { ...rma, status: 'REFUNDED' };
  const isPartial = rma.status === 'CREATED' && assume.partial_refund === 'at_refund';
  return isPartial ? { ...rma, status: 'PARTIAL_REFUND' } : rma;
};

const isSettled = ({ units }: Rma): boolean => units.every(({ settled }) => settled);

function statusLine(rma: Rma): LogLine {
  if (rma.status === 'REFUNDED')
    return logged(rma, 'Every unit is settled: the RMA is REFUNDED and closed.', settledBy(rma));
  return logged(rma, `The RMA is ${rma.status}: refunds are missing.`, ['partial_refund']);
}

function settledBy({ units }: Rma): AssumptionId[] {
  const types = new Set(units.map(({ refundType }) => refundType));
  return [
    ...(types.has('EVEN_EXCHANGE') || types.has('UNEVEN_EXCHANGE') ? (['exchange_settled_by'] as const) : []),
    ...(types.has('UNEVEN_GC') ? (['gift_card_settled_by'] as const) : []),
  ];
}

/**
 * The states that follow from a change that is no refund: the changed RMA itself, and, when the change settled the last of
 * its units, the RMA as REFUNDED. Both are told, so that no change is lost in the closing.
 */
export function settleOthers(rma: Rma, assume: Assumed, now: number): { states: Rma[]; log: LogLine[] } {
  const units = rma.units.map((unit) =>
    !unit.settled && isSettledByItself(unit, rma, assume) ? { ...unit, settled: true } : unit,
  );
  const after = { ...rma, units };
  if (isClosed(after) || !isSettled(after)) return { states: [after], log: [] };
  const end = changed(after, { status: 'REFUNDED' }, now);
  return { states: [after, end], log: [statusLine(end)] };
}

const SCANNED: ReadonlySet<string | null> = new Set(['ACCEPTED', 'TRANSIT', 'DELIVERED']);

/** Units of an exchange are settled by the exchange order, units for a gift card by the gift-card order (field notes). */
function isSettledByItself(unit: ReturnUnit, { exchange, method }: Rma, assume: Assumed): boolean {
  const isPlaced = exchange === 'placed' || exchange === 'fulfilled';
  if (unit.refundType === 'REFUND' || !isPlaced) return false;
  if (unit.refundType === 'UNEVEN_GC')
    return (
      assume.gift_card_settled_by === 'placed' ||
      method === 'customer-keep' ||
      unit.receiving === 'RECEIVED' ||
      SCANNED.has(unit.packageStatus)
    );
  return exchange === 'fulfilled' || assume.exchange_settled_by === 'placed';
}
