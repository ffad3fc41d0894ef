// What a request may hold, as zod shapes: requests are read by them, and the documentation is made from them. The message of each
// is what was expected; where nothing stands, it is what the value is for.
import * as z from 'zod';

const said = (what: string, expected: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? what : expected),
});

function textOf(what: string, expected: string) {
  const error = said(what, expected);
  return z.string(error).min(1, error).max(10_000, error).describe(what);
}

export const text = (what: string) => textOf(what, 'a text');
export const textOrNull = (what: string) => textOf(what, 'a text, or null').nullable().describe(what);

export function count(what: string, most = Number.MAX_SAFE_INTEGER, least = 0) {
  const to = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  const error = said(what, `a whole number from ${least}${to}`);
  return z.int(error).min(least, error).max(most, error).describe(what);
}

export function share(what: string) {
  const error = said(what, 'a number from 0 to 1');
  return z.number(error).min(0, error).max(1, error).describe(what);
}

export const flag = (what: string) => z.boolean(said(what, 'true or false')).describe(what);
export const yes = (what: string) => z.literal(true, said(what, 'true')).describe(what);

/** ms, or a text such as `2h`. */
export function duration(what: string) {
  const expected = 'a duration such as "2h", or a number of ms';
  return z.union([textOf('', expected), z.number().min(0, expected)], said(what, expected)).describe(what);
}

export const word = <const W extends string>(words: readonly W[], what: string) =>
  z.enum(words, said(what, `one of ${words.join(', ')}`)).describe(what);

/** An object whose values have this shape; a wrong one is not named, because the keys are the asker's. */
const record = <T>(value: z.ZodType<T>, what: string, expected: string) =>
  z
    .custom<Readonly<Record<string, T>>>(
      (given) => {
        const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
        return isRecord && Object.values(given).every((one) => value.safeParse(one).success);
      },
      said(what, expected),
    )
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
export const list = <S extends z.ZodType>(what: string, of: S) =>
  z.array(of, said(what, `a list of ${what}`)).describe(what);

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
