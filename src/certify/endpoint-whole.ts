// What is known only when everything has been played: the time and the status of all answers, and whether the orders are known.
import type { ScenarioExchange } from '../sandbox/scenarios/result.ts';
import type { RetailerCheckId } from '../sandbox/scenarios/retailer-checks.ts';
import { exchangeOf, type Findings } from './endpoint-findings.ts';
import type { OwnOrder } from './endpoint-own-order.ts';
import { BASICS } from './endpoint-plan.ts';

/** @param exchanges all that were made; most are looked at here only @param own what a return of an order of the retailer's own showed */
export function judgeWhole(
  exchanges: readonly ScenarioExchange[],
  answerMs: number,
  findings: Findings,
  own: OwnOrder | undefined,
): void {
  judgeTimes(exchanges, answerMs, findings);
  judgeStatus(exchanges, findings);
  judgeOrders(findings, own);
}

function judgeTimes(exchanges: readonly ScenarioExchange[], answerMs: number, findings: Findings): void {
  const tried = exchanges.filter(({ status, fault }) => status !== null || fault === 'timeout');
  const late = tried.filter(({ status, ms }) => status === null || ms > answerMs);
  const slowest = [...tried].sort((a, b) => b.ms - a.ms).slice(0, 3);
  const limit = `the limit is ${answerMs} ms (--answer), the interface names none`;
  if (tried.length === 0) return;
  const shown = (late.length > 0 ? late.slice(0, 5) : slowest).map(exchangeOf);
  const evidence =
    late.length > 0
      ? `${late.length} of ${tried.length} answers came too late, ${shown[0]!.request}: ${shown[0]!.answer}; ${limit}`
      : `the slowest of ${tried.length} answers took ${slowest[0]!.ms} ms; ${limit}`;
  findings[late.length > 0 ? 'failed' : 'passed']('messages.answered-in-time', {
    evidence,
    exchanges: shown,
  });
}

const isSuccess = ({ status }: ScenarioExchange): boolean => status !== null && status >= 200 && status < 300;

function judgeStatus(exchanges: readonly ScenarioExchange[], findings: Findings): void {
  const successes = exchanges.filter(isSuccess);
  const others = successes.filter(({ status }) => status !== 200);
  // What a request for variants got says nothing about messages.
  if (!exchanges.some((one) => one.rma_status !== null && isSuccess(one))) {
    const [cause] = BASICS.filter(findings.hasFailed);
    if (cause) findings.open('messages.status', cause);
    return;
  }
  const shown = (others.length > 0 ? others : successes).slice(0, 3).map(exchangeOf);
  const evidence =
    others.length > 0
      ? `${others.length} of ${successes.length} successes are not 200, ${shown[0]!.request}: ${shown[0]!.answer}`
      : `all ${successes.length} successes are 200`;
  findings[others.length > 0 ? 'failed' : 'passed']('messages.status', { evidence, exchanges: shown });
}

/** Nothing of this happens when the given orders are not known; an exchange order may be answered blindly. */
const NEEDS_ORDERS: readonly RetailerCheckId[] = ['refunds.at-scan', 'refunds.on-receipt', 'refunds.keep'];
const NEEDS_MORE: readonly RetailerCheckId[] = ['exchanges.answered', 'exchanges.shipped'];

/** These show it when they pass. */
const GOOD_SHOWS: readonly RetailerCheckId[] = [...NEEDS_ORDERS, 'exchanges.shipped', 'refunds.snapshot'];

/** A wrong refund of a given order shows that it is known, too. */
const SHOWS_ORDERS: readonly RetailerCheckId[] = [
  'refunds.full-amount',
  'refunds.amount',
  'refunds.once',
  'refunds.unasked',
  'refunds.line',
  'refunds.closed',
];

/** What shows that the given orders are known, and what may say that they are not. */
function seenOfOrders({ hasPassed, hasFailed }: Findings) {
  const good = [...GOOD_SHOWS.filter(hasPassed), ...SHOWS_ORDERS.filter(hasFailed)];
  return { good, bad: [...NEEDS_ORDERS, ...NEEDS_MORE].filter(hasFailed) };
}

/** Nothing that needs a given order worked. */
export function areOrdersUnseen(findings: Findings): boolean {
  const { good, bad } = seenOfOrders(findings);
  return good.length === 0 && bad.length > 1;
}

/** One failure may be a fault of its own; when nothing works that needs an order, it is one cause. */
function judgeOrders(findings: Findings, own: OwnOrder | undefined): void {
  const { good, bad } = seenOfOrders(findings);
  if (own?.isRefunded === false)
    findings.passed('messages.orders-known', {
      evidence: `not asked with a given order: ${own.order} was posted by your side, and its return ${own.rma} brought no refund either, so it does not refund at all`,
      exchanges: [],
    });
  else if (good.length > 0)
    findings.passed('messages.orders-known', { evidence: `seen by ${good.join(', ')}`, exchanges: [] });
  else if (bad.length > 1) {
    const exchanges = findings
      .checks()
      .filter(({ id }) => (bad as readonly string[]).includes(id))
      .flatMap((check) => (check.exchanges ?? []).slice(-2));
    findings.excuse(bad, 'messages.orders-known');
    findings.failed('messages.orders-known', {
      evidence: `nothing that needs a given order works (${bad.join(', ')}): ${own ? `your side does not know the orders: ${own.order}, which it posted itself, was refunded when it was returned` : 'your side does not know the orders, or posts its snapshots to another address than the sandbox of this run, or never refunds'}`,
      exchanges,
    });
  } else {
    const unseen: readonly RetailerCheckId[] = [...bad, 'refunds.snapshot', ...BASICS];
    const cause = unseen.find(findings.hasFailed);
    if (cause) findings.open('messages.orders-known', cause);
  }
}
