// What each check of `certify` came to, from what was played and the causes of what failed.
import type { Cause } from './causes.ts';
import type { Found } from './found.ts';
import type { ScenarioCause, ScenarioExchange } from './result.ts';
import { RETAILER_CHECK_IDS, RETAILER_CHECKS, type RetailerCheckId } from './retailer-checks.ts';
import type { PlayedScenario } from './run-scenario.ts';

/** What one check of `certify` came to. */
export interface RetailerResult {
  readonly id: RetailerCheckId;
  readonly result: 'passed' | 'failed' | 'not_tried';
  /** What was seen, or why it was not tried. */
  readonly evidence: string;
  /** Of a failed one: what to change; of a passed one: what to know. */
  readonly hint?: string | undefined;
  readonly exchanges: readonly ScenarioExchange[];
}

export const GIFT =
  'gift_refund_only cannot be seen from here: a refund of the interface does not say who gets the money';

/** Passed checks of a kind show these as well. */
const SHOWN: Readonly<Record<string, readonly RetailerCheckId[]>> = {
  answered: ['messages.reachable', 'messages.answered-in-time'],
  'refund-arrives': ['refunds.snapshot', 'messages.kept', 'refunds.line', 'messages.orders-known'],
  'refund-once': ['refunds.newer', 'refunds.currency', 'refunds.times', 'refunds.ahead'],
  'exchange-order': ['messages.orders-known'],
};

const MOST_EXCHANGES = 12;

/** What each check came to: a check fails for the causes that it has, and for nothing else. */
export function resultsOf(
  causes: readonly Cause[],
  played: readonly PlayedScenario[],
  exchanges: readonly ScenarioExchange[],
  others: readonly Found[],
  isInterrupted: boolean,
): RetailerResult[] {
  const shown = new Map<RetailerCheckId, { evidence: string; exchanges: readonly ScenarioExchange[] }>();
  const show = (id: RetailerCheckId | undefined, evidence: string, seen: readonly ScenarioExchange[]) => {
    if (id !== undefined && !shown.has(id)) shown.set(id, { evidence, exchanges: seen });
  };
  for (const { id, evidence } of others) show(id, evidence, []);
  for (const { scenario, checks, leftOut, notTried } of played) {
    const seen = checks.flatMap((check) => check.exchanges ?? []);
    for (const { kind, id, passed, evidence } of checks)
      if (passed)
        for (const one of [id, ...(SHOWN[kind] ?? [])]) show(one, `${scenario.name}: ${evidence}`, seen);
    const isGood = checks.length > 0 && checks.every(({ passed }) => passed) && leftOut.length === 0;
    if (isGood && notTried === undefined)
      for (const id of scenario.about ?? []) show(id, `${scenario.name}: ${checks.at(-1)!.evidence}`, seen);
  }
  const successes = exchanges.filter(({ status }) => status !== null && status < 300);
  const odd = successes.filter(({ status }) => status !== 200);
  if (successes.some((one) => one.rma_status !== null))
    show(
      'messages.status',
      odd.length === 0
        ? `all ${successes.length} successes are 200`
        : `the interface shows 200: ${odd.length} of ${successes.length} successes are not, ${exchangeText(odd[0]!)}`,
      odd.length === 0 ? successes.slice(0, 3) : odd.slice(0, 3),
    );
  const whyNot = (id: RetailerCheckId): string => {
    if (id === 'refunds.gift') return GIFT;
    if (isInterrupted) return 'because the run was interrupted';
    const about = played.filter(({ scenario }) => scenario.about?.includes(id));
    const reason = about
      .map(
        ({ notTried, leftOut }) =>
          notTried ?? leftOut.find((text) => /your side needs/.test(text))?.replace(/^[^:]*: /, ''),
      )
      .find((one) => one !== undefined);
    const [first] = causes;
    if (reason !== undefined) return reason;
    if (first !== undefined && first.id !== '') return `because ${first.id} failed`;
    return 'nothing that was played says anything about it';
  };
  return RETAILER_CHECK_IDS.map((id): RetailerResult => {
    const own = causes.filter((cause) => cause.id === id);
    const seen = shown.get(id);
    if (own.length > 0) {
      const requests = own.flatMap(({ failures }) => failures.flatMap(({ found }) => found.exchanges ?? []));
      return {
        id,
        result: 'failed',
        evidence: own.map((cause) => `${cause.evidence}${alsoText(cause)}`).join('; '),
        hint: own.map(({ hint }) => hint).join(' '),
        exchanges: (requests.length > 0 ? requests : exchanges).slice(-MOST_EXCHANGES),
      };
    }
    if (!seen || id === 'refunds.gift')
      return { id, result: 'not_tried', evidence: whyNot(id), exchanges: [] };
    const hint = id === 'messages.status' && odd.length > 0 ? RETAILER_CHECKS[id][2] : undefined;
    return {
      id,
      result: 'passed',
      evidence: seen.evidence,
      hint,
      exchanges: seen.exchanges.slice(-MOST_EXCHANGES),
    };
  });
}

const alsoText = ({ others }: ScenarioCause): string =>
  others === 0 ? '' : `; also in ${others} other ${others === 1 ? 'scenario' : 'scenarios'}`;

export const exchangeText = (one: ScenarioExchange): string => `${one.request}: ${answerText(one)}`;

const WHY: Readonly<Record<string, string>> = {
  timeout: 'the time was over',
  refused: 'the connection was refused',
  dropped: 'the connection was closed without an answer',
  dns: 'the name of the host is not known',
  tls: 'TLS failed',
  outage: 'the sandbox played an outage',
};

/** `200 in 12 ms`, or why no answer came. */
export const answerText = ({ status, fault, ms, answer: said }: ScenarioExchange): string =>
  status === null
    ? `no answer after ${ms} ms: ${WHY[fault ?? ''] ?? fault ?? 'unknown'}`
    : `${status} in ${ms} ms${said === undefined ? '' : `: ${said}`}`;
