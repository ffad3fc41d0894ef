import type { ScenarioCause, Verdict } from '../sandbox/judge.ts';
import type { Check } from './types.ts';
export interface EndpointOutcome {
  readonly answered: boolean | null;
  readonly causes: readonly ScenarioCause[];
  readonly lacks: readonly string[];
  readonly checks: readonly Check[];
}
export const endpointOutcome = (v: Verdict): EndpointOutcome => v;
