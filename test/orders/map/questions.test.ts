// Every question of `orders map` on a terminal: reached, answered wrongly, corrected, and left by Ctrl-C at one question of each
// form (QUESTIONS=all leaves every one). In the short form some of them, one on a real pseudo-terminal; in the long one all are.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { KINDS, type KindId } from '../../../src/orders/map/ask/kinds.ts';
import { type Cli, makeCli } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { hasPty, KEY, onTerminal, onTerminalHere, type Screen } from '../../helpers/pty.ts';

/** Columns of an export that leaves nothing open but the meaning of its status, with the cells of three orders. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'Order Number': ['1001', '1002', '1003'],
  'Created At': ['2026-05-01T10:00:00Z', '2026-05-02T10:00:00Z', '2026-05-03T10:00:00Z'],
  'Updated At': ['2026-05-04T10:00:00Z', '2026-05-05T10:00:00Z', '2026-05-06T10:00:00Z'],
  'Order Status': ['shipped', 'shipped', 'shipped'],
  Email: ['ada@example.com', 'bob@example.com', 'cy@example.com'],
  ...address('Billing'),
  ...address('Shipping'),
  SKU: ['A-1', 'B-2', 'C-3'],
  Title: ['Shirt blue', 'Trousers', 'Cap red'],
  Quantity: ['2', '1', '3'],
  'Unit Price': ['10.50', '20.40', '7.15'],
  'Shipping Cost': ['4.90', '0.00', '4.90'],
  Total: ['25.90', '20.40', '26.35'],
  Currency: ['EUR', 'EUR', 'EUR'],
};

function address(block: string): Record<string, readonly string[]> {
  return {
    [`${block} Name`]: ['Ada Lund', 'Bob Moss', 'Cy Nord'],
    [`${block} Street`]: ['Hauptstr. 1', 'Hauptstr. 2', 'Hauptstr. 3'],
    [`${block} City`]: ['Berlin', 'Hamburg', 'Essen'],
    [`${block} Zip`]: ['10115', '20095', '45127'],
    [`${block} Country`]: ['DE', 'DE', 'DE'],
  };
}

type Columns = Readonly<Record<string, readonly string[] | undefined>>;

/** Other columns, or other cells in one; undefined takes a column away. */
function exportWith(changed: Columns): string {
  const columns = Object.entries({ ...COLUMNS, ...changed }).filter(([, cells]) => cells !== undefined);
  const rows = [0, 1, 2].map((row) => columns.map(([, cells]) => cells![row]));
  return [columns.map(([name]) => name), ...rows].map((cells) => cells.join(',')).join('\n');
}

interface Row {
  readonly columns: Columns;
  /** Answers to the other questions. */
  readonly answers?: object;
  readonly asks: string;
  /** Typed at the question: the second choice, if nothing else is said. */
  readonly wrong?: string;
  /** Asked besides, and what is typed wrongly there. */
  readonly more?: readonly [asks: string, wrong: string];
  /** What is said of the wrong answer where it is refused at once. */
  readonly refusal?: string;
  /** The wrong answer ends the command with this exit code. */
  readonly ends?: number;
  /** Typed when the question is put again, in a list that starts at the wrong answer: two below it, if nothing else is said. */
  readonly right?: string;
  /** A place in the mapping, and what stands there in the end. */
  readonly written: string;
  readonly is: unknown;
}

const down = (times: number): string => `${KEY.down.repeat(times)}${KEY.enter}`;
/** A list ends with the way back, and begins again behind it. */
const typed = (text: string): string => `${KEY.backspace.repeat(30)}${text}${KEY.enter}`;
const blankIn = (name: string): Columns => ({ [name]: ['', ...COLUMNS[name]!.slice(1)] });
const gone = (...names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, undefined]));

const OF_LINE = ['SKU', 'Title', 'Quantity', 'Unit Price'];
/** The cells of the first order, whose second row has those of a line only. */
const ONCE: Columns = Object.fromEntries(
  Object.entries(COLUMNS).flatMap(([name, [one, , two]]) =>
    OF_LINE.includes(name) ? [] : [[name, [one!, '', two!]]],
  ),
);

