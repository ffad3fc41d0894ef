// `returns mappings edit`: opens the file of a remembered mapping in the user's editor, and checks it when the editor ends.
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { shellWord } from '../../basics/text.ts';
import { defineCommand } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { editableFile, faultIn } from '../known-mappings.ts';

export const command = defineCommand({
  args: '<name>',
  examples: [['returns mappings edit shop-export', 'opens it in $VISUAL or $EDITOR; the next run reads it']],
  async run({ platform, folders, globals, show }, [name]) {
    const path = await editableFile(platform, folders, name);
    for (;;) {
      if (!(await platform.system.edit(path)))
        throw usageFailure('mapping.editor', 'The editor ended with an error', {
          hint: `Check VISUAL and EDITOR, or change the file itself: ${shellWord(path)}`,
        });
      const fault = faultIn(platform, path);
      if (!fault) break;
      if (!globals.mayAsk) throw fault;
      const { line, path: key } = fault.place ?? {};
      const spot = [line === undefined ? [] : `line ${line}`, key ?? []].flat().join(', ');
      show.warn(`the mapping cannot be used like this: ${clean(spot)}: ${clean(fault.message)}`);
      if (!(await makeAsk(platform).confirm('Open it again?', true))) throw fault;
    }
    await show.result({ schema: 'mapping-edited/1', name, path }, () => `The mapping ${name} can be used`);
    show.next('returns orders check FILE');
    return EXIT.done;
  },
});
