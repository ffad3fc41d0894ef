// Checks about refunds: that one comes, that it is right, that none comes twice or where none is due. Refunds are read from the
// snapshots that the retailer posts to the sandbox.
import { formatCents, plural } from '../../basics/units.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import { withoutFees } from '../../contract/return-fees.ts';
import { orderOf, rmaOf } from './deeds.ts';
import { deliveryEvidence } from './evidence.ts';
import type { ExpectationKind } from './format.ts';
import { orderIdentifier } from './given-orders.ts';
import { deliveriesOf, type Play, type PlayedRma, unitCount, waitFor } from './play.ts';
import { type Refusal, refusedPosts } from './refused-posts.ts';
import type { ScenarioCheck } from './result.ts';

export async function checkRefund(
  play: Play,
  expected: ExpectationKind<'refund'>,
): Promise<readonly ScenarioCheck[]> {
  const rma = rmaOf(play, expected.rma);
  const units = expected.units ?? rma.refundable;
  play.expected.set(rma.identifier, units);
  const { value, ms } = await waitFor(play, expected.within ?? play.options.waitMs, () => {
    const refunds = refundsOf(play, rma);
    return covers(unitsOf(refunds), units) ? refunds : undefined;
  });
  const refunds = value ?? refundsOf(play, rma);
  const arrives: ScenarioCheck = {
    kind: value ? 'refund-arrives' : missingKind(play, rma, refunds, units),
    what: `a refund of ${unitsText(units)} arrives for ${expected.rma}`,
    passed: value !== undefined,
    evidence: value
      ? `${refundsText(rma, value)}, ${ms} ms after it was expected`
      : missingText(play, rma, refunds, ms),
  };
  if (!value) return [arrives];
  for (const refund of value) play.refunds.add(keyOf(rma.order, refund));
  return [arrives, ...amountCheck(play, rma, value, units, expected)];
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
  const wanted = withoutFees(whole, shipping, play.options.fees);
  const sum = sumOf(refunds);
  const passed = exact === undefined ? sum > 0 && sum <= wanted : sum === wanted;
  return [
    {
      // The amount of what is refunded again is not what is wrong.
      kind: !passed && hasMore(refunds, units) ? 'refund-once' : 'refund-amount',
      what: `the refund for ${name} is ${exact === undefined ? 'at most ' : ''}${formatCents(wanted)}`,
      passed,
      evidence: `${refundsText(rma, refunds)}${passed ? '' : `; ${formatCents(sum)} instead of ${exact === undefined ? 'at most ' : ''}${formatCents(wanted)}`}`,
    },
  ];
}

/** After the time in which nothing more may come: no unit was refunded that is not expected, and none twice. */
export function checkOnce(play: Play): ScenarioCheck[] {
  return [...play.rmas].flatMap(([name, rma]) => {
    const units = play.expected.get(rma.identifier);
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

/** The service refuses a snapshot that breaks a rule, so a refund in it is lost. */
export function checkSnapshots(play: Play): ScenarioCheck[] {
  const given = play.scenario.orders.map(({ id }) => id);
  const refused = refusedPosts(play, new Set(given.map((id) => orderOf(play, id)))).filter(
    // One that is renewed is tried again, perhaps just now.
    ({ status }) => status !== 401,
  );
  const texts = (wanted: Refusal['kind']) =>
    refused.filter(({ kind }) => kind === wanted).map(({ text }) => text);
  const stale = given.flatMap((id) => stalePosts(play, id));
  const failed = (kind: ScenarioCheck['kind'], what: string, evidence: readonly string[]): ScenarioCheck[] =>
    evidence.length === 0 ? [] : [{ kind, what, passed: false, evidence: evidence.join('; ') }];
  return [
    ...failed(
      'snapshots-accepted',
      'the service accepts the snapshots of the retailer',
      texts('snapshots-accepted'),
    ),
    ...failed('refund-once', 'no unit is refunded again', texts('refund-once')),
    ...failed('snapshots-newer', 'the snapshots of the retailer have a newer updated_at', stale),
  ];
}

/** Snapshots of the retailer that are not newer than the given one: the service may take them for old, and ignore them. */
function stalePosts(play: Play, id: string): string[] {
  const order = orderOf(play, id);
  const count = play.posted.get(id) ?? 0;
  const versions = play.stage.versions(order);
  const given = versions[count - 1];
  if (!given) return [];
  return versions
    .slice(count)
    .filter(({ updated_at: at, sha256 }) => sha256 !== given.sha256 && !isAfter(at, given.updated_at))
    .map(({ updated_at: at }) => `a snapshot of ${order} has updated_at ${at}, as before the refund`);
}

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

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

const allRefunds = ({ stage }: Play, order: string): readonly OrderRefund[] => {
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

const refundText = (refund: OrderRefund): string =>
  `refund ${refund.identifier} of ${formatCents(refund.total_refund_amount_cents)} for ${unitsText(unitsOf([refund]))}`;

const refundsText = ({ order }: PlayedRma, refunds: readonly OrderRefund[]): string =>
  refunds.length === 0
    ? `the last snapshot of ${order} has no refund for it`
    : `the last snapshot of ${order} has ${refunds.map(refundText).join('; ')}`;

function missingText(play: Play, rma: PlayedRma, refunds: readonly OrderRefund[], ms: number): string {
  const last = deliveriesOf(play, rma.identifier, 'rma').at(-1);
  const refused = refusedPosts(play, new Set([rma.order]));
  return [
    `${refundsText(rma, refunds)} after ${ms} ms`,
    last ? `the last message was ${deliveryEvidence(last)}` : 'no message was sent',
    ...(refused.length > 0
      ? refused.map(({ text }) => text)
      : [
          `the service got ${cameOf(play, rma.order)} of it and refused none (refunded in an earlier run? give both commands another --seed)`,
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
  // Of an order with several RMAs, a refund without a name belongs to none.
  const isUnnamed = ({ rma_identifier: named }: OrderRefund) => (named ?? '') === '';
  return refunds.length === 0 && all.some(isUnnamed) ? 'refund-named' : 'refund-arrives';
}

/** Snapshots that came from the retailer, apart from the given ones. */
function cameOf({ stage, posted, scenario, options }: Play, order: string): string {
  const given = scenario.orders.find(({ id }) => orderIdentifier(scenario.name, id, options.seed) === order);
  const came = stage.versions(order).length - (posted.get(given?.id ?? '') ?? 0);
  return came > 0 ? plural(came, 'snapshot') : 'no snapshot';
}
