// The types of `returns orders map`: what is proposed for each field, what is asked, and what was answered.

import { isObject } from '../../basics/json.ts';

type Confidence = 'sure' | 'likely' | 'none';

/** Where a field of the interface comes from. */
export interface FieldChoice {
  /** Column of the template, such as `customer.email` or `item.sku`. */
  readonly field: string;
  /** Columns of the export, in the words of the mapping; empty when there is none. */
  readonly column: string;
  readonly confidence: Confidence;
  /** Why, in a few words: `every value is an e-mail address`. */
  readonly why: string;
  /** A value in the export, and what the service gets; personal ones are masked. */
  readonly example: readonly [before: string, after: string];
}

export type Answer = string | Readonly<Record<string, string>>;
export type Answers = Readonly<Record<string, Answer>>;

/** A question that the data does not decide. */
export interface Question {
  readonly id: string;
  readonly text: string;
  /** Possible answers with what each means; empty when any text of the right kind will do. */
  readonly choices: readonly {
    readonly value: string;
    readonly text: string;
    /** Answers to other questions that the choice stands for. */
    readonly answers?: Answers;
  }[];
  /** For a question about several words: each word with the number of its orders and the proposed answer. */
  readonly words?: readonly {
    readonly word: string;
    readonly orders: number;
    readonly proposed: string;
  }[];
  /** What Enter takes; null where nothing is more likely than the rest. */
  readonly proposed: string | null;
  /** What is assumed when nobody can be asked; null where that would change amounts, dates or units. */
  readonly unattended: Answer | null;
  /** Number of orders for which the answer matters. */
  readonly orders: number;
}

export interface AskedQuestion extends Question {
  readonly answer: Answer | null;
}

export type MappingJson = Record<string, unknown>;

// Reads and changes parts of a mapping. A change makes a new mapping, the given one stays as it is.

/** What stands under a key at the top, empty when nothing does. */
export const part = (mapping: MappingJson, key: string): MappingJson =>
  isObject(mapping[key]) ? (mapping[key] as MappingJson) : {};

export const withPart = (mapping: MappingJson, key: string, more: MappingJson): MappingJson => ({
  ...mapping,
  [key]: { ...part(mapping, key), ...more },
});

export const withLimit = (mapping: MappingJson, text: string): MappingJson => ({
  ...mapping,
  limits: [...((mapping['limits'] as string[] | undefined) ?? []), text],
});

/** One more rule at the end of `rows.skip`, `rows.warn` or `rows.refuse`. */
export function withRule(
  mapping: MappingJson,
  kind: 'skip' | 'warn' | 'refuse',
  rule: MappingJson,
): MappingJson {
  const rules = (part(mapping, 'rows')[kind] as unknown[] | undefined) ?? [];
  return withPart(mapping, 'rows', { [kind]: [...rules, rule] });
}

/** The columns of a simple value: a name, or an object with `column`. */
export function columnsOf(value: unknown): string[] {
  const named = isObject(value) ? [value['column']].flat() : [value];
  return named.filter((one) => typeof one === 'string');
}
export const columnOf = (value: unknown): string | undefined => columnsOf(value)[0];

/** The value with every part replaced for which `change` gives another one. */
export function replacedIn(value: unknown, change: (part: unknown) => unknown): unknown {
  const other = change(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((one) => replacedIn(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replacedIn(one, change)]));
}
