// `returns profile show`: the settings of one profile, and the resulting settings with flags and environment.
import { EXIT } from '../../../basics/exit-codes.ts';
import { defineCommand } from '../../../cli/command.ts';
import { shownSettings, showProfile } from '../../profiles.ts';
import { readSettings } from '../../settings.ts';
import { profileLine, settingsTable } from '../../text/profile-view.ts';

export const command = defineCommand({
  args: '[name]',
  examples: [
    ['returns profile show', 'the profile in use'],
    ['returns profile show staging', 'another one'],
  ],
  async run({ platform, folders, globals, show }, [given]) {
    const name = given ?? globals.profile ?? (platform.env['RETURNS_PROFILE'] || undefined);
    const view = showProfile(platform, folders, name);
    const named = given ?? globals.profile;
    const resolved = readSettings(platform, folders, { ...globals, profile: named });
    for (const note of resolved.notes) show.detail(note);
    const settings = shownSettings(resolved);
    await show.result(
      { schema: 'profile/1', ...view, effective: settings },
      () => `${profileLine(view)}\n${settingsTable(settings)}`,
    );
    show.next(`returns profile set ${view.built_in ? 'NAME' : view.profile} KEY=VALUE`);
    return EXIT.done;
  },
});
