// What of an order can be returned, line by line, and why not the rest: shipped units, less those in returns and in refunds;
// tags; the return window; a cancelled order.
import { plural } from '../../basics/units.ts';
import { formatInstant } from '../../contract/time.ts';
import { msOf } from './assumptions.ts';
import { linesOf, type OrderLine } from './order-lines.ts';
import { named, refusal } from './parts.ts';
import { refundedElsewhere } from './refunds.ts';
import type { Assumed, Book, Circumstances, Refusal } from './types.ts';

/** A line of the order with the number of its units that can be returned now. */
export interface LineReturnable {
  readonly line: OrderLine;
  readonly returnable: number;
  /** Why not all shipped units can be returned; null when all can. */
  readonly reason: Refusal | null;
}

/** Every line of the order, in its order. */
export function returnableLines(
  book: Book,
  { now, assume }: Pick<Circumstances, 'now' | 'assume'>,
): LineReturnable[] {
  const elsewhere = refundedElsewhere(book);
  const ofOrder = orderRefusal(book);
  return [...linesOf(book.order).values()].map((line) => {
    const barred =
      ofOrder ?? notShipped(line) ?? tagRefusal(line) ?? windowRefusal(line, now, assume) ?? null;
    if (barred) return { line, returnable: 0, reason: barred };
    // A cancelled return has set its units free.
    const inReturns = book.rmas
      .filter(({ status }) => status !== 'CANCELED')
      .flatMap(({ units }) => units)
      .filter((unit) => unit.line === line.identifier).length;
    const refunded = elsewhere.get(line.identifier) ?? 0;
    const returnable = Math.max(0, line.shipped - inReturns - refunded);
    if (returnable === line.shipped) return { line, returnable, reason: null };
    return {
      line,
      returnable,
      reason: refusal(
        'return.units',
        `${plural(returnable, 'unit')} of line ${named(line.identifier)} can be returned: ${line.shipped} shipped, ${inReturns} in returns, ${refunded} refunded without one.`,
      ),
    };
  });
}

function orderRefusal({ order }: Book): Refusal | undefined {
  if (order.status !== 'Cancelled' && order.status !== 'Canceled') return undefined;
  return refusal(
    'return.cancelled_order',
    `Order ${named(order.identifier)} is cancelled, so nothing of it can be returned.`,
  );
}

const notShipped = ({ identifier, shipped }: OrderLine): Refusal | undefined =>
  shipped > 0
    ? undefined
    : refusal('return.not_shipped', `No unit of line ${named(identifier)} has shipped yet.`);

/** The tags of the field notes that bar a return, the code of the refusal, and what they mean. */
const TAGS: readonly (readonly [tag: string, code: string, means: string])[] = [
  ['FinalSale', 'final_sale', 'was sold for good'],
  ['gift-card', 'gift_card_items', 'is a gift card'],
  ['canceled', 'canceled_tag', 'was cancelled'],
  ['Thirdparty', 'third_party', 'was sold by a third party'],
  ['cs-required', 'cs_required', 'can be returned through customer service only'],
  ['pickup_in_store', 'pickup_in_store', 'was picked up in a store and can be returned there only'],
];

function tagRefusal({ identifier, tags }: OrderLine): Refusal | undefined {
  for (const [tag, code, means] of TAGS)
    if (tags.has(tag)) return refusal(`return.${code}`, `Line ${named(identifier)} ${means} (tag ${tag}).`);
  return undefined;
}

function windowRefusal(line: OrderLine, now: number, assume: Assumed): Refusal | undefined {
  const id = named(line.identifier);
  if (line.policyEnd !== null)
    return now <= line.policyEnd
      ? undefined
      : refusal(
          'return.window',
          `Line ${id} could be returned until ${formatInstant(line.policyEnd)} (its return_policy_end_date).`,
        );
  const window = msOf(assume.return_window);
  // Without a date the window has no start.
  if (window === undefined || line.shippedAt === null || now <= line.shippedAt + window) return undefined;
  return refusal(
    'return.window',
    `Line ${id} was shipped at ${formatInstant(line.shippedAt)}; it could be returned for ${assume.return_window} from then.`,
    ['return_window'],
  );
}
