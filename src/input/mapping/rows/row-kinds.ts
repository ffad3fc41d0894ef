// Which rows of an order are line items and which hold refunds, where a mapping says so.
import type { Cells } from '../../rows.ts';
import type { LoadedMapping } from '../language/loaded-mapping.ts';
import { REFUND_LEVELS, REFUND_TABLE } from '../refunds/refund-table.ts';
import { compileCondition, type Test } from '../values/conditions.ts';
import { levelFields } from '../values/level-fields.ts';
import { filled } from '../values/shared-values.ts';
import type { SharedField, ValueCompiling } from '../values/value.ts';
import type { Bound } from './bind.ts';

/** The columns of the order, those that group its rows, and those of its line items. */
interface Used {
  readonly columns: ReadonlySet<number>;
  readonly key: ReadonlySet<number>;
  readonly lines: ReadonlySet<number>;
}

/** @throws Failure exit 6 */
export function compileKinds(map: LoadedMapping, to: ValueCompiling, during: Bound['during'], used: Used) {
  const { rows, refund } = map.mapping;
  if (!rows?.item && !refund && !to.isLine) return undefined;
  const condition = (name: 'item' | 'refund') =>
    during(() => rows?.[name] && compileCondition(rows[name], ['rows', name], to));
  const [given, ofItem] = condition('item');
  /** Undefined: every row whose item columns are not all blank. */
  const isItem = given ?? to.isLine;
  if (!refund) return { isItem, refunds: undefined, columns: ofItem };
  const [isRefund, ofRefund] = condition('refund');
  const { refunds, columns } = compileRefunds(map, to, during, used, isRefund && [isRefund, ofRefund]);
  return { isItem, refunds, columns: new Set([...ofItem, ...ofRefund, ...columns]) };
}

/** The levels `refund` and `refund_line` of a mapping. */
function compileRefunds(
  map: LoadedMapping,
  to: ValueCompiling,
  during: Bound['during'],
  used: Used,
  given: readonly [Test, ReadonlySet<number>] | undefined,
) {
  const { rows, refund: targets = {}, refund_line: lineTargets = {} } = map.mapping;
  const [level, lineLevel] = REFUND_LEVELS;
  const total = targets['total_refund_amount_cents']!;
  const isAdded = typeof total === 'object' && 'sum' in total && total.over === 'refund_lines';
  const ofRow = isAdded ? { total_refund_amount_cents: { ...total, over: undefined } } : {};
  const [fields, ofRefund] = during(() =>
    levelFields(REFUND_TABLE, level!, { ...targets, ...ofRow }, to).map((one) =>
      one.field.kind === 'cents' && !one.chosen ? { ...one, take: 'same' as const } : one,
    ),
  );
  const [lineFields, ofLine] = during(() => levelFields(REFUND_TABLE, lineLevel!, lineTargets, to));
  const columns = new Set([...ofRefund, ...ofLine]);
  // Columns of a joined file stand on every row of the order, so they do not say which rows hold refunds.
  const own = [...columns].filter(
    (index) => index < to.own && !used.columns.has(index) && !used.lines.has(index),
  );
  if (!given && own.length === 0)
    throw to.fault(
      ['refund'],
      'Which rows hold refunds cannot be told: all columns of refund and refund_line are also those of orders or items',
      'rows.refund with a condition, such as {"column": "Type", "equals": "refund"}',
    );
  // A file with rows of several kinds uses one column for several things: the amount or the date of the order must not
  // become that of a refund whose cell is blank.
  const kept = rows?.item ? unfilledOf([...fields, ...lineFields]) : new Set<number>();
  const fromOrder = [...columns].filter((index) => used.columns.has(index) && !kept.has(index));
  const tested = given
    ? [...given[1]].filter((index) => used.columns.has(index) && !used.key.has(index))
    : [];
  const fills = rows?.blank !== 'keep';
  const refunds = {
    /** Whether a row holds a refund; `head` has the values of the order. */
    isRefund: given
      ? (cells: Cells, head: Cells) => given[0](fills ? filled(cells, head, tested) : cells)
      : (cells: Cells, _: Cells) => own.some((index) => cells[index] !== ''),
    /** All fields of a refund and of its lines. */
    fields: [fields, lineFields] as const,
    /** Their values by name: `refund.created_at`. */
    values: new Map([...fields, ...lineFields].map(({ field, value }) => [field.name, value])),
    /** True when the amount of a refund is added over its rows. */
    isAdded,
    /** Columns in which a blank cell of a row has the value of the order. */
    fromOrder: fills ? fromOrder : [],
    /** Columns in which a blank cell of a row has the value of the first row of its refund. */
    columns: fills ? [...ofRefund] : [],
    all: [...columns],
  };
  return { refunds, columns };
}

export type RefundLevels = ReturnType<typeof compileRefunds>['refunds'];

const OWN_KINDS: ReadonlySet<string> = new Set(['cents', 'integer', 'timestamp']);

const unfilledOf = (fields: readonly SharedField[]) =>
  new Set(fields.filter(({ field }) => OWN_KINDS.has(field.kind)).flatMap(({ value }) => value.columns));
