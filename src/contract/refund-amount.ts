// What returned units are worth by their order, in cents: the total for everything, price, tax and discount for a part.

/** What is needed of an order line; orders and the ledger's records both have it. */
export interface LinePaid {
  readonly identifier: string;
  readonly ordered: number;
  readonly shipped: number;
  readonly canceled: number;
  readonly unitPriceCents: number;
  readonly taxCents: number;
  readonly discountCents: number;
}

/** A refund that the order has already. */
export interface RefundPaid {
  readonly amountCents: number;
  readonly lines: readonly { readonly line: string; readonly units: number }[];
  readonly rma: string | null;
}

export interface OrderPaid {
  readonly totalCents: number;
  readonly lines: readonly LinePaid[];
  readonly refunds: readonly RefundPaid[];
}

export interface ReturnAmount {
  readonly cents: number;
  /**
   * `full`: the whole order at once. `last_part`: the rest of an order that one RMA returns whole, so that its refunds are
   * the total together. `part`: any other units.
   */
  readonly kind: 'full' | 'last_part' | 'part';
}

/** Units by line identifier. */
type Units = ReadonlyMap<string, number>;

/**
 * "For a full refund equals the order-level total_amount_cents" (interface, Refund object): shipping is in it. A part
 * follows its units. However the total is made up, all refunds together are never more than it.
 */
export function returnAmount(order: OrderPaid, units: Units, rma: string | null): ReturnAmount {
  const before = unitsRefunded(order.refunds);
  const isWhole = order.lines.every(
    ({ identifier, shipped }) => (before.get(identifier) ?? 0) + (units.get(identifier) ?? 0) === shipped,
  );
  const isAll = isWhole && isNothingElsePaid(order);
  const paidBack = order.refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
  const left = Math.max(0, order.totalCents - paidBack);
  if (isAll && order.refunds.length === 0) return { kind: 'full', cents: left };
  const goods = goodsCents(order, sumOf(before, units)) - goodsCents(order, before);
  const isLast = isAll && rma !== null && order.refunds.every((refund) => refund.rma === rma);
  // Shipping: how the parcels of a return travel does not change what the return of everything is worth.
  const rest = isLast ? order.totalCents - goodsCents(order, shippedUnits(order)) : 0;
  return { kind: isLast ? 'last_part' : 'part', cents: Math.min(left, Math.max(0, goods + rest)) };
}

/** Units of each line that refunds hold. */
export function unitsRefunded(refunds: readonly Pick<RefundPaid, 'lines'>[]): Map<string, number> {
  const refunded = new Map<string, number>();
  for (const { lines } of refunds)
    for (const { line, units } of lines) refunded.set(line, (refunded.get(line) ?? 0) + units);
  return refunded;
}

/**
 * Cents of some units of a line: unit price, and the share of the line's tax less the share of its discount. Shares are
 * cumulative, so that the refunds of all units together are the line's amounts to the cent.
 */
export function lineCents(line: LinePaid, before: number, units: number): number {
  const share = (cents: number) => {
    if (line.shipped === 0) return 0;
    const upTo = (count: number) => Math.floor((cents * count) / line.shipped);
    return upTo(before + units) - upTo(before);
  };
  return line.unitPriceCents * units + share(line.taxCents) - share(line.discountCents);
}

/**
 * Cents of units counted from the first. Where the total is less than the lines say (the price holds the tax, a discount
 * stands at the order only), each unit has its proportion of the total: otherwise the first parts would get too much.
 */
function goodsCents(order: OrderPaid, units: Units): number {
  const sum = (counted: Units) =>
    order.lines.reduce((cents, line) => cents + lineCents(line, 0, counted.get(line.identifier) ?? 0), 0);
  const [cents, all] = [sum(units), sum(shippedUnits(order))];
  if (order.totalCents >= all || all <= 0) return cents;
  return Number((BigInt(order.totalCents) * BigInt(cents)) / BigInt(all));
}

/** No unit is still to be shipped, and the total does not hold the price of cancelled ones. */
function isNothingElsePaid({ lines, totalCents }: OrderPaid): boolean {
  if (lines.some(({ ordered, shipped, canceled }) => shipped + canceled < ordered)) return false;
  const canceled = lines.reduce((cents, line) => cents + line.unitPriceCents * line.canceled, 0);
  const shipped = lines.reduce((cents, l) => cents + l.unitPriceCents * l.shipped - l.discountCents, 0);
  return canceled === 0 || totalCents < shipped + canceled;
}

const shippedUnits = ({ lines }: OrderPaid): Units =>
  new Map(lines.map(({ identifier, shipped }) => [identifier, shipped]));

function sumOf(some: Units, more: Units): Map<string, number> {
  const sum = new Map(some);
  for (const [line, units] of more) sum.set(line, (sum.get(line) ?? 0) + units);
  return sum;
}
