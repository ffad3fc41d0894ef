// The answer that stands in for a shop: amounts from the message's items, an identifier that says that it is a mock.

export interface ExchangeAnswer {
  readonly order_identifier: string;
  readonly total_amount_cents: number;
  readonly product_amount_cents: number;
  readonly tax_amount_cents: number;
}

/** Every order identifier of a mock begins so. */
export const MOCK_PREFIX = 'MOCK-';

/** What an exchange order is idempotent by: its original_order_id; undefined when it has none. */
export function exchangeKey(_message: unknown): string | undefined {
  return undefined;
}

/** The same message (or the same original_order_id) and seed give the same identifier. */
export function mockExchangeAnswer(_message: unknown, _seed: string): ExchangeAnswer {
  return {
    order_identifier: MOCK_PREFIX,
    total_amount_cents: 0,
    product_amount_cents: 0,
    tax_amount_cents: 0,
  };
}