/** The audit asks about units and rows of shipping: test/orders/audit/several-lines.test.ts, open-units.test.ts, said-in-words.test.ts, net-units.test.ts, row-kinds.test.ts. */
type Asked = Exclude<KindId, (typeof OF_AUDIT)[number]>;
const OF_AUDIT = [
  ...(['canceled', 'canceled_units', 'canceled_lines', 'open_lines', 'left_out', 'line_column'] as const),
  ...(['shipped_units', 'open_units', 'shipping_rows', 'refused_unlike', 'discount_rows'] as const),
] as const;
const ROWS: Readonly<Record<Asked, Row>> = {
  identifier: {
    columns: { 'Order Reference': ['W-7', 'W-8', 'W-9'] },
    asks: 'Which column is the order number that the shopper knows?',
    written: 'order/identifier',
    is: 'Order Number',
  },
  delivery: {
    columns: {
      ...gone(...Object.keys({ ...address('Billing'), ...address('Shipping') })),
      ...address('Home'),
      ...address('Work'),
    },
    asks: 'Where does the parcel go?',
    right: down(3),
    written: 'order/shipping_address.street1',
    is: 'Home Street',
  },
  amounts: {
    columns: gone('Total'),
    asks: 'How do the amounts of an order add up?',
    more: ['Round it?', KEY.enter],
    right: down(0),
    written: 'order/total_amount_cents/sum/length',
    is: 2,
  },
  statuses: {
    columns: {},
    asks: 'shipped (3 orders)',
    wrong: down(2),
    right: down(4),
    written: 'order/status/values',
    is: { shipped: 'Shipped' },
  },
  status: {
    columns: gone('Order Status'),
    asks: 'No column holds the status of a whole order',
    wrong: down(2),
    right: down(3),
    written: 'order/status',
    is: { constant: 'Shipped' },
  },
  updated_at: {
    columns: gone('Updated At'),
    asks: 'What says which snapshot of an order is newer?',
    ends: 6,
    right: KEY.enter,
    written: 'order/updated_at',
    is: 'Created At',
  },
  fill_down: {
    columns: { ...ONCE, Total: ['46.30', '', '26.35'] },
    asks: 'is blank on further rows of an order',
    refusal: 'Fill the number down',
    right: KEY.enter,
    written: 'file/fill_down',
    is: ['Order Number'],
  },
  head_rows: {
    columns: {
      ...{ ...ONCE, 'Order Number': ['1001', '1001', '1003'], Total: ['25.30', '', '26.35'] },
      ...{ ...blankIn('SKU'), ...blankIn('Title'), ...blankIn('Unit Price') },
    },
    asks: 'stand above the other rows of an order',
    written: 'rows/item',
    is: { column: 'Title', empty: false },
  },
  date_order: {
    columns: {
      'Created At': ['01/05/2026', '02/05/2026', '03/05/2026'],
      'Updated At': ['04/05/2026', '05/05/2026', '06/05/2026'],
    },
    answers: { timezone: 'Europe/Berlin' },
    asks: 'Does the day or the month come first',
    wrong: down(2),
    written: 'dates/formats/0',
    is: 'D/M/YYYY',
  },
  date_serial: {
    columns: { 'Created At': ['46266.38542', '46267', '2026-09-03T10:00:00Z'] },
    answers: { timezone: 'Europe/Berlin' },
    asks: 'What do the numbers in Created At count, such as 46266.38542?',
    wrong: down(2),
    written: 'dates/formats/0',
    is: 'serial',
  },
  timezone: {
    columns: { 'Created At': ['2026-05-01 10:00', '2026-05-02 10:00', '2026-05-03 10:00'] },
    asks: 'In which time zone are the times in Created At?',
    wrong: typed('Europe/Berln'),
    refusal: 'Did you mean "Europe/Berlin"?',
    right: typed('Europe/Berlin'),
    written: 'dates/timezone',
    is: 'Europe/Berlin',
  },
  minor_units: {
    columns: {
      'Unit Price': ['1050', '2040', '715'],
      'Shipping Cost': ['490', '0', '490'],
      Total: ['2590', '2040', '2635'],
      Currency: ['JPY', 'JPY', 'JPY'],
    },
    asks: 'What does the service count?',
    written: 'minor_units',
    is: 'iso',
  },
  decimal: {
    columns: {
      'Unit Price': ['10.500', '20.400', '7.150'],
      'Shipping Cost': ['4.900', '0', '4.900'],
      Total: ['25.900', '20.400', '26.350'],
    },
    asks: 'Which sign stands before the cents?',
    right: down(1),
    written: 'decimal',
    is: ',',
  },
  cents: {
    columns: {
      'Unit Price': ['1050', '2040', '715'],
      'Shipping Cost': ['490', '0', '490'],
      Total: ['2590', '2040', '2635'],
    },
    asks: '1050: 10.50 or 1050.00?',
    written: 'order/total_amount_cents',
    is: { column: 'Total', unit: 'cents' },
  },
  line_units: {
    columns: {
      ...{ ...gone('Unit Price'), 'Line Total': ['21.00', '20.40', '21.45'] },
      'Cancelled Qty': ['1', '0', '0'],
    },
    asks: 'of which is the amount in Line Total?',
    wrong: down(2),
    written: 'item/unit_price_amount_cents/cases/length',
    is: 1,
  },
  fees: {
    columns: { 'Gift Wrap': ['3.50', '0.00', '0.00'], Total: ['29.40', '20.40', '26.35'] },
    asks: 'the interface has no field for such money',
    wrong: down(3),
    written: 'order/shipping_amount_cents/sum/length',
    is: 2,
  },
  free_shipping: {
    columns: {
      'Shipping Cost': ['4.90', '4.90', '4.90'],
      Discount: ['4.90', '4.90', '4.90'],
      Total: ['21.00', '20.40', '21.45'],
    },
    asks: 'Is that free shipping?',
    written: 'order/shipping_amount_cents/cases/length',
    is: 1,
  },
  gift_cards: {
    columns: { 'Gift Card': ['5.00', '0.00', '0.00'], Total: ['20.90', '20.40', '26.35'] },
    asks: 'was that paid with gift cards',
    written: 'order/total_amount_cents/sum/length',
    is: 2,
  },
  currency: {
    columns: gone('Currency'),
    asks: 'Which currency are the amounts in?',
    wrong: typed('EURO'),
    refusal: '"EURO" is no currency. Give its three letters, such as EUR.',
    right: typed('EUR'),
    written: 'order/currency',
    is: { constant: 'EUR' },
  },
  country: {
    columns: gone('Billing Country', 'Shipping Country'),
    asks: 'Which country are the addresses in?',
    wrong: typed('Germany'),
    refusal: 'Did you mean "DE"?',
    right: typed('DE'),
    written: 'order/shipping_address.country_code',
    is: { constant: 'DE' },
  },
  round: {
    columns: {
      ...gone('Unit Price'),
      'Line Total': ['21.01', '20.40', '21.45'],
      Total: ['25.91', '20.40', '26.35'],
    },
    asks: 'Round it?',
    written: 'item/unit_price_amount_cents/round',
    is: 'half_up',
  },
  email: {
    columns: blankIn('Email'),
    asks: 'Some orders have no e-mail address',
    wrong: down(2),
    more: ['A domain of yours', typed('nowhere')],
    refusal: 'Give a domain of yours, such as example.com.',
    right: typed('shop.example'),
    written: 'order/customer.email/else/template',
    is: 'order-{Order Number}@shop.example',
  },
  sku: {
    columns: blankIn('SKU'),
    asks: 'Some lines have no sku',
    written: 'item/sku',
    is: { column: ['SKU', 'Title'] },
  },
  shipping_address: {
    columns: Object.assign({}, ...Object.keys(address('Shipping')).map(blankIn)),
    asks: 'Some orders have no shipping address',
    written: 'fallback',
    is: { shipping_address: 'billing_address' },
  },
  billing_address: {
    columns: Object.assign({}, ...Object.keys(address('Billing')).map(blankIn)),
    asks: 'Some orders have no billing address',
    written: 'fallback',
    is: { billing_address: 'shipping_address' },
  },
  postal_code: {
    columns: blankIn('Shipping Zip'),
    asks: 'Some orders have no postal code',
    written: 'levels',
    is: { 'order.field.missing:zip_code': 'warning' },
  },
  refunds: {
    columns: { 'Refunded Amount': ['10.50', '0.00', '0.00'] },
    asks: 'Refunded Amount holds refunded money',
    written: 'rows/warn/length',
    is: 1,
  },
};

