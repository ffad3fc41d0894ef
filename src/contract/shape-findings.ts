// Explains by zod why a message fails the test of its shape (compile-shape.ts): missing, or of the wrong type.
import * as z from 'zod';
import { isObject, valueAt } from '../basics/json.ts';
import { type Steps, stepsText } from '../basics/json-text.ts';
import { fieldsWhere, shapeTest } from './compile-shape.ts';
import {
  type Finding,
  type FindingArguments,
  found,
  identifierOf,
  type Loose,
  leafOf,
  type Report,
  type Rule,
  type RuleText,
  TOO_LARGE,
  unknownWordArguments,
  wrongType,
} from './finding.ts';
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

function explained(shape: z.ZodType, message: unknown, rules: ShapeRules) {
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

// What the checks of several messages have alike: fields that are empty, absent or negative, words of a list, identifiers that
// stand twice, lists that are too long.

/** One look at some fields: the rule, the fields, and what is wrong with a value. */
type FieldTest = readonly [rule: Rule, fields: readonly string[], isWrong: (value: unknown) => boolean];

/** Checks the fields of one object, whose path stands in front with a dot, or is empty. */
export type CheckFields = (object: Loose, at: string, report: Report) => void;

export function fieldCheck(...tests: readonly FieldTest[]): CheckFields {
  const checks = tests
    .filter(([, fields]) => fields.length > 0)
    .map(([rule, fields, isWrong]) => ({ rule, wrongIn: fieldsWhere(fields, isWrong) }));
  return (object, at, report) => {
    for (const { rule, wrongIn } of checks)
      for (const field of wrongIn(object)) {
        const value = object[field];
        report(rule, at + field, typeof value === 'number' ? { found: value } : undefined);
      }
  };
}

export function isBlank(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return value === '' || (value.charCodeAt(0) <= 0x20 && value.trim() === '');
}

export const isEmpty = (value: unknown): boolean => value === '';

export const isAbsent = (value: unknown): boolean => value === undefined || value === null;

export function isNegative(value: unknown): boolean {
  return typeof value === 'number' && value < 0;
}

/** Checks a word of an enumeration; an empty word counts as unknown. */
export function checkWord(
  value: unknown,
  words: readonly string[],
  rule: Rule,
  path: string,
  report: Report,
): void {
  if (typeof value === 'string' && !words.includes(value))
    report(rule, path, unknownWordArguments(value, words));
}

/** Identifiers of which each may stand once. */
export class Identifiers {
  /** The paths, by the identifier as it is compared. */
  private readonly seen = new Map<string, string>();

  constructor(private readonly rule: Rule) {}

  /**
   * Remembers where an identifier stands, or reports that it was used before. `bare`: the identifier as it is compared.
   * @returns false when it was used before
   */
  add(value: unknown, path: string, report: Report, bare = value): boolean {
    if (typeof value !== 'string' || typeof bare !== 'string' || bare === '') return true;
    const first = this.seen.get(bare);
    if (first === undefined) this.seen.set(bare, path);
    else report(this.rule, path, { identifier: identifierOf(value), first });
    return first === undefined;
  }
}

/** Number of elements that the lists in a value have together. */
export function elementsIn(value: unknown): number {
  let size = 0;
  if (Array.isArray(value)) {
    size = value.length;
    for (let i = 0; i < value.length; i++) size += elementsIn(value[i]);
  } else if (isObject(value))
    for (const name in value) if (typeof value[name] === 'object') size += elementsIn(value[name]);
  return size;
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a rule says against lists that cannot be checked in limited time and memory. `holder`: what has so many `elements`. */
export const sizeText = (title: string, holder: string, most: number, elements: string, more = '') => ({
  fixed: TOO_LARGE,
  title: `${title} at most ${most} ${elements}`,
  explanation: `${more}Such a limit is not shown in the interface; this one keeps a hostile or broken message from taking all memory.`,
  source: 'this tool',
  say: (args: FindingArguments) => `${holder} ${args.found} ${elements}; at most ${most} are checked.`,
});

/** The sentences of findings about one field. */
export const sayMissing: RuleText['say'] = (_args, path) => `The required field ${leafOf(path)} is missing.`;
export const sayType: RuleText['say'] = (args, path) =>
  `${leafOf(path)} must be ${args.expected}, found ${args.found}.`;
