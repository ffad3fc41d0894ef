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

const about = (state: RefundNotice['state'], rma: string, refund: PlannedRefund): RefundNotice => ({
  state,
  rma,
  order: refund.order,
  identifier: refund.identifier,
  lines: [...unitsByLine(refund)].map(([line, units]) => ({ line, units })),
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
  const { total_refund_amount_cents: amountCents } = refund;
  const { currency } = order;
  const money = (cents: number): string => formatCents(cents, currency, minorUnits);
  const isGift = planned.isGift ?? false;
  const fees = returnFees(answers);
  const withheld = agreed?.withheld ?? { restocking: 0, shipping: 0 };
  const off = withheldText(withheld, fees, money);
  const rest = restCents(order) - withheld.restocking - withheld.shipping;
  const parts = [`${nameOf(rma, planned)}: ${money(amountCents)} ${currency} posted`];
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
  return note(parts.join('; '), { ...about('posted', rma, planned), amountCents, currency, isGift });
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
    amountCents: 0,
  });

export function settledNotice(rma: string, refunds: readonly PlannedRefund[]): Notice {
  const each = refunds.map(({ identifier, state }) => `${quote(identifier)} ${state}`).join(', ');
  return note(`RMA ${quote(rma)} is REFUNDED: ${plural(refunds.length, 'refund')} (${each})`, {
    state: 'settled',
    rma,
  });
}

/** Maximum number of listed lines. A hostile message has thousands. */
const MOST_LINES = 5;

/** `file` is the orders file, for the command that makes the refund by hand. */
export function unrefundedNotice(rma: string, units: UnrefundedUnits, status: string, file: string): Notice {
  const { order, reason, lines } = units;
  const shown = lines
    .slice(0, MOST_LINES)
    .map(({ line, units }) => `${plural(units, 'unit')}${line === '' ? '' : ` of ${quote(line)}`}`);
  if (lines.length > MOST_LINES) shown.push(`${plural(lines.length - MOST_LINES, 'more line')}`);
  const which = order === '' ? '' : ` of order ${quote(order)}`;
  const { text, byHand, isGrave } = whyNot(reason, status);
  const say = isGrave ? warning : note;
  const hint = byHand && order !== '' ? `. To refund them: ${commandOf(rma, units, file)}` : '';
  return say(`RMA ${quote(rma)}: ${shown.join(', ')}${which} not refunded: ${text}${hint}`, {
    ...{ state: 'kept_back', rma, reason, lines },
    ...(order !== '' && { order }),
  });
}

interface Why {
  readonly text: string;
  /** Whether the user may have to make a refund by hand. */
  readonly byHand?: boolean;
  readonly isGrave?: boolean;
}

function whyNot({ field, value }: UnrefundedUnits['reason'], status: string): Why {
  const is = value === null ? `${field} is missing` : `${field} is ${value}`;
  switch (field) {
    case 'refund_type':
      return { text: `${is}, and only REFUND is refunded from here` };
    case 'return_method':
      if (value === 'customer-keep')
        return {
          text: `${is}: they are refunded here at receiving_status ${ON_RECEIPT} only, and with this method they may never be received`,
          byHand: true,
        };
      return {
        text: `${is}, and only mail-back is refunded at ${status}: they wait for receiving_status ${ON_RECEIPT}`,
      };
    case 'package_tracking_status':
      return {
        text: `${is}: the parcel was not delivered; they wait for receiving_status ${ON_RECEIPT}`,
        isGrave: true,
      };
    case 'receiving_status':
      return { text: `${is}: the goods did not arrive`, isGrave: true };
    case 'status':
      return value === 'PARTIAL_REFUND'
        ? { text: `the RMA is closed with ${value}`, byHand: true, isGrave: true }
        : { text: `the RMA is ${value}` };
    case 'updated_at':
      return { text: 'the message is older than the newest one of its RMA, which decides' };
    case 'order_line_item_identifier':
      return { text: 'the message does not name their order and line', isGrave: true };
  }
}

function commandOf(rma: string, { order, lines }: UnrefundedUnits, file: string): string {
  const list = lines.map(({ line, units }) => `${line}=${units}`).join(',');
  const units = lines.length > MOST_LINES ? 'LINE=UNITS,...' : list;
  return `returns orders refund ${shellWord(order)} --from ${shellWord(file)} --lines ${shellWord(units)} --rma ${shellWord(rma)}`;
}
