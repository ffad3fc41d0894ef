// `returns status`: what needs a person, from the ledger and the calls record, without the network.
import { EXIT } from '../../basics/exit.ts';
import { formatBytes, parseDuration } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { flag } from '../../cli/flags.ts';
import { momentOf } from '../../input/since-until.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { prometheusText } from '../prometheus.ts';
import { withSameFlags } from '../same-flags.ts';
import { lookAtStatus } from '../status.ts';
import { statusText } from '../text/status-text.ts';

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
