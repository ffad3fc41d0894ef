// From what failed to what is wrong: each mistake once. What was seen decides, then the scenario; what another cause explains is none
// of its own. Pure: it is asked once, when everything has been played.
import { REASONS, type Reason } from './amounts.ts';
import type { Found } from './found.ts';
import { MARKS, OLDER } from './marks.ts';
import type { ExpectedRefund } from './play.ts';
import { type ScenarioCause, SYMPTOMS, type Symptom } from './result.ts';
import { ASKING, type RetailerCheckId, remedyOf } from './retailer-checks.ts';

/** A failed check with its scenario. */
export interface Failure {
  readonly scenario: string;
  readonly about: readonly RetailerCheckId[];
  readonly found: Found;
}

export interface CauseFacts {
  readonly refunds: readonly ExpectedRefund[];
  /** Credentials were given for the endpoint. */
  readonly isSignedIn: boolean;
  /** A connection that is used a second time is reset, and one that is used once is not. */
  readonly isReused: boolean;
  /** Something else that needs a given order worked, such as an exchange order. */
  readonly knowsOrders: boolean;
  /** Requests to the endpoints that were answered. */
  readonly answered: number;
}

export interface Cause extends ScenarioCause {
  readonly failures: readonly Failure[];
}

interface Verdict {
  readonly id: RetailerCheckId | '';
  readonly symptom: Symptom | null;
  readonly hint: string;
}

const REUSED =
  'Answer with "Connection: close", or keep idle connections open: a connection that was kept alive is reset at its second request.';
const CLOSED =
  'See the log of your side: it closes the connection without a whole answer, or has stopped. Answer each request to its end.';

/** These keep everything behind them from being judged. */
const ON_THE_WIRE: readonly (Symptom | undefined)[] = [
  'unreached',
  'reset',
  'time-out',
  'redirect',
  'page',
  'credentials',
];

/** What is wrong, the cause that explains most scenarios first. */
export function causesOf(failures: readonly Failure[], facts: CauseFacts): Cause[] {
  const judge = judgeOf(failures, facts);
  const causes = new Map<string, { verdict: Verdict; failures: Failure[] }>();
  for (const failure of failures) {
    const verdict = judge(failure);
    if (!verdict) continue;
    const { id, symptom, hint } = verdict;
    const isWire = ON_THE_WIRE.includes(symptom ?? undefined);
    // The same mistake has another index in another order.
    const words = (id === '' ? failure.found.evidence : hint).replace(/\[\d+\]/g, '[]');
    const key = isWire ? String(symptom) : `${id} ${words}`;
    const cause = causes.get(key) ?? { verdict, failures: [] };
    cause.failures.push(failure);
    causes.set(key, cause);
  }
  return withoutExplained([...causes.values()].map(({ verdict, failures: own }) => causeOf(verdict, own)));
}

function causeOf(verdict: Verdict, failures: readonly Failure[]): Cause {
  const [first] = failures;
  const scenarios = [...new Set(failures.map(({ scenario }) => scenario))].filter((name) => name !== '');
  const { what, evidence } = first!.found;
  const [scenario = null, ...others] = scenarios;
  const where = scenario === null ? '' : `${scenario}, `;
  return { ...verdict, evidence: `${where}${what}: ${evidence}`, scenario, others: others.length, failures };
}

/** What fails when something more general does. */
const EXPLAINED_BY: Readonly<Record<string, RetailerCheckId | undefined>> = {
  'messages.unknown-order': 'messages.accepted',
  'messages.bursts': 'refunds.kept',
  'messages.out-of-order': 'refunds.once',
  'exchanges.gift-card': 'exchanges.answered',
  'exchanges.shipped': 'messages.orders-known',
  'refunds.closed': 'refunds.named',
  'refunds.restart': 'refunds.once',
};

