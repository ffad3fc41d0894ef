// Puts findings together, and names what was found without quoting what may be personal.
import { isObject } from '../basics/json.ts';
import { didYouMean, quote } from '../basics/text.ts';
import type { Finding, FindingArguments, Rule } from './finding.ts';

/** An object whose fields may be anything: what rules look at, since they run over whatever is there. */
export type Loose = Readonly<Record<string, unknown>>;

const NO_ARGUMENTS: FindingArguments = Object.freeze({});

/** The finding of a rule at a field path. */
export function found(rule: Rule, path: string, args: FindingArguments = NO_ARGUMENTS): Finding {
  return { code: rule.code, severity: rule.severity, path, args };
}

/** A whole number from 0: what amounts and quantities must be before rules calculate with them. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether an optional field holds something; null and the empty text count as absent. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What a value is, in a word that a person who writes JSON understands. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : 'number with a fraction';
}

/** A value of an enumeration as it may be shown: anything that does not look like one word gives its length only. */
export function wordOf(value: string): string {
  return value.length <= 32 && /^[\w-]*$/.test(value) && !/\d{5}/.test(value) ? value : lengthOf(value);
}

/** An identifier as it may be shown: of bearable length, and no e-mail, which some shops use as identifier. */
export function identifierOf(value: string): string {
  return value.length <= 80 && !value.includes('@') ? value : lengthOf(value);
}

const lengthOf = (value: string) => `(${value.length} characters)`;

/** Arguments of an unknown value: the word found and, when one is near, the word meant. */
export function unknownWord(value: string, known: Iterable<string>): FindingArguments {
  const meant = value.length > 40 ? undefined : didYouMean(value, known);
  // Two words may be a name that slipped into the wrong column, unless they are near a known word.
  return meant === undefined ? { found: wordOf(value) } : { found: value, meant };
}

/** `"Shiped". Did you mean "Shipped"?`: how sentences end that name an unknown value. */
export function meantOf(args: FindingArguments): string {
  return args.meant === undefined
    ? `${quote(args.found)}.`
    : `${quote(args.found)}. Did you mean ${quote(args.meant)}?`;
}

/** The last name of a field path: `sku` of `items[0].sku`. */
export const leafOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1) || 'the message';
