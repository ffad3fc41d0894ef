// Checks of all refunds of a scenario, when nothing more may come, whatever its steps expected: no unit is paid that was not
// returned for a refund, none twice, and no order pays more than it is worth.
import { formatCents } from '../../basics/units.ts';
import { checkQuiet, isOver } from './refund-checks.ts';
import {
  type Amount,
  amountOf,
  isAll,
  rangeText,
  reasonsOf,
  sumOf,
  type Units,
  unitsOf,
} from './refund-range.ts';
import { asking, type Found } from './result.ts';
import { type Play, type PlayedRma, refundsText, refundText, unitCount, unitsText } from './state.ts';

export function checkRefunds(play: Play): Found[] {
  const found = [
    ...[...play.quiet].flatMap((order) => checkQuiet(play, order) ?? []),
    ...checkOnce(play),
    ...checkExchanges(play),
  ];
  // What is paid twice makes sums wrong, too.
  return found.every(({ passed }) => passed) ? [...found, ...checkSums(play)] : found;
}

/** What may be refunded of an RMA: what was expected, or all of it that a refund settles. */
const mostOf = (play: Play, name: string, { refundable }: PlayedRma): Units =>
  play.expected.get(name) ?? refundable;

/** No unit of an RMA was refunded that is not expected, and none twice. */
function checkOnce(play: Play): Found[] {
  return [...play.rmas].flatMap(([name, rma]): Found[] => {
    const refunds = play.refundsOf(rma);
    const isExpected = play.expected.has(name);
    const most = mostOf(play, name, rma);
    const id = play.aboutOr('refunds.restart', 'refunds.once');
    const { yes, no } = asking('refund-once', `each unit of ${name} is refunded once`);
    const evidence = refundsText(rma, refunds);
    if (!isOver(unitsOf(refunds), most)) return isExpected ? [yes(id, evidence)] : [];
    if (unitCount(most) === 0)
      return [no(`${evidence}; an exchange settles it`, { symptom: 'early', id: 'exchanges.not-refunded' })];
    return [no(`${evidence}; expected ${unitsText(most)}`, { symptom: 'twice', id })];
  });
}

/** Nothing of an exchange order came back. */
const checkExchanges = (play: Play): Found[] =>
  [...play.known.exchanges].flatMap(([order, identifier]): Found[] => {
    const [name] = [...play.rmas].find(([, rma]) => rma.identifier === identifier) ?? [];
    const refunds = play.allRefunds(order);
    if (name === undefined || refunds.length === 0) return [];
    const { no } = asking('no-refund', `no refund of the exchange order of ${name}`);
    return [no(refunds.map(refundText).join('; '), { symptom: 'early', id: 'exchanges.not-refunded' })];
  });

/** Of every order, whatever was expected: its refunds hold no more units and no more money than there are. */
function checkSums(play: Play): Found[] {
  const { fees } = play.options;
  return play.scenario.orders.flatMap(({ id: name }): Found[] => {
    const identifier = play.orderOf(name);
    const order = play.givenNow(name);
    const refunds = play.allRefunds(identifier);
    if (!order || refunds.length === 0 || play.wrongAmounts.has(identifier)) return [];
    const { yes, no } = asking('refund-amount', `the refunds of order ${name} together are what they may be`);
    const units = unitsOf(refunds);
    const evidence = refunds.map(refundText).join('; ');
    const rmas = [...play.rmas].filter(([, rma]) => rma.order === identifier);
    const returned = (line: string) =>
      rmas.reduce((sum, [of, rma]) => sum + (mostOf(play, of, rma)[line] ?? 0), 0);
    const isMore = order.items.some(
      ({ identifier: line, quantity_shipped: shipped, quantity_canceled: cancelled }) =>
        (units[line] ?? 0) > Math.min(shipped, returned(line)) + cancelled,
    );
    const isExchange = rmas.some(([, { refundable }]) => unitCount(refundable) === 0);
    const once = isExchange ? 'exchanges.not-refunded' : play.aboutOr('refunds.restart', 'refunds.once');
    if (isMore) return [no(evidence, { kind: 'refund-once', symptom: 'twice', id: once })];
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
