// What one RMA message means for its refunds: those that are planned now, those that nobody waits for any more, and why units are not
// refunded, which is told once for each line and reason.
import type { Loose } from '../../contract/report.ts';
import { returnShippingFor } from '../../contract/return-fees.ts';
import { instantOf } from '../../contract/rma-history.ts';
import { CANCELED_STATUSES } from '../../contract/rma-words.ts';
import type { Crypto } from '../../platform/platform.ts';
import type { PlannedRefund, RefundPlan, RefundPlans } from '../../storage/refund-plans.ts';
import type { Notice } from '../events.ts';
import { decideRefunds, type UnrefundedUnits } from './due-refunds.ts';
import { settledNotice, unrefundedNotice } from './refund-notices.ts';

export interface RefundRule {
  /** The status at which a unit is refunded. */
  readonly status: string;
  readonly crypto: Crypto;
  /** The latest updated_at (microseconds) received for an RMA, or null when none is known. */
  readonly newestOf: (rma: string) => number | null;
}

export interface RmaMessage {
  readonly rma: string;
  readonly message: Loose;
  /** Of the RMA. */
  readonly status: string | null;
}

/** In one transaction of the caller. @returns what is to be told when it is written */
export function planRefunds(
  plans: RefundPlans,
  { rma, message, status: rmaStatus }: RmaMessage,
  rule: RefundRule,
): Notice[] {
  const { status, crypto } = rule;
  // Messages can arrive in any order. The newest one has the current state of the RMA and all its units.
  const isOutdated = (instantOf(message) ?? Number.POSITIVE_INFINITY) < (rule.newestOf(rma) ?? 0);
  // A refund that may have been posted stays, because its result is still unknown.
  if (ENDED.has(rmaStatus) && !isOutdated) plans.update(rma, isUntried, { state: 'dropped' });
  const known = plans.get(rma);
  const before = notDropped(known);
  const { due, unrefunded } = decideRefunds(message, status, before);
  const outdated = due.map(({ order, units }) => ({ order, reason: OUTDATED, lines: units }));
  const notices = tellUnrefunded(plans, rma, isOutdated ? outdated : unrefunded, rule);
  if (rmaStatus === 'REFUNDED') {
    if (known?.isSettled || before.length === 0) return notices;
    plans.change(rma, (plan) => ({ ...plan, isSettled: true }));
    return [...notices, settledNotice(rma, before)];
  }
  if (due.length === 0 || isOutdated) return notices;
  const isGift = message['gift_refund_only'] === true;
  plans.change(rma, (plan) => {
    const planned = due.map((refund, i): PlannedRefund => {
      const wish = JSON.stringify([rma, refund.order, plan.refunds.length + i]);
      const identifier = `${refund.order}-RF-${crypto.sha256(wish).slice(0, 10)}`;
      const returnShippingCents = returnShippingFor(message, refund.order);
      return { ...refund, identifier, ...(isGift && { isGift }), returnShippingCents, state: 'planned' };
    });
    return { ...plan, refunds: [...plan.refunds, ...planned] };
  });
  return notices;
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
