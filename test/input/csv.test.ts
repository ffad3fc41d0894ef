// Template CSV to orders: literal values, grouping, and what rows of one order may not do.
import { describe, expect, it } from 'vitest';
import { INTAKE_RULES } from '../../src/contract/order-rules/input.ts';
import { fieldsOf, ORDER_TABLE } from '../../src/input/message-table.ts';
import { templateCsv, templateMessage } from '../../src/orders/template.ts';
import { codes, desk, row, table } from './support.ts';

describe('cells', () => {
  it('are taken literally by their column', async () => {
    const at = desk();
    at.file(
      'a.csv',
      'identifier,updated_at,currency,tags,total_amount_cents,shipping_amount,customer.first_name,customer.tags,shipping_address.zip_code,refunds,_note,item.identifier,item.sku,item.upc,item.quantity,item.unit_price,item.weight,item.tags\n' +
        '007,2026-05-01T10:00:00Z,USD,a|b,1250,4.5,null,,01234,"[{""identifier"":""R-1"",""total_refund_amount_cents"":5}]",ignored,1,1e5,0012,2,12.50,0.450,\n',
    );
    const [snapshot] = await at.read('a.csv');
    expect(snapshot!.raw).toEqual({
      identifier: '007',
      updated_at: '2026-05-01T10:00:00Z',
      currency: 'USD',
      tags: ['a', 'b'],
      total_amount_cents: 1250,
      shipping_amount_cents: 450,
      customer: { first_name: 'null', tags: [] },
      shipping_address: { zip_code: '01234' },
      refunds: [{ identifier: 'R-1', total_refund_amount_cents: 5 }],
      items: [
        {
          identifier: '1',
          sku: '1e5',
          upc: '0012',
          quantity: 2,
          unit_price_amount_cents: 1250,
          weight: 0.45,
          tags: [],
        },
      ],
    });
    expect(snapshot!.findings).toEqual([]);
    expect(snapshot!.id).toBe('007');
  });

  it('that cannot be read stay text and get a finding with line and cell', async () => {
    const at = desk();
    at.file(
      'a.csv',
      'identifier,updated_at,total_amount_cents,refunds,item.identifier,item.quantity,item.unit_price,item.weight\n' +
        '1,2026-05-01T10:00:00Z,12.50,,1,1,1,1\n' +
        '2,2026-05-01T10:00:00Z,9007199254740993,R-1,1,two,"12,505",3 kg\n',
    );
    const [first, second] = await at.read('a.csv');
    expect(codes(first)).toEqual(['error cell.integer total_amount_cents']);
    expect(codes(second)).toEqual([
      'error cell.integer total_amount_cents',
      'error cell.json refunds',
      'error cell.integer items[0].quantity',
      'error cell.amount items[0].unit_price_amount_cents',
      'error cell.number items[0].weight',
    ]);
    expect(second!.findings[3]!.args).toMatchObject({
      column: 'item.unit_price',
      cell: 7,
      line: 3,
      found: '12,505',
    });
    // What may be personal is not quoted.
    expect(second!.findings[2]!.args['found']).toBe('a text of 3 characters');
    expect(second!.raw).toMatchObject({ items: [{ quantity: 'two' }] });
    expect(second!.placeOf('items[0].quantity')).toEqual({
      file: 'a.csv',
      line: 3,
      column: 6,
      path: 'items[0].quantity',
    });
  });

  it.each([
    ['item.quantity', ['1.0', '+1', ' 1', '1e2', '0x1', '1,000', '99999999999999999']],
    ['item.unit_price', ['1.234', '1,5', '$1', '1 000', '', '1.2.3'].filter(Boolean)],
    ['item.weight', ['1,5', 'NaN', 'Infinity', '0x10', '1kg']],
  ])('%s refuses what is not plainly a number', async (column, texts) => {
    const at = desk();
    const rows = texts.map((text, i) => `${i},2026-05-01T10:00:00Z,1,"${text}"`);
    at.file('a.csv', ['identifier,updated_at,item.identifier,', rows.join('\n')].join(`${column}\n`));
    const snapshots = await at.read('a.csv');
    expect(snapshots.map((s) => s.findings.length)).toEqual(texts.map(() => 1));
  });
});

describe('rows of one order', () => {
  it('become one snapshot; another updated_at is another version', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1), row(1, 2), row(1, 1, { at: '2026-05-02T10:00:00Z' }), row(2, 1)));
    const inputs = await at.open('a.csv');
    const snapshots: string[] = [];
    for await (const list of inputs.read('first'))
      for (const s of list)
        snapshots.push(`${s.id} ${s.rows.map((r) => r.line)} ${inputs.snapshotIndex.isLatest(s.ordinal)}`);
    expect(snapshots).toEqual(['SO-1 2,3 false', 'SO-1 4 true', 'SO-2 5 true']);
    expect(inputs.snapshotIndex).toMatchObject({ scattered: false, orders: 2, snapshots: 3, rows: 4 });
  });

  it('with the same instant in another spelling are one snapshot', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1), row(1, 2, { at: '2026-05-01T12:00:00+02:00' })));
    const snapshots = await at.read('a.csv');
    expect(snapshots.map((s) => [s.rows.length, s.findings.length])).toEqual([[2, 0]]);
  });

  it('may not leave some of them blank', async () => {
    const at = desk();
    at.file(
      'a.csv',
      'identifier,updated_at,currency,status,item.identifier\n1,2026-05-01T10:00:00Z,USD,Shipped,1\n1,2026-05-01T10:00:00Z,,Shipped,2\n',
    );
    expect(codes((await at.read('a.csv'))[0])).toEqual(['error order.rows.conflict currency']);
  });

  it('without an identifier are snapshots of their own', async () => {
    const at = desk();
    at.file('a.csv', table(',2026-05-01T10:00:00Z,USD,1,A,1', ',2026-05-01T10:00:00Z,USD,2,B,1'));
    const inputs = await at.open('a.csv');
    for (const mode of ['first', 'counted'] as const) {
      const ordinals: number[] = [];
      for await (const list of inputs.read(mode)) ordinals.push(...list.map((s) => s.ordinal));
      expect(ordinals).toEqual([0, 1]);
    }
  });
});

