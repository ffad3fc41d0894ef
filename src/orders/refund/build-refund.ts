// Builds a refund from an order: the units, the amount in cents, and the snapshot that contains it. Pure.
import { usageFailure } from '../../basics/failure.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { meantBeside, quote } from '../../basics/text.ts';
import { formatCents } from '../../basics/units.ts';
import type { Lax, Order, OrderItem, OrderRefund } from '../../contract/order.ts';
import {
  agreedRefund,
  mostRefunded,
  type ReturnFees,
  shippedRefunded,
  unitsRefunded,
  withheldText,
} from '../../contract/refund-amount.ts';
import { orderFactsOf } from '../../storage/order-record.ts';
import { refundOf } from '../compare/lost-refunds.ts';
import type { NamedUnits } from '../compare/rma-lines.ts';
import type { RefundTimes } from './send-refund.ts';

/** Units by line identifier. */
type RefundUnits = ReadonlyMap<string, number>;

export interface RefundRequest {
  /** The units to refund; default: everything shipped and not refunded yet. */
  readonly units?: RefundUnits | undefined;
  /** Whether a person named the units: then cancelled ones may be among them. */
  readonly allowsCanceled?: boolean | undefined;
  /** Of the units that a recorded RMA names: whether some are not refunded for it yet, though others like them may be. */
  readonly isOpen?: boolean;
  readonly amountCents?: number | undefined;
  readonly rma?: string | undefined;
  /** Of the RMA, for this order; taken off where the shopper bears it. */
  readonly returnShippingCents?: number | undefined;
  /** Units that refunds of the RMA were planned for, posted or not; `units` are some of them. */
  readonly planned?: RefundUnits | undefined;
  /** Units of the RMA whose own refund came to 0, so that it was not posted. */
  readonly unpaid?: RefundUnits | undefined;
  /**
   * Unique across all refunds. Default: derived from the order, the units, the RMA and the number of equal
   * earlier refunds.
   */
  readonly identifier?: string | undefined;
}

/** `L-1=2,L-2=1`; a line without a number means one unit. @throws Failure exit 2 */
export function parseUnits(text: string): RefundUnits {
  const units = new Map<string, number>();
  for (const part of text.split(',')) {
    const m = /^\s*([^=\s][^=]*?)\s*(?:=\s*(\d{1,6}))?\s*$/.exec(part);
    const count = Number(m?.[2] ?? '1');
    if (!m || count < 1 || units.has(m[1]!))
      throw usageFailure('usage.value', `--lines does not understand ${quote(part)}`, {
        expected: 'line identifiers with units, each once: L-1=2,L-2=1',
        found: text,
        hint: 'Take the identifiers from: returns orders show ORDER_ID',
      });
    units.set(m[1]!, count);
  }
  return units;
}

/** Shipped units of each line that no refund has taken yet. */
function unitsLeft(order: Order) {
  const facts = orderFactsOf(order);
  const taken = shippedRefunded(facts);
  return new Map(facts.lines.map(({ identifier: id, shipped }) => [id, shipped - taken.get(id)!]));
}

/** Cancelled units of each line that no refund has taken yet. */
export function canceledLeft(order: Order): Map<string, number> {
  const { lines, refunds } = orderFactsOf(order);
  const [refunded, left] = [unitsRefunded(refunds), unitsLeft(order)];
  const units = ({ identifier: id, shipped, canceled }: (typeof lines)[number]) =>
    Math.max(0, shipped + canceled - left.get(id)! - (refunded.get(id) ?? 0));
  return new Map(lines.map((line) => [line.identifier, units(line)]));
}

const isWhole = (left: RefundUnits): boolean => [...left.values()].every((units) => units <= 0);

