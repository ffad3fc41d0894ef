// The shape of a mapping file. samples/schemas/mapping.schema.json publishes the same shape.
import * as z from 'zod';
import { FIELDS } from '../fields.ts';

export interface Condition {
  readonly column?: string | undefined;
  readonly equals?: string | readonly string[] | undefined;
  readonly matches?: string | undefined;
  readonly startsWith?: string | undefined;
  readonly empty?: boolean | undefined;
  readonly lessThan?: number | undefined;
  readonly all?: readonly Condition[] | undefined;
  readonly any?: readonly Condition[] | undefined;
  readonly not?: Condition | undefined;
}

export type Take = 'first' | 'last' | 'max' | 'min' | 'same';
export type Literal = string | number | readonly string[];

interface Common {
  readonly default?: Literal | undefined;
  readonly take?: Take | undefined;
}

export interface ColumnValue extends Common {
  readonly column: string | readonly string[];
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly else?: string | undefined;
  readonly otherwise?: 'keep' | undefined;
  readonly strip?: string | undefined;
  readonly split?: string | undefined;
  readonly unit?: 'cents' | undefined;
  readonly whole?: true | undefined;
  readonly format?: string | readonly string[] | undefined;
}
export interface ConstantValue {
  readonly constant: Literal;
}
export interface TemplateValue extends Common {
  readonly template: string;
}
export interface CasesValue extends Common {
  readonly cases: readonly { readonly when: Condition; readonly value: ValueSpec }[];
  readonly else?: ValueSpec | undefined;
}
export interface GenerateValue {
  readonly generate: 'line';
}
export interface SumValue extends Common {
  readonly sum: readonly string[];
}
export interface MultiplyValue extends Common {
  readonly multiply: readonly [string, string];
}
export interface LatestValue extends Common {
  readonly latest: readonly string[];
}
export type ValueObject =
  | ColumnValue
  | ConstantValue
  | TemplateValue
  | CasesValue
  | GenerateValue
  | SumValue
  | MultiplyValue
  | LatestValue;
export type ValueSpec = string | ValueObject;

const describe = <S extends z.ZodType>(schema: S, description: string): S => schema.describe(description);

const name = z.string().min(1);
const names = z.array(name).min(1);
const literal = z.union([z.string(), z.int(), z.array(z.string())]);
const common = {
  default: describe(
    literal,
    'Taken when there is no value. Money is a whole number of cents here.',
  ).optional(),
  take: describe(
    z.enum(['first', 'last', 'max', 'min', 'same']),
    'Which value counts where rows of one order differ; same refuses the order. Left out: first, with a note (updated_at: max).',
  ).optional(),
};

const nested: z.ZodType<Condition> = z.lazy(() => condition);
const condition: z.ZodType<Condition> = z
  .strictObject({
    column: describe(name, 'The column that is looked at.').optional(),
    equals: z.union([z.string(), z.array(z.string())]).optional(),
    matches: describe(
      z.string(),
      'A regular expression; cells beyond 1,000 characters never match.',
    ).optional(),
    startsWith: z.string().optional(),
    empty: z.boolean().optional(),
    lessThan: describe(z.number(), 'The cell is a number below this one.').optional(),
    all: z.array(nested).min(1).optional(),
    any: z.array(nested).min(1).optional(),
    not: nested.optional(),
  })
  .meta({ id: 'condition' });

const inner: z.ZodType<ValueSpec> = z.lazy(() => value);

/** The kinds of value by the key that tells them. */
export const VALUE_KINDS = {
  column: z.strictObject({
    column: describe(z.union([name, names]), 'A column, or several: the first that is not empty.'),
    values: describe(
      z.record(z.string(), z.string()),
      'Exact text to text. A text that is not here is an error, unless else or otherwise is given.',
    ).optional(),
    else: describe(z.string(), 'For texts that values does not have.').optional(),
    otherwise: describe(z.literal('keep'), 'Texts that values does not have stay as they are.').optional(),
    strip: describe(z.string().min(1), 'Characters removed at both ends.').optional(),
    split: describe(z.string().min(1), 'Between the elements of a list.').optional(),
    unit: describe(z.literal('cents'), 'The column already holds whole cents.').optional(),
    whole: describe(
      z.literal(true),
      'A text that spreadsheets made a number of: 17850.0 is 17850. Other texts stay as they are.',
    ).optional(),
    format: describe(z.union([name, names]), 'Of this date, instead of dates.formats.').optional(),
    ...common,
  }),
  constant: z.strictObject({
    constant: describe(literal, 'The same for every order. Money is a whole number of cents here.'),
  }),
  template: z.strictObject({
    template: describe(name, 'Text with columns in braces: {First Name} {Last Name}. Empty when all are.'),
    ...common,
  }),
  cases: z.strictObject({
    cases: z.array(z.strictObject({ when: condition, value: inner })).min(1),
    else: inner.optional(),
    ...common,
  }),
  generate: z.strictObject({
    generate: describe(
      z.literal('line'),
      'Order identifier, a hyphen, and the number of the line in the order.',
    ),
  }),
  sum: z.strictObject({ sum: describe(names, 'Amounts that are added.'), ...common }),
  latest: z.strictObject({ latest: describe(names, 'Dates of which the latest counts.'), ...common }),
  multiply: z.strictObject({
    multiply: describe(z.tuple([name, name]), 'A whole number and an amount.'),
    ...common,
  }),
};

