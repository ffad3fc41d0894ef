// `returns version`: the version as a word, for those who know it from other tools.
import { EXIT } from '../../basics/exit.ts';
import { defineCommand } from '../command.ts';
import { VERSION } from '../version.ts';

export const command = defineCommand({
  examples: [
    ['returns version', 'the same as returns --version'],
    ['returns version --json', 'for a script'],
  ],
  async run({ show }) {
    await show.result({ schema: 'version/1', version: VERSION }, () => VERSION);
    return EXIT.done;
  },
});
