// Checks about refunds: that one comes, that it is right, that none comes twice or where none is due. Refunds are read from the
// snapshots that the retailer posts to the sandbox.
import { formatCents, formatDuration, plural } from '../../basics/units.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import { amountOf, isAll, lessFees, rangeText, reasonsOf, sumOf, type Units, unitsOf } from './amounts.ts';
import { orderOf, rmaOf } from './deeds.ts';
import { bodyOf, deliveryEvidence, wireOf } from './evidence.ts';
import { type ExpectationKind, rmaPart } from './format.ts';
import type { Found } from './found.ts';
import { orderIdentifier, snapshotsOf } from './given-orders.ts';
import { marksOf } from './marks.ts';
import { deliveriesOf, type Play, type PlayedRma, unitCount, waitFor } from './play.ts';
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
      amountCheck(play, rma, refunds, { ...expected, rma: name }),
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
  if (seen.some((key) => !keys.has(key))) return { kind: 'refund-kept', symptom: 'gone', id: 'refunds.kept' };
  const wrong = refunds.length === 0 ? undefined : wrongUnits(play, rma, refunds, wanted);
  if (wrong && Object.keys(wanted).some((line) => unitsOf(refunds)[line]))
    return { kind: 'refund-units', ...wrong };
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

const isAbout = ({ scenario }: Play, id: RetailerCheckId): boolean => scenario.about?.includes(id) === true;
const lineId = (play: Play): RetailerCheckId =>
  isAbout(play, 'refunds.orders') ? 'refunds.orders' : 'refunds.line';
const onceId = (play: Play): RetailerCheckId =>
  isAbout(play, 'refunds.restart') ? 'refunds.restart' : 'refunds.once';

/** What makes a refund of the RMA due. */
export function triggerOf({ stage }: Play, { identifier, isMadeUp }: PlayedRma): RetailerCheckId {
  const method = isMadeUp ? 'mail-back' : stage.returns.find(identifier)?.method;
  if (method === 'customer-keep') return 'refunds.keep';
  return method === 'mail-back' ? 'refunds.at-scan' : 'refunds.on-receipt';
}

function amountCheck(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  { rma: name, amount_cents: exact, at_most_cents: most }: ExpectationKind<'refund'>,
): Found {
  const { fees } = play.options;
  const order = givenNow(play, rma.order)!;
  const byOrder = amountOf(order, allRefunds(play, rma.order), refunds, fees);
  const given = exact ?? most;
  const stated =
    given === undefined || byOrder.isWhole
      ? byOrder
      : { ...byOrder, least: exact ?? 1, most: Math.max(given, byOrder.shipping + given) };
  const shipping = play.stage.returns.find(rma.identifier)?.returnShippingCents ?? 0;
  const wanted = lessFees(stated, shipping, fees);
  const sum = sumOf(refunds);
  const passed = sum >= wanted.least && sum <= wanted.most;
  const what = `the refund for ${name} is ${rangeText(wanted)}`;
  const id = byOrder.isWhole ? 'refunds.full-amount' : 'refunds.amount';
  if (passed) return { kind: 'refund-amount', what, passed, evidence: refundsText(rma, refunds), id };
  play.wrongAmounts.add(rma.order);
  const estimate = estimateOf(play, rma, unitsOf(refunds));
  return {
    ...{ kind: 'refund-amount', what, passed, id, symptom: 'amount' as const },
    evidence: `${refundsText(rma, refunds)}; ${formatCents(sum)} instead of ${rangeText(wanted)}`,
    reasons: reasonsOf(order, refunds, wanted, estimate),
  };
}

/** The given order as it was posted last. */
function givenNow(play: Play, order: string): Order | undefined {
  const { scenario, circumstances, posted, options } = play;
  const given = scenario.orders.find(({ id }) => orderIdentifier(scenario.name, id, options.seed) === order);
  return given && snapshotsOf(scenario, given.id, circumstances).at((posted.get(given.id) ?? 0) - 1);
}

/** What the last message says of these units in its estimates, cents. */
function estimateOf(play: Play, { identifier }: PlayedRma, units: Units): number | undefined {
  const { body = null } = deliveriesOf(play, identifier, 'rma').at(-1)?.message ?? {};
  const { items = [] } = JSON.parse(body ?? '{}') as { items?: readonly EstimatedItem[] };
  return Object.entries(units)
    .flatMap(([line, count]) =>
      items.filter(({ order_line_item_identifier: id }) => id === line).slice(0, count),
    )
    .reduce((sum, item) => sum + (item.refund_financials?.estimated_refund_amount_cents ?? 0), 0);
}

