// `returns calls export`: calls as NDJSON, as curl commands, or as a fixture without personal data.
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { plural } from '../../basics/units.ts';
import { type CommandSpec, switchFlag, textFlag } from '../../cli/command.ts';
import { oneOf } from '../../cli/flag-values.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../call-formats.ts';
import { exportJourney } from '../export-calls.ts';
import { DEFAULT_RECEIVER, replayAddress } from '../replay-calls.ts';
import { FILTER_FLAGS, filterOf } from './call-flags.ts';

export const command: CommandSpec = {
  args: '[ids...]',
  flags: [
    ...FILTER_FLAGS,
    {
      flag: '--format <format>',
      text: 'ndjson (as recorded), curl, or fixture (personal data replaced)',
      initial: 'ndjson',
      parse: oneOf(...EXPORT_FORMATS),
    },
    { flag: '--out <file>', text: 'where it goes (- is stdout)', initial: '-' },
    { flag: '--to <url>', text: 'address in the curl commands', initial: DEFAULT_RECEIVER },
    {
      flag: '--key <text>',
      text: 'of a fixture: the same key invents the same values',
      initial: 'another each time',
    },
    { flag: '--with-secrets', text: 'headers that hold secrets as they came (ndjson and curl)' },
  ],
  examples: [
    ['returns calls export --rma RMA-1 --format fixture --out rma-1.ndjson', 'for a test in your repository'],
    ['returns calls export last --format curl', 'to send it from anywhere'],
    ['returns calls export --since 7d --out calls.ndjson', 'calls import reads it on another machine'],
  ],
  async run({ host, folders, globals, show }, ids, flags) {
    const out = textFlag(flags, 'out') ?? '-';
    if (globals.json && out === '-')
      throw usageFailure('usage.conflict', '--json and --out - both want stdout', {
        hint: 'Give --out a file, or leave --json away.',
      });
    const format = (textFlag(flags, 'format') ?? 'ndjson') as ExportFormat;
    const { calls, broken } = await exportJourney(host, folders, {
      ...{ ids, format, out },
      filter: filterOf(flags, host.clock.now()),
      base: replayAddress(textFlag(flags, 'to')),
      key: textFlag(flags, 'key'),
      withSecrets: switchFlag(flags, 'withSecrets'),
      write: (text) => show.raw(text),
    });
    if (broken > 0)
      show.warn(
        `${plural(broken, 'body', 'bodies')} without JSON in them: the fixture has bodies that are broken in the same way`,
      );
    if (out === '-') {
      show.note(`exported ${plural(calls, 'call')}`);
      return EXIT.done;
    }
    await show.result(
      { schema: 'calls-export/1', calls, format, out },
      () => `Exported ${plural(calls, 'call')} to ${out}`,
    );
    if (format === 'fixture') show.next(`returns calls check ${out}`);
    return EXIT.done;
  },
};