const value = z
  .union([describe(name, 'A column.'), ...Object.values(VALUE_KINDS)])
  .meta({ id: 'value' }) as z.ZodType<ValueSpec>;

export const ORDER_TARGETS: readonly string[] = FIELDS.filter((f) => f.level === 'order').map((f) => f.name);
export const ITEM_TARGETS: readonly string[] = FIELDS.filter((f) => f.level === 'item').map((f) =>
  f.name.slice('item.'.length),
);

const targets = (list: readonly string[]) =>
  z.strictObject(Object.fromEntries(list.map((target) => [target, value.optional()])));

export const skipRule = z.strictObject({
  when: condition,
  reason: describe(name, 'Shown with the count in plan and summary.'),
  level: describe(
    z.enum(['row', 'order']),
    'order: decided once for all rows of the order, by the first value that is not empty.',
  ).optional(),
});

/** Rows by which an order is refused, or reported and sent all the same. */
export const reportRule = z.strictObject({
  when: condition,
  reason: describe(name, 'Why, in a sentence of its own.'),
});

export const taxShape = z.strictObject({
  mode: describe(
    z.enum(['auto', 'on_top', 'inside']),
    'auto decides order by order whether subtotal + shipping (+ tax) makes the total; the others are checked.',
  ).optional(),
  total: value,
  subtotal: value,
  shipping: value.optional(),
  tax: value,
  shipping_tax: describe(value, 'The part of tax that belongs to shipping and not to the lines.').optional(),
  discount: value.optional(),
  subtotal_is: describe(
    z.enum(['before_discount', 'after_discount']),
    'Whether the discount is still to be taken off the subtotal. Left out: either, as it adds up.',
  ).optional(),
  taxable: describe(condition, 'Rows that bear tax; left out: all.').optional(),
});

export const mappingShape = z.strictObject({
  $schema: z.string().optional(),
  name: describe(name, 'Shown in the plan.'),
  limits: describe(
    z.array(name),
    'What the export cannot tell, one sentence each: the plan lists them as assumed.',
  ).optional(),
  file: z
    .strictObject({
      delimiter: describe(
        name,
        'Left out: the one with which most columns of the mapping are found.',
      ).optional(),
      encoding: describe(name, 'Left out: utf-8.').optional(),
    })
    .optional(),
  decimal: describe(
    z.enum(['.', ',']),
    'Before the cents. Left out: decided over all amounts of the input.',
  ).optional(),
  dates: z
    .strictObject({
      formats: describe(
        names,
        'Of YYYY YY MMM MM M DD D HH H hh h mm ss SSS A Z; the first that fits counts. Left out: ISO 8601 and the common ones.',
      ).optional(),
      timezone: describe(name, 'IANA name of the zone of times without an offset.').optional(),
    })
    .optional(),
  rows: z
    .strictObject({
      order: describe(
        z.union([name, names]),
        'Columns that say which order a row belongs to. Left out: those of order.identifier.',
      ).optional(),
      skip: describe(
        z.array(skipRule),
        'Rows that are no order lines; the first that fits counts.',
      ).optional(),
      refuse: describe(
        z.array(reportRule),
        'Orders with such a row are refused: what the export cannot tell must not be invented.',
      ).optional(),
      warn: describe(z.array(reportRule), 'Orders with such a row are reported, and sent.').optional(),
      blank: describe(
        z.enum(['fill', 'keep']),
        'fill: an order column that is blank on later rows has the value of the first. keep: blank is a value.',
      ).optional(),
      order_columns: describe(
        names,
        'Further columns that stand on the first row of an order only. Those of the order fields always count.',
      ).optional(),
    })
    .optional(),
  order: targets(ORDER_TARGETS),
  item: targets(ITEM_TARGETS),
  tax: taxShape.optional(),
});

export type Targets = Readonly<Record<string, ValueSpec | undefined>>;
export type MappingFile = Omit<z.infer<typeof mappingShape>, 'order' | 'item'> & {
  readonly order: Targets;
  readonly item: Targets;
};
export type TaxSpec = z.infer<typeof taxShape>;
export type SkipSpec = z.infer<typeof skipRule>;

/** JSON Schema (draft 2020-12) of a mapping file. */
export function mappingJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(mappingShape, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title: 'Mapping of an order export (returns orders check --map FILE)', ...rest };
}
