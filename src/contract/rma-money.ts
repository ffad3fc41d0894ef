// The value of an RMA's units by their orders, compared with the service's estimates and the known refunds.
import { isObject } from '../basics/json.ts';
import { part, shippedRefunded } from './refund-amount.ts';
import { type AgreedRefund, agreedRefund, type ReturnFees, returnShippingFor } from './return-fees.ts';
import { rmaOf } from './rma-history.ts';
import { type FactsOf, isFor, type LineKnown, type OrderKnown, type RefundKnown } from './rma-ledger.ts';
import { MAX_UNITS } from './rma-rules/fields.ts';
import { type UnitKey, unitOf } from './rma-units.ts';
import type { UnitAmounts } from './rma-words.ts';

/** The share of one unit in its order line and in the return shipping, in cents. */
export interface UnitShare {
  readonly price: number;
  readonly tax: number;
  readonly discount: number;
  /** Share of return_shipping_cost_cents, divided evenly over the units of the RMA. */
  readonly returnShipping: number;
  /** price + tax - discount. */
  readonly goods: number;
}

export interface UnitMoney extends UnitKey {
  /** `items[0]` */
  readonly path: string;
  readonly refundType: string | null;
  readonly amounts: UnitAmounts;
  /** Null when the line is not known, or none of its units was shipped. */
  readonly share: UnitShare | null;
  /**
   * What the estimate equals: the goods, the goods less return shipping, or neither. A cent that cannot be divided among the
   * units of a line may belong to any unit's share.
   */
  readonly follows: 'goods' | 'goods_less_shipping' | 'neither' | 'unknown';
  /** Estimate minus goods; null when one of them is not known. */
  readonly difference: number | null;
}

export interface OrderMoney {
  readonly order: string;
  readonly known: boolean;
  readonly totalCents: number | null;
  /** For its units of refund_type REFUND, if returned all at once; null when the order lacks the data. */
  readonly agreed: AgreedRefund | null;
  /** Units that are not in `agreed`, because refunds of other RMAs contain them. */
  readonly unitsRefundedOtherwise: number;
  /** Refunds that name this RMA, and refunds that name no RMA but contain one of its lines. */
  readonly refunds: readonly RefundKnown[];
}

export interface RmaMoney {
  /** Of the first order that is known. */
  readonly currency: string | undefined;
  readonly units: readonly UnitMoney[];
  readonly orders: readonly OrderMoney[];
  readonly returnShippingCents: number | null;
  /** Sums over all units; null when a unit lacks the amount. */
  readonly estimatedCents: number | null;
  readonly goodsCents: number | null;
  /** By the orders; null when one of them lacks the data. */
  readonly byOrderCents: number | null;
  /** The same less what is withheld by agreement: what is to be refunded. */
  readonly toRefundCents: number | null;
  readonly fees: ReturnFees | undefined;
  /** Refunds that name this RMA. */
  readonly refundedCents: number;
  /** True when the money is refunded to a gift card. */
  readonly giftRefundOnly: boolean;
}

