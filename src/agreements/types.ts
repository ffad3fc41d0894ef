// An agreement: a question that the interface leaves open, and the answer of a profile.
import type { Answer } from '../storage/agreements.ts';

export interface Question {
  /** Words with hyphens; those of the sandbox's assumptions have underscores. Never renamed after a release. */
  readonly id: string;
  readonly question: string;
  /** Heading of the interface, and what it says or that it is silent. */
  readonly interface: string;
  /** The words that can be chosen; one with a space describes a form. */
  readonly choices: readonly string[];
  readonly form?: RegExp;
  /** What is done while there is no answer. */
  readonly initial?: string;
  /** Something that the sandbox had to decide. */
  readonly isAssumed?: boolean;
}

export interface Agreement extends Question {
  readonly answer: Answer | undefined;
}
