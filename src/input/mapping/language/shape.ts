// The schemas of mapping files, for exports of orders and of ASNs. samples/schemas/mapping.schema.json publishes both.
import * as z from 'zod';
import { MINOR_UNITS } from '../../../basics/minor-units.ts';
import { LEVELS } from '../../../contract/levels.ts';
import { ASN_TABLE } from '../../asn-table.ts';
import { type LevelName, type MessageTable, ORDER_TABLE, REFUND_LEVELS } from '../../message-table.ts';
import { type Condition, condition, describe, name, names, type ValueSpec, value } from './value-shape.ts';

/** The kind of message that a mapping produces. */
export type MappedMessage = MessageTable['of'];
const WORDS = { order: ['order', 'orders'], asn: ['ASN', 'ASNs'] } as const;

const targets = (list: readonly string[]) =>
  z.strictObject(Object.fromEntries(list.map((target) => [target, value.optional()])));

const joined = describe(
  z.record(
    z.string().regex(/^\w+$/),
    z.strictObject({
      on: describe(name, 'Its column that is compared with the key.'),
      key: describe(name, 'A column of the main file. If omitted: the identifier of the order.').optional(),
      where: describe(condition, 'Which of its rows count. If omitted: all.').optional(),
      min_match: describe(
        z.string().regex(/^(?:100|\d{1,2}(?:\.\d+)?)%$/),
        'How many of the orders it must have, such as 99%: else nothing is sent.',
      ).optional(),
      quote: describe(z.literal('none'), 'As file.quote: its double quotes are text.').optional(),
      records: describe(name, 'Of a JSON document: the path of the list of its records.').optional(),
    }),
  ),
  'How files are joined, by the name that --with gives them: {"oms": {"on": "order_no"}}.',
);

const confirmation = z.strictObject({
  rule: describe(name, 'Code of the audit.'),
  field: describe(name, 'Such as item.sku.'),
  columns: describe(z.array(name), 'That of the field first.'),
  share: describe(z.number().min(0).max(1), 'Of the orders that were concerned.'),
  header: describe(z.int(), 'Columns of the file. Absent for JSON.').optional(),
});
/** What a person confirmed, although the data of many orders speaks against it. */
export type Confirmation = z.infer<typeof confirmation>;

/** Keys at the top of every mapping. */
const top = {
  $schema: z.string().optional(),
  name: describe(name, 'Shown in the plan.'),
  limits: describe(
    z.array(name),
    'What the export cannot tell, one sentence each: the plan lists them as assumed.',
  ).optional(),
  platform: describe(
    z.strictObject({
      name: describe(name, 'Of the shop platform, marketplace or system.'),
      export: describe(name, 'Which of its exports.').optional(),
      core: describe(
        names,
        'Of JSON: keys that every version of this export has and no other: an export is recognised by them. If omitted: by all columns of the mapping.',
      ).optional(),
      ignored: describe(
        z.array(name),
        'Columns that the export is known to have and the mapping does not use: they are not listed as unmapped.',
      ).optional(),
    }),
    'Which export this mapping reads.',
  ).optional(),
  confirmed: describe(
    z.array(confirmation),
    'Findings of the audit that a person has confirmed. They are asked again when columns come or go, the field gets another column, or more than twice as many orders are concerned.',
  ).optional(),
  levels: describe(
    z.record(z.string().min(1), z.enum(LEVELS)),
    'How findings count in this export, by CODE or CODE:FIELD, as --level sets it: {"order.field.missing:phone": "note"}.',
  ).optional(),
  file: z
    .strictObject({
      delimiter: describe(name, 'If omitted: the one with which most columns of the mapping are found.'),
      encoding: describe(name, 'If omitted: utf-8.'),
      records: describe(
        name,
        'Of a JSON document: the path of the list of its records, such as payload.Orders. If omitted: the list whose elements have the keys that the mapping names.',
      ),
      escape: describe(
        z.literal('backslash'),
        'A backslash takes the meaning from the sign behind it, as databases write \\" and \\n.',
      ),
      footer: describe(
        names,
        'Texts of lines that are no rows, such as a count at the end of a report: lines with fewer cells than the header that hold one of them are left out.',
      ),
      fill_down: describe(
        names,
        'Columns in which a blank cell has the value of the row above, such as the number of an order that stands on its first row only.',
      ),
      quote: describe(
        z.enum(['none', 'twice']),
        'none: double quotes are text like any other, for files that are separated by tabs and quote nothing. twice: cells were quoted twice; the quotes that are left around them are taken off.',
      ),
      title_lines: describe(
        z.int().min(1).max(100),
        'Lines above the header, such as a title with the date of the export; blank ones count.',
      ),
    })
    .partial()
    .optional(),
  decimal: describe(
    z.enum(['.', ',']),
    'Before the cents. If omitted: decided over all amounts (of ASNs: all quantities) of the input.',
  ).optional(),
  minor_units: describe(
    z.enum(MINOR_UNITS),
    'What is sent for amounts in a currency that has not two decimals, such as JPY or KWD: iso counts the parts that ISO 4217 gives it, hundredths always hundredths. If omitted: the setting minor-units of the profile; without it such amounts are refused.',
  ).optional(),
  dates: z
    .strictObject({
      formats: describe(
        names,
        'Of YYYY YY MMMM MMM MM M DD D dddd ddd HH H hh h mm ss SSS A Z, or alone X (seconds), x (milliseconds since 1970), serial or serial-1904 (days of a spreadsheet); the first that fits counts. If omitted: ISO 8601, RFC 2822 and the common ones.',
      ),
      timezone: describe(
        name,
        'IANA name of the zone of times without an offset. A column that is called UTC or GMT is in UTC.',
      ),
    })
    .partial()
    .optional(),
};