/** Accepts any value; units beyond the limit of checked units are left out. */
export function explainMoney(message: unknown, factsOf: FactsOf, fees?: ReturnFees): RmaMoney {
  const rma = isObject(message) ? message : {};
  const all: readonly unknown[] = Array.isArray(rma['items']) ? rma['items'] : [];
  const items = all.slice(0, MAX_UNITS);
  const cost = rma['return_shipping_cost_cents'];
  const shipping = Number.isSafeInteger(cost) ? (cost as number) : null;
  const orders = new Map<string, OrderInRma>();
  const nth = new Map<LineKnown, number>();
  const units = items.flatMap((item, index): UnitMoney[] => {
    if (!isObject(item)) return [];
    const { order, line: id, sku, estimated, provider, shopper, refundType } = unitOf(item);
    const entry = orders.get(order) ?? { known: factsOf(order), lines: new Set(), units: new Map() };
    orders.set(order, entry);
    const line = entry.known?.lines.find(({ identifier }) => identifier === id);
    if (refundType === 'REFUND') entry.units.set(id, (entry.units.get(id) ?? 0) + 1);
    let share: UnitShare | null = null;
    if (line) {
      const n = nth.get(line) ?? 0;
      nth.set(line, n + 1);
      entry.lines.add(line);
      share = shareOf(line, n, part(shipping ?? 0, index, items.length));
    }
    return [
      {
        ...{ path: `items[${index}]`, order, line: id, sku, refundType, share },
        amounts: { estimated, provider, shopper },
        ...compared(estimated, share, line),
      },
    ];
  });
  const name = rmaOf(message);
  const shown = [...orders].map(([order, entry]) => ({
    ...{ order, known: entry.known !== undefined },
    ...worth(entry, name ?? null, returnShippingFor(message, order), fees),
    refunds: (entry.known?.refunds ?? []).filter((refund) =>
      [...entry.lines].some((line) => isFor(refund, name, line)),
    ),
  }));
  const own = shown.flatMap(({ refunds }) => refunds).filter((refund) => refund.rma === name);
  return {
    currency: [...orders.values()].find(({ known }) => known)?.known?.currency,
    units,
    orders: shown,
    returnShippingCents: shipping,
    estimatedCents: sumOf(units.map(({ amounts }) => amounts.estimated)),
    goodsCents: sumOf(units.map(({ share }) => share?.goods ?? null)),
    byOrderCents: sumOf(shown.map(({ agreed }) => agreed?.byOrder.cents ?? null)),
    toRefundCents: sumOf(shown.map(({ agreed }) => agreed?.cents ?? null)),
    fees,
    refundedCents: own.reduce((sum, { amountCents }) => sum + amountCents, 0),
    giftRefundOnly: rma['gift_refund_only'] === true,
  };
}

interface OrderInRma {
  readonly known: OrderKnown | undefined;
  readonly lines: Set<LineKnown>;
  /** Units of refund_type REFUND by line. */
  readonly units: Map<string, number>;
}

/** The amount as if this RMA had no refund yet and all its units were returned at once. */
function worth(
  { known, units }: OrderInRma,
  rma: string | null,
  shippingCents: number,
  fees: ReturnFees | undefined,
): Pick<OrderMoney, 'totalCents' | 'agreed' | 'unitsRefundedOtherwise'> {
  if (!known) return { totalCents: null, agreed: null, unitsRefundedOtherwise: 0 };
  const { totalCents, lines } = known;
  const refunds = known.refunds.filter((refund) => rma === null || refund.rma !== rma);
  const refunded = shippedRefunded({ lines, refunds });
  const left = new Map<string, number>();
  let unitsRefundedOtherwise = 0;
  for (const [id, count] of units) {
    const line = lines.find(({ identifier }) => identifier === id);
    if (!line || count > line.shipped) return { totalCents, agreed: null, unitsRefundedOtherwise: 0 };
    const most = Math.max(0, line.shipped - (refunded.get(id) ?? 0));
    left.set(id, Math.min(count, most));
    unitsRefundedOtherwise += Math.max(0, count - most);
  }
  const agreed = agreedRefund({ totalCents, lines, refunds }, left, rma, shippingCents, fees);
  return { totalCents, agreed, unitsRefundedOtherwise };
}

/** The share of the n-th unit (from 0): the shares of all shipped units add up to the line's amounts. */
function shareOf(line: LineKnown, n: number, returnShipping: number): UnitShare | null {
  if (line.shipped <= 0) return null;
  const tax = part(line.taxCents, n % line.shipped, line.shipped);
  const discount = part(line.discountCents, n % line.shipped, line.shipped);
  const price = line.unitPriceCents;
  return { price, tax, discount, returnShipping, goods: price + tax - discount };
}

function compared(
  estimated: number | null,
  share: UnitShare | null,
  line: LineKnown | undefined,
): Pick<UnitMoney, 'follows' | 'difference'> {
  if (estimated === null || !share || !line) return { follows: 'unknown', difference: null };
  const odd = Number(line.taxCents % line.shipped !== 0) + Number(line.discountCents % line.shipped !== 0);
  const difference = estimated - share.goods;
  if (Math.abs(difference) <= odd) return { follows: 'goods', difference };
  const isLess = share.returnShipping !== 0 && Math.abs(difference + share.returnShipping) <= odd + 1;
  return { follows: isLess ? 'goods_less_shipping' : 'neither', difference };
}

const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + amount),
    amounts.length > 0 ? 0 : null,
  );