describe('the template', () => {
  it('is read without findings, as CSV and as JSON alike', async () => {
    const at = desk();
    at.file('a.csv', templateCsv());
    at.file('a.json', JSON.stringify(templateMessage()));
    const shown = fieldsOf(ORDER_TABLE).filter(({ isShown }) => isShown);
    expect(templateCsv().split('\n')[0]).toBe(shown.map(({ name }) => name).join(','));
    const fromCsv = await at.read('a.csv');
    const fromJson = await at.read('a.json');
    expect(fromCsv.flatMap(codes)).toEqual([]);
    expect(fromCsv.map((s) => ({ transactions: [], discounts: [], ...(s.raw as object) }))).toEqual(
      fromJson.map((s) => s.raw),
    );
    expect(fromCsv.map((s) => s.rows.length)).toEqual([1, 2]);
  });
});

describe('rules of the intake', () => {
  const bad = INTAKE_RULES.filter(
    (rule) =>
      !rule.code.startsWith('cell.') && !rule.code.endsWith('.nul') && rule.code !== 'order.version.conflict',
  );
  it.each(bad)('$code: its bad sample breaks it, its good one does not', async (rule) => {
    const at = desk();
    at.file('bad.csv', String(rule.bad));
    at.file('good.csv', String(rule.good));
    const found = (await at.read('bad.csv')).flatMap((s) => s.findings);
    expect(found.map((f) => [f.code, f.severity])).toEqual([[rule.code, rule.severity]]);
    expect(rule.say(found[0]!.args, found[0]!.path)).toMatch(/line 3.*line 2/);
    expect((await at.read('good.csv')).flatMap((s) => s.findings)).toEqual([]);
  });

  it('order.text.nul: names the first row of the file', async () => {
    const at = desk();
    const row = (id: string, sku: string) => `${id},2026-05-01T10:00:00Z,1,${sku}\n`;
    const rows = row('SO-1', 'A') + row('SO-2', 'B\0') + row('SO-3', '\0C');
    at.file('bad.csv', `identifier,updated_at,item.identifier,item.sku\n${rows}`);
    const found = await at.read('bad.csv');
    expect(found.map(({ raw }) => (raw as { items: { sku: string }[] }).items[0]!.sku)).toEqual([
      'A',
      'B',
      'C',
    ]);
    expect(found.map((one) => one.findings.map(({ code, args }) => [code, args['line']]))).toEqual([
      ...[[], [['order.text.nul', 3]], []],
    ]);
  });

  it.each([
    ['', 256e6],
    [', also of rows that wait on disk', 400],
  ])(
    'order.identifier.nul: an order is refused that a row joined whose number had NUL inside%s',
    async (_, memory) => {
      const at = desk();
      const row = (id: string, line: number) => `${id},2026-05-01T10:00:00Z,${line}\n`;
      // Also where the rows stand apart, and where the rows above are another order. At the end it fills the cell.
      const rows = [
        row('SO-1', 1),
        row('SO-2', 1),
        row('SO-\x001', 2),
        row('SO-\x002', 2),
        row('SO-3\0\0', 1),
      ];
      at.file('bad.csv', `identifier,updated_at,item.identifier\n${rows.join('')}`);
      const found = await at.read('bad.csv', { memory });
      const about = found
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map(({ id, findings }) => [
          id,
          findings.map(({ code, severity, args }) => [code, severity, args['line']]),
        ]);
      expect(about).toEqual([
        ['SO-1', [['order.identifier.nul', 'error', 4]]],
        ['SO-2', [['order.identifier.nul', 'error', 5]]],
        ['SO-3', []],
      ]);
    },
  );

  it.each(INTAKE_RULES.filter((rule) => rule.code.startsWith('cell.')))(
    '$code: its bad sample breaks it, its good one does not',
    async (rule) => {
      const at = desk();
      const whole = (sample: unknown) => {
        const [header, cell] = String(sample).split('\n');
        return `identifier,updated_at,item.identifier,${header}\nSO-1,2026-05-01T10:00:00Z,1,${cell}\n`;
      };
      at.file('bad.csv', whole(rule.bad));
      at.file('good.csv', whole(rule.good));
      const found = (await at.read('bad.csv')).flatMap((s) => s.findings);
      expect(found.map((f) => [f.code, f.severity])).toEqual([[rule.code, rule.severity]]);
      expect(rule.say(found[0]!.args, '')).toContain('cell 4 of line 2');
      expect((await at.read('good.csv')).flatMap((s) => s.findings)).toEqual([]);
    },
  );
});
