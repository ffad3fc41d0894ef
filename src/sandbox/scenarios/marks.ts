// What sets the message of a refund apart from others: of several that brought none, what they have in common and no other has is
// the cause.
import type { Units } from './amounts.ts';
import { bodyOf } from './evidence.ts';
import { deliveriesOf, type ExpectedRefund, type Play, type PlayedRma } from './play.ts';
import type { RetailerCheckId } from './retailer-checks.ts';

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
  skipped: ['refunds.skipped'],
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
  rma: PlayedRma,
  units: Units,
  trigger: RetailerCheckId,
  arrived: number | undefined,
): Pick<ExpectedRefund, 'marks' | 'gap'> {
  const { known, scenario, sentAt, stage } = play;
  // The refund is what REFUNDED is about.
  const asking = deliveriesOf(play, rma.identifier, 'rma').filter((one) => bodyOf(one).status !== 'REFUNDED');
  const [last, ...earlier] = asking.reverse();
  const sentOf = (id: string | undefined) => sentAt.get(id ?? '') ?? 0;
  const sent = sentOf(last?.id);
  const answered = sent + (last?.attempts.at(-1)?.ms ?? 0);
  const updated = (last && bodyOf(last).updated_at) ?? '';
  // Posted while the message came, and without its refund.
  const isOpen = stage.posts.some(
    ({ orders, begun, ended }) =>
      orders.includes(rma.order) &&
      begun < answered + BESIDE_MS &&
      ended > sent &&
      (arrived ?? Number.POSITIVE_INFINITY) > ended + BESIDE_MS,
  );
  const seen = [...play.refunds].map((key) => JSON.parse(key) as [order: string, refund: string]);
  const lines = Object.keys(units);
  const isSecond = stage
    .order(rma.order)
    ?.refunds?.some(
      (one) =>
        one.rma_identifier !== rma.identifier &&
        seen.some(([order, refund]) => order === rma.order && refund === one.identifier) &&
        one.refund_line_items.some((item) => lines.includes(item.order_item_identifier)),
    );
  const isOlder = [...known.newest].some(
    ([other, one]) => other !== rma.identifier && one.updated > updated && one.sent < sent - AFTER_MS,
  );
  const [first, ...others] = [...play.rmas.values()].filter(
    ({ identifier }) => identifier === rma.identifier,
  );
  const isOfMany = others.length > 0;
  const marks: Readonly<Record<string, boolean | undefined>> = {
    'second RMA': isSecond,
    'same second': earlier.some((one) => bodyOf(one).updated_at?.slice(0, 19) === updated.slice(0, 19)),
    'before a restart': sent < (play.restartedAt ?? 0),
    'second order': isOfMany && first !== rma,
    [OLDER]: isOlder,
    'while posting': isOpen,
    skipped:
      trigger === 'refunds.at-scan' &&
      !earlier.some(({ message }) => message.body?.includes('"PRE_TRANSIT"')),
    ...(scenario.about && { [scenario.about[0]!]: true }),
    [trigger]: true,
  };
  return {
    marks: new Set(Object.keys(marks).filter((mark) => marks[mark])),
    gap: sent - Math.max(0, ...earlier.map(({ id }) => sentOf(id))),
  };
}
