// JSON in which a list has an entry for each change of an order: what its first entry says is not what the order is.
import { describe, expect, test } from 'vitest';
import { engineFor } from './engine.ts';
import { ordersSent, proposalOf } from './proposal-of.ts';

type Status = 'Created' | 'Shipped' | 'Cancelled';
const statusOf = (i: number): Status => (i % 8 === 5 ? 'Cancelled' : i % 4 === 3 ? 'Created' : 'Shipped');
const day = (i: number) => `2026-05-${String(1 + i).padStart(2, '0')}`;

const FIRST = ['Ann', 'Bo', 'Cy', 'Di', 'Ed'];
const LAST = ['Lee', 'Ek', 'Poe', 'Fox'];
/** 20 orders; what `more` gives stands beside the lines. */
const shop = (more: (i: number) => object) =>
  JSON.stringify(
    Array.from({ length: 20 }, (_, i) => ({
      ...{
        orderNumber: `A-${1001 + i}`,
        createdAt: `${day(i)}T08:15:00Z`,
        modifiedAt: `${day(i + 4)}T10:00:00Z`,
      },
      customer: { firstName: FIRST[i % 5], lastName: LAST[i % 4], email: `ann${i}@example.net` },
      shippingAddress: {
        ...{
          name: `${FIRST[i % 5]} ${LAST[i % 4]}`,
          street: `High Street ${i}`,
          city: 'London',
          postalCode: 'N1 7AA',
          countryCode: 'GB',
        },
      },
      items: [
        { id: `${i}1`, sku: `S-${i % 6}`, title: `Mug ${i % 6}`, quantity: 1 + (i % 3), price: 20 + i },
      ],
      ...{ shipping: 4.9, total: (1 + (i % 3)) * (20 + i) + 4.9, currency: 'GBP' },
      ...more(i),
    })),
  );

interface Written {
  readonly list: string;
  readonly key: string;
  readonly at: string;
  readonly words: Readonly<Record<Status, string>>;
}
const entriesOf = (i: number, { key, at, words }: Written) => {
  const entry = (status: Status, n: number) => ({ [key]: words[status], [at]: `${day(i + n)}T08:15:00Z` });
  return [entry('Created', 0), ...(statusOf(i) === 'Created' ? [] : [entry(statusOf(i), 1 + (i % 3))])];
};
const words = (Created: string, Shipped: string, Cancelled: string) => ({ Created, Shipped, Cancelled });

describe.each<Written>([
  { list: 'statusHistory', key: 'status', at: 'changedAt', words: words('NEW', 'SHIPPED', 'CANCELED') },
  { list: 'states', key: 'state', at: 'since', words: words('OPEN', 'DELIVERED', 'CANCELLED') },
  { list: 'history', key: 'type', at: 'at', words: words('CREATED', 'SHIPPED', 'CANCELLED') },
  { list: 'events', key: 'event', at: 'timestamp', words: words('placed', 'dispatched', 'cancelled') },
  { list: 'order_log', key: 'status', at: 'created_at', words: words('10', '70', '90') },
])('$list[].$key', (written) => {
  const path = `${written.list}[].${written.key}`;
  const text = shop((i) => ({ [written.list]: entriesOf(i, written) }));

  test('is asked about, and nothing is assumed', async () => {
    const { question, columnOf } = await proposalOf(text, {}, { assumes: true });
    expect(question('column:status')).toMatchObject({ proposed: null, unattended: null });
    expect(question('column:status')?.choices.find(({ value }) => value === path)?.text).toContain(
      'several entries',
    );
    expect(columnOf('updated_at')?.column).toBe('modifiedAt');
  });

  test('an order is what one of its entries says', async () => {
    const meant = Object.entries(written.words).map(([status, word]) => [word, status]);
    const answers = { 'column:status': path, statuses: Object.fromEntries(meant) };
    const sent = await ordersSent(text, answers);
    expect(sent.map(({ status }) => status)).toEqual(sent.map((_, i) => statusOf(i)));
    for (const [i, { items }] of sent.entries()) {
      const [{ quantity, quantity_shipped: shipped, quantity_canceled: canceled } = { quantity: 0 }] = items;
      expect(shipped).toBe(statusOf(i) === 'Shipped' ? quantity : 0);
      expect(canceled).toBe(statusOf(i) === 'Cancelled' ? quantity : 0);
    }
  });
});

const HISTORY: Written = {
  ...{ list: 'history', key: 'type', at: 'at', words: words('CREATED', 'SHIPPED', 'CANCELLED') },
};
const STATUSES = { statuses: { CREATED: 'Created', SHIPPED: 'Shipped', CANCELLED: 'Cancelled' } };

