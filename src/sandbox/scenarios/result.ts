// What a run of scenarios tells: events while it goes on, and the result at the end.

/** One thing that the retailer's side had to do. */
export interface ScenarioCheck {
  readonly what: string;
  readonly passed: boolean;
  /** What was sent, answered and posted, and when. Without personal data. */
  readonly evidence: string;
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
  readonly failed: number;
  readonly notTried: number;
}

export function countScenarios({ scenarios }: ScenarioResult): ScenarioCounts {
  const notTried = scenarios.filter((one) => one.not_tried !== undefined).length;
  const passed = scenarios.filter((one) => one.passed).length;
  return { passed, failed: scenarios.length - passed - notTried, notTried };
}
