// What a user would write instead, the part that both scripts share: rows of the template to messages of some orders each.
import fs from 'node:fs';
import { parse } from 'csv-parse';

/** Yields request bodies; rows of one order stand together. Nothing is checked, remembered or retried. */
export async function* bodiesOf(file, size) {
  let orders = [];
  let current;
  for await (const row of fs.createReadStream(file).pipe(parse({ columns: true }))) {
    if (current?.identifier !== row.identifier) {
      if (orders.length === size) {
        yield JSON.stringify({ returns_portal_order: { orders } });
        orders = [];
      }
      current = orderOf(row);
      orders.push(current);
    }
    current.items.push(part(row, 'item.'));
  }
  if (orders.length > 0) yield JSON.stringify({ returns_portal_order: { orders } });
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
    else if (text !== '') found[name] = /_cents$|^quantity|^weight$/.test(name) ? Number(text) : text;
  }
  return found;
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
