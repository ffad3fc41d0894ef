// The mapping of the UCI data set: countries, customers, placeholders, fees and bookings of the accounts.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import type { Summary } from '../../helpers/sandbox.ts';
import { carrierFor } from './carrier.ts';
import { sample } from './export-rows.ts';

const MAP = sample('mappings/uci-online-retail.json');
const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country';
const line = (invoice: string, code: string, price: string, country: string, quantity = 1) =>
  `${invoice},${code},A THING,${quantity},2011-08-12 14:50:00,${price},17850.0,${country}`;

const COUNTRIES = {
  Belgium: 'BE',
  EIRE: 'IE',
  RSA: 'ZA',
  USA: 'US',
  'Czech Republic': 'CZ',
  'United Arab Emirates': 'AE',
  'Hong Kong': 'HK',
  Iceland: 'IS',
};
const NO_COUNTRY = ['Unspecified', 'European Community', 'Channel Islands'];

const ROWS = [
  ...Object.keys(COUNTRIES).map((country, i) => line(`60000${i}`, '22633', '1.85', country)),
  ...NO_COUNTRY.map((country, i) => line(`60010${i}`, '22633', '1.85', country)),
  // Accounts: a bad debt up and down, an invoice of a fee only, and a fee beside a product and postage.
  line('A563185', 'B', '11062.06', 'United Kingdom'),
  line('A563186', 'B', '-11062.06', 'United Kingdom'),
  line('600200', 'AMAZONFEE', '13541.33', 'United Kingdom'),
  line('600201', '22633', '1.85', 'United Kingdom', 2),
  line('600201', 'BANK CHARGES', '15.00', 'United Kingdom'),
  line('600201', 'POST', '18.00', 'United Kingdom'),
  line('600202', 'gift_0001_20', '16.67', 'United Kingdom'),
  line('C600203', 'D', '27.50', 'United Kingdom', -1),
  // Two minutes, no customer, and a stock code twice.
  ...['14:51', '14:50'].map((time) =>
    line('600204', '22633', '1.85', 'United Kingdom').replace('14:50', time).replace('17850.0', ''),
  ),
];

describe('UCI Online Retail, other days', () => {
  let stored: Map<string, Order>;
  let uploaded: { code: number; document: Summary };
  let plan: string;

  beforeAll(async () => {
    const carrier = await carrierFor();
    const file = path.join(carrier.platform.root, 'other-days.csv');
    fs.writeFileSync(file, [HEADER, ...ROWS, ''].join('\n'));
    uploaded = await carrier.json('orders', 'upload', file, '--map', MAP, '--rate', 'off');
    stored = carrier.stored();
    plan = (await carrier.text('orders', 'check', file, '--map', MAP)).stdout.replace(/\s+/g, ' ');
  });

  test('every country has its code', () => {
    const sent = [...stored].filter(([id]) => id < '600100');
    const codes = sent.map(
      ([, order]) => (order['shipping_address'] as { country_code: string }).country_code,
    );
    expect(codes.toSorted()).toEqual(Object.values(COUNTRIES).toSorted());
  });

  test('17850.0 is 17850; an invoice without a customer has a placeholder, and limits name all of these', () => {
    expect(stored.get('600201')!['customer']).toMatchObject({ identifier: '17850' });
    expect(stored.get('600204')).toMatchObject({
      ...{ created_at: '2011-08-12T14:50:00+01:00', updated_at: '2011-08-12T14:51:00+01:00' },
      customer: { identifier: 'unknown', email: 'no-email@example.invalid' },
      shipping_address: { name: 'not in the export' },
      items: [{ identifier: '600204-22633' }, { identifier: '600204-22633-2' }],
    });
    for (const text of ['no-email@example.invalid', 'not in the export', 'unknown'])
      expect(plan).toContain(text);
  });

  test('what is no single country is refused', () => {
    expect(uploaded.code).toBe(3);
    expect(uploaded.document.orders).toMatchObject({ accepted: 11, refused: 3, skipped: 4 });
    for (const index of NO_COUNTRY.keys()) expect(stored.has(`60010${index}`)).toBe(false);
  });

  test('accounts are no orders, and their rows no lines', () => {
    expect([...stored.keys()].filter((id) => id >= '600200').toSorted()).toEqual([
      '600201',
      '600202',
      '600204',
    ]);
    const mixed = stored.get('600201')!;
    expect(mixed.items.map((item) => item.sku)).toEqual(['22633', 'POST']);
    // 2 x 1.85 and 18.00.
    expect(mixed.total_amount_cents).toBe(2170);
    const bad = 'adjustment of the accounts, no sale';
    const fee = 'fee, commission, discount or booking of the accounts, no product';
    expect(uploaded.document.skipped_by).toEqual(
      expect.arrayContaining([
        { reason: bad, orders: 2, rows: 2 },
        { reason: fee, orders: 1, rows: 2 },
        { reason: 'credit note', orders: 1, rows: 1 },
      ]),
    );
  });
});
