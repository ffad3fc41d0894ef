// Levels: the severity of findings as a retailer sets it. Parses `CODE[:FIELD]=LEVEL` texts, merges their sources, applies them.
// Only the real service knows what it requires, so every rule can be set except those without which a message is unreadable.
import { usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
import type { Finding, Rule, Severity } from './finding.ts';

export type Level = Severity | 'off';
export const LEVELS = ['error', 'warning', 'note', 'off'] as const satisfies readonly Level[];

/** Rules by code: a catalog. */
type Rules = ReadonlyMap<string, Rule>;

interface LevelEntry {
  readonly code: string;
  /** A path without indices, or its last names; empty for every field. */
  readonly field: string;
  readonly level: Level;
  /** `CODE` or `CODE:FIELD` as given. */
  readonly key: string;
  /** Source of the level: `--level`, `mapping`, `profile NAME`, `agreements`. */
  readonly from: string;
}

/** The entries of one source, in the given order. */
type LevelSource = readonly LevelEntry[];

/** The levels given for a run, beside those in the mapping of its input. */
export interface GivenLevels {
  readonly flags: readonly string[];
  readonly profile?: { readonly profile: string; readonly text: string } | undefined;
  /** What was agreed with the service. */
  readonly agreed?: string | undefined;
}

interface OfCode {
  readonly rule: Rule;
  /** Those of the strongest source first; of one source, those of the longest field first. */
  readonly entries: readonly LevelEntry[];
}

/** Whether a finding refuses its order or ASN: an error, or with --strict a warning. */
export const refuses = ({ severity }: Finding, { strict }: { readonly strict: boolean }): boolean =>
  severity === 'error' || (strict && severity === 'warning');

/** Levels by code. Undefined when no level is set. */
export type Levels = ReadonlyMap<string, OfCode>;

/** The levels that a check uses. */
export interface LevelUse {
  readonly levels?: Levels | undefined;
}

/** A level that differs from the rule's own. */
export interface LevelChange extends Pick<LevelEntry, 'key' | 'level' | 'from'> {
  readonly initial: Level;
}

/** The level of a rule when no level is set. */
export const initialLevel = (rule: Pick<Rule, 'severity' | 'isOff'>): Level =>
  rule.isOff ? 'off' : rule.severity;

const weight = (level: Level): number => -LEVELS.indexOf(level);

/** `items.sku` of `items[0].sku` or `items[].sku`. */
const withoutIndices = (path: string): string => path.replace(/\[\d*\]/g, '');

/** Converts a field from the template's column name to the name in messages: `item.sku` becomes `items.sku`. */
const fieldOf = (text: string): string =>
  withoutIndices(text)
    .replace(/^item\./, 'items.')
    .replace(/^detail\./, 'cartons.details.')
    .replace(/^carton\./, 'cartons.');

const fits = (path: string, field: string): boolean =>
  field === '' || path === field || path.endsWith(`.${field}`);

/** Parses texts to entries; for invalid texts it returns one error message each. `rules` are all existing rules. */
export function readLevels(
  texts: readonly string[],
  rules: Rules,
  from: string,
): {
  readonly entries: LevelSource;
  readonly wrong: readonly { readonly text: string; readonly why: string }[];
} {
  const entries: LevelEntry[] = [];
  const wrong: { text: string; why: string }[] = [];
  for (const text of texts.flatMap((list) => list.split(',')).map((one) => one.trim())) {
    if (text === '') continue;
    const entry = entryOf(text, rules, from);
    if (typeof entry === 'string') wrong.push({ text, why: entry });
    else entries.push(entry);
  }
  return { entries, wrong };
}

/** @throws Failure exit 2 that lists all errors */
export function parseLevels(texts: readonly string[], rules: Rules, from: string): LevelSource {
  const { entries, wrong } = readLevels(texts, rules, from);
  if (wrong.length === 0) return entries;
  throw usageFailure('usage.level', `${from}: ${wrong.map(({ why }) => why).join(' ')}`, {
    expected: 'CODE=LEVEL or CODE:FIELD=LEVEL with error, warning, note or off',
    found: wrong.map(({ text }) => text).join(', '),
    hint: 'Codes are those of the findings, such as order.status.unknown=warning or order.field.missing:sku=note; list them with: returns explain',
  });
}

function entryOf(text: string, rules: Rules, from: string): LevelEntry | string {
  const [, key = '', code = '', field = '', word = ''] =
    /^(([^:=\s]+)(?::([^=\s]+))?)=(\S*)$/.exec(text) ?? [];
  if (key === '') return `${quote(text)} is not CODE=LEVEL.`;
  const rule = rules.get(code);
  if (!rule) return `There is no code ${quote(code)}.${meantText(code, rules.keys())}`;
  const level = LEVELS.find((known) => known === word);
  if (level === undefined) return `There is no level ${quote(word)}.${meantText(word, LEVELS)}`;
  if (/\[\d+\]/.test(field))
    return `A level holds for all elements of a list: write ${code}:${withoutIndices(field)}.`;
  const entry = { code, field: fieldOf(field), level, key, from };
  return fixedReason(rule, entry) ?? entry;
}

/** Why an entry is not allowed: it would lower a fixed rule. An entry that does not lower the rule is allowed. */
function fixedReason({ code, fixed, severity }: Rule, { field, level }: LevelEntry): string | undefined {
  if (!fixed || weight(level) >= weight(severity)) return undefined;
  if (!fixed.fields) return `${code} cannot be lowered: ${fixed.why}.`;
  if (field === '') return undefined;
  const at = fixed.fields.filter((path) => fits(path, field));
  return at.length === 0 ? undefined : `${code} cannot be lowered for ${at.join(', ')}: ${fixed.why}.`;
}

/** Merges levels; the first source is the strongest. Undefined when no level is set. */
export function mergeLevels(rules: Rules, ...sources: readonly LevelSource[]): Levels | undefined {
  if (sources.every((source) => source.length === 0)) return undefined;
  const codes = new Set(sources.flatMap((source) => source.map(({ code }) => code)));
  return new Map(
    [...codes].flatMap((code) => {
      const rule = rules.get(code);
      if (!rule) return [];
      const entries = sources.flatMap((source) =>
        source
          .filter((entry) => entry.code === code)
          // Within a source, a later entry overrides an earlier one, and an entry for a field overrides one for all fields.
          .reverse()
          .sort((a, b) => b.field.length - a.field.length),
      );
      return [[code, { rule, entries }] as const];
    }),
  );
}

function entryAt({ rule, entries }: OfCode, path: string): LevelEntry | undefined {
  const { fixed, severity } = rule;
  const entry = entries.find(({ field }) => fits(path, field));
  const isFixed = entry && fixed?.fields?.includes(path) && weight(entry.level) < weight(severity);
  return isFixed ? undefined : entry;
}

/** Whether a rule that is off by default must be checked. */
export const isWanted = (levels: Levels | undefined, { code }: Pick<Rule, 'code'>): boolean =>
  levels?.get(code)?.entries.some(({ level }) => level !== 'off') ?? false;

/** The level of a rule at a field path. */
export function levelAt(levels: Levels | undefined, rule: Rule, path: string): Level {
  const own = levels?.get(rule.code);
  return (own && entryAt(own, withoutIndices(path))?.level) ?? initialLevel(rule);
}

/** The findings with their levels, without those that are off; the same list when nothing changes. */
export function applyLevels<L extends readonly Pick<Finding, 'code' | 'severity' | 'path'>[]>(
  findings: L,
  levels: Levels | undefined,
): L {
  if (levels === undefined || findings.length === 0) return findings;
  let changed: L[number][] | undefined;
  for (let i = 0; i < findings.length; i++) {
    const finding = findings[i]!;
    const own = levels.get(finding.code);
    const entry = own && entryAt(own, withoutIndices(finding.path));
    const level: Level = entry?.level ?? (own?.rule.isOff ? 'off' : finding.severity);
    if (level === finding.severity) {
      changed?.push(finding);
      continue;
    }
    changed ??= findings.slice(0, i);
    if (level !== 'off') changed.push({ ...finding, severity: level });
  }
  return (changed as unknown as L | undefined) ?? findings;
}

/** The levels that change something, with their sources. Not included: levels that a stronger source overrides, or that equal the rule's own level. */
export function changedLevels(levels: Levels | undefined): LevelChange[] {
  const changes: LevelChange[] = [];
  for (const own of levels?.values() ?? []) {
    const { rule, entries } = own;
    const initial = initialLevel(rule);
    const general = entryAt(own, '')?.level ?? initial;
    for (const entry of entries) {
      const { field, level, key, from } = entry;
      const isOwn = entryAt(own, field) === entry;
      if (!isOwn || (level === initial && level === general)) continue;
      changes.push({ key, level, from, initial });
    }
  }
  return changes;
}

/** The same in the form of documents: level by `CODE` or `CODE:FIELD`. */
export const levelsDocument = (levels: Levels | undefined): Readonly<Record<string, Level>> =>
  Object.fromEntries(changedLevels(levels).map(({ key, level }) => [key, level]));
