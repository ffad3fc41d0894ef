// Why an act on a return cannot be, where the life cycle is not even asked: unknown orders, RMAs and lines.
import { meantText, quote } from '../../basics/text.ts';
import { listed, named, refusal } from './parts.ts';
import type { Book, Refusal } from './types.ts';

/** `known`: some of the orders that there are, to find the one that was meant. */
export const unknownOrder = (order: string, known: readonly string[] = []): Refusal =>
  refusal('order.unknown', `The sandbox has no order ${quote(order)}.${meantText(order, known)}`);

export const orderWithoutBody = (order: string): Refusal =>
  refusal(
    'order.body',
    `This sandbox does not keep the bodies of orders, so nothing can be done with order ${quote(order)}. Start it without keepBodies: false.`,
  );

export const unknownRma = (rma: string, known: readonly string[] = []): Refusal =>
  refusal('rma.unknown', `There is no RMA ${quote(rma)}.${meantText(rma, known)}`);

export function unknownLine({ order }: Book, line: string): Refusal {
  const known = order.items.map(({ identifier }) => identifier);
  return refusal(
    'return.line',
    `Order ${named(order.identifier)} has no line ${named(line)}.${meantText(line, known)} Its lines: ${listed(known)}.`,
  );
}
