// What the audit asks where only a word or a code says that a line was cancelled or has not left, or that an order is none; and what
// the answers send.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf } from '../map/proposal-of.ts';

const CANCELLED = 'confirm:audit.cancelled.unused:status';
const OPEN = 'confirm:audit.status.lines:status';
const NO_ORDER = 'confirm:audit.identifier.kind:identifier';
const BILLING = { shipping_address: 'billing' };

/** Orders of two lines, all shipped; `cell` gets the number of the order and of its line. */
const csv = (
  name: string,
  cell: (order: number, line: number) => string,
  status = (_: number) => 'shipped',
  orders = 12,
) =>
  csvOf(orders * 2, (i) => {
    const [order, line] = [Math.floor(i / 2), i % 2];
    const person = `anna${order}@example.com`;
    return {
      ...{ 'Order number': `A-${1001 + order}`, Email: person, Status: status(order) },
      ...{ Sku: `S-${1 + line}`, Title: `Cup ${'ab'[line]}`, Quantity: '1' },
      ...{ Price: ['10.00', '12.50'][line]!, Total: '27.40' },
      [name]: cell(order, line),
    };
  });

test.each([
  ['Belegart', 'Angebot', 'Auftrag'],
  ['Order Type', 'Quote', 'Order'],
  ['Type', 'Draft order', 'Sales order'],
  ['Document', 'pro forma', 'invoice'],
  ['Tipo', 'Presupuesto', 'Pedido'],
  ['Nature', 'Devis', 'Commande'],
  ['Testbestellung', 'ja', 'nein'],
  ['is_test', 'true', 'false'],
  ['Belegart', 'Gutschrift', 'Rechnung'],
  ['transaction_type', 'return', 'sale'],
  ['Doc Type', 'CRN', 'INV'],
  ['Document', 'Credit note', 'Order'],
  ['Tipo documento', 'Nota de crédito', 'Factura'],
  ['Type', 'Avoir', 'Facture'],
])('%s %s: the answer leaves these orders out', async (name, word, other) => {
  const text = csv(name, (order) => (order % 5 === 2 ? word : other));
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  expect(question(NO_ORDER)).toMatchObject({ answer: null, proposed: null, unattended: null, orders: 2 });
  const sent = await ordersSent(text, { ...BILLING, [NO_ORDER]: 'leave out' });
  expect(sent.map(({ identifier }) => identifier)).toEqual(
    [1001, 1002, 1004, 1005, 1006, 1007, 1009, 1010, 1011, 1012].map((no) => `A-${no}`),
  );
  expect(await ordersSent(text, { ...BILLING, [NO_ORDER]: 'yes' })).toHaveLength(12);
});

test.each([
  ['Quote number', (order: number) => `Q-${order % 4}`],
  ['Source', () => 'draft order'],
  ['Category', (order: number, line: number) => (order === 3 && line === 1 ? 'Tests' : 'Cups')],
  ['Latest', () => 'yes'],
  ['Payment type', () => 'Credit card'],
  ['customer_deleted_at', (order: number) => (order === 3 ? '2026-03-01' : '')],
  ['Deletion date', (order: number) => `2036-03-${10 + order}`],
  ['Returns', (order: number) => (order === 3 ? 'return' : '')],
])('%s says nothing of the kind of an order', async (name, cell) => {
  expect((await proposalOf(csv(name, cell), BILLING, { assumes: true })).question(NO_ORDER)).toBeUndefined();
});

test.each([
  ['deleted_at', '2026-03-01 10:00:00', ''],
  ['deletedAt', '2026-03-01 10:00:00', '0000-00-00 00:00:00'],
  ['is_deleted', '1', '0'],
  ['Gelöscht', 'ja', 'nein'],
  ['Supprimée par', 'Marie', ''],
])('%s: the answer leaves out the orders that the shop deleted', async (name, said, other) => {
  const text = csv(name, (order) => (order % 5 === 2 ? said : other));
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  expect(question(NO_ORDER)).toMatchObject({ answer: null, proposed: null, unattended: null, orders: 2 });
  const sent = await ordersSent(text, { ...BILLING, [NO_ORDER]: 'leave out' });
  expect(sent.map(({ identifier }) => identifier).filter((id) => /A-10(03|08)/.test(id))).toEqual([]);
  expect(sent).toHaveLength(10);
});