/** Checks the requested units against those left to refund. @throws Failure exit 2 */
export function unitsToRefund(
  order: Order,
  wanted: RefundUnits | undefined,
  allowsCanceled = false,
  hint = 'Correct --lines.',
): RefundUnits {
  const left = unitsLeft(order);
  const canceled = canceledLeft(order);
  const areCanceled = [...canceled.values()].some((units) => units > 0);
  const asks = areCanceled ? '. To refund units that were cancelled, name them: --lines LINE=UNITS.' : '';
  if (!wanted) {
    if (!isWhole(left)) return new Map([...left].filter(([, units]) => units > 0));
    throw usageFailure(
      'refund.nothing_left',
      `Order ${quote(order.identifier)} has no shipped unit that is not refunded yet`,
      { hint: `Look at its refunds: returns orders show ORDER_ID${asks}` },
    );
  }
  for (const [line, units] of wanted) {
    const shipped = left.get(line);
    if (shipped === undefined)
      throw usageFailure(
        'refund.line_unknown',
        `Order ${quote(order.identifier)} has no line ${quote(line)}${meantBeside(line, left.keys())}`,
        {
          expected: [...left.keys()].map(quote).join(', '),
          found: quote(line),
          hint,
        },
      );
    const most = shipped + (allowsCanceled ? canceled.get(line)! : 0);
    if (units > most)
      throw usageFailure(
        'refund.too_many',
        `Line ${quote(line)} has ${most} ${allowsCanceled ? 'shipped or cancelled' : 'shipped'} units that are not refunded yet`,
        {
          expected: `at most ${most}`,
          found: String(units),
          hint,
        },
      );
  }
  return wanted;
}

const paidBackOf = ({ refunds }: Order): number =>
  refunds.reduce((sum, refund) => sum + refund.total_refund_amount_cents, 0);

/** What the refunds of an order can be together, cents; its total where that is not said. */
export function refundableCents(order: Order): number {
  const most = mostRefunded(orderFactsOf(order));
  return Number.isFinite(most) ? most : order.total_amount_cents;
}

/**
 * The part of what can be refunded that is in no refund although every shipped unit is refunded; 0 while units are left.
 */
export const restCents = (order: Order): number =>
  isWhole(unitsLeft(order)) ? refundableCents(order) - paidBackOf(order) : 0;

/**
 * The amount of the refund, and how it was found unless it was given.
 * @throws Failure exit 2 when the refunds would exceed what was paid for the order, or when the amount is 0
 */
export function checkedRefund(
  order: Order,
  units: RefundUnits,
  { amountCents: given, rma, returnShippingCents = 0, unpaid }: RefundRequest,
  {
    minorUnits,
    fees,
  }: { readonly minorUnits?: MinorUnits | undefined; readonly fees?: ReturnFees | undefined } = {},
) {
  const money = (cents: number): string => formatCents(cents, order.currency, minorUnits);
  checkAmounts(order, units, given);
  const facts = orderFactsOf(order);
  const asked = { amountCents: 0, rma: rma ?? null, lines: linesOf(units) };
  const most = mostRefunded({ ...facts, refunds: [...facts.refunds, asked] });
  if (most === Number.POSITIVE_INFINITY && given === undefined) checkShared(order, units, money);
  const zero = unpaid ? [{ ...asked, lines: linesOf(unpaid) }] : [];
  const known = { ...facts, refunds: [...facts.refunds, ...zero] };
  const agreed =
    given === undefined
      ? agreedRefund(known, units, { rma: asked.rma, shippingCents: returnShippingCents }, fees)
      : undefined;
  const amount = given ?? agreed?.cents ?? 0;
  const paidBack = paidBackOf(order);
  const refundable = Number.isFinite(most) ? most : order.total_amount_cents;
  if (given === undefined && amount === 0)
    throw usageFailure(
      REFUND_ZERO,
      `By order ${quote(order.identifier)} the units come to ${money(0)} ${order.currency}: nothing is refunded`,
      {
        expected: 'units that were paid for, of an order that is not paid back yet',
        found: `${money(0)} (${[`total ${money(refundable)}`, `refunded ${money(paidBack)}`, ...(agreed ? withheldText(agreed.withheld, fees, money) : [])].join(', ')})`,
        hint: 'Check the order. To post the refund all the same, give --amount-cents.',
      },
    );
  if (amount > most - paidBack)
    throw usageFailure(
      'refund.amount',
      `${money(amount)} ${order.currency} is more than is left of order ${quote(order.identifier)}`,
      {
        expected: `at most ${money(refundable - paidBack)} (total ${money(refundable)}, refunded ${money(paidBack)})`,
        found: money(amount),
        hint: 'Give another --amount-cents, or check the refunds with: returns orders show ORDER_ID',
      },
    );
  return { cents: amount, ...(agreed && { agreed }) };
}

