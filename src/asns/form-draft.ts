// The draft that the guided form fills. Each question belongs to a field, is checked by the rules, and can be
// asked again.

import { stepsText } from '../basics/json-text.ts';
import { asnField, type Step } from '../contract/asn-fields.ts';
import type { Finding } from '../contract/finding.ts';
import { completeShipDate } from '../contract/ship-date.ts';

/** An answer that the user gave, as the summary lists it. */
export interface GivenAnswer {
  readonly path: readonly Step[];
  readonly label: string;
  /** The answer as typed; empty when there was none. */
  value(): string;
  /** The same question again, with the answer as its default. */
  again(): Form<void>;
}

export interface TextOptions {
  readonly initial?: string | undefined;
  /** An empty answer omits the field. */
  readonly optional?: boolean;
  /** A correction can remove the field. */
  readonly removable?: boolean;
  readonly also?: (answer: string) => string | undefined;
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

export class FormDraft {
  private readonly given = new Map<string, GivenAnswer>();
  /** True while an answer is corrected: then it must not cause errors in other fields either. */
  private correcting = false;

  constructor(
    readonly asn: Draft,
    private readonly known: FormContext,
  ) {}

  /** In the order of the ASN, not in the order in which they were given. */
  answers(): GivenAnswer[] {
    return [...this.given.values()].sort((a, b) => inOrder(a.path, b.path));
  }

  *correct(answer: GivenAnswer): Form<void> {
    this.correcting = true;
    yield* answer.again();
    this.correcting = false;
  }

  /** Adds an answer to the list, or replaces the one with the same path. */
  remember(answer: GivenAnswer): void {
    this.given.set(stepsText(answer.path), answer);
  }

  /** Removes a field, and the answers for it and for the fields below it. */
  forget(path: readonly Step[]): void {
    const text = stepsText(path);
    for (const key of this.given.keys())
      if (key === text || key.startsWith(`${text}.`) || key.startsWith(`${text}[`)) this.given.delete(key);
    this.put(path, undefined);
  }

  at(path: readonly Step[]): unknown {
    return path.reduce<unknown>(
      (value, step) => (value as Record<Step, unknown> | undefined)?.[step],
      this.asn,
    );
  }

  put(path: readonly Step[], value: unknown): void {
    const into = this.at(path.slice(0, -1)) as Record<Step, unknown>;
    if (value === undefined) delete into[path.at(-1)!];
    else into[path.at(-1)!] = value;
  }

  /** The value of a field as the user would type it. */
  textAt(path: readonly Step[]): string | undefined {
    const value = this.at(path);
    if (Array.isArray(value)) return value.join('|');
    return value === undefined ? undefined : String(value);
  }

  *text(path: readonly Step[], message: string, options: TextOptions = {}): Form<void> {
    const { initial, optional = false, removable = false } = options;
    // An empty answer means the default, so removing the field needs a special answer.
    const clear = initial !== undefined && (optional || removable) ? NONE : undefined;
    const hint = clear ? ` (${clear} for none)` : optional ? ' (empty for none)' : '';
    const answer = yield {
      kind: 'text',
      message: message + hint,
      initial,
      check: (text) => (text === clear ? undefined : this.complaint(path, text, options)),
    };
    if (answer === clear && removable) return this.forget(path);
    const none = answer === clear || (answer === '' && optional);
    this.put(path, none ? undefined : asField(path, answer));
    this.remember({
      path,
      label: labelOf(message),
      value: () => this.textAt(path) ?? '',
      again: () => this.text(path, message, { ...options, initial: this.textAt(path) }),
    });
  }

  *choose(path: readonly Step[], message: string, choices: readonly Choice[], initial?: string): Form<void> {
    this.put(path, yield { kind: 'choose', message, choices, initial });
    this.remember({
      path,
      label: labelOf(message),
      value: () => this.textAt(path) ?? '',
      again: () => this.choose(path, message, choices, this.textAt(path)),
    });
  }

