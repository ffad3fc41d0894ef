// What `orders map` makes of the status of orders and of their lines: which column is asked for, and which units count as cancelled.
import { expect, test } from 'vitest';
import { statusMeant } from '../../../src/orders/map/look/words.ts';
import { inForm, isShort } from '../../helpers/form.ts';
import { csvOf, proposalOf } from './proposal-of.ts';

/** Orders of two lines: one of 24.98 and one of 10.00, with shipping of 4.90. */
const twoLines = (change: (order: number, line: number) => Record<string, string | undefined>, orders = 6) =>
  csvOf(2 * orders, (i) => {
    const [order, line] = [i >> 1, i % 2];
    const prices = { Quantity: '1', Price: line === 0 ? '24.98' : '10.00', Total: '39.88' };
    const number = `A-${1001 + order}`;
    const email = `anna${order}@example.com`;
    return { 'Order number': number, Email: email, Sku: `S-${line}`, ...prices, ...change(order, line) };
  });
const state = (order: number, line: number) => (order === 0 && line === 1 ? 'cancelled' : 'ok');

const CANCELLED = 'confirm:audit.cancelled.unused:status';

test.each([
  ['beside the status of the order', {}, { statuses: { shipped: 'Shipped' } }],
  ['without one', { Status: undefined }, { 'column:status': 'none', status: 'Shipped' }],
])('words on the lines that say which were cancelled are asked about %s', async (_, without, given) => {
  const text = twoLines((order, line) => ({ ...without, 'Line State': state(order, line) }));
  const answers = { shipping_address: 'billing', ...given };
  const { open, question } = await proposalOf(text, answers);
  expect(open).toEqual([`${CANCELLED}:Line State`]);
  expect(question(CANCELLED)).toMatchObject({ proposed: null, unattended: null });
  const implied = question(CANCELLED)!.choices.find(({ value }) => value === 'cancelled')!.answers;
  const { result } = await proposalOf(text, { ...answers, ...implied });
  const { quantity_shipped: shipped, quantity_canceled: canceled } = result.mapping['item'] as Record<
    string,
    { readonly cases: object }
  >;
  const when = { any: [{ column: 'Line State', equals: 'cancelled' }] };
  expect(canceled!.cases).toEqual([{ when, value: 'Quantity' }]);
  expect(shipped!.cases).toEqual([{ when, value: { constant: 0 } }]);
  expect(result.trial?.summary.orders).toMatchObject({ refused: 0, pending: 6 });
});

test.each(inForm({ short: ['Item Status'], long: ['Line State', 'Item Status'] }))(
  'one cancelled line among many orders is seen in %s',
  async (name) => {
    const shipped = name === 'Line State' ? 'ok' : 'shipped';
    const text = twoLines(
      (order, line) => ({ [name]: order === 3 && line === 1 ? 'cancelled' : shipped }),
      120,
    );
    const answers = { shipping_address: 'billing', statuses: { shipped: 'Shipped' } };
    expect((await proposalOf(text, answers)).open).toContain(`${CANCELLED}:${name}`);
  },
);

test.each([
  ['of the lines', { column: 'Updated', take: 'max' }, (order: number, line: number) => order < 3 && line],
  ['of too few lines to say so', 'Updated', (order: number, line: number) => order < 2 && line],
  ['of versions', 'Updated', (_order: number, line: number) => line],
])('a date of change %s', async (what, written, laterOn) => {
  const text = twoLines((order, line) => ({
    Updated: `2025-11-${laterOn(order, line) ? 25 : 22}T10:0${order}:00Z`,
    ...(what === 'of versions' && { Sku: 'S-1', Quantity: `${1 + line}` }),
  }));
  const { result } = await proposalOf(text, {}, { assumes: true });
  expect((result.mapping['order'] as Record<string, unknown>)['updated_at']).toEqual(written);
});

test('a status of the lines is asked for word by word, also when some of its words are not known', async () => {
  const text = twoLines((order, line) => ({
    'Line Status': order === 0 && line === 1 ? 'shipped' : order < 3 ? 'packed' : 'at the gate',
  }));
  const { question } = await proposalOf(text);
  expect(question('statuses')?.text).toBe('What do the words in Line Status mean?');
  expect(question('statuses')?.words?.map(({ word }) => word)).toContain('at the gate');
});

test('the meaning of words is not asked while the column with them is', async () => {
  const text = csvOf(12, (i) => ({ Status: undefined, Blubb: i % 3 === 0 ? 'shipped' : 'pending' }));
  expect((await proposalOf(text)).open).toEqual(['column:status', 'shipping_address']);
  expect((await proposalOf(text, { 'column:status': 'Blubb' })).open).toEqual([
    'statuses',
    'shipping_address',
  ]);
});

test.each([
  ['Un-shipped', 'Created'],
  ['not yet shipped', 'Created'],
  ['to be shipped', 'Created'],
  ['noch nicht versendet', 'Created'],
  ['not cancelled', undefined],
  ['Payment complete', undefined],
  ['Shipped (DHL)', 'Shipped'],
  ['cancelled by shop', 'Cancelled'],
])('%s means %s', (word, status) => {
  expect(statusMeant(word)).toBe(status);
});

test('when another column is chosen for the status, its words are asked as well', async () => {
  const text = csvOf(12, (i) => ({
    Status: i % 2 === 0 ? 'shipped' : 'new',
    Other: i % 3 === 0 ? 'gone' : 'here',
  }));
  const asked: string[] = [];
  const changes = [{ id: 'column:status', answer: 'Other' }];
  const { result } = await proposalOf(
    text,
    {},
    {
      person: {
        show: () => {},
        tell: () => {},
        async answer({ id, words, proposed }) {
          asked.push(id);
          return words ? Object.fromEntries(words.map(({ word }) => [word, 'Shipped'])) : proposed!;
        },
        change: async () => changes.shift(),
      },
    },
  );
  expect(asked).toEqual(['statuses', 'shipping_address', 'statuses']);
  expect(result.mapping['order']).toMatchObject({
    status: { column: 'Other', values: { gone: 'Shipped', here: 'Shipped' } },
  });
  // Both addresses are read from the same columns: none stands for the other.
  expect(result.mapping['fallback']).toBeUndefined();
  expect(result.trial?.summary.orders).toMatchObject({ refused: 0, pending: 12 });
});

// Only the first rows of an export are looked at, and the next export may have what this one had not.
test.each([
  ['Cancelled', '', 'yes'],
  ...(isShort
    ? []
    : [
        ['Cancelled', 'No', 'Yes'],
        ['Refund id', '', 'R-7'],
        ['Storno am', '', '2026-11-20'],
      ]),
])('%s with %j in the first rows: %j in a later one refuses its order', async (name, usual, later) => {
  const text = twoLines((order) => ({ [name]: order === 2005 ? later : usual }), 2010);
  const { result } = await proposalOf(text, { status: 'Shipped' }, { assumes: true });
  expect(result.trial?.summary.orders).toMatchObject({ refused: 1, pending: 2009 });
  const rules = (result.mapping['rows'] as Record<string, { reason: string }[]>)['refuse']!;
  expect(rules.map(({ reason }) => reason)).toEqual([
    `column ${name} said nothing when the mapping was made: say what it means with returns orders map`,
  ]);
});
