// The refund amount of returned units by their order, in cents: the total for a full return; price, tax and discount for a part.
import { isObject } from '../basics/json.ts';

/** The fields of an order line that are needed; orders and ledger records both have them. */
export interface LinePaid {
  readonly identifier: string;
  readonly ordered: number;
  readonly shipped: number;
  readonly canceled: number;
  readonly unitPriceCents: number;
  readonly taxCents: number;
  readonly discountCents: number;
}

/** A refund that the order already has. */
export interface RefundPaid {
  readonly amountCents: number;
  readonly lines: readonly { readonly line: string; readonly units: number }[];
  readonly rma: string | null;
}

export interface OrderPaid {
  readonly totalCents: number;
  /** What the total counts of the shipping, with its tax; absent where it was not kept. */
  readonly shippingCents?: number | undefined;
  readonly lines: readonly LinePaid[];
  readonly refunds: readonly RefundPaid[];
}

interface ReturnAmount {
  readonly cents: number;
  /**
   * `full`: the whole order at once. `last_part`: what completes the return of an order, with its shipping where that is
   * agreed. `part`: any other units.
   */
  readonly kind: 'full' | 'last_part' | 'part';
  /** What the units are worth, cents: more than `cents` where earlier refunds leave less of the order. */
  readonly worth: number;
}

/** Which refund of an order that comes back in several has its shipping: only one of the whole order, the last, the first, none. */
export const SHIPPING_REFUNDS = ['single', 'last', 'first', 'never'] as const;
export type ShippingRefund = (typeof SHIPPING_REFUNDS)[number];

/** Units by line identifier. */
type Units = ReadonlyMap<string, number>;

/**
 * "For a full refund equals the order-level total_amount_cents" (interface, Refund object): shipping is included. The amount
 * of a part follows its units. All refunds together never exceed the total and what was paid beside it for cancelled units.
 */
export function returnAmount(
  order: OrderPaid,
  units: Units,
  rma: string | null,
  shipping: ShippingRefund = 'single',
): ReturnAmount {
  const refund = { amountCents: 0, rma, lines: [...units].map(([line, count]) => ({ line, units: count })) };
  const after = { ...order, refunds: [...order.refunds, refund] };
  const taken = shippedRefunded(after);
  const isWhole = order.lines.every(({ identifier, shipped }) => taken.get(identifier) === shipped);
  const isAll = isWhole && isNothingElsePaid(order);
  const paidBack = order.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const left = Math.max(0, order.totalCents + canceledCents(after) - paidBack);
  const earlier = withoutCanceled(order);
  const isFirst = earlier.every(({ lines, amountCents }) => lines.length === 0 && amountCents === 0);
  if (isAll && isFirst && shipping !== 'never') {
    const all = order.totalCents + canceledCents(after) - canceledCents(order);
    return { kind: 'full', cents: Math.min(left, all), worth: all };
  }
  const shares =
    goodsCents(order, unitsRefunded(after.refunds)) - goodsCents(order, unitsRefunded(order.refunds));
  const goods = shares - roundedAbove(order, unitsRefunded(after.refunds));
  const isLast = isAll && shipping === 'last';
  const hasShipping = isLast || (shipping === 'first' && isFirst);
  const rest = hasShipping ? order.totalCents - goodsCents(order, shippedUnits(order)) : 0;
  const worth = Math.max(0, goods + rest);
  return { kind: isLast ? 'last_part' : 'part', cents: Math.min(left, worth), worth };
}

/**
 * Cents that earlier refunds gave above the share of their units, at most a cent a unit: another program rounds otherwise. Only of
 * refunds whose lines have no units left once `refunded` are: the last unit of a line takes what is left of it.
 */
