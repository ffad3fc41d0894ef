// What a check of a scenario found, before the causes are known: with what only the judge needs.
import type { Reason } from './amounts.ts';
import type { ScenarioCheck } from './result.ts';
import type { RetailerCheckId } from './retailer-checks.ts';

export interface Found extends ScenarioCheck {
  /** The check of `returns certify` that it shows when it passed, and is about when it failed. */
  readonly id?: RetailerCheckId | undefined;
  /** Of an answer that was no success: answers of one group are refused for one reason. */
  readonly group?: RetailerCheckId | undefined;
  /** Of a wrong amount: what may explain it. */
  readonly reasons?: readonly Reason[];
  /** Of a missing refund: which one. */
  readonly refund?: number;
  /** What to change, where what was seen says it more exactly than the check does. */
  readonly hint?: string;
}
