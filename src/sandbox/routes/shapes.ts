// What a request or a file may hold, as zod shapes: it is read by them, and the documentation is made from them. The message of
// each is what was expected.
import * as z from 'zod';

const textOf = (what: string, expected: string) =>
  z.string(expected).min(1, expected).max(10_000, expected).describe(what);
export const text = (what: string) => textOf(what, 'a text');
export const textOrNull = (what: string) => textOf(what, 'a text, or null').nullable().describe(what);

export function count(what: string, most = Number.MAX_SAFE_INTEGER, least = 0) {
  const error = `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`;
  return z.int(error).min(least, error).max(most, error).describe(what);
}

export function share(what: string) {
  const error = 'a number from 0 to 1';
  return z.number(error).min(0, error).max(1, error).describe(what);
}

export const flag = (what: string) => z.boolean('true or false').describe(what);
export const yes = (what: string) => z.literal(true, 'true').describe(what);

/** ms, or a text such as `2h`. */
export function duration(what: string) {
  const expected = 'a duration such as "2h", or a number of ms';
  return z.union([textOf('', expected), z.number().min(0, expected)], expected).describe(what);
}

export const word = <const W extends string>(words: readonly W[], what: string) =>
  z.enum(words, `one of ${words.join(', ')}`).describe(what);

/** An object whose values have this shape; a wrong one is not named, because the keys are the asker's. */
const record = <T>(value: z.ZodType<T>, what: string, expected: string) =>
  z
    .custom<Readonly<Record<string, T>>>((given) => {
      const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
      return isRecord && Object.values(given).every((one) => value.safeParse(one).success);
    }, expected)
    .meta({ description: what, type: 'object', additionalProperties: z.toJSONSchema(value) });
/** Units by line: `{"L1": 1}`. */
export const counts = (what: string) =>
  record(z.int().min(1), what, 'an object of whole numbers from 1, such as {"L1": 1}');
export const texts = (what: string) => record(text(''), what, 'an object of texts');

export const json = (what: string) =>
  z
    .unknown()
    .refine((given) => given !== undefined, what)
    .describe(what);
export function list<S extends z.ZodType>(what: string, of: S, least = 0) {
  const error = least > 0 ? `a list with at least ${least} element` : 'a list';
  const shape = z.array(of, error);
  return (least > 0 ? shape.min(least, error) : shape).describe(what);
}

/** An object with these keys and no others. */
export function keys<const S extends z.core.$ZodLooseShape>(shape: S) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code }) =>
      code !== 'unrecognized_keys' ? 'an object' : known === '' ? 'no keys' : `one of ${known}`,
  });
}

/** A body that may be empty, and holds nothing. */
export const NO_KEYS: z.ZodType<unknown> = keys({});
