// `returns mappings path`: prints where a mapping lies.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand } from '../../cli/command.ts';
import { mappingFile } from '../known-mappings.ts';

export const command = defineCommand({
  args: '<name>',
  examples: [['returns mappings path shop-export', 'the file that the next run reads']],
  async run({ platform, folders, show }, [name]) {
    const path = await mappingFile(platform, folders, name);
    await show.result({ schema: 'mapping-path/1', name, path }, () => path, { verbatim: true });
    return EXIT.done;
  },
});
