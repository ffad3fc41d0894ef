// An RMA message against what the ledger knows of its orders: lines, skus, units, estimates, refunds.
import type { Finding } from './finding.ts';

/** What is needed of an order line; the ledger's records have more. */
export interface LineKnown {
  readonly identifier: string;
  readonly sku: string;
  readonly shipped: number;
  readonly unitPriceCents: number;
  readonly taxCents: number;
  readonly discountCents: number;
}

export interface RefundKnown {
  readonly identifier: string;
  readonly amountCents: number;
  readonly lines: readonly { readonly line: string; readonly units: number }[];
  readonly rma: string | null;
}

export interface OrderKnown {
  readonly lines: readonly LineKnown[];
  readonly refunds: readonly RefundKnown[];
}

/** Looks an order up by its identifier; undefined when nothing is known of it. */
export type FactsOf = (order: string) => OrderKnown | undefined;

/** Findings against the orders that are known; an unknown order is one note. */
export function judgeRmaAgainstOrder(_message: unknown, _factsOf: FactsOf): Finding[] {
  return [];
}
