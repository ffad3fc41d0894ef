// Refunds of an unknown export: where number, units, money and date are found, they are asked about as a group and sent; where one is
// not clear, nobody is offered to send them.
import { expect, test } from 'vitest';
import { csvOf, proposalOf } from './proposal-of.ts';

type Cells = Record<string, string | undefined>;
const BLANK = { Ref_No: '', Ref_Qty: '', Ref_Amount: '', Ref_Date: '' };
const day = (i: number) => `2025-12-${10 + (i % 18)}T10:00:00Z`;

/** Each fifth of 40 orders of two units at 24.98 has a refund; `refund` says what its cells are, `rest` those of all others. */
const shop = (names: Cells, refund: (i: number) => Cells, rest: Cells = BLANK) =>
  csvOf(40, (i) => {
    const cells = i % 5 === 0 ? { ...BLANK, ...refund(i) } : rest;
    return Object.fromEntries(
      Object.entries(cells).flatMap(([name, text]) =>
        names[name] === undefined ? [] : [[names[name], text]],
      ),
    );
  });
const ENGLISH = {
  Ref_No: 'Refund no',
  Ref_Qty: 'Refunded qty',
  Ref_Amount: 'Refund amount',
  Ref_Date: 'Refund date',
};
const ONE = (i: number): Cells => ({ Ref_No: `R-${i}`, Ref_Qty: '1', Ref_Amount: '24.98', Ref_Date: day(i) });

const sum = (column: unknown) => ({ sum: [column], over: 'refund_lines' });
const minus = (column: string) => ({ multiply: [-1, column] });

test.each<[what: string, text: string, total: unknown, more: object]>([
  ['the worth of the units on each row', shop(ENGLISH, ONE), sum('Refund amount'), { units: 'Refunded qty' }],
  [
    'money that is not the worth of the units',
    shop(ENGLISH, (i) => ({ ...ONE(i), Ref_Amount: '20.00' })),
    'Refund amount',
    { number: 'Refund no', date: 'Refund date' },
  ],
  [
    'below zero',
    shop(ENGLISH, (i) => ({ ...ONE(i), Ref_Amount: '-24.98', Ref_Qty: '-1' })),
    sum(minus('Refund amount')),
    { units: minus('Refunded qty') },
  ],
  [
    'zeros on other rows',
    shop(ENGLISH, ONE, { ...BLANK, Ref_Qty: '0', Ref_Amount: '0.00' }),
    sum('Refund amount'),
    { units: 'Refunded qty' },
  ],
  [
    'no number',
    shop({ ...ENGLISH, Ref_No: undefined }, ONE),
    sum('Refund amount'),
    { number: { generate: 'refund' } },
  ],
  [
    'Spanish names',
    shop(
      {
        Ref_No: 'Nº reembolso',
        Ref_Qty: 'Cant. reembolsada',
        Ref_Amount: 'Importe reembolsado',
        Ref_Date: 'Fecha reembolso',
      },
      ONE,
    ),
    sum('Importe reembolsado'),
    { number: 'Nº reembolso', units: 'Cant. reembolsada', date: 'Fecha reembolso' },
  ],
])('refund columns, %s: one question, and they are sent', async (_, text, total, more) => {
  const { question } = await proposalOf(text);
  expect(question('refunds')).toMatchObject({ proposed: 'send', unattended: null, orders: 8 });
  const { result } = await proposalOf(text, { refunds: 'send' });
  const { refund, refund_line: line } = result.mapping as Record<string, Record<string, unknown>>;
  expect(refund!['total_refund_amount_cents']).toEqual(total);
  const found = { number: refund!['identifier'], units: line!['quantity'], date: refund!['created_at'] };
  expect(found).toMatchObject(more);
  const shown = new Map(result.fields.map(({ field, example }) => [field, example[1]]));
  expect([shown.has('refunds'), shown.get('refund_line.quantity')]).toEqual([false, '1']);
});

test('amounts that differ on the rows of one refund are those of the lines', async () => {
  const text = csvOf(40, (i) => {
    const order = i >> 1;
    const cells: Cells =
      order % 5 === 0 ? { ...ONE(order), Ref_Amount: i % 2 === 0 ? '20.00' : '15.00' } : BLANK;
    const { Ref_No: no, Ref_Qty: units, Ref_Amount: amount, Ref_Date: date } = cells;
    return {
      ...{ 'Order number': `A-${1001 + order}`, Email: `anna${order}@example.com`, Total: '104.82' },
      ...{ 'Line ID': `L-${i}`, Sku: `S-${i % 7}`, Title: `Shirt ${i % 7}` },
      ...{ 'Refund no': no, 'Refunded qty': units, 'Refund amount': amount, 'Refund date': date },
    };
  });
  const { result } = await proposalOf(text, { refunds: 'send' });
  const { refund } = result.mapping as Record<string, Record<string, unknown>>;
  expect(refund!['total_refund_amount_cents']).toEqual(sum('Refund amount'));
});

test.each<[what: string, text: string]>([
  ['no date', shop({ ...ENGLISH, Ref_Date: undefined }, ONE)],
  ['no units', shop({ ...ENGLISH, Ref_Qty: undefined }, ONE)],
  ['money alone', shop({ Ref_Amount: 'Refund amount' }, ONE)],
])('refund columns, %s: they cannot be sent, and that is asked', async (_, text) => {
  const { question } = await proposalOf(text);
  expect(question('refunds')!.choices.map(({ value }) => value)).toEqual(['warn', 'refuse']);
});

test('until when goods can be sent back is no date of a refund', async () => {
  const { question } = await proposalOf(
    csvOf(40, (i) => ({ 'Return by': day(i), 'Return window': '30', 'Return fee': '0.00' })),
  );
  expect(question('refunds')).toBeUndefined();
});