/** Failures that are the consequence of others. */
function withoutExplained(causes: Cause[]): Cause[] {
  const has = (test: (cause: Cause) => boolean) => causes.some(test);
  const isOf = (id: string) => (cause: Cause) => cause.id === id;
  const isExtra = ({ id, symptom }: Cause) => id === 'refunds.line' && symptom === 'units';
  const isShared = ({ id, hint }: Cause) =>
    id === 'exchanges.idempotent' && hint !== remedyOf('exchanges.idempotent');
  const isMissed = ({ id, symptom }: Cause) =>
    ['late', 'lost', 'race'].includes(symptom ?? '') || (symptom === 'never' && id.startsWith('messages.'));
  const isVariants = ({ id, failures }: Cause) =>
    id.startsWith('variants.') && failures.some(({ found }) => found.kind === 'variants');
  const explained = (cause: Cause): boolean => {
    const by = EXPLAINED_BY[cause.id];
    if (by !== undefined && has(isOf(by))) return true;
    const isTooMuch = cause.failures.every(({ found }) => found.evidence.includes('quantity exceeded'));
    if (cause.id === 'refunds.once' || (cause.id === 'refunds.snapshot' && isTooMuch)) return has(isExtra);
    if (cause.id === 'refunds.partial' && cause.symptom === 'early') return has(isExtra);
    const isRefused = cause.failures.every(({ found }) => /answered 4\d\d/.test(found.evidence));
    if (cause.id === 'exchanges.answered' && isRefused) return has(isOf('messages.orders-known'));
    if (cause.id === 'exchanges.not-refunded') return has(isExtra);
    if (cause.id === 'refunds.orders' && cause.symptom === 'units') return has(isExtra);
    if (cause.id === 'refunds.cancelled' && cause.symptom === 'early') return has(isOf('refunds.unasked'));
    if (cause.id === 'exchanges.shipped') return has(isShared) || has(isMissed);
    if (cause.symptom === 'race')
      return has((other) => other.id === 'messages.out-of-order' && other.symptom === 'never');
    if (cause.id === '') return causes.length > 1;
    if (cause.failures.every(({ found }) => found.kind === 'step'))
      return has(isVariants) && !isVariants(cause);
    return false;
  };
  const rank = ({ symptom }: Cause) => (symptom === null ? SYMPTOMS.length : SYMPTOMS.indexOf(symptom));
  const isWire = (cause: Cause) => ON_THE_WIRE.includes(cause.symptom ?? undefined);
  return causes
    .filter((cause) => !explained(cause))
    .sort((a, b) => Number(isWire(b)) - Number(isWire(a)) || b.others - a.others || rank(a) - rank(b));
}

type Judge = (failure: Failure) => Verdict | undefined;

function judgeOf(failures: readonly Failure[], facts: CauseFacts): Judge {
  const statusOf = judgeStatus(failures);
  const refundOf = judgeMissing(failures, facts);
  const amountOf = judgeAmounts(failures);
  // Of one scenario, what is seen on the wire explains what comes after it.
  const isBehind = (failure: Failure): boolean => {
    const own = failures.filter(({ scenario }) => scenario === failure.scenario);
    const wire = own.findIndex(
      ({ found }) => ON_THE_WIRE.includes(found.symptom) || found.symptom === 'status',
    );
    return (
      wire >= 0 && own.indexOf(failure) > wire && ['never', 'units'].includes(failure.found.symptom ?? '')
    );
  };
  return (failure) => {
    const { found } = failure;
    const { symptom, id = '' } = found;
    if (symptom === undefined) return { id: '', symptom: null, hint: found.what };
    if (isBehind(failure)) return undefined;
    const verdict = (hint: string | undefined, of: RetailerCheckId | '' = id): Verdict => ({
      id: of,
      symptom,
      hint: hint ?? found.hint ?? (of === '' ? found.what : remedyOf(of)),
    });
    switch (symptom) {
      case 'reset':
        return facts.isReused
          ? verdict(REUSED, 'messages.answered')
          : verdict(facts.answered > 0 ? CLOSED : undefined);
      case 'credentials':
        return verdict(facts.isSignedIn ? undefined : ASKING);
      case 'status':
        return statusOf(failure);
      case 'never':
        return found.refund === undefined ? verdict(undefined) : refundOf(failure);
      case 'amount':
        return amountOf(failure);
      default:
        return verdict(undefined);
    }
  };
}

/** An answer that was no success: of one kind of message only, or of any. */
function judgeStatus(failures: readonly Failure[]): Judge {
  const seen = failures.filter(({ found }) => found.symptom === 'status');
  const statusOf = ({ found }: Failure) => /answered ([45]\d\d)/.exec(found.evidence)?.[1] ?? '';
  const isServer = (failure: Failure) => statusOf(failure).startsWith('5');
  const groups = new Set(seen.filter(isServer).map(({ found }) => found.group));
  const isAny = (failure: Failure) =>
    seen.some(
      (other) => other.found.group === 'messages.answered' && statusOf(other)[0] === statusOf(failure)[0],
    ) ||
    (isServer(failure) && groups.size > 2);
  return (failure) => {
    const { group = failure.found.id ?? 'messages.answered' } = failure.found;
    const id = isAny(failure) ? 'messages.answered' : group;
    const isError = id === 'messages.answered' && isServer(failure);
    const hint = isError
      ? `See the log of your side: it answers ${statusOf(failure)}. Mark a message as seen only when it is stored: after a 5xx the service sends it again, and a copy that is ignored then is lost.`
      : remedyOf(id);
    return { id, symptom: 'status', hint };
  };
}

/** Real time in which a refund comes that was asked for by sending its message once more, ms. */
const AT_ONCE_MS = 2000;

