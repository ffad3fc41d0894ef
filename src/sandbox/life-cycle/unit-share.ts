// What was paid for one unit of a line, so that all shipped units add up to the line to the cent.
import { part } from '../../contract/rma-money.ts';
import type { OrderLine } from './order-lines.ts';
import type { Book } from './types.ts';

/**
 * Cents: price + share of the tax - share of the discount of the nth shipped unit (from 0). Never negative: a discount above
 * the price is given back by no one.
 */
export const estimateOf = ({ unitPrice, tax, discount, shipped }: OrderLine, nth: number): number =>
  Math.max(0, unitPrice + part(tax, nth, shipped) - part(discount, nth, shipped));

/** The first `count` shipped units of the line, by number, that are in no return. Fewer when there are not so many. */
export function freeUnits(book: Book, line: OrderLine, count: number): number[] {
  const taken = new Set<number>();
  for (const { status, units } of book.rmas)
    if (status !== 'CANCELED')
      for (const unit of units)
        if (unit.line === line.identifier && unit.nth !== undefined) taken.add(unit.nth);
  const free: number[] = [];
  for (let nth = 0; nth < line.shipped && free.length < count; nth++) if (!taken.has(nth)) free.push(nth);
  return free;
}
