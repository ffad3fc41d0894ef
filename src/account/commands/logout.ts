// `returns logout`: forget the secret and the cached token of a profile.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand } from '../../cli/command.ts';
import { signOut } from '../profiles.ts';

export const command = defineCommand({
  examples: [
    ['returns logout', 'sign out of the profile in use'],
    ['returns logout --profile staging', 'sign out of another one'],
  ],
  async run({ platform, folders, globals, show }) {
    const { profile, removed, hasCommand } = await signOut(platform, folders, { profile: globals.profile });
    await show.result({ schema: 'logout/1', profile, removed }, () => {
      const gone = [removed.secret ? 'secret' : '', removed.token ? 'token' : ''].filter(Boolean);
      return gone.length === 0
        ? `Profile ${profile} was not signed in`
        : `Signed out of ${profile}: ${gone.join(' and ')} removed; its addresses are kept`;
    });
    if (platform.env['RETURNS_CLIENT_SECRET'] || platform.env['RETURNS_CLIENT_SECRET_FILE'])
      show.note('A secret is still set in the environment; the next command signs in with it.');
    if (hasCommand)
      show.note('Its client-secret-command is kept; the next command signs in with what it prints.');
    show.next(`returns login, or returns profile remove ${profile}`);
    return EXIT.done;
  },
});
