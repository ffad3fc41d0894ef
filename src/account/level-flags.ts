// `--level` of the commands that check messages, with what the profile in use says beside it.
import type { Context } from '../cli/command.ts';
import { flag, type OptionsOf } from '../cli/flags.ts';
import { ALL_RULES } from '../contract/all-rules.ts';
import { type GivenLevels, LEVELS, type Levels, parseLevels } from '../contract/levels.ts';
import { levelsIn } from '../input/mapped-levels.ts';
import { profileLevels } from './known-target.ts';

export const LEVEL_FLAG = flag(
  '--level <code=level>',
  `how a finding counts, CODE or CODE:FIELD = ${LEVELS.join(', ')}: order.field.missing:phone=note`,
  { repeat: true },
);

type LevelOption = OptionsOf<[typeof LEVEL_FLAG]>;

/** @throws Failure exit 2 that names everything that is wrong */
export function givenLevels({ host, folders, globals }: Context, { level }: LevelOption): GivenLevels {
  const own = profileLevels(host, folders, globals);
  return {
    flags: parseLevels(level, ALL_RULES, '--level'),
    profile: own ? parseLevels([own.text], ALL_RULES, `profile ${own.profile}`) : [],
  };
}

/** The same where no mapping can say more. @throws Failure exit 2 */
export const levelsOf = (context: Context, option: LevelOption): Levels | undefined =>
  levelsIn(givenLevels(context, option), undefined);