test('a line that was deleted was cancelled', async () => {
  const text = csv('deleted_at', (order, line) => (line === 1 && order % 4 === 1 ? '2026-03-01' : ''));
  const sent = await ordersSent(text, { ...BILLING, [CANCELLED]: 'deleted_at' });
  expect(sent[1]!.items.map((item) => item.quantity_canceled)).toEqual([0, 1]);
  expect(sent).toHaveLength(12);
});

test.each([
  ['Bemerkung Position', 'nicht lieferbar'],
  ['Line note', 'OUT OF STOCK'],
  ['Remark', 'sold out'],
  ['Hinweis', 'Storniert'],
  ['Nota', 'agotado'],
  ['Observation', 'Rupture de stock'],
])('%s %s: the answer cancels these lines', async (name, word) => {
  const text = csv(name, (order, line) => (line === 1 && order % 4 === 1 ? word : ''));
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  expect(question(CANCELLED)).toMatchObject({ answer: null, proposed: null, unattended: null, orders: 3 });
  const sent = await ordersSent(text, { ...BILLING, [CANCELLED]: 'cancelled' });
  for (const [i, { status, items }] of sent.entries()) {
    const units = items.map((item) => [item.quantity_shipped, item.quantity_canceled]);
    expect([status, units]).toEqual(['Shipped', [[1, 0], i % 4 === 1 ? [0, 1] : [1, 0]]]);
  }
});

test.each([
  ['Stock status', 'out of stock'],
  ['Hinweis', 'nicht storniert'],
  ['Zahlungsinfo', 'storniert'],
  ['Remark', 'lieferbar'],
])('%s %s cancels nothing', async (name, word) => {
  const text = csv(name, (order, line) => (line === 1 && order % 4 === 1 ? word : ''));
  expect((await proposalOf(text, BILLING, { assumes: true })).question(CANCELLED)).toBeUndefined();
});

/** Two orders were cancelled, two are open; of two others the second line has their code. */
const statusOf = (order: number) => (order < 2 ? 'cancelled' : order < 4 ? 'pending' : 'shipped');
const codeOf = (order: number, line: number) => {
  if (order < 2) return 'S';
  if (order < 4) return 'O';
  return line === 0 ? 'G' : order === 6 ? 'S' : order === 9 ? 'O' : 'G';
};

test('a code that only lines of cancelled or of open orders have says the same of a line', async () => {
  const text = csv('Kz', codeOf, statusOf);
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  expect([question(CANCELLED)?.orders, question(OPEN)?.orders]).toEqual([1, 1]);
  const sent = await ordersSent(text, { ...BILLING, [CANCELLED]: 'cancelled', [OPEN]: 'open' });
  const unitsOf = (order: number) =>
    sent[order]!.items.map((item) => [item.quantity_shipped, item.quantity_canceled]);
  expect([sent[6]!.status, unitsOf(6)]).toEqual([
    'Shipped',
    [
      [1, 0],
      [0, 1],
    ],
  ]);
  expect([sent[9]!.status, unitsOf(9)]).toEqual([
    'Created',
    [
      [1, 0],
      [0, 0],
    ],
  ]);
  expect([sent[0]!.status, sent[2]!.status, sent[4]!.status]).toEqual(['Cancelled', 'Created', 'Shipped']);
});

test.each([
  ['lines have it by chance', (order: number, line: number) => ((order + line) % 2 === 0 ? 'A' : 'B')],
  ['whole orders have it that have shipped', (order: number) => (order < 2 || order > 9 ? 'S' : 'G')],
])('a code says nothing where %s', async (_, cell) => {
  const { question } = await proposalOf(csv('Kz', cell, statusOf), BILLING, { assumes: true });
  expect([question(CANCELLED), question(OPEN)]).toEqual([undefined, undefined]);
});

const PARTLY = 'confirm:audit.status.partly:item.quantity_shipped';
/** So few orders do not show what a column under an unknown name counts. */
const partly = (word: string) =>
  csv(
    'xyz',
    (order, line) => `${+(order !== 2 || line === 0)}`,
    (order) => (order === 2 ? word : 'shipped'),
    3,
  );

test.each([
  'PARTIALLY_SHIPPED',
  'teilweise versendet',
  'Teillieferung',
  'expédiée partiellement',
  'Parcialmente enviado',
])('%s: neither all of its units are sent as shipped, nor none', async (word) => {
  for (const meant of ['Created', 'Shipped']) {
    const answers = { ...BILLING, statuses: { shipped: 'Shipped', [word]: meant } };
    const { question } = await proposalOf(partly(word), answers, { assumes: true });
    expect(question(PARTLY)).toMatchObject({ answer: null, proposed: null, unattended: null, orders: 1 });
    if (meant === 'Shipped') continue;
    const sent = await ordersSent(partly(word), { ...answers, [PARTLY]: 'xyz' });
    expect(sent[2]!.items.map((item) => item.quantity_shipped)).toEqual([1, 0]);
  }
});

