// The mock answer to an exchange order: the same for a repeated request, marked as a mock, and valid.

import { describe, expect, it } from 'vitest';
import { validateExchangeAnswer } from '../../src/contract/exchange-rules/answers.ts';
import { exchangeKey, MOCK_PREFIX, mockExchangeAnswer } from '../../src/contract/mock-exchange.ts';
import { fc } from '../helpers/random.ts';
import { changed } from './verdicts.ts';
import { EXCHANGE } from './verdicts-exchange.ts';

describe('the mock answer to an exchange order', () => {
  it('has the amounts of the items and is marked as a mock', () => {
    expect(mockExchangeAnswer(EXCHANGE, 's')).toEqual({
      order_identifier: expect.stringMatching(/^MOCK-W-20077-[0-9a-f]{16}$/),
      total_amount_cents: 6000 + 1620 + 480,
      product_amount_cents: 6000 + 1620,
      tax_amount_cents: 480,
    });
    const discounted = changed(EXCHANGE, { 'items[0].discount_amount_cents': 500 });
    expect(mockExchangeAnswer(discounted, 's').product_amount_cents).toBe(7120);
    const plain = changed(EXCHANGE, { items: [{ sku: 'A', quantity: 3, unit_price_amount_cents: 700 }] });
    expect(mockExchangeAnswer(plain, 's').total_amount_cents).toBe(2100);
  });

  it('has the same identifier for the same order, another for another order or seed', () => {
    const id = (message: unknown, seed = 's') => mockExchangeAnswer(message, seed).order_identifier;
    expect(id(changed(EXCHANGE, { currency: 'EUR' }))).toBe(id(EXCHANGE));
    expect(id(changed(EXCHANGE, { original_order_id: 'W-2' }))).not.toBe(id(EXCHANGE));
    expect(id(EXCHANGE, 't')).not.toBe(id(EXCHANGE));
    const keyless = changed(EXCHANGE, { original_order_id: undefined });
    expect(id(keyless)).toBe(id(JSON.parse(JSON.stringify(keyless))));
    expect(id(keyless)).not.toBe(id(changed(keyless, { currency: 'EUR' })));
  });

  it('gives different identifiers', () => {
    const ids = Array.from({ length: 20_000 }, (_, i) =>
      mockExchangeAnswer({ original_order_id: `${i}` }, 's'),
    );
    const stamps = new Set(ids.map(({ order_identifier: id }) => id.slice(-16)));
    expect(stamps.size).toBe(20_000);
  });

  it('is valid for any message', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ items: fc.jsonValue(), original_order_id: fc.string() })),
        (message) => {
          const answer = mockExchangeAnswer(message, 's');
          expect(validateExchangeAnswer(answer).filter(({ severity }) => severity !== 'note')).toEqual([]);
          expect(answer.order_identifier.startsWith(MOCK_PREFIX)).toBe(true);
          expect(answer.order_identifier).toMatch(/^[\w.-]{21,70}$/);
        },
      ),
      { numRuns: 500 },
    );
    const huge = {
      items: Array.from({ length: 3 }, () => ({ quantity: 1000, unit_price_amount_cents: 2 ** 52 })),
    };
    expect(
      validateExchangeAnswer(mockExchangeAnswer(huge, 's')).filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
  });
});

describe('the key of an exchange order', () => {
  it('is its original_order_id', () => {
    expect(exchangeKey(EXCHANGE)).toBe('W-20077');
    for (const id of [undefined, null, '', ' ', 5])
      expect(exchangeKey({ original_order_id: id })).toBeUndefined();
    for (const message of [null, [], 'x']) expect(exchangeKey(message)).toBeUndefined();
  });
});
