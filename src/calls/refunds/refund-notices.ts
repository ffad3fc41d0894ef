// The messages of `listen --auto-refund`: a refund was posted, waits or is zero, or units are not refunded.

import type { Target } from '../../account/settings.ts';
import { quote, shellWord } from '../../basics/text.ts';
import { formatCents, plural } from '../../basics/units.ts';
import { returnFees, withheldText } from '../../contract/return-fees.ts';
import { refundableCents, restCents } from '../../orders/refund/build-refund.ts';
import type { RefundResult } from '../../orders/refund/post-refund.ts';
import type { PlannedRefund } from '../../storage/refund-plans.ts';
import type { Notice, RefundNotice } from '../events.ts';
import { ON_RECEIPT, type UnrefundedUnits } from './due-refunds.ts';

const notice =
  (severity: Notice['severity']) =>
  (text: string, refund: RefundNotice): Notice => ({ type: 'notice', severity, text, refund });
const note = notice('note');
const warning = notice('warning');

const nameOf = (rma: string, { identifier }: PlannedRefund) =>
  `refund ${quote(identifier)} for RMA ${quote(rma)}`;

const about = (state: RefundNotice['state'], rma: string, refund?: PlannedRefund): RefundNotice => ({
  state,
  rma_identifier: rma,
  order_identifier: refund?.order ?? null,
  refund_identifier: refund?.identifier ?? null,
  lines: refund ? [...unitsByLine(refund)].map(([line, units]) => ({ line, units })) : [],
  ...{ amount_cents: null, currency: null, gift_card: false, reason: null },
});

export function unitsByLine({ units }: Pick<PlannedRefund, 'units'>): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { line, units: count } of units) lines.set(line, (lines.get(line) ?? 0) + count);
  return lines;
}

/** `order` is the order with the refund. */
export function postedNotice(
  rma: string,
  planned: PlannedRefund,
  { order, refund, agreed }: RefundResult,
  { minorUnits, answers }: Pick<Target, 'minorUnits' | 'answers'>,
): Notice {
  const { total_refund_amount_cents: amount } = refund;
  const { currency } = order;
  const money = (cents: number): string => formatCents(cents, currency, minorUnits);
  const isGift = planned.isGift ?? false;
  const fees = returnFees(answers);
  const withheld = agreed?.withheld ?? { restocking: 0, shipping: 0 };
  const off = withheldText(withheld, fees, money);
  const rest = restCents(order) - withheld.restocking - withheld.shipping;
  const parts = [`${nameOf(rma, planned)}: ${money(amount)} ${currency} posted`];
  if (off.length > 0) parts.push(`${off.join(' and ')} taken off`);
  if (isGift)
    parts.push(
      'the money belongs on a gift card, not on the original payment method (gift_refund_only is true)',
    );
  if (rest > 0)
    parts.push(
      `every shipped unit of the order is refunded, and ${money(rest)} of its total of ${money(refundableCents(order))} is not (shipping, what earlier refunds kept back, or a refund that was lower)`,
    );
  parts.push('it waits for REFUNDED');
  return note(parts.join('; '), {
    ...about('posted', rma, planned),
    ...{ amount_cents: amount, currency, gift_card: isGift },
  });
}

export const waitsNotice = (rma: string, planned: PlannedRefund, why: string): Notice =>
  warning(`${nameOf(rma, planned)} waits: ${why}`, about('waits', rma, planned));

export const refusedNotice = (rma: string, planned: PlannedRefund, why: string): Notice =>
  warning(
    `${nameOf(rma, planned)} was refused by the service (${why}); it is not posted again`,
    about('refused', rma, planned),
  );

export const zeroNotice = (rma: string, planned: PlannedRefund, why: string): Notice =>
  warning(`${nameOf(rma, planned)} is not posted: ${why}`, {
    ...about('zero', rma, planned),
    amount_cents: 0,
  });

export function settledNotice(rma: string, refunds: readonly PlannedRefund[]): Notice {
  const each = refunds.map(({ identifier, state }) => `${quote(identifier)} ${state}`).join(', ');
  return note(
    `RMA ${quote(rma)} is REFUNDED: ${plural(refunds.length, 'refund')} (${each})`,
    about('settled', rma),
  );
}

/** Maximum number of listed lines. A hostile message has thousands. */
const MOST_LINES = 5;

export function unrefundedNotice(rma: string, { order, reason, lines }: UnrefundedUnits): Notice {
  const { field, value } = reason;
  const shown = lines
    .slice(0, MOST_LINES)
    .map(({ line, units }) => `${plural(units, 'unit')}${line === '' ? '' : ` of ${quote(line)}`}`);
  if (lines.length > MOST_LINES) shown.push(`${plural(lines.length - MOST_LINES, 'more line')}`);
  const which = order === '' ? '' : ` of order ${quote(order)}`;
  const why = `${value === null ? field : `${field} is ${value}`}: ${WHY[field]}`;
  const byHand = value === 'customer-keep' || value === 'PARTIAL_REFUND';
  const hint = byHand
    ? `. To refund them: returns orders refund ${shellWord(order)} --from FILE --rma ${shellWord(rma)}`
    : '';
  const say = GRAVE.has(field) || value === 'PARTIAL_REFUND' ? warning : note;
  return say(`RMA ${quote(rma)}: ${shown.join(', ')}${which} not refunded: ${why}${hint}`, {
    ...about('kept_back', rma),
    ...{ order_identifier: order || null, reason, lines },
  });
}

const WHY: Readonly<Record<UnrefundedUnits['reason']['field'], string>> = {
  refund_type: 'only REFUND is refunded from here',
  return_method: `they are refunded at receiving_status ${ON_RECEIPT} only`,
  package_tracking_status: `the parcel was not delivered; they wait for receiving_status ${ON_RECEIPT}`,
  receiving_status: 'the goods did not arrive',
  status: 'the RMA is closed',
  updated_at: 'the message is older than the newest one of its RMA, which decides',
  order_line_item_identifier: 'the message does not name their order and line',
};

const GRAVE: ReadonlySet<string> = new Set([
  'package_tracking_status',
  'receiving_status',
  'order_line_item_identifier',
]);
