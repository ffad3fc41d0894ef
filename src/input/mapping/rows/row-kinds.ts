// Which rows of an order are line items and which hold refunds, where a mapping says so.

import { REFUND_LEVELS, REFUND_TABLE } from '../../message-table.ts';
import type { Cells } from '../../rows.ts';
import type { LoadedMapping } from '../language/mapping.ts';
import type { Binding } from '../values/binding.ts';
import { compileCondition, type Test } from '../values/conditions.ts';
import { levelFields } from '../values/level-fields.ts';
import { filled } from '../values/shared-values.ts';
import type { SharedField, Value } from '../values/value.ts';

/** The columns of the order, those that group its rows, and those of its line items. */
interface Used {
  readonly columns: ReadonlySet<number>;
  readonly key: readonly number[];
  readonly lines: ReadonlySet<number>;
}

/** Tells line items and refunds by their cells. */
export interface RowKinds {
  /** Undefined: every row whose item columns are not all blank. */
  readonly isItem: ((cells: Cells) => boolean) | undefined;
  readonly refunds: RefundLevels | undefined;
  readonly columns: readonly number[];
}

/** The levels `refund` and `refund_line` of a mapping. */
export interface RefundLevels {
  /** Whether a row holds a refund; `head` has the values of the order. */
  isRefund(cells: Cells, head: Cells): boolean;
  /** All fields of a refund and of its lines. */
  readonly fields: readonly [readonly SharedField[], readonly SharedField[]];
  /** Their values by name: `refund.created_at`. */
  readonly values: ReadonlyMap<string, Value>;
  /** True when the amount of a refund is added over its rows. */
  readonly isAdded: boolean;
  /** Columns in which a blank cell of a row has the value of the order. */
  readonly fromOrder: readonly number[];
  /** Columns in which a blank cell of a row has the value of the first row of its refund. */
  readonly columns: readonly number[];
  readonly all: readonly number[];
}

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

function compileRefunds(map: LoadedMapping, to: Binding, used: Used, test: Test | undefined): RefundLevels {
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
    isRefund: test
      ? (cells, head) => test.holds(filled(cells, head, filledFrom))
      : (cells) => own.some((index) => cells[index] !== ''),
    fields: [fields, lineFields],
    values: new Map([...fields, ...lineFields].map(({ field, value }) => [field.name, value])),
    isAdded,
    fromOrder: fills ? all.filter((index) => used.columns.has(index) && !kept.includes(index)) : [],
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
