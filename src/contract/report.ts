// Makes findings, describes the values found without quoting personal data, gives findings their messages by the catalogs of
// rules, and counts findings by code.
import { isObject } from '../basics/json.ts';
import { didYouMean, quote } from '../basics/text.ts';
import type { Finding, FindingArguments, Rule } from './finding.ts';

/** An object with unknown field types. Rules take it because they run on messages of any shape. */
export type Loose = Readonly<Record<string, unknown>>;

const NO_ARGUMENTS: FindingArguments = Object.freeze({});

/** The finding of a rule at a field path. */
export function found(rule: Rule, path: string, args: FindingArguments = NO_ARGUMENTS): Finding {
  return { code: rule.code, severity: rule.severity, path, args };
}

/** What a check finds goes here. */
export type Report = (rule: Rule, path: string, args?: FindingArguments) => void;

/** Reports into a list. */
export const reportTo =
  (findings: Finding[]): Report =>
  (rule, path, args) =>
    void findings.push(found(rule, path, args));

/** Arguments about a value that is something else than `expected`; `absent` says it of one that is not there. */
export const wrongType = (expected: string, value: unknown, absent = 'null'): FindingArguments => ({
  expected,
  found: value === undefined ? absent : typeInWords(value),
});

/** A whole number from 0: rules calculate only with such amounts and quantities. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether an optional field has a value; null and the empty text count as absent. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The type of a value, in words for users who write JSON. */
export function typeInWords(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : 'number with a fraction';
}

/** An enumeration value that is safe to show: a text that does not look like one word is replaced by its length. */
export function wordOf(value: string): string {
  return value.length <= 32 && /^[\w-]*$/.test(value) && !/\d{5}/.test(value) ? value : lengthOf(value);
}

/** An identifier that is safe to show: limited in length, and not an e-mail address, which some shops use as identifier. */
export function identifierOf(value: string): string {
  return value.length <= 80 && !value.includes('@') ? value : lengthOf(value);
}

const lengthOf = (value: string) => `(${value.length} characters)`;

/** Arguments of a finding about an unknown value: the word found and, when there is a similar known word, that one. */
export function unknownWordArguments(value: string, known: Iterable<string>): FindingArguments {
  const meant = value.length > 40 ? undefined : didYouMean(value, known);
  // Two words may be a person's name in the wrong column, unless they are similar to a known word.
  return meant === undefined ? { found: wordOf(value) } : { found: value, meant };
}

/** The end of messages about an unknown value: `"Shiped". Did you mean "Shipped"?` */
export function meantOf(args: FindingArguments): string {
  return args.meant === undefined
    ? `${quote(args.found)}.`
    : `${quote(args.found)}. Did you mean ${quote(args.meant)}?`;
}

/** The last name of a field path: `sku` of `items[0].sku`. */
export const leafOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1) || 'the message';

/** Rules by code. */
type Catalog = ReadonlyMap<string, Rule>;

/** One catalog of several lists, sorted by code. */
export const catalogOf = (...lists: readonly Iterable<Rule>[]): Catalog =>
  new Map(
    lists
      .flatMap((list) => [...list])
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((rule) => [rule.code, rule]),
  );

/** The message of a finding; the code itself when no rule of the catalog has that code. */
export function describeFindingIn(finding: Finding, rules: Catalog): string {
  return rules.get(finding.code)?.say(finding.args, finding.path) ?? finding.code;
}

// Path prefixes of lines and refunds, built once: checks get them as arguments for every line, but use them only for findings.
const PREBUILT = 128;
const items = Array.from({ length: PREBUILT }, (_, index) => `items[${index}].`);
const refunds = Array.from({ length: PREBUILT }, (_, index) => `refunds[${index}].`);

/** `items[3].` */
export const itemPrefix = (index: number): string => items[index] ?? `items[${index}].`;

/** `refunds[3].` */
export const refundPrefix = (index: number): string => refunds[index] ?? `refunds[${index}].`;

/** A field, or an unknown word in a field, with its count. */
export interface CodeDetail {
  /** The column where the finding names one, else the path with `[]` in place of each list index. */
  readonly field: string;
  /** The unknown word; null when the finding is about the field itself. */
  readonly word: string | null;
  /** Number of messages. */
  readonly count: number;
}

export interface CodeCount {
  readonly code: string;
  readonly count: number;
  readonly firstLine: number;
  readonly firstFile: string;
  /** One finding as an example; absent for codes of the service. */
  readonly example?: Finding;
  /** The service's own message for its code, if it sent one. */
  readonly message?: string;
  /** Most frequent first; absent when they were not counted. */
  readonly details?: readonly CodeDetail[];
}

/** Splits the findings that refuse nothing into warnings and notes. */
export function bySeverity(counts: readonly CodeCount[]): {
  readonly warnings: readonly CodeCount[];
  readonly notes: readonly CodeCount[];
} {
  const isNote = (count: CodeCount) => count.example?.severity === 'note';
  return { warnings: counts.filter((count) => !isNote(count)), notes: counts.filter(isNote) };
}

/** Most different fields and words counted per code: enough for every field of the interface. */
const MOST_DETAILS = 100;
/** With more different words than this, mostly with count 1, they are free values, not an enumeration. */
const FEW_WORDS = 12;
/** A longer text is not a word of an enumeration. */
const LONGEST_WORD = 40;
const REST = '';

/** The fields and words of one code, with the number of messages that have them. */
export class CodeDetails {
  private readonly counts = new Map<string, { count: number; last: number }>();

  /** Counts a field with its word once a message, which has a number; beyond MOST_DETAILS all others are counted as one. */
  add({ path, args }: Pick<Finding, 'path' | 'args'>, message: number): void {
    const field = typeof args.column === 'string' ? args.column : fieldOf(path);
    const { found } = args;
    const word = typeof found === 'string' && found.length <= LONGEST_WORD ? `\n${found}` : '';
    const key = this.counts.size < MOST_DETAILS || this.counts.has(field + word) ? field + word : REST;
    const known = this.counts.get(key);
    if (!known) this.counts.set(key, { count: 1, last: message });
    else if (known.last !== message) {
      known.last = message;
      known.count++;
    }
  }

  /** Most frequent first. */
  list(): CodeDetail[] {
    const entries = [...this.counts].filter(([key]) => key !== REST);
    const words = entries.filter(([key]) => key.includes('\n'));
    const total = words.reduce((sum, [, { count }]) => sum + count, 0);
    const isVocabulary = words.length <= FEW_WORDS || total >= 2 * words.length;
    const details = new Map<string, CodeDetail>();
    for (const [key, { count }] of entries) {
      const [field = '', word] = key.split('\n');
      const name = isVocabulary ? key : field;
      const before = details.get(name)?.count ?? 0;
      details.set(name, { field, word: isVocabulary ? (word ?? null) : null, count: before + count });
    }
    return [...details.values()].sort((a, b) => b.count - a.count);
  }
}

/** Cache: the same paths occur in every message of an input. */
const fields = new Map<string, string>();
const MOST_PATHS = 10000;

function fieldOf(path: string): string {
  const known = fields.get(path);
  if (known !== undefined) return known;
  const field = path.replace(/\[\d+\]/g, '[]');
  if (fields.size < MOST_PATHS) fields.set(path, field);
  return field;
}
