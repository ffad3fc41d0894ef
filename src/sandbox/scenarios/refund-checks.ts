// Checks about refunds: that one comes, that it is of the right units and amount, that none comes where none is due.
// Refunds are read from the snapshots that the retailer posts to the sandbox.

import { isObject } from '../../basics/json.ts';
import { formatCents, formatDuration, plural } from '../../basics/units.ts';
import type { OrderRefund } from '../../contract/order.ts';
import type { Delivery } from '../deliveries/types.ts';
import { bodyOf, deliveryEvidence, itemsIn, wireOf } from './evidence.ts';
import { type ExpectationKind, rmaPart } from './format.ts';
import { marksOf } from './marks.ts';
import type { RetailerCheckId } from './questions.ts';
import {
  type Amount,
  amountOf,
  lessFees,
  rangeText,
  reasonsOf,
  sumOf,
  type Units,
  unitsOf,
} from './refund-range.ts';
import { asking, type Found, type Why } from './result.ts';
import { isRefused, refusedPosts } from './snapshot-checks.ts';
import {
  type ExpectedRefund,
  isOutOfTime,
  type Play,
  type PlayedRma,
  refundsText,
  refundText,
  unitCount,
  unitsText,
} from './state.ts';

/**
 * Real time that is still waited where the wait has been in vain before, ms: what comes later is seen at the end of the
 * run. More than a second: who drops what comes within one of the message before would drop what is sent once more.
 */
const SHORT_MS = 1500;
/** So many refunds that did not come in time are waited for as long as it was said. */
const LONG_WAITS = 2;

/** Where something came late, or several did not come, it is not waited long again. */
function limitOf({ options, known }: Play, within: number | undefined): number {
  const limit = within ?? options.waitMs;
  const missed = known.refunds.filter(isOutOfTime);
  const isLate = missed.some((one) => one.arrived() !== undefined && one.resent === undefined);
  const isVain = isLate || missed.length > LONG_WAITS;
  return isVain ? Math.min(limit, Math.max(options.settleMs, SHORT_MS)) : limit;
}

export async function checkRefund(
  play: Play,
  expected: ExpectationKind<'refund'>,
): Promise<readonly Found[]> {
  const { wall, stage, known, scenario } = play;
  const name = rmaPart(expected.rma, expected.order);
  const rma = play.rmaOf(name);
  const units = expected.units ?? rma.refundable;
  play.expected.set(name, units);
  const isThere = () => unitCount(unitsOf(play.refundsOf(rma))) >= unitCount(units);
  const since = wall.now();
  const limit = limitOf(play, expected.within);
  const wait = () => play.waitFor(limit, () => isThere() || isRefused(play, rma.order) || undefined);
  const { ms } = await wait();
  const refunds = play.refundsOf(rma);
  const { yes, no } = asking('refund-arrives', `a refund of ${unitsText(units)} arrives for ${name}`);
  const id = triggerOf(play, rma);
  /** When the units were first there: a second refund of them comes later. */
  const arrived = () => {
    let left = unitCount(units);
    const seen = play.refundsOf(rma).map((one) => ({
      at: stage.refundSeen(one.identifier).arrived,
      count: unitCount(unitsOf([one])),
    }));
    return seen
      .sort((a, b) => a.at - b.at)
      .find(({ count }) => {
        left -= count;
        return left <= 0;
      })?.at;
  };
  const marks = marksOf(play, rma, { units, trigger: id, arrived: arrived() });
  const waited: ExpectedRefund = { scenario: scenario.name, since, limit, arrived, ...marks };
  if (!isRefused(play, rma.order)) known.refunds.push(waited);
  const found = refundsText(rma, refunds);
  if (isThere()) {
    for (const { identifier } of refunds) play.refunds.add(identifier);
    const wrong = wrongUnits(play, rma, refunds, units);
    const evidence = `${found}, ${ms} ms after it was expected`;
    if (wrong) return [no(evidence, wrong)];
    return [yes(id, evidence), checkAmount(play, rma, refunds, expected)];
  }
  const messages = play.deliveriesOf(rma.identifier);
  const last = messages.at(-1);
  const refused = refusedPosts(play, new Set([rma.order]));
  const evidence = [
    `${found} after ${formatDuration(ms)}`,
    last ? `the last message was ${deliveryEvidence(last)}` : 'no message was sent',
    refused.map(({ text }) => text).join('; ') ||
      `the service got ${plural(play.cameOf(rma.order), 'snapshot')} of it and refused none`,
  ].join('; ');
  const other = refused[0]?.why ?? missingOtherwise(play, rma, refunds, units);
  if (other) return [no(evidence, other)];
  const why: Why = { symptom: 'never', id, refund: known.refunds.length - 1 };
  // Of one that was answered 5xx, the copy that was taken may have been ignored.
  const isBroken = ({ state, attempts }: Delivery) =>
    state !== 'delivered' || attempts.some(({ status }) => status !== null && status >= 500);
  const wire = messages.filter(isBroken).map(wireOf)[0];
  if (wire) return [no(evidence, { ...why, kind: 'answered', ...wire, group: 'messages.answered' })];
  if (rma.isMadeUp || known.resentInVain || last?.state !== 'delivered') return [no(evidence, why)];
  // If it was taken and brought nothing: was it lost?
  waited.resent = wall.now();
  stage.deliveries.redeliver(last.id);
  await wait();
  known.resentInVain = !isThere();
  if (known.resentInVain) return [no(evidence, why)];
  const lost = `${evidence}; then ${last.id} was sent once more, and the refund came: its first copy was answered 2xx and lost`;
  return [no(lost, { ...why, kind: 'message-lost' })];
}