const linesOf = (units: RefundUnits) => [...units].map(([line, count]) => ({ line, units: count }));

/** Code of the failure when the amount of the refund is 0. */
export const REFUND_ZERO = 'refund.zero';

/** Tax and discount of a line are those of its shipped units, so a line without any tells nothing. @throws Failure exit 2 */
function checkShared(order: Order, units: RefundUnits, money: (cents: number) => string): void {
  const line = order.items.find(
    ({ identifier, quantity_shipped: shipped }) => units.has(identifier) && shipped === 0,
  );
  if (line === undefined) return;
  throw usageFailure(
    'refund.canceled_amount',
    `Nothing of line ${quote(line.identifier)} has shipped, so the order does not say with how much tax and discount its cancelled units were paid`,
    {
      expected: '--amount-cents N',
      hint: `Give the amount; ${money(line.unit_price_amount_cents)} is the price of one unit.`,
    },
  );
}

const LINE_AMOUNTS = ['unit_price_amount_cents', 'tax_amount_cents', 'discount_amount_cents'] as const;

/**
 * Fails when amounts are missing because a level lets that pass. @throws Failure exit 2 that names the fields
 */
function checkAmounts(order: Order, units: RefundUnits, given: number | undefined): void {
  const { total_amount_cents: total }: Lax<Order> = order;
  const missing = total === undefined ? ['total_amount_cents'] : [];
  order.items.forEach((item: Lax<OrderItem>, i) => {
    if (given === undefined && units.has(item.identifier ?? ''))
      for (const field of LINE_AMOUNTS) if (item[field] === undefined) missing.push(`items[${i}].${field}`);
  });
  if (missing.length === 0) return;
  throw usageFailure(
    'refund.amount_missing',
    `The amount cannot be computed: order ${quote(order.identifier)} lacks ${missing.join(', ')}`,
    {
      expected: 'the amounts of the order and of the lines to be refunded',
      hint: 'Complete the order in the input; nothing was sent.',
    },
  );
}

/** Refunds of the order with exactly these units, for the same RMA or for none. */
export function equalRefunds(order: Order, units: RefundUnits, rma: string | undefined) {
  const { refunds } = orderFactsOf(order);
  return order.refunds.filter((_, i) => {
    const its = unitsRefunded([refunds[i]!]);
    const isOf = refunds[i]!.rma === (rma ?? null);
    return isOf && its.size === units.size && [...units].every(([line, count]) => its.get(line) === count);
  });
}

/**
 * Finds the requested refund in the order: by identifier, otherwise by equal units and the same RMA. A
 * request without either is always a new refund, because two refunds of equal units can both be intended.
 */
export function findRefund(
  order: Order,
  { identifier, rma, units, isOpen }: RefundRequest,
): OrderRefund | undefined {
  if (identifier !== undefined) return order.refunds.find((refund) => refund.identifier === identifier);
  if (rma === undefined || isOpen) return undefined;
  const ofRma = () => order.refunds.findLast((refund) => refund.rma_identifier === rma);
  if (isOpen === false) return ofRma();
  if (units) return equalRefunds(order, units, rma).at(-1);
  return isWhole(unitsLeft(order)) ? ofRma() : undefined;
}

