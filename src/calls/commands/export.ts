// `returns calls export`: calls as NDJSON, as curl commands, or as a fixture without personal data.
import { parseAddress } from '../../account/values.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { plural } from '../../basics/units.ts';
import { checkStdout, defineCommand, flag } from '../../cli/command.ts';
import { FILTER_FLAGS, filterOf } from '../record/call-flags.ts';
import { EXPORT_FORMATS, runExport } from '../record/export-calls.ts';
import { DEFAULT_RECEIVER } from '../replay/replay-calls.ts';

export const command = defineCommand({
  args: '[ids...]',
  flags: [
    ...FILTER_FLAGS,
    flag('--format <format>', 'ndjson (as recorded), curl, or fixture (personal data replaced)', {
      oneOf: EXPORT_FORMATS,
      initial: 'ndjson',
    }),
    flag('--out <file>', 'where it goes (- is stdout)', { initial: '-' }),
    flag('--to <url>', 'address in the curl commands', { initial: DEFAULT_RECEIVER, parse: parseAddress }),
    flag('--key <text>', 'of a fixture: the same key invents the same values', {
      otherwise: 'another each time',
    }),
    flag('--with-secrets', 'headers that hold secrets as they came (ndjson and curl)'),
  ],
  examples: [
    ['returns calls export --rma RMA-1 --format fixture --out rma-1.ndjson', 'for a test in your repository'],
    ['returns calls export last --format curl', 'to send it from anywhere'],
    ['returns calls export --since 7d --out calls.ndjson', 'calls import reads it on another machine'],
  ],
  async run(context, ids, options) {
    const { platform, folders, show } = context;
    const { out, format, to: base, key, withSecrets } = options;
    checkStdout(context, out);
    const calls = await runExport(platform, folders, {
      ...{ ids, format, out, base, key, withSecrets },
      filter: filterOf(options, platform.clock.now()),
      write: (text) => show.raw(text),
    });
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
});
