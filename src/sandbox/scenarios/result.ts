// What a run of scenarios tells: events while it goes on, and the result at the end.

/** What a check is about, for programs: its sentence may change, this word does not. */
export type ScenarioCheckKind =
  | 'answered'
  | 'answered-in-time'
  | 'exchange-amount'
  | 'exchange-order'
  | 'message-lost'
  | 'no-message'
  | 'no-refund'
  | 'not-offered'
  | 'refund-amount'
  | 'refund-arrives'
  | 'refund-kept'
  | 'refund-named'
  | 'refund-once'
  | 'refund-units'
  | 'same-exchange-order'
  | 'snapshots-accepted'
  | 'snapshots-ahead'
  | 'snapshots-currency'
  | 'snapshots-newer'
  | 'snapshots-times'
  | 'status'
  | 'step'
  | 'unauthorized'
  | 'variants';

/** One request to the retailer's endpoint and its answer. Of bodies, only the beginning of an answer that was no success. */
export interface ScenarioExchange {
  /** ms since the epoch, real time. */
  readonly at: number;
  /** `POST /rmas RMA-7 CREATED, TRANSIT`. */
  readonly request: string;
  /** Status of the RMA in the message; null for other requests. */
  readonly rma_status: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  /** Why no answer came: `timeout`, `refused`, `dropped`, `dns`, `tls`, `outage`; null otherwise. */
  readonly fault: string | null;
  /** Time of the answer, ms. */
  readonly ms: number;
  /** The beginning of an answer that was no success, escaped, without e-mail addresses and secrets. Absent when it had no body. */
  readonly answer?: string;
}

/** One thing that the retailer's side had to do. */
export interface ScenarioCheck {
  /** Of a failed check: what is wrong. A refund that the service refused is `snapshots-accepted`, not `refund-arrives`. */
  readonly kind: ScenarioCheckKind;
  readonly what: string;
  readonly passed: boolean;
  /** What was sent, answered and posted, and when. */
  readonly evidence: string;
  /** Of a failed check: the check of `returns certify` that it is about. Absent when the sandbox refused a step. */
  readonly cause?: string;
  /** Of a failed check: what to change, in one line. */
  readonly hint?: string;
  /** What was sent since the check before; at most 20, the first and the last. Absent when nothing was. */
  readonly exchanges?: readonly ScenarioExchange[];
}

export interface ScenarioOutcome {
  readonly name: string;
  /** False also when it was not tried. */
  readonly passed: boolean;
  readonly checks: readonly ScenarioCheck[];
  /** Why it was not tried; absent when it was. */
  readonly not_tried?: string;
  /** Steps that were left out, with the reason; absent when there is none. */
  readonly left_out?: readonly string[];
}

/** The document of `scenario run --json`. */
export interface ScenarioResult {
  readonly schema: 'scenario-result/1';
  readonly scenarios: readonly ScenarioOutcome[];
}

export type ScenarioEvent =
  | { readonly type: 'begin'; readonly name: string; readonly title: string }
  | { readonly type: 'check'; readonly check: ScenarioCheck }
  /** A step of a scenario that was left out. */
  | { readonly type: 'left-out'; readonly text: string }
  | { readonly type: 'end'; readonly outcome: ScenarioOutcome; readonly ms: number };

export interface ScenarioCounts {
  readonly passed: number;
  /** Nothing of these failed, but steps of them were not tried. */
  readonly partly: number;
  readonly failed: number;
  readonly notTried: number;
}

export const isPartly = ({ passed, left_out: leftOut = [] }: ScenarioOutcome): boolean =>
  passed && leftOut.length > 0;

export function countScenarios({ scenarios }: ScenarioResult): ScenarioCounts {
  const notTried = scenarios.filter((one) => one.not_tried !== undefined).length;
  const good = scenarios.filter((one) => one.passed).length;
  const partly = scenarios.filter(isPartly).length;
  return { passed: good - partly, partly, failed: scenarios.length - good - notTried, notTried };
}

/** Restarts the retailer's side. A text that it resolves with says why that failed. */
export type Restart = () => Promise<unknown>;
