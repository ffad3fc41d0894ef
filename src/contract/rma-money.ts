// The value of an RMA's units by their orders, compared with the service's estimates and the known refunds.
import { isObject } from '../basics/json.ts';
import {
  type AgreedRefund,
  agreedRefund,
  part,
  type ReturnFees,
  returnShippingFor,
  shippedRefunded,
} from './refund-amount.ts';
import { MAX_UNITS } from './rma-rules/fields.ts';
import { rmaOf } from './rma-rules/history.ts';
import { type FactsOf, isFor, type LineKnown, type OrderKnown } from './rma-rules/known-orders.ts';
import { unitOf } from './rma-units.ts';

/** In the form of the document that `calls show --money --json` prints; besides, the currency and the fees. */
export type RmaMoney = ReturnType<typeof explainMoney>;
export type UnitMoney = RmaMoney['units'][number];
export type OrderMoney = RmaMoney['orders'][number];

/** Accepts any value; units beyond the limit of checked units are left out. */
export function explainMoney(message: unknown, factsOf: FactsOf, fees?: ReturnFees) {
  const rma = isObject(message) ? message : {};
  const all: readonly unknown[] = Array.isArray(rma.items) ? rma.items : [];
  const items = all.slice(0, MAX_UNITS);
  const cost = rma.return_shipping_cost_cents;
  const shipping = Number.isSafeInteger(cost) ? (cost as number) : null;
  const orders = new Map<string, OrderInRma>();
  const nth = new Map<LineKnown, number>();
  const units = items.flatMap((item, index) => {
    if (!isObject(item)) return [];
    const { order, line: id, sku, estimated, provider, shopper, refundType } = unitOf(item);
    const entry = orders.get(order) ?? { known: factsOf(order), lines: new Set(), units: new Map() };
    orders.set(order, entry);
    const line = entry.known?.lines.find(({ identifier }) => identifier === id);
    if (refundType === 'REFUND') entry.units.set(id, (entry.units.get(id) ?? 0) + 1);
    let share: UnitShare = NO_SHARE;
    if (line) {
      const n = nth.get(line) ?? 0;
      nth.set(line, n + 1);
      entry.lines.add(line);
      share = shareOf(line, n, part(shipping ?? 0, index, items.length));
    }
    const { follows, difference } = compared(estimated, share, line);
    const unit = {
      path: `items[${index}]`,
      ...{ order, line: id, sku, refund_type: refundType, follows },
      estimated_cents: estimated,
      provider_cents: provider,
      shopper_cents: shopper,
      ...share,
      /** Estimate minus goods; null when one of them is not known. */
      difference_cents: difference,
    };
    return [unit];
  });
  const name = rmaOf(message);
  const shown = [...orders].map(([order, entry]) => ({
    ...{ order, known: entry.known !== undefined },
    ...worth(entry, name ?? null, returnShippingFor(message, order), fees),
    /** Refunds that name this RMA, and refunds that name no RMA but contain one of its lines. */
    refunds: (entry.known?.refunds ?? [])
      .filter((refund) => [...entry.lines].some((line) => isFor(refund, name, line)))
      .map(({ identifier, amountCents, lines, rma: of }) => ({
        ...{ identifier, amount_cents: amountCents, lines, rma_identifier: of },
      })),
  }));
  const own = shown.flatMap(({ refunds }) => refunds).filter((refund) => refund.rma_identifier === name);
  return {
    /** Of the first order that is known. */
    currency: [...orders.values()].find(({ known }) => known)?.known?.currency,
    fees,
    units,
    return_shipping_cents: shipping,
    /** Sums over all units; null when a unit lacks the amount. */
    estimated_cents: sumOf(units.map((unit) => unit.estimated_cents)),
    goods_cents: sumOf(units.map((unit) => unit.goods_cents)),
    /** By the orders; null when one of them lacks the data. */
    by_order_cents: sumOf(shown.map((order) => order.by_order_cents)),
    /** The same less what is withheld by agreement: what is to be refunded. */
    to_refund_cents: sumOf(shown.map((order) => order.to_refund_cents)),
    /** Refunds that name this RMA. */
    refunded_cents: own.reduce((sum, refund) => sum + refund.amount_cents, 0),
    /** True when the money is refunded to a gift card. */
    gift_refund_only: rma.gift_refund_only === true,
    orders: shown,
  };
}

