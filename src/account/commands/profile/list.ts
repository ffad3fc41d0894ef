// `returns profile list`: every profile, the one in use marked.
import { EXIT } from '../../../basics/exit-codes.ts';
import { defineCommand } from '../../../cli/command.ts';
import { listProfiles } from '../../profiles.ts';
import { profileLine } from '../../text/profile-view.ts';

export const command = defineCommand({
  examples: [['returns profile list', 'the one in use has a star']],
  async run({ platform, folders, show }) {
    const views = listProfiles(platform, folders);
    await show.result({ schema: 'profile-list/1', profiles: views }, () => views.map(profileLine).join('\n'));
    show.next(views.length === 1 ? 'returns login' : 'returns profile use NAME');
    return EXIT.done;
  },
});
