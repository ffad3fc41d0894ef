// The messages of the interface that the planted server reads. Amounts are cents.
export type { ExchangeOrder as ExchangeMessage } from '../../../src/contract/exchange-order.ts';
export type { Order, OrderItem as Line, OrderRefund as Refund } from '../../../src/contract/order.ts';
export type { Rma, RmaItem } from '../../../src/contract/rma.ts';

export type Variants = Readonly<Record<string, readonly unknown[]>>;
