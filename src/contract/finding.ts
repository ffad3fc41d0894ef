// Findings and rules: a finding is a code, a path and arguments; its message is made from the rule's text only for output.
import { isObject } from '../basics/json.ts';
import { didYouMean, quote } from '../basics/text.ts';

export type Severity = 'error' | 'warning' | 'note';

/** Values for a rule's message. Only identifiers, codes, numbers and lengths: never personal data. */
export type FindingArguments = Readonly<Record<string, string | number | boolean | null>>;

export interface Finding {
  /** Stable and dotted: `order.total.unexplained`. */
  readonly code: string;
  readonly severity: Severity;
  /** Field path inside the message (of one order, one ASN ...): `items[0].sku`; empty for the message itself. */
  readonly path: string;
  readonly args: FindingArguments;
}

/** The reason why a level cannot lower a rule. */
export interface Fixed {
  /** A clause that completes the sentence "... cannot be lowered: ". */
  readonly why: string;
  /** For a rule over many fields: the paths, without indices, where it is fixed. Absent: everywhere. */
  readonly fields?: readonly string[];
}

/** A rule as `returns explain` prints it. The check itself is in the same file. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** The rule is not checked unless a level turns it on; `severity` is then its severity. */
  readonly isOff?: true;
  /** Why, and for which fields, no level can lower the rule. */
  readonly fixed?: Fixed;
  /** One line: what the rule requires. */
  readonly title: string;
  /** Why, and what to do; one to four sentences. */
  readonly explanation: string;
  /** The heading in the interface that the rule comes from, or `field notes` or `this tool`. */
  readonly source: string;
  /** The message of one finding: what was expected and found. */
  readonly say: (args: FindingArguments, path: string) => string;
  /** `good`: a message (or the relevant part) that meets the rule. `bad`: one that breaks this rule only. */
  readonly good: unknown;
  readonly bad: unknown;
}

// The result of checking a call: its verdict, and its findings together with their messages.

export type CallVerdict = 'ok' | 'note' | 'warning' | 'error';

/** A finding with its message: a record may be read when the rules have changed since. */
export interface CallFinding {
  readonly severity: Severity;
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly args?: FindingArguments;
}

// Makes rules, and the list of those that stand in one file; and the reasons why some rules cannot be lowered: without them a
// message is unreadable, or this tool could not hold its guarantees.

export type RuleText = Omit<Rule, 'code' | 'severity'>;

/** What a rule says itself: all that the list does not say for it. */
type OwnText<Common> = Omit<RuleText, keyof Common | 'source'> & Partial<RuleText>;

/**
 * A list that grows with each rule that its `error`, `warning` and `note` make. What `common` says holds for every rule that
 * does not say it otherwise; what names no source is a rule of this tool.
 */
export function ruleList<Common extends Partial<RuleText>>(common: Common) {
  const all: Rule[] = [];
  const of =
    (severity: Severity) =>
    (code: string, text: OwnText<Common>): Rule => {
      const rule = {
        ...{ code, severity, source: 'this tool', ...common, ...text },
        // A large sample is a function: it is built only on use, not at start-up.
        get bad() {
          return typeof text.bad === 'function' ? text.bad() : text.bad;
        },
      } as unknown as Rule;
      all.push(rule);
      return rule;
    };
  return { all: all as readonly Rule[], error: of('error'), warning: of('warning'), note: of('note') };
}

/** A heading of the interface, the source of most rules of RMAs. */
export const RMA_MESSAGE = 'RMA message (request body sent to the customer)';

export const UNREADABLE: Fixed = { why: 'a value of another type cannot be read' };
export const NOT_JSON: Fixed = { why: 'readers of JSON differ on what such a message says' };
export const TOO_LARGE: Fixed = { why: 'anything larger is not checked, so its errors would stay unknown' };
export const UNDECIDED: Fixed = {
  why: 'it cannot be decided which of the values is right, so there is no value to send',
};
export const NO_VALUE: Fixed = { why: 'without it the field has no value that could be sent' };
export const ANSWERED: Fixed = { why: 'the answer to the call follows from it' };

/** Fields of an order that identify orders, lines, refunds and snapshots. */
const ORDER_IDENTIFIERS = [
  'identifier',
  'items.identifier',
  'refunds.identifier',
  'refunds.refund_line_items.identifier',
  'refunds.refund_line_items.order_item_identifier',
];
export const ORDER_IDENTITY: Fixed = {
  why: 'orders, lines and refunds are found again by it',
  fields: ORDER_IDENTIFIERS,
};
export const ORDER_FRAME: Fixed = {
  why: 'orders, lines, refunds and the newest snapshot are found by it',
  fields: [
    ...ORDER_IDENTIFIERS,
    'updated_at',
    'items',
    // With --keep-refunds the amount is copied into later snapshots.
    'refunds.total_refund_amount_cents',
    'refunds.refund_line_items',
    'refunds.refund_line_items.quantity',
  ],
};
export const LINE_IDENTITY: Fixed = { why: 'refunds and RMAs could not say which line they mean' };
export const NEWEST_SNAPSHOT: Fixed = { why: 'it decides which snapshot of an order is the newest' };
/** The same for a rule that applies to all times. */
export const SNAPSHOT_TIME: Fixed = { ...NEWEST_SNAPSHOT, fields: ['updated_at'] };
/** Fields of an ASN that identify ASNs and their lines. */
const ASN_IDENTIFIERS = ['program_identifier', 'asn_number', 'cartons.details.line_identifier'];
export const ASN_IDENTITY: Fixed = {
  why: 'ASNs and their lines are found again by it',
  fields: ASN_IDENTIFIERS,
};
export const ASN_FRAME: Fixed = {
  ...ASN_IDENTITY,
  fields: [...ASN_IDENTIFIERS, 'cartons', 'cartons.details'],
};
/** Fields of an RMA message that identify RMAs and their units. */
export const RMA_IDENTITY: Fixed = {
  why: 'RMAs and their units are found again by it',
  fields: ['rma_identifier', 'items', 'items.order_identifier', 'items.order_line_item_identifier'],
};
export const EXCHANGE_FRAME: Fixed = { why: 'there is nothing to exchange without it', fields: ['items'] };
/** For rules that compare a snapshot with the ledger. */
export const REFUNDS: Fixed = { why: 'this tool promises that no accepted refund is taken back' };
/** For rules that compare an ASN with those queued before. */
export const CREATED_ONCE: Fixed = { why: 'an ASN is created once, and changed with returns asns update' };

// Makes findings, describes the values found without quoting personal data, gives findings their messages by the catalogs of
// rules, and counts findings by code.

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
