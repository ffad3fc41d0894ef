// From what failed to what is wrong: each mistake once. What was seen decides, then the scenario; what another cause explains is none
// of its own. Pure: it is asked once, when everything has been played.

import { countBy } from '../../basics/groups.ts';
import { MARKS, OLDER } from './marks.ts';
import { type RetailerCheckId, remedyOf } from './questions.ts';
import { BY_QUANTITY, CENT, ESTIMATE } from './refund-range.ts';
import { type Found, type ScenarioCause, SYMPTOMS, type Symptom } from './result.ts';
import { type ExpectedRefund, isOutOfTime } from './state.ts';

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
  /** Until when late refunds were watched for, real time, ms since the epoch. */
  readonly endedAt: number;
}

export interface Cause extends ScenarioCause {
  readonly failures: readonly Failure[];
}

type Verdict = Pick<ScenarioCause, 'symptom' | 'hint'> & { readonly id: RetailerCheckId | '' };
type Judge = (failure: Failure) => Verdict;

const REUSED =
  'Answer with "Connection: close", or keep idle connections open: a connection that was kept alive is reset at its second request.';
const ASKING = 'your side wants credentials: --customer-auth (none were given, so none were sent)';

/** These keep everything behind them from being judged. */
const ON_THE_WIRE = ['unreached', 'reset', 'time-out', 'redirect', 'page', 'credentials'];
const isWire = (symptom: Symptom | null | undefined): boolean => ON_THE_WIRE.includes(symptom ?? '');

/** What is wrong, what is seen on the wire first, then the cause that explains most scenarios. */
export function causesOf(failures: readonly Failure[], facts: CauseFacts): Cause[] {
  const judge = judgeOf(failures, facts);
  const found = new Map<string, { readonly verdict: Verdict; readonly failures: Failure[] }>();
  for (const failure of failures) {
    if (isBehind(failure, failures)) continue;
    const verdict = judge(failure);
    const { id, symptom, hint } = verdict;
    // The same mistake has another index in another order.
    const words = (id === '' ? failure.found.evidence : hint).replace(/\[\d+\]/g, '[]');
    const key = isWire(symptom) ? `${symptom}` : `${id} ${words}`;
    const cause = found.get(key) ?? { verdict, failures: [] };
    cause.failures.push(failure);
    found.set(key, cause);
  }
  const causes = [...found.values()].map(({ verdict, failures: own }): Cause => {
    const { what, evidence } = own[0]!.found;
    const scenarios = new Set(own.map(({ scenario }) => scenario).filter((name) => name !== ''));
    const [scenario = null] = scenarios;
    const where = scenario === null ? '' : `${scenario}, `;
    const others = Math.max(0, scenarios.size - 1);
    return { ...verdict, evidence: `${where}${what}: ${evidence}`, scenario, others, failures: own };
  });
  const rank = ({ symptom }: Cause) => (symptom === null ? SYMPTOMS.length : SYMPTOMS.indexOf(symptom));
  const first = ({ symptom }: Cause) => Number(isWire(symptom));
  return causes
    .filter((cause) => !EXPLAINED.some(([what, by]) => what(cause) && causes.some(by)))
    .sort((a, b) => first(b) - first(a) || b.others - a.others || rank(a) - rank(b));
}

/** Of one scenario, what is seen on the wire explains what comes after it. */
function isBehind(failure: Failure, failures: readonly Failure[]): boolean {
  if (failure.found.symptom !== 'never' && failure.found.symptom !== 'units') return false;
  const own = failures.filter(({ scenario }) => scenario === failure.scenario);
  return own
    .slice(0, own.indexOf(failure))
    .some(({ found: { symptom } }) => isWire(symptom) || symptom === 'status');
}

type Pattern = (cause: Cause) => boolean;

const is =
  (id: string, symptom?: Symptom, words = /^/): Pattern =>
  (cause) =>
    cause.id === id &&
    (symptom === undefined || cause.symptom === symptom) &&
    cause.failures.every(({ found }) => words.test(found.evidence));
const hasHint =
  (hint: string): Pattern =>
  (cause) =>
    cause.hint === hint;
const isExtra = is('refunds.line', 'units');
const isRace: Pattern = ({ symptom }) => symptom === 'race';
const isLost: Pattern = ({ symptom }) => symptom === 'lost';
const isMissed: Pattern = ({ id, symptom }) =>
  ['late', 'lost', 'race'].includes(symptom ?? '') || (symptom === 'never' && id.startsWith('messages.'));
const isShared: Pattern = ({ id, hint }) => id === 'exchanges.idempotent' && hint !== remedyOf(id);

