// `returns asns adopt`: records ASNs that another system sent, so that they can be changed from here.
import { parseDuration, plural } from '../base/units.ts';
import { adoptJourney } from '../journeys/adopt-asns.ts';
import { adoptText, replacedText } from '../terminal/asn-adopt-text.ts';
import { makeAsk } from '../terminal/prompts.ts';
import { targetOfRecords } from './asn-records.ts';
import { type CommandSpec, numberFlag, textFlag } from './command.ts';
import { oneOf } from './order-flags.ts';

export const command: CommandSpec = {
  args: '<file>',
  flags: [
    {
      flag: '--api-version <version>',
      text: '1 or 2',
      initial: '2 with labels, else 1',
      parse: oneOf('1', '2'),
    },
    {
      flag: '--format <format>',
      text: 'auto, csv, json or ndjson',
      initial: 'auto',
      parse: oneOf('auto', 'csv', 'json', 'ndjson'),
    },
    {
      flag: '--lock-wait <duration>',
      text: 'wait for another process that sends ASNs',
      initial: '20s',
      parse: parseDuration,
    },
  ],
  examples: [
    ['returns asns adopt asns.json', 'record them; nothing is sent'],
    ['returns asns adopt asns.ndjson --yes', 'replace newer records without the question'],
  ],
  async run(context, [file = ''], flags) {
    const { host, folders, globals, show, argv } = context;
    const target = targetOfRecords(context);
    const version = textFlag(flags, 'apiVersion');
    const style = { columns: host.terminal.columns(), now: host.clock.now() };
    const result = await adoptJourney(host, folders, {
      target,
      file,
      intake: {
        format: (textFlag(flags, 'format') ?? 'auto') as 'auto',
        memory: 256e6,
      },
      version: version === undefined ? undefined : version === '2' ? 2 : 1,
      lockWaitMs: numberFlag(flags, 'lockWait') ?? 20_000,
      argv,
      async confirm(replaced) {
        if (globals.yes) return true;
        if (!globals.input) return false;
        show.note(replacedText(replaced, { ...style, paint: show.errPaint }));
        return await makeAsk(host).confirm(
          `Replace ${plural(replaced.length, 'record')} by what the file says?`,
          false,
        );
      },
    });
    const rows = ([...result.refused, ...result.kept] as const).map((row) => ({
      asn_number: row.number,
      program_identifier: row.program,
      file: row.file,
      line: row.line,
      fate: row.fate === 'refused' ? ('refused' as const) : ('kept' as const),
      refusals: row.refusals,
    }));
    await show.result(
      {
        schema: 'asn-adopt/1' as const,
        state: result.state,
        exit_code: result.exitCode,
        run: result.run,
        profile: target.profile,
        environment: target.environment,
        counts: result.counts,
        asns: rows,
      },
      () => adoptText(result, { ...style, paint: show.outPaint }),
    );
    if (result.kept.length > 0) show.next('the same command with --yes, to replace these records');
    else if (result.run !== null) show.next('returns asns list');
    return result.exitCode;
  },
};
