// `returns doctor`: what is wrong between this machine and the service, and how to mend it. Posts no orders.
import { parseAddress } from '../../account/values.ts';
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { defineCommand } from '../../cli/command.ts';
import { ENVIRONMENT } from '../../cli/commands/help.ts';
import { flag } from '../../cli/flags.ts';
import { examine } from '../doctor.ts';
import { doctorText } from '../text/doctor-text.ts';

export const command = defineCommand({
  flags: [
    flag('--probe-url <url>', 'see whether this public address leads to the port of `returns listen` here', {
      parse: parseAddress,
      otherwise: 'not tried',
    }),
    flag('--integrity', 'read every page and index of the ledger (minutes for a large one)'),
    flag('--offline', 'leave out everything that needs the network'),
  ],
  examples: [
    ['returns doctor', 'look at everything; each failure says how to mend it'],
    ['returns doctor --quiet --profile staging', 'only what is not ok, of another profile'],
    ['returns doctor --probe-url https://calls.shop.example', 'does the tunnel lead to this machine?'],
  ],
  async run({ platform, folders, globals, show }, _args, { probeUrl, integrity, offline }) {
    if (offline && probeUrl !== undefined)
      throw usageFailure('usage.conflict', '--probe-url needs the network, and --offline leaves it out', {
        hint: 'Leave out one of them.',
      });
    const report = await examine(platform, folders, {
      flags: globals,
      variables: ENVIRONMENT.map(([name]) => name),
      ...{ integrity, offline, probeUrl },
    });
    const hasFailed = report.counts.failure > 0;
    const exitCode = hasFailed ? EXIT.refused : EXIT.done;
    const { terminal } = platform;
    const columns = terminal.stdoutIsTerminal ? terminal.columns() : undefined;
    await show.result({ schema: 'doctor/1', exit_code: exitCode, ...report }, () =>
      doctorText(report, { paint: show.outPaint, columns, quiet: globals.quiet }),
    );
    show.next(hasFailed ? 'returns doctor --quiet' : 'returns orders check FILE');
    return exitCode;
  },
});
