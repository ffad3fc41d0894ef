// What the tests of dialects share: random orders that keep every rule, and what `orders check --out` makes of files.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../src/main.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { fc } from '../helpers/random.ts';

export type Row = Record<string, unknown>;

interface Line extends Row {
  readonly quantity: number;
  readonly quantity_shipped: number;
  readonly quantity_canceled: number;
  readonly product_amount_cents: number;
}

/** Characters that windows-1252 and iso-8859-15 have both, at different bytes for some of them. */
const LATIN = [...'abcXYZ0189 .-_#éüßñÅ€ŠžŒŸ,;|"\'\t=@', '\n', '\r', '\r\n', '""', ' "'];
/** Beyond that: other scripts, astral characters, joiners, marks in the middle, a replacement character that is meant. */
const UNICODE = [
  ...LATIN,
  '語',
  'ж',
  '🎁',
  '👩‍🚒',
  'e\u0301',
  '\u200d',
  'x\ufeff',
  '\ufffd',
  '\u2028',
  '\u0085',
  '\u0001',
];

const textOf = (signs: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 }).map((list) => list.join('')),
    fc.constantFrom('null', '007', '1e5', 'sep=;', '# x', 'identifier', ' padded ', '"', '12,50', '=1+1'),
  );

const cents = fc.integer({ min: 0, max: 999_999 });
const time = fc
  .integer({ min: 0, max: 20_000_000 })
  .chain((s) =>
    fc.constantFrom(
      new Date(1_770_000_000_000 + s * 1000).toISOString(),
      `${new Date(1_770_000_000_000 + s * 1000).toISOString().slice(0, 19)}.123456+02:00`,
    ),
  );

function lineOf(text: fc.Arbitrary<string>): fc.Arbitrary<Line> {
  // An identifier of nothing but white space is refused, and so it should be.
  const name = text.map((t) => `n${t}`);
  return fc
    .record({
      shipped: fc.integer({ min: 0, max: 3 }),
      canceled: fc.integer({ min: 0, max: 2 }),
      open: fc.integer({ min: 0, max: 1 }),
      price: cents,
      tax: cents,
      texts: fc.record(
        {
          sku: name,
          product_identifier: name,
          variant_identifier: name,
          title: text,
          upc: text,
          image_url: text,
        },
        { requiredKeys: ['sku', 'product_identifier', 'variant_identifier', 'title'] },
      ),
      more: fc.record(
        {
          weight: fc.integer({ min: 0, max: 9999 }).map((n) => n / 100),
          tracking_number: text,
          shipped_date: time,
        },
        { requiredKeys: [] },
      ),
      tags: fc.array(fc.constantFrom('FinalSale', 'gift-card', 'x y'), { maxLength: 2 }),
    })
    .map(({ shipped, canceled, open, price, tax, texts, more, tags }) => ({
      ...texts,
      ...more,
      tags,
      quantity: shipped + canceled + open,
      quantity_shipped: shipped,
      quantity_canceled: canceled,
      unit_price_amount_cents: price,
      product_amount_cents: price * shipped,
      tax_amount_cents: shipped > 0 ? tax : 0,
      discount_amount_cents: 0,
    }))
    .filter((line) => line.quantity > 0);
}

function orderOf(text: fc.Arbitrary<string>): fc.Arbitrary<Row> {
  const address = fc.record(
    {
      name: text,
      street1: text,
      street2: text,
      city: text,
      state: text,
      zip_code: text,
      country_code: text,
      phone: text,
    },
    { requiredKeys: ['name', 'street1', 'city', 'state', 'zip_code', 'country_code'] },
  );
  return fc
    .record({
      texts: fc.record({ raw_status: text, note: text, concept: text }, { requiredKeys: [] }),
      currency: fc.constantFrom('USD', 'EUR'),
      tags: fc.array(fc.constantFrom('FinalSale', 'gift-card', 'x y'), { maxLength: 2 }),
      times: fc.record({ created_at: time, updated_at: time }),
      lines: fc.array(lineOf(text), { minLength: 1, maxLength: 4 }),
      customer: fc.record(
        { identifier: text.map((t) => `c${t}`), email: text, first_name: text, last_name: text, phone: text },
        { requiredKeys: ['identifier', 'email'] },
      ),
      shipping_address: address,
      billing_address: address,
      refund: fc.option(fc.record({ note: text, created_at: time })),
    })
    .map(({ texts, times, lines, refund, ...rest }) => {
      const items = lines.map((line, i): Line => ({ identifier: `L${i}`, ...line }));
      const sum = (field: string) => items.reduce((all, item) => all + Number(item[field]), 0);
      const product = sum('product_amount_cents');
      const tax = sum('tax_amount_cents');
      const open = items.some((i) => i.quantity > i.quantity_shipped + i.quantity_canceled);
      const returned = items.find((item) => item.quantity_shipped > 0);
      return {
        ...texts,
        ...times,
        ...rest,
        status: open ? 'Created' : 'Shipped',
        total_amount_cents: product + tax,
        product_amount_cents: product,
        tax_amount_cents: tax,
        discount_amount_cents: 0,
        shipping_amount_cents: 0,
        shipping_tax_amount_cents: 0,
        items,
        transactions: [],
        discounts: [],
        refunds:
          refund && returned
            ? [
                {
                  identifier: 'R-1',
                  total_refund_amount_cents: returned.product_amount_cents,
                  refund_line_items: [
                    { identifier: 'RL-1', quantity: 1, order_item_identifier: returned['identifier'] },
                  ],
                  ...refund,
                },
              ]
            : [],
      };
    });
}

/** Identifiers of refunds are unique across all orders. */
function withIdentifier(identifier: string, order: Row): Row {
  const own = (row: Row): Row => ({ ...row, identifier: `${row['identifier']}-${identifier}` });
  const refunds = (order['refunds'] as Row[]).map((refund) => ({
    ...own(refund),
    refund_line_items: (refund['refund_line_items'] as Row[]).map(own),
  }));
  return { identifier, ...order, refunds };
}

/** Some orders with different identifiers, all of them acceptable. */
function ordersOf(signs: readonly string[]): fc.Arbitrary<Row[]> {
  const text = textOf(signs);
  return fc
    .uniqueArray(
      text.map((t) => `S${t}`),
      { minLength: 1, maxLength: 5 },
    )
    .chain((ids) =>
      fc.tuple(...ids.map((identifier) => orderOf(text).map((order) => withIdentifier(identifier, order)))),
    );
}

export const latinOrders = ordersOf(LATIN);
export const anyOrders = ordersOf(UNICODE);

export interface Checked {
  readonly exit: number;
  /** The finished orders, a line of NDJSON each. */
  readonly lines: readonly string[];
  readonly errors: string;
}

let shared: TestPlatform | undefined;
const host = (): TestPlatform => {
  shared ??= testPlatform();
  return shared;
};

export const put = (name: string, content: string | Uint8Array): string => {
  host().file(name, content);
  return name;
};

/** `returns orders check FILES --out OUT`. */
export async function checked(names: readonly string[], ...flags: string[]): Promise<Checked> {
  const { platform: on, work, clear, stderr } = host();
  const out = path.join(work, 'out.ndjson');
  fs.rmSync(out, { force: true });
  clear();
  const exit = await run(['orders', 'check', ...names, '--out', out, ...flags], on);
  const text = fs.existsSync(out) ? fs.readFileSync(out, 'utf8') : '';
  return { exit, lines: text.split('\n').filter(Boolean), errors: stderr() };
}
