// Shapes of the parts of a scenario file, as zod: the check, the TypeScript type and the JSON Schema of each follow from it. The
// message of a shape is what was expected.
import * as z from 'zod';
import { inputFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { parseDuration } from '../../basics/units.ts';

/** Where a value stands: the file, and the path in it (`steps[3].rma`). */
export interface Spot {
  readonly file: string;
  readonly path: string;
}

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

/** @throws Failure exit 6 with place, found and expected */
export function checkShape<S extends z.ZodType>(shape: S, value: unknown, file: string): z.infer<S> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const { path, message: expected, unknown } = innermost(read.error.issues, value);
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const found = unknown ?? valueAt(value, path);
  const words = /^(?:one of|only the keys) (.*)/.exec(expected)?.[1]?.split(', ') ?? [];
  const meant = typeof found === 'string' ? meantText(found, words) : '';
  throw scenarioFailure({ file, path: text.replace(/^\./, '') }, expected, found, meant);
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, part) => (inside as Readonly<Record<PropertyKey, unknown>>)[part], value);

type Fault = Pick<z.core.$ZodIssue, 'path' | 'message'> & { readonly unknown?: string | undefined };

/** The first unknown key, else the first fault; of a step, by the word that it begins with. */
function innermost(issues: readonly z.core.$ZodIssue[], value: unknown): Fault {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  if (issue.code === 'unrecognized_keys') return { ...issue, unknown: issue.keys[0] };
  const found = valueAt(value, issue.path);
  if (issue.code !== 'invalid_union' || issue.errors.length === 0 || !isObject(found)) return issue;
  const [isDeed, isExpected] = [found['do'] !== undefined, found['expect'] !== undefined];
  if (isDeed === isExpected) return { ...issue, unknown: Object.keys(found).join(', ') || undefined };
  const inner = innermost(issue.errors[isDeed ? 0 : 1]!, found);
  return { ...inner, path: [...issue.path, ...inner.path] };
}

/** A text that is not empty. With `pattern`: one of this form, which `form` describes. */
export function text(what: string, rule?: { readonly pattern: RegExp; readonly form: string }) {
  const error = rule?.form ?? 'a text';
  const shape = z.string(error).min(1, error);
  return (rule ? shape.regex(rule.pattern, error) : shape).describe(what);
}

export function count(what: string, min = 0, max: number = Number.MAX_SAFE_INTEGER) {
  const error = `a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`;
  return z.int(error).min(min, error).max(max, error).describe(what);
}

export const word = <const W extends string>(what: string, words: readonly W[]) =>
  z.enum(words, `one of ${words.join(', ')}`).describe(what);

export const yes = (what: string) => z.literal(true, 'true, or the key left out').describe(what);

/** A duration with its unit, such as `31h`; the program uses milliseconds. */
export const duration = (what: string) =>
  text(what, {
    pattern: /^\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)$/,
    form: 'a duration with its unit, such as "5s", "90m" or "31h"',
  }).transform((given) => parseDuration(given, 'the duration'));

export function list<S extends z.ZodType>(what: string, of: S, least = 0) {
  const error = least > 0 ? `a list with at least ${least} element` : 'a list';
  const shape = z.array(of, error);
  return (least > 0 ? shape.min(least, error) : shape).describe(what);
}

export const record = <S extends z.ZodType>(what: string, of: S) =>
  z.record(z.string(), of, 'an object').describe(what);

/** An object with exactly these keys. */
export const object = <const F extends z.ZodRawShape>(what: string, fields: F) =>
  z
    .strictObject(fields, {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? `only the keys ${Object.keys(fields).join(', ')}` : 'an object',
    })
    .describe(what);
