// Checks about the money and the units of refunds: of one return, and at the end of all that an order has.
import { isObject } from '../../basics/json.ts';
import { formatCents } from '../../basics/units.ts';
import type { OrderRefund } from '../../contract/order.ts';
import { type Amount, amountOf, isAll, lessFees, rangeText, reasonsOf, sumOf, unitsOf } from './amounts.ts';
import { itemsIn } from './evidence.ts';
import type { ExpectationKind } from './format.ts';
import { rmaPart } from './format.ts';
import { type Play, type PlayedRma, refundsText, refundText, unitsText } from './play.ts';
import { asking, type Found } from './result.ts';

/** @param refunds of the RMA */
export function checkAmount(
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

/** At the end, after the time in which nothing more may come: no unit was refunded that is not expected, and none twice. */
export function checkOnce(play: Play): Found[] {
  return [...play.rmas].flatMap(([name, rma]) => {
    const units = play.expected.get(name);
    if (!units) return [];
    const id = play.aboutOr('refunds.restart', 'refunds.once');
    const { yes, no } = asking('refund-once', `each unit of ${name} is refunded once`);
    const refunds = play.refundsOf(rma);
    const evidence = refundsText(rma, refunds);
    const isMore = Object.entries(unitsOf(refunds)).some(([line, count]) => count > (units[line] ?? 0));
    return isMore
      ? [no(`${evidence}; expected ${unitsText(units)}`, { symptom: 'twice', id })]
      : [yes(id, evidence)];
  });
}

/** Of every order, whatever was expected: its refunds hold no more units and no more money than there are. */
export function checkSums(play: Play): Found[] {
  const { fees } = play.options;
  return play.scenario.orders.flatMap(({ id: name }): Found[] => {
    const identifier = play.orderOf(name);
    const order = play.givenNow(name);
    const refunds = play.allRefunds(identifier);
    if (!order || refunds.length === 0 || play.wrongAmounts.has(identifier)) return [];
    const { yes, no } = asking('refund-amount', `the refunds of order ${name} together are what they may be`);
    const units = unitsOf(refunds);
    const evidence = refunds.map(refundText).join('; ');
    const isOver = order.items.some(
      (item) => (units[item.identifier] ?? 0) > item.quantity_shipped + item.quantity_canceled,
    );
    const once = play.aboutOr('refunds.restart', 'refunds.once');
    if (isOver) return [no(evidence, { kind: 'refund-once', symptom: 'twice', id: once })];
    const whole = amountOf(order, refunds, refunds, fees);
    const cancelled = order.items.map(
      (item) => item.quantity_canceled * (item.unit_price_amount_cents + item.tax_amount_cents),
    );
    const most = cancelled.reduce((sum, cents) => sum + cents, order.total_amount_cents);
    const isClosed = isAll(order, refunds);
    const wanted: Amount = { ...whole, ...(!isClosed && { most }) };
    const isLess = isClosed && !fees?.shipping && !fees?.restocking && sumOf(refunds) < wanted.least;
    const right = isClosed ? rangeText(whole) : `at most ${formatCents(most)}`;
    if (sumOf(refunds) <= wanted.most && !isLess)
      return [yes('refunds.amount', `${evidence}; right is ${right}`)];
    const reasons = reasonsOf(order, refunds, isClosed ? whole : { least: 0, most }, undefined);
    const found = `${evidence}; together ${formatCents(sumOf(refunds))} instead of ${right}`;
    return [no(found, { symptom: 'amount', id: 'refunds.amount', reasons })];
  });
}
