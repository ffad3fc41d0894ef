// The types of the questions that a guided form yields, and what it knows before the first one.
import type { Finding } from '../contract/finding.ts';

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
