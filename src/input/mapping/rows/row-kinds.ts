// Which rows of an order are line items and which hold refunds, where a mapping says so.

import {
  type MessageTable,
  ORDER_TABLE,
  REFUND_LEVELS,
  REFUND_TABLE,
  type TableLevel,
} from '../../message-table.ts';
import { type Cells, readWithoutFindings } from '../../rows.ts';
import type { LoadedMapping } from '../language/mapping.ts';
import type { MappingFile, Targets } from '../language/shape.ts';
import type { Binding } from '../values/binding.ts';
import { compileValue } from '../values/compile-value.ts';
import { compileCondition, type Test } from '../values/conditions.ts';
import { filled } from '../values/shared-values.ts';
import { NO_VALUE, type SharedField, type Value } from '../values/value.ts';

/** The columns of the order, those that group its rows, and those of its line items. */
interface Used {
  readonly columns: ReadonlySet<number>;
  readonly key: readonly number[];
  readonly lines: ReadonlySet<number>;
}

/** Tells line items and refunds by their cells. */
interface RowKinds {
  /** Undefined: every row whose item columns are not all blank. */
  readonly isItem: ((cells: Cells) => boolean) | undefined;
  readonly refunds: RefundLevels | undefined;
  readonly columns: readonly number[];
}

/** The levels `refund` and `refund_line` of a mapping. */
export type RefundLevels = Readonly<ReturnType<typeof compileRefunds>>;

/** @throws Failure exit 6 */
export function compileKinds(map: LoadedMapping, to: Binding, used: Used): RowKinds | undefined {
  const { rows, refund } = map.mapping;
  if (!rows?.item && !refund && !to.isLine) return undefined;
  const item = rows?.item && compileCondition(rows.item, ['rows', 'item'], to);
  const isItem = item?.holds ?? to.isLine;
  const columns = item?.columns ?? [];
  if (!refund) return { isItem, refunds: undefined, columns };
  const test = rows?.refund && compileCondition(rows.refund, ['rows', 'refund'], to);
  const refunds = compileRefunds(map, to, used, test);
  return { isItem, refunds, columns: [...columns, ...(test?.columns ?? []), ...refunds.all] };
}

function compileRefunds(map: LoadedMapping, to: Binding, used: Used, test: Test | undefined) {
  const { rows, refund: targets = {}, refund_line: lineTargets = {} } = map.mapping;
  const [level, lineLevel] = REFUND_LEVELS;
  const total = targets['total_refund_amount_cents']!;
  const isAdded = typeof total === 'object' && 'sum' in total && total.over === 'refund_lines';
  const ofRow = isAdded ? { total_refund_amount_cents: { ...total, over: undefined } } : {};
  const fields = levelFields(REFUND_TABLE, level!, { ...targets, ...ofRow }, to).map((one) =>
    one.field.kind === 'cents' && !one.chosen ? { ...one, take: 'same' as const } : one,
  );
  const lineFields = levelFields(REFUND_TABLE, lineLevel!, lineTargets, to);
  const columnsOf = (list: readonly SharedField[]) => list.flatMap(({ value }) => value.columns);
  const all = [...new Set(columnsOf([...fields, ...lineFields]))];
  // Columns of a joined file stand on every row of the order, so they do not say which rows hold refunds.
  const own = all.filter((index) => index < to.own && !used.columns.has(index) && !used.lines.has(index));
  if (!test && own.length === 0)
    throw to.fault(
      ['refund'],
      'Which rows hold refunds cannot be told: all columns of refund and refund_line are also those of orders or items',
      'rows.refund with a condition, such as {"column": "Type", "equals": "refund"}',
    );
  // A file with rows of several kinds uses one column for several things: the amount or the date of the order must not
  // become that of a refund whose cell is blank.
  const ofOwn = [...fields, ...lineFields].filter(({ field }) => OWN_KINDS.has(field.kind));
  const kept = rows?.item ? columnsOf(ofOwn) : [];
  const fills = rows?.blank !== 'keep';
  const tested = (fills && test?.columns) || [];
  const filledFrom = tested.filter((index) => used.columns.has(index) && !used.key.includes(index));
  return {
    /** Whether a row holds a refund; `head` has the values of the order. */
    isRefund: test
      ? (cells: Cells, head: Cells) => test.holds(filled(cells, head, filledFrom))
      : (cells: Cells) => own.some((index) => cells[index] !== ''),
    /** All fields of a refund and of its lines. */
    fields: [fields, lineFields] as const,
    /** Their values by name: `refund.created_at`. */
    values: new Map([...fields, ...lineFields].map(({ field, value }) => [field.name, value])),
    /** True when the amount of a refund is added over its rows. */
    isAdded,
    /** Columns in which a blank cell of a row has the value of the order. */
    fromOrder: fills ? all.filter((index) => used.columns.has(index) && !kept.includes(index)) : [],
    /** Columns in which a blank cell of a row has the value of the first row of its refund. */
    columns: fills ? [...new Set(columnsOf(fields))] : [],
    all,
  };
}

const OWN_KINDS: ReadonlySet<string> = new Set(['cents', 'integer', 'timestamp']);

/**
 * The rows of lines and of refunds, each once, where several lines stand with each of several refunds, which have columns of their
 * own; undefined elsewhere.
 */
export function crossedRows(
  levels: readonly { readonly columns: readonly number[] }[],
  { all }: RefundLevels,
  cells: readonly Cells[],
  rows: readonly number[],
): { readonly items: readonly number[]; readonly refunds: readonly number[] } | undefined {
  const ofLines = levels.at(-1)!.columns;
  const own = all.filter((index) => !levels[0]!.columns.includes(index));
  if (rows.length < 4 || own.some((index) => ofLines.includes(index))) return undefined;
  const textOf = (row: number, columns: readonly number[]) =>
    JSON.stringify(columns.map((index) => cells[row]![index]));
  const onceEach = (columns: readonly number[]) =>
    [...new Map(rows.toReversed().map((row) => [textOf(row, columns), row])).values()].sort((a, b) => a - b);
  const [items, refunds, pairs] = [onceEach(ofLines), onceEach(own), onceEach([...ofLines, ...own])];
  const isProduct = pairs.length === rows.length && items.length * refunds.length === rows.length;
  return isProduct && items.length > 1 && refunds.length > 1 ? { items, refunds } : undefined;
}

// Compiles the fields of one level of a mapping. An address of the order that is empty is taken from the other one, as a
// whole.

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
