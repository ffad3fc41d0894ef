// Findings and rules: a finding is a code, a path and arguments; its message is made from the rule's text only for output.

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