test('what was refunded in part has shipped as a whole', async () => {
  const answers = { ...BILLING, statuses: { shipped: 'Shipped', 'partially refunded': 'Shipped' } };
  const { question } = await proposalOf(partly('partially refunded'), answers, { assumes: true });
  expect(question(PARTLY)).toBeUndefined();
});

const LEFT_OUT = 'confirm:audit.money.unused:total_amount_cents';
test.each(['St.Betr.', 'Abgabe', '세금'])(
  '%s, added over the lines, is left out of the total',
  async (name) => {
    const text = csvOf(12, (i) => {
      const [order, line] = [i >> 1, i % 2];
      const [price, tax] = [1000 + 130 * order + 250 * line, 100 + 13 * order + 25 * line];
      const [net, taxes] = [2250 + 260 * order + 490, 225 + 26 * order];
      const money = (cents: number) => (cents / 100).toFixed(2);
      return {
        ...{ 'Order number': `A-${1001 + order}`, Email: `anna${order}@example.com`, Sku: `S-${line}` },
        ...{ Title: `Cup ${line}`, Quantity: '1', Price: money(price), [name]: money(tax) },
        ...{ Total: undefined, 'Total excl tax': money(net), NETWR: money(net + taxes) },
      };
    });
    const answers = { ...BILLING, amounts: 'Price x Quantity + Shipping = Total excl tax' };
    const { question } = await proposalOf(text, answers, { assumes: true });
    expect(question(LEFT_OUT)).toMatchObject({ answer: null, proposed: null, unattended: null, orders: 6 });
    expect(question(LEFT_OUT)?.choices.at(-2)).toMatchObject({
      text: 'it is the tax of the lines, and "NETWR" the total',
    });
  },
);

test('an answer that is none of the choices is refused, also where the question comes behind what is assumed', async () => {
  const text = csv('Type', (order) => (order % 5 === 2 ? 'Quote' : 'Order'));
  await expect(proposalOf(text, { [`${NO_ORDER}:Type`]: 'leave it' }, { assumes: true })).rejects.toThrow(
    '"leave it" is not one of "yes", "leave out", "no"',
  );
});

const REFUNDS = 'confirm:audit.refunds.unused:refunds';

test.each([
  ['Return Status', 'Refunded', 'None'],
  ['Retourenstatus', 'erstattet', ''],
  ['Retourenstatus', 'vollständig', 'keine'],
  ['Return state', 'Partially', 'not yet'],
  ['After-sale', 'Returned', ''],
  ['Credit Status', 'Credited', '-'],
  ['Statut retour', 'remboursé', ''],
  ['Case', 'zurückgesandt', 'offen'],
])('%s %s: sent without a refund, or left out', async (name, word, other) => {
  const text = csv(name, (order) => (order % 5 === 2 ? word : other));
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  expect(question(REFUNDS)).toMatchObject({ answer: null, proposed: null, unattended: null, orders: 2 });
  const sent = await ordersSent(text, { ...BILLING, [REFUNDS]: 'leave out' });
  expect(sent.map(({ identifier }) => identifier)).not.toContain('A-1003');
  expect(sent).toHaveLength(10);
  expect(await ordersSent(text, { ...BILLING, [REFUNDS]: 'yes' })).toHaveLength(12);
});

test.each([
  ['Return Status', 'Not returned', 'shipped'],
  ['Return Policy', 'Refundable', 'shipped'],
  ['Return window', 'full', 'shipped'],
  ['Retourenstatus', 'offen', 'shipped'],
  ['Payment', 'refunded', 'cancelled'],
])('%s %s of what is %s asks for no refund', async (name, word, status) => {
  const text = csv(
    name,
    (order) => (order % 5 === 2 ? word : ''),
    (order) => (order % 5 === 2 ? status : 'shipped'),
  );
  const answers = { ...BILLING, statuses: { shipped: 'Shipped', cancelled: 'Cancelled' } };
  expect((await proposalOf(text, answers, { assumes: true })).question(REFUNDS)).toBeUndefined();
});
