// The draft that the guided form fills: each answer is checked by the rules, and becomes a field of the ASN.

import { stepsText } from '../../basics/json-text.ts';
import { asnField, type Step } from '../../contract/asn-fields.ts';
import type { Finding } from '../../contract/finding.ts';
import { completeShipDate } from '../../contract/ship-date.ts';

/** An answer as the summary lists it. */
export interface GivenAnswer {
  readonly label: string;
  /** Empty when the field was left out. */
  readonly value: string;
}

export interface TextOptions {
  readonly initial?: string | undefined;
  /** An empty answer omits the field. */
  readonly optional?: boolean;
  readonly also?: (answer: string) => string | undefined;
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

export class FormDraft {
  readonly asn: Draft = {};
  readonly answers: GivenAnswer[] = [];

  constructor(private readonly known: FormContext) {}

  /** Lists an answer in the summary. */
  remember(message: string, value: string): void {
    // `Ship date` for `Ship date (YYYY-MM-DD)`.
    const label = message.replace(/ ?\([^)]*\)/g, '');
    this.answers.push({ label, value });
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

  *text(path: readonly Step[], message: string, options: TextOptions = {}): Form<void> {
    const { also: _, ...shown } = options;
    const check = (text: string) => this.complaint(path, text, options);
    const answer = yield { kind: 'text', key: stepsText(path), message, ...shown, check };
    const value = answer === '' ? undefined : asField(path, answer);
    this.put(path, value);
    this.remember(message, Array.isArray(value) ? value.join('|') : String(value ?? ''));
  }

  *choose(path: readonly Step[], message: string, choices: readonly Choice[]): Form<void> {
    const answer = yield { kind: 'choose', key: stepsText(path), message, choices };
    this.put(path, answer);
    this.remember(message, answer);
  }

  /** The sentence of the first rule that the field would violate with this value. */
  private complaint(
    path: readonly Step[],
    text: string,
    { optional, also }: TextOptions,
  ): string | undefined {
    if (text === '') return optional ? undefined : 'It cannot be empty.';
    const value = asField(path, text);
    if (typeof value === 'string' && asnField(path)?.kind === 'integer') return 'Write a whole number.';
    const old = this.at(path);
    this.put(path, value);
    const finding = this.known
      .checks(this.asn)
      .find(({ severity, path: where }) => severity === 'error' && where === stepsText(path));
    this.put(path, old);
    return finding ? this.known.sentence(finding) : also?.(text);
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

/** Converts an answer to the type of the schema: an integer, a list separated by `|`, or text. */
function asField(path: readonly Step[], text: string): unknown {
  const kind = asnField(path)?.kind;
  if (kind === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === 'list') return text.split('|').map((part) => part.trim());
  return stepsText(path) === 'ship_date' ? completeShipDate(text) : text;
}

/** `key`: the path of the field, or what else tells the question from others; a form may ask it several times. */
export type Question = { readonly key: string; readonly message: string } & (
  | (Pick<TextOptions, 'initial' | 'optional'> & {
      readonly kind: 'text';
      /** The problem of an answer, or undefined when it is valid. */
      readonly check: (answer: string) => string | undefined;
    })
  | { readonly kind: 'choose'; readonly choices: readonly Choice[] }
  | { readonly kind: 'confirm' }
);

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
