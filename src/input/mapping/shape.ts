// The schemas of mapping files, for exports of orders and of ASNs. samples/schemas/mapping.schema.json publishes both.
import * as z from 'zod';
import { LEVELS } from '../../contract/levels.ts';
import { ASN_TABLE } from '../asn-table.ts';
import { type LevelName, type MessageTable, ORDER_TABLE } from '../message-table.ts';
import { condition, describe, name, names, type ValueSpec, value } from './value-shape.ts';

/** The kind of message that a mapping produces. */
export type MappedMessage = MessageTable['of'];
const WORDS = { order: ['order', 'orders'], asn: ['ASN', 'ASNs'] } as const;

const targets = (list: readonly string[]) =>
  z.strictObject(Object.fromEntries(list.map((target) => [target, value.optional()])));

/** Keys at the top of every mapping. */
const top = {
  $schema: z.string().optional(),
  name: describe(name, 'Shown in the plan.'),
  limits: describe(
    z.array(name),
    'What the export cannot tell, one sentence each: the plan lists them as assumed.',
  ).optional(),
  levels: describe(
    z.record(z.string().min(1), z.enum(LEVELS)),
    'How findings count in this export, by CODE or CODE:FIELD, as --level sets it: {"order.field.missing:phone": "note"}.',
  ).optional(),
  file: z
    .strictObject({
      delimiter: describe(
        name,
        'If omitted: the one with which most columns of the mapping are found.',
      ).optional(),
      encoding: describe(name, 'If omitted: utf-8.').optional(),
    })
    .optional(),
  decimal: describe(
    z.enum(['.', ',']),
    'Before the cents. If omitted: decided over all amounts (of ASNs: all quantities) of the input.',
  ).optional(),
  dates: z
    .strictObject({
      formats: describe(
        names,
        'Of YYYY YY MMM MM M DD D HH H hh h mm ss SSS A Z; the first that fits counts. If omitted: ISO 8601 and the common ones.',
      ).optional(),
      timezone: describe(name, 'IANA name of the zone of times without an offset.').optional(),
    })
    .optional(),
};

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
    ).optional(),
    refuse: describe(
      z.array(reported),
      `${many[0]!.toUpperCase()}${many.slice(1)} with such a row are refused: what the export cannot tell must not be invented.`,
    ).optional(),
    warn: describe(
      z.array(reported),
      `${many[0]!.toUpperCase()}${many.slice(1)} with such a row are reported, and sent.`,
    ).optional(),
    blank: describe(
      z.enum(['fill', 'keep']),
      `fill: an ${one} column that is blank on later rows has the value of the first. keep: blank is a value.`,
    ).optional(),
  };
}
const columnsOf = (of: MappedMessage, identifier: string) =>
  describe(
    z.union([name, names]),
    `Columns that say which ${WORDS[of][0]} a row belongs to. If omitted: those of ${identifier}.`,
  ).optional();
const firstRowColumns = (of: MappedMessage) =>
  describe(
    names,
    `Further columns that stand on the first row of an ${WORDS[of][0]} only. Those of the ${of} fields always count.`,
  ).optional();

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
  taxable: describe(condition, 'Rows that bear tax; if omitted: all.').optional(),
});

/** The schema of a mapping for one kind of message: for each level, the sources of its fields, and more. */
function mappingShape({ of, levels }: MessageTable, message: z.ZodType, more: z.ZodRawShape = {}) {
  const identifier = levels[0]!.key.map((path) => `${of}.${path}`).join(' and ');
  const rows = z.strictObject({
    [of]: columnsOf(of, identifier),
    ...rowMembers(of),
    [`${of}_columns`]: firstRowColumns(of),
  });
  const parts = levels.map((level, depth): [string, z.ZodType] => {
    const part = targets(level.fields.map(({ path }) => path));
    const text = `Rows of an ${WORDS[of][0]} with the same ${level.key[0]} are one ${level.name}; if omitted: all rows are.`;
    const isBetween = depth > 0 && depth < levels.length - 1;
    return [level.name, isBetween ? describe(part, text).optional() : part];
  });
  return z.strictObject({ ...top, message, rows: rows.optional(), ...Object.fromEntries(parts), ...more });
}

export const MAPPING_SHAPES = {
  order: mappingShape(
    ORDER_TABLE,
    describe(z.literal('order'), 'What the rows become; may be omitted.').optional(),
    { tax: taxShape.optional() },
  ),
  asn: mappingShape(ASN_TABLE, describe(z.literal('asn'), 'What the rows become.')),
} as const;

export type Targets = Readonly<Record<string, ValueSpec | undefined>>;
type Top = z.infer<z.ZodObject<typeof top>>;
type RowRules = z.infer<z.ZodObject<ReturnType<typeof rowMembers<MappedMessage>>>>;
export interface RowsSpec
  extends RowRules,
    Partial<Readonly<Record<MappedMessage, string | readonly string[] | undefined>>>,
    Partial<Readonly<Record<`${MappedMessage}_columns`, readonly string[] | undefined>>> {}
/** A mapping: its general keys, and for each level the sources of its fields. */
export interface MappingFile extends Top, Partial<Readonly<Record<LevelName, Targets | undefined>>> {
  readonly rows?: RowsSpec | undefined;
  readonly tax?: TaxSpec | undefined;
}
export type TaxSpec = z.infer<typeof taxShape>;

/** JSON Schema (draft 2020-12) of a mapping file. */
export function mappingJsonSchema(): Record<string, unknown> {
  const shape = z.union([MAPPING_SHAPES.order, MAPPING_SHAPES.asn]);
  const { $schema, ...rest } = z.toJSONSchema(shape, { target: 'draft-2020-12', io: 'input' });
  return {
    $schema,
    title:
      'Mapping of an export of orders (returns orders check --map FILE) or ASNs (returns asns check --map FILE)',
    ...rest,
  };
}