const RENAMED =
  'Post the snapshot under the identifier of the order, letter by letter: it came in other letters, which is another order that is not known.';
const EXTRA =
  'Refund only the units that are items of the RMA message and are due, one unit for each item: here more units are refunded than came back, such as all units of the order, or cancelled ones.';

/** Why a refund that is missing is not simply missing. */
function missingOtherwise(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  wanted: Units,
): Why | undefined {
  const { order } = rma;
  const all = play.allRefunds(order);
  if (play.seenRefunds(order).some((seen) => !all.some(({ identifier }) => identifier === seen)))
    return { kind: 'refund-kept', symptom: 'gone', id: play.aboutOr('refunds.restart', 'refunds.kept') };
  // Some units of a line, but not all: they were in one parcel, so this is no refund by parcel.
  const given = unitsOf(refunds);
  const fresh = unitsOf(refunds.filter(({ identifier }) => !play.refunds.has(identifier)));
  const isOdd = Object.keys(fresh).some((line) => given[line] !== wanted[line]);
  const wrong = isOdd ? wrongUnits(play, rma, refunds, wanted) : undefined;
  if (wrong) return wrong;
  // Of an order with several RMAs, a refund without a name belongs to none; or it has that of one that cannot have it.
  const isOther = ({ rma_identifier: named }: OrderRefund) => {
    const other = [...play.rmas.values()].find(({ identifier }) => identifier === named);
    const own = all.filter((one) => one.rma_identifier === named);
    return !other || isOver(unitsOf(own), other.refundable);
  };
  if (refunds.length === 0 && all.some(isOther))
    return { kind: 'refund-named', symptom: 'unnamed', id: 'refunds.named' };
  const posted = play.stage.sandbox.requests(play.firstRequest).flatMap(({ orders }) => orders);
  const isRenamed = posted.some((one) => one !== order && one.toLowerCase() === order.toLowerCase());
  return isRenamed ? { symptom: 'unnamed', id: 'refunds.snapshot', hint: RENAMED } : undefined;
}

/** More units of a line than there may be. */
export const isOver = (units: Units, most: Units): boolean =>
  Object.entries(units).some(([line, count]) => count > (most[line] ?? 0));

/** Units that are refunded and were not expected, or of another line. */
function wrongUnits(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  wanted: Units,
): Why | undefined {
  const kind = 'refund-units';
  const id = play.aboutOr('refunds.orders', 'refunds.line');
  const given = unitsOf(refunds);
  const extra = Object.keys(given).filter((line) => given[line]! > (wanted[line] ?? 0));
  const isShort = isOver(wanted, given);
  if (extra.length === 0) return isShort ? { kind, symptom: 'units', id } : undefined;
  const units = play.stage.returns.find(rma.identifier)?.units ?? [];
  const isExchanged = (line: string) =>
    units.some((unit) => unit.line === line && unit.refundType !== 'REFUND');
  if (extra.every(isExchanged)) return { kind, symptom: 'early', id: 'exchanges.not-refunded' };
  if (isShort) return { kind, symptom: 'units', id };
  if (!refunds.some((one) => isOver(unitsOf([one]), wanted)))
    return { kind, symptom: 'twice', id: play.aboutOr('refunds.restart', 'refunds.once') };
  if (extra.every((line) => given[line]! <= (rma.refundable[line] ?? 0)))
    return { kind, symptom: 'early', id: 'refunds.partial' };
  return { kind, symptom: 'units', id, ...(id === 'refunds.line' && { hint: EXTRA }) };
}

/** What makes a refund of the RMA due. */
function triggerOf({ stage }: Play, { identifier }: PlayedRma): RetailerCheckId {
  const { method = 'mail-back' } = stage.returns.find(identifier) ?? {};
  if (method === 'customer-keep') return 'refunds.keep';
  return method === 'mail-back' ? 'refunds.at-scan' : 'refunds.on-receipt';
}

export async function checkNoRefund(
  play: Play,
  { order: id, within }: ExpectationKind<'no-refund'>,
): Promise<Found> {
  const { ms } = await play.waitFor(
    within ?? play.options.settleMs,
    () => unexpected(play, id).length > 0 || undefined,
  );
  play.quiet.add(id);
  const order = play.orderOf(id);
  const rmas = [...play.rmas.values()].filter((rma) => rma.order === order);
  const isExchange = rmas.some(({ refundable }) => unitCount(refundable) === 0);
  const shown = isExchange ? 'exchanges.not-refunded' : rmas.length > 0 ? 'refunds.unasked' : undefined;
  return checkQuiet(play, id) ?? askingNone(id).yes(shown, `none for ${order} in ${ms} ms`);
}

