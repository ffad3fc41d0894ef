// What a check says: a code, a place and arguments. Words are made at the edge, from the rule's own text.
import type { Fixed } from './fixed.ts';

export type Severity = 'error' | 'warning' | 'note';

/** Values that a rule's sentence needs. Identifiers, codes, numbers and lengths only: never personal data. */
export type FindingArguments = Readonly<Record<string, string | number | boolean | null>>;

export interface Finding {
  /** Stable and dotted: `order.total.unexplained`. */
  readonly code: string;
  readonly severity: Severity;
  /** Field path inside the message (of one order, one ASN ...): `items[0].sku`; empty for the message itself. */
  readonly path: string;
  readonly args: FindingArguments;
}

/** A rule as `returns explain` prints it. The check itself stands beside it in the same file. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** Not looked for unless a level asks for it; `severity` is then what it would be. */
  readonly isOff?: true;
  /** Why, and where, no level can lower it. */
  readonly fixed?: Fixed;
  /** One line: what the rule demands. */
  readonly title: string;
  /** Why, and what to do; one to four sentences. */
  readonly explanation: string;
  /** The heading in the interface the rule comes from, or `field notes` or `this tool`. */
  readonly source: string;
  /** The sentence of one finding: what was expected and found. */
  readonly say: (args: FindingArguments, path: string) => string;
  /** A message (or the part that matters) that keeps the rule, and one that breaks it and only it. */
  readonly good: unknown;
  readonly bad: unknown;
}
