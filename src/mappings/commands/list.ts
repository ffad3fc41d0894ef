// `returns mappings list`: every mapping that --map takes by its name.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand } from '../../cli/command.ts';
import { listMappings } from '../known-mappings.ts';
import { mappingMembers, mappingsText } from '../text/mapping-view.ts';

export const command = defineCommand({
  examples: [
    ['returns mappings list', 'the remembered ones first, then those that come with the program'],
    ['returns mappings list --json', 'with their columns, for a script'],
  ],
  async run({ platform, folders, show }) {
    const { mappings, damaged } = listMappings(platform, folders);
    const lost = damaged.map(({ name, failure }) => ({
      ...{ name, file: failure.place?.file ?? null },
      message: failure.message,
    }));
    await show.result(
      { schema: 'mapping-list/1', mappings: mappings.map(mappingMembers), damaged: lost },
      () => mappingsText(mappings),
    );
    for (const { failure } of damaged) show.warn(`${failure.message}. ${failure.hint}`);
    show.next('returns mappings show NAME');
    return damaged.length > 0 ? EXIT.state : EXIT.done;
  },
});