/** Stays the same until the refund is accepted. So a retry after a lost answer repeats the same refund. */
export function refundIdentifier(
  sha256: (text: string) => string,
  order: Order,
  units: RefundUnits,
  rma: string | undefined,
): string {
  const wish = JSON.stringify([
    order.identifier,
    [...units].sort(),
    rma ?? null,
    equalRefunds(order, units, rma).map((refund) => refund.identifier),
  ]);
  return `${order.identifier}-RF-${sha256(wish).slice(0, 10)}`;
}

export function withRefund(
  order: Order,
  units: RefundUnits,
  refund: { identifier: string; amountCents: number; rma: string | undefined },
  times: RefundTimes,
): Order {
  const { identifier } = refund;
  const lines = linesOf(units).map((line, i) => ({ identifier: `${identifier}-${i + 1}`, ...line }));
  const built = refundOf({ ...refund, rma: refund.rma ?? null, lines, createdAt: times.createdAt });
  return { ...order, updated_at: times.updatedAt, refunds: [...order.refunds, built] };
}

// The units of an RMA that are to be refunded: those that it names, less what was refunded before.

/**
 * Of the units that an RMA names, those that are not refunded yet. A refund that names no RMA counts where its line has too few
 * units left: it belongs to the RMAs of its order with the same line.
 */
function openUnits(order: Order, rma: string | undefined, named: RefundUnits): RefundUnits {
  const [own, others, left] = [refundedFor(order, rma), refundedFor(order, undefined), unitsLeft(order)];
  const open = [...named].map(([line, count]) => {
    const units = count - (own.get(line) ?? 0);
    const most = left.get(line) ?? units;
    return [line, units > most ? Math.max(most, units - (others.get(line) ?? 0)) : units] as const;
  });
  return new Map(open.filter(([, units]) => units > 0));
}

/**
 * A refund of an RMA that was recorded: with its return shipping, and, without units, of those that it names and that are not
 * refunded for it yet.
 * @throws Failure exit 2 when it names none of this order
 */
export function withUnitsOf(order: Order, wish: RefundRequest, named: NamedUnits | undefined): RefundRequest {
  const { planned, rma } = wish;
  const returnShippingCents = wish.returnShippingCents ?? named?.returnShippingCents;
  if (planned) {
    const most = (line: string, count: number) => Math.max(count, named?.units.get(line) ?? 0);
    const all = new Map([...planned].map(([line, count]) => [line, most(line, count)]));
    const open = openUnits(order, rma, all);
    const some = [...wish.units!].map(
      ([line, count]) => [line, Math.min(count, open.get(line) ?? 0)] as const,
    );
    return { ...wish, returnShippingCents, units: new Map(some.filter(([, count]) => count > 0)) };
  }
  if (!named) return wish;
  if (wish.units) return { ...wish, returnShippingCents };
  const units = openUnits(order, rma, named.units);
  if ([...named.units.values()].every((count) => count === 0))
    throw usageFailure(
      'refund.rma_lines',
      `${named.shown} names no unit of order ${quote(order.identifier)} to be refunded`,
      { hint: 'Check --rma. To refund units all the same, name them: --lines LINE=UNITS.' },
    );
  return { ...wish, returnShippingCents, units, isOpen: units.size > 0, allowsCanceled: false };
}

const refundedFor = (order: Order, rma: string | undefined) =>
  unitsRefunded(orderFactsOf(order).refunds.filter((refund) => refund.rma === (rma ?? null)));

/** What to say where a refund, with earlier ones of its RMA, takes other units than the RMA names; else empty. */
export function differenceText(
  order: Order,
  { rma }: RefundRequest,
  units: RefundUnits,
  { units: named, shown }: NamedUnits,
): string {
  const before = refundedFor(order, rma);
  const countOf = (line: string) => (units.get(line) ?? 0) + (before.get(line) ?? 0);
  if ([...units.keys(), ...named.keys()].every((line) => countOf(line) === (named.get(line) ?? 0))) return '';
  const lines = [...named].map(([line, count]) => `${quote(line)}=${count}`).join(', ') || 'no line of it';
  return `${shown} names ${lines}: the refund takes other units; the service may close the RMA with it (returns agreements: partial_refund)`;
}