const COLUMN_ROWS: Readonly<Record<string, Row>> = {
  'column:item.title': {
    columns: { ...gone('Title'), Foo: COLUMNS['Title'] },
    asks: 'Which column is the title of the product?',
    written: 'item/title',
    is: 'Foo',
  },
};
const ALL = Object.entries({ ...ROWS, ...COLUMN_ROWS });

/** Words one by one, a list, a typed text, a list of columns. */
const ONE_OF_EACH = ['statuses', 'sku', 'timezone', 'column:item.title'];
/** Those, one that ends the command, and one that is refused in its second question. */
const ANSWERED = ALL.filter(([id]) =>
  inForm({ short: [...ONE_OF_EACH, 'updated_at', 'email'].includes(id), long: true }),
);
const LEFT = ALL.filter(
  ([id]) =>
    process.env['QUESTIONS'] === 'all' ||
    inForm({ short: ONE_OF_EACH.slice(0, 1), long: ONE_OF_EACH }).includes(id),
);

const mappingOf = ({ root }: Cli): string => path.join(root, 'config', 'mappings', 'shop.json');

/** Off a real one where there is none. */
const usual = inForm<typeof onTerminalHere>({
  short: onTerminalHere,
  long: hasPty ? onTerminal : onTerminalHere,
});

