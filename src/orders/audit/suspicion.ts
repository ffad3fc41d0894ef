// What the audit holds against a mapping, and the shares that it goes by.
import type { Finding, FindingArguments, Rule } from '../../contract/finding.ts';
import type { AuditedOrder, Subject } from './subject.ts';

/** What speaks against where a field comes from. */
export interface Suspicion {
  readonly rule: Rule;
  /** A field of the interface, by its name as a column: `item.sku`. */
  readonly field: string;
  /** The columns that the field comes from; where there is none, those that speak against it. */
  readonly columns: readonly string[];
  /** Columns that nobody uses, and that may be right. */
  readonly others?: readonly string[];
  readonly orders: readonly AuditedOrder[];
  readonly args?: FindingArguments;
  /** Texts that it is about, each with its column. */
  readonly words?: Readonly<Record<string, string>> | undefined;
  /** What else such a column says: the words that speak of a sale, and all others. */
  readonly beside?: { readonly sales: readonly string[]; readonly others: readonly string[] } | undefined;
  /** The column that it is about, where that is one of the lines. */
  readonly lineColumn?: string | undefined;
  /** Of the first of `others`, where it stands in a list beside that of the lines. */
  readonly match?: ListMatch | undefined;
}

/** Elements of a list are those of a line where `key`, a path in the list, has the text of `own`, a path in the lines. */
export interface ListMatch {
  readonly key: string;
  readonly own: string;
  /** What else nobody uses in these elements, and in the list that theirs is in. */
  readonly beside: readonly string[];
}

/** One finding about many orders. */
export interface AuditFinding
  extends Pick<Suspicion, 'columns' | 'words' | 'beside' | 'lineColumn' | 'match'> {
  readonly finding: Finding;
  readonly others: readonly string[];
  /** Orders that are concerned, and orders that were looked at. */
  readonly orders: readonly Pick<AuditedOrder, 'id' | 'file' | 'line'>[];
  readonly of: number;
}

export interface Audit {
  /** What was not confirmed. */
  readonly findings: readonly AuditFinding[];
  /** Orders that were looked at, and orders of the input. */
  readonly looked: number;
  readonly total: number;
  /** Columns of the file; undefined for JSON. */
  readonly columns: number | undefined;
}

/** What a question finds: nothing where no order is concerned; `columns` are those that the field comes from, unless it names others. */
export type Doubt = Omit<Suspicion, 'columns'> & Partial<Pick<Suspicion, 'columns'>>;

export type Question = (subject: Subject) => Doubt | readonly Doubt[] | undefined;

/** "One for all" needs so many different values in another column of the same kind. */
export const VARIED = 5;
/** Fewer orders do not say something about all orders of a shop: an hourly export of three says nothing. */
export const ALL = 20;
/** "Many" orders. */
export const MANY = 0.05;
/** "Nearly all" orders. */
export const NEARLY = 0.95;

const MOST_REMEMBERED = 10_000;

/** Answers at once what was asked before: names of columns and statuses come again and again. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text)!;
    const found = answer(text);
    if (known.size < MOST_REMEMBERED) known.set(text, found);
    return found;
  };
}

/** The words of a column name or of a status: lower case, without accents, cut at signs and at capital letters. */
export const wordsIn = remembered((text): readonly string[] =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== ''),
);

/** Whether a word of the text, or two that follow each other, begin with one of these: `creditNotes` are written as two. */
export const speaksOf = (text: string, stems: RegExp): boolean =>
  wordsIn(text).some((word, i, all) => stems.test(word) || stems.test(word + (all[i + 1] ?? '')));

/** Of JSON, the list that a path is in: `items[]` of `items[].sku`; empty outside of lists. */
export const listOf = (path: string): string => path.slice(0, path.lastIndexOf('[].') + 1);

/** Lists in an order whose entries are about something else: a payment that failed cancels nothing. */
export const OTHER_LIST =
  /refund|return|fulfil|shipment|parcel|package|content|payment|transaction|tax|discount|coupon|fee|address/i;
/** A text with more is no word of a few. */
export const MOST_LETTERS = 40;

/** In lists with an entry for each change, the words that speak of something: by column, with the orders that have one. */
export function entriesThatSpeak(subject: Subject, orders: readonly AuditedOrder[], stems: RegExp) {
  const isWord = (text: string) => text.length <= MOST_LETTERS && speaksOf(text, stems);
  return subject.ofEntries.flatMap((name) => {
    if (OTHER_LIST.test(name)) return [];
    const own = orders.map((order) => subject.textsOf(order, name).filter(isWord));
    const speaking = orders.filter((_, i) => own[i]!.length > 0);
    return speaking.length === 0 ? [] : [{ name, words: [...new Set(own.flat())], orders: speaking }];
  });
}

/** No value, or one that says no. */
export const isNothing = (text: string) =>
  /^(?:|[0.,:\s-]*|\[\]|\{\}|t?no|nein|non|false|none|null|n|-)$/i.test(text);
