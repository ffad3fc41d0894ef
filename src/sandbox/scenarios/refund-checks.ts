// Checks about refunds: that one comes, that it is right, that none comes twice or where none is due. Refunds are read from the
// snapshots that the retailer posts to the sandbox.
import { formatCents, plural } from '../../basics/units.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import { withheldOf } from '../../contract/return-fees.ts';
import { orderOf, rmaOf } from './deeds.ts';
import { deliveryEvidence } from './evidence.ts';
import { type ExpectationKind, rmaPart } from './format.ts';
import { orderIdentifier } from './given-orders.ts';
import { deliveriesOf, type Play, type PlayedRma, unitCount, waitFor } from './play.ts';
import { hintOf, isRefused, refusedPosts } from './refused-posts.ts';
import type { ScenarioCheck } from './result.ts';

export async function checkRefund(
  play: Play,
  expected: ExpectationKind<'refund'>,
): Promise<readonly ScenarioCheck[]> {
  const name = rmaPart(expected.rma, expected.order);
  const rma = rmaOf(play, name);
  const units = expected.units ?? rma.refundable;
  play.expected.set(name, units);
  const isThere = () => covers(unitsOf(refundsOf(play, rma)), units);
  const limit = expected.within ?? play.options.waitMs;
  const wait = () => waitFor(play, limit, () => isThere() || isRefused(play, rma.order) || undefined);
  const { ms } = await wait();
  const refunds = refundsOf(play, rma);
  const what = `a refund of ${unitsText(units)} arrives for ${name}`;
  if (covers(unitsOf(refunds), units)) {
    for (const refund of refunds) play.refunds.add(keyOf(rma.order, refund));
    const evidence = `${refundsText(rma, refunds)}, ${ms} ms after it was expected`;
    return [
      { kind: 'refund-arrives', what, passed: true, evidence },
      ...amountCheck(play, rma, refunds, units, { ...expected, rma: name }),
    ];
  }
  const kind = missingKind(play, rma, refunds, units);
  const evidence = missingText(play, rma, refunds, ms);
  const failed = { kind, what, passed: false, evidence, ...hintOf(refusedPosts(play, new Set([rma.order]))) };
  const sentAgain = kind === 'refund-arrives' ? sendAgain(play, rma) : undefined;
  if (sentAgain === undefined) return [failed];
  await wait();
  if (isThere()) {
    const lost = `${evidence}; then ${sentAgain} was sent once more, and the refund came: its first copy was answered 2xx and lost`;
    return [{ ...failed, kind: 'message-lost', evidence: lost }];
  }
  if (play.options.known) play.options.known.resentInVain = true;
  return [failed];
}

/** Sends the last message of the RMA once more, if it was taken and brought nothing: was it lost? @returns its id */
function sendAgain(
  { options, stage, ...play }: Play,
  { identifier, isMadeUp }: PlayedRma,
): string | undefined {
  const last = deliveriesOf({ options, stage, ...play }, identifier, 'rma').at(-1);
  if (isMadeUp || options.known?.resentInVain !== false || last?.state !== 'delivered') return undefined;
  stage.deliveries.redeliver(last.id);
  return last.id;
}

function amountCheck(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  units: Readonly<Record<string, number>>,
  { rma: name, amount_cents: exact, at_most_cents: most }: ExpectationKind<'refund'>,
): ScenarioCheck[] {
  const whole = exact ?? most;
  if (whole === undefined) return [];
  const shipping = play.stage.returns.find(rma.identifier)?.returnShippingCents ?? 0;
  const withheld = withheldOf(whole, shipping, play.options.fees);
  const wanted = whole - withheld.restocking - withheld.shipping;
  const sum = sumOf(refunds);
  const passed = exact === undefined ? sum > 0 && sum <= wanted : sum === wanted;
  const estimate = passed ? 0 : estimateOf(play, rma, unitsOf(refunds));
  const why =
    sum === estimate ? '. It is what the message estimates (refund_financials), not what the order says' : '';
  return [
    {
      // The amount of what is refunded again is not what is wrong.
      kind: !passed && hasMore(refunds, units) ? 'refund-once' : 'refund-amount',
      what: `the refund for ${name} is ${exact === undefined ? 'at most ' : ''}${formatCents(wanted)}`,
      passed,
      evidence: `${refundsText(rma, refunds)}${passed ? '' : `; ${formatCents(sum)} instead of ${exact === undefined ? 'at most ' : ''}${formatCents(wanted)}${why}`}`,
    },
  ];
}