interface OrderInRma {
  readonly known: OrderKnown | undefined;
  readonly lines: Set<LineKnown>;
  /** Units of refund_type REFUND by line. */
  readonly units: Map<string, number>;
}

/** The amount as if this RMA had no refund yet and all its units were returned at once; null when the order lacks the data. */
function worth(
  { known, units }: OrderInRma,
  rma: string | null,
  shippingCents: number,
  fees: ReturnFees | undefined,
) {
  if (!known) return orderWorth(null, null, 0);
  const { totalCents, shippingCents: shippingPaid, lines } = known;
  const refunds = known.refunds.filter((refund) => rma === null || refund.rma !== rma);
  const refunded = shippedRefunded({ lines, refunds });
  const left = new Map<string, number>();
  let otherwise = 0;
  for (const [id, count] of units) {
    const line = lines.find(({ identifier }) => identifier === id);
    if (!line || count > line.shipped) return orderWorth(totalCents, null, 0);
    const most = Math.max(0, line.shipped - (refunded.get(id) ?? 0));
    left.set(id, Math.min(count, most));
    otherwise += Math.max(0, count - most);
  }
  const paid = { totalCents, shippingCents: shippingPaid, lines, refunds };
  const agreed = agreedRefund(paid, left, { rma, shippingCents }, fees);
  return orderWorth(totalCents, agreed, otherwise);
}

const orderWorth = (totalCents: number | null, agreed: AgreedRefund | null, otherwise: number) => ({
  total_cents: totalCents,
  /** Units that are not in the amount, because refunds of other RMAs contain them. */
  units_refunded_otherwise: otherwise,
  by_order_cents: agreed?.byOrder.cents ?? null,
  by_order: agreed?.byOrder.kind ?? null,
  restocking_fee_cents: agreed?.withheld.restocking ?? null,
  return_shipping_withheld_cents: agreed?.withheld.shipping ?? null,
  to_refund_cents: agreed?.cents ?? null,
});

/**
 * The share of one unit in its order line and in the return shipping. Null when the line is not known, or none of its
 * units was shipped.
 */
const NO_SHARE = {
  price_cents: null,
  tax_cents: null,
  discount_cents: null,
  /** price + tax - discount. */
  goods_cents: null,
  /** Share of return_shipping_cost_cents, divided evenly over the units of the RMA. */
  return_shipping_cents: null,
};
type UnitShare = Readonly<Record<keyof typeof NO_SHARE, number | null>>;

/** The share of the n-th unit (from 0): the shares of all shipped units add up to the line's amounts. */
function shareOf(line: LineKnown, n: number, returnShipping: number): UnitShare {
  if (line.shipped <= 0) return NO_SHARE;
  const tax = part(line.taxCents, n % line.shipped, line.shipped);
  const discount = part(line.discountCents, n % line.shipped, line.shipped);
  return {
    price_cents: line.unitPriceCents,
    tax_cents: tax,
    discount_cents: discount,
    goods_cents: line.unitPriceCents + tax - discount,
    return_shipping_cents: returnShipping,
  };
}

interface Compared {
  /**
   * What the estimate equals: the goods, the goods less return shipping, or neither. A cent that cannot be divided among the
   * units of a line may belong to any unit's share.
   */
  readonly follows: 'goods' | 'goods_less_shipping' | 'neither' | 'unknown';
  readonly difference: number | null;
}

function compared(
  estimated: number | null,
  { goods_cents: goods, return_shipping_cents: shipping }: UnitShare,
  line: LineKnown | undefined,
): Compared {
  if (estimated === null || goods === null || !line) return { follows: 'unknown', difference: null };
  const odd = Number(line.taxCents % line.shipped !== 0) + Number(line.discountCents % line.shipped !== 0);
  const difference = estimated - goods;
  if (Math.abs(difference) <= odd) return { follows: 'goods', difference };
  const isLess = shipping && Math.abs(difference + shipping) <= odd + 1;
  return { follows: isLess ? 'goods_less_shipping' : 'neither', difference };
}

const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + amount),
    amounts.length > 0 ? 0 : null,
  );
