// Refunds of an order: unique identifiers, not more money than was paid, times and RMAs, and none missing that was accepted before.
import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { isCount, type Loose, REFUNDS, type Report, type Rule, refundPrefix, ruleList } from '../finding.ts';
import {
  mostRefunded,
  type OrderPaid,
  type OverRefunded,
  overRefunded,
  shippedRefunded,
  unitsRefunded,
} from '../refund-amount.ts';
import { sampleOrder, sampleRefund, sampleRefundLine, sampleWithRefund, secondRefund } from '../sample.ts';
import { Identifiers, listOf } from '../shape-findings.ts';
import { checkRefundFields } from './fields.ts';
import {
  type Count,
  checkRefundLines,
  otherPlace,
  refundLineDuplicate,
  refundLineRules,
} from './refund-lines.ts';
import { shippingInTotal } from './total.ts';
import { checkTime } from './values.ts';

const rules = ruleList({ source: 'Refund object (element of refunds)', good: sampleWithRefund() });

export const refundDuplicate = rules.error('refund.identifier.duplicate', {
  title: 'Refund identifiers are unique across all refunds',
  explanation:
    'The service tells refunds apart by their identifier, also across orders; a second one with the same identifier is lost. Compared are the refunds of the order, all orders of the input (the first one keeps the identifier) and what was accepted before. Exports that number refunds anew in each order need the order in the identifier, such as SO-1001-R1.',
  say: (args) => `The refund identifier ${quote(args.identifier)} already stands ${otherPlace(args)}.`,
  good: sampleOrder({ refunds: [sampleRefund(), secondRefund()] }),
  bad: sampleOrder({ refunds: [sampleRefund(), secondRefund({ identifier: 'R-1' })] }),
});

const refundTotal = rules.warning('refund.total.exceeded', {
  title: 'A refund is not more than the total of the order',
  explanation:
    'For a full refund total_refund_amount_cents equals the total_amount_cents of the order. What was paid beside the total for cancelled units that are refunded counts, too. More than that is sent as it is: goodwill or return costs may be in it.',
  say: (args) => `The refund of ${args.refund} cents is more than the total of the order, ${args.total}.`,
  bad: sampleWithRefund({ total_refund_amount_cents: 5401 }),
});

const refundSum = rules.warning('refund.sum.exceeded', {
  title: 'All refunds together are not more than the total of the order',
  explanation:
    'Each refund alone is within the total (with what was paid for cancelled units that are refunded), but together they are not: one may have been exported twice under two identifiers.',
  source: 'this tool',
  say: (args) =>
    `The refunds up to this one are ${args.refunded} cents, more than the total of the order, ${args.total}.`,
  good: sampleOrder({ refunds: [sampleRefund(), secondRefund()] }),
  bad: sampleOrder({ refunds: [sampleRefund(), secondRefund({ total_refund_amount_cents: 5000 })] }),
});

const refundPast = rules.note('refund.created_at.past', {
  title: 'created_at of a refund is in the future',
  explanation:
    'The interface says it "needs a date in the future"; elsewhere it is a plain creation date. Refunds of uploaded history are sent as they are; a refund that this tool builds gets a time shortly ahead of now.',
  say: () => 'created_at of the refund is not in the future, as the interface asks; sent as it is.',
  bad: sampleWithRefund({ created_at: '2026-03-05T10:00:00Z' }),
});

const refundRma = rules.note('refund.rma.missing', {
  title: 'A refund names its RMA',
  explanation:
    'rma_identifier is optional but recommended: it tells the service which RMA is settled when an order has several.',
  say: () => 'The refund names no rma_identifier.',
  bad: sampleWithRefund({ rma_identifier: undefined }),
});

const refundFull = rules.note('refund.full.differs', {
  title: 'A refund of every shipped unit equals the total of the order',
  explanation:
    'For a full refund the interface has total_refund_amount_cents equal to total_amount_cents. This refund covers every shipped unit with another amount, as when return shipping is deducted.',
  say: (args) =>
    `The refund covers every shipped unit, but is ${args.refund} cents where the total is ${args.total}.`,
  good: sampleWithRefund({
    refund_line_items: [sampleRefundLine({ quantity: 2 })],
    total_refund_amount_cents: 5400,
  }),
  bad: sampleWithRefund({
    refund_line_items: [sampleRefundLine({ quantity: 2 })],
    total_refund_amount_cents: 5000,
  }),
});