const askingNone = (id: string) => asking('no-refund', `no refund for order ${id} but the expected ones`);

const unexpected = (play: Play, id: string): OrderRefund[] =>
  play.allRefunds(play.orderOf(id)).filter(({ identifier }) => !play.refunds.has(identifier));

/** A refund of a given order that nobody expected. */
export function checkQuiet(play: Play, id: string): Found | undefined {
  const [first, ...more] = unexpected(play, id);
  if (!first) return undefined;
  const why: Why = { symptom: 'early', id: earlyId(play, play.orderOf(id), first) };
  return askingNone(id).no([first, ...more].map(refundText).join('; '), why);
}

/** Which rule a refund breaks that came although none was due: what its message said decides. */
function earlyId(play: Play, order: string, refund: OrderRefund): RetailerCheckId {
  const rmas = [...play.rmas].filter(([, rma]) => rma.order === order);
  const [name, rma] = rmas.find(([, one]) => one.identifier === refund.rma_identifier) ?? rmas.at(-1) ?? [];
  if (name === undefined || !rma) return 'refunds.unasked';
  if (unitCount(rma.refundable) === 0) return 'exchanges.not-refunded';
  if (play.expected.has(name) && isOver(unitsOf(play.refundsOf(rma)), rma.refundable))
    return play.aboutOr('refunds.restart', 'refunds.once');
  const { arrived } = play.stage.refundSeen(refund.identifier);
  const statuses = play
    .deliveriesOf(rma.identifier)
    // A side may refund before it answers.
    .filter(
      ({ id, state }) =>
        play.isEnded || state === 'sending' || (play.stage.sentAt.get(id) ?? Infinity) <= arrived,
    )
    .map((sent) => bodyOf(sent).status ?? '');
  const isCancelled = (status = '') => /^CANCEL/.test(status);
  if (statuses.some(isCancelled))
    return isCancelled(statuses.at(-1)) ? 'refunds.cancelled' : 'messages.out-of-order';
  if (statuses[0] === 'REFUNDED') return 'refunds.closed';
  const id = triggerOf(play, rma);
  return id === 'refunds.at-scan' ? 'refunds.unasked' : id;
}

/** Of the RMA, before a refund was expected. */
export function earlyRefund(play: Play, name: string): Pick<Found, 'evidence' | 'id'> | undefined {
  const rma = play.rmaOf(name);
  const refunds = play.refundsOf(rma);
  if (refunds.length === 0 || play.expected.has(name)) return undefined;
  const last = play.deliveriesOf(rma.identifier).findLast((one) => bodyOf(one).status !== 'REFUNDED');
  return {
    id: earlyId(play, rma.order, refunds[0]!),
    evidence: `${refundsText(rma, refunds)}; nobody expected it yet: the last message was ${last ? deliveryEvidence(last) : 'none'}`,
  };
}

/** @param refunds of the RMA */
function checkAmount(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  { rma: name, order: part, amount_cents: exact, at_most_cents: most }: ExpectationKind<'refund'>,
): Found {
  const { fees } = play.options;
  const { id: given } = play.scenario.orders.find(({ id }) => play.orderOf(id) === rma.order)!;
  const order = play.givenNow(given)!;
  const byOrder = amountOf(order, play.allRefunds(rma.order), refunds, fees);
  const stated = exact ?? most;
  const range: Amount =
    stated === undefined || byOrder.isWhole
      ? byOrder
      : { ...byOrder, least: exact ?? 1, most: Math.max(stated, byOrder.shipping + stated) };
  const shipping = play.stage.returns.find(rma.identifier)?.returnShippingCents ?? 0;
  const wanted = lessFees(range, shipping, fees);
  const { yes, no } = asking('refund-amount', `the refund for ${rmaPart(name, part)} has the right amount`);
  const id = byOrder.isWhole ? 'refunds.full-amount' : 'refunds.amount';
  const evidence = refundsText(rma, refunds);
  const sum = sumOf(refunds);
  if (sum >= wanted.least && sum <= wanted.most) return yes(id, `${evidence}; right is ${rangeText(wanted)}`);
  play.wrongAmounts.add(rma.order);
  const reasons = reasonsOf(order, refunds, wanted, estimateOf(play, rma, refunds));
  const found = `${evidence}; ${formatCents(sum)} instead of ${rangeText(wanted)}`;
  return no(found, { symptom: 'amount', id, reasons });
}

/** What the last message says of these units in its estimates, cents. */
function estimateOf(play: Play, { identifier }: PlayedRma, refunds: readonly OrderRefund[]): number {
  const items = play.deliveriesOf(identifier).slice(-1).flatMap(itemsIn);
  return Object.entries(unitsOf(refunds))
    .flatMap(([line, n]) => items.filter((one) => one['order_line_item_identifier'] === line).slice(0, n))
    .map(({ refund_financials: of }) => (isObject(of) ? Number(of['estimated_refund_amount_cents']) : 0))
    .reduce((sum, cents) => sum + cents, 0);
}