  /** The sentence of the first rule that the field would violate with this value. */
  private complaint(path: readonly Step[], text: string, options: TextOptions): string | undefined {
    if (text === '') return options.optional ? undefined : 'It cannot be empty.';
    const value = asField(path, text);
    if (typeof value === 'string' && asnField(path)?.kind === 'integer') return 'Write a whole number.';
    const where = stepsText(path);
    // A unit that also is in a later line gives a finding there, not here. So new findings in other fields
    // count too.
    const before = new Set(this.correcting ? this.errors().map(nameOf) : []);
    const old = this.at(path);
    this.put(path, value);
    const finding = this.errors().find(
      (one) => one.path === where || (this.correcting && !before.has(nameOf(one))),
    );
    this.put(path, old);
    if (!finding) return options.also?.(text);
    const sentence = this.known.sentence(finding);
    return finding.path === where ? sentence : `${finding.path}: ${sentence}`;
  }

  private errors() {
    return this.known.checks(this.asn).filter(({ severity }) => severity === 'error');
  }

  /** The next line identifier: the last one plus 1 when it is a number, otherwise the number of lines. */
  nextLine(): string {
    const last = this.lastOf('line_identifier');
    const lines = this.lines().length;
    return last !== undefined && /^\d{1,15}$/.test(last) ? String(Number(last) + 1) : String(lines);
  }

  /** The value of the field in the line before. */
  lastOf(field: string): string | undefined {
    const value = this.lines().at(-2)?.[field];
    return typeof value === 'string' ? value : undefined;
  }

  private lines(): Draft[] {
    return (this.asn['cartons'] as Draft[]).flatMap((carton) => (carton['details'] ?? []) as Draft[]);
  }
}

/** The answer that removes a value. */
const NONE = '-';

const nameOf = ({ code, path }: { code: string; path: string }) => `${code} ${path}`;

/** Removes the hint in parentheses: `Ship date` from `Ship date (YYYY-MM-DD)`. */
export const labelOf = (message: string): string => message.replace(/ ?\([^)]*\)/g, '');

/** Converts an answer to the type of the schema: an integer, a list separated by `|`, or text. */
function asField(path: readonly Step[], text: string): unknown {
  const kind = asnField(path)?.kind;
  if (kind === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === 'list') return text.split('|').map((part) => part.trim());
  return stepsText(path) === 'ship_date' ? completeShipDate(text) : text;
}

/** The order of the questions. Fields that are asked only on request come last. */
const ASKED = [
  ...['program_identifier', 'from', 'to', 'asn_number', 'details_type', 'status', 'ship_date'],
  ...['tracking_number', 'carrier', 'shipment_identifier', 'cartons', 'identifier', 'type', 'reference'],
  ...['line_identifier', 'unit_identifier', 'sku', 'quantity', 'details'],
];

function inOrder(a: readonly Step[], b: readonly Step[]): number {
  const rank = (step: Step | undefined) => {
    if (step === undefined) return -1;
    if (typeof step === 'number') return step;
    const place = ASKED.indexOf(step);
    return place < 0 ? ASKED.length : place;
  };
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = rank(a[i]) - rank(b[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

export type Question =
  | {
      readonly kind: 'text';
      readonly message: string;
      readonly initial?: string | undefined;
      /** The problem of an answer, or undefined when it is valid. */
      readonly check: (answer: string) => string | undefined;
    }
  | {
      readonly kind: 'choose';
      readonly message: string;
      readonly choices: readonly { readonly value: string; readonly text: string }[];
      readonly initial?: string | undefined;
    }
  | { readonly kind: 'confirm'; readonly message: string; readonly initial: boolean };

/** A form receives each answer as text: free text, a chosen value, `yes` or `no`. */
export type Form<T> = Generator<Question, T, string>;

/** What is known before the first question. */
export interface FormContext {
  /** Programs of recorded ASNs, the last used first. */
  readonly programs: readonly string[];
  /** `from` and `to`: origin and destination of the ASN that was recorded last. */
  readonly from: unknown;
  readonly to: unknown;
  /** How the ASN is recorded, in words; undefined when it is not recorded. */
  recorded(program: string, number: string): string | undefined;
  /** Applies every rule to an unfinished ASN, including those that compare with other ASNs. */
  checks(asn: Draft): readonly Finding[];
  sentence(finding: Finding): string;
}

export type Draft = Record<string, unknown>;