function roundedAbove(order: OrderPaid, refunded: Units): number {
  const ends = (counted: Units, { lines }: RefundPaid) =>
    lines.every(({ line: id }) => {
      const line = order.lines.find(({ identifier }) => identifier === id);
      return line?.canceled === 0 && counted.get(id) === line.shipped;
    });
  const before = unitsRefunded(order.refunds);
  let cents = 0;
  for (const [i, refund] of order.refunds.entries()) {
    if (!ends(refunded, refund) || ends(before, refund)) continue;
    const [was, is] = [i, i + 1].map((n) => goodsCents(order, unitsRefunded(order.refunds.slice(0, n))));
    const above = refund.amountCents - (is! - was!);
    const units = refund.lines.reduce((sum, line) => sum + line.units, 0);
    if (Math.abs(above) <= units) cents += above;
  }
  return cents;
}

/**
 * Units that refunds took from the shipped ones of a line. Those that name no RMA take its cancelled units first, those that
 * name one (`named`) its shipped units.
 */
export const shippedTaken = (
  { shipped, canceled }: Pick<LinePaid, 'shipped' | 'canceled'>,
  unnamed: number,
  named = 0,
): number => Math.min(shipped, named + Math.max(0, unnamed - canceled));

/** The same for each line of an order. */
export function shippedRefunded({
  lines,
  refunds,
}: Pick<OrderPaid, 'lines' | 'refunds'>): Map<string, number> {
  const unnamed = unitsRefunded(refunds.filter(({ rma }) => !rma));
  const named = unitsRefunded(refunds.filter(({ rma }) => rma));
  return new Map(
    lines.map((line) => {
      const { identifier: id } = line;
      return [id, shippedTaken(line, unnamed.get(id) ?? 0, named.get(id) ?? 0)];
    }),
  );
}

/** The refunds without those of cancelled units alone. */
function withoutCanceled({ lines, refunds }: OrderPaid): readonly RefundPaid[] {
  const unnamed = refunds.filter(({ rma, lines: its }) => !rma && its.length > 0);
  const taken = shippedRefunded({ lines, refunds: unnamed });
  return [...taken.values()].some((units) => units > 0)
    ? refunds
    : refunds.filter((refund) => !unnamed.includes(refund));
}

/**
 * The most that all refunds of an order together can be, cents: its total, and what was paid beside it for the cancelled units
 * that they name. Infinity for cancelled units of a line of which nothing shipped: the order does not say their tax.
 */
export function mostRefunded(order: OrderPaid): number {
  const refunded = unitsRefunded(order.refunds);
  const isUntold = order.lines.some(({ identifier, shipped }) => shipped === 0 && refunded.get(identifier));
  return isUntold ? Number.POSITIVE_INFINITY : order.totalCents + canceledCents(order);
}

/** Refunds of more than there is: of lines in units, where any is over; of the order in cents, where its money is over. */
export interface OverRefunded {
  /** `most`: shipped and cancelled units. */
  readonly lines: readonly { readonly line: string; readonly refunded: number; readonly most: number }[];
  readonly money: { readonly refunded_cents: number; readonly most_cents: number } | null;
}

/** Null where neither is over. */
export function overRefunded(order: OrderPaid): OverRefunded | null {
  const units = unitsRefunded(order.refunds);
  const lines = order.lines.flatMap(({ identifier: line, shipped, canceled }) => {
    const [refunded, most] = [units.get(line) ?? 0, shipped + canceled];
    return refunded > most ? [{ line, refunded, most }] : [];
  });
  const refunded_cents = order.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const most_cents = mostRefunded(order);
  const money = refunded_cents > most_cents ? { refunded_cents, most_cents } : null;
  return lines.length > 0 || money ? { lines, money } : null;
}

/** Number of units of each line that are in refunds. */
export function unitsRefunded(refunds: readonly Pick<RefundPaid, 'lines'>[]): Map<string, number> {
  const refunded = new Map<string, number>();
  for (const { lines } of refunds)
    for (const { line, units } of lines) refunded.set(line, (refunded.get(line) ?? 0) + units);
  return refunded;
}

