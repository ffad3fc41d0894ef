// The status as a file for the textfile collector of node_exporter. Names and types are made from one table, which the docs show.
import { STATUS_KINDS } from './kinds.ts';
import type { Status } from './status.ts';

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  /** Seconds, or a count. */
  readonly value: number;
}

interface Metric {
  readonly name: string;
  /** The labels beside `profile`, which every sample has. */
  readonly labels?: readonly string[];
  readonly help: string;
  readonly samples: (status: Status) => readonly Sample[];
}

/** In seconds; 0 for what is not known, so that every series is always there. */
const seconds = (time: string | null | undefined): number => (time ? Date.parse(time) / 1000 : 0);
const byKind =
  (numberOf: (item: Status['items'][number] | undefined) => number): Metric['samples'] =>
  ({ items }) =>
    STATUS_KINDS.map((kind) => ({
      labels: { kind },
      value: numberOf(items.find((item) => item.kind === kind)),
    }));

const one = (value: number): readonly Sample[] => [{ value }];

/**
 * By the naming conventions of Prometheus: one prefix, base units as a suffix, `_timestamp_seconds` for times. All are gauges, so
 * none ends with `_total`. The collector takes no timestamps beside samples.
 */
export const STATUS_METRICS: readonly Metric[] = [
  {
    name: 'returns_problems',
    labels: ['kind'],
    help: 'Things that need a person, by kind; 0 when there are none.',
    samples: byKind((item) => item?.count ?? 0),
  },
  {
    name: 'returns_problem_oldest_timestamp_seconds',
    labels: ['kind'],
    help: 'Since when the oldest of a kind waits; 0 when there are none or the time is not known.',
    samples: byKind((item) => seconds(item?.oldest)),
  },
  {
    name: 'returns_newest_order_timestamp_seconds',
    help: 'When the run ended that sent the newest accepted order; 0 when none was sent.',
    samples: ({ newest_order: newest }) => one(seconds(newest?.sent_at)),
  },
  {
    name: 'returns_schedule_last_success_timestamp_seconds',
    labels: ['command'],
    help: 'When the last successful run of a scheduled command line started.',
    samples: ({ scheduled }) =>
      scheduled.map(({ command, last_success_at: at }) => ({ labels: { command }, value: seconds(at) })),
  },
  {
    name: 'returns_schedule_usual_interval_seconds',
    labels: ['command'],
    help: 'Usual time between two runs of a scheduled command line; 0 when it is not known.',
    samples: ({ scheduled }) =>
      scheduled.map((line) => ({
        labels: { command: line.command },
        value: line.usual_interval_seconds ?? 0,
      })),
  },
  {
    name: 'returns_token_expiry_timestamp_seconds',
    help: 'When the cached token ends; 0 when none is known. It is renewed by itself while there is a secret.',
    samples: ({ sign_in: signIn }) => one(seconds(signIn.token_ends_at)),
  },
  {
    name: 'returns_ledger_orders',
    help: 'Accepted orders in the ledger.',
    samples: ({ counts }) => one(counts.orders),
  },
  {
    name: 'returns_rmas',
    help: 'RMAs with a message in the time that is looked at.',
    samples: ({ counts }) => one(counts.rmas),
  },
  {
    name: 'returns_recorded_calls',
    help: 'Calls in the calls record of this machine.',
    samples: ({ counts }) => one(counts.calls),
  },
  {
    name: 'returns_status_window_seconds',
    help: 'The time that was looked at, as --since says.',
    samples: ({ looked_at: now, since }) => one(seconds(now) - seconds(since)),
  },
  {
    name: 'returns_status_last_run_timestamp_seconds',
    help: 'When this file was made.',
    samples: ({ looked_at: now }) => one(seconds(now)),
  },
];

/** The whole file. Samples have the profile as a label: files of several profiles may lie in one folder. */
export function prometheusText(status: Status): string {
  const profile = status.profile ?? '';
  return STATUS_METRICS.map(({ name, help, samples }) => {
    const lines = samples(status).map(
      ({ labels, value }) => `${name}${labelsText({ profile, ...labels })} ${numberText(value)}`,
    );
    return [`# HELP ${name} ${help.replace(/\\/g, '\\\\')}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n');
  }).join('');
}

const labelsText = (labels: Readonly<Record<string, string>>): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${labelValue(value)}"`)
    .join(',')}}`;

/** The text format is UTF-8: a lone surrogate would make the whole file unreadable. */
const labelValue = (value: string): string =>
  Buffer.from(value).toString().replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

/** Never with an exponent, and with ms at most. */
const numberText = (value: number): string => String(Math.round(value * 1000) / 1000);
