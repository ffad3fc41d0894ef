// Wrong mappings that our own check cannot notice: the service refuses every order in the same way, and each
// run stops at once.
import { expect, it } from 'vitest';
import { run } from '../../src/main.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { orderRequests, type Summary, sandboxFor } from '../helpers/sandbox.ts';
import { completeMapping } from '../input/mapping/mapped-cli.ts';
import { csvOf, type Json } from '../input/mapping/support.ts';

const ORDERS = 600;
/** Some columns look alike, and only the service knows which is which. */
const mapping = (order: Json = {}, item: Json = {}) =>
  completeMapping({
    dates: { formats: ['YYYY-MM-DD HH:mm'], timezone: 'UTC' },
    order: {
      ...{ currency: 'Currency', total_amount_cents: 'Total', 'customer.identifier': 'Customer' },
      'customer.email': { constant: 'shopper@example.com' },
      ...order,
    },
    item: {
      ...{ product_identifier: 'Product', variant_identifier: 'Style', title: 'Title' },
      ...{ unit_price_amount_cents: 'Total', tax_amount_cents: { constant: 0 } },
      ...item,
    },
  });

const rows = Array.from({ length: ORDERS }, (_, n) => ({
  No: `SO-${n}`,
  Internal: `${900_000 + n}`,
  At: '2026-05-01 10:00',
  Sku: `SKU-${n % 50}`,
  Ean: `40000${n % 50}`,
  Product: `P-${n % 50}`,
  Style: `ST-${n % 9}`,
  Title: `Shirt ${n % 50}`,
  Qty: '1',
  Total: '12.50',
  Currency: 'EUR',
  Customer: `CU-${n}`,
}));

interface Seen {
  readonly identifier: string;
  readonly currency: string;
  readonly customer: { readonly identifier: string };
  readonly items: readonly { readonly sku: string; readonly variant_identifier: string }[];
}

/** What only the service knows about the data of this retailer. */
const isKnown = ({ identifier, currency, customer, items }: Seen) =>
  identifier.startsWith('SO-') &&
  currency === 'EUR' &&
  customer.identifier.startsWith('CU-') &&
  items.every((item) => item.sku.startsWith('SKU-') && item.variant_identifier.startsWith('ST-'));

async function upload(map: Json) {
  const sandbox = await sandboxFor({}, async (_count, answer, request) => {
    const { returns_portal_order: message } = JSON.parse(Buffer.from(request.body).toString()) as {
      returns_portal_order: { orders: Seen[] };
    };
    if (message.orders.every(isKnown)) return await answer();
    // The answer names neither the order nor the field.
    return { status: 422, body: JSON.stringify({ message: 'Validation Failed' }) };
  });
  const t = testPlatform({ env: targetEnvironment(sandbox) });
  t.file('export.csv', csvOf(rows));
  t.file('map.json', JSON.stringify(map));
  const words = ['orders', 'upload', 'export.csv', '--map', 'map.json', '--yes', '--json', '--rate', 'off'];
  const code = await run(words, t.platform);
  return { code, out: JSON.parse(t.stdout()) as Summary, requests: orderRequests(sandbox).length };
}

it('the right mapping goes through', async () => {
  expect(await upload(mapping())).toMatchObject({ code: 0, out: { orders: { accepted: ORDERS } } });
});

it.each([
  ['the internal number for the order number', mapping({ identifier: 'Internal' })],
  ['the EAN for the SKU', mapping({}, { sku: 'Ean' })],
  ['another currency', mapping({ currency: { constant: 'USD' } })],
])('an upload with a wrong mapping stops within 20 requests: %s', async (_, map) => {
  const { code, out, requests } = await upload(map);
  expect({ code, error: out['error' as keyof Summary] }).toMatchObject({
    code: 5,
    error: { code: 'upload.same_refusal' },
  });
  expect(out).toMatchObject({ state: 'stopped', orders: { accepted: 0 }, balanced: true });
  expect(requests).toBeLessThanOrEqual(20);
});
