// Writes the mapping of an unknown table from what was found: each field of the interface with its column, and which amounts
// are added. Answers of a person stand in for what the data does not say.
import type { Column, Row } from '../look/columns.ts';
import type { Table } from '../look/table.ts';
import { meansOf } from '../look/words.ts';
import type { MappingJson } from '../types.ts';
import { amounts, lines, tax } from './draft-amounts.ts';
import type { Writing } from './draft-fields.ts';
import { people, places } from './draft-people.ts';
import { dates, formats, orderColumns, status } from './draft-status.ts';
import { withRule } from './mapping-parts.ts';

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
  if (key) w.take('identifier', key, 'tells the orders apart', { confidence: 'sure' });
  for (const write of [status, dates, people, places, lines, amounts]) write(w);
  const dated = formats(w);
  const taxed = tax(w);
  const count = countOf(w);
  const { json, split } = table;
  const { parts, credits, heads } = w.hypothesis;
  const why = `part of the line in ${parts?.name}, which has the price and the units`;
  const rules = parts
    ? [...table.rules, { when: { column: parts.name, empty: false }, reason: why }]
    : table.rules;
  const credit = credits && {
    when: { column: credits.name, lessThan: 0 },
    reason: `${credits.name} below 0`,
  };
  if (credits)
    w.limits.push(
      `Rows with ${credits.name} below 0 are left out, and their orders reported: their refunds are not sent`,
    );
  const rows = {
    ...(key && { order: key.name, ...(count && { count: count.name }), ...orderColumns(w) }),
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
  return { mapping, found: w.found };
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
