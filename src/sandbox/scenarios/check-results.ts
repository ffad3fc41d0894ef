// The answers to all questions: what each came to, from what was played and the causes of what failed.
import type { Cause } from './causes.ts';
import { answerText, exchangeText } from './evidence.ts';
import { QUESTIONS, type Question, type RetailerCheckId } from './questions.ts';
import type { Found, ScenarioExchange } from './result.ts';
import type { PlayedScenario } from './run-scenario.ts';

/** A request and what came back. Personal data and secrets are not in it. */
export interface Exchange {
  /** ms since the epoch, real time. */
  readonly at: number;
  /** `POST /rmas RMA-7 CREATED, TRANSIT`. */
  readonly request: string;
  /** `200 in 12 ms`, or why no answer came. */
  readonly answer: string;
  /** ms; null when no answer came. */
  readonly ms: number | null;
}

export interface Check<Id extends string = string> extends Question<Id> {
  readonly result: 'passed' | 'failed' | 'not_tried';
  /** What was seen, in words; for `not_tried` the reason. Never empty; may have several lines. */
  readonly evidence: string;
  /** Worth reading although it passed: a warning, sums of money, what is assumed. */
  readonly notable?: true;
  readonly exchanges?: readonly Exchange[];
}

export const GIFT =
  'gift_refund_only cannot be seen from here: a refund of the interface does not say who gets the money';

/** What a passed check shows besides its own question, by its kind, or by that question. */
const SHOWN: Readonly<Record<string, readonly RetailerCheckId[]>> = {
  answered: ['messages.reachable', 'messages.answered-in-time'],
  'refund-arrives': ['refunds.snapshot', 'messages.kept', 'refunds.line', 'messages.orders-known'],
  'refund-once': ['refunds.newer', 'refunds.currency', 'refunds.unchanged', 'refunds.times', 'refunds.ahead'],
  'exchange-order': ['messages.orders-known'],
  'variants.answered': ['variants.well-formed', 'variants.offered'],
};

const MOST_EXCHANGES = 12;

/** @param others what was found outside of the scenarios */
export function resultsOf(
  causes: readonly Cause[],
  played: readonly PlayedScenario[],
  exchanges: readonly ScenarioExchange[],
  { others, isInterrupted }: { readonly others: readonly Found[]; readonly isInterrupted: boolean },
): Check<RetailerCheckId>[] {
  const shown = new Map<string | undefined, Pick<Check, 'evidence' | 'exchanges' | 'notable'>>();
  const show = (
    ids: readonly (string | undefined)[],
    evidence: string,
    seen: readonly ScenarioExchange[] = [],
  ) => {
    for (const id of ids) if (!shown.has(id)) shown.set(id, { evidence, ...exchangesOf(seen) });
  };
  for (const { id, evidence } of others) show([id], evidence);
  for (const { scenario, checks, leftOut, notTried } of played) {
    const seen = checks.flatMap((check) => check.exchanges ?? []);
    const good = checks.filter(({ passed }) => passed);
    for (const { kind, id = '', evidence } of good)
      show([id, ...(SHOWN[kind] ?? []), ...(SHOWN[id] ?? [])], `${scenario.name}: ${evidence}`, seen);
    const isWhole = good.length === checks.length && leftOut.length === 0 && notTried === undefined;
    const last = good.at(-1);
    if (isWhole && last) show(scenario.about ?? [], `${scenario.name}: ${last.evidence}`, seen);
  }
  const successes = exchanges.filter(({ status }) => status !== null && status < 300);
  const [odd, ...more] = successes.filter(({ status }) => status !== 200);
  if (odd)
    shown.set('messages.status', {
      evidence: `the interface shows 200: ${more.length + 1} of ${successes.length} successes are not, ${exchangeText(odd)}`,
      notable: true,
      ...exchangesOf([odd]),
    });
  else if (successes.some((one) => one.rma_status !== null))
    show(['messages.status'], `all ${successes.length} successes are 200`);
  const whyNot = (id: RetailerCheckId): string => {
    if (id === 'refunds.gift') return GIFT;
    if (isInterrupted) return 'because the run was interrupted';
    const [reason] = played
      .filter(({ scenario }) => scenario.about?.includes(id))
      .flatMap(({ notTried, leftOut }) => {
        const out = leftOut.filter((text) => text.includes('your side needs'));
        return notTried ?? out.map((text) => text.replace(/^[^:]*: /, ''));
      });
    const blocked = causes[0]?.id ? `because ${causes[0].id} failed` : undefined;
    return reason ?? blocked ?? 'nothing that was played says anything about it';
  };
  return QUESTIONS.map((question): Check<RetailerCheckId> => {
    const { id } = question;
    const own = causes.filter((cause) => cause.id === id);
    const seen = id === 'refunds.gift' ? undefined : shown.get(id);
    if (own.length === 0)
      return seen
        ? { ...question, result: 'passed', ...seen }
        : { ...question, result: 'not_tried', evidence: whyNot(id) };
    const requests = own.flatMap(({ failures }) => failures.flatMap(({ found }) => found.exchanges ?? []));
    return {
      ...question,
      result: 'failed',
      evidence: own.map(({ evidence }) => evidence).join('; '),
      hint: own.map(({ hint }) => hint).join(' '),
      ...exchangesOf(requests.length > 0 ? requests : exchanges),
    };
  });
}

function exchangesOf(all: readonly ScenarioExchange[]): Pick<Check, 'exchanges'> {
  const shown = all.slice(-MOST_EXCHANGES).map((one): Exchange => {
    const { at, request, status, ms } = one;
    return { at, request, answer: answerText(one), ms: status === null ? null : ms };
  });
  return shown.length > 0 ? { exchanges: shown } : {};
}
