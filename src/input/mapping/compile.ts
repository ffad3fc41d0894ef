// A mapping of orders against one header: every value and condition bound to its columns.
import { FIELDS, type Field } from '../fields.ts';
import {
  bind,
  columnsKey,
  type Decisions,
  type HeaderPlace,
  type Open,
  reportRules,
  skipRules,
} from './bind.ts';
import { type Cells, compileCondition, type Test } from './conditions.ts';
import type { Join } from './joins.ts';
import type { LoadedMapping } from './loaded.ts';
import type { TaxSpec } from './shape.ts';
import type { SharedField } from './shared-values.ts';
import type { ReportRule, SkipRule } from './skips.ts';
import type { Stated } from './tax.ts';
import type { Value, ValueCompiling } from './value.ts';
import { compileValue } from './values.ts';

export type OrderField = SharedField<Field>;

export interface ItemField {
  readonly field: Field;
  readonly value: Value;
}

export interface Compiled {
  readonly names: readonly string[];
  readonly key: (cells: Cells) => string;
  readonly identifier: Value;
  readonly order: readonly OrderField[];
  readonly item: readonly ItemField[];
  readonly itemIdentifier: Value;
  readonly skip: readonly SkipRule[];
  readonly reports: readonly ReportRule[];
  readonly tax:
    | {
        readonly spec: TaxSpec;
        readonly stated: readonly (OrderField & { readonly name: keyof Stated })[];
        readonly taxable: Test;
      }
    | undefined;
  readonly fills: boolean;
  /** With those of joined files behind. */
  readonly allNames: readonly string[];
  readonly joins: readonly { readonly join: Join; readonly key: number | undefined }[];
  /** Columns of the order: blank on later rows means the first row's value. */
  readonly orderColumns: readonly number[];
  /** Of these, those that lines look at, too. */
  readonly shared: readonly number[];
  /** Columns of lines alone: a row without any of them is no line. */
  readonly lineColumns: readonly number[];
  readonly amounts: readonly Open[];
  readonly dates: readonly Open[];
  readonly unmapped: readonly string[];
}

const FIELD = new Map(FIELDS.map((field) => [field.name, field]));
const STATED = {
  total: 'total_amount_cents',
  subtotal: 'product_amount_cents',
  shipping: 'shipping_amount_cents',
  tax: 'tax_amount_cents',
  shipping_tax: 'shipping_tax_amount_cents',
  discount: 'discount_amount_cents',
} as const;

/** @throws Failure exit 6 */
export function compile(map: LoadedMapping, header: HeaderPlace, decisions: Decisions): Compiled {
  const { mapping } = map;
  const { to, during, names, amounts, dates, unmapped } = bind(map, header, decisions, {
    numbered: 'item.identifier',
    decidesWholes: false,
  });
  const [order, ofOrder] = during(() => orderFields(map, to));
  const identifier = order.find(({ field }) => field.name === 'identifier')!.value;
  const [key, ofKey] = during(() => keyOf(map, identifier, to));
  const [tax, ofTax] = during(() => taxOf(map, to));
  const [, further] = during(() =>
    mapping.rows?.order_columns?.map((name, i) => to.column(name, ['rows', 'order_columns', i])),
  );
  const [item, ofItem] = during(() =>
    Object.entries(mapping.item).flatMap(([target, spec]) => {
      const field = FIELD.get(`item.${target}`)!;
      return spec === undefined ? [] : [{ field, value: compileValue(spec, field, ['item', target], to) }];
    }),
  );
  const [skip, ofSkip] = during(() => skipRules(mapping.rows?.skip, to));
  const [reports, ofReports] = during(() => reportRules(mapping.rows, to));
  const [joins, ofJoins] = during(() =>
    header.joins.map((join) => ({
      join,
      key: join.spec.key === undefined ? undefined : to.column(join.spec.key, []),
    })),
  );
  const [taxable, ofTaxable] = during(() =>
    mapping.tax?.taxable ? compileCondition(mapping.tax.taxable, ['tax', 'taxable'], to) : () => true,
  );
  const ofLines = new Set([...ofItem, ...ofTaxable]);
  const orderColumns = [...new Set([...ofOrder, ...ofKey, ...ofTax, ...ofJoins, ...further])];
  const values = new Set(item.flatMap(({ value }) => value.columns));
  // An item's columns are seldom the order's too: those of the identifier and of conditions.
  const shared = orderColumns.filter(
    (index) => ofLines.has(index) || ofSkip.has(index) || ofReports.has(index),
  );
  const whole = new Set(orderColumns);
  return {
    names: header.names,
    key,
    identifier,
    order,
    item,
    itemIdentifier: item.find(({ field }) => field.key === 'identifier')!.value,
    skip,
    reports,
    tax: tax && { ...tax, taxable },
    fills: mapping.rows?.blank !== 'keep',
    orderColumns,
    shared,
    // A joined file speaks for the order: what it has makes no row a line.
    lineColumns: [...values].filter((index) => !whole.has(index) && index < header.names.length),
    allNames: names,
    joins,
    amounts,
    dates,
    unmapped: unmapped(),
  };
}

function orderFields(map: LoadedMapping, to: ValueCompiling): OrderField[] {
  return Object.entries(map.mapping.order).flatMap(([target, spec]) => {
    if (spec === undefined) return [];
    const field = FIELD.get(target)!;
    const value = compileValue(spec, field, ['order', target], to);
    const take = typeof spec === 'object' && 'take' in spec ? spec.take : undefined;
    const usual = target === 'updated_at' ? 'max' : target === 'identifier' ? 'same' : 'first';
    return [{ field, value, take: take ?? usual, chosen: take !== undefined || usual === 'max' }];
  });
}

function keyOf(map: LoadedMapping, identifier: Value, to: ValueCompiling): (cells: Cells) => string {
  const given = map.mapping.rows?.order;
  if (given !== undefined) return columnsKey(given, ['rows', 'order'], to);
  const spec = map.mapping.order['identifier']!;
  if (typeof spec === 'object' && !('column' in spec))
    throw map.fault(
      'input.map.rows',
      ['order', 'identifier'],
      'Which rows belong to one order cannot be told from order.identifier',
      {
        expected: 'a column, or rows.order beside it',
        hint: 'Add "rows": {"order": COLUMN} with the column that is the same on all rows of an order.',
      },
    );
  // Read as the identifier is, so that #1001 and 1001 are one order where the sign is stripped.
  const reading = { cells: [] as Cells, line: 0, file: '', prefix: '', findings: [] };
  return (cells) => {
    reading.cells = cells;
    const id = identifier.read(reading);
    reading.findings.length = 0;
    return typeof id === 'string' ? id : '';
  };
}

function taxOf(map: LoadedMapping, to: ValueCompiling) {
  const spec = map.mapping.tax;
  if (!spec) return undefined;
  const stated = (Object.keys(STATED) as (keyof Stated)[]).flatMap((name) => {
    const value = spec[name];
    if (value === undefined) return [];
    const field = FIELD.get(STATED[name])!;
    return [
      {
        name,
        field,
        value: compileValue(value, field, ['tax', name], to),
        take: 'first' as const,
        chosen: false,
      },
    ];
  });
  return { spec, stated };
}
