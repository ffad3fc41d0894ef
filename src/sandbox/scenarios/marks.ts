// What sets the message of a refund apart from others: of several that brought none, what they have in common and no other has is
// the cause.

import { bodyOf } from './evidence.ts';
import type { RetailerCheckId } from './questions.ts';
import type { Units } from './refund-range.ts';
import type { ExpectedRefund, Play, PlayedRma } from './state.ts';

export const OLDER = 'older than another RMA';

/** From what is special to what is general: which check it is about, and what to change where the check itself does not say it. */
export const MARKS: Readonly<Record<string, readonly [id: RetailerCheckId, hint?: string]>> = {
  'second RMA': [
    'refunds.line',
    'Count the units that are refunded per RMA and line: the units of a second RMA of a line are not refunded, as if an earlier one had refunded them.',
  ],
  'same second': [
    'messages.bursts',
    'Look at the fraction of updated_at, too: a message that is newer by less than a second was answered 200 and lost.',
  ],
  'before a restart': ['messages.restart'],
  'second order': ['refunds.orders'],
  [OLDER]: [
    'messages.out-of-order',
    'Keep the newest updated_at of each RMA, not one for all: a message that is older than one of another RMA was answered 200 and lost.',
  ],
  'later unit': [
    'refunds.partial',
    'Refund what each message makes newly due, also when its RMA, or the line, had a refund of other units before.',
  ],
  skipped: ['refunds.skipped'],
  delivered: [
    'refunds.skipped',
    'Refund a mail-back unit with DELIVERED as well: the message with TRANSIT may be missing.',
  ],
  'while posting': [
    'messages.bursts',
    'When a snapshot was posted, post the order again if a refund was added meanwhile: a refund that came while another snapshot of its order was being posted was lost.',
  ],
};

/** Real time in which a side that posts at once begins to, and between a message and one that comes after it, ms. */
const BESIDE_MS = 300;
const AFTER_MS = 8;

/** @param units that are waited for @param trigger the check about what makes them due @param arrived real time, ms since the epoch */
export function marksOf(
  play: Play,
  { identifier, order }: PlayedRma,
  {
    units,
    trigger,
    arrived = Infinity,
  }: { readonly units: Units; readonly trigger: RetailerCheckId; readonly arrived: number | undefined },
): Pick<ExpectedRefund, 'marks' | 'gap'> {
  const { scenario, stage } = play;
  // The refund is what REFUNDED is about.
  const messages = play.deliveriesOf(identifier).filter((one) => bodyOf(one).status !== 'REFUNDED');
  const asking = messages.map((one) => {
    const { updated_at: updated = '' } = bodyOf(one);
    return {
      updated,
      sent: stage.sentAt.get(one.id) ?? 0,
      body: one.message.body,
      ms: one.attempts.at(-1)?.ms,
    };
  });
  const earlier = asking.slice(0, -1);
  const { sent = 0, ms = 0, updated = '' } = asking.at(-1) ?? {};
  const seen = play.seenRefunds(order);
  const ofOwn = play
    .allRefunds(order)
    .filter(
      (one) =>
        seen.includes(one.identifier) &&
        one.refund_line_items.some((item) => item.order_item_identifier in units),
    );
  const isOther = [...play.rmas.values()].filter((one) => one.identifier === identifier);
  const isScanned = trigger === 'refunds.at-scan';
  const isDelivered = isScanned && asking.at(-1)?.body?.includes('"DELIVERED"');
  const marks: Readonly<Record<string, boolean | undefined>> = {
    'second RMA': ofOwn.some((one) => one.rma_identifier !== identifier),
    'later unit': ofOwn.some((one) => one.rma_identifier === identifier),
    'same second': earlier.some((one) => one.updated.slice(0, 19) === updated.slice(0, 19)),
    'before a restart': sent < (play.restartedAt ?? 0),
    'second order': isOther.length > 1 && isOther[0]?.order !== order,
    [OLDER]: [...stage.newest].some(
      ([other, one]) => other !== identifier && one.updated > updated && one.sent < sent - AFTER_MS,
    ),
    // Posted while the message came, and without its refund.
    'while posting': stage.posts.some(
      ({ orders, begun, ended }) =>
        orders.includes(order) &&
        begun < sent + ms + BESIDE_MS &&
        ended > sent &&
        arrived > ended + BESIDE_MS,
    ),
    skipped: isScanned && !earlier.some(({ body }) => body?.includes('"PRE_TRANSIT"')),
    ...(scenario.about && { [scenario.about[0]!]: true }),
    delivered: isDelivered,
    [trigger]: !isDelivered,
  };
  return {
    marks: new Set(Object.keys(marks).filter((mark) => marks[mark])),
    gap: sent - Math.max(0, ...earlier.map((one) => one.sent)),
  };
}
