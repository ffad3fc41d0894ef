// Compiles the fields of one level of a mapping. An address of the order that is empty is taken from the other one, as a
// whole.

import { type MessageTable, ORDER_TABLE, type TableLevel } from '../../message-table.ts';
import { type Cells, readWithoutFindings } from '../../rows.ts';
import type { MappingFile, Targets } from '../language/shape.ts';
import type { Binding } from './binding.ts';
import { compileValue } from './compile-value.ts';
import { NO_VALUE, type SharedField, type Value } from './value.ts';

/** Rows of an order that differ in these are orders of two customers under one number. */
const IDENTIFIES_CUSTOMER: ReadonlySet<string> = new Set(['customer.identifier', 'customer.email']);

/** The sources of the fields of a level, each with the row that counts where rows differ. @throws Failure exit 6 */
export function levelFields(
  table: MessageTable,
  { name, prefix, key }: TableLevel,
  targets: Targets,
  to: Binding,
): SharedField[] {
  return Object.entries(targets).flatMap(([target, spec]) => {
    if (spec === undefined) return [];
    const { field } = table.columns.get(prefix + target)!;
    const take = typeof spec === 'object' && 'take' in spec ? spec.take : undefined;
    const isOne = key.includes(target) || IDENTIFIES_CUSTOMER.has(field.name);
    const usual = field.name === table.version ? 'max' : isOne ? 'same' : 'first';
    const value = compileValue(spec, field, [name, target], name, to);
    return [{ field, value, take: take ?? usual, chosen: take !== undefined || usual === 'max' }];
  });
}

/** An address without any of these is empty. Its country alone is often a setting of the shop. */
const DECIDING = ['street1', 'city', 'zip_code'];

/** The fields of the order, with the values of the other address for an address that is empty. @throws Failure exit 6 */
export function withFallback(
  { fallback, order = {} }: MappingFile,
  fields: readonly SharedField[],
  to: Binding,
): SharedField[] {
  const result = [...fields];
  for (const [block, other] of Object.entries(fallback ?? {})) {
    const path = ['fallback', block];
    if (!Object.keys(order).some((target) => target.startsWith(`${other}.`)))
      throw to.fault(path, `The mapping does not fill ${other}`, `fields of ${other} in "order"`);
    const isEmpty = emptiness(fields, block);
    for (const field of ORDER_TABLE.levels[0]!.fields) {
      if (!field.path.startsWith(`${block}.`)) continue;
      const at = result.findIndex((one) => one.field === field);
      const target = `${other}.${field.path.slice(block.length + 1)}`;
      const spec = order[target];
      const second =
        spec === undefined ? NO_VALUE : compileValue(spec, field, ['order', target], 'order', to);
      const own = result[at];
      if (!own && spec === undefined) continue;
      const value = either(own?.value ?? NO_VALUE, second, isEmpty);
      const made: SharedField = { field, take: 'first', chosen: false, ...own, value };
      if (at >= 0) result[at] = made;
      else result.push(made);
    }
  }
  return result;
}

/** Whether the address of a row is empty: asked for every field of it, found once for each row. */
function emptiness(fields: readonly SharedField[], block: string) {
  const deciding = fields
    .filter(({ field }) => DECIDING.some((name) => field.path === `${block}.${name}`))
    .map(({ value }) => value);
  const read = readWithoutFindings();
  let last: Cells | undefined;
  let isEmpty = false;
  return {
    test(cells: Cells) {
      if (cells !== last) isEmpty = deciding.every((value) => read(value, cells) === undefined);
      last = cells;
      return isEmpty;
    },
    columns: deciding.flatMap(({ columns }) => columns),
  };
}

function either(own: Value, other: Value, { test, columns }: ReturnType<typeof emptiness>): Value {
  return {
    read: (row) => (test(row.cells) ? other.read(row) : own.read(row)),
    source: (cells) => (test(cells) ? other.source(cells) : own.source(cells)),
    rule: (cells) => (test(cells) ? 'fallback' : own.rule(cells)),
    columns: [...own.columns, ...other.columns, ...columns],
  };
}
