// The shapes of mapping files: of exports of orders, and of ASNs. samples/schemas/mapping.schema.json publishes both.
import * as z from 'zod';
import { LEVELS } from '../../contract/levels.ts';
import { ASN_FIELDS, type AsnLevel } from '../asn-columns.ts';
import { FIELDS } from '../fields.ts';
import { condition, describe, name, names, type ValueSpec, value } from './value-shape.ts';

/** What a mapping makes of an export. */
export type MappedMessage = 'order' | 'asn';
const WORDS = { order: ['order', 'orders'], asn: ['ASN', 'ASNs'] } as const;

/** Fields that a mapping may fill, by the part of the message that they stand in. */
export const TARGETS: Readonly<Record<MappedMessage, Readonly<Record<string, readonly string[]>>>> = {
  order: {
    order: FIELDS.filter(({ level }) => level === 'order').map((field) => field.name),
    item: FIELDS.filter(({ level }) => level === 'item').map(({ key }) => key),
  },
  asn: { asn: asnTargets('asn'), carton: asnTargets('carton'), detail: asnTargets('detail') },
};

function asnTargets(level: AsnLevel): readonly string[] {
  return ASN_FIELDS.filter((field) => field.level === level).map(({ path }) => path);
}

const targets = (list: readonly string[]) =>
  z.strictObject(Object.fromEntries(list.map((target) => [target, value.optional()])));

/** What stands at the top of every mapping. */
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
        'Left out: the one with which most columns of the mapping are found.',
      ).optional(),
      encoding: describe(name, 'Left out: utf-8.').optional(),
    })
    .optional(),
  decimal: describe(
    z.enum(['.', ',']),
    'Before the cents. Left out: decided over all amounts (of ASNs: all quantities) of the input.',
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
};

/** What is said of rows, of whatever message. */
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
    `Columns that say which ${WORDS[of][0]} a row belongs to. Left out: those of ${identifier}.`,
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
    'Whether the discount is still to be taken off the subtotal. Left out: either, as it adds up.',
  ).optional(),
  taxable: describe(condition, 'Rows that bear tax; left out: all.').optional(),
});

/** An export of orders. */
export const mappingShape = z.strictObject({
  ...top,
  message: describe(z.literal('order'), 'What the rows become; may be left out.').optional(),
  rows: z
    .strictObject({
      order: columnsOf('order', 'order.identifier'),
      ...rowMembers('order'),
      order_columns: firstRowColumns('order'),
    })
    .optional(),
  order: targets(TARGETS.order['order']!),
  item: targets(TARGETS.order['item']!),
  tax: taxShape.optional(),
});

/** An export of shipments. */
export const asnMappingShape = z.strictObject({
  ...top,
  message: describe(z.literal('asn'), 'What the rows become.'),
  rows: z
    .strictObject({
      asn: columnsOf('asn', 'asn.asn_number and asn.program_identifier'),
      ...rowMembers('asn'),
      asn_columns: firstRowColumns('asn'),
    })
    .optional(),
  asn: targets(TARGETS.asn['asn']!),
  carton: describe(
    targets(TARGETS.asn['carton']!),
    'Rows of an ASN with the same identifier are one carton; left out: all rows are.',
  ).optional(),
  detail: targets(TARGETS.asn['detail']!),
});

export const MAPPING_SHAPES = { order: mappingShape, asn: asnMappingShape } as const;

export type Targets = Readonly<Record<string, ValueSpec | undefined>>;
export type MappingFile = Omit<z.infer<typeof mappingShape>, 'order' | 'item'> & {
  readonly order: Targets;
  readonly item: Targets;
};
export type AsnMappingFile = Omit<z.infer<typeof asnMappingShape>, 'asn' | 'carton' | 'detail'> & {
  readonly asn: Targets;
  readonly carton?: Targets | undefined;
  readonly detail: Targets;
};
/** By what they make of an export. */
export interface Mappings {
  readonly order: MappingFile;
  readonly asn: AsnMappingFile;
}
/** What all mappings have. */
export type AnyMapping = Pick<MappingFile, keyof typeof top>;
export type TaxSpec = z.infer<typeof taxShape>;

/** JSON Schema (draft 2020-12) of a mapping file. */
export function mappingJsonSchema(): Record<string, unknown> {
  const shape = z.union([mappingShape, asnMappingShape]);
  const { $schema, ...rest } = z.toJSONSchema(shape, { target: 'draft-2020-12', io: 'input' });
  return {
    $schema,
    title:
      'Mapping of an export of orders (returns orders check --map FILE) or ASNs (returns asns check --map FILE)',
    ...rest,
  };
}
