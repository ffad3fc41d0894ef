// What a first week of order uploads met: valid orders that were refused, wrong ones that passed, files that were not understood.
import { expect, test } from 'vitest';
import { describeFinding } from '../../src/contract/catalog.ts';
import { countryMeant, isCountry } from '../../src/contract/countries.ts';
import { finishOrder } from '../../src/contract/finish-order.ts';
import {
  sampleAddress,
  sampleCustomer,
  sampleLine,
  sampleOrder,
  sampleRefund,
  sampleRefundLine,
  unshippedLine,
} from '../../src/contract/sample.ts';
import { joinSpecs } from '../../src/input/mapping/join-spec.ts';
import { makeCli } from '../helpers/cli.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';
import { csvOf, failRows, itemsOf, line, load, mappingOf, readRows } from '../input/mapping/support.ts';
import { desk, HEADER, row } from '../input/support.ts';
import { sandboxWithClient } from '../sandbox/client.ts';

type Json = Record<string, unknown>;
const clean = (order: Json): Json => JSON.parse(JSON.stringify(order)) as Json;
const finish = (order: Json) => finishOrder(clean(order), { now: Date.UTC(2026, 10, 20) });
const codesOf = (order: Json) =>
  finish(order).findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
const said = (order: Json, code: string) =>
  finish(order)
    .findings.filter((finding) => finding.code === code)
    .map((finding) => describeFinding(finding));

/** An order with its own identifiers everywhere; nothing about it is wrong. */
const order = (id: string, changes: Json = {}): Json =>
  sampleOrder({
    identifier: id,
    created_at: '2026-03-01T10:00:00Z',
    updated_at: '2026-03-02T10:00:00Z',
    ...changes,
  });
const ndjson = (...orders: Json[]): string => orders.map((one) => `${JSON.stringify(one)}\n`).join('');
const refundOf = (identifier: string, lineIdentifier = `${identifier}-L`) =>
  sampleRefund({ identifier, refund_line_items: [sampleRefundLine({ identifier: lineIdentifier })] });
const NOTHING_SHIPPED = {
  status: 'Created',
  items: [unshippedLine({ identifier: 'L1' })],
  product_amount_cents: 0,
  tax_amount_cents: 0,
  total_amount_cents: 0,
};

test('a unit that was cancelled may be refunded, one that was never ordered may not', () => {
  const refunded = (quantity: number) =>
    sampleOrder({
      items: [sampleLine({ quantity: 3, quantity_canceled: 1 })],
      refunds: [sampleRefund({ refund_line_items: [sampleRefundLine({ quantity })] })],
    });
  expect(codesOf(refunded(3))).toEqual([]);
  expect(codesOf(refunded(4))).toEqual([
    'error refund.quantity.exceeded refunds[0].refund_line_items[0].quantity',
  ]);
  expect(said(refunded(4), 'refund.quantity.exceeded')[0]).toContain('but 3 were ordered');
});

test('a refund above the total of the order is sent with a warning', () => {
  const large = sampleOrder({ refunds: [sampleRefund({ total_refund_amount_cents: 9900 })] });
  expect(codesOf(large)).toEqual(['warning refund.total.exceeded refunds[0].total_refund_amount_cents']);
  expect(finish(large).order).toBeDefined();
});

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
    8100,
    { status: 'Created', items: [sampleLine({ quantity: 3 })] },
    'product by ordered units + tax, and 200 that can only be the tax of the units that have not shipped',
  ],
])(
  'a total of %i is sent when it can be explained, and the note names the basis',
  (total, changes, basis) => {
    const given = sampleOrder({ total_amount_cents: total, ...changes });
    expect(finish(given).order).toBeDefined();
    expect(said(given, 'order.total.basis')).toEqual(
      basis === undefined ? [] : [`The total ${total} is ${basis}.`],
    );
  },
);

test.each([
  [5399, {}],
  [5401, {}],
  [1, {}],
  [5700, { discount_amount_cents: 300 }],
  // Shipping tax on top and the tax of the products inside are not believed together.
  [5540, { shipping_amount_cents: 500, shipping_tax_amount_cents: 40 }],
])('a total of %i that no sum explains is an error', (total, changes) => {
  const given = sampleOrder({ total_amount_cents: total, ...changes });
  expect(codesOf(given)).toEqual(['error order.total.unexplained total_amount_cents']);
});

test('the code that went is answered with the one that came', async () => {
  const { code, stderr } = await makeCli().run(['explain', 'order.total.mismatch']);
  expect(code).toBe(2);
  expect(stderr).toContain('order.total.unexplained');
});

