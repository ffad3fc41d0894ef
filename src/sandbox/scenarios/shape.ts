// Shapes of a scenario file: each part is declared once; its check, its TypeScript type and its JSON Schema follow from that.
import { inputFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { parseDuration } from '../../basics/units.ts';

/** Where a value stands: the file, and the path in it (`steps[3].rma`). */
export interface Spot {
  readonly file: string;
  readonly path: string;
}

/** A value of a scenario file. `check` returns it as the program uses it. */
export interface Part<T> {
  /** @throws Failure exit 6 with place, found and expected */
  check(value: unknown, spot: Spot): T;
  /** JSON Schema (draft 2020-12). */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly optional?: true;
}

export type TypeOfPart<P> = P extends Part<infer T> ? T : never;
type Fields = Readonly<Record<string, Part<unknown>>>;
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never;
}[keyof F];
/** The type of an object with these fields. */
export type TypeOfFields<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOfPart<F[K]>;
} & { readonly [K in OptionalKeys<F>]?: TypeOfPart<F[K]> };

const HINT =
  'See `returns sandbox scenario show mail-back-single` for a working file and `returns schema scenario` for every key.';

/** @returns the error for a value that is not what a scenario needs there */
export function scenarioFailure({ file, path }: Spot, expected: string, found: unknown, meant = '') {
  const shown = found === undefined ? 'nothing' : quote(found);
  return inputFailure(
    'input.scenario',
    `The scenario is wrong at ${path || 'the top'}: expected ${expected}, found ${shown}.${meant}`,
    { place: { file, ...(path && { path }) }, expected, found: shown, hint: HINT },
  );
}

const within = ({ file, path }: Spot, key: string | number): Spot => ({
  file,
  path: typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`,
});

/** A text that is not empty. With `pattern`: one of this form, which `form` describes. */
export const textPart = (
  description: string,
  rule?: { readonly pattern: RegExp; readonly form: string },
): Part<string> => ({
  check(value, spot) {
    if (typeof value !== 'string' || value === '' || (rule && !rule.pattern.test(value)))
      throw scenarioFailure(spot, rule?.form ?? 'a text', value);
    return value;
  },
  schema: { description, type: 'string', minLength: 1, ...(rule && { pattern: rule.pattern.source }) },
});

export const countPart = (
  description: string,
  min = 0,
  max: number = Number.MAX_SAFE_INTEGER,
): Part<number> => ({
  check(value, spot) {
    if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
      const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
      throw scenarioFailure(spot, `a whole number ${range}`, value);
    }
    return value as number;
  },
  schema: {
    description,
    type: 'integer',
    minimum: min,
    ...(max !== Number.MAX_SAFE_INTEGER && { maximum: max }),
  },
});

export const wordPart = <const W extends string>(description: string, words: readonly W[]): Part<W> => ({
  check(value, spot) {
    if (typeof value === 'string' && (words as readonly string[]).includes(value)) return value as W;
    const meant = typeof value === 'string' ? meantText(value, words) : '';
    throw scenarioFailure(spot, `one of ${words.join(', ')}`, value, meant);
  },
  schema: { description, enum: words },
});

export const truePart = (description: string): Part<true> => ({
  check(value, spot) {
    if (value !== true) throw scenarioFailure(spot, 'true, or the key left out', value);
    return value;
  },
  schema: { description, const: true },
});

const DURATION = /^\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)$/;

/** A duration with its unit, such as `31h`; the program uses milliseconds. */
export const durationPart = (description: string): Part<number> => ({
  check(value, spot) {
    if (typeof value !== 'string' || !DURATION.test(value))
      throw scenarioFailure(spot, 'a duration with its unit, such as "5s", "90m" or "31h"', value);
    return parseDuration(value, spot.path);
  },
  schema: { description, type: 'string', pattern: DURATION.source },
});

/** Any JSON value. */
export const anyPart = (description: string): Part<unknown> => ({
  check: (value) => value,
  schema: { description },
});

export const listPart = <T>(description: string, of: Part<T>, least = 0): Part<readonly T[]> => ({
  check(value, spot) {
    if (!Array.isArray(value) || value.length < least)
      throw scenarioFailure(spot, least > 0 ? `a list with at least ${least} element` : 'a list', value);
    return value.map((element: unknown, i) => of.check(element, within(spot, i)));
  },
  schema: { description, type: 'array', items: of.schema, ...(least > 0 && { minItems: least }) },
});

export const recordPart = <T>(description: string, of: Part<T>): Part<Readonly<Record<string, T>>> => ({
  check(value, spot) {
    if (!isObject(value)) throw scenarioFailure(spot, 'an object', value);
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, of.check(one, within(spot, key))]),
    );
  },
  schema: { description, type: 'object', additionalProperties: of.schema },
});

export const optionalPart = <T>(of: Part<T>): Part<T> & { readonly optional: true } => ({
  ...of,
  optional: true,
});

/** An object with exactly these keys. */
export const objectPart = <const F extends Fields>(
  description: string,
  fields: F,
): Part<TypeOfFields<F>> => ({
  check(value, spot) {
    if (!isObject(value)) throw scenarioFailure(spot, 'an object', value);
    const keys = Object.keys(fields);
    for (const key of Object.keys(value))
      if (!keys.includes(key))
        throw scenarioFailure(spot, `only the keys ${keys.join(', ')}`, key, meantText(key, keys));
    const checked = Object.entries(fields).flatMap(([key, part]) =>
      value[key] === undefined && part.optional ? [] : [[key, part.check(value[key], within(spot, key))]],
    );
    return Object.fromEntries(checked) as TypeOfFields<F>;
  },
  schema: {
    ...(description !== '' && { description }),
    type: 'object',
    required: Object.keys(fields).filter((key) => !fields[key]?.optional),
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, part.schema])),
  },
});
