// The schemas of conditions on cells and of values from columns.
import * as z from 'zod';
import { ROUNDINGS, type Rounding } from '../values/fraction.ts';

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
  take: z
    .union([z.enum(['first', 'last', 'max', 'min', 'same']), z.array(z.string()).min(1)])
    .meta({
      id: 'take',
      description:
        'Which value counts where rows of one order (or ASN) differ; same refuses it; of a list the first that a row has. If omitted: first, with a note (updated_at: max; identifier and e-mail of the customer: same).',
    })
    .optional(),
};

export const condition = z
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
    sameAs: describe(name, 'Another column of the row, whose cell has the same text.').optional(),
    list: describe(
      name,
      'Of JSON: the row was made from an element of this list, such as line_items[].',
    ).optional(),
    get all() {
      return z.array(condition).min(1).optional();
    },
    get any() {
      return z.array(condition).min(1).optional();
    },
    get not() {
      return condition.optional();
    },
  })
  .meta({ id: 'condition' });

export type Condition = z.infer<typeof condition>;

/** A condition and all that stand in it. */
export const conditionsIn = (given: Condition | undefined): Condition[] =>
  given ? [given, ...[...(given.all ?? []), ...(given.any ?? []), given.not].flatMap(conditionsIn)] : [];

const round = describe(
  z.enum(ROUNDINGS),
  'How an inexact result becomes whole cents (or a whole number); without it the order is refused. up is away from zero, down towards it.',
).optional();

const column = z.strictObject({
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
  round: describe(
    z.enum(ROUNDINGS),
    'For an amount with more than two decimals, which is refused otherwise.',
  ).optional(),
  code: describe(
    z.enum(['country', 'state']),
    'Names of countries (in many languages) and their alpha-3 codes become alpha-2 codes, names of states their codes; other texts stay.',
  ).optional(),
  country: describe(
    z.union([name, names, z.strictObject({ constant: name })]),
    'For code state: the column with the country, or {"constant": "US"}.',
  ).optional(),
  format: describe(z.union([name, names]), 'Of this date, instead of dates.formats.').optional(),
  match: describe(
    z.record(name, z.union([name, z.strictObject({ constant: z.union([z.string(), names]) })])),
    'Of JSON: only values from elements whose key has this value, by the path of the key: a column of the row, or {"constant": "success"}; of several constants any.',
  ).optional(),
  ...common,
});
const constant = z.strictObject({
  constant: describe(literal, 'The same everywhere. Money is a whole number of cents here.'),
});
const template = z.strictObject({
  template: describe(name, 'Text with columns in braces: {First Name} {Last Name}. Empty when all are.'),
  ...common,
});
const generate = z.strictObject({
  generate: describe(
    z.enum(['line', 'position', 'refund']),
    'line: of an order its identifier, a hyphen, and the sku of the line, which keeps its identifier when rows move; of an ASN 1, 2, 3 and so on. position: the number of the line in place of its sku. refund: of refund.identifier, made from order, date, lines, units and amount of the refund.',
  ),
});
const latest = z.strictObject({
  latest: describe(z.array(z.union([name, template])).min(1), 'Dates of which the latest counts.'),
  ...common,
});

export type Take = NonNullable<Common['take']>;
export type Literal = z.infer<typeof literal>;
type Common = z.infer<z.ZodObject<typeof common>>;
export type ColumnValue = z.infer<typeof column>;
export type TemplateValue = z.infer<typeof template>;
export type GenerateValue = z.infer<typeof generate>;
type Leaf = z.infer<typeof column | typeof constant | typeof template | typeof generate | typeof latest>;

// Values that hold others: their types cannot be inferred from their schemas.
export interface CasesValue extends Common {
  readonly cases: readonly { readonly when: Condition; readonly value: ValueSpec }[];
  readonly else?: ValueSpec | undefined;
}
export type Calculated = Common & { readonly round?: Rounding | undefined } & (
    | {
        readonly sum: readonly Operand[];
        readonly over?: 'items' | 'rows' | 'line' | 'refund_lines' | undefined;
      }
    | { readonly subtract: readonly Operand[] }
    | { readonly multiply: readonly Operand[] }
    | { readonly divide: readonly [Operand, Operand] }
    | { readonly share: Operand; readonly by?: Operand | undefined }
  );
export type ValueObject = Leaf | CasesValue | Calculated;
export type ValueSpec = string | ValueObject;
/** Part of a calculation: a column, a number, or another value. */
export type Operand = number | ValueSpec;

const inner: z.ZodType<ValueSpec> = z.lazy(() => value);
const operand: z.ZodType<Operand> = z
  .union([describe(z.number(), 'A number, such as 1.19 or 100.'), inner])
  .meta({ id: 'operand' });
const operands = z.array(operand).min(1);
/** The key that identifies each kind of value. */
export const VALUE_KINDS = {
  column,
  constant,
  template,
  cases: z.strictObject({
    cases: z.array(z.strictObject({ when: condition, value: inner })).min(1),
    else: inner.optional(),
    ...common,
  }),
  generate,
  sum: z.strictObject({
    sum: describe(operands, 'Amounts or numbers that are added; those without a value are left out.'),
    over: describe(
      z.enum(['items', 'rows', 'line', 'refund_lines']),
      'items: added over all line items of the order. rows: over all its rows, also those that are no line items. line: of units of a line, added over the rows with its identifier, one for each parcel; of tracking number and ship date the first counts. refund_lines: of refund.total_refund_amount_cents, added over the rows of the refund.',
    ).optional(),
    round,
    ...common,
  }),
  subtract: z.strictObject({
    subtract: describe(
      z.array(operand).min(2),
      'From the first the others are taken; there is no value when the first has none.',
    ),
    round,
    ...common,
  }),
  latest,
  multiply: z.strictObject({
    multiply: describe(
      z.array(operand).min(2),
      'An amount and numbers, such as units or a tax rate; 19% is 0.19. There is no value when one of them has none.',
    ),
    round,
    ...common,
  }),
  divide: z.strictObject({
    divide: describe(
      z.tuple([operand, operand]),
      'The first by the second. There is no value when one of them has none; a division by zero refuses the order.',
    ),
    round,
    ...common,
  }),
  share: z.strictObject({
    share: describe(
      operand,
      'Of a line item: its part of an amount of the order. All parts together are the amount, to the cent: what is left goes to the largest remainders.',
    ),
    by: describe(
      operand,
      'What the parts are proportional to. If omitted: unit price x quantity.',
    ).optional(),
    round,
    ...common,
  }),
};

export const value = z
  .union([describe(name, 'A column.'), ...Object.values(VALUE_KINDS)])
  .meta({ id: 'value' }) as z.ZodType<ValueSpec>;