test('a customer without identifier gets the e-mail, in JSON too, and the service itself still asks for one', async () => {
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
  const client = await sandboxWithClient();
  const literal = await client.orders([
    clean(order('A', { customer: sampleCustomer({ identifier: undefined }) })),
  ]);
  expect([literal.status, literal.json]).toMatchObject([
    422,
    { errors: [{ field: 'orders[0].customer.identifier', code: 'missing_field' }] },
  ]);
});

test('an order of which nothing has shipped is a warning, unless it is cancelled', () => {
  expect(codesOf(sampleOrder(NOTHING_SHIPPED))).toEqual(['warning order.unshipped ']);
  expect(codesOf(sampleOrder({ ...NOTHING_SHIPPED, status: 'Cancelled' }))).toEqual([]);
});

test('--skip-unshipped leaves such orders out and counts them, but not one that the service holds', async () => {
  const cli = makeCli({ target: await sandboxFor() });
  cli.file('first.ndjson', ndjson(order('HELD')));
  expect(await cli.json<Summary>(['orders', 'upload', 'first.ndjson'])).toMatchObject({ exit: 0 });
  const later = { updated_at: '2026-03-03T10:00:00Z' };
  cli.file(
    'second.ndjson',
    ndjson(
      order('HELD', { ...NOTHING_SHIPPED, ...later, status: 'Cancelled' }),
      order('NEW', NOTHING_SHIPPED),
      order('GONE', { ...NOTHING_SHIPPED, status: 'Cancelled' }),
      // Only the newer version counts.
      order('BOTH', NOTHING_SHIPPED),
      order('BOTH', later),
    ),
  );
  const checked = await cli.json<Summary>(['orders', 'check', 'second.ndjson', '--skip-unshipped']);
  expect(checked.orders).toMatchObject({ pending: 2, skipped: 2, superseded: 1, refused: 0 });
  const sent = await cli.json<Summary>(['orders', 'upload', 'second.ndjson', '--skip-unshipped']);
  expect(sent).toMatchObject({
    exit: 0,
    balanced: true,
    orders: { accepted: 2, skipped: 2, superseded: 1 },
    skipped_by: [{ reason: 'unshipped', orders: 2, rows: 2 }],
  });
  const { stdout } = await cli.run(['orders', 'check', 'second.ndjson', '--skip-unshipped']);
  expect(stdout).toContain('nothing has shipped');
});

test('a refund identifier that two orders of an input share refuses the second, and says where the first is', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file(
    'orders.ndjson',
    ndjson(
      order('A', { refunds: [refundOf('R-1')] }),
      // The same refund in a later version of its own order.
      order('A', { refunds: [refundOf('R-1')], updated_at: '2026-03-03T10:00:00Z' }),
      order('B', { refunds: [refundOf('R-1', 'RL-B')] }),
      order('C', { refunds: [refundOf('R-3', 'R-1-L')] }),
      // A refund and a refund line may well have the same identifier.
      order('D', { refunds: [refundOf('R-1-L', 'R-1')] }),
    ),
  );
  const codes = [
    expect.objectContaining({ code: 'refund.identifier.duplicate', count: 1, first_line: 3 }),
    expect.objectContaining({ code: 'refund.line.identifier.duplicate', count: 1, first_line: 4 }),
  ];
  const checked = await cli.json<Summary>(['orders', 'check', 'orders.ndjson']);
  expect(checked.refused.by_code).toEqual(codes);
  const sent = await cli.json<Summary>(['orders', 'upload', 'orders.ndjson']);
  expect(sent).toMatchObject({ exit: 3, orders: { accepted: 2, refused: 2, superseded: 1 }, balanced: true });
  expect(sent.refused.by_code).toEqual(codes);
  // Read a second time instead of being kept, it is the same.
  const small = makeCli({ target: await sandboxFor() });
  small.file(
    'orders.ndjson',
    ndjson(order('A', { refunds: [refundOf('R-1')] }), order('B', { refunds: [refundOf('R-1', 'X')] })),
  );
  const again = await small.json<Summary>(['orders', 'upload', 'orders.ndjson', '--memory', '16KB']);
  expect(again).toMatchObject({ exit: 3, orders: { accepted: 1, refused: 1 }, balanced: true });
  const { stdout } = await cli.run(['orders', 'check', 'orders.ndjson']);
  expect(stdout.replace(/\s+/g, ' ')).toContain('already stands in the order on line 2 of orders.ndjson');
});

