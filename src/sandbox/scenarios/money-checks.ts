// Checks about the money and the units of refunds: of one return, and at the end of all that an order has.
import { formatCents } from '../../basics/units.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import { amountOf, isAll, lessFees, rangeText, reasonsOf, sumOf, type Units, unitsOf } from './amounts.ts';
import { orderOf } from './deeds.ts';
import type { ExpectationKind } from './format.ts';
import type { Found } from './found.ts';
import { orderIdentifier, snapshotsOf } from './given-orders.ts';
import { deliveriesOf, type Play, type PlayedRma } from './play.ts';
import { allRefunds, onceId, refundsOf, refundsText, refundText, unitsText } from './refunds.ts';

export function checkAmount(
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
    kind: 'refund-amount',
    what,
    passed,
    id,
    symptom: 'amount',
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
