// The shopper confirms a return: checks what is wished against what can be returned, and makes the RMA with one unit each.
import { plural } from '../../basics/units.ts';
import { part } from '../../contract/refund-amount.ts';
import { MAX_UNITS } from '../../contract/rma-rules/fields.ts';
import { formatInstant } from '../../contract/time.ts';
import { msOf } from './assumptions.ts';
import { linesOf, type OrderLine, refundsOf } from './order-lines.ts';
import { labelLater, listed, logged, named, outcome, refusal, refuse, unknownLine } from './parts.ts';
import { refundedElsewhere } from './settle.ts';
import {
  type Assumed,
  type Book,
  type ChosenVariant,
  type Circumstances,
  type Command,
  type Decision,
  METHODS,
  type RefundType,
  type Refusal,
  type ReturnMethod,
  type ReturnUnit,
  type Rma,
  type WantedLine,
} from './types.ts';

type Request = Extract<Command, { kind: 'return' }>;

export function createReturn(book: Book, request: Request, circumstances: Circumstances): Decision {
  const { now, newRma, assume } = circumstances;
  const lines = new Map(returnableLines(book, circumstances).map((entry) => [entry.line.identifier, entry]));
  const refused = requestRefusal(request) ?? linesRefusal(book, request.lines, lines);
  if (refused) return { refused: { ...refused, message: `${refused.message} ${possible(lines.values())}` } };
  const asks = request.lines.some(({ settle }) => settle !== 'refund');
  // A repeat gets the same answer (field notes).
  const isOne = assume.exchange_per_order === 'one';
  if (asks && isOne && book.rmas.some(({ exchange }) => exchange !== 'none' && exchange !== 'failed'))
    return refuse(
      'return.exchange_again',
      `Order ${named(book.order.identifier)} has an exchange order already, and can have one only.`,
      ['exchange_per_order'],
    );
  const rma: Rma = {
    identifier: newRma,
    order: book.order.identifier,
    status: asks && assume.exchange_status === 'PENDING_EXCHANGE' ? 'PENDING_EXCHANGE' : 'CREATED',
    method: request.method,
    createdAt: now,
    updatedAt: now,
    units: unitsOf(book, request, lines, assume),
    returnShippingCents: shippingCents(book, request.method, assume),
    giftee: request.giftee?.trim() || null,
    exchange: asks ? 'asked' : 'none',
    exchangeOrder: null,
    chosen: chosenOf(request.lines),
    ...(book.original !== undefined && { original: book.original }),
    earlierRefunds: refundsOf(book.order).map(({ identifier }) => identifier),
  };
  // What it rests on, besides what somebody switched.
  const text = `The shopper returns ${plural(rma.units.length, 'unit')} by ${rma.method}: the RMA is ${rma.status}.`;
  return outcome(
    [rma],
    [logged(rma, text, ['return_window', ...(rma.method === 'mail-back' ? (['label_delay'] as const) : [])])],
    asks ? [{ kind: 'exchange-order', rma }] : labelLater(rma, assume),
  );
}

/** Of units for which the shopper gave none. */
const DEFAULT_REASON = 'Changed my mind';

/** What can be returned instead. */
function possible(lines: Iterable<LineReturnable>): string {
  const open = [...lines].filter(({ returnable }) => returnable > 0);
  const list = open.map(
    ({ line, returnable }) => `${plural(returnable, 'unit')} of ${named(line.identifier)}`,
  );
  return list.length === 0 ? 'Nothing of this order can be returned now.' : `Possible now: ${listed(list)}.`;
}

function requestRefusal({ lines, method }: Request): Refusal | undefined {
  if (!METHODS.includes(method))
    return refusal(
      'return.method',
      `There is no return method ${named(method)}; there are ${METHODS.join(', ')}.`,
    );
  if (lines.length === 0) return refusal('return.empty', 'Nothing is chosen to be returned.');
  return undefined;
}

function linesRefusal(
  book: Book,
  wanted: readonly WantedLine[],
  lines: ReadonlyMap<string, LineReturnable>,
): Refusal | undefined {
  const sums = new Map<string, number>();
  let all = 0;
  for (const { line, units } of wanted) {
    const entry = lines.get(line);
    if (!entry) return unknownLine(book, line);
    if (!Number.isSafeInteger(units) || units < 1)
      return refusal('return.number', `The units of line ${named(line)} must be a number from 1.`);
    const sum = (sums.get(line) ?? 0) + units;
    sums.set(line, sum);
    all += units;
    const { returnable, reason } = entry;
    if (sum > returnable) {
      const most = `At most ${plural(returnable, 'unit')} of line ${named(line)} can be returned, ${sum} wanted.`;
      return reason ?? refusal('return.units', most);
    }
  }
  if (all > MAX_UNITS) return refusal('return.size', `An RMA has at most ${MAX_UNITS} units, ${all} wanted.`);
  return undefined;
}

function unitsOf(
  book: Book,
  { lines: wanted, method }: Request,
  lines: ReadonlyMap<string, LineReturnable>,
  assume: Assumed,
): ReturnUnit[] {
  const isReceiving = assume.warehouse === 'on' && method !== 'customer-keep';
  const free = new Map<string, number[]>();
  return wanted.flatMap(({ line: id, units, reason, settle }) => {
    const { line, returnable } = lines.get(id)!;
    const left = free.get(id) ?? freeUnits(book, line, returnable);
    free.set(id, left);
    return left.splice(0, units).map(
      (nth): ReturnUnit => ({
        line: id,
        sku: line.sku,
        title: line.title,
        reason: reason.trim() === '' ? DEFAULT_REASON : reason,
        refundType: refundTypeOf(line, settle),
        exchangeSku: typeof settle === 'object' ? settle.exchange.sku : null,
        tracking: null,
        packageStatus: null,
        receiving: isReceiving ? 'PENDING' : null,
        estimatedCents: estimateOf(line, nth),
        settled: false,
        nth,
      }),
    );
  });
}

/** Even when the prices are equal. */
function refundTypeOf({ unitPrice }: OrderLine, settle: WantedLine['settle']): RefundType {
  if (settle === 'refund') return 'REFUND';
  if (settle === 'gift_card') return 'UNEVEN_GC';
  return settle.exchange.unitPriceCents === unitPrice ? 'EVEN_EXCHANGE' : 'UNEVEN_EXCHANGE';
}

function chosenOf(wanted: readonly WantedLine[]): ChosenVariant[] {
  const chosen = new Map<string, ChosenVariant>();
  for (const { settle } of wanted)
    if (typeof settle === 'object' && !chosen.has(settle.exchange.sku))
      chosen.set(settle.exchange.sku, settle.exchange);
  return [...chosen.values()];
}

function shippingCents({ order }: Book, method: ReturnMethod, assume: Assumed): number {
  const tags: readonly unknown[] = Array.isArray(order.tags) ? order.tags : [];
  return tags.includes('ShippingRateOverride') || method === 'customer-keep'
    ? 0
    : Number(assume.return_shipping_cents);
}

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

// What of an order can be returned, line by line, and why not the rest: shipped units, less those in returns and in refunds;
// tags; the return window; a cancelled order.

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
