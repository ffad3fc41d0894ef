// What `orders map` proposes for a table, in process: its questions with what Enter takes, and the mapping that it would write.
import type { Order } from '../../../src/contract/order.ts';
import type { Person } from '../../../src/orders/map/ask/dialogue.ts';
import { mapExport } from '../../../src/orders/map/map-export.ts';
import type { Answers } from '../../../src/orders/map/types.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { engineFor } from './engine.ts';

export type Cells = Readonly<Record<string, string>>;

/** A row of a shop that asks nothing; tests change and add cells. Two units of 24.98 and shipping of 4.90. */
const ROW: Cells = {
  'Order number': 'A-1001',
  Created: '2025-11-21T10:00:00Z',
  Updated: '2025-11-22T10:00:00Z',
  Status: 'shipped',
  Email: 'anna@example.com',
  Name: 'Anna Meier',
  Street: 'Hauptstr. 1',
  Zip: '10115',
  City: 'Berlin',
  Country: 'DE',
  Currency: 'EUR',
  Sku: 'S-1',
  Title: 'Shirt',
  Quantity: '2',
  Price: '24.98',
  Shipping: '4.90',
  Total: '54.86',
};

/** Rows of different orders; `change` gets the number of the row and says what is different. A cell of `undefined` takes the column out. */
export function csvOf(count: number, change: (i: number) => Record<string, string | undefined>): string {
  const rows = Array.from({ length: count }, (_, i) => ({
    ...ROW,
    'Order number': `A-${1001 + i}`,
    Email: `anna${i}@example.com`,
    ...change(i),
  }));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row: Record<string, string | undefined>) => row[name] !== undefined),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
  return [names, ...rows.map((row: Record<string, string | undefined>) => names.map((n) => row[n] ?? ''))]
    .map((cells) => `${line(cells)}\n`)
    .join('');
}

const NAMES = [
  'Jan Bakker',
  'Eva Smit',
  'Piet Visser',
  'Lotte Mulder',
  'Anna Meier',
  'Cem Kaya',
  'Joy Oneil',
];
const TOWNS = [
  ['Berlin', '10115'],
  ['Hamburg', '20095'],
  ['Bremen', '28195'],
] as const;

/** The shopper of an order: others in a row of orders. */
export function shopper(order: number) {
  const name = NAMES[order % NAMES.length]!;
  const [city, zip] = TOWNS[order % TOWNS.length]!;
  const email = `${name.toLowerCase().replace(' ', '.')}${order}@example.com`;
  return { name, email, street: `Weg ${1 + order}`, zip, city };
}

/** The cells of its order in the table above. */
export function shopperCells(order: number): Cells {
  const { name: Name, email: Email, street: Street, zip: Zip, city: City } = shopper(order);
  return { 'Order number': `A-${1001 + order}`, Status: 'Shipped', Email, Name, Street, Zip, City };
}

export async function proposalOf(
  text: string,
  answers: Answers = {},
  more: { readonly assumes?: boolean; readonly person?: Person } = {},
) {
  const { platform, folders, file } = testPlatform();
  const path = file(text.startsWith('{') || text.startsWith('[') ? 'export.json' : 'export.csv', text);
  const result = await mapExport(
    platform,
    folders,
    { path, memory: 64 << 20, joins: [], answers, assumes: more.assumes ?? false },
    more.person,
    { emit: () => {}, stop: () => {} },
  );
  /** Also that about a column, by its id without the column. */
  const question = (id: string) =>
    result.questions.find((one) => one.id === id || one.id.startsWith(`${id}:`));
  return {
    result,
    question,
    open: result.questions.filter(({ answer }) => answer === null).map(({ id }) => id),
    columnOf: (field: string) => result.fields.find((one) => one.field === field),
  };
}

/** The orders that the mapping for these answers sends, in the order of the file. @throws where a question is left */
export async function ordersSent(text: string, answers: Answers): Promise<readonly Order[]> {
  const isJson = text.startsWith('{') || text.startsWith('[');
  const engine = engineFor(isJson ? 'export.json' : 'export.csv', Buffer.from(text));
  const { mapping, questions } = await engine.propose(answers, true);
  const open = questions.filter(({ answer }) => answer === null);
  if (open.length > 0) throw new Error(open.map(({ id, text: asked }) => `${id}: ${asked}`).join('\n'));
  const { sent } = await engine.check(mapping);
  return [...sent.values()] as Order[];
}
