// Checks about refunds: that one comes, that it is right, that none comes twice or where none is due. Refunds are read from the
// snapshots that the retailer posts to the sandbox.
import { formatDuration, plural } from '../../basics/units.ts';
import type { OrderRefund } from '../../contract/order.ts';
import { type Units, unitsOf } from './amounts.ts';
import { orderOf, rmaOf } from './deeds.ts';
import { bodyOf, deliveryEvidence, wireOf } from './evidence.ts';
import { type ExpectationKind, rmaPart } from './format.ts';
import type { Found } from './found.ts';
import { marksOf } from './marks.ts';
import { checkAmount } from './money-checks.ts';
import { deliveriesOf, type Play, type PlayedRma, unitCount, waitFor } from './play.ts';
import {
  allRefunds,
  keptId,
  keyOf,
  lineId,
  onceId,
  refundsOf,
  refundsText,
  refundText,
  unitsText,
} from './refunds.ts';
import { isRefused, refusedPosts } from './refused-posts.ts';
import type { RetailerCheckId } from './retailer-checks.ts';

/** Real time that is still waited where the wait has been in vain before: what comes later is seen at the end of the run, ms. */
const SHORT_MS = 1000;

/** Where something came late, or several did not come, it is not waited long again. */
function limitOf({ options, known }: Play, within: number | undefined): number {
  const limit = within ?? options.waitMs;
  const inTime = known.refunds.filter((one) => (one.arrived() ?? Number.POSITIVE_INFINITY) <= endOf(one));
  const missed = known.refunds.filter((one) => !inTime.includes(one));
  const isVain = missed.length > (inTime.length === 0 ? 1 : 2);
  const isLate = missed.some((one) => one.arrived() !== undefined && one.resent === undefined);
  return isVain || isLate ? Math.min(limit, Math.max(options.settleMs, SHORT_MS)) : limit;
}

const endOf = ({ since, limit }: Play['known']['refunds'][number]): number => since + limit;

export async function checkRefund(
  play: Play,
  expected: ExpectationKind<'refund'>,
): Promise<readonly Found[]> {
  const name = rmaPart(expected.rma, expected.order);
  const rma = rmaOf(play, name);
  const { wall, stage, known } = play;
  const units = expected.units ?? rma.refundable;
  play.expected.set(name, units);
  const own = () => refundsOf(play, rma);
  const isThere = () => unitCount(unitsOf(own())) >= unitCount(units);
  const since = wall.now();
  const limit = limitOf(play, expected.within);
  const wait = () => waitFor(play, limit, () => isThere() || isRefused(play, rma.order) || undefined);
  const { ms } = await wait();
  const refunds = own();
  const what = `a refund of ${unitsText(units)} arrives for ${name}`;
  const id = triggerOf(play, rma);
  const arrived = () =>
    isThere()
      ? Math.max(...own().map((one) => stage.refundSeen(rma.order, one.identifier)?.arrived ?? 0))
      : undefined;
  const waited = {
    scenario: play.scenario.name,
    since,
    limit,
    arrived,
    ...marksOf(play, rma, units, id, arrived()),
  };
  if (!isRefused(play, rma.order)) known.refunds.push(waited);
  const refund = known.refunds.length - 1;
  if (isThere()) {
    for (const one of refunds) play.refunds.add(keyOf(rma.order, one));
    const wrong = wrongUnits(play, rma, refunds, units);
    const evidence = `${refundsText(rma, refunds)}, ${ms} ms after it was expected`;
    if (wrong) return [{ kind: 'refund-units', what, passed: false, evidence, ...wrong }];
    return [
      { kind: 'refund-arrives', what, passed: true, evidence, id },
      checkAmount(play, rma, refunds, { ...expected, rma: name }),
    ];
  }
  const evidence = missingText(play, rma, refunds, ms);
  const other = missingOtherwise(play, rma, refunds, units);
  if (other) return [{ what, passed: false, evidence, ...other }];
  const failed: Found = {
    kind: 'refund-arrives',
    what,
    passed: false,
    evidence,
    symptom: 'never',
    id,
    refund,
  };
  const last = deliveriesOf(play, rma.identifier, 'rma').at(-1);
  const refusing = deliveriesOf(play, rma.identifier, 'rma').find(({ state }) => state !== 'delivered');
  const wire = refusing && wireOf(refusing);
  if (wire) return [{ ...failed, kind: 'answered', ...wire, group: 'messages.answered' }];
  if (rma.isMadeUp || known.resentInVain || last?.state !== 'delivered') return [failed];
  // If it was taken and brought nothing: was it lost?
  Object.assign(waited, { resent: wall.now() });
  stage.deliveries.redeliver(last.id);
  await wait();
  if (!isThere()) known.resentInVain = true;
  else
    return [
      {
        ...failed,
        kind: 'message-lost',
        evidence: `${evidence}; then ${last.id} was sent once more, and the refund came: its first copy was answered 2xx and lost`,
      },
    ];
  return [failed];
}

