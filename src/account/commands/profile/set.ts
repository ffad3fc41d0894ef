// `returns profile set`: change settings of a profile; creates the profile when it does not exist.

import { EXIT } from '../../../basics/exit-codes.ts';
import { usageFailure } from '../../../basics/failure.ts';
import { type Context, defineCommand } from '../../../cli/command.ts';
import { ALL_RULES } from '../../../contract/all-rules.ts';
import { parseLevels } from '../../../contract/levels.ts';
import { DEFAULT_PROFILE, profileStore, SETTING_NAMES } from '../../../storage/profiles.ts';
import { parseChanges, profileInUse, setProfile } from '../../profiles.ts';
import { profileLine } from '../../text/profile-view.ts';
import { SETTING_TEXTS } from '../../values.ts';

export const command = defineCommand({
  args: '<words...>',
  more: `Settings (KEY=VALUE; an empty value takes one out):\n${SETTING_NAMES.map((name) => `  ${name.padEnd(22)} ${SETTING_TEXTS[name]}`).join('\n')}\n\nThe secret is none of them: returns login asks for it, or client-secret-command names a program that prints it. That runs without a shell; the first line of its output counts.`,
  examples: [
    ['returns profile set staging environment=sandbox rate=1000', 'set two settings'],
    ['returns profile set minor-units iso', 'of the profile in use'],
    ['returns profile set levels order.status.unknown=warning', 'how findings count'],
    ['returns profile set staging rate=', 'take a setting out'],
    [
      "returns profile set client-secret-command='pass show returns'",
      'the secret stays with a password manager',
    ],
  ],
  async run(context, words) {
    const { platform, folders, show } = context;
    const { name, rest } = split(context, words);
    const changes = parseChanges(rest);
    if (changes.length === 0)
      throw usageFailure('usage.setting', `Nothing to set for profile ${name}`, {
        expected: 'KEY=VALUE',
        hint: `Settings: ${SETTING_NAMES.join(', ')}.`,
      });
    for (const change of changes)
      if (change.name === 'levels') parseLevels([change.value ?? ''], ALL_RULES, 'levels');
    const view = await setProfile(platform, folders, name, changes);
    await show.result({ schema: 'profile/1', ...view }, () => profileLine(view));
    if (changes.some(({ name: key, value }) => key === 'client-secret-command' && value !== undefined))
      show.note(
        `Not tried yet: \`returns login --profile ${name}\` runs the command, and removes a secret that is stored.`,
      );
    show.next(view.has_secret ? `returns whoami --profile ${name}` : `returns login --profile ${name}`);
    return EXIT.done;
  },
});

/**
 * `[NAME] KEY=VALUE...` or `[NAME] KEY VALUE`: the first word is the name when it is neither a setting nor a change.
 */
function split({ platform, folders, globals }: Context, words: readonly string[]) {
  const [first = ''] = words;
  const isName = !first.includes('=') && !SETTING_NAMES.some((setting) => setting === first);
  const given = globals.profile ?? (platform.env['RETURNS_PROFILE'] || undefined);
  if (!isName) {
    const name = given ?? profileInUse(profileStore(platform, folders).read()) ?? DEFAULT_PROFILE;
    return { name, rest: words };
  }
  if (globals.profile !== undefined && globals.profile !== first)
    throw usageFailure('usage.profile.twice', 'Two profiles are named, one of them by --profile', {
      hint: 'Name the profile once.',
    });
  return { name: first, rest: words.slice(1) };
}
