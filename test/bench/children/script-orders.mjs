// What a user would write instead, the part that the scripts share: rows of the template to messages of some orders each.
// Nothing is checked, remembered or retried. Rows of one order stand together.
import fs from 'node:fs';
import readline from 'node:readline';
import { parse } from 'csv-parse';

/** How a script reads: each yields orders. */
export const READERS = { columns: ordersOfColumns, arrays: ordersOfArrays, ndjson: ordersOfLines };

/** Yields request bodies. */
export async function* bodiesOf(file, size, how = 'columns') {
  let orders = [];
  for await (const order of READERS[how](file)) {
    if (orders.length === size) {
      yield JSON.stringify({ returns_portal_order: { orders } });
      orders = [];
    }
    orders.push(order);
  }
  if (orders.length > 0) yield JSON.stringify({ returns_portal_order: { orders } });
}

/** csv-parse makes an object of each row. */
async function* ordersOfColumns(file) {
  let current;
  for await (const row of fs.createReadStream(file).pipe(parse({ columns: true }))) {
    if (current?.identifier !== row.identifier) {
      if (current) yield current;
      current = orderOf(row);
    }
    current.items.push(part(row, 'item.'));
  }
  if (current) yield current;
}

function orderOf(row) {
  const order = { ...part(row, ''), tags: list(row.tags), items: [], transactions: [], discounts: [] };
  order.refunds = row.refunds ? JSON.parse(row.refunds) : [];
  for (const name of ['customer', 'shipping_address', 'billing_address']) order[name] = part(row, `${name}.`);
  return order;
}

const list = (text) => (text ? text.split('|') : []);

/** The columns with a prefix, amounts and quantities as numbers, empty ones left out. */
function part(row, prefix) {
  const found = {};
  for (const [column, text] of Object.entries(row)) {
    const name = column.slice(prefix.length);
    if (!column.startsWith(prefix) || name.includes('.') || name === 'refunds') continue;
    if (name === 'tags') found.tags = list(text);
    else if (text !== '') found[name] = IS_NUMBER.test(name) ? Number(text) : text;
  }
  return found;
}

const IS_NUMBER = /_cents$|^quantity|^weight$/;

/** The careful way: csv-parse makes arrays, and what each column means is looked up once. */
async function* ordersOfArrays(file) {
  let columns;
  let current;
  for await (const cells of fs.createReadStream(file).pipe(parse({ bom: true }))) {
    if (!columns) {
      columns = cells.map(columnOf);
      continue;
    }
    const isNew = current?.identifier !== cells[0];
    if (isNew) {
      if (current) yield current;
      current = { tags: [], items: [], transactions: [], discounts: [], refunds: [] };
      for (const name of ['customer', 'shipping_address', 'billing_address']) current[name] = {};
    }
    const item = { tags: [] };
    current.items.push(item);
    for (let i = 0; i < cells.length; i++) {
      const { group, name, read } = columns[i];
      if (cells[i] === '' || (!isNew && group !== 'item')) continue;
      const target = group === 'item' ? item : group === '' ? current : current[group];
      target[name] = read(cells[i]);
    }
  }
  if (current) yield current;
}

function columnOf(column) {
  const [name, group = ''] = column.split('.').reverse();
  const read =
    name === 'tags' ? list : name === 'refunds' ? JSON.parse : IS_NUMBER.test(name) ? Number : (text) => text;
  return { group, name, read };
}

async function* ordersOfLines(file) {
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) }))
    yield JSON.parse(line);
}

export const headersOf = (token) => ({
  authorization: `bearer ${token}`,
  'api-version': '3',
  'content-type': 'application/json',
  accept: 'application/json',
});

export const credentials = {
  grant_type: 'client_credentials',
  client_id: 'local-client',
  client_secret: 'local-secret',
};