const block = z.enum(['shipping_address', 'billing_address']);
const fallback = describe(
  z.strictObject({ shipping_address: block, billing_address: block }).partial(),
  'The whole address is taken from the other one when its street1, city and zip_code are all empty: {"shipping_address": "billing_address"}.',
);

const split = describe(
  z
    .strictObject({
      column: describe(
        name,
        'The column whose cells hold several lines: texts with "pattern", else JSON, a list of objects. Its parts are columns: Items[].title.',
      ),
      pattern: describe(
        name,
        'How one line is written: "{quantity} x {title} ({sku})". A text that does not fit refuses its order.',
      ),
      separator: describe(name, 'Between two lines in a cell. If omitted: a semicolon.'),
      numbered: describe(
        names,
        'Columns that are there several times with a number, each with [] in place of it: "Item [] Name".',
      ),
    })
    .partial(),
  'One row for each line that the cells of a row hold; the other cells are repeated.',
);

/** Keys about rows, for every kind of message. */
function rowMembers<Of extends MappedMessage>(of: Of) {
  const [one, many] = WORDS[of];
  const level = z.enum<['row', Of]>(['row', of]);
  const reported = z.strictObject({
    when: condition,
    reason: describe(name, 'Why, in a sentence of its own.'),
  });
  return {
    skip: describe(
      z.array(
        z.strictObject({
          when: condition,
          reason: describe(name, 'Shown with the count in plan and summary.'),
          level: describe(
            level,
            `${of}: decided once for all rows of the ${one}, by the first value that is not empty.`,
          ).optional(),
        }),
      ),
      `Rows that are no ${one} lines; the first that fits counts.`,
    ),
    refuse: describe(
      z.array(reported),
      `${many[0]!.toUpperCase()}${many.slice(1)} with such a row are refused: what the export cannot tell must not be invented.`,
    ),
    warn: describe(
      z.array(reported),
      `${many[0]!.toUpperCase()}${many.slice(1)} with such a row are reported, and sent.`,
    ),
    split,
    blank: describe(
      z.enum(['fill', 'keep']),
      `fill: an ${one} column that is blank on later rows has the value of the first. keep: blank is a value.`,
    ),
    line_columns: describe(
      names,
      `Columns of the lines that a field of the ${one} reads as well, such as a date of cancellation: blank is a value in them.`,
    ),
  };
}
/** Rows that are credit notes and the like: only orders have them. */
const creditRows = {
  credit: describe(
    z.strictObject({
      when: condition,
      reason: describe(name, 'Shown with the count in plan and summary.'),
    }),
    'Credit notes, write-offs, negative quantities: never line items. They are left out and counted; an order that has other rows as well is reported.',
  ),
  count: describe(
    name,
    'A column with the number of units, or of lines, of the order: one whose lines hold neither is refused.',
  ),
};
const columnsOf = (of: MappedMessage, identifier: string) =>
  describe(
    z.union([name, names, z.strictObject({ column: describe(names, 'The first that is not empty.') })]),
    `Columns that say which ${WORDS[of][0]} a row belongs to. If omitted: those of ${identifier}.`,
  );
const firstRowColumns = (of: MappedMessage) =>
  describe(
    names,
    `Further columns that stand on the first row of an ${WORDS[of][0]} only. Those of the ${of} fields always count.`,
  );

