// What a guided form asks by yielding, and what it knows before the first question.
import type { Finding } from '../contract/finding.ts';

export type Question =
  | {
      readonly kind: 'text';
      readonly message: string;
      readonly initial?: string | undefined;
      /** What is wrong with an answer, or undefined when it is good. */
      readonly check: (answer: string) => string | undefined;
    }
  | {
      readonly kind: 'choose';
      readonly message: string;
      readonly choices: readonly { readonly value: string; readonly text: string }[];
      readonly initial?: string | undefined;
    }
  | { readonly kind: 'confirm'; readonly message: string; readonly initial: boolean };

/** Answers as they are sent back: a text, a chosen value, `yes` or `no`. */
export type Form<T> = Generator<Question, T, string>;

/** What is known before the first question. */
export interface Known {
  /** Programs that ASNs are recorded for, the one used last first. */
  readonly programs: readonly string[];
  /** Where the ASN that was recorded last came from and went to. */
  readonly from: unknown;
  readonly to: unknown;
  /** How a number is recorded already, in words; undefined when it is not. */
  recorded(program: string, number: string): string | undefined;
  /** Every rule over an ASN that is not finished yet, those against other ASNs, too. */
  checks(asn: Draft): readonly Finding[];
  sentence(finding: Finding): string;
}

export type Draft = Record<string, unknown>;
