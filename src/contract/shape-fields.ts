// What the shapes of the messages are made of: fields with the description that their JSON Schema shows.
import * as z from 'zod';

export function describe<S extends z.ZodType>(schema: S, description: string, more = {}): S {
  z.globalRegistry.add(schema, { description, ...more });
  return schema;
}

/** What a text is for. It decides what counts as damage to it (text-damage.ts). */
export type TextUse =
  /** Identifiers and other codes that are scanned. */
  | 'identifier'
  /** Names of persons and towns. */
  | 'name'
  /** Other texts that a person only reads. */
  | 'shown'
  /** All others: they are typed, or compared with other values. */
  | 'compared';

const uses = new WeakMap<z.ZodType, TextUse>();
export const textUseOf = (text: z.ZodType): TextUse => uses.get(text) ?? 'compared';

export function textFor(use: TextUse): z.ZodString {
  const text = z.string();
  uses.set(text, use);
  return text;
}

export const text = (description: string, use: TextUse = 'compared') => describe(textFor(use), description);
export const textOrNull = (description: string, use: TextUse = 'compared') =>
  describe(textFor(use).nullable(), description);
/** The address of something that is shown. */
export const link = (description: string) => describe(textFor('shown'), description, { format: 'uri' });
export const time = (description: string) => describe(z.string(), description, { format: 'date-time' });
export const flag = (description: string) => describe(z.boolean().nullable(), description);
