// Which units of returns the refunds of a snapshot belong to, and which of their units no return has (interface, Refund object;
// States: RMA).
import { assumed } from './assumptions.ts';
import { type OrderRefund, refundsOf } from './order-lines.ts';
import { isClosed } from './parts.ts';
import type { Assumed, Book, Rma } from './types.ts';

/** Units of one line that a refund settles in one RMA. */
export interface Settled {
  readonly rma: string;
  readonly refund: string;
  readonly line: string;
  readonly units: number;
  /** The refund names the RMA. */
  readonly isNamed: boolean;
}

/** The refunds that count; those with the tag ignore_refund do not (field notes). */
const countedRefunds = (book: Book, assume: Assumed): OrderRefund[] =>
  refundsOf(book.order).filter(
    ({ tags }) => !tags.has('ignore_refund') || assumed(assume, 'ignore_refund') === 'counted',
  );

/**
 * What the refunds of the snapshot settle that was not settled before. A refund that names an RMA belongs to it; one that
 * names none, to the oldest open RMA with units of its lines. A refund from before an RMA was created never settles it by
 * its lines.
 */
export function settledByRefunds(book: Book, assume: Assumed): Settled[] {
  const settled: Settled[] = [];
  const taken = new Map<string, number>();
  const give = (rma: Rma, refund: OrderRefund, line: string, most: number, isNamed: boolean): number => {
    const key = JSON.stringify([rma.identifier, line]);
    const units = Math.min(most, waiting(rma, line) - (taken.get(key) ?? 0));
    if (units <= 0) return 0;
    taken.set(key, (taken.get(key) ?? 0) + units);
    settled.push({ rma: rma.identifier, refund: refund.identifier, line, units, isNamed });
    return units;
  };
  const refunds = countedRefunds(book, assume);
  const open = book.rmas.filter((rma) => !isClosed(rma));
  for (const refund of refunds) {
    const rma = refund.rma === null ? undefined : open.find(({ identifier }) => identifier === refund.rma);
    if (!rma) continue;
    for (const [line, units] of refund.units)
      give(rma, refund, line, units - usedOf(book, refund, line), true);
    if (refund.units.size === 0 && assumed(assume, 'refund_without_lines') === 'whole_rma')
      for (const line of new Set(rma.units.map((unit) => unit.line)))
        give(rma, refund, line, rma.units.length, true);
  }
  if (assumed(assume, 'refund_match') !== 'lines') return settled;
  for (const refund of refunds) {
    if (refund.rma !== null) continue;
    for (const [line, units] of refund.units) {
      let left = units - usedOf(book, refund, line);
      for (const rma of open) {
        if (left <= 0) break;
        if (!rma.earlierRefunds?.includes(refund.identifier)) left -= give(rma, refund, line, left, false);
      }
    }
  }
  return settled;
}

/** Units of a line that refunds have given back beyond those of returns: they cannot be returned any more. */
export function refundedElsewhere(book: Book, assume: Assumed): Map<string, number> {
  const elsewhere = new Map<string, number>();
  // All refunds that name an RMA hold together no more units of it than it has.
  const room = new Map<string, number>();
  for (const refund of countedRefunds(book, assume)) {
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
      if (units > own) elsewhere.set(line, (elsewhere.get(line) ?? 0) + units - own);
    }
  }
  return elsewhere;
}

/** Identifiers of the refunds that the order has now. */
export const refundIds = (book: Book): string[] => refundsOf(book.order).map(({ identifier }) => identifier);

/** Units of a line that wait for a refund. */
const waiting = (rma: Rma, line: string): number =>
  rma.units.filter((unit) => unit.line === line && unit.refundType === 'REFUND' && !unit.settled).length;

/** Units of a line that the refund has settled before. */
const usedOf = (book: Book, { identifier }: OrderRefund, line: string): number =>
  book.rmas.reduce(
    (sum, { units }) => sum + units.filter((unit) => unit.refund === identifier && unit.line === line).length,
    0,
  );