/** 24 orders of one line; each fourth has refunds as `refunds` says. */
const json = (refunds: (i: number, sku: string) => object) =>
  JSON.stringify(
    Array.from({ length: 24 }, (_, i) => ({
      ...{ number: `B-${100 + i}`, placed: day(i), changed: `2026-01-${10 + (i % 18)}T10:00:00Z` },
      ...{ status: 'shipped', currency: 'EUR', total: `${20 + i}.00`, email: `p${i}@example.com` },
      ship_to: {
        name: `Ann Lee${'abcdefghijklmnopqrstuvwx'[i]}`,
        street: `Weg ${i + 1}`,
        zip: `10${100 + i}`,
        city: 'Bonn',
        country: 'DE',
      },
      lines: [{ sku: `S-${i % 7}`, title: `Cup ${i % 7}`, qty: 1, price: `${20 + i}.00` }],
      ...(i % 4 === 0 ? refunds(i, `S-${i % 7}`) : {}),
    })),
  );

const inLines = json((i, sku) => ({
  erstattungen: [
    {
      datum: day(i),
      zeilen: [
        { artikel: sku, menge: 1, betrag: '4.50' },
        { artikel: sku, menge: 1, betrag: '4.50' },
      ],
    },
  ],
}));

test('a list of refunds in JSON is asked about by the audit, each column for its field', async () => {
  const { question } = await proposalOf(inLines, {}, { assumes: true });
  const { choices } = question('confirm:audit.refunds.unused:refunds')!;
  expect(choices.slice(1, -1).map(({ value, answers }) => [value, Object.keys(answers!)[0]])).toEqual([
    ['erstattungen[].datum', 'field:refund.created_at'],
    ['erstattungen[].zeilen[].artikel', 'field:refund_line.order_item_identifier'],
    ['erstattungen[].zeilen[].menge', 'field:refund_line.quantity'],
    ['erstattungen[].zeilen[].betrag', 'field:refund.total_refund_amount_cents'],
  ]);
});

test('money in the lines of a refund in JSON is added', async () => {
  const { result } = await proposalOf(inLines, {
    'field:refund.identifier': 'none',
    'field:refund.created_at': 'erstattungen[].datum',
    'field:refund_line.quantity': 'erstattungen[].zeilen[].menge',
    'field:refund.total_refund_amount_cents': 'erstattungen[].zeilen[].betrag',
    'field:refund_line.sku': 'erstattungen[].zeilen[].artikel',
  });
  expect(result.mapping['refund']).toEqual({
    identifier: { generate: 'refund' },
    total_refund_amount_cents: sum('erstattungen[].zeilen[].betrag'),
    created_at: 'erstattungen[].datum',
  });
});

test('a list of refunds that names no article is not sent, and the audit says so', async () => {
  const text = json((i) => ({ creditNotes: [{ no: `G-${i}`, on: day(i), amount: '9.00' }] }));
  const { result, question } = await proposalOf(text, {}, { assumes: true });
  expect(question('refunds')).toBeUndefined();
  const codes = result.trial!.plan.audit.findings.map(({ finding, orders }) => [finding.code, orders.length]);
  expect(codes).toContainEqual(['audit.refunds.unused', 6]);
});

const BACK = {
  ...{ Ref_No: 'Chargeback no', Ref_Qty: 'Chargeback qty', Ref_Date: 'Chargeback date' },
  ...{ Ref_Amount: 'Chargeback goods total', Ref_Freight: 'Chargeback extra total' },
};

test.each<[column: string, field: string]>([
  [BACK.Ref_Amount, 'refund.total_refund_amount_cents'],
  [BACK.Ref_Freight, 'refund.total_refund_amount_cents'],
  [BACK.Ref_Qty, 'refund_line.quantity'],
  [BACK.Ref_Date, 'refund.created_at'],
  [BACK.Ref_No, 'refund.identifier'],
])('where two amounts went back, the audit offers %s as %s', async (column, field) => {
  const text = shop(BACK, (i) => ({ ...ONE(i), Ref_Freight: '4.90' }), { ...BLANK, Ref_Freight: '' });
  const id = 'confirm:audit.refunds.unused:refunds';
  const usual = { shipping_address: 'billing', statuses: { shipped: 'Shipped' } };
  const persons = ['shipping_address', 'billing_address'].flatMap((block) =>
    ['name', 'street1'].map((part) => [`confirm:audit.person.one:${block}.${part}`, 'yes']),
  );
  const known = { ...usual, ...Object.fromEntries(persons) };
  const { question } = await proposalOf(text, known);
  const choice = question(id)!.choices.find(({ value }) => value === column);
  expect(choice?.answers).toEqual({ [`field:${field}`]: column });
  const asked = await proposalOf(text, { ...known, [id]: column });
  const fields = [
    ...['field:refund.created_at', 'field:refund.identifier'],
    ...['field:refund.total_refund_amount_cents', 'field:refund_line.quantity'],
  ];
  expect(asked.open.sort()).toEqual(fields.filter((one) => one !== `field:${field}`));
  const { result, open } = await proposalOf(text, {
    ...{ ...known, [id]: column, [fields[0]!]: BACK.Ref_Date, [fields[1]!]: 'none' },
    ...{ [fields[2]!]: BACK.Ref_Amount, [fields[3]!]: BACK.Ref_Qty },
  });
  expect(open).toEqual([]);
  expect(result.trial!.summary.orders).toMatchObject({ refused: 0 });
  expect(result.trial!.examples.get('refund.total_refund_amount_cents')?.[1]).toBe('2498');
});
