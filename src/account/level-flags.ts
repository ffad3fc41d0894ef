// The levels of findings from flags (--level), mapping, profile and agreements, the first of them winning.
// The rules are loaded only when one of them sets a level.
import { type Context, flag, type OptionsOf } from '../cli/command.ts';
import { clean, labelled, NUMBER, type Paint } from '../cli/presenter.ts';
import {
  type GivenLevels,
  LEVELS,
  type LevelChange,
  type Levels,
  mergeLevels,
  parseLevels,
  readLevels,
} from '../contract/levels.ts';
import type { LoadedMapping } from '../input/mapping/language/mapping.ts';
import { readSettings } from './settings.ts';

export const LEVEL_FLAG = flag(
  '--level <code=level>',
  `how a finding counts, CODE or CODE:FIELD = ${LEVELS.join(', ')}: order.field.missing:phone=note`,
  { repeat: true },
);

type LevelOption = OptionsOf<[typeof LEVEL_FLAG]>;

/**
 * How messages are checked: by flags, the profile in use and its agreements; also without any sign-in.
 * @throws Failure exit 2 for settings that cannot be read; the levels themselves are parsed later
 */
export function givenSettings({ platform, folders, globals }: Context, { level }: LevelOption) {
  const resolved = readSettings(platform, folders, globals);
  const { levels: ofProfile, profile, answers, statusSpelling, minorUnits } = resolved;
  const levels: GivenLevels = {
    flags: level,
    profile: ofProfile && { profile: profile.value, text: ofProfile.value },
    agreed: answers.get('levels')?.value,
  };
  return { levels, statusSpelling: statusSpelling.value, minorUnits: minorUnits?.value };
}

export const givenLevels = (context: Context, option: LevelOption): GivenLevels =>
  givenSettings(context, option).levels;

/** The same for commands without a mapping. @throws Failure exit 2 */
export const levelsOf = (context: Context, option: LevelOption) => levelsIn(givenLevels(context, option));
const FROM = 'mapping';
const allRules = async () => (await import('../contract/all-rules.ts')).ALL_RULES;
const textsOf = (levels: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(levels).map(([key, level]) => `${key}=${level}`);

/** @throws Failure exit 6 with the place in the mapping */
export async function checkMappedLevels({ mapping, fault }: LoadedMapping): Promise<void> {
  if (!mapping.levels) return;
  const { wrong } = readLevels(textsOf(mapping.levels), await allRules(), FROM);
  const [first] = wrong;
  if (!first) return;
  const key = first.text.slice(0, first.text.lastIndexOf('='));
  throw fault('input.map.levels', ['levels', key], wrong.map(({ why }) => why).join(' '), {
    expected: '"CODE" or "CODE:FIELD" with error, warning, note or off',
    found: wrong.map(({ text }) => text).join(', '),
    hint: 'Correct "levels" in the mapping; the codes are listed by: returns explain',
  });
}

/** @throws Failure exit 2 that names all faults */
export async function levelsIn(
  given: GivenLevels | undefined,
  mapping?: { readonly levels: Readonly<Record<string, string>> } | undefined,
): Promise<Levels | undefined> {
  const { flags = [], profile, agreed } = given ?? {};
  const mapped = textsOf(mapping?.levels);
  if (flags.length + mapped.length === 0 && profile === undefined && agreed === undefined) return undefined;
  const rules = await allRules();
  return mergeLevels(
    rules,
    parseLevels(flags, rules, '--level'),
    parseLevels(mapped, rules, FROM),
    profile ? parseLevels([profile.text], rules, `profile ${profile.profile}`) : [],
    agreed === undefined ? [] : parseLevels([agreed], rules, 'agreements'),
  );
}

/** The changed levels in plans and checks: key, level, source. */
export function levelLines(rows: readonly LevelChange[], paint: Paint): string[] {
  if (rows.length === 0) return [];
  const title = labelled('levels', paint.dim('findings that count otherwise than by default:'), paint);
  return [title, ...rows.map((row) => `${' '.repeat(NUMBER + 2)}${clean(changeText(row))}`)];
}

/** `order.status.unknown: warning, not error (--level)` */
export const changeText = ({ key, level, initial, from }: LevelChange): string =>
  level === initial ? `${key}: ${level} (${from})` : `${key}: ${level}, not ${initial} (${from})`;
