// When the units of a return are settled, and what that makes of the RMA: REFUNDED only when every unit is (field notes).
import { formatCents, plural } from '../../basics/units.ts';
import { overRefundedIn } from '../../contract/order-rules/refunds.ts';
import { refundsOf } from './order-lines.ts';
import { changed, isClosed, logged } from './parts.ts';
import { matchRefunds, type Settled, type Unused } from './refunds.ts';
import { named } from './refusals.ts';
import type { Book, Circumstances, Decision, Effect, LogLine, ReturnUnit, Rma } from './types.ts';

/** A snapshot of the order arrived: its refunds settle units (interface, States: RMA). */
export function settleRefunds(book: Book, { now, assume }: Circumstances): Decision {
  const { settled, unused } = matchRefunds(book, assume);
  const rmas: Rma[] = [];
  const effects: Effect[] = [];
  const log: LogLine[] = [];
  for (const rma of book.rmas) {
    const own = settled.filter((one) => one.rma === rma.identifier);
    if (own.length === 0) continue;
    const changes = changed(rma, { units: own.reduce(withRefund, rma.units) }, now);
    const after: Rma = isSettled(changes) ? { ...changes, status: 'REFUNDED' } : changes;
    rmas.push(after);
    for (const { refund, money, line, units, isNamed } of own)
      log.push(
        logged(
          rma,
          `Refund ${named(refund)} of ${money} settles ${plural(units, 'unit')} of line ${named(line)}.`,
          isNamed ? [] : ['refund_match'],
        ),
      );
    if (isClosed(after)) log.push(closedLine(after));
    effects.push({ kind: 'message', rma: after });
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

const isSettled = ({ units }: Rma): boolean => units.every(({ settled }) => settled);

const closedLine = (rma: Rma): LogLine =>
  logged(rma, 'Every unit is settled: the RMA is REFUNDED and closed.');

/**
 * The states that follow from what became of the exchange order: the changed RMA itself, and, when that settled the last of its
 * units, the RMA as REFUNDED. Both are told, so that no change is lost in the closing.
 */
export function settleOthers(rma: Rma, now: number): { states: Rma[]; log: LogLine[] } {
  const units = rma.units.map((unit) => (isSettledByItself(unit, rma) ? { ...unit, settled: true } : unit));
  const after = { ...rma, units };
  if (!isSettled(after)) return { states: [after], log: [] };
  const end = changed(after, { status: 'REFUNDED' }, now);
  return { states: [after, end], log: [closedLine(end)] };
}

/** Units for a gift card are settled by the gift-card order, those of an exchange when its order is fulfilled (field notes). */
const isSettledByItself = ({ refundType }: ReturnUnit, { exchange }: Rma): boolean =>
  refundType !== 'REFUND' && (refundType === 'UNEVEN_GC' || exchange === 'fulfilled');
