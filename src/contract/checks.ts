// What the checks of several messages have alike: fields that are empty, absent or negative, words of a list, identifiers that
// stand twice, lists that are too long.
import { isObject } from '../basics/json.ts';
import { fieldsWhere } from './compile-shape.ts';
import type { FindingArguments, Rule } from './finding.ts';
import { identifierOf, type Loose, leafOf, type Report, unknownWordArguments } from './report.ts';
import { type RuleText, TOO_LARGE } from './rule-list.ts';

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
