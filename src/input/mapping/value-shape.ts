// The schemas of conditions on cells and of values from columns.
import * as z from 'zod';

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

export const describe = <S extends z.ZodType>(schema: S, description: string): S =>
  schema.describe(description);

export const name = z.string().min(1);
export const names = z.array(name).min(1);
const literal = z.union([z.string(), z.int(), z.array(z.string())]);
const common = {
  default: describe(
    literal,
    'Taken when there is no value. Money is a whole number of cents here.',
  ).optional(),
  take: describe(
    z.enum(['first', 'last', 'max', 'min', 'same']),
    'Which value counts where rows of one order (or ASN) differ; same refuses it. If omitted: first, with a note (updated_at: max).',
  ).optional(),
};

const nested: z.ZodType<Condition> = z.lazy(() => condition);
export const condition: z.ZodType<Condition> = z
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

/** The key that identifies each kind of value. */
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
    constant: describe(literal, 'The same everywhere. Money is a whole number of cents here.'),
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
      'Of an order: its identifier, a hyphen, and the number of the line in it. Of an ASN: 1, 2, 3 and so on.',
    ),
  }),
  sum: z.strictObject({ sum: describe(names, 'Amounts that are added.'), ...common }),
  latest: z.strictObject({ latest: describe(names, 'Dates of which the latest counts.'), ...common }),
  multiply: z.strictObject({
    multiply: describe(z.tuple([name, name]), 'A whole number and an amount.'),
    ...common,
  }),
};

export const value = z
  .union([describe(name, 'A column.'), ...Object.values(VALUE_KINDS)])
  .meta({ id: 'value' }) as z.ZodType<ValueSpec>;
