// `returns mappings edit`: opens the file of a remembered mapping in the user's editor, and checks it when the editor ends.
import { EXIT } from '../../basics/exit-codes.ts';
import { shellWord } from '../../basics/text.ts';
import { defineCommand } from '../../cli/command.ts';
import { checkEditable, editUntilRight } from '../../cli/prompts.ts';
import { checkMappingFile, editableFile } from '../known-mappings.ts';

export const command = defineCommand({
  args: '<name>',
  examples: [['returns mappings edit shop-export', 'opens it in $VISUAL or $EDITOR; the next run reads it']],
  async run(context, [name]) {
    const { platform, folders, show } = context;
    const path = await editableFile(platform, folders, name);
    checkEditable(context, `change the file itself: ${shellWord(path)}`);
    await editUntilRight(context, path, 'the mapping', () => checkMappingFile(platform, path));
    await show.result({ schema: 'mapping-edited/1', name, path }, () => `The mapping ${name} can be used`);
    show.next('returns orders check FILE');
    return EXIT.done;
  },
});