/** The units of a line that refunds pay for: those without an RMA pay for cancelled units first. */
export function unitsPaid(
  refunds: readonly (Pick<RefundPaid, 'lines'> & { readonly rma: string | null })[],
  { identifier, canceled }: { readonly identifier: string; readonly canceled: number },
): number {
  const unitsOf = (isNamed: boolean) =>
    unitsRefunded(refunds.filter(({ rma }) => !rma !== isNamed)).get(identifier) ?? 0;
  return unitsOf(true) + Math.max(unitsOf(false) - canceled, 0);
}

/**
 * Cents of some units of a line: unit price, plus their share of the line's tax, minus their share of its discount. Shares
 * are cumulative, so that the refunds of all units add up to the line's amounts to the cent.
 */
export const lineCents = (line: LinePaid, before: number, units: number): number =>
  line.unitPriceCents * units +
  part(line.taxCents, before, line.shipped, units) -
  part(line.discountCents, before, line.shipped, units);

/** The n-th of `of` parts of an amount, or some from the n-th on; all parts add up to the amount. */
export function part(amount: number, n: number, of: number, parts = 1): number {
  if (of === 0) return 0;
  return Math.floor((amount * (n + parts)) / of) - Math.floor((amount * n) / of);
}

/**
 * Cents of units, counted from the first. When the total without shipping is lower than the sum of the lines (the price
 * includes tax, or a discount is given only for the order), each unit gets its proportion of it: otherwise the first parts
 * would get too much.
 */
function goodsCents(order: OrderPaid, units: Units): number {
  const sum = (counted: Units) =>
    order.lines.reduce((cents, line) => cents + lineCents(line, 0, counted.get(line.identifier) ?? 0), 0);
  const [cents, all] = [sum(units), sum(shippedUnits(order))];
  const paid = Math.max(0, order.totalCents - (order.shippingCents ?? 0));
  if (paid >= all || all <= 0) return cents;
  return Number((BigInt(paid) * BigInt(cents)) / BigInt(all));
}

/** Whether no unit is still to be shipped, and the total does not include the price of cancelled units. */
function isNothingElsePaid(order: OrderPaid): boolean {
  if (order.lines.some(({ ordered, shipped, canceled }) => shipped + canceled < ordered)) return false;
  return order.lines.every(({ canceled }) => canceled === 0) || !countsCanceled(order);
}

/** Whether the total includes the price of cancelled units. */
function countsCanceled({ lines, totalCents }: OrderPaid): boolean {
  const canceled = lines.reduce((cents, line) => cents + line.unitPriceCents * line.canceled, 0);
  const shipped = lines.reduce((cents, l) => cents + l.unitPriceCents * l.shipped - l.discountCents, 0);
  return totalCents >= shipped + canceled;
}

/** Cents of the refunded units that never shipped, where the total does not count them: they were paid beside it. */
function canceledCents(order: OrderPaid): number {
  if (countsCanceled(order)) return 0;
  const [refunded, taken] = [unitsRefunded(order.refunds), shippedRefunded(order)];
  const most = order.lines.map(
    ({ identifier: id, canceled }) =>
      [id, Math.min(taken.get(id)! + canceled, refunded.get(id) ?? 0)] as const,
  );
  return goodsCents(order, new Map(most)) - goodsCents(order, taken);
}

const shippedUnits = ({ lines }: OrderPaid): Units =>
  new Map(lines.map(({ identifier, shipped }) => [identifier, shipped]));

// The one sum of a refund: what the order gives for the returned units, less return shipping and a restocking fee where the retailer
// agreed with the service that the shopper bears them. The interface sends return_shipping_cost_cents and does not say who bears it.

export interface ReturnFees {
  /** return_shipping_cost_cents of the RMA is taken off. */
  readonly shipping: boolean;
  /** Per cent of what would be refunded: price, tax and, of a whole order, shipping. 0 to 99. */
  readonly restocking: number;
  readonly shippingRefund?: ShippingRefund;
}

