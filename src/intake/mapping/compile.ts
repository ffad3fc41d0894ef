// A mapping against one header: every value and condition bound to its columns.
import { quote } from '../../base/text.ts';
import { FIELDS, type Field } from '../fields.ts';
import { HeaderColumns } from './columns.ts';
import { type Cells, compileCondition, type Test } from './conditions.ts';
import { type DayOrder, type ReadDate, readerOf } from './date-format.ts';
import type { Join } from './joins.ts';
import type { LoadedMapping } from './load.ts';
import type { DecimalSign } from './money.ts';
import type { OrderField } from './order-values.ts';
import type { TaxSpec } from './shape.ts';
import type { Stated } from './tax.ts';
import type { Value, ValueCompiling } from './value.ts';
import { compileValue } from './values.ts';
import type { Zone } from './zone.ts';

/** What holds for the whole input: given, or decided over its columns before the first order is read. */
export interface Decisions {
  readonly zone: Zone | undefined;
  /** Of `--date-format`. */
  readonly format: readonly ReadDate[] | undefined;
  decimal: DecimalSign | undefined;
  /** By name of the column. */
  readonly dayOrders: Map<string, DayOrder>;
}

/** A column over whose cells something is to be decided. */
export interface Open {
  readonly index: number;
  readonly name: string;
  readonly strip: string | undefined;
}

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
  readonly skip: readonly { readonly test: Test; readonly reason: string; readonly whole: boolean }[];
  readonly reports: readonly { readonly test: Test; readonly reason: string; readonly refuses: boolean }[];
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

export interface HeaderPlace {
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
  /** Their columns stand behind those of the file. */
  readonly joins: readonly Join[];
}

/** @throws Failure exit 6 */
export function compile(map: LoadedMapping, header: HeaderPlace, decisions: Decisions): Compiled {
  const { mapping } = map;
  const joined = header.joins.flatMap((join) => join.names.map((name) => `${join.spec.name}.${name}`));
  const columns = new HeaderColumns(header.file, header.line, header.names, joined, map);
  const names = [...header.names, ...joined];
  const amounts: Open[] = [];
  const dates: Open[] = [];
  let used = new Set<number>();
  const to: ValueCompiling = {
    names,
    own: header.names.length,
    decimal: () => decisions.decimal ?? '.',
    column(name, parts) {
      const index = columns.find(name, parts);
      used.add(index);
      return index;
    },
    fault: (parts, message, expected) =>
      map.fault('input.map.value', parts, message, { expected, hint: 'Correct the mapping at that place.' }),
    amounts(list, strip) {
      for (const index of list) amounts.push({ index, name: names[index]!, strip });
    },
    dates(list, format, parts) {
      const formats = decisions.format ?? formatsOf(map, format, parts);
      const name = names[list[0]!]!;
      if (!formats) for (const index of list) dates.push({ index, name: names[index]!, strip: undefined });
      return { formats, zone: decisions.zone, dayOrder: () => decisions.dayOrders.get(name) ?? 'day first' };
    },
  };
  /** Compiles a part and gives the columns that it uses. */
  const during = <T>(work: () => T): [T, ReadonlySet<number>] => {
    used = new Set();
    return [work(), used];
  };

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
  const [skip, ofSkip] = during(() =>
    (mapping.rows?.skip ?? []).map(({ when, reason, level }, i) => ({
      test: compileCondition(when, ['rows', 'skip', i, 'when'], to),
      reason,
      whole: level === 'order',
    })),
  );
  const [reports, ofReports] = during(() =>
    (['refuse', 'warn'] as const).flatMap((kind) =>
      (mapping.rows?.[kind] ?? []).map(({ when, reason }, i) => ({
        test: compileCondition(when, ['rows', kind, i, 'when'], to),
        reason,
        refuses: kind === 'refuse',
      })),
    ),
  );
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
    unmapped: columns.unmapped(),
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
  if (given !== undefined) {
    const list = typeof given === 'string' ? [given] : given;
    const indexes = list.map((name, i) =>
      to.column(name, typeof given === 'string' ? ['rows', 'order'] : ['rows', 'order', i]),
    );
    if (indexes.length === 1) return (cells) => cells[indexes[0]!]!;
    return (cells) => {
      const parts = indexes.map((index) => cells[index]!);
      return parts.every((part) => part === '') ? '' : parts.join('\u001f');
    };
  }
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

function formatsOf(
  map: LoadedMapping,
  own: string | readonly string[] | undefined,
  parts: readonly PropertyKey[],
): readonly ReadDate[] | undefined {
  const given = own === undefined ? map.mapping.dates?.formats : typeof own === 'string' ? [own] : own;
  return given?.map((format) => {
    const reader = readerOf(format);
    if (reader) return reader;
    throw map.fault(
      'input.map.format',
      own === undefined ? ['dates', 'formats'] : [...parts, 'format'],
      `The date format ${quote(format)} cannot be read`,
      {
        expected: FORMAT_EXPECTED,
        found: quote(format),
        hint: 'Write for example DD.MM.YYYY HH:mm or YYYY-MM-DD HH:mm:ss Z.',
      },
    );
  });
}

export const FORMAT_EXPECTED = 'year, month and day, made of YYYY YY MMM MM M DD D HH H hh h mm ss SSS A Z';
