// Looks up one field in the shape of an ASN: its kind, and whether it is optional.
import * as z from 'zod';
import { asnShape } from './asn.ts';
import { shapeAt, unwrapped } from './shape-findings.ts';

/** A step of a field path: the name of a field, or the index of an element. */
export type Step = string | number;

export interface AsnField {
  readonly kind: 'text' | 'integer' | 'list' | 'object';
  readonly optional: boolean;
}

/** The field at a path such as `['cartons', 0, 'status']`; undefined when the interface does not define one there. */
export function asnField(path: readonly Step[]): AsnField | undefined {
  const shape = shapeAt(asnShape, path);
  const at = unwrapped(shape);
  // A list element counts as optional here: rules check the number of elements.
  const optional = shape instanceof z.ZodOptional || typeof path.at(-1) === 'number';
  if (at instanceof z.ZodObject) return { kind: 'object', optional };
  if (at instanceof z.ZodArray) return { kind: 'list', optional };
  if (at instanceof z.ZodNumber) return { kind: 'integer', optional };
  return at instanceof z.ZodString ? { kind: 'text', optional } : undefined;
}