/** From the agreements `return-shipping` (`retailer` or `shopper`), `restocking-fee` (`none` or `10%`) and `shipping_refund`. */
export const returnFees = (answers: ReadonlyMap<string, { readonly value: string }>): ReturnFees => ({
  shipping: answers.get('return-shipping')?.value === 'shopper',
  restocking: Number(/^(\d{1,2})%$/.exec(answers.get('restocking-fee')?.value ?? '')?.[1] ?? 0),
  shippingRefund: SHIPPING_REFUNDS.find((one) => one === answers.get('shipping_refund')?.value) ?? 'single',
});

/** What is taken off a refund, cents. */
interface Withheld {
  readonly restocking: number;
  readonly shipping: number;
}

/** Of goods that cost `cents`; half a cent of the fee is rounded up. Together never more than that. */
export function withheldOf(cents: number, shippingCents: number, fees: ReturnFees | undefined): Withheld {
  const restocking = Math.round((cents * (fees?.restocking ?? 0)) / 100);
  return { restocking, shipping: fees?.shipping ? Math.min(cents - restocking, shippingCents) : 0 };
}

export interface AgreedRefund {
  readonly byOrder: ReturnAmount;
  readonly withheld: Withheld;
  /** `byOrder` less what is withheld. */
  readonly cents: number;
}

/**
 * The refund of units of a return. The refunds of one RMA count together: the shipping is taken off once, and its fee is rounded
 * once, in however many parts the return is refunded.
 */
export function agreedRefund(
  order: OrderPaid,
  units: Units,
  { rma, shippingCents }: { readonly rma: string | null; readonly shippingCents: number },
  fees: ReturnFees | undefined,
): AgreedRefund {
  const byOrder = returnAmount(order, units, rma, fees?.shippingRefund);
  const isOwn = ({ rma: named }: { rma: string | null }) => rma !== null && named === rma;
  const own = unitsRefunded(order.refunds.filter(isOwn));
  const others = { ...order, refunds: order.refunds.filter((refund) => !isOwn(refund)) };
  const before = own.size === 0 ? 0 : returnAmount(others, own, rma, fees?.shippingRefund).cents;
  const [was, is] = [before, before + byOrder.cents].map((cents) => withheldOf(cents, shippingCents, fees));
  const withheld = { restocking: is!.restocking - was!.restocking, shipping: is!.shipping - was!.shipping };
  return { byOrder, withheld, cents: byOrder.cents - withheld.restocking - withheld.shipping };
}

/** Cents of the return shipping of an RMA message that belong to the refund of an order: the first one with a unit to refund has all. */
export function returnShippingFor(message: unknown, order: string): number {
  const { items, return_shipping_cost_cents: cost } = isObject(message) ? message : {};
  const first = Array.isArray(items)
    ? items.filter(isObject).find(({ refund_type: type }) => type === 'REFUND')
    : undefined;
  return first?.order_identifier === order && Number.isSafeInteger(cost) ? (cost as number) : 0;
}

/** `7.02 restocking-fee=10%, 4.95 return-shipping=shopper`: what is withheld and the agreement that says so. */
export const withheldText = (
  { restocking, shipping }: Withheld,
  fees: ReturnFees | undefined,
  money: (cents: number) => string,
): string[] => [
  ...(restocking === 0 ? [] : [`${money(restocking)} restocking-fee=${fees?.restocking}%`]),
  ...(shipping === 0 ? [] : [`${money(shipping)} return-shipping=shopper`]),
];

/** Says that earlier refunds leave less of the order than its units are worth; undefined where they do not. */
export const cappedText = (
  agreed: AgreedRefund | undefined,
  money: (cents: number) => string,
): string | undefined =>
  agreed && agreed.byOrder.worth > agreed.byOrder.cents
    ? `refund.capped: the units are worth ${money(agreed.byOrder.worth)}, and earlier refunds leave ${money(agreed.byOrder.cents)} of what was paid for the order`
    : undefined;
