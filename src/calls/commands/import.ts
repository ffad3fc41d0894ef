// `returns calls import`: checks messages from a log file as if they had arrived, and adds each to the record once.
import { levelsOf } from '../../account/level-flags.ts';
import { plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { importCalls } from '../messages/check-file.ts';
import { checkedAsOf, FILE_FLAGS } from '../messages/message-file-flags.ts';
import { countsDocument, exitOfCalls } from '../text/call-documents.ts';
import { countsText } from '../text/list-text.ts';

export const command = defineCommand({
  args: '<file>',
  flags: FILE_FLAGS,
  examples: [
    ['returns calls import webhooks.ndjson', 'then list, show and replay them'],
    ['returns calls import webhooks.ndjson --json', 'the same file again adds nothing'],
  ],
  async run(context, [file], options) {
    const { platform, folders, globals, show } = context;
    const { counts, imported, known } = await importCalls(platform, folders, {
      ...{ file, as: checkedAsOf(options), target: globals, levels: await levelsOf(context, options) },
    });
    const document = {
      ...{
        schema: 'calls-import/1',
        exit_code: exitOfCalls(counts),
        file,
        imported,
        already_imported: known,
      },
      ...countsDocument(counts),
    };
    await show.result(document, () =>
      [
        `Imported ${plural(imported, 'call')}${known > 0 ? `; ${plural(known, 'call')} of this file were here before` : ''}.`,
        countsText(counts, show.outPaint),
      ].join('\n'),
    );
    show.next('returns calls list');
    return exitOfCalls(counts);
  },
});
