// `returns asns adopt`: records ASNs that another system sent, so that this tool can update them.
import { plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { without } from '../../cli/flags.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { runAdopt } from '../adopt-asns.ts';
import { ASN_LOCK_FLAG, ASN_READING_FLAGS, asnSource } from '../asn-flags.ts';
import { targetOfRecords } from '../recorded.ts';
import { adoptText, replacedText } from '../text/adopt-text.ts';

export const command = defineCommand({
  args: '<file>',
  flags: [...without(ASN_READING_FLAGS, 'strict'), ASN_LOCK_FLAG],
  examples: [
    ['returns asns adopt asns.json', 'record them; nothing is sent'],
    ['returns asns adopt asns.ndjson --yes', 'replace newer records without the question'],
  ],
  async run(context, [file], options) {
    const { platform, folders, globals, show, argv } = context;
    const target = targetOfRecords(context);
    const style = { columns: platform.terminal.columns(), now: platform.clock.now() };
    const result = await runAdopt(platform, folders, {
      target,
      source: asnSource(context, file, { ...options, strict: false }),
      lockWaitMs: options.lockWait,
      argv,
      async confirm(replaced) {
        if (globals.yes) return true;
        if (!globals.mayAsk) return false;
        show.note(replacedText(replaced, { ...style, paint: show.errPaint }));
        return await makeAsk(platform).confirm(
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
    else if (result.refused.length > 0)
      show.next(`returns explain ${result.refused[0]?.refusals[0]?.code ?? 'CODE'}`);
    else if (result.run !== null) show.next('returns asns list');
    return result.exitCode;
  },
});