/** What is the consequence of something else, or of what is more general. */
const EXPLAINED: readonly (readonly [what: Pattern, by: Pattern])[] = [
  [is('messages.unknown-order'), is('messages.accepted')],
  [is('messages.bursts'), is('refunds.kept')],
  [is('messages.out-of-order'), is('refunds.once')],
  [is('exchanges.gift-card'), is('exchanges.answered')],
  [is('refunds.closed'), is('refunds.named')],
  [is('refunds.closed', 'early'), is('refunds.once')],
  [is('refunds.restart'), is('refunds.once')],
  [is('refunds.once'), isExtra],
  [is('refunds.snapshot', undefined, /quantity exceeded/), isExtra],
  [is('refunds.amount', 'amount', /; together /), is('refunds.kept', 'snapshot')],
  [is('refunds.partial', 'early'), isExtra],
  [is('refunds.orders', 'units'), isExtra],
  [is('refunds.cancelled', 'early'), is('refunds.unasked')],
  [is('exchanges.not-refunded'), isExtra],
  [is('exchanges.answered', undefined, /answered 4\d\d/), is('messages.orders-known')],
  [is('exchanges.shipped'), is('messages.orders-known')],
  [is('exchanges.shipped'), isShared],
  [is('exchanges.shipped'), isMissed],
  [isRace, is('messages.out-of-order', 'never')],
  // What is dropped while something else is done may be any message.
  [isRace, isLost],
  [is('messages.out-of-order', 'early'), isLost],
  // What is divided by another number leaves another rest.
  [hasHint(CENT), hasHint(BY_QUANTITY)],
  [is(''), ({ id }) => id !== ''],
  [
    ({ failures }) => failures.every(({ found }) => found.kind === 'step'),
    ({ id, failures }) =>
      id.startsWith('variants.') && failures.some(({ found }) => found.kind === 'variants'),
  ],
];

function judgeOf(failures: readonly Failure[], facts: CauseFacts): Judge {
  const judges: { readonly [S in Symptom]?: Judge } = {
    status: judgeStatus(failures),
    never: judgeMissing(failures, facts),
    amount: judgeAmounts(failures),
  };
  return (failure) => {
    const { symptom = null, id = '', hint, what } = failure.found;
    if (symptom === null) return { id: '', symptom, hint: what };
    if (symptom === 'reset' && facts.isReused) return { id: 'messages.answered', symptom, hint: REUSED };
    if (symptom === 'credentials' && !facts.isSignedIn) return { id, symptom, hint: ASKING };
    const plain: Verdict = { id, symptom, hint: hint ?? (id === '' ? what : remedyOf(id)) };
    if (symptom === 'never' && failure.found.refund === undefined) return plain;
    return judges[symptom]?.(failure) ?? plain;
  };
}

/** An answer that was no success: of one kind of message only, or of any. */
function judgeStatus(failures: readonly Failure[]): Judge {
  const statusOf = ({ found }: Failure) => /answered ([45]\d\d)/.exec(found.evidence)?.[1] ?? '';
  const isServer = (failure: Failure) => statusOf(failure).startsWith('5');
  const seen = failures.filter(({ found }) => found.symptom === 'status');
  const groups = new Set(seen.filter(isServer).map(({ found }) => found.group));
  const usual = seen
    .filter(({ found }) => found.group === 'messages.answered')
    .map((one) => statusOf(one)[0]);
  return (failure) => {
    const { id = 'messages.answered', group = id } = failure.found;
    const status = statusOf(failure);
    const isAny = usual.includes(status[0]) || (isServer(failure) && groups.size > 2);
    const of = isAny ? 'messages.answered' : group;
    const hint =
      of === 'messages.answered' && isServer(failure)
        ? `See the log of your side: it answers ${status}. Mark a message as seen only when it is stored: after a 5xx the service sends it again, and a copy that is ignored then is lost.`
        : remedyOf(of);
    return { id: of, symptom: 'status', hint };
  };
}

/** Real time in which a refund comes that was asked for by sending its message once more, ms. */
const AT_ONCE_MS = 2000;

