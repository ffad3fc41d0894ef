// A mock answer to an exchange order: amounts from the message's items, and an identifier that is marked as a mock.
import { canonicalJson, isObject } from '../basics/json.ts';
import { hashHex } from '../basics/text.ts';
import type { ExchangeAnswer } from './exchange-order.ts';

/** Every order identifier of a mock begins with this prefix. */
export const MOCK_PREFIX = 'MOCK-';

/** The idempotency key of an exchange order: its original_order_id; undefined when it has none. */
export function exchangeKey(message: unknown): string | undefined {
  const id = isObject(message) ? message.original_order_id : undefined;
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/** Tax and product amounts from the items, no shipping. The same message and seed give the same identifier. */
export function mockExchangeAnswer(message: unknown, seed: string): ExchangeAnswer {
  const items: unknown = isObject(message) ? message.items : undefined;
  let product = 0;
  let tax = 0;
  for (const item of Array.isArray(items) ? items : []) {
    if (!isObject(item)) continue;
    const whole = amount(item.unit_price_amount_cents) * (amount(item.quantity) || 1);
    const given = Number.isSafeInteger(item.product_amount_cents);
    const goods = given ? amount(item.product_amount_cents) : whole;
    product += Math.max(0, goods - amount(item.discount_amount_cents));
    tax += amount(item.tax_amount_cents);
  }
  const key = exchangeKey(message);
  const name = key?.replace(/[^\w.-]/g, '').slice(0, 40);
  const stamp = hashHex(`${seed}\n${key ?? canonicalJson(message)}`);
  return {
    order_identifier: `${MOCK_PREFIX}${name ? `${name}-` : ''}${stamp}`,
    total_amount_cents: bounded(product + tax),
    product_amount_cents: bounded(product),
    tax_amount_cents: bounded(tax),
  };
}

const amount = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);

// With hostile amounts the sums must not exceed the safe integers.
const bounded = (cents: number): number => Math.min(cents, Number.MAX_SAFE_INTEGER);