const refundZero = rules.warning('refund.total.zero', {
  title: 'A refund gives money back',
  explanation:
    'The service takes any refund of a returned unit as settled, also one of 0 cents: the RMA becomes REFUNDED. That is right when the shopper got other goods for it; else the amount is missing.',
  say: () => 'Expected an amount above 0, found 0.',
  bad: sampleWithRefund({ total_refund_amount_cents: 0 }),
});

export const refundRules: readonly Rule[] = [...refundLineRules, ...rules.all];

/** Checks all refunds of an order; `now` is ms since the epoch. */
export function checkRefunds(order: Loose, now: number, report: Report): void {
  const refunds = order.refunds;
  if (!Array.isArray(refunds) || refunds.length === 0) return;
  const count: Count = {
    report,
    ordered: orderedUnits(order.items),
    refunded: new Map(),
    refunds: new Identifiers(refundDuplicate),
    lines: new Identifiers(refundLineDuplicate),
  };
  const paid = paidOf(order, refunds);
  // With what was paid beside the total for cancelled units.
  const most = paid && mostRefunded(paid);
  let sum = 0;
  for (let i = 0; i < refunds.length; i++) {
    const refund: unknown = refunds[i];
    if (!isObject(refund)) continue;
    checkRefund(refund, refundPrefix(i), now, count);
    const amount = refund.total_refund_amount_cents;
    const at = `${refundPrefix(i)}total_refund_amount_cents`;
    if (amount === 0) report(refundZero, at);
    if (!isCount(amount) || !paid || most === undefined) continue;
    sum += amount;
    if (amount > most) report(refundTotal, at, { refund: amount, total: most });
    else if (amount < most && refunds.length === 1 && isFull(paid))
      report(refundFull, at, { refund: amount, total: most });
    if (amount <= most && sum > most) report(refundSum, at, { refunded: sum, total: most });
  }
}

/** Null also for an order without refunds, or with no total. */
export function overRefundedIn(order: unknown): OverRefunded | null {
  if (!isObject(order) || !Array.isArray(order.refunds) || order.refunds.length === 0) return null;
  const paid = paidOf(order, order.refunds);
  return paid ? overRefunded(paid) : null;
}

/** What a refund is compared with; undefined without a total. Amounts and units that are none count as 0. */
function paidOf(order: Loose, refunds: readonly unknown[]): OrderPaid | undefined {
  const { items, total_amount_cents: totalCents } = order;
  if (!isCount(totalCents) || !Array.isArray(items)) return undefined;
  const count = (value: unknown): number => (isCount(value) ? value : 0);
  const id = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    totalCents,
    shippingCents: shippingInTotal(order),
    lines: items.filter(isObject).map((item) => ({
      identifier: id(item.identifier),
      ordered: count(item.quantity),
      shipped: count(item.quantity_shipped),
      canceled: count(item.quantity_canceled),
      unitPriceCents: count(item.unit_price_amount_cents),
      taxCents: count(item.tax_amount_cents),
      discountCents: count(item.discount_amount_cents),
    })),
    refunds: refunds.filter(isObject).map((refund) => ({
      amountCents: count(refund.total_refund_amount_cents),
      rma: id(refund.rma_identifier) || null,
      lines: listOf(refund.refund_line_items)
        .filter(isObject)
        .map((line) => ({ line: id(line.order_item_identifier), units: count(line.quantity) })),
    })),
  };
}

function checkRefund(refund: Loose, at: string, now: number, count: Count): void {
  const { report } = count;
  checkRefundFields(refund, at, report);
  count.refunds.add(refund.identifier, `${at}identifier`, report);
  if (checkTime(refund.created_at, 'created_at', at, report) <= now * 1000)
    report(refundPast, `${at}created_at`);
  if (refund.rma_identifier === undefined || refund.rma_identifier === null)
    report(refundRma, `${at}rma_identifier`);
  checkRefundLines(refund, at, count);
}

/** Whether the refunds cover exactly the shipped units of every line. */
function isFull(paid: OrderPaid): boolean {
  const [taken, refunded] = [shippedRefunded(paid), unitsRefunded(paid.refunds)];
  return paid.lines.every(
    ({ identifier: id, shipped }) => taken.get(id) === shipped && (refunded.get(id) ?? 0) === shipped,
  );
}

