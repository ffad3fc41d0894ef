// `returns asns adopt`: records ASNs that another system sent, so that this tool can update them.

import { plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { without } from '../../cli/flags.ts';
import { counted, NUMBER, textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { type AdoptResult, type AdoptRow, runAdopt } from '../adopt-asns.ts';
import { ASN_LOCK_FLAG, ASN_READING_FLAGS, asnSource } from '../asn-flags.ts';
import { diffAsns } from '../diff.ts';
import { targetOfRecords } from '../recorded.ts';
import { diffText } from '../text/diff-text.ts';
import { howText } from '../text/recorded-text.ts';
import type { UpdateStyle } from '../text/update-text.ts';

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
    const { state, exitCode, run, counts, refused, kept } = result;
    const asns = [...refused, ...kept].map(({ key, file, line, fate, refusals }) => ({
      ...{ asn_number: key.number, program_identifier: key.program, file, line },
      ...{ fate: fate === 'refused' ? fate : ('kept' as const), refusals },
    }));
    await show.result(
      {
        schema: 'asn-adopt/1' as const,
        ...{ state, exit_code: exitCode, run },
        profile: target.profile,
        environment: target.environment,
        ...{ counts, asns },
      },
      () => adoptText(result, { ...style, paint: show.outPaint }),
    );
    if (kept.length > 0) show.next('the same command with --yes, to replace these records');
    else if (refused[0]) show.next(`returns explain ${refused[0].refusals[0]?.code ?? 'CODE'}`);
    else if (run !== null) show.next('returns asns list');
    return exitCode;
  },
});

/** Number of rows that are listed; the rest is summed up. */
const MOST = 10;

function adoptText({ run, counts, refused }: AdoptResult, { paint, columns }: UpdateStyle): string {
  const lines = [
    `${paint.bold(run === null ? 'Nothing was recorded' : 'Recorded, nothing was sent')}${run === null ? '' : paint.dim(`  run ${run}`)}`,
  ];
  const row = (name: string, value: number, more = '') => {
    if (value > 0 || name === 'read') lines.push(counted(name, value, more, paint));
  };
  row('read', counts.read);
  row('adopted', counts.adopted);
  row('replaced', counts.replaced, 'the former body is kept in the history');
  row('unchanged', counts.unchanged, 'recorded with the same content');
  row('kept', counts.kept, 'the record may be newer; --yes replaces it');
  row('refused', counts.refused, 'for these reasons:');
  const indent = ' '.repeat(NUMBER + 2);
  for (const { key, file, line, refusals } of refused.slice(0, MOST)) {
    lines.push(
      `${indent}${paint.red(clean(key.number) || '(no number)')}  ${paint.dim(`${clean(file)}:${line}`)}`,
    );
    for (const { code, field, message } of refusals.slice(0, MOST))
      lines.push(
        ...textBlock(
          `${indent}  `,
          `${clean(code)}  ${field ? `${clean(field)}: ` : ''}${clean(message)}`,
          columns,
        ),
      );
  }
  if (refused.length > MOST)
    lines.push(`${indent}and ${plural(refused.length - MOST, 'more ASN')} (all with --json)`);
  return lines.join('\n');
}

function replacedText(rows: readonly AdoptRow[], { paint, columns, now }: UpdateStyle): string {
  const lines = rows
    .slice(0, 5)
    .flatMap(({ key, recorded, queued }) => [
      `${paint.bold(clean(key.number))}  program ${clean(key.program)}  ${paint.dim(recorded ? howText(recorded, now) : '')}`,
      ...diffText(diffAsns(JSON.parse(recorded?.body ?? '{}'), JSON.parse(queued.body)), paint, columns),
    ]);
  if (rows.length > 5) lines.push(`and ${plural(rows.length - 5, 'more ASN')}`);
  return lines.join('\n');
}