interface EstimatedItem {
  readonly order_line_item_identifier: string;
  readonly refund_financials?: { readonly estimated_refund_amount_cents?: number };
}

/** At the end, after the time in which nothing more may come: no unit was refunded that is not expected, and none twice. */
export function checkOnce(play: Play): Found[] {
  return [...play.rmas].flatMap(([name, rma]) => {
    const units = play.expected.get(name);
    if (!units) return [];
    const refunds = refundsOf(play, rma);
    const given = unitsOf(refunds);
    const tooMany = Object.entries(given).filter(([line, count]) => count > (units[line] ?? 0));
    const passed = tooMany.length === 0;
    return [
      {
        ...({
          kind: 'refund-once',
          what: `each unit of ${name} is refunded once`,
          passed,
          id: onceId(play),
        } as const),
        ...(!passed && { symptom: 'twice' as const }),
        evidence: `${refundsText(rma, refunds)}${passed ? '' : `; expected ${unitsText(units)}`}`,
      },
    ];
  });
}

/** Of every order, whatever was expected: its refunds hold no more units and no more money than there are. */
export function checkSums(play: Play): Found[] {
  return play.scenario.orders.flatMap(({ id }): Found[] => {
    const identifier = orderOf(play, id);
    const order = givenNow(play, identifier);
    const refunds = allRefunds(play, identifier);
    if (!order || refunds.length === 0 || play.wrongAmounts.has(identifier)) return [];
    const { fees } = play.options;
    const units = unitsOf(refunds);
    const what = `the refunds of order ${id} together are no more than it has`;
    const evidence = refunds.map(refundText).join('; ');
    const over = order.items.find(
      (item) => (units[item.identifier] ?? 0) > item.quantity_shipped + item.quantity_canceled,
    );
    if (over)
      return [{ kind: 'refund-once', what, passed: false, evidence, symptom: 'twice', id: onceId(play) }];
    const wanted = amountOf(order, refunds, refunds, fees);
    const isFree = fees === undefined || (!fees.shipping && fees.restocking === 0);
    const cancelled = order.items.reduce(
      (cents, item) =>
        cents + item.quantity_canceled * (item.unit_price_amount_cents + item.tax_amount_cents),
      0,
    );
    const isClosed = isAll(order, refunds);
    const most = isClosed ? wanted.most : order.total_amount_cents + cancelled;
    const sum = sumOf(refunds);
    const passed = sum <= most && (!isClosed || !isFree || sum >= wanted.least);
    const closed = isClosed ? `the refunds of order ${id} together are ${rangeText(wanted)}` : what;
    if (passed) return [{ kind: 'refund-amount', what: closed, passed, evidence, id: 'refunds.amount' }];
    return [
      {
        ...({
          kind: 'refund-amount',
          what: closed,
          passed,
          id: 'refunds.amount',
          symptom: 'amount',
        } as const),
        evidence: `${evidence}; together ${formatCents(sum)} instead of ${isClosed ? rangeText(wanted) : `at most ${formatCents(most)}`}`,
        reasons: reasonsOf(order, refunds, isClosed ? wanted : { least: 0, most }, undefined),
      },
    ];
  });
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

export const keyOf = (order: string, { identifier }: OrderRefund): string =>
  JSON.stringify([order, identifier]);

export const allRefunds = ({ stage }: Play, order: string): readonly OrderRefund[] =>
  stage.order(order)?.refunds ?? [];

/**
 * Refunds of an RMA. rma_identifier is "optional but recommended" (interface, Refund object): without it a refund belongs to
 * the only RMA of its order.
 */
export function refundsOf(play: Play, { identifier, order }: PlayedRma): OrderRefund[] {
  const isOnly = [...play.rmas.values()].filter((rma) => rma.order === order).length === 1;
  return allRefunds(play, order).filter(({ rma_identifier: named }) =>
    (named ?? '') === '' ? isOnly : named === identifier,
  );
}

const unitsText = (units: Units): string =>
  `${plural(unitCount(units), 'unit')} (${Object.entries(units)
    .map(([line, count]) => `${count} of line ${line}`)
    .join(', ')})`;

export const refundText = (refund: OrderRefund): string =>
  `refund ${refund.identifier} of ${formatCents(refund.total_refund_amount_cents)} for ${unitsText(unitsOf([refund]))}`;

const refundsText = ({ order }: PlayedRma, refunds: readonly OrderRefund[]): string =>
  refunds.length === 0
    ? `the last snapshot of ${order} has no refund for it`
    : `the last snapshot of ${order} has ${refunds.map(refundText).join('; ')}`;

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