/** Units by line identifier; undefined when a line has no valid quantity. */
function orderedUnits(items: unknown) {
  const units = new Map<unknown, number | undefined>();
  for (const item of listOf(items)) {
    if (!isObject(item)) continue;
    const before = units.get(item.identifier) ?? 0;
    const count = item.quantity;
    units.set(item.identifier, isCount(count) ? before + count : undefined);
  }
  return units;
}

/** Rules that need the ledger. */
const ledgerRules = ruleList({ source: 'What the service does' });

export const REFUNDS_LOST = ledgerRules.error('order.refunds.lost', {
  fixed: REFUNDS,
  title: 'A snapshot must hold every refund that was accepted before',
  explanation:
    'The service takes each post as the full snapshot of the order, so one without a known refund would take that refund back. Exports of shop platforms often lack refunds that another system posted. Add the refunds to the input, or let the tool carry them forward with --keep-refunds; --force alone does not send such a snapshot. Where the shop has the same refund under a number of its own, forget the run that posted ours first (returns orders show ORDER --history names it, returns orders forget --run RUN): the snapshot with the refund of the shop then takes its place.',
  say: ({ refund, more, other, run, isUnanswered }) => {
    if (isUnanswered)
      return `Expected the refund ${refund}${Number(more) > 0 ? ` and ${more} more` : ''}, which was sent without an answer and may be stored; found a snapshot without. Send it again first: returns status has its command`;
    const which = `Expected the refund ${refund}${Number(more) > 0 ? ` and ${more} more` : ''}, which was accepted before; found a snapshot without`;
    if (other === undefined) return `${which}. To keep it: --keep-refunds`;
    return `${which}, but with ${other}. Where that is the same refund: ${run === undefined ? `give it the number ${refund} in the export` : `returns orders forget --run ${run}, then upload again`}; where it is another: --keep-refunds`;
  },
  good: {
    accepted_before: ['RF-1'],
    snapshot: { refunds: [{ identifier: 'RF-1' }, { identifier: 'RF-2' }] },
  },
  bad: { accepted_before: ['RF-1'], snapshot: { refunds: [] } },
});

export const refundTwice = ledgerRules.warning('refund.rma.twice', {
  title: 'A kept refund is not in the snapshot under another number',
  explanation:
    'With --keep-refunds the order is sent with two refunds of as many units of one article, of one RMA or without one: the accepted one that the snapshot lacks, and one that was never accepted. That is right when two units came back, or a return was refunded in two parts. A shop may also have booked a refund of this tool under a number of its own: then give it the accepted number in the export. To stop such orders: --level refund.rma.twice=error.',
  say: ({ refund, kept, rma }) =>
    `The refund ${refund} has ${rma === undefined ? '' : `the RMA ${quote(rma)}, `}the article and the units of ${kept}, which was accepted before and is kept: is it the same?`,
  good: { accepted_before: ['RF-1 of RMA-1'], snapshot: ['RF-1 of RMA-1'] },
  bad: { accepted_before: ['RF-1 of RMA-1'], snapshot: ['9101 of RMA-1'] },
});

export const refundSuperseded = ledgerRules.error('order.refund.superseded', {
  title: 'A refund is not left out with the snapshot that holds it',
  explanation:
    'A snapshot that is left out (older than the accepted one, superseded in the input, outside --since) holds a refund, or a part of one, that was never accepted: the RMA would stay open. A snapshot with new refunds alone is sent whatever its updated_at, one second after the accepted one. With other changes it may be an old one: let the shop give the order a later updated_at and export it again. To leave the refund out, lower the finding for this run: --level order.refund.superseded=warning; --force does not.',
  say: ({ refund, more, because, isMore }) =>
    `The refund ${refund}${Number(more) > 0 ? ` and ${more} more` : ''} was ${isMore ? 'accepted with less money or fewer units' : 'never accepted'}, and this snapshot is left out: ${because}`,
  good: {
    accepted_before: { status: 'Shipped', refunds: ['RF-1'] },
    snapshot: { status: 'Shipped', refunds: ['RF-1', 'RF-2'] },
  },
  bad: {
    accepted_before: { status: 'Shipped', refunds: ['RF-1'] },
    older_snapshot: { status: 'Cancelled', refunds: ['RF-1', 'RF-2'] },
  },
});

export const UPLOAD_RULES = ledgerRules.all;
