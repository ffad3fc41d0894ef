// What the shape of an ASN says of one field: its kind, whether it may be absent, what stands beside it.
import * as z from 'zod';
import { asnShape } from './asn.ts';

/** A step of a field path: the name of a field, or the index of an element. */
export type Step = string | number;

export interface AsnField {
  readonly kind: 'text' | 'integer' | 'list' | 'object';
  readonly optional: boolean;
  /** Of an object: the fields that it may have. */
  readonly names: readonly string[];
}

/** The field of a path such as `['cartons', 0, 'status']`; undefined where the interface names none. */
export function asnField(path: readonly Step[]): AsnField | undefined {
  let at: unknown = asnShape;
  let optional = false;
  for (const step of path) {
    if (typeof step === 'number') at = at instanceof z.ZodArray ? at.element : undefined;
    else at = at instanceof z.ZodObject ? (at.shape as Record<string, unknown>)[step] : undefined;
    // An element may go as far as its list is concerned: the rules say how many there must be.
    optional = at instanceof z.ZodOptional || typeof step === 'number';
    if (at instanceof z.ZodOptional) at = at.unwrap();
  }
  if (at instanceof z.ZodObject) return { kind: 'object', optional, names: Object.keys(at.shape) };
  if (at instanceof z.ZodArray) return { kind: 'list', optional, names: [] };
  if (at instanceof z.ZodNumber) return { kind: 'integer', optional, names: [] };
  return at instanceof z.ZodString ? { kind: 'text', optional, names: [] } : undefined;
}
