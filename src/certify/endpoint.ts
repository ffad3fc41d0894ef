// The areas messages, variants, exchanges and refunds of a certification: what the judge of the sandbox says, as checks.
import { answerText, type RetailerResult, type ScenarioCause, type Verdict } from '../sandbox/judge.ts';
import { ENDPOINT_SUBJECTS } from './checks.ts';
import type { Check } from './types.ts';

export interface EndpointOutcome {
  /** False: no request got any answer. */
  readonly answered: boolean | null;
  readonly causes: readonly ScenarioCause[];
  /** Flags with which more could be tried. */
  readonly lacks: readonly string[];
  /** One for each of ENDPOINT_SUBJECTS, in their order. */
  readonly checks: readonly Check[];
}

export const endpointOutcome = ({ answered, causes, lacks, checks }: Verdict): EndpointOutcome => ({
  answered,
  causes,
  lacks,
  checks: checks.map(checkOf),
});

function checkOf({ id, result, evidence, hint, exchanges }: RetailerResult): Check {
  const subject = ENDPOINT_SUBJECTS.find((one) => one.id === id)!;
  const shown = exchanges.map((one) => ({
    at: one.at,
    request: one.request,
    answer: answerText(one),
    ms: one.status === null ? null : one.ms,
  }));
  return {
    ...subject,
    result,
    evidence,
    hint: hint ?? subject.hint,
    ...(result === 'passed' && hint !== undefined && { notable: true as const }),
    ...(shown.length > 0 && { exchanges: shown }),
  };
}
