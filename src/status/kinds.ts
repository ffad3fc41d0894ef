// What `returns status` looks for: every kind of thing that needs a person, in the order in which they are shown.
import { plural } from '../basics/units.ts';

/**
 * A kind, never renamed after a release because scripts and alerts name it, and what the text says of it: `#RMA#` is the number of
 * RMAs, and of `has|have` the word that fits it.
 */
const KINDS = [
  ['no_profile', 'No profile is in use: what was sent with #profile# was not looked at'],
  ['refunds_due', '#RMA# has|have a unit that is due for a refund and has none'],
  ['refunds_planned', '#planned refund# waits|wait'],
  ['refunds_refused', '#planned refund# was|were refused by the service'],
  ['refunds_unanswered', '#refund# was|were sent and the answer was lost'],
  ['refunds_unsettled', '#refund# was|were accepted, but the RMA is not REFUNDED'],
  ['rmas_unknown_order', '#RMA# names|name an order that was not sent from here'],
  ['rmas_stuck', '#RMA# does|do not go on: no scan of the label, or no refund of the scan'],
  ['messages_silent', 'No message of the service came for 3 times as long as usual'],
  ['orders_refused', '#order# was|were refused and not accepted since'],
  ['orders_stale', 'The newest accepted order is older than usual'],
  ['asns_unanswered', '#ASN# was|were sent and the answer was lost'],
  ['runs_killed', '#run# was|were killed and not repeated'],
  ['runs_unavailable', '#run# found the service unavailable and was|were not repeated'],
  ['runs_interrupted', '#run# was|were interrupted and not repeated'],
  ['runs_stopped', '#run# stopped early or failed and was|were not repeated'],
  ['schedule_failed', '#scheduled command# failed the last time'],
  ['schedule_overdue', '#scheduled command# did not run for 3 times as long as usual'],
  ['calls_open', '#received call# was|were not answered 2xx and not settled since'],
  ['senders_refused', '#sender# was|were refused (401, 403 or 415) with messages that did not come again'],
  ['calls_with_errors', '#received call# has|have errors'],
  ['secret_missing', 'There is no client secret to fetch the next token with'],
] as const;

export type StatusKind = (typeof KINDS)[number][0];

export const STATUS_KINDS: readonly StatusKind[] = KINDS.map(([kind]) => kind);

/** `2 RMAs have a unit that is due for a refund and has none` */
export const kindText = (kind: StatusKind, count: number): string =>
  KINDS.find(([known]) => known === kind)![1]
    .replace(/#(.+)#/, (_, noun: string) => plural(count, noun))
    .replaceAll(/(\w+)\|(\w+)/g, count === 1 ? '$1' : '$2');

/** One thing to do: all that is of one kind. */
export interface StatusItem {
  readonly kind: StatusKind;
  readonly count: number;
  /** Since when the oldest of them waits, ms since the epoch; null when that is not known. */
  readonly oldest: number | null;
  /** Up to five identifiers, the oldest first. */
  readonly examples: readonly string[];
  /** The command to run next, as a shell takes it. */
  readonly next: string;
}

/** One of what an item counts. */
export interface Found {
  readonly id: string;
  readonly at: number | null;
}

const MOST_EXAMPLES = 5;
const timeOf = ({ at }: Found): number => at ?? Number.POSITIVE_INFINITY;

/** The item of what was found, or nothing. `next` gets the oldest. */
export function itemOf<F extends Found>(
  kind: StatusKind,
  found: readonly F[],
  next: (oldest: F) => string,
): StatusItem[] {
  if (found.length === 0) return [];
  const sorted = [...found].sort((a, b) => timeOf(a) - timeOf(b));
  const [oldest] = sorted;
  return [
    {
      kind,
      count: found.length,
      oldest: oldest!.at,
      examples: sorted.slice(0, MOST_EXAMPLES).map(({ id }) => id),
      next: next(oldest!),
    },
  ];
}
