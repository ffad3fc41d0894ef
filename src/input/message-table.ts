// Describes a message as a table of nested levels (order > item, asn > carton > detail). It is derived from the schemas
// of the contract; header check, reading, mappings, writing and the template use it.
import * as z from 'zod';
import {
  addressShape,
  customerShape,
  itemShape,
  orderShape,
  refundLineShape,
  refundShape,
} from '../contract/order.ts';
import { SHIP_DATE_PATTERN } from '../contract/time.ts';

/**
 * How the text of a cell becomes a value. `timestamp` and `day` stay text in a template; `json` is a JSON value in one
 * cell.
 */
type Kind = 'text' | 'integer' | 'cents' | 'number' | 'list' | 'json' | 'timestamp' | 'day';

/** A field that a column can hold. */
export interface TableField {
  /** Name of the column: JSON names joined by dots, with the name of the level in front except for the top level. */
  readonly name: string;
  readonly kind: Kind;
  /** Keys of the path to the value inside the object of the level; joined by dots. */
  readonly keys: readonly string[];
  readonly path: string;
  /** True for a list that is required: an empty cell is an empty list, not a missing one. */
  readonly isNeededList: boolean;
  /** True when the template shows it; other columns are accepted as well. */
  readonly isShown: boolean;
}

export type LevelName = 'order' | 'item' | 'refund' | 'refund_line' | 'asn' | 'carton' | 'detail';

/** One level of a message: the message itself, or the elements of a list that have their own rows. */
export interface TableLevel {
  readonly name: LevelName;
  /** The list of the level above that holds its elements; empty for the message itself. */
  readonly list: string;
  /** Put in front of its column names. */
  readonly prefix: string;
  /** Fields that identify an element. Without a value of the first field, the element has no identity. */
  readonly key: readonly string[];
  readonly fields: readonly TableField[];
}

/** The meaning of a column name: a field, or a money field written as a decimal amount. */
export interface ColumnMeaning {
  readonly level: number;
  readonly field: TableField;
  readonly decimal: boolean;
}

export interface MessageTable {
  readonly of: 'order' | 'asn';
  /** From the message down to its lines. Each line has one row. */
  readonly levels: readonly TableLevel[];
  /** Every column name that is known; a money field has three. */
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
  /** The field that differs between versions of a message; undefined when there is one version only. */
  readonly version: string | undefined;
  /** False when the message has no amounts: whole numbers then show the decimal sign. */
  readonly hasAmounts: boolean;
}

type LevelSpec = Pick<TableLevel, 'name' | 'list' | 'key'>;

export function tableOf(
  shape: z.ZodObject,
  specs: readonly LevelSpec[],
  more: Pick<MessageTable, 'of' | 'version'>,
  isShown: (type: unknown) => boolean = () => true,
): MessageTable {
  const lists = new Set(specs.map(({ list }) => list));
  const fieldsIn = (object: z.ZodObject, prefix: string, keys: readonly string[]) =>
    Object.entries(object.shape).flatMap(([key, member]): TableField[] => {
      const type = inside(member);
      const way = [...keys, key];
      if (type instanceof z.ZodObject) return fieldsIn(type, prefix, way);
      if (lists.has(key)) return [];
      const path = way.join('.');
      const kind = kindOf(key, type);
      const isNeededList = kind === 'list' && type === member;
      return [{ name: prefix + path, kind, keys: way, path, isNeededList, isShown: isShown(member) }];
    });
  let object = shape;
  const levels = specs.map((spec, depth): TableLevel => {
    if (depth > 0) object = elementOf(object, spec.list);
    const prefix = depth === 0 ? '' : `${spec.name}.`;
    return { ...spec, prefix, fields: fieldsIn(object, prefix, []) };
  });
  const hasAmounts = levels.some(({ fields }) => fields.some(({ kind }) => kind === 'cents'));
  return { ...more, levels, columns: columnsOf(levels), hasAmounts };
}

const inside = (member: unknown): unknown => (member instanceof z.ZodOptional ? member.unwrap() : member);

function elementOf(object: z.ZodObject, list: string) {
  const type = inside(object.shape[list]);
  if (type instanceof z.ZodArray && type.element instanceof z.ZodObject) return type.element;
  throw new Error(`No list of objects: ${list}`);
}

function kindOf(key: string, type: unknown): Kind {
  if (type instanceof z.ZodNumber)
    return !type.isInt ? 'number' : key.endsWith('_cents') ? 'cents' : 'integer';
  if (type instanceof z.ZodArray) return type.element instanceof z.ZodString ? 'list' : 'json';
  const { format, pattern } = (type instanceof z.ZodType && z.globalRegistry.get(type)) || {};
  if (pattern === SHIP_DATE_PATTERN) return 'day';
  return format === 'date-time' ? 'timestamp' : 'text';
}