/** Late, lost or never: what sets the messages apart that brought no refund. */
function judgeMissing(failures: readonly Failure[], { refunds, knowsOrders, endedAt }: CauseFacts): Judge {
  const tookOf = (one: ExpectedRefund) => (one.arrived() ?? Infinity) - one.since;
  const missed = refunds.filter(isOutOfTime);
  const good = refunds.filter((one) => !missed.includes(one));
  const came = missed.filter((one) => one.arrived() !== undefined);
  /** Soon after its message was sent once more. */
  const isLost = (one: ExpectedRefund) => {
    const after = one.arrived()! - (one.resent ?? Infinity);
    return after >= 0 && after < AT_ONCE_MS;
  };
  const slowest = came.every(isLost) ? 0 : Math.max(...came.map(tookOf));
  // One that was not watched for as long as another took may be as late.
  const late = missed.filter(
    (one) => slowest > 0 && (came.includes(one) || endedAt - one.since < slowest + AT_ONCE_MS),
  );
  const never = missed.filter((one) => !late.includes(one));
  const wasLost = never.some((one) => came.includes(one));
  // What could not be sent once more may have been lost alike.
  const lost = never.filter((one) => came.includes(one) || (wasLost && one.resent === undefined));
  const shortest = Math.min(...good.map(({ gap }) => gap));
  /** Marks of some refunds that no good one has, by how many have them; the more special first. */
  const apart = (some: readonly ExpectedRefund[]): [mark: string, count: number][] =>
    [...new Set([...Object.keys(MARKS), ...some.flatMap(({ marks }) => [...marks])])]
      .filter((mark) => good.length > 0 && !good.some(({ marks }) => marks.has(mark)))
      .map((mark): [string, number] => [mark, some.filter(({ marks }) => marks.has(mark)).length])
      .sort((a, b) => b[1] - a[1] || Number(a[0] === OLDER) - Number(b[0] === OLDER));
  const marked = (symptom: Symptom, mark: string): Verdict => {
    const [id, hint = remedyOf(id)] = MARKS[mark] ?? [mark as RetailerCheckId];
    return { id, symptom, hint };
  };
  const isScan = failures.some(({ found }) => found.id === 'refunds.at-scan' && found.refund !== undefined);
  return ({ found: { refund: index, id = 'refunds.at-scan' } }) => {
    const refund = refunds[index!]!;
    if (late.includes(refund)) {
      const wait = Math.ceil((slowest * 1.3) / 5000) * 5;
      const hint = `Give your side more time: its refunds come late, up to ${Math.round(slowest / 1000)} s after their message. With --wait ${wait}s they are in time.`;
      return { id: 'refunds.at-scan', symptom: 'late', hint };
    }
    if (lost.includes(refund)) {
      const [common] = apart(lost).filter(([, count]) => count === lost.length);
      const isBurst = lost.every(({ gap }) => gap < shortest) && good.length > 0;
      return marked('lost', common?.[0] ?? (isBurst ? 'messages.bursts' : 'messages.kept'));
    }
    const specials = apart(never);
    const own = specials.find(([mark]) => refund.marks.has(mark));
    // Where others of its kind come, it is one of those that have something in common.
    const isKnown = good.some(({ marks }) => marks.has(id));
    const [special] = own ?? (isKnown ? specials.find(([, count]) => count > 1) : undefined) ?? [];
    if (special !== undefined) return marked(special === 'while posting' ? 'race' : 'never', special);
    if (good.length > 0) return marked('never', id);
    // A side that refunds nothing at all.
    if (!knowsOrders && never.length > 1) return marked('never', 'messages.orders-known');
    return marked('never', isScan ? 'refunds.at-scan' : id);
  };
}

/** The fewest explanations for all wrong amounts. */
function judgeAmounts(failures: readonly Failure[]): Judge {
  const wrong = failures.filter(({ found }) => found.symptom === 'amount');
  const chosen = new Map<Failure, string>();
  for (let rest = wrong; rest.length > 0; ) {
    const counts = countBy(
      rest.flatMap(({ found }) => found.reasons ?? []),
      String,
    );
    // Only where an order was changed meanwhile, what the message says is another amount on purpose.
    const isEdited = rest.every(({ about }) => about.includes('refunds.edited'));
    const rank = (reason: string) => Number(isEdited && reason === ESTIMATE);
    const best = [...counts].sort((a, b) => b[1] - a[1] || rank(b[0]) - rank(a[0]))[0]?.[0];
    if (best === undefined) break;
    for (const failure of rest) if (failure.found.reasons?.includes(best)) chosen.set(failure, best);
    rest = rest.filter((failure) => !chosen.has(failure));
  }
  return (failure) => {
    const reason = chosen.get(failure);
    const own = wrong.filter((one) => chosen.get(one) === reason);
    const isWhole = own.every(({ found }) => found.id === 'refunds.full-amount');
    const usual = isWhole ? 'refunds.full-amount' : 'refunds.amount';
    const id = reason === ESTIMATE ? 'refunds.edited' : usual;
    return { id, symptom: 'amount', hint: reason ?? remedyOf(id) };
  };
}