type Why = Pick<Found, 'kind' | 'symptom' | 'id' | 'hint'>;

/** Why a refund that is missing is not simply missing. */
function missingOtherwise(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  wanted: Units,
): Why | undefined {
  const [refused] = refusedPosts(play, new Set([rma.order]));
  if (refused) return refused.why;
  const all = allRefunds(play, rma.order);
  const keys = new Set(all.map((refund) => keyOf(rma.order, refund)));
  const seen = [...play.refunds].filter((key) => (JSON.parse(key) as string[])[0] === rma.order);
  if (seen.some((key) => !keys.has(key))) return { kind: 'refund-kept', symptom: 'gone', id: keptId(play) };
  // Some units of a line, but not all: they were in one parcel, so this is no refund by parcel.
  const given = unitsOf(refunds);
  const isOdd = Object.keys(given).some((line) => given[line] !== wanted[line]);
  const wrong = isOdd ? wrongUnits(play, rma, refunds, wanted) : undefined;
  if (wrong) return { kind: 'refund-units', ...wrong };
  // Of an order with several RMAs, a refund without a name belongs to none.
  const isUnnamed = ({ rma_identifier: named }: OrderRefund) => (named ?? '') === '';
  // One that another RMA of the order cannot have.
  const isOther = ({ rma_identifier: named }: OrderRefund) => {
    const other = [...play.rmas.values()].find((one) => one.identifier === named);
    if (!other) return true;
    const units = unitsOf(all.filter((one) => one.rma_identifier === named));
    return Object.entries(units).some(([line, count]) => count > (other.refundable[line] ?? 0));
  };
  if (refunds.length === 0 && all.some((one) => isUnnamed(one) || isOther(one)))
    return { kind: 'refund-named', symptom: 'unnamed', id: 'refunds.named' };
  const renamed = play.stage
    .requests(play.firstRequest)
    .flatMap(({ orders }) => orders)
    .find((one) => one !== rma.order && one.toLowerCase() === rma.order.toLowerCase());
  if (renamed === undefined) return undefined;
  return { kind: 'refund-arrives', symptom: 'unnamed', id: 'refunds.snapshot', hint: RENAMED };
}

const RENAMED =
  'Post the snapshot under the identifier of the order, letter by letter: it came in other letters, which is another order that is not known.';
const EXTRA =
  'Refund only the units that are items of the RMA message and are due, one unit for each item: here more units are refunded than came back, such as all units of the order, or cancelled ones.';

/** Units that are refunded and were not expected, or of another line. */
function wrongUnits(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  wanted: Units,
): Omit<Why, 'kind'> | undefined {
  const given = unitsOf(refunds);
  const extra = Object.keys(given).filter((line) => given[line]! > (wanted[line] ?? 0));
  const isShort = Object.entries(wanted).some(([line, units]) => (given[line] ?? 0) < units);
  if (extra.length === 0) return isShort ? { symptom: 'units', id: lineId(play) } : undefined;
  const isExchanged = (line: string) =>
    play.stage.returns
      .find(rma.identifier)
      ?.units.some((unit) => unit.line === line && unit.refundType !== 'REFUND');
  if (extra.every(isExchanged)) return { symptom: 'early', id: 'exchanges.not-refunded' };
  if (isShort) return { symptom: 'units', id: lineId(play) };
  const isAtOnce = refunds.some((one) => {
    const units = unitsOf([one]);
    return extra.some((line) => (units[line] ?? 0) > (wanted[line] ?? 0));
  });
  if (!isAtOnce) return { symptom: 'twice', id: onceId(play) };
  const isOwn = extra.every((line) => given[line]! <= (rma.refundable[line] ?? 0));
  return isOwn
    ? { symptom: 'early', id: 'refunds.partial' }
    : { symptom: 'units', id: lineId(play), ...(lineId(play) === 'refunds.line' && { hint: EXTRA }) };
}

/** What makes a refund of the RMA due. */
export function triggerOf({ stage }: Play, { identifier, isMadeUp }: PlayedRma): RetailerCheckId {
  const method = isMadeUp ? 'mail-back' : stage.returns.find(identifier)?.method;
  if (method === 'customer-keep') return 'refunds.keep';
  return method === 'mail-back' ? 'refunds.at-scan' : 'refunds.on-receipt';
}