/** What the last message says of these units in its estimates, cents. */
function estimateOf(
  play: Play,
  { identifier }: PlayedRma,
  units: Readonly<Record<string, number>>,
): number | undefined {
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

/** After the time in which nothing more may come: no unit was refunded that is not expected, and none twice. */
export function checkOnce(play: Play): ScenarioCheck[] {
  return [...play.rmas].flatMap(([name, rma]) => {
    const units = play.expected.get(name);
    if (!units) return [];
    const refunds = refundsOf(play, rma);
    const given = unitsOf(refunds);
    const tooMany = Object.entries(given).filter(([line, count]) => count > (units[line] ?? 0));
    return [
      {
        kind: 'refund-once',
        what: `each unit of ${name} is refunded once`,
        passed: tooMany.length === 0,
        evidence: `${refundsText(rma, refunds)}${tooMany.length === 0 ? '' : `; expected ${unitsText(units)}`}`,
      },
    ];
  });
}

export async function checkNoRefund(
  play: Play,
  { order: id, within }: ExpectationKind<'no-refund'>,
): Promise<ScenarioCheck> {
  const order = orderOf(play, id);
  const fresh = () => {
    const found = allRefunds(play, order).filter((refund) => !play.refunds.has(keyOf(order, refund)));
    return found.length > 0 ? found : undefined;
  };
  const { value, ms } = await waitFor(play, within ?? play.options.settleMs, fresh);
  const before = allRefunds(play, order).length - (value?.length ?? 0);
  return {
    kind: 'no-refund',
    what: `no ${before > 0 ? 'other ' : ''}refund for order ${id}`,
    passed: value === undefined,
    evidence: value ? value.map(refundText).join('; ') : `none for ${order} in ${ms} ms`,
  };
}

const keyOf = (order: string, { identifier }: OrderRefund): string => JSON.stringify([order, identifier]);

export const allRefunds = ({ stage }: Play, order: string): readonly OrderRefund[] => {
  const found: Order | undefined = stage.order(order);
  return found?.refunds ?? [];
};

/**
 * Refunds of an RMA. rma_identifier is "optional but recommended" (interface, Refund object): without it a refund belongs to
 * the only RMA of its order.
 */
function refundsOf(play: Play, { identifier, order }: PlayedRma): OrderRefund[] {
  const isOnly = [...play.rmas.values()].filter((rma) => rma.order === order).length === 1;
  return allRefunds(play, order).filter(({ rma_identifier: named }) =>
    named === undefined || named === null || named === '' ? isOnly : named === identifier,
  );
}

function unitsOf(refunds: readonly OrderRefund[]): Record<string, number> {
  const units: Record<string, number> = {};
  for (const { refund_line_items: lines } of refunds)
    for (const { order_item_identifier: line, quantity } of lines)
      units[line] = (units[line] ?? 0) + quantity;
  return units;
}

const hasMore = (refunds: readonly OrderRefund[], wanted: Readonly<Record<string, number>>): boolean =>
  Object.entries(unitsOf(refunds)).some(([line, count]) => count > (wanted[line] ?? 0));

const covers = (given: Readonly<Record<string, number>>, wanted: Readonly<Record<string, number>>): boolean =>
  Object.entries(wanted).every(([line, count]) => (given[line] ?? 0) >= count);

const sumOf = (refunds: readonly OrderRefund[]): number =>
  refunds.reduce((sum, refund) => sum + refund.total_refund_amount_cents, 0);

const unitsText = (units: Readonly<Record<string, number>>): string =>
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
export function earlyRefund(play: Play, name: string): string | undefined {
  const rma = rmaOf(play, name);
  const refunds = refundsOf(play, rma);
  if (refunds.length === 0 || play.expected.has(name)) return undefined;
  const last = deliveriesOf(play, rma.identifier, 'rma').findLast(
    ({ message }) => !/"REFUNDED"/.test(message.body ?? ''),
  );
  return `${refundsText(rma, refunds)}; nobody expected it yet: the last message was ${last ? deliveryEvidence(last) : 'none'}`;
}

function missingText(play: Play, rma: PlayedRma, refunds: readonly OrderRefund[], ms: number): string {
  const last = deliveriesOf(play, rma.identifier, 'rma').at(-1);
  const refused = refusedPosts(play, new Set([rma.order]));
  return [
    `${refundsText(rma, refunds)} after ${ms} ms`,
    last ? `the last message was ${deliveryEvidence(last)}` : 'no message was sent',
    ...(refused.length > 0
      ? refused.map(({ text }) => text)
      : [
          `the service got ${cameOf(play, rma.order) || 'no'} ${cameOf(play, rma.order) === 1 ? 'snapshot' : 'snapshots'} of it and refused none`,
        ]),
  ].join('; ');
}

/** What is wrong when a refund does not arrive. */
function missingKind(
  play: Play,
  rma: PlayedRma,
  refunds: readonly OrderRefund[],
  wanted: Readonly<Record<string, number>>,
): ScenarioCheck['kind'] {
  const refused = refusedPosts(play, new Set([rma.order]));
  if (refused.length > 0)
    return refused.every(({ kind }) => kind === 'refund-once') ? 'refund-once' : 'snapshots-accepted';
  const all = allRefunds(play, rma.order);
  const keys = new Set(all.map((refund) => keyOf(rma.order, refund)));
  const seen = [...play.refunds].filter((key) => (JSON.parse(key) as string[])[0] === rma.order);
  if (seen.some((key) => !keys.has(key))) return 'refund-kept';
  if (hasMore(refunds, wanted)) return 'refund-units';
  // Some units of a line, but not all: they were in one parcel, so this is no refund by parcel.
  if (Object.entries(unitsOf(refunds)).some(([line, count]) => count < (wanted[line] ?? 0)))
    return 'refund-units';
  // Of an order with several RMAs, a refund without a name belongs to none.
  const isUnnamed = ({ rma_identifier: named }: OrderRefund) => (named ?? '') === '';
  return refunds.length === 0 && all.some(isUnnamed) ? 'refund-named' : 'refund-arrives';
}

/** Snapshots that came from the retailer, apart from the given ones. */
export function cameOf({ stage, posted, scenario, options }: Play, order: string): number {
  const given = scenario.orders.find(({ id }) => orderIdentifier(scenario.name, id, options.seed) === order);
  return Math.max(0, stage.versions(order).length - (posted.get(given?.id ?? '') ?? 0));
}
