// Reads and changes parts of a mapping. A change makes a new mapping, the given one stays as it is.
import { isObject } from '../../../basics/json.ts';
import type { MappingJson } from '../types.ts';

/** What stands under a key at the top, empty when nothing does. */
export const part = (mapping: MappingJson, key: string): MappingJson =>
  isObject(mapping[key]) ? (mapping[key] as MappingJson) : {};

export const withPart = (mapping: MappingJson, key: string, more: MappingJson): MappingJson => ({
  ...mapping,
  [key]: { ...part(mapping, key), ...more },
});

export const withLimit = (mapping: MappingJson, text: string): MappingJson => ({
  ...mapping,
  limits: [...((mapping['limits'] as string[] | undefined) ?? []), text],
});

/** One more rule at the end of `rows.skip`, `rows.warn` or `rows.refuse`. */
export function withRule(
  mapping: MappingJson,
  kind: 'skip' | 'warn' | 'refuse',
  rule: MappingJson,
): MappingJson {
  const rules = (part(mapping, 'rows')[kind] as unknown[] | undefined) ?? [];
  return withPart(mapping, 'rows', { [kind]: [...rules, rule] });
}

/** The columns of a simple value: a name, or an object with `column`. */
export function columnsOf(value: unknown): string[] {
  const named = isObject(value) ? [value['column']].flat() : [value];
  return named.filter((one) => typeof one === 'string');
}
export const columnOf = (value: unknown): string | undefined => columnsOf(value)[0];

/** The value with every part replaced for which `change` gives another one. */
export function replacedIn(value: unknown, change: (part: unknown) => unknown): unknown {
  const other = change(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((one) => replacedIn(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replacedIn(one, change)]));
}
