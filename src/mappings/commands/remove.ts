// `returns mappings remove`: forgets a remembered mapping.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { checkConfirmable, isConfirmed } from '../../cli/prompts.ts';
import { forgetMapping } from '../known-mappings.ts';

export const command = defineCommand({
  args: '<name>',
  examples: [
    ['returns mappings remove shop-export', 'asks on a terminal; files with its columns are unknown again'],
    ['returns mappings remove shop-export --yes', 'in a script'],
  ],
  async run(context, [name]) {
    const { platform, folders, show } = context;
    const { removed, stays } = await forgetMapping(platform, folders, name, () => {
      checkConfirmable(context, 'Removing a mapping', '`returns mappings show NAME`');
      return isConfirmed(context, '', `Remove the remembered mapping ${name}?`);
    });
    if (!removed) show.note('Nothing was removed');
    await show.result({ schema: 'mapping-removed/1', name, removed }, () =>
      removed
        ? `Mapping ${name} removed${stays === undefined ? '' : `; its file stays: ${clean(stays)}`}`
        : '',
    );
    return EXIT.done;
  },
});
