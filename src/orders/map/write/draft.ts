// Writes the mapping of an unknown table from what was found: each field of the interface with its column, and which amounts
// are added. Answers of a person stand in for what the data does not say.

import { LIST } from '../../../input/mapping/json/json-paths.ts';
import { refundColumnsOf } from '../decide/refund-columns.ts';
import type { Column, Row } from '../look/columns.ts';
import { partsOfKey } from '../look/order-key.ts';
import type { Table } from '../look/table.ts';
import { meansOf } from '../look/words.ts';
import { type MappingJson, withRule } from '../types.ts';
import { amounts, lines, tax } from './draft-amounts.ts';
import type { Writing } from './draft-fields.ts';
import { dates, formats, orderColumns, status, withCancellations } from './draft-status.ts';
import { placeValue, unquoted } from './place-values.ts';

/** A column of counts that has the lines or the units of most orders: the others are refused. */
function countOf(w: Writing): Column | undefined {
  const [count, quantity] = [w.role('item_count'), w.role('item.quantity')];
  const isCount = (rows: readonly Row[]) => {
    const units = rows.reduce((sum, row) => sum + Number(quantity ? row[quantity.index] : 1), 0);
    return [rows.length, units].includes(Number(rows[0]![count!.index]));
  };
  const { orders } = w.hypothesis;
  return count && orders.filter(isCount).length > orders.length / 2 ? count : undefined;
}

/** `joined`: for `with`. */
export function draftOf(
  w: Writing,
  { name, table, joined }: { readonly name: string; readonly table: Table; readonly joined: MappingJson },
) {
  const { key, decimal } = w.hypothesis;
  const parts = key ? partsOfKey(key.name) : [];
  const numbered = parts.length > 1 ? { template: key!.name } : key?.name;
  if (key) w.take('identifier', key, 'tells the orders apart', { confidence: 'sure', value: numbered });
  for (const write of [status, dates, people, places, lines, amounts]) write(w);
  const dated = formats(w);
  const taxed = tax(w);
  const count = countOf(w);
  const { json, split } = table;
  const { parts: ofLines, credits, heads } = w.hypothesis;
  const rules = ofLines ? [...table.rules, { when: ofLines.when, reason: ofLines.reason }] : table.rules;
  const credit = credits && {
    when: { column: credits.name, lessThan: 0 },
    reason: `${credits.name} below 0`,
  };
  const isSent = w.answers['refunds'] === 'send' && refundColumnsOf(w.hypothesis, w.reading?.reading)?.when;
  if (credits && !isSent)
    w.limits.push(
      `Rows with ${credits.name} below 0 are left out, and their orders reported: their refunds are not sent`,
    );
  const rows = {
    ...(key && {
      order: parts.length > 1 ? parts : key.name,
      ...(count && { count: count.name }),
      ...orderColumns(w),
    }),
    ...(json?.items !== undefined && { item: { list: json.items } }),
    ...(heads && { item: { column: heads.name, empty: false } }),
    ...(split && { split }),
    ...(rules.length > 0 && { skip: rules }),
    ...(credit && { credit }),
  };
  const mapping = {
    name,
    limits: w.limits,
    // Undefined keeps the place in the file for what the answers put in.
    dates: dated.length > 0 ? { formats: dated } : undefined,
    decimal,
    ...(Object.keys(rows).length > 0 && { rows }),
    order: w.order,
    item: w.item,
    ...(taxed && { tax: taxed }),
    ...(Object.keys(joined).length > 0 && { with: joined }),
  };
  return { mapping: withCancellations(mapping, w), found: w.found };
}

/** An empty cell, a zero, or a no. */
const SAYS_NOTHING = /^(?:[\s0.,-]*|[Nn]o?|NO|[Ff]alse|FALSE)$/u;

/**
 * Columns that say nothing in the export that a mapping is made from, and whose names mean a cancellation or a refund: in a later row
 * they would change what is sent, so a value there refuses its order.
 */
export function withSilentColumns(mapping: MappingJson, columns: readonly Column[]): MappingJson {
  const text = JSON.stringify(mapping);
  const isUsed = (name: string) => [`"${name}"`, `{${name}}`].some((one) => text.includes(one));
  return columns
    .filter(
      ({ name, meaning, words }) =>
        meansOf(meaning, ['cancel', 'refund']) &&
        words &&
        [...words.keys()].every((one) => SAYS_NOTHING.test(one)) &&
        !isUsed(name),
    )
    .reduce(
      (made, { name }) =>
        withRule(made, 'refuse', {
          when: { not: { column: name, matches: SAYS_NOTHING.source } },
          reason: `column ${name} said nothing when the mapping was made: say what it means with returns orders map`,
        }),
      mapping,
    );
}

