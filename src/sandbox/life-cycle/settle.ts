// When the units of a return are settled, and what that makes of the RMA: REFUNDED only when every unit is (field notes).
import { formatCents, plural } from '../../basics/units.ts';
import { overRefundedIn } from '../../contract/order-rules/refunds.ts';
import { shippedTaken } from '../../contract/refund-amount.ts';
import type { AssumptionId } from './assumption-table.ts';
import { linesOf, type OrderRefund, refundsOf } from './order-lines.ts';
import { changed, isClosed, logged, named } from './parts.ts';
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

// Which units of returns the refunds of a snapshot belong to, and which of their units no return has (interface, Refund object;
// States: RMA).

/** Units of one line that a refund settles in one RMA. */
export interface Settled {
  readonly rma: string;
  readonly refund: string;
  /** Amount of the whole refund. */
  readonly money: string;
  readonly line: string;
  readonly units: number;
  /** The refund names the RMA. */
  readonly isNamed: boolean;
}

/** What a refund cannot settle. */
interface Unused {
  readonly refund: string;
  /** The RMA that it names. */
  readonly rma: string;
  /** Null when the RMA itself is not there. */
  readonly line: string | null;
  readonly units: number;
  readonly why: string;
}

/** The refunds that count; those with the tag ignore_refund do not (field notes). */
const countedRefunds = ({ order }: Book): OrderRefund[] =>
  refundsOf(order).filter(({ tags }) => !tags.has('ignore_refund'));

/**
 * What the refunds of the snapshot settle that was not settled before. A refund that names an RMA belongs to it; one that
 * names none, to cancelled units first, then to the oldest open RMA with units of its lines. A refund from before an RMA was created never settles it by
 * its lines.
 */
function matchRefunds(book: Book, assume: Assumed): { settled: Settled[]; unused: Unused[] } {
  const settled: Settled[] = [];
  const unused: Unused[] = [];
  if (book.rmas.length === 0) return { settled, unused };
  const taken = new Map<string, number>();
  const give = (rma: Rma, { identifier, money, rma: named }: OrderRefund, line: string, most: number) => {
    const key = JSON.stringify([rma.identifier, line]);
    const before = taken.get(key) ?? 0;
    const units = Math.min(most, waiting(rma, line) - before);
    if (units <= 0) return 0;
    taken.set(key, before + units);
    settled.push({ rma: rma.identifier, refund: identifier, money, line, units, isNamed: named !== null });
    return units;
  };
  const refunds = countedRefunds(book);
  const open = book.rmas.filter((rma) => !isClosed(rma));
  for (const refund of refunds) {
    if (refund.rma === null) continue;
    const rma = book.rmas.find(({ identifier }) => identifier === refund.rma);
    const names = { refund: refund.identifier, rma: refund.rma };
    if (!rma) {
      unused.push({ ...names, line: null, units: 0, why: 'the order has no such RMA' });
      continue;
    }
    for (const [line, all] of refund.units) {
      const left = all - usedOf(book, refund, line);
      const units = left - (isClosed(rma) ? 0 : give(rma, refund, line, left));
      if (units <= 0) continue;
      const why = isClosed(rma) ? `the RMA is ${rma.status}` : 'no such units of the RMA wait for a refund';
      unused.push({ ...names, line, units, why });
    }
    if (refund.units.size > 0 || isClosed(rma)) continue;
    if (assume.refund_without_lines === 'nothing')
      unused.push({
        ...names,
        line: null,
        units: 0,
        why: 'it has no refund_line_items, so it settles nothing',
      });
    else
      for (const line of new Set(rma.units.map((unit) => unit.line)))
        give(rma, refund, line, rma.units.length);
  }
  if (assume.refund_match !== 'lines') return { settled, unused };
  const lines = linesOf(book.order);
  for (const [line, free] of beyondReturns(book, refunds)) {
    let canceled = lines.get(line)?.canceled ?? 0;
    // Earlier ones cannot settle an RMA, so the cancelled units take them first.
    const rank = ({ refund }: FreeUnits) =>
      refund.rma !== null ? 0 : open.some((rma) => isEarlier(rma, refund)) ? 1 : 2;
    for (const { refund, units } of free.sort((a, b) => rank(a) - rank(b))) {
      const ofCanceled = Math.min(canceled, units);
      canceled -= ofCanceled;
      if (refund.rma !== null) continue;
      let left = units - ofCanceled;
      for (const rma of open.filter((one) => !isEarlier(one, refund))) {
        if (left > 0) left -= give(rma, refund, line, left);
      }
    }
  }
  return { settled, unused };
}

const isEarlier = ({ earlierRefunds }: Rma, { identifier }: OrderRefund): boolean =>
  earlierRefunds?.includes(identifier) === true;

/** Units of each line that refunds took from the shipped ones beyond those of returns: they cannot be returned any more. */
export function refundedElsewhere(book: Book): Map<string, number> {
  const lines = linesOf(book.order);
  return new Map(
    [...beyondReturns(book, countedRefunds(book))].map(([id, free]) => {
      const all = free.reduce((sum, { units }) => sum + units, 0);
      return [id, shippedTaken(lines.get(id) ?? { shipped: 0, canceled: 0 }, all)];
    }),
  );
}

interface FreeUnits {
  readonly refund: OrderRefund;
  readonly units: number;
}

/** Units that refunds hold beyond those of returns, by line. */
function beyondReturns(book: Book, refunds: readonly OrderRefund[]): Map<string, FreeUnits[]> {
  const free = new Map<string, FreeUnits[]>();
  // All refunds that name an RMA hold together no more units of it than it has.
  const room = new Map<string, number>();
  for (const refund of refunds) {
    const rma = book.rmas.find(
      ({ identifier, status }) => identifier === refund.rma && status !== 'CANCELED',
    );
    for (const [line, units] of refund.units) {
      let own = usedOf(book, refund, line);
      if (rma) {
        const key = JSON.stringify([rma.identifier, line]);
        const left = room.get(key) ?? rma.units.filter((unit) => unit.line === line).length;
        own = Math.max(own, Math.min(units, left));
        room.set(key, left - own);
      }
      if (units > own) free.set(line, [...(free.get(line) ?? []), { refund, units: units - own }]);
    }
  }
  return free;
}

/** Units of a line that wait for a refund. */
const waiting = (rma: Rma, line: string): number =>
  rma.units.filter((unit) => unit.line === line && unit.refundType === 'REFUND' && !unit.settled).length;

/** Units of a line that the refund has settled before. */
const usedOf = ({ rmas }: Book, { identifier }: OrderRefund, line: string): number =>
  rmas.reduce(
    (sum, { units }) => sum + units.filter((unit) => unit.refund === identifier && unit.line === line).length,
    0,
  );
