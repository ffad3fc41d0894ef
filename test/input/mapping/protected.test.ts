// Cells that a program wrote so that a spreadsheet does not read them as numbers or formulas: they are read without it.
import { expect, test } from 'vitest';
import { unprotected } from '../../../src/basics/text.ts';
import { joinSpecs } from '../../../src/orders/order-flags.ts';
import { codes, desk } from '../support.ts';
import { csvOf, itemsOf, line, load, mappingOf, one, readRows } from './support.ts';

test.each([
  ['="000001"', '000001'],
  ['="Wool, ""S"""', 'Wool, "S"'],
  ['=""', ''],
  [`="'00123"`, '00123'],
  ["'10001", '10001'],
  ["'WOOL-107", 'WOOL-107'],
  ["'wool_107/b", 'wool_107/b'],
  ["'S-12", 'S-12'],
  ["'+49 30 1234", '+49 30 1234'],
  ["'-12,50 €", '-12,50 €'],
  ["'=A1+Sheet 2", '=A1+Sheet 2'],
  ["'2026-08-22 02:56", '2026-08-22 02:56'],
  ["'8/22/2026 2:56 PM", '8/22/2026 2:56 PM'],
  ["'", ''],
])('%s is %s', (written, meant) => {
  expect(unprotected(written)).toBe(meant);
});

test.each([
  "'s-Hertogenbosch",
  "'s-Gravenweg12",
  "'90s-Tee",
  "'S-HERTOGENBOSCH",
  "'t Zand",
  "'t Hofke 3",
  "'T LAAR 12",
  "'Aiea",
  "'90s",
  "'47 Brand Cap",
  "'2' Mug",
  "'n'1",
  '="A"&"1"',
  '=A1',
  'A="1"',
  "6'2",
])('%s may be meant so', (text) => {
  expect(unprotected(text)).toBe(text);
});

test('rows of one order are found together, whichever of them are protected', async () => {
  const found = await readRows([
    line('="0001"', { Sku: "'WOOL-107" }),
    line(' 0001', { Sku: '="TRAI-142"' }),
    line("'0001", { Sku: "'0042" }),
    line("'0002", { At: "'2026-05-01 10:00", Qty: '="2"' }),
  ]);
  expect(found.map((order) => [order.id, itemsOf(order).map(({ sku }) => sku)])).toEqual([
    ['0001', ['WOOL-107', 'TRAI-142', '0042']],
    ['0002', ['A']],
  ]);
  expect(found.flatMap((order) => codes(order))).toEqual([]);
  expect(itemsOf(found[1]!)[0]!['quantity']).toBe(2);
  expect(found[1]!.cellOf?.('created_at')).toMatchObject({ text: '2026-05-01 10:00' });
});

test('texts, codes and amounts, and names that begin with an apostrophe', async () => {
  const order = {
    currency: 'Currency',
    'billing_address.zip_code': 'Zip',
    'billing_address.city': 'City',
    'billing_address.phone': 'Phone',
    shipping_amount_cents: 'Shipping',
  };
  const cells = { Currency: '="EUR"', Zip: "'01067", Phone: "'+49 351 12", Shipping: '="4.90"' };
  const { raw } = await one({ ...cells, City: "'s-Gravenhage" }, mappingOf({ order }));
  expect(raw).toMatchObject({
    currency: 'EUR',
    shipping_amount_cents: 490,
    billing_address: { zip_code: '01067', city: "'s-Gravenhage", phone: '+49 351 12' },
  });
});

test('a joined file and the export need not be protected in the same way', async () => {
  const at = desk();
  at.file('f1.csv', csvOf([line('="0001"'), line("'0002"), line('0003')]));
  at.file('oms.csv', `identifier,note\n'0001,a\n0002,b\n"=""0003""",c\n`);
  const mapping = mappingOf({ order: { note: 'oms.note' } });
  const found = await at.read('f1.csv', { map: load(mapping), joins: joinSpecs(['oms=oms.csv'], []) });
  expect(found.map(({ id, raw }) => [id, (raw as { note: string }).note])).toEqual([
    ['0001', 'a'],
    ['0002', 'b'],
    ['0003', 'c'],
  ]);
});

test('the columns of the template are read as they stand', async () => {
  const at = desk();
  at.file(
    'a.csv',
    `identifier,created_at,updated_at,item.sku\n'0001,2026-05-01T10:00:00Z,2026-05-01T10:00:00Z,'A\n`,
  );
  const [order] = await at.read('a.csv');
  expect([order!.id, itemsOf(order!)[0]!['sku']]).toEqual(["'0001", "'A"]);
});
