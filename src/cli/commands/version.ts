// `returns version`: the same as --version, because other tools have such a command.
import { EXIT } from '../../basics/exit.ts';
import { defineCommand, VERSION } from '../command.ts';

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