// The shopper and the addresses of an order in a draft.

/** The best place for what is said of the shopper comes first. */
const BLOCKS = ['address', 'billing_address', 'shipping_address'];
const PLACE = ['street1', 'street2', 'city', 'state', 'zip_code', 'country_code', 'phone'];

function people(w: Writing): void {
  const email = w.role('customer.email')?.name;
  w.field('customer.email');
  const isKnown = w.field('customer.identifier', 'customer.identifier', (name) =>
    email === undefined ? name : { column: [name, email] },
  );
  if (!isKnown && email) w.put('customer.identifier', email);
  for (const part of ['first_name', 'last_name', 'phone'])
    BLOCKS.some((block) =>
      w.field(`customer.${part}`, `${block}.${part}`, part === 'phone' ? unquoted : undefined),
    );
  w.field('currency');
  if (!w.field('tags', 'tags', (name) => ({ column: name, split: ',' }))) w.put('tags', { constant: [] });
  w.field('note');
}

/** Both addresses: each from its own columns, else from the columns that name neither. */
function places(w: Writing): void {
  const has = (block: string) =>
    w.role(`${block}.street1`) !== undefined || w.role(`${block}.city`) !== undefined;
  const common = has('address') ? 'address' : undefined;
  const bill = has('billing_address') ? 'billing_address' : common;
  const ship = has('shipping_address') ? 'shipping_address' : undefined;
  if (bill) place(w, 'billing_address', bill);
  if (ship) place(w, 'shipping_address', ship);
  if (ship && !bill) {
    place(w, 'billing_address', ship);
    w.limits.push('The export has no billing address: it is the shipping address');
  }
  if (!ship && bill && w.answers['shipping_address'] === 'billing') {
    place(w, 'shipping_address', bill);
    w.limits.push('The export has one address: it is sent as billing and as shipping address');
  }
}

/** A street that says what it is for may stand beside a city that does not. */
const sourcesOf = (from: string): readonly string[] =>
  from === 'address' ? [from, 'shipping_address', 'billing_address'] : [from, 'address'];

function place(w: Writing, block: string, from: string): void {
  recipient(w, block, from);
  const all = w.answers['country'];
  const country = w.role(`${from}.country_code`)?.name ?? (all && { constant: all });
  const spec = (part: string) => (name: string) =>
    part === 'street1' ? streetSpec(w, name, from) : placeValue(`${block}.${part}`, name, country);
  for (const part of PLACE) {
    const field = `${block}.${part}`;
    if (sourcesOf(from).some((source) => w.field(field, `${source}.${part}`, spec(part)))) continue;
    const constant = part === 'state' ? '' : part === 'country_code' ? all : undefined;
    if (constant !== undefined) w.put(field, { constant });
  }
}

/**
 * Of a list all its lines. The number of the house in a column of its own stands where the file has it, but before a street in
 * French or English.
 */
function streetSpec(w: Writing, name: string, from: string): unknown {
  const house = w.role(`${from}.house`);
  const street = w.role(`${from}.street1`);
  if (!house || !street) return name.endsWith(LIST) ? { template: `{${name}}` } : name;
  const streets = w.hypothesis.orders.flat().map((row) => row[street.index]!.trim());
  const filled = streets.filter((text) => text !== '');
  const before = filled.filter((text) => NUMBER_FIRST.test(text));
  const isBefore = house.index < street.index || before.length > filled.length / 2;
  return { template: isBefore ? `{${house.name}} {${name}}` : `{${name}} {${house.name}}` };
}
const NUMBER_FIRST =
  /^(?:rue|avenue|av\.|boulevard|bd|chemin|all\u00e9e|impasse|quai|cours|route)\s|\s(?:street|st|road|rd|lane|ln|avenue|ave|drive|dr|way|court|close)\.?$/iu;

function recipient(w: Writing, block: string, from: string): void {
  const field = `${block}.name`;
  for (const source of [from, ...BLOCKS]) {
    const [first, last] = [w.role(`${source}.first_name`), w.role(`${source}.last_name`)];
    const value = { template: `{${first?.name}} {${last?.name}}` };
    if (first && last) w.take(field, last, 'first and last name', { value });
    if ((first && last) || w.field(field, `${source}.name`)) return;
  }
}
