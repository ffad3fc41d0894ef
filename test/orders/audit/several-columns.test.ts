// What several columns say of orders or lines is asked about each of them, and each has an answer of its own. Answers that undo each
// other end with an error.
import { expect, test } from 'vitest';
import type { Answers } from '../../../src/orders/map/types.ts';
import { desk } from '../../mappings/known.ts';
import { csvOf, ordersSent, proposalOf, shopperCells } from '../map/proposal-of.ts';

const BILLING = { shipping_address: 'billing', statuses: { shipped: 'Shipped' } };

type Cells = Readonly<Record<string, (order: number, line: number) => string>>;

/** Orders of two lines, all shipped; each cell gets the number of the order and of its line. */
const csv = (cells: Cells) =>
  csvOf(24, (i) => {
    const [order, line] = [Math.floor(i / 2), i % 2];
    return {
      ...{ 'Order number': `A-${1001 + order}`, Email: `anna${order}@example.com` },
      ...{ Sku: `S-${1 + line}`, Title: `Cup ${'ab'[line]}`, Quantity: '3' },
      ...{ Price: ['10.00', '12.50'][line]!, Total: '72.40' },
      ...Object.fromEntries(Object.entries(cells).map(([name, of]) => [name, of(order, line)])),
    };
  });

const KIND = 'confirm:audit.identifier.kind:identifier';
const CANCELLED = 'confirm:audit.cancelled.unused:status';
const OPEN = 'confirm:audit.quantity.open:item.quantity_shipped';

const when =
  (is: (order: number, line: number) => boolean, word: string, other = '') =>
  (order: number, line: number) =>
    is(order, line) ? word : other;
const orderIs =
  (...orders: readonly number[]) =>
  (order: number) =>
    orders.includes(order);
const lineIs =
  (...orders: readonly number[]) =>
  (order: number, line: number) =>
    line === 1 && orders.includes(order);

test.each<[name: string, cells: Cells]>([
  [
    'Belegart and Test',
    { Belegart: when(orderIs(2), 'Angebot', 'Auftrag'), Test: when(orderIs(5), 'ja', 'nein') },
  ],
  [
    'is_test and Proforma',
    { is_test: when(orderIs(2), 'yes', 'no'), Proforma: when(orderIs(5), 'yes', 'no') },
  ],
  [
    'of which some orders have both',
    { Document: when(orderIs(2), 'Quote', 'Order'), Test: when(orderIs(2, 5), '1', '0') },
  ],
])('%s: each is left out, or sent, by its own answer', async (_, cells) => {
  const text = csv(cells);
  const ids = Object.keys(cells).map((name) => `${KIND}:${name}`);
  const { open } = await proposalOf(text, BILLING);
  expect(open).toEqual(ids);
  const sent = async (...given: readonly string[]) => {
    const answers = Object.fromEntries(given.map((answer, i) => [ids[i]!, answer]));
    return (await ordersSent(text, { ...BILLING, ...answers })).map(({ identifier }) => identifier);
  };
  const both = await sent('leave out', 'leave out');
  expect(both).toHaveLength(10);
  expect(both).not.toContain('A-1003');
  expect(both).not.toContain('A-1006');
  expect(await sent('yes', 'yes')).toHaveLength(12);
  expect(await sent('leave out', 'yes')).toHaveLength(11);
  // One answer without a column may not be about both.
  for (const answer of ['leave out', 'yes'])
    expect((await proposalOf(text, { ...BILLING, [KIND]: answer })).open).toEqual(ids);
});

test('another answer takes back what a remembered mapping holds as confirmed; one about no column is refused', async () => {
  const at = desk();
  at.file(
    'shop.csv',
    csv({ Belegart: when(orderIs(2), 'Angebot', 'Auftrag'), Test: when(orderIs(5), 'ja') }),
  );
  const map = async (answers: Answers) => {
    at.file('answers.json', JSON.stringify({ ...BILLING, ...answers }));
    return await at.run('orders map shop.csv --answers answers.json --yes --no-input'.split(' '));
  };
  const both = { [`${KIND}:Belegart`]: 'yes', [`${KIND}:Test`]: 'yes' };
  expect((await map(both)).exit).toBe(0);
  expect(await map({ [`${KIND}:Test`]: 'no' })).toMatchObject({
    exit: 6,
    stderr: expect.stringContaining(`${KIND}:Test`),
  });
  expect((await map({ [`${KIND}:Test`]: 'leave out' })).exit).toBe(0);
  const { stdout } = await at.run('orders check shop.csv'.split(' '));
  expect(stdout).toMatch(/11 orders/);
  expect(await map({ [`${KIND}:Tset`]: 'yes' })).toMatchObject({
    exit: 6,
    stderr: expect.stringMatching(/There is no question.*Did you mean "Test"/s),
  });
});

