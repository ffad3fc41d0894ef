// Describes a message as a table of nested levels (order > item, asn > carton > detail). It is derived from the schemas
// of the contract; header check, reading, mappings, writing and the template use it.
import * as z from 'zod';
import { asnShape, SHIP_DATE_PATTERN } from '../contract/asn.ts';
import { isInTemplate, orderTableShape } from '../contract/order-table.ts';

/**
 * How the text of a cell becomes a value. `timestamp` and `day` stay text in a template; `json` is a JSON value in one
 * cell.
 */
export type Kind = 'text' | 'integer' | 'cents' | 'number' | 'list' | 'json' | 'timestamp' | 'day';

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

export type LevelName = 'order' | 'item' | 'asn' | 'carton' | 'detail';

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
  /** The generated identifier of a line: the message's identifier and the number of the line in it. */
  lineName(id: string, number: number): string;
  /** False when the message has no amounts: whole numbers then show the decimal sign. */
  readonly hasAmounts: boolean;
}

type LevelSpec = Pick<TableLevel, 'name' | 'list' | 'key'>;

export function tableOf(
  shape: z.ZodObject,
  specs: readonly LevelSpec[],
  more: Pick<MessageTable, 'of' | 'version' | 'lineName'>,
  isShown: (type: unknown) => boolean = () => true,
): MessageTable {
  const lists = new Set(specs.map(({ list }) => list));
  const fieldsIn = (object: z.ZodObject, prefix: string, keys: readonly string[]): TableField[] =>
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

function elementOf(object: z.ZodObject, list: string): z.ZodObject {
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

function columnsOf(levels: readonly TableLevel[]): Map<string, ColumnMeaning> {
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

export const ORDER_TABLE = tableOf(
  orderTableShape,
  [
    { name: 'order', list: '', key: ['identifier'] },
    { name: 'item', list: 'items', key: ['identifier'] },
  ],
  { of: 'order', version: 'updated_at', lineName: (id, number) => `${id}-${number}` },
  isInTemplate,
);

export const ASN_TABLE = tableOf(
  asnShape,
  [
    { name: 'asn', list: '', key: ['asn_number', 'program_identifier'] },
    { name: 'carton', list: 'cartons', key: ['identifier'] },
    // Two units of one order line have the same line identifier, so the unit is part of the key.
    { name: 'detail', list: 'details', key: ['line_identifier', 'unit_identifier'] },
  ],
  { of: 'asn', version: undefined, lineName: (_, number) => String(number) },
);

/** The columns of a message in the order of its template. */
export const fieldsOf = ({ levels }: MessageTable): TableField[] => levels.flatMap(({ fields }) => fields);

/** The columns that every table must have: they identify a message and its version. */
export const neededColumns = ({ levels: [top], version }: MessageTable): string[] =>
  top!.fields.map(({ name }) => name).filter((name) => top!.key.includes(name) || name === version);
