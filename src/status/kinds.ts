// What `returns status` looks for: every kind of thing that needs a person, in the order in which they are shown.
import { shellWord } from '../basics/text.ts';

/** What the text says of each kind. A kind is never renamed after a release, because scripts and alerts name it. */
export const KIND_TEXTS = {
  no_profile: 'No profile is in use: profiles that were not looked at',
  refunds_due: 'RMAs with a unit that is due for a refund and has none',
  refunds_planned: 'Planned refunds that wait',
  refunds_refused: 'Planned refunds that the service refused',
  refunds_unanswered: 'Refunds that were sent and whose answer was lost',
  refunds_unsettled: 'Refunds that were accepted, but whose RMA is not REFUNDED',
  rmas_unknown_order: 'RMAs of orders that were not sent from here',
  rmas_stuck: 'RMAs that do not go on: no scan of the label, or no refund of the scan',
  messages_silent: 'No message of the service came for 3 times as long as usual',
  orders_refused: 'Orders that were refused and not accepted since',
  orders_stale: 'The newest accepted order is older than usual',
  asns_unanswered: 'ASNs that were sent and whose answer was lost',
  runs_killed: 'Runs that were killed and not repeated',
  runs_unavailable: 'Runs that found the service unavailable and were not repeated',
  runs_interrupted: 'Runs that were interrupted and not repeated',
  runs_stopped: 'Runs that stopped early or failed and were not repeated',
  schedule_failed: 'Scheduled commands that failed the last time',
  schedule_overdue: 'Scheduled commands that did not run for 3 times as long as usual',
  calls_open: 'Received calls that were not answered 2xx and not settled since',
  senders_refused: 'Senders that were refused (401, 403 or 415) with messages that did not come again',
  calls_with_errors: 'Received calls with errors',
  secret_missing: 'There is no client secret to fetch the next token with',
} as const;

export type StatusKind = keyof typeof KIND_TEXTS;

/** In the order in which they are shown. */
export const STATUS_KINDS = Object.keys(KIND_TEXTS) as readonly StatusKind[];

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

// The next commands with the flags that this one was given, so that they look at the same profile and the same folders.

export interface GivenFlags {
  readonly profile?: string | undefined;
  readonly configDir?: string | undefined;
  readonly stateDir?: string | undefined;
}

/** These find a run by its id, or look at calls, which are recorded by folder; or name the profile themselves. */
const WITHOUT_PROFILE = /^returns (runs|calls|login|whoami|profile) /;

/** `command`: as a shell takes it. A flag that it has stays: commands of recorded runs have those that they were started with. */
export function withSameFlags(command: string, { profile, configDir, stateDir }: GivenFlags): string {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--profile', WITHOUT_PROFILE.test(`${command} `) ? undefined : profile],
    ['--config-dir', configDir],
    ['--state-dir', stateDir],
  ];
  const added = given.flatMap(([flag, value]) =>
    value === undefined || new RegExp(` ${flag}[ =]`).test(command) ? [] : [` ${flag} ${shellWord(value)}`],
  );
  // Behind -- everything is an argument.
  return command.replace(/ -- |$/, (end) => added.join('') + end);
}
