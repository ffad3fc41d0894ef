// `returns profile remove`: a profile with its secret and its cached token.
import { EXIT } from '../../../basics/exit-codes.ts';
import { defineCommand } from '../../../cli/command.ts';
import { makeAsk } from '../../../cli/prompts.ts';
import { leftInKeychain, removeProfile, showProfile } from '../../profiles.ts';

export const command = defineCommand({
  args: '<name>',
  examples: [['returns profile remove staging', 'asks on a terminal; --yes does not']],
  async run({ platform, folders, globals, show }, [name]) {
    const view = showProfile(platform, folders, name);
    if (globals.mayAsk && !globals.yes && !view.built_in) {
      const sure = await makeAsk(platform).confirm(`Remove the profile ${name} with its secret?`, false);
      if (!sure) {
        show.note('Nothing was removed');
        return EXIT.done;
      }
    }
    const left = await removeProfile(platform, folders, name);
    if (left) throw leftInKeychain(left, `Profile ${name} is removed`);
    const gone = { ...view, in_use: false, has_secret: false, secret_in: null, removed: true };
    await show.result({ schema: 'profile/1', ...gone }, () => `Profile ${name} removed`);
    show.next('returns profile list');
    return EXIT.done;
  },
});
