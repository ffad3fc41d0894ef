// `returns doctor`: what is wrong between this machine and the service, and how to mend it. Posts no orders.
import { parseAddress } from '../../account/values.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { plural } from '../../basics/units.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { ENVIRONMENT } from '../../cli/commands/help.ts';
import { type Paint, textBlock } from '../../cli/presenter.ts';
import { type DoctorReport, examine } from '../doctor.ts';
import { DOCTOR_AREAS, type DoctorCheck, type DoctorResult } from '../findings.ts';

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

// Shows what the doctor found: areas as blocks, what is wrong with its mend below it, counts at the end.

const MARKS: Readonly<Record<DoctorResult, string>> = { ok: 'ok', warning: 'warning', failure: 'FAILURE' };
const MARK_WIDTH = 9;

interface DoctorLook {
  readonly paint: Paint;
  /** Columns of the terminal; undefined when there is none: then lines are not wrapped. */
  readonly columns: number | undefined;
  /** Only what is not ok, and nothing when everything is. */
  readonly quiet: boolean;
}

export function doctorText({ checks, counts }: DoctorReport, look: DoctorLook): string {
  const shown = look.quiet ? checks.filter(({ result }) => result !== 'ok') : checks;
  if (shown.length === 0) return '';
  const width = Math.max(...shown.map((one) => nameOf(one).length)) + 2;
  const blocks = DOCTOR_AREAS.flatMap((area) => {
    const own = shown.filter(({ id }) => id.startsWith(`${area}.`));
    return own.length === 0
      ? []
      : [[look.paint.bold(area), ...own.flatMap((one) => linesOf(one, width, look))].join('\n')];
  });
  const { ok, warning, failure } = counts;
  const sum = `${ok} ok, ${plural(warning, 'warning')}, ${plural(failure, 'failure')}`;
  return [...blocks, `${plural(checks.length, 'check')}: ${sum}`].join('\n\n');
}

const nameOf = ({ id }: DoctorCheck): string => id.slice(id.indexOf('.') + 1);

function linesOf(check: DoctorCheck, width: number, { paint, columns }: DoctorLook): string[] {
  const { result, text, hint } = check;
  const room = columns ?? Number.POSITIVE_INFINITY;
  const mark = `  ${MARKS[result].padEnd(MARK_WIDTH)}`;
  const indent = ' '.repeat(mark.length + width);
  const [first = '', ...rest] = textBlock(`${mark}${nameOf(check).padEnd(width)}`, text, room);
  const colour = { ok: paint.green, warning: paint.yellow, failure: paint.red }[result];
  const painted = `${colour(first.slice(0, mark.length))}${first.slice(mark.length)}`;
  return [painted, ...rest, ...(hint === null ? [] : textBlock(`${indent}-> `, hint, room))];
}
