// The flag --level of the commands that check messages, combined with the levels of the profile in use.
import type { Context } from '../cli/command.ts';
import { flag, type OptionsOf } from '../cli/flags.ts';
import { type GivenLevels, LEVELS, type Levels } from '../contract/levels.ts';
import { levelsIn } from '../input/mapped-levels.ts';
import { profileLevels } from './known-target.ts';

export const LEVEL_FLAG = flag(
  '--level <code=level>',
  `how a finding counts, CODE or CODE:FIELD = ${LEVELS.join(', ')}: order.field.missing:phone=note`,
  { repeat: true },
);

type LevelOption = OptionsOf<[typeof LEVEL_FLAG]>;

/** @throws Failure exit 2 for settings that cannot be read; the levels themselves are parsed later */
export const givenLevels = (
  { platform, folders, globals }: Context,
  { level }: LevelOption,
): GivenLevels => ({
  flags: level,
  profile: profileLevels(platform, folders, globals),
});

/** The same for commands without a mapping. @throws Failure exit 2 */
export const levelsOf = (context: Context, option: LevelOption): Promise<Levels | undefined> =>
  levelsIn(givenLevels(context, option));
