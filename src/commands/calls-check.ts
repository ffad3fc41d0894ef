// `returns calls check`: messages out of a log file, judged as if they had arrived; nothing is kept.
import { EXIT } from '../base/exit.ts';
import { shellWord } from '../base/text.ts';
import { changedLevels, levelsDocument } from '../contract/levels.ts';
import { checkCalls } from '../journeys/check-calls.ts';
import { countsText } from '../terminal/call-results-text.ts';
import { changeText } from '../terminal/level-text.ts';
import { countsDocument, exitOf, FILE_FLAGS, followCalls, kindFlag } from './call-file.ts';
import type { CommandSpec } from './command.ts';
import { levelsOf } from './level-flags.ts';

export const command: CommandSpec = {
  args: '<file>',
  flags: FILE_FLAGS,
  examples: [
    ['returns calls check webhooks.ndjson', 'bodies, or {received_at, headers, body}, one a line'],
    ['jq -c .payload app.log | returns calls check -', 'out of another log'],
    ['returns calls check webhooks.ndjson --json', 'in CI: exit 3 when a message has an error'],
  ],
  async run(context, [file = ''], flags) {
    const { host, folders, globals, show } = context;
    const levels = levelsOf(context, flags);
    const follow = followCalls();
    const counts = await checkCalls(host, folders, {
      ...{ file, kind: kindFlag(flags), target: globals, levels },
      onCall: follow.onCall,
    });
    const document = {
      schema: 'calls-check/1',
      exit_code: exitOf(counts),
      file,
      levels: levelsDocument(levels),
      ...countsDocument(counts, follow),
    };
    await show.result(document, () =>
      [
        ...changedLevels(levels).map((change) => `Level ${changeText(change)}`),
        countsText(counts, show.outPaint, host.terminal.columns()),
      ].join('\n'),
    );
    show.next(
      exitOf(counts) === EXIT.done
        ? file === '-'
          ? 'returns calls import FILE'
          : `returns calls import ${shellWord(file)}`
        : 'returns explain CODE',
    );
    return exitOf(counts);
  },
};
