// The columns of ASNs, derived from the contract's shapes: JSON names joined by dots, cartons as `carton.*`, lines as
// `detail.*`. Header check, reading, writing and the template all come from them.
import * as z from 'zod';
import { asnShape, cartonShape, detailShape, SHIP_DATE_PATTERN } from '../contract/asn.ts';
import type { CellColumn } from './cells.ts';
import type { Kind, TargetField } from './fields.ts';

export type AsnLevel = 'asn' | 'carton' | 'detail';

export interface AsnField extends TargetField {
  readonly kind: Extract<Kind, 'text' | 'integer' | 'list' | 'json' | 'timestamp' | 'day'>;
  readonly level: AsnLevel;
  /** Keys on the way to the value inside the ASN, the carton or the detail. */
  readonly keys: readonly string[];
}

const PREFIX: Record<AsnLevel, string> = { asn: '', carton: 'carton.', detail: 'detail.' };
/** What has rows of its own instead of a column. */
const LISTS = new Set(['cartons', 'details']);

function fieldsOf(shape: z.ZodObject, level: AsnLevel, keys: readonly string[] = []): AsnField[] {
  return Object.entries(shape.shape).flatMap(([key, member]): AsnField[] => {
    const inner: unknown = member instanceof z.ZodOptional ? member.unwrap() : member;
    const way = [...keys, key];
    if (inner instanceof z.ZodObject) return fieldsOf(inner, level, way);
    if (LISTS.has(key)) return [];
    const path = way.join('.');
    return [{ name: PREFIX[level] + path, kind: kindOf(inner), level, keys: way, path }];
  });
}

function kindOf(type: unknown): AsnField['kind'] {
  if (type instanceof z.ZodNumber) return 'integer';
  if (type instanceof z.ZodArray) return type.element instanceof z.ZodString ? 'list' : 'json';
  const { format, pattern } = (type instanceof z.ZodType && z.globalRegistry.get(type)) || {};
  if (pattern === SHIP_DATE_PATTERN) return 'day';
  return format === 'date-time' ? 'timestamp' : 'text';
}

/** Every field that a column can hold, in the order of the template. */
export const ASN_FIELDS: readonly AsnField[] = [
  ...fieldsOf(asnShape, 'asn'),
  ...fieldsOf(cartonShape, 'carton'),
  ...fieldsOf(detailShape, 'detail'),
];

export const ASN_COLUMNS: ReadonlyMap<string, { readonly field: AsnField }> = new Map(
  ASN_FIELDS.map((field) => [field.name, { field }]),
);

export interface AsnColumn extends CellColumn {
  readonly field: AsnField;
}

/** What to do with each cell of a row, decided once per header; columns that begin with `_` are left out. */
export interface AsnPlan {
  readonly names: readonly string[];
  readonly columns: Readonly<Record<AsnLevel, readonly AsnColumn[]>>;
  /** Indexes of cells that name something; -1 where the header has no such column. */
  readonly program: number;
  readonly number: number;
  readonly carton: number;
  readonly line: number;
  readonly unit: number;
}

export function asnPlanOf(names: readonly string[]): AsnPlan {
  const columns = names.flatMap((name, index): AsnColumn[] => {
    const field = ASN_COLUMNS.get(name)?.field;
    return field ? [{ index, name, field, decimal: false }] : [];
  });
  const at = (level: AsnLevel) => columns.filter((column) => column.field.level === level);
  return {
    names,
    columns: { asn: at('asn'), carton: at('carton'), detail: at('detail') },
    program: names.indexOf('program_identifier'),
    number: names.indexOf('asn_number'),
    carton: names.indexOf('carton.identifier'),
    line: names.indexOf('detail.line_identifier'),
    unit: names.indexOf('detail.unit_identifier'),
  };
}
