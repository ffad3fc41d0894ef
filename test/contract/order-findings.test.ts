// Findings about orders, learned in production: refunds, totals, countries, times, placeholder texts.
import { expect, test } from 'vitest';
import { countryMeant, isCountry } from '../../src/contract/countries.ts';
import { sampleAddress, sampleCustomer, sampleLine, sampleOrder } from '../../src/contract/sample.ts';
import { finishOrder } from '../../src/contract/validate-order.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { order } from '../helpers/sample-orders.ts';

type Json = Record<string, unknown>;

const clean = (order: Json): Json => JSON.parse(JSON.stringify(order)) as Json;

const finish = (order: Json) => finishOrder(clean(order), { now: Date.UTC(2026, 10, 20) });

const codesOf = (order: Json) =>
  finish(order).findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);

const messagesOf = (order: Json, code: string) =>
  finish(order)
    .findings.filter((finding) => finding.code === code)
    .map((finding) => describeFinding(finding));

// Product 5000, tax 400; two units at 2500.
test.each<[total: number, changes: Json, basis: string | undefined]>([
  [5400, {}, undefined],
  [5000, {}, 'product, with the tax inside the price'],
  [5900, { shipping_amount_cents: 500 }, 'product + tax + shipping'],
  [5400, { shipping_amount_cents: 500 }, 'product + tax, without the shipping'],
  [5500, { shipping_amount_cents: 500 }, 'product + shipping, with the tax inside the price'],
  [
    5940,
    { shipping_amount_cents: 500, shipping_tax_amount_cents: 40 },
    'product + tax + shipping + shipping tax',
  ],
  [5100, { discount_amount_cents: 300 }, 'product + tax - discount'],
  [5400, { discount_amount_cents: 300 }, 'product + tax, with the discount taken off the prices already'],
  [5600, { shipping_amount_cents: 500, discount_amount_cents: 300 }, 'product + tax + shipping - discount'],
  [5899, { shipping_amount_cents: 500 }, 'product + tax + shipping, and -1 by the rounding of unit prices'],
  [5200, { items: [sampleLine({ discount_amount_cents: 200 })] }, 'product + tax - discounts of the lines'],
  [7900, { status: 'Created', items: [sampleLine({ quantity: 3 })] }, 'product by ordered units + tax'],
  [7900, { items: [sampleLine({ quantity: 3, quantity_canceled: 1 })] }, 'product by ordered units + tax'],
  [
    7900,
    { status: 'Created', items: [sampleLine({ quantity: 4, quantity_shipped: 2, quantity_canceled: 1 })] },
    'product by ordered units less the cancelled ones + tax',
  ],
  [
    8100,
    { status: 'Created', items: [sampleLine({ quantity: 3 })] },
    'product by ordered units + tax, and 200 that can only be the tax of the units that have not shipped',
  ],
])('a total of %i gives a note with the basis when it can be explained', (total, changes, basis) => {
  const given = sampleOrder({ total_amount_cents: total, ...changes });
  expect(finish(given).order).toBeDefined();
  expect(messagesOf(given, 'order.total.basis')).toEqual(
    basis === undefined ? [] : [`The total ${total} is ${basis}.`],
  );
});

test.each([
  [5399, {}],
  [1, {}],
  [5700, { discount_amount_cents: 300 }],
  // Two units lose one cent at most.
  [5898, { shipping_amount_cents: 500 }],
  // Tax alone, of an order with shipped, open and cancelled units.
  [
    400,
    { status: 'Created', items: [sampleLine({ quantity: 4, quantity_shipped: 2, quantity_canceled: 1 })] },
  ],
  // A total is not explained by shipping tax on top of shipping together with product tax inside the prices.
  [5540, { shipping_amount_cents: 500, shipping_tax_amount_cents: 40 }],
])('a total of %i that no sum explains is an error', (total, changes) => {
  const given = sampleOrder({ total_amount_cents: total, ...changes });
  expect(codesOf(given)).toEqual(['error order.total.unexplained total_amount_cents']);
});

test('a customer without identifier gets the e-mail, also from JSON input', () => {
  for (const identifier of [undefined, null]) {
    const { order: sent, findings } = finish(sampleOrder({ customer: sampleCustomer({ identifier }) }));
    expect(sent?.customer.identifier).toBe('shopper@shop.example');
    expect(findings.map(({ code, severity, path }) => [severity, code, path])).toEqual([
      ['note', 'order.derived', 'customer.identifier'],
    ]);
  }
  const neither = sampleOrder({ customer: sampleCustomer({ identifier: undefined, email: undefined }) });
  expect(codesOf(neither).sort()).toEqual([
    'error order.field.missing customer.email',
    'error order.field.missing customer.identifier',
  ]);
});

test('a time without T is an error, and the finding has the corrected text', () => {
  const given = order('A', { created_at: '2026-03-01 10:00:00 +0200' });
  expect(codesOf(given)).toEqual(['error order.date.invalid created_at']);
  expect(messagesOf(given, 'order.date.invalid')[0]).toContain('Did you mean "2026-03-01T10:00:00+02:00"?');
});

test('a country that is not an ISO 3166 code gives a warning; for a name or three letters it suggests the code', () => {
  const to = (country_code: string) => sampleOrder({ shipping_address: sampleAddress({ country_code }) });
  for (const [given, meant] of [
    ['USA', 'US'],
    ['UK', 'GB'],
    ['England', 'GB'],
    ['Deutschland', 'DE'],
    ['us', 'US'],
    ['Côte d’Ivoire', 'CI'],
    ['St. Lucia', 'LC'],
    ['DEU', 'DE'],
  ])
    expect(messagesOf(to(given!), 'order.country.unknown'), given).toEqual([
      `"${given}" is not an ISO 3166-1 code of two capital letters. Did you mean "${meant}"?`,
    ]);
  // A text that may be a person's name is not quoted.
  expect(messagesOf(to('Jane Doe'), 'order.country.unknown')[0]).not.toContain('Jane');
  expect(codesOf(to('ZZ'))).toEqual(['warning order.country.unknown shipping_address.country_code']);
});

test('the list of countries equals that of the standard', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry);
  // 249 codes of the standard, and Kosovo.
  expect(codes).toHaveLength(250);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of codes) {
    const name = names.of(code);
    expect(name, code).toBeDefined();
    expect(countryMeant(code.toLowerCase()), code).toBe(code);
  }
});