export async function checkNoRefund(
  play: Play,
  { order: id, within }: ExpectationKind<'no-refund'>,
): Promise<Found> {
  const order = orderOf(play, id);
  const fresh = () => {
    const found = allRefunds(play, order).filter((refund) => !play.refunds.has(keyOf(order, refund)));
    return found.length > 0 ? found : undefined;
  };
  const { value, ms } = await waitFor(play, within ?? play.options.settleMs, fresh);
  const before = allRefunds(play, order).length - (value?.length ?? 0);
  const what = `no ${before > 0 ? 'other ' : ''}refund for order ${id}`;
  if (value)
    return {
      ...({
        kind: 'no-refund',
        what,
        passed: false,
        symptom: 'early',
        id: earlyId(play, order, value),
      } as const),
      evidence: value.map(refundText).join('; '),
    };
  return {
    kind: 'no-refund',
    what,
    passed: true,
    evidence: `none for ${order} in ${ms} ms`,
    id: shownBy(play, order),
  };
}

/** What it shows that nothing was refunded. */
function shownBy(play: Play, order: string): RetailerCheckId | undefined {
  const states = [...play.rmas.values()].filter((rma) => rma.order === order);
  const isExchange = states.some(({ refundable }) => unitCount(refundable) === 0);
  return isExchange ? 'exchanges.not-refunded' : states.length > 0 ? 'refunds.unasked' : undefined;
}

/** Which rule a refund breaks that came although none was due: what its message said decides. */
function earlyId(play: Play, order: string, refunds: readonly OrderRefund[]): RetailerCheckId {
  const [refund] = refunds;
  const rmas = [...play.rmas.values()].filter((rma) => rma.order === order);
  const rma = rmas.find(({ identifier }) => identifier === refund!.rma_identifier) ?? rmas.at(-1);
  if (!rma) return 'refunds.unasked';
  if (unitCount(rma.refundable) === 0) return 'exchanges.not-refunded';
  const expected = [...play.rmas].find(([, one]) => one === rma)?.[0] ?? '';
  if (play.expected.has(expected)) {
    const isOver = Object.entries(unitsOf(refundsOf(play, rma))).some(
      ([line, units]) => units > (rma.refundable[line] ?? 0),
    );
    if (isOver) return onceId(play);
  }
  const arrived = play.stage.refundSeen(order, refund!.identifier)?.arrived ?? Number.POSITIVE_INFINITY;
  const sent = deliveriesOf(play, rma.identifier, 'rma').filter(
    ({ id }) => (play.sentAt.get(id) ?? Number.POSITIVE_INFINITY) <= arrived,
  );
  const bodies = sent.map(bodyOf);
  const [last] = bodies.slice(-1);
  if (bodies.some(isCancelled)) return isCancelled(last) ? 'refunds.cancelled' : 'messages.out-of-order';
  const id = triggerOf(play, rma);
  return id === 'refunds.at-scan' ? 'refunds.unasked' : id;
}

const isCancelled = (body: ReturnType<typeof bodyOf> | undefined): boolean =>
  /^CANCEL/.test(body?.status ?? '');

/** Of the RMA, before a refund was expected. */
export function earlyRefund(play: Play, name: string): Pick<Found, 'evidence' | 'id'> | undefined {
  const rma = rmaOf(play, name);
  const refunds = refundsOf(play, rma);
  if (refunds.length === 0 || play.expected.has(name)) return undefined;
  const last = deliveriesOf(play, rma.identifier, 'rma').findLast((one) => bodyOf(one).status !== 'REFUNDED');
  return {
    id: earlyId(play, rma.order, refunds),
    evidence: `${refundsText(rma, refunds)}; nobody expected it yet: the last message was ${last ? deliveryEvidence(last) : 'none'}`,
  };
}

function missingText(play: Play, rma: PlayedRma, refunds: readonly OrderRefund[], ms: number): string {
  const last = deliveriesOf(play, rma.identifier, 'rma').at(-1);
  const refused = refusedPosts(play, new Set([rma.order]));
  const came = cameOf(play, rma.order);
  return [
    `${refundsText(rma, refunds)} after ${formatDuration(ms)}`,
    last ? `the last message was ${deliveryEvidence(last)}` : 'no message was sent',
    ...(refused.length > 0
      ? refused.map(({ text }) => text)
      : [`the service got ${plural(came, 'snapshot')} of it and refused none`]),
  ].join('; ');
}

/** Snapshots that came from the retailer, apart from the given ones. */
export const cameOf = ({ stage }: Play, order: string): number =>
  stage.versions(order).filter(({ arrived }) => arrived > 0).length;