function opened(
  id: string,
  { columns, answers = {} }: Row,
  on = usual,
): { readonly cli: Cli; readonly screen: Screen } {
  const cli = makeCli();
  cli.file('shop.csv', exportWith(columns));
  const known = id === 'statuses' || id === 'status' ? {} : { statuses: { shipped: 'Shipped' } };
  cli.file('answers.json', JSON.stringify({ ...known, ...answers }));
  return {
    cli,
    screen: on(cli, ['orders', 'map', 'shop.csv', '--answers', 'answers.json'], { columns: 200 }),
  };
}

async function isLeft(id: string, row: Row, on = usual): Promise<void> {
  const { cli, screen } = opened(id, row, on);
  await screen.type(row.asks, KEY.ctrlC);
  expect(await screen.ended).toBe(130);
  expect(cli.files().filter((file) => /\/mappings\/|\.tmp$/.test(file))).toEqual([]);
}

describe('on a terminal', () => {
  test('every kind of question is in the table', () => {
    const asked = Object.keys(KINDS).filter((id) => !OF_AUDIT.some((one) => one === id));
    expect(Object.keys(ROWS)).toEqual(asked);
  });

  test.each(ANSWERED)('%s is answered wrongly and corrected', async (id, row) => {
    const { wrong = down(1), right = down(2) } = row;
    let { cli, screen } = opened(id, row);
    await screen.type(row.asks, wrong);
    if (row.more) await screen.type(...row.more);
    if (row.ends !== undefined) {
      expect(await screen.ended).toBe(row.ends);
      expect(fs.existsSync(mappingOf(cli))).toBe(false);
      ({ cli, screen } = opened(id, row));
      await screen.type(row.asks, right);
    } else if (row.refusal !== undefined) await screen.type(row.refusal, right);
    else {
      await screen.type('changes it', `${id}${KEY.enter}`);
      await screen.type(row.asks, right);
    }
    await screen.type('changes it', KEY.enter);
    expect(await screen.ended, screen.text()).toBe(0);
    const mapping = JSON.parse(fs.readFileSync(mappingOf(cli), 'utf8'));
    const found = row.written.split('/').reduce((value, key) => value?.[key], mapping);
    expect(found, JSON.stringify(mapping)).toEqual(row.is);
  });

  test.each(LEFT)('%s is left by Ctrl-C, and nothing is written', (id, row) => isLeft(id, row));

  test.skipIf(!hasPty)('a question is left by Ctrl-C on a pseudo-terminal (needs script of util-linux)', () =>
    isLeft('timezone', ROWS.timezone, onTerminal),
  );

  test('an answer without which nothing can be sent is asked again, also when others came after it', async () => {
    const cli = makeCli();
    cli.file('shop.csv', exportWith({ ...gone('Unit Price', 'Currency'), Wert: COLUMNS['Unit Price'] }));
    cli.file('answers.json', JSON.stringify({ statuses: { shipped: 'Shipped' } }));
    const screen = usual(cli, ['orders', 'map', 'shop.csv', '--answers', 'answers.json'], {
      columns: 200,
    });
    await screen.type('Which column is the price of a unit?', KEY.up + KEY.enter);
    await screen.type('Which currency are the amounts in?', typed('EUR'));
    await screen.shows('it lacks the price of a line item');
    await screen.type('Which column is the price of a unit?', KEY.ctrlC);
    expect(await screen.ended).toBe(130);
  });
});
