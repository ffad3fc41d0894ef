// `returns agreements edit`: opens the file of the agreements in the user's editor, and checks it when the editor ends.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand } from '../../cli/command.ts';
import { checkEditable, editUntilRight } from '../../cli/prompts.ts';
import { writeAgreements } from '../../storage/agreements.ts';
import { agreementsOf, checkFile, unreadText } from '../agreements.ts';
import { openText } from '../text/agreements-text.ts';

export const command = defineCommand({
  examples: [['returns agreements edit', 'opens them in $VISUAL or $EDITOR; comments in the file stay']],
  async run(context) {
    const { platform, folders, globals, show } = context;
    checkEditable(context, 'set answers with: returns agreements set ID=VALUE');
    const { profile, file } = agreementsOf(platform, folders, globals);
    writeAgreements(platform, file, new Map());
    await editUntilRight(context, file, 'the agreements', () => checkFile(platform, file));
    const all = agreementsOf(platform, folders, globals);
    const unread = unreadText(all);
    await show.result(
      { schema: 'agreements-edited/1', profile, path: file },
      () => `The agreements of profile ${profile} can be used: ${openText(all.agreements)}`,
    );
    if (unread !== undefined) show.note(unread);
    show.next('returns agreements list');
    return EXIT.done;
  },
});
