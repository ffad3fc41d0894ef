// How findings count: what flags, a mapping and a profile say, as one. The flags win, then the mapping, then the profile.
import { ALL_RULES } from '../contract/all-rules.ts';
import { type GivenLevels, type Levels, mergeLevels, parseLevels, readLevels } from '../contract/levels.ts';
import type { LoadedMapping } from './mapping/loaded.ts';

const FROM = 'mapping';

const textsOf = (levels: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(levels).map(([key, level]) => `${key}=${level}`);

/** @throws Failure exit 6 with the place in the mapping */
export function checkMappedLevels({ mapping, fault }: LoadedMapping): void {
  const { wrong } = readLevels(textsOf(mapping.levels), ALL_RULES, FROM);
  const [first] = wrong;
  if (!first) return;
  const key = first.text.slice(0, first.text.lastIndexOf('='));
  throw fault('input.map.levels', ['levels', key], wrong.map(({ why }) => why).join(' '), {
    expected: '"CODE" or "CODE:FIELD" with error, warning, note or off',
    found: wrong.map(({ text }) => text).join(', '),
    hint: 'Correct "levels" in the mapping; the codes are listed by: returns explain',
  });
}

export function levelsIn(
  given: GivenLevels | undefined,
  mapping: { readonly levels: Readonly<Record<string, string>> } | undefined,
): Levels | undefined {
  const mapped = parseLevels(textsOf(mapping?.levels), ALL_RULES, FROM);
  return mergeLevels(ALL_RULES, given?.flags ?? [], mapped, given?.profile ?? []);
}
