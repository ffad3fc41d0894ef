// `returns mappings show`: prints a mapping, so that a copy of it can be changed.
import { EXIT } from '../../basics/exit-codes.ts';
import { parseJsonInput } from '../../basics/json.ts';
import { escapeInJson } from '../../basics/text.ts';
import { defineCommand } from '../../cli/command.ts';
import { showMapping } from '../known-mappings.ts';
import { mappingMembers } from '../text/mapping-view.ts';

export const command = defineCommand({
  args: '<name>',
  examples: [
    ['returns mappings show shopify-orders > my.json', 'begin a mapping from a copy'],
    ['returns mappings show shopify-orders --json', 'with its name and columns, for a script'],
  ],
  async run({ platform, folders, globals, show }, [name]) {
    const found = showMapping(platform, folders, name);
    if (!globals.json) await show.raw(escapeInJson(found.text));
    else {
      const mapping = parseJsonInput(found.text, { file: found.file ?? name });
      await show.result({ schema: 'mapping/1', ...mappingMembers(found), mapping }, () => '');
    }
    show.next('returns orders check FILE --map my.json');
    return EXIT.done;
  },
});
