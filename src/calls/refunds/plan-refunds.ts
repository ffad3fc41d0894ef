// What one RMA message means for its refunds: those that are planned now, those that nobody waits for any more, and
// why units are not refunded, which is told once for each line and reason. And the messages of `listen
// --auto-refund`.

import type { Target } from '../../account/settings.ts';
import { countBy } from '../../basics/groups.ts';
import { isObject } from '../../basics/json.ts';
import { quote, shellWord } from '../../basics/text.ts';
import { formatCents, plural } from '../../basics/units.ts';
import type { Loose } from '../../contract/finding.ts';
import { returnFees, returnShippingFor, withheldText } from '../../contract/refund-amount.ts';
import { instantOf } from '../../contract/rma-duplicates.ts';
import { shortenedText } from '../../contract/rma-units.ts';
import { CANCELED_STATUSES } from '../../contract/rma-words.ts';
import { refundableCents, restCents } from '../../orders/refund/build-refund.ts';
import type { RefundResult } from '../../orders/refund/post-refund.ts';
import type { Crypto } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';
import type { PlannedRefund, RefundPlan, RefundPlans } from '../../storage/refund-plans.ts';
import type { Notice, RefundNotice } from '../events.ts';
import { itemsOf } from '../record/recorded-call.ts';
import { decideRefunds, ON_RECEIPT, type UnrefundedUnits } from './due-refunds.ts';

export interface RefundRule {
  /** The status at which a unit is refunded. */
  readonly status: string;
  readonly crypto: Crypto;
  /** The latest updated_at (microseconds) received for an RMA, or null when none is known. */
  readonly newestOf: (rma: string) => number | null;
}

interface RmaMessage extends Pick<CallRecord, 'findings' | 'status'> {
  readonly rma: string;
  readonly message: Loose;
}

/** In one transaction of the caller. @returns what is to be told when it is written */
export function planRefunds(
  plans: RefundPlans,
  { rma, message, status: rmaStatus, findings }: RmaMessage,
  rule: RefundRule,
): Notice[] {
  const { status, crypto } = rule;
  // Messages can arrive in any order. The newest one has the current state of the RMA and all its units.
  const isOutdated = (instantOf(message) ?? Number.POSITIVE_INFINITY) < (rule.newestOf(rma) ?? 0);
  // A refund that may have been posted stays, because its result is still unknown.
  if (ENDED.has(rmaStatus) && !isOutdated) plans.update(rma, isUntried, { state: 'dropped' });
  const known = plans.get(rma);
  const before = notDropped(known);
  const { due, unrefunded } = decideRefunds(message, status, before, findings);
  const outdated = due.map(({ order, units }) => ({ order, reason: OUTDATED, lines: units }));
  const notices = tellUnrefunded(plans, rma, isOutdated ? outdated : unrefunded, rule);
  if (rmaStatus === 'REFUNDED') {
    if (known?.isSettled || before.length === 0) return notices;
    plans.change(rma, (plan) => ({ ...plan, isSettled: true }));
    return [...notices, settledNotice(rma, before)];
  }
  if (isOutdated || (due.length === 0 && !before.some(isUntried))) return notices;
  const isGift = message['gift_refund_only'] === true;
  plans.change(rma, (plan) => {
    const planned = due.map((refund, i): PlannedRefund => {
      const wish = JSON.stringify([rma, refund.order, plan.refunds.length + i]);
      const identifier = `${refund.order}-RF-${crypto.sha256(wish).slice(0, 10)}`;
      const returnShippingCents = returnShippingFor(message, refund.order);
      return { ...refund, identifier, ...(isGift && { isGift }), returnShippingCents, state: 'planned' };
    });
    const refunds = [...plan.refunds, ...planned];
    // What waits is held against the newest message: its sku may have been corrected.
    return { ...plan, refunds: refunds.map((one) => (isUntried(one) ? withArticles(one, message) : one)) };
  });
  return notices;
}

function withArticles(refund: PlannedRefund, message: Loose): PlannedRefund {
  const articles = new Map<string, { line: string; sku: string }>();
  for (const item of (itemsOf(message) ?? []).filter(isObject)) {
    const [line, sku] = [item['order_line_item_identifier'], shortenedText(item['sku'])];
    const unit = refund.units.find((one) => one.line === line);
    if (unit && sku !== null && item['order_identifier'] === refund.order)
      articles.set(JSON.stringify([line, sku]), { line: unit.line, sku });
  }
  return { ...refund, articles: [...articles.values()] };
}

/** In these states the service expects no more refunds: the refund was made elsewhere, or the return was cancelled. */
const ENDED: ReadonlySet<string | null> = new Set(['REFUNDED', ...CANCELED_STATUSES]);