test('a refund identifier that an accepted order has is refused in another one', async () => {
  const cli = makeCli({ target: await sandboxFor() });
  cli.file('a.ndjson', ndjson(order('A', { refunds: [refundOf('R-1')] })));
  expect(await cli.json<Summary>(['orders', 'upload', 'a.ndjson'])).toMatchObject({ exit: 0 });
  cli.file(
    'b.ndjson',
    ndjson(
      order('B', { refunds: [refundOf('R-1', 'RL-B')] }),
      order('C', { refunds: [refundOf('R-1-L', 'R-1')] }),
    ),
  );
  for (const more of [[], ['--force']]) {
    const sent = await cli.json<Summary>(['orders', 'upload', 'b.ndjson', '--dry-run', ...more]);
    expect(sent).toMatchObject({ exit: 3, orders: { pending: 1, refused: 1 } });
    expect(sent.refused.by_code).toEqual([
      expect.objectContaining({ code: 'refund.identifier.duplicate', count: 1, first_line: 1 }),
    ]);
  }
  const changes = { raw_status: 'closed', updated_at: '2026-03-03T10:00:00Z' };
  cli.file('own.ndjson', ndjson(order('A', { refunds: [refundOf('R-1')], ...changes })));
  const own = await cli.json<Summary>(['orders', 'check', 'own.ndjson']);
  expect(own).toMatchObject({ exit: 0, orders: { pending: 1, refused: 0 } });
  cli.file('plain.ndjson', ndjson(order('P')));
  const wish = ['orders', 'refund', 'P', '--from', 'plain.ndjson', '--refund-id', 'R-1', '--yes'];
  expect(await cli.json(wish)).toMatchObject({ exit: 2, code: 'refund.identifier_taken' });
  const { stdout } = await cli.run(['orders', 'check', 'b.ndjson']);
  expect(stdout.replace(/\s+/g, ' ')).toContain('already stands in order "A", which was accepted before');
});

test('a time without T is an error that offers the corrected text', async () => {
  const given = order('A', { created_at: '2026-03-01 10:00:00 +0200' });
  expect(codesOf(given)).toEqual(['error order.date.invalid created_at']);
  expect(said(given, 'order.date.invalid')[0]).toContain('Did you mean "2026-03-01T10:00:00+02:00"?');
  const client = await sandboxWithClient();
  expect(await client.orders([clean(given)])).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'orders[0].created_at', code: 'invalid' }] },
  });
});

test('a country that is no ISO 3166 code is a warning; a name or three letters are told the code', () => {
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
    expect(said(to(given!), 'order.country.unknown'), given).toEqual([
      `"${given}" is no ISO 3166-1 code of two capital letters. Did you mean "${meant}"?`,
    ]);
  // What may be a name of a person is not quoted.
  expect(said(to('Jane Doe'), 'order.country.unknown')[0]).not.toContain('Jane');
  expect(codesOf(to('ZZ'))).toEqual(['warning order.country.unknown shipping_address.country_code']);
});

test('the list of countries is that of the standard', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry);
  // 249 of the standard, and Kosovo.
  expect(codes).toHaveLength(250);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of codes) {
    const name = names.of(code);
    expect(name, code).toBeDefined();
    expect(countryMeant(code.toLowerCase()), code).toBe(code);
  }
});

test('the text NULL, a lost letter and a phone in E-notation are warnings', () => {
  const given = sampleOrder({
    customer: sampleCustomer({ phone: '4.47912E+11', first_name: 'NULL', last_name: 'Null' }),
    shipping_address: sampleAddress({ city: 'M\ufffdnchen' }),
    items: [sampleLine({ tracking_number: 'NULL', sku: 'null' })],
  });
  expect(codesOf(given).sort()).toEqual([
    'warning order.text.exponent customer.phone',
    'warning order.text.null customer.first_name',
    'warning order.text.null items[0].tracking_number',
    'warning order.text.replaced shipping_address.city',
  ]);
  expect(JSON.stringify(finish(given).findings)).not.toMatch(/nchen|4\.47/);
});

test('quantity_refunded beside an empty list of refunds is a warning', () => {
  const items = [sampleLine({ quantity_refunded: 1 })];
  expect(codesOf(sampleOrder({ items }))).toEqual([
    'warning item.quantity_refunded.alone items[0].quantity_refunded',
  ]);
  expect(codesOf(sampleOrder({ items, refunds: [sampleRefund()] }))).toEqual([]);
});