test('what the choices stand for may be given with the answers', async () => {
  const text = csv({
    Belegart: when(orderIs(2), 'Angebot', 'Auftrag'),
    Test: when(orderIs(5), 'ja', 'nein'),
  });
  const given: Answers = { ...BILLING, [`${KIND}:Belegart`]: 'leave out', [`${KIND}:Test`]: 'leave out' };
  const more = { 'left_out:Belegart': { Angebot: 'Belegart' }, 'left_out:Test': { ja: 'Test' } };
  expect(await ordersSent(text, { ...given, ...more })).toHaveLength(10);
});

test.each<[name: string, cells: Cells, id: string, answer: (name: string) => string, units: object]>([
  [
    'two notes about lines',
    { Hinweis: when(lineIs(1), 'storniert'), Bemerkung: when(lineIs(2, 1), 'nicht lieferbar') },
    ...[CANCELLED, () => 'cancelled', { 1: [0, 3], 2: [0, 3], 3: [3, 0] }],
  ] as const,
  [
    'two columns of cancellations',
    { 'Cancelled At': when(lineIs(1), '2025-11-23'), 'Cancel reason': when(lineIs(2), 'late') },
    ...[CANCELLED, (name: string) => name, { 1: [0, 3], 2: [0, 3], 3: [3, 0] }],
  ] as const,
  [
    'two columns of open units',
    { Backordered: when(lineIs(1, 2), '1', '0'), Pendiente: when(lineIs(2, 3), '1', '0') },
    ...[OPEN, (name: string) => name, { 1: [2, 0], 2: [1, 0], 3: [2, 0], 4: [3, 0] }],
  ] as const,
])('%s: both answers count', async (_, cells, id, answer, units) => {
  const given = Object.fromEntries(Object.keys(cells).map((name) => [`${id}:${name}`, answer(name)]));
  const sent = await ordersSent(csv(cells), { ...BILLING, ...given });
  for (const [order, expected] of Object.entries(units)) {
    const { quantity_shipped: shipped, quantity_canceled: canceled } = sent[Number(order)]!.items[1]!;
    expect([shipped, canceled], `order ${order}`).toEqual(expected);
  }
});

/** `Model` divides the skus further. */
const models = csvOf(24, (i) => {
  return {
    ...shopperCells(i),
    Status: 'shipped',
    Sku: `CUP-${i % 3}`,
    Title: `Cup ${i % 3}`,
    Model: `CUP-${i % 3}-${(i >> 2) % 2}`,
  };
});
const UNDOING: Answers = {
  ...{ ...BILLING, 'column:item.sku': 'Model' },
  'confirm:audit.sku.named:item.sku': 'Sku',
  'confirm:audit.sku.parent:item.sku': 'Model',
};

test('of two answers of which each undoes the other, one is named', async () => {
  await expect(proposalOf(models, UNDOING)).rejects.toMatchObject({
    exitCode: 6,
    code: 'input.answers.value',
    message: expect.stringMatching(/^The answer to "confirm:audit\.sku\..*" undoes another answer/),
  });
});

test('"no" in a file of answers leaves the question open until another answer changes the field', async () => {
  const half = { 'column:item.sku': 'Model' };
  const id = 'confirm:audit.sku.named:item.sku';
  const asked = await proposalOf(models, { ...BILLING, ...half, [id]: 'no' });
  expect(asked.open).toEqual([id]);
  expect(asked.question(id)?.choices.at(-1)).toMatchObject({ value: 'no' });
  const { open, columnOf } = await proposalOf(models, {
    ...{ ...BILLING, ...half, [id]: 'no', 'field:item.sku': 'Sku' },
    'confirm:audit.sku.parent:item.sku': 'yes',
  });
  expect([open, columnOf('item.sku')?.column]).toEqual([[], 'Sku']);
});
