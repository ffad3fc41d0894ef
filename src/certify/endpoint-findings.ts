// What is known so far of a retailer's endpoint: results by check, and from them whether each passed, failed, or why it is open.
import type { ScenarioExchange } from '../sandbox/scenarios/result.ts';
import type { RetailerCheckId } from '../sandbox/scenarios/retailer-checks.ts';
import { ENDPOINT_SUBJECTS } from './checks.ts';
import type { Check, Exchange } from './types.ts';

/** One thing that was seen about a check. */
export interface Seen {
  /** In words, without personal data. */
  readonly evidence: string;
  readonly exchanges: readonly Exchange[];
  /** What to do, where more is known than the check itself says. */
  readonly hint?: string | undefined;
}

/** Another check that failed, or a reason in words. */
export type Cause = RetailerCheckId | { readonly reason: string };

interface State {
  readonly passed: Seen[];
  readonly failed: Seen[];
  because?: Cause;
  lacks?: string;
}

const MOST_EXCHANGES = 12;
/** One mistake is seen in many scenarios. */
const MOST_SAID = 3;

export class Findings {
  private readonly states = new Map<RetailerCheckId, State>(
    ENDPOINT_SUBJECTS.map(({ id }) => [id, { passed: [], failed: [] }]),
  );
  private of = (id: RetailerCheckId): State => this.states.get(id)!;

  passed = (id: RetailerCheckId, seen: Seen): void => void this.of(id).passed.push(seen);
  failed = (id: RetailerCheckId, seen: Seen): void => void this.of(id).failed.push(seen);

  /** It cannot pass any more: a part of it was not looked at. */
  open(id: RetailerCheckId, because: Cause): void {
    this.of(id).because ??= because;
  }

  /** It cannot be looked at with this retailer; it passes by what else is seen. */
  lacks(id: RetailerCheckId, reason: string): void {
    this.of(id).lacks ??= reason;
  }

  hasFailed = (id: RetailerCheckId): boolean => this.of(id).failed.length > 0;
  hasPassed = (id: RetailerCheckId): boolean => this.of(id).passed.length > 0;

  /** Failures of these are the consequence of another one. */
  excuse(ids: readonly RetailerCheckId[], because: RetailerCheckId): void {
    for (const id of ids) {
      const state = this.of(id);
      state.failed.length = 0;
      state.because = because;
    }
    for (const state of this.states.values())
      if (typeof state.because === 'string' && ids.includes(state.because)) state.because = because;
  }

  checks = (): readonly (Check & { readonly id: RetailerCheckId })[] =>
    ENDPOINT_SUBJECTS.map((subject) => ({ ...subject, ...resultOf(this.of(subject.id)) }));
}

function resultOf(state: State): Pick<Check, 'result' | 'evidence' | 'exchanges'> & { hint?: string } {
  const { passed, failed, because } = state;
  if (failed.length > 0) return { result: 'failed', ...merged(failed) };
  if (passed.length === 0 || because !== undefined) return { result: 'not_tried', evidence: reasonOf(state) };
  return { result: 'passed', ...merged(passed) };
}

function reasonOf({ because, lacks }: State): string {
  if (typeof because === 'string') return `because ${because} failed`;
  return because?.reason ?? lacks ?? 'nothing that was played says anything about it';
}

function merged(seen: readonly Seen[]): { evidence: string; hint?: string; exchanges?: readonly Exchange[] } {
  const said = [...new Set(seen.map(({ evidence }) => evidence))];
  const hint = seen.find((one) => one.hint !== undefined)?.hint;
  const more = said.length > MOST_SAID ? `; and ${said.length - MOST_SAID} more` : '';
  const exchanges = seen.flatMap((one) => one.exchanges).slice(-MOST_EXCHANGES);
  return {
    evidence: said.slice(0, MOST_SAID).join('; ') + more,
    ...(hint !== undefined && { hint }),
    ...(exchanges.length > 0 && { exchanges }),
  };
}

const WHY: Readonly<Record<string, string>> = {
  timeout: 'the time was over',
  refused: 'the connection was refused',
  dropped: 'the connection was closed without an answer',
  dns: 'the name of the host is not known',
  tls: 'TLS failed',
  outage: 'the sandbox played an outage',
};

export const exchangeOf = ({ at, request, status, fault, ms, answer: said }: ScenarioExchange): Exchange =>
  status === null
    ? { at, request, answer: `no answer after ${ms} ms: ${WHY[fault ?? ''] ?? fault ?? 'unknown'}`, ms: null }
    : { at, request, answer: `${status} in ${ms} ms${said === undefined ? '' : `: ${said}`}`, ms };