test('columns of a second file decide date order and decimal sign, as those of the export do', async () => {
  const mapping = mappingOf({
    decimal: undefined,
    dates: { timezone: 'Europe/London' },
    order: { created_at: 'At', updated_at: 'oms.changed' },
    item: { unit_price_amount_cents: 'oms.price', shipped_date: 'oms.shipped' },
  });
  const read = async (oms: string) => {
    const at = desk();
    at.file('f1.csv', csvOf([line('1'), line('2')]));
    at.file('oms.csv', oms);
    return await at.read('f1.csv', { map: load(mapping), joins: joinSpecs(['oms=oms.csv'], []) });
  };
  const [one] = await read(
    'identifier,changed,shipped,price\n1,02/05/2026 10:00,02/05/2026,"1.234,50"\n2,21/05/2026 10:00,21/05/2026,"3,00"\n',
  );
  expect(one!.updatedAt).toBe('2026-05-02T10:00:00+01:00');
  expect(itemsOf(one!)[0]).toMatchObject({ unit_price_amount_cents: 123450 });
  await expect(
    read('identifier,changed,shipped,price\n1,02/05/2026 10:00,02/05/2026,"3,00"\n2,03/05/2026 10:00,,\n'),
  ).rejects.toMatchObject({
    exitCode: 6,
    code: 'input.dates.undecidable',
    place: { file: 'oms.csv', line: 2, column: 2 },
  });
});

test('a decimal sign that the data disproves is exit 6, whether a flag or the mapping says it', async () => {
  const mapping = (more: Json = {}) => mappingOf({ item: { unit_price_amount_cents: 'Price' }, ...more });
  const rows = [line('1', { Price: '1200' }), line('2', { Price: '2024,994' })];
  for (const [map, options] of [
    [mapping({ decimal: undefined }), { decimal: '.' as const }],
    [mapping({ decimal: '.' }), {}],
  ] as const)
    expect(await failRows(rows, map, options)).toMatchObject({
      exitCode: 6,
      code: 'input.decimal.disproved',
      place: { file: 'f1.csv', line: 3, column: 5 },
      hint: expect.stringContaining('--decimal ,'),
    });
  // One amount that bears it out is enough: the others are refused one by one.
  const mixed = await readRows([...rows, line('3', { Price: '5.00' })], mapping({ decimal: '.' }));
  expect(mixed.map((one) => one.findings.length)).toEqual([0, 1, 0]);
});

test('rows of delimiters only are blank rows, above the header, between rows and at the end', async () => {
  const at = desk();
  at.file('a.csv', `,,,,,\n\n${HEADER}\n${row(1, 1)}\n,,,,,\n"",,,,,\n${row(2, 1)}\n,,,,,\n`);
  const snapshots = await at.read('a.csv');
  expect(snapshots.map(({ id, rows }) => [id, rows[0]!.line])).toEqual([
    ['SO-1', 4],
    ['SO-2', 7],
  ]);
  const inputs = await at.open('a.csv');
  const second = snapshots[1]!.rows[0]!;
  expect(Buffer.from(inputs.bytesOf(second)).toString()).toBe(`${row(2, 1)}\n`);
});

test.each([
  ['a document', (one: Json) => JSON.stringify({ data: [one, one] }), '.data[]'],
  ['a document in lines', (one: Json) => JSON.stringify({ data: [one, one] }, null, 1), '.data[]'],
  ['two keys deep', (one: Json) => JSON.stringify({ data: { orders: [one] } }), '.data.orders[]'],
  ['beside the number of the page', (one: Json) => JSON.stringify({ page: 1, orders: [one] }), '.orders[]'],
  ['every order in a key', (one: Json) => JSON.stringify([{ order: one }]), '.[].order'],
  ['one order in a key a line', (one: Json) => ndjson({ order: one }, { order: one }), '.order'],
  ['a name with a sign', (one: Json) => JSON.stringify({ 'order-list': [one] }), '.["order-list"][]'],
])('orders inside a key of their own are exit 6 with the way out: %s', async (_name, text, filter) => {
  const at = desk();
  at.file('orders.json', text(sampleOrder()));
  const failure = await at.fail('orders.json');
  expect(failure).toMatchObject({ exitCode: 6, code: 'input.json.orders.wrapped' });
  expect(failure.hint).toContain(
    `jq -c ${filter.includes('[') ? `'${filter}'` : filter} orders.json | returns orders upload -`,
  );
});

test('an order without identifier is still an order', async () => {
  const at = desk();
  const { identifier: _, ...rest } = sampleOrder();
  at.file('a.json', JSON.stringify(rest));
  expect(await at.read('a.json')).toHaveLength(1);
});
