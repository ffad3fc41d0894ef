// What is taken off a refund: return shipping and a restocking fee, where the retailer agreed with the service that the shopper
// bears them. The interface sends return_shipping_cost_cents and does not say who bears it.

export interface ReturnFees {
  /** return_shipping_cost_cents of the RMA is taken off. */
  readonly shipping: boolean;
  /** Per cent of the refund (price and tax less discount, and shipping where that is refunded), 0 to 99. */
  readonly restocking: number;
}

/** From the agreements `return-shipping` (`retailer` or `shopper`) and `restocking-fee` (`none` or `10%`). */
export const returnFees = (answers: ReadonlyMap<string, { readonly value: string }>): ReturnFees => ({
  shipping: answers.get('return-shipping')?.value === 'shopper',
  restocking: Number(/^(\d{1,2})%$/.exec(answers.get('restocking-fee')?.value ?? '')?.[1] ?? 0),
});

/** Cents to refund where it would be `cents` without fees; half a cent of the fee is rounded up. Never below 0. */
export function withoutFees(cents: number, shippingCents: number, fees: ReturnFees | undefined): number {
  if (!fees) return cents;
  const restocking = Math.round((cents * fees.restocking) / 100);
  return Math.max(0, cents - restocking - (fees.shipping ? shippingCents : 0));
}
