// How the refund estimates of an RMA follow from price, tax, discount and return shipping, beside the refunds known.
import type { FactsOf, RefundKnown } from './rma-ledger.ts';
import type { UnitKey } from './rma-units.ts';
import type { UnitAmounts } from './rma-words.ts';

/** One unit's part of its order line and of the return shipping, in cents. */
export interface UnitShare {
  readonly price: number;
  readonly tax: number;
  readonly discount: number;
  /** Its part of return_shipping_cost_cents, spread evenly over the units of the RMA. */
  readonly returnShipping: number;
  /** price + tax - discount. */
  readonly goods: number;
}

export interface UnitMoney extends UnitKey {
  /** `items[0]` */
  readonly path: string;
  readonly amounts: UnitAmounts;
  /** Null when the line is not known. */
  readonly share: UnitShare | null;
  /** What the estimate equals, to the cent of a rounded share: the goods, the goods less return shipping, or neither. */
  readonly follows: 'goods' | 'goods_less_shipping' | 'neither' | 'unknown';
  /** Estimate minus goods; null when one of them is not known. */
  readonly difference: number | null;
}

export interface OrderMoney {
  readonly order: string;
  readonly known: boolean;
  /** Refunds of this RMA, and such as name no RMA but touch its lines. */
  readonly refunds: readonly RefundKnown[];
}

export interface RmaMoney {
  readonly units: readonly UnitMoney[];
  readonly orders: readonly OrderMoney[];
  readonly returnShippingCents: number | null;
  /** Sums over all units; null when a unit lacks the amount. */
  readonly estimatedCents: number | null;
  readonly goodsCents: number | null;
  readonly refundedCents: number;
}

export function explainMoney(_message: unknown, _factsOf: FactsOf): RmaMoney {
  return {
    units: [],
    orders: [],
    returnShippingCents: null,
    estimatedCents: null,
    goodsCents: null,
    refundedCents: 0,
  };
}