/** Units that an older message would refund and a newer message would not. */
const OUTDATED = { field: 'updated_at', value: null } as const;

/** Never posted, for all that is known. */
const isUntried = ({ state, amountCents }: PlannedRefund): boolean =>
  state === 'planned' && amountCents === undefined;

export const notDropped = (plan: RefundPlan | undefined): PlannedRefund[] =>
  plan?.refunds.filter(({ state }) => state !== 'dropped') ?? [];

function tellUnrefunded(
  plans: RefundPlans,
  rma: string,
  groups: readonly UnrefundedUnits[],
  { crypto }: RefundRule,
): Notice[] {
  const said = new Set(plans.get(rma)?.said);
  const digestOf = ({ order, reason }: UnrefundedUnits, line: string) =>
    crypto.sha256(JSON.stringify([order, line, reason.field, reason.value])).slice(0, 16);
  const notices = groups.flatMap((group) => {
    const lines = group.lines.filter(({ line }) => !said.has(digestOf(group, line)));
    for (const { line } of lines) said.add(digestOf(group, line));
    return lines.length > 0 ? [unrefundedNotice(rma, { ...group, lines })] : [];
  });
  if (notices.length > 0) plans.change(rma, (plan) => ({ ...plan, said: [...said] }));
  return notices;
}

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

export const unitsByLine = ({ units }: Pick<PlannedRefund, 'units'>): Map<string, number> =>
  countBy(
    units,
    ({ line }) => line,
    (one) => one.units,
  );

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
    lines: refund.refund_line_items.map((line) => ({
      line: line.order_item_identifier,
      units: line.quantity,
    })),
    ...{ amount_cents: amount, currency, gift_card: isGift },
  });
}

/** Of a refund that is not posted, or not yet: the shop, or a person, was quicker where it is kept back. */
export const unpostedNotice = (
  rma: string,
  planned: PlannedRefund,
  state: 'waits' | 'refused' | 'zero' | 'kept_back',
  what: string,
): Notice =>
  (state === 'kept_back' ? note : warning)(`${nameOf(rma, planned)} ${what}`, {
    ...about(state, rma, planned),
    ...(state === 'zero' && { amount_cents: 0 }),
  });

function settledNotice(rma: string, refunds: readonly PlannedRefund[]): Notice {
  const each = refunds.map(({ identifier, state }) => `${quote(identifier)} ${state}`).join(', ');
  return note(
    `RMA ${quote(rma)} is REFUNDED: ${plural(refunds.length, 'refund')} (${each})`,
    about('settled', rma),
  );
}

/** Maximum number of listed lines. A hostile message has thousands. */
const MOST_LINES = 5;

function unrefundedNotice(rma: string, { order, reason, lines }: UnrefundedUnits): Notice {
  const { field, value } = reason;
  const shown = lines
    .slice(0, MOST_LINES)
    .map(({ line, units }) => `${plural(units, 'unit')}${line === '' ? '' : ` of ${quote(line)}`}`);
  if (lines.length > MOST_LINES) shown.push(`${plural(lines.length - MOST_LINES, 'more line')}`);
  const which = order === '' ? '' : ` of order ${quote(order)}`;
  const because = WHY[field] ?? 'by an error of the message it is undecided which units came back';
  const why = `${value === null ? field : `${field} is ${value}`}: ${because}`;
  const byHand = value === 'customer-keep' || value === 'PARTIAL_REFUND';
  const hint = byHand
    ? `. To refund them: returns orders refund ${shellWord(order)} --from FILE --rma ${shellWord(rma)}`
    : '';
  const say = QUIET.has(field) && value !== 'PARTIAL_REFUND' ? note : warning;
  return say(`RMA ${quote(rma)}: ${shown.join(', ')}${which} not refunded: ${why}${hint}`, {
    ...about('kept_back', rma),
    ...{ order_identifier: order || null, reason, lines },
  });
}

const WHY: Readonly<Partial<Record<UnrefundedUnits['reason']['field'], string>>> = {
  refund_type: 'only REFUND is refunded from here',
  return_method: `they are refunded at receiving_status ${ON_RECEIPT} only`,
  package_tracking_status: `they wait for another status, or for receiving_status ${ON_RECEIPT}`,
  receiving_status: 'the goods did not arrive, for all that is known',
  status: 'the RMA is closed',
  updated_at: 'the message is older than the newest one of its RMA, which decides',
};

/** Of these nobody needs to do anything. */
const QUIET: ReadonlySet<string> = new Set(['refund_type', 'return_method', 'status', 'updated_at']);
