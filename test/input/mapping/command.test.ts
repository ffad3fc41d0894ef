// Mapped exports through the commands: check, upload, rejects that are input again, flags and exit codes.
import fs from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, json, sandbox, t, useOrderDesk } from '../../helpers/order-desk.ts';
import { completeMapping } from './mapped-cli.ts';
import { csvOf, type Json, line, type Row } from './support.ts';

const mapping = completeMapping({
  limits: ['Addresses are not in the export'],
  dates: { formats: ['YYYY-MM-DD HH:mm'] },
  rows: {
    skip: [
      { when: { column: 'No', startsWith: 'C' }, reason: 'credit note' },
      { when: { column: 'Sku', equals: 'POST' }, reason: 'postage' },
    ],
  },
  order: { total_amount_cents: 'Total' },
  item: { unit_price_amount_cents: 'Price' },
  tax: { total: 'Total', subtotal: 'Sub', tax: 'Tax' },
});

const shop = (no: string, more: Row = {}): Row =>
  line(no, {
    Email: `${no}@example.com`,
    Price: '10.00',
    Sub: '10.00',
    Tax: '2.00',
    Total: '12.00',
    Extra: 'x',
    ...more,
  });
const later = { Email: '', Sub: '', Tax: '', Total: '' };

const ROWS = [
  shop('1', { Sub: '20.00', Tax: '4.01', Total: '24.01' }),
  shop('1', { ...later, Sku: 'B' }),
  shop('1', { ...later, Sku: 'POST' }),
  shop('C2'),
  shop('3', { Total: '11.00' }),
  shop('4', { Email: '' }),
  shop('5'),
];

useOrderDesk();
beforeEach(() => {
  t.file('map.json', JSON.stringify(mapping));
  t.file('export.csv', csvOf(ROWS));
});

const MAP = ['--map', 'map.json', '--timezone', 'Europe/London'];
const JOINED = ['--map', 'joined.json', ...MAP.slice(2)];

describe('a mapped export', () => {
  it('is uploaded: lines, shares of tax and skipped rows are accounted for; again sends nothing', async () => {
    const upload = (file: string) => json('orders', 'upload', file, ...MAP);
    const first = await upload('export.csv');
    expect(first).toMatchObject({
      exit: 3,
      balanced: true,
      rows: { read: 7, accounted: 7 },
      orders: { accepted: 2, refused: 2, skipped: 1, pending: 0 },
      skipped_by: [
        { reason: 'credit note', orders: 1, rows: 1 },
        { reason: 'postage', orders: 0, rows: 1 },
      ],
      refused: {
        by_code: expect.arrayContaining([
          expect.objectContaining({ code: 'order.tax.undecidable', count: 1, first_line: 6 }),
        ]),
      },
    });
    const stored = sandbox.orders().find(({ identifier }) => identifier === '1')!.order as unknown as Json;
    expect(stored).toMatchObject({
      created_at: '2026-05-01T10:00:00+01:00',
      total_amount_cents: 2401,
      tax_amount_cents: 401,
      items: [
        { identifier: '1-A', sku: 'A', tax_amount_cents: 201 },
        { identifier: '1-B', sku: 'B', tax_amount_cents: 200 },
      ],
    });
    expect(await upload('export.csv')).toMatchObject({
      orders: { accepted: 0, already_accepted: 2, refused: 2 },
    });

    // The rejects, corrected, go through under the same mapping.
    const [file] = first.refused.files;
    const rejects = fs.readFileSync(file, 'utf8');
    expect(rejects.split('\n')[0]).toMatch(/Extra,_code,_field,_message,_status,_file,_line$/);
    const again = await upload(file);
    expect(again.orders).toMatchObject({ refused: 2, accepted: 0 });
    t.file(
      'mended.csv',
      rejects
        .replace(',11.00,', ',12.00,')
        .replace('4,2026-05-01 10:00,A,1,,', '4,2026-05-01 10:00,A,1,x@example.com,'),
    );
    const mended = await upload('mended.csv');
    expect(mended).toMatchObject({ exit: 0, orders: { accepted: 2, refused: 0 } });
  });

  it('the plan names the mapping, what it assumes, leaves aside and leaves out', async () => {
    const { out: stdout } = await call('orders', 'check', 'export.csv', ...MAP);
    expect(stdout).toMatch(
      /mapping +Test export\n +assumed +Addresses are not in the export\n +unmapped +Extra\n/,
    );
    expect(stdout).toMatch(
      /skipped +1 +orders left out by the mapping\n +credit note 1 row, 1 order\n +postage 1 row\n/,
    );
  });

  it('the plan shows what a joined file has of the orders', async () => {
    t.file('oms.csv', 'id,x\n1,a\n3,b\n');
    t.file('joined.json', JSON.stringify({ ...mapping, with: { oms: { on: 'id' } } }));
    const args = ['orders', 'check', 'export.csv', ...JOINED, '--with', 'oms=oms.csv'];
    t.file('more.csv', 'id,x\n1,a\n3,b\n77,c\n78,d\n78,d\n');
    const more = ['orders', 'check', 'export.csv', ...JOINED, '--with', 'oms=more.csv'];
    expect((await call(...more)).out.replace(/\s+/g, ' ')).toContain(
      'oms: 2 orders matched, 2 not, 0 duplicate keys; 2 of 4 keys in no order of the input',
    );
    const { out, code } = await call(...args);
    expect([code, out]).toEqual([
      3,
      expect.stringMatching(/joined +oms: 2 orders matched, 2 not, 0 duplicate keys\n/),
    ]);
  });
});
