// What the shapes of the messages are made of: fields with the description that their JSON Schema shows.
import * as z from 'zod';

/** The pattern of a text that is not empty: white space alone is. */
export const FILLED = String.raw`\S`;

export function describe<S extends z.ZodType>(schema: S, description: string, more = {}): S {
  z.globalRegistry.add(schema, { description, ...more });
  return schema;
}

export const text = (description: string) => describe(z.string(), description);
/** A required text that must not be empty. */
export const filled = (description: string) => describe(z.string(), description, { pattern: FILLED });
/** Null as a value of the interface. Elsewhere null in an optional field counts as absent, which no schema shows. */
export const textOrNull = (description: string, more = {}) =>
  describe(z.string().nullable(), description, { type: ['string', 'null'], ...more });
export const maybeText = (description: string) => describe(z.string().nullable(), description);
export const time = (description: string) => describe(z.string(), description, { format: 'date-time' });
export const flag = (description: string) => describe(z.boolean().nullable(), description);
