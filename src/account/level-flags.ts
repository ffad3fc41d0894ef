// `--level` of the commands that check messages, with what the profile in use says beside it.
import { type Context, type Flag, type FlagValues, listFlag } from '../cli/command.ts';
import { ALL_RULES } from '../contract/all-rules.ts';
import { type GivenLevels, LEVELS, type Levels, parseLevels } from '../contract/levels.ts';
import { levelsIn } from '../input/mapped-levels.ts';
import { profileLevels } from './known-target.ts';

export const LEVEL_FLAG: Flag = {
  flag: '--level <code=level>',
  text: `how a finding counts, CODE or CODE:FIELD = ${LEVELS.join(', ')}: order.field.missing:phone=note`,
  repeat: true,
};

/** @throws Failure exit 2 that names everything that is wrong */
export function givenLevels({ host, folders, globals }: Context, flags: FlagValues): GivenLevels {
  const own = profileLevels(host, folders, globals);
  return {
    flags: parseLevels(listFlag(flags, 'level'), ALL_RULES, '--level'),
    profile: own ? parseLevels([own.text], ALL_RULES, `profile ${own.profile}`) : [],
  };
}

/** The same where no mapping can say more. @throws Failure exit 2 */
export const levelsOf = (context: Context, flags: FlagValues): Levels | undefined =>
  levelsIn(givenLevels(context, flags), undefined);