/** Which rows of an export of orders are line items, and which are refunds. */
const kindsOfRows = {
  item: describe(
    condition,
    'Rows that are line items. If omitted: every row whose item columns are not all blank.',
  ),
  refund: describe(
    condition,
    'Rows that hold a line of a refund. If omitted: every row whose refund columns are not all blank.',
  ),
};

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
    'Whether the discount is still to be taken off the subtotal. If omitted: either, as it adds up.',
  ).optional(),
  base_is: describe(
    z.enum(['before_discount', 'after_discount']),
    'Whether lines bear the tax by price before their discount, or less it. If omitted: less it.',
  ).optional(),
  is_on: describe(
    z.enum(['lines', 'lines_and_shipping']),
    'lines_and_shipping: shipping bears a part of tax, as the lines do, or what their rates leave of it. If omitted: lines.',
  ).optional(),
  taxable: describe(condition, 'Rows that bear tax; if omitted: all.').optional(),
  rate: describe(
    value,
    'The rate of the line, such as 19: the tax of the order is shared by price and rate. If omitted: by price.',
  ).optional(),
  units: describe(
    value,
    'Units of the line that the stated sums count, where units can be taken off an order; if omitted: those not cancelled.',
  ).optional(),
});

/** The schema of a mapping for one kind of message: for each level, the sources of its fields, and more. */
function mappingShape({ of, levels }: MessageTable, message: z.ZodType, more: z.ZodRawShape = {}) {
  const identifier = levels[0]!.key.map((path) => `${of}.${path}`).join(' and ');
  const rows = z
    .strictObject({
      [of]: columnsOf(of, identifier),
      ...rowMembers(of),
      ...(of === 'order' ? { ...kindsOfRows, ...creditRows } : {}),
      [`${of}_columns`]: firstRowColumns(of),
    })
    .partial();
  const parts = levels.map((level, depth): [string, z.ZodType] => {
    const part = targets(level.fields.map(({ path }) => path));
    const text = `Rows of an ${WORDS[of][0]} with the same ${level.key[0]} are one ${level.name}; if omitted: all rows are.`;
    const isBetween = depth > 0 && depth < levels.length - 1;
    return [level.name, isBetween ? describe(part, text).optional() : part];
  });
  return z.strictObject({ ...top, message, rows: rows.optional(), ...Object.fromEntries(parts), ...more });
}

const REFUND_TEXTS: Partial<Record<LevelName, string>> = {
  refund: 'Rows of an order with the same refund identifier are one refund.',
  refund_line:
    'One line of a refund for each of its rows. If order_item_identifier and sku are omitted: of the line item on the same row.',
};

export const MAPPING_SHAPES = {
  order: mappingShape(
    ORDER_TABLE,
    describe(z.literal('order'), 'What the rows become; may be omitted.').optional(),
    {
      fallback: fallback.optional(),
      with: joined.optional(),
      tax: taxShape.optional(),
      ...Object.fromEntries(
        REFUND_LEVELS.map(({ name, fields }) => [
          name,
          describe(targets(fields.map(({ path }) => path)), REFUND_TEXTS[name]!).optional(),
        ]),
      ),
    },
  ),
  asn: mappingShape(ASN_TABLE, describe(z.literal('asn'), 'What the rows become.')),
} as const;

export type Targets = Readonly<Record<string, ValueSpec | undefined>>;
type Top = z.infer<z.ZodObject<typeof top>>;
type RowRules = z.infer<
  ReturnType<z.ZodObject<ReturnType<typeof rowMembers<MappedMessage>> & typeof creditRows>['partial']>
>;
/** All columns together, or the first that is not empty. */
export type RowsKey = string | readonly string[] | { readonly column: readonly string[] };
export interface RowsSpec
  extends RowRules,
    Partial<Readonly<Record<MappedMessage, RowsKey | undefined>>>,
    Partial<Readonly<Record<`${MappedMessage}_columns`, readonly string[] | undefined>>> {
  readonly item?: Condition | undefined;
  readonly refund?: Condition | undefined;
}
/** A mapping: its general keys, and for each level the sources of its fields. */
export interface MappingFile extends Top, Partial<Readonly<Record<LevelName, Targets | undefined>>> {
  readonly rows?: RowsSpec | undefined;
  readonly fallback?: z.infer<typeof fallback> | undefined;
  readonly with?: Readonly<Record<string, JoinedSpec>> | undefined;
  readonly tax?: TaxSpec | undefined;
}
type JoinedSpec = z.infer<typeof joined>[string];
export type TaxSpec = z.infer<typeof taxShape>;
