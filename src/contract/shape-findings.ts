// Explains by zod why a message fails the test of its shape (compile-shape.ts): missing, or of the wrong type.
import * as z from 'zod';
import { isObject, valueAt } from '../basics/json.ts';
import { type Steps, stepsText } from '../basics/json-text.ts';
import { shapeTest } from './compile-shape.ts';
import type { Finding, Rule } from './finding.ts';
import { found, wrongType } from './report.ts';
import { FILLED } from './shape-fields.ts';

/** The rules that report errors of a message's shape. */
interface ShapeRules {
  readonly missing: Rule;
  readonly type: Rule;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'an integer',
  number: 'an integer',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
};

const NONE: readonly Finding[] = [];

/**
 * Gives the findings of messages that fail the test of their shape, in the order of the shape. Null in a required field counts as
 * missing. Unknown enumeration values are skipped: the rule for that enumeration reports them.
 */
export function shapeFindings(shape: z.ZodType, rules: ShapeRules): (message: unknown) => readonly Finding[] {
  const hasShape = shapeTest(shape);
  return (message) => (hasShape(message) ? NONE : explained(shape, message, rules));
}

function explained(shape: z.ZodType, message: unknown, rules: ShapeRules): Finding[] {
  const findings: Finding[] = [];
  for (const issue of shape.safeParse(message).error?.issues ?? []) {
    const path = stepsText(issue.path as Steps);
    const value = valueAt(message, issue.path);
    if (issue.code === 'invalid_value' && typeof value === 'string') continue;
    const isMember = typeof issue.path.at(-1) === 'string';
    if (
      value === undefined ||
      (value === null && isMember && !(shapeAt(shape, issue.path) instanceof z.ZodOptional))
    )
      findings.push(found(rules.missing, path));
    else findings.push(found(rules.type, path, wrongType(expectedOf(issue, path), value)));
  }
  return findings;
}

/** The same value without its optional fields that are null: they count as absent. */
export function withoutNulls(shape: unknown, value: unknown): unknown {
  const at = unwrapped(shape);
  if (at instanceof z.ZodArray && Array.isArray(value))
    return value.map((one) => withoutNulls(at.element, one));
  if (!(at instanceof z.ZodObject) || !isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, one]) => one !== null || !(at.shape[name] instanceof z.ZodOptional),
  );
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNulls(at.shape[name], one)]));
}

const fieldsOf = (shape: z.ZodObject, isWanted: (field: unknown) => boolean): string[] =>
  Object.keys(shape.shape).filter((name) => isWanted(shape.shape[name]));

/** Names of the optional fields of an object shape. */
export const optionalFields = (shape: z.ZodObject): string[] =>
  fieldsOf(shape, (field) => field instanceof z.ZodOptional);

/** Names of the fields of an object shape that must not be empty. */
export const filledFields = (shape: z.ZodObject): string[] =>
  fieldsOf(shape, (field) => z.globalRegistry.get(field as z.ZodType)?.['pattern'] === FILLED);

/** Field names of the object at a path of a shape; an empty list when there is no object. */
export function fieldsAt(shape: z.ZodType, path: readonly PropertyKey[]): string[] {
  const at = unwrapped(shapeAt(shape, path));
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

/** The shape at a path inside another, with its optional and nullable wrappers; undefined when there is none. */
export function shapeAt(shape: unknown, path: readonly PropertyKey[]): unknown {
  let at = shape;
  for (const part of path) {
    const inside = unwrapped(at);
    if (typeof part === 'number') at = inside instanceof z.ZodArray ? inside.element : undefined;
    else
      at = inside instanceof z.ZodObject ? (inside.shape as Record<PropertyKey, unknown>)[part] : undefined;
  }
  return at;
}

/** The shape inside optional and nullable wrappers; of a union, its object shape. */
export function unwrapped(shape: unknown): unknown {
  let at = shape;
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap();
  return at instanceof z.ZodUnion ? at.options.find((option) => option instanceof z.ZodObject) : at;
}

function expectedOf(issue: z.ZodError['issues'][number], path: string): string {
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'an integer below 2^53';
  if (issue.code === 'invalid_value') return 'a text';
  // Every number of these messages is an integer, except weight.
  if (path.endsWith('.weight')) return 'a number';
  return issue.code === 'invalid_type' ? (EXPECTED[issue.expected] ?? issue.expected) : 'something else';
}