test('an order that has shipped and was cancelled is neither', async () => {
  const both = { type: 'CANCELLED', at: '2026-05-29T09:00:00Z' };
  const text = shop((i) => ({ history: [...entriesOf(i, HISTORY), ...(i === 0 ? [both] : [])] }));
  const { result } = await proposalOf(text, { ...STATUSES, 'column:status': 'history[].type' });
  expect(result.trial?.summary.orders.refused).toBe(1);
});

test('a word of which nobody knows what it means refuses its orders', async () => {
  const text = shop((i) => ({
    history: [...entriesOf(i, HISTORY), ...(i % 5 === 0 ? [{ type: 'XQ', at: '2026-05-29T09:00:00Z' }] : [])],
  }));
  const answers = { statuses: { ...STATUSES.statuses, XQ: 'refuse' }, 'column:status': 'history[].type' };
  const { result } = await proposalOf(text, answers);
  expect(result.trial?.summary.orders.refused).toBe(4);
});

test('beside a status of the order nothing is asked about the list', async () => {
  const text = shop((i) => ({ status: HISTORY.words[statusOf(i)], history: entriesOf(i, HISTORY) }));
  const { question, columnOf } = await proposalOf(text);
  expect(question('column:status')).toBeUndefined();
  expect(columnOf('status')?.column).toBe('status');
});

test.each(['payments', 'shipments', 'transactions'])('%s are no changes of the order', async (list) => {
  const text = shop((i) => ({
    status: HISTORY.words[statusOf(i)],
    [list]: entriesOf(i, { ...HISTORY, key: 'status', at: 'at' }),
  }));
  const { open, columnOf } = await proposalOf(text);
  expect(open).not.toContain('column:status');
  expect(columnOf('status')?.column).toBe('status');
});

test('one entry of a list does not move with the order', async () => {
  const text = shop((i) => ({
    modifiedAt: undefined,
    ...{ status: HISTORY.words[statusOf(i)], history: entriesOf(i, { ...HISTORY, at: 'updatedAt' }) },
  }));
  const { columnOf, question } = await proposalOf(text);
  expect(columnOf('updated_at')?.column ?? '').not.toMatch(/^history/);
  expect(question('column:updated_at')?.choices.map(({ value }) => value) ?? []).not.toContain(
    'history[type=CREATED].updatedAt',
  );
});

describe.each(['history', 'events', 'order_log'])(
  'orders that %s says are cancelled, sent without it',
  (list) => {
    const text = shop((i) => ({ [list]: entriesOf(i, HISTORY) }));
    const id = 'confirm:audit.cancelled.unused:status';

    test('are asked about', async () => {
      const { open } = await proposalOf(text, { 'column:status': 'none' });
      expect(open).toContain(`${id}:${list}[type=CANCELLED].type`);
    });

    test('and can be sent as cancelled', async () => {
      const { question } = await proposalOf(text, { 'column:status': 'none' });
      const path = `${list}[type=CANCELLED].type`;
      expect(question(id)?.choices.map(({ value }) => value)).toContain(path);
      const sent = await ordersSent(text, { 'column:status': 'none', [id]: path });
      expect(sent.map(({ status }) => status)).toEqual(sent.map((_, i) => statusOf(i)));
    });
  },
);

test.each(['REFUNDED', 'RETURNED', 'CREDIT_NOTE'])(
  'an entry %s of an order without refunds is asked about',
  async (type) => {
    const text = shop((i) => ({
      status: HISTORY.words[statusOf(i)],
      history: [...entriesOf(i, HISTORY), ...(i % 8 === 0 ? [{ type, at: '2026-05-29T09:00:00Z' }] : [])],
    }));
    const { open } = await proposalOf(text, STATUSES);
    expect(open).toContain('confirm:audit.refunds.unused:refunds');
  },
);

test('a word that the list had not when the mapping was made is named by the audit', async () => {
  const written = { list: 'states', key: 'state', at: 'since', words: words('OPEN', 'SENT', 'CANCELLED') };
  const text = shop((i) => ({ states: entriesOf(i, written) }));
  const answers = {
    ...{ 'column:status': 'states[].state' },
    statuses: { OPEN: 'Created', SENT: 'Shipped', CANCELLED: 'Cancelled' },
  };
  const { mapping } = await engineFor('export.json', Buffer.from(text)).propose(answers, true);
  const later = text.replace('"SENT"', '"RECALLED"');
  const codesOf = async (content: string) => {
    const { warnings } = await engineFor('export.json', Buffer.from(content)).check(mapping);
    return warnings.filter(({ code }) => code.startsWith('audit.'));
  };
  expect(await codesOf(text)).toEqual([]);
  expect(await codesOf(later)).toEqual([expect.objectContaining({ code: 'audit.status.words', count: 1 })]);
});
