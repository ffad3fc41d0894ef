// What the shapes of the messages are made of: fields with the description that their JSON Schema shows.
import * as z from 'zod';

export function describe<S extends z.ZodType>(schema: S, description: string, more = {}): S {
  z.globalRegistry.add(schema, { description, ...more });
  return schema;
}

export const text = (description: string) => describe(z.string(), description);
export const textOrNull = (description: string) => describe(z.string().nullable(), description);
export const time = (description: string) => describe(z.string(), description, { format: 'date-time' });
export const flag = (description: string) => describe(z.boolean().nullable(), description);