/** Late, lost or never: what sets the messages apart that brought no refund. */
function judgeMissing(failures: readonly Failure[], { refunds, knowsOrders }: CauseFacts): Judge {
  const tookOf = (one: ExpectedRefund) => (one.arrived() ?? Number.POSITIVE_INFINITY) - one.since;
  const good = refunds.filter((one) => tookOf(one) <= one.limit);
  const came = refunds.filter((one) => !good.includes(one) && one.arrived() !== undefined);
  /** Soon after its message was sent once more. */
  const isLost = (one: ExpectedRefund) => {
    if (one.resent === undefined) return false;
    const after = one.arrived()! - one.resent;
    return after >= 0 && after < AT_ONCE_MS;
  };
  const late = came.some((one) => !isLost(one)) ? came : [];
  const never = refunds.filter((one) => !good.includes(one) && !late.includes(one));
  const wasLost = never.some((one) => one.arrived() !== undefined);
  // What could not be sent once more may have been lost alike.
  const lost = never.filter((one) => one.arrived() !== undefined || (wasLost && one.resent === undefined));
  const shortest = Math.min(...good.map(({ gap }) => gap));
  /** Those of some refunds that no good one has, by how many have them; the more special first. */
  const apart = (some: readonly ExpectedRefund[]): [mark: string, count: number][] =>
    [...new Set([...Object.keys(MARKS), ...some.flatMap(({ marks }) => [...marks])])]
      .filter((mark) => good.length > 0 && !good.some(({ marks }) => marks.has(mark)))
      .map((mark): [string, number] => [mark, some.filter(({ marks }) => marks.has(mark)).length])
      .sort((a, b) => b[1] - a[1] || Number(a[0] === OLDER) - Number(b[0] === OLDER));
  const marked = (mark: string) => {
    const [id, hint = remedyOf(id)] = MARKS[mark] ?? [mark as RetailerCheckId];
    return { id, hint };
  };
  const slowest = Math.max(...late.map(tookOf));
  return ({ found }) => {
    const refund = refunds[found.refund!]!;
    if (late.includes(refund)) {
      const wait = Math.ceil((slowest * 1.3) / 5000) * 5;
      const hint = `Give your side more time: its refunds come late, up to ${Math.round(slowest / 1000)} s after their message. With --wait ${wait}s they are in time.`;
      return { id: 'refunds.at-scan', symptom: 'late', hint };
    }
    if (lost.includes(refund)) {
      const [common] = apart(lost).filter(([, count]) => count === lost.length);
      const isBurst = lost.every(({ gap }) => gap < shortest) && good.length > 0;
      return { symptom: 'lost', ...marked(common?.[0] ?? (isBurst ? 'messages.bursts' : 'messages.kept')) };
    }
    const specials = apart(never);
    const own = specials.find(([mark]) => refund.marks.has(mark));
    // Where others of its kind come, it is one of those that have something in common.
    const isKnown = good.some(({ marks }) => marks.has(found.id ?? ''));
    const [special] = own ?? (isKnown ? specials.find(([, count]) => count > 1) : undefined) ?? [];
    if (special !== undefined)
      return { symptom: special === 'while posting' ? 'race' : 'never', ...marked(special) };
    if (good.length === 0 && !knowsOrders && never.length > 1)
      return { symptom: 'never', ...marked('messages.orders-known') };
    return { symptom: 'never', ...marked(good.length > 0 ? (found.id ?? 'refunds.at-scan') : plain(found)) };
  };
  /** Of a side that refunds nothing at all. */
  function plain({ id = 'refunds.at-scan' }: Found): RetailerCheckId {
    const isScan = failures.some(({ found }) => found.id === 'refunds.at-scan' && found.refund !== undefined);
    return isScan ? 'refunds.at-scan' : id;
  }
}

/** The fewest explanations for all wrong amounts. */
function judgeAmounts(failures: readonly Failure[]): Judge {
  const wrong = failures.filter(({ found }) => found.symptom === 'amount');
  const chosen = new Map<Failure, Reason>();
  for (let rest = wrong; rest.length > 0; ) {
    const counts = new Map<Reason, number>();
    for (const { found } of rest)
      for (const reason of found.reasons ?? []) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    // Only where an order was changed meanwhile, what the message says is another amount on purpose.
    const isEdited = rest.every(({ about }) => about.includes('refunds.edited'));
    const rank = (reason: Reason) => Number(isEdited && reason === 'estimate');
    const best = [...counts].sort((a, b) => b[1] - a[1] || rank(b[0]) - rank(a[0]))[0]?.[0];
    if (best === undefined) break;
    for (const failure of rest) if (failure.found.reasons?.includes(best)) chosen.set(failure, best);
    rest = rest.filter((failure) => !chosen.has(failure));
  }
  const idOf = (reason: Reason | undefined): RetailerCheckId => {
    const own = wrong.filter((one) => chosen.get(one) === reason);
    if (reason === 'estimate') return 'refunds.edited';
    return own.every(({ found }) => found.id === 'refunds.full-amount')
      ? 'refunds.full-amount'
      : 'refunds.amount';
  };
  return (failure) => {
    const reason = chosen.get(failure);
    const id = idOf(reason);
    return { id, symptom: 'amount', hint: reason === undefined ? remedyOf(id) : REASONS[reason] };
  };
}
