// What `returns status` looks for: every kind of thing that needs a person, in the order in which they are shown. Text, JSON,
// Prometheus file and docs are made from this table.
import { plural } from '../basics/units.ts';

interface KindRow {
  /** Never renamed after a release: scripts and alerts name it. */
  readonly kind: string;
  /** What is counted, for the docs and for Prometheus. */
  readonly counts: string;
  /** The line of the text. */
  readonly say: (count: number) => string;
}

const are = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const STATUS_KINDS = [
  {
    kind: 'no_profile',
    counts: 'profiles that something was sent with, while none is in use',
    say: (n) => `No profile is in use: what was sent with ${plural(n, 'profile')} was not looked at`,
  },
  {
    kind: 'refunds_due',
    counts: 'RMAs with a unit that is due for a refund and has none',
    say: (n) => `${plural(n, 'RMA')} ${are(n, 'has', 'have')} a unit that is due for a refund and has none`,
  },
  {
    kind: 'refunds_planned',
    counts: 'refunds that --auto-refund planned and that wait',
    say: (n) => `${plural(n, 'planned refund')} ${are(n, 'waits', 'wait')}`,
  },
  {
    kind: 'refunds_refused',
    counts: 'planned refunds that the service refused',
    say: (n) => `${plural(n, 'planned refund')} ${are(n, 'was', 'were')} refused by the service`,
  },
  {
    kind: 'refunds_unanswered',
    counts: 'refunds that were sent and whose answer was lost',
    say: (n) => `${plural(n, 'refund')} ${are(n, 'was', 'were')} sent and the answer was lost`,
  },
  {
    kind: 'refunds_unsettled',
    counts: 'refunds that the service accepted and whose RMA was not reported REFUNDED',
    say: (n) => `${plural(n, 'refund')} ${are(n, 'was', 'were')} accepted, but the RMA is not REFUNDED`,
  },
  {
    kind: 'rmas_unknown_order',
    counts: 'RMAs with an order that is not in the ledger',
    say: (n) => `${plural(n, 'RMA')} ${are(n, 'names', 'name')} an order that was not sent from here`,
  },
  {
    kind: 'rmas_stuck',
    counts: 'RMAs with a label without a scan, or a scan without a refund, for longer than --stuck',
    say: (n) =>
      `${plural(n, 'RMA')} ${are(n, 'does', 'do')} not go on: no scan of the label, or no refund of the scan`,
  },
  {
    kind: 'messages_silent',
    counts: '1 when no message of the service came for 3 times the usual gap',
    say: () => 'No message of the service came for 3 times as long as usual',
  },
  {
    kind: 'orders_refused',
    counts: 'orders that were refused and not accepted since',
    say: (n) => `${plural(n, 'order')} ${are(n, 'was', 'were')} refused and not accepted since`,
  },
  {
    kind: 'orders_stale',
    counts: '1 when the newest accepted order is older than usual',
    say: () => 'The newest accepted order is older than usual',
  },
  {
    kind: 'asns_unanswered',
    counts: 'ASNs that were sent and whose answer was lost',
    say: (n) => `${plural(n, 'ASN')} ${are(n, 'was', 'were')} sent and the answer was lost`,
  },
  {
    kind: 'runs_killed',
    counts: 'commands whose last run was killed',
    say: (n) => `${plural(n, 'run')} ${are(n, 'was', 'were')} killed and not repeated`,
  },
  {
    kind: 'runs_unavailable',
    counts: 'commands whose last run ended because the service was unavailable (exit 75)',
    say: (n) => `${plural(n, 'run')} found the service unavailable and ${are(n, 'was', 'were')} not repeated`,
  },
  {
    kind: 'runs_interrupted',
    counts: 'commands whose last run was interrupted',
    say: (n) => `${plural(n, 'run')} ${are(n, 'was', 'were')} interrupted and not repeated`,
  },
  {
    kind: 'runs_stopped',
    counts: 'commands whose last run stopped early or failed',
    say: (n) => `${plural(n, 'run')} stopped early or failed and ${are(n, 'was', 'were')} not repeated`,
  },
  {
    kind: 'schedule_failed',
    counts: 'scheduled command lines whose last run failed',
    say: (n) => `${plural(n, 'scheduled command')} failed the last time`,
  },
  {
    kind: 'schedule_overdue',
    counts: 'scheduled command lines whose last success is older than 3 times their usual interval',
    say: (n) => `${plural(n, 'scheduled command')} did not run for 3 times as long as usual`,
  },
  {
    kind: 'calls_open',
    counts: 'received calls that were not answered 2xx and are not settled',
    say: (n) =>
      `${plural(n, 'received call')} ${are(n, 'was', 'were')} not answered 2xx and not settled since`,
  },
  {
    kind: 'calls_with_errors',
    counts: 'received calls with a finding that is an error',
    say: (n) => `${plural(n, 'received call')} ${are(n, 'has', 'have')} errors`,
  },
  {
    kind: 'secret_missing',
    counts: '1 when there is no client secret to fetch the next token with',
    say: () => 'There is no client secret to fetch the next token with',
  },
] as const satisfies readonly KindRow[];

export type StatusKind = (typeof STATUS_KINDS)[number]['kind'];

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
