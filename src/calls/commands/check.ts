// `returns calls check`: checks messages from a log file as if they had arrived, and records nothing.
import { changeText, levelsOf } from '../../account/level-flags.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { inputFailure, usageFailure } from '../../basics/failure.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { changedLevels, levelsDocument } from '../../contract/levels.ts';
import { CHECKED_AS, checkCalls } from '../messages/check-file.ts';
import { checkedAsOf, FILE_FLAGS } from '../messages/message-file-flags.ts';
import { countsDocument, exitOfCalls } from '../text/call-documents.ts';
import { countsText } from '../text/list-text.ts';

export const command = defineCommand({
  args: '<file>',
  flags: [
    ...FILE_FLAGS,
    flag('--as <message>', `what the file holds, by the names of returns schema: ${CHECKED_AS.join(', ')}`, {
      oneOf: CHECKED_AS,
    }),
  ],
  examples: [
    ['returns calls check webhooks.ndjson', 'bodies, or {received_at, headers, body}, one a line'],
    ['grep /rmas app.log | returns calls check -', 'lines of a log, with text in front of the body'],
    ['returns calls check answer.json --as variants', 'your own answer to a variants request'],
    ['returns calls check - --as exchange-answer', 'or to an exchange order, out of a pipe'],
    ['returns calls check webhooks.ndjson --json', 'in CI: exit 3 when a message has an error'],
  ],
  async run(context, [file], options) {
    const { platform, folders, globals, show } = context;
    const levels = await levelsOf(context, options);
    const { as, kind } = options;
    if (as !== undefined && kind !== undefined)
      throw usageFailure('usage.conflict', '--as and --kind both say what the messages are', {
        hint: 'Omit --kind.',
      });
    const isAnswer = as === 'variants' || as === 'exchange-answer';
    const counts = await checkCalls(platform, folders, {
      ...{ file, as: as ?? checkedAsOf(options), target: globals, levels },
    });
    if (counts.total === 0)
      throw inputFailure('input.file.empty', file === '-' ? 'Standard input is empty' : 'The file is empty', {
        place: { file },
        expected: 'one JSON message, an array of them, or one a line (NDJSON)',
        hint: 'Check where the messages come from.',
      });
    const document = {
      schema: 'calls-check/1',
      exit_code: exitOfCalls(counts),
      file,
      as: as ?? null,
      levels: levelsDocument(levels),
      ...countsDocument(counts),
    };
    const noun = isAnswer ? 'answer' : 'call';
    await show.result(document, () =>
      [
        ...changedLevels(levels).map((change) => `Level ${changeText(change)}`),
        countsText(counts, show.outPaint, noun),
      ].join('\n'),
    );
    show.next(exitOfCalls(counts) === EXIT.done ? 'returns calls import FILE' : 'returns explain CODE');
    return exitOfCalls(counts);
  },
});
