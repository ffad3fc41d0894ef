// `returns profile use`: selects the profile that commands use without --profile.
import { EXIT } from '../../../basics/exit-codes.ts';
import { defineCommand } from '../../../cli/command.ts';
import { useProfile } from '../../profiles.ts';

export const command = defineCommand({
  args: '<name>',
  examples: [
    ['returns profile use staging', 'from now on'],
    ['returns profile use local', 'the sandbox on this machine'],
  ],
  async run({ platform, folders, show }, [name]) {
    const view = await useProfile(platform, folders, name);
    await show.result({ schema: 'profile/1', ...view }, () => `Profile ${view.profile} is in use`);
    const over = platform.env['RETURNS_PROFILE'];
    if (over && over !== view.profile) show.warn(`RETURNS_PROFILE=${over} is set and still wins over it`);
    show.next('returns whoami');
    return EXIT.done;
  },
});