function columnsOf(levels: readonly TableLevel[]) {
  const all = levels.flatMap(({ fields }, level) => fields.map((field) => ({ level, field })));
  const columns = new Map<string, ColumnMeaning>();
  for (const one of all) columns.set(one.field.name, { ...one, decimal: false });
  // `item.unit_price_amount_cents` may also be `item.unit_price_amount` or `item.unit_price`, in decimals.
  for (const one of all)
    if (one.field.kind === 'cents')
      for (const ending of [/_cents$/, /_amount_cents$/]) {
        const name = one.field.name.replace(ending, '');
        if (!columns.has(name)) columns.set(name, { ...one, decimal: true });
      }
  return columns;
}

// The columns of an order: the shape of the interface, in the order of the template, with the fields that the interface
// does not name but the service accepts.
const text = z.string();
const tags = z.array(text);
const time = z.string();
z.globalRegistry.add(time, { format: 'date-time' });

const order = orderShape.shape;
const { name, street1, ...place } = addressShape.shape;
const address = z.object({ name, street1, street2: text, ...place });

const orderTableShape: z.ZodObject = z.object({
  ...orderShape.pick({ identifier: true, raw_status: true, status: true, currency: true }).shape,
  ...orderShape.pick({ created_at: true, updated_at: true, tags: true }).shape,
  ...Object.fromEntries(Object.entries(order).filter(([key]) => key.endsWith('_cents'))),
  concept: text,
  note: text,
  customer: z.object({ ...customerShape.shape, tags }),
  shipping_address: address,
  billing_address: address,
  refunds: order.refunds,
  transactions: order.transactions,
  discounts: order.discounts,
  items: z.array(
    z.object({
      ...itemShape.shape,
      concept: text,
      dropship_identifier: text,
      reverse_tracking_number: text,
      return_policy_end_date: time,
      variants: z.array(z.unknown()),
    }),
  ),
});

/** Accepted as columns but not shown in the template: fields that the interface does not name, and rarely used ones. */
const SHOWN = new Set<unknown>(
  [orderShape, customerShape, addressShape, itemShape].flatMap(({ shape }) => Object.values(shape)),
);
for (const seldom of [order.transactions, order.discounts, itemShape.shape.quantity_refunded])
  SHOWN.delete(seldom);
const isInTemplate = (type: unknown): boolean => SHOWN.has(type);

export const ORDER_TABLE = tableOf(
  orderTableShape,
  [
    { name: 'order', list: '', key: ['identifier'] },
    { name: 'item', list: 'items', key: ['identifier'] },
  ],
  { of: 'order', version: 'updated_at' },
  isInTemplate,
);

// The levels `refund` and `refund_line` of a mapping of orders. The template has no such columns, so they are not levels of its
// table.
const { identifier, quantity, order_item_identifier } = refundLineShape.shape;
const { refund_line_items: _, ...ofRefund } = refundShape.shape;
const refundLine = z.object({ identifier, quantity, order_item_identifier, sku: text });
const refund = z.object({ ...ofRefund, refund_line_items: z.array(refundLine) });

/** An order with its refunds and their lines. */
export const REFUND_TABLE = tableOf(
  z.object({ refunds: z.array(refund) }),
  [
    { name: 'order', list: '', key: ['identifier'] },
    { name: 'refund', list: 'refunds', key: ['identifier'] },
    { name: 'refund_line', list: 'refund_line_items', key: ['identifier'] },
  ],
  { of: 'order', version: undefined },
);

export const REFUND_LEVELS = REFUND_TABLE.levels.slice(1);

/** The columns of a message in the order of its template. */
export const fieldsOf = ({ levels }: MessageTable) => levels.flatMap(({ fields }) => fields);

/** The columns that every table must have: they identify a message and its version. */
export const neededColumns = ({ levels: [top], version }: MessageTable): string[] =>
  top!.fields.map(({ name }) => name).filter((name) => top!.key.includes(name) || name === version);

export interface Subject {
  readonly one: 'order' | 'ASN';
  readonly many: 'orders' | 'ASNs';
  /** Key of the message in a line of a rejects file; also part of failure codes. */
  readonly key: 'order' | 'asn';
  /** A member that messages have and lines of a rejects file do not have. */
  readonly identifier: string;
  /** The command that prints a sample, and the one that reads standard input; hints name them. */
  readonly template: string;
  readonly stdin: string;
  /** True when a command reads several files at once. */
  readonly severalFiles: boolean;
  readonly table: MessageTable;
  /** Some columns as an example, and why the required columns are required. */
  readonly shown: string;
  readonly neededFor: string;
  /** Fields of a message that are lists of objects. */
  readonly lists: readonly string[];
  /** Keys of the path to the list of messages in a document that wraps it. */
  readonly wrapper?: readonly [string, string];
  /** The forms that a JSON document may have, as a text. */
  readonly forms: string;
}

export const ORDERS: Subject = {
  one: 'order',
  many: 'orders',
  key: 'order',
  identifier: 'identifier',
  template: 'returns orders template',
  stdin: 'returns orders upload -',
  severalFiles: true,
  table: ORDER_TABLE,
  shown: 'identifier, updated_at, item.identifier, item.sku ...',
  neededFor: 'rows with the same values in both are one snapshot of an order',
  lists: ['items', 'refunds', 'transactions', 'discounts'],
  wrapper: ['returns_portal_order', 'orders'],
  forms: '{"returns_portal_order":{"orders":[...]}}, an array of orders, or one order',
};
