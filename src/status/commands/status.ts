// `returns status`: what needs a person, from the ledger and the calls record, without the network.
import { EXIT } from '../../basics/exit-codes.ts';
import { formatBytes, formatCount, parseDuration, plural } from '../../basics/units.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { clean, LABEL, labelled, type Paint } from '../../cli/presenter.ts';
import { momentOf } from '../../input/since-until.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { KIND_TEXTS, withSameFlags } from '../kinds.ts';
import { prometheusText } from '../prometheus.ts';
import { lookAtStatus, type Status } from '../status.ts';

/** The collector runs as another user. The file holds counts and times, and command lines without secrets. */
const READABLE_BY_ALL = 0o644;
/** How often a long first reading says how far it is, ms. */
const SAY_MS = 1000;

export const command = defineCommand({
  flags: [
    flag('--since <date>', 'only what changed since this date or time, or since so long ago', {
      initial: '30d',
    }),
    flag('--stuck <duration>', 'a label without a scan, or a scan without a refund, is stuck after so long', {
      initial: '10d',
      parse: parseDuration,
    }),
    flag('--fail', 'exit 3 when something needs a person'),
    flag('--prometheus <file>', 'also write a .prom file for the textfile collector of node_exporter'),
  ],
  examples: [
    ['returns status', 'what needs a person, with the command for it'],
    ['returns status --fail --quiet', 'from cron: exit 3 when something does'],
    ['returns status --since 365d --json', 'for a script, over a year'],
    ['returns status --prometheus /var/lib/node_exporter/returns.prom', 'for alerts'],
  ],
  async run({ platform, folders, globals, show }, _args, { since: given, stuck, fail, prometheus }) {
    const { clock, terminal } = platform;
    const since = Math.floor(momentOf(given, '--since', clock.now(), 0) / 1000);
    // Opened first, so that a place that cannot be written is reported before anything is read.
    const file =
      prometheus === undefined
        ? undefined
        : openOutFile(platform, prometheus, { flag: '--prometheus', mode: READABLE_BY_ALL });
    try {
      let said = clock.monotonic();
      const status = await lookAtStatus(
        platform,
        folders,
        { flags: globals, since, sinceText: given, stuck },
        (done) => {
          if (!terminal.stderrIsTerminal || clock.monotonic() - said < SAY_MS) return;
          said = clock.monotonic();
          show.note(`reading the calls record: ${formatBytes(done)}`);
        },
      );
      file?.write(prometheusText(status));
      file?.finish();
      if (prometheus !== undefined && !prometheus.endsWith('.prom'))
        show.warn(`the textfile collector reads only files that end with .prom, not ${prometheus}`);
      const exitCode = fail && status.items.length > 0 ? EXIT.refused : EXIT.done;
      await show.result({ schema: 'status/1', exit_code: exitCode, ...status }, () =>
        statusText(status, show.outPaint),
      );
      const usual = status.has_ledger ? 'returns runs list' : 'returns orders upload FILE';
      show.next(status.items[0]?.next ?? withSameFlags(usual, globals));
      return exitCode;
    } catch (error) {
      file?.abandon();
      throw error;
    }
  },
});

// The status for people, each line with the next command.

function statusText(status: Status, paint: Paint): string {
  const { items } = status;
  const now = Date.parse(status.looked_at);
  const head =
    items.length === 0
      ? paint.green('Nothing needs you.')
      : paint.bold(items.length === 1 ? '1 thing needs you' : `${items.length} things need you`);
  const lines = items.flatMap((item) => [`  ! ${itemText(item, now)}`, `    ${clean(item.next)}`]);
  const facts = factLines(status, now).map(([name, text]) => labelled(name, clean(text), paint));
  return [head, ...lines, '', ...facts].join('\n');
}

function itemText({ kind, count, oldest, examples }: Status['items'][number], now: number): string {
  const since = oldest === null ? '' : `, oldest ${agoText(now - Date.parse(oldest))}`;
  const more = count > examples.length ? ' ...' : '';
  return `${KIND_TEXTS[kind]}: ${formatCount(count)}${since} (${examples.map(clean).join(', ')}${more})`;
}

/** `3 d ago`: in the unit that fits. */
function agoText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} d ago`;
}

/** What is known without being a problem. Names are at most as long as the column of names. */
function factLines(status: Status, now: number): [string, string][] {
  const { newest_order: newest, sign_in: signIn, counts } = status;
  const lines: [string, string][] = [
    [
      'looked at',
      `what changed since ${status.since}${status.profile === null ? '' : `, profile ${status.profile}`}`,
    ],
  ];
  if (status.target !== null) lines.push(['target', `${status.environment}, ${status.target}`]);
  if (!status.has_ledger) lines.push(['ledger', 'none yet: nothing was sent from here']);
  else if (status.profile === null) lines.push(['ledger', 'no profile in use: name one with --profile']);
  else
    lines.push([
      'ledger',
      `${plural(counts.orders, 'order')}, ${newest ? `the newest sent ${agoText(newest.age_seconds * 1000)}` : 'none sent by a recorded run'}`,
    ]);
  lines.push([
    'received',
    status.has_calls
      ? `${plural(counts.calls, 'call')} recorded, ${plural(counts.rmas, 'RMA')}`
      : 'no calls recorded',
  ]);
  for (const { command, last_success_at: last, usual_interval_seconds: usual } of status.scheduled) {
    const often = usual === null ? '' : `, usually every ${spanText(usual * 1000)}`;
    lines.push(['scheduled', `${agoText(now - Date.parse(last))}${often}: ${command}`]);
  }
  const ends = signIn.token_ends_at;
  if (ends !== null)
    lines.push([
      'token',
      Date.parse(ends) <= now ? 'ended; the next command fetches another' : `until ${ends}`,
    ]);
  return lines.map(([name, text]) => [name.slice(0, LABEL), text]);
}

const spanText = (ms: number): string => agoText(ms).replace(' ago', '');
