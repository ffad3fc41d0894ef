// A mapping for a header with other columns than the one it was made for: renamed columns are read under their new names, fields of
// missing ones are open, all else stays.
import { isObject } from '../../../basics/json.ts';
import { HOLDERS } from '../../../input/mapping/language/columns.ts';
import { type MappingJson, part, withPart } from '../types.ts';

/** A field whose column is missing. */
export interface LostField {
  /** Column of the template, such as `item.tracking_number`. */
  readonly field: string;
  readonly column: string;
}

interface TakenOver {
  /** Still with the values of the lost fields: what they say about their column is true of another one as well. */
  readonly mapping: MappingJson;
  readonly lost: readonly LostField[];
}

/** The name in the new header; undefined when the column is missing. */
type Rename = (name: string) => string | undefined;

/** Without one of these there is no mapping. */
const NEEDED = ['identifier', 'created_at', 'updated_at', 'item.identifier'];
/** Without all of these the file has no line items: it is another kind of export. */
const LINE = ['item.quantity', 'item.unit_price_amount_cents'];

/** Undefined when a missing column tells rows or refunds apart, or stands in the sums: then the mapping has to be made again. */
export function takenOver(
  mapping: MappingJson,
  renamed: readonly { readonly from: string; readonly to: string }[],
  missing: readonly string[],
): TakenOver | undefined {
  const names = new Map<string, string | undefined>(missing.map((name) => [name, undefined]));
  for (const { from, to } of renamed) names.set(from, to);
  const rename: Rename = (name) => {
    // `Tax#2` is the second column of that name.
    const [, plain = name, nth = ''] = /^(.*?)(#\d+)?$/s.exec(name) ?? [];
    const to = names.has(plain) ? names.get(plain) : plain;
    return to === undefined ? undefined : to + nth;
  };
  const lost: LostField[] = [];
  let made = mapping;
  for (const level of ['order', 'item']) {
    const fields = Object.entries(part(mapping, level)).map(([key, value]) => {
      const renamedValue = renamedIn(value, rename);
      const field = level === 'item' ? `item.${key}` : key;
      if (renamedValue === undefined) lost.push({ field, column: firstLost(value, missing) });
      return [key, renamedValue ?? value];
    });
    made = withPart(made, level, Object.fromEntries(fields));
  }
  const isLost = (wanted: string) => lost.some(({ field }) => field === wanted);
  if (NEEDED.some(isLost) || LINE.every(isLost)) return undefined;
  for (const level of ['refund', 'refund_line', 'tax', 'with', 'rows']) {
    const whole = renamedIn(part(mapping, level), rename, true);
    if (whole === undefined) return undefined;
    if (mapping[level] !== undefined) made = { ...made, [level]: whole };
  }
  const { ignored } = part(mapping, 'platform');
  if (Array.isArray(ignored))
    made = withPart(made, 'platform', { ignored: ignored.flatMap((one: string) => rename(one) ?? []) });
  return { mapping: made, lost };
}

/**
 * A value or a condition with its columns under their new names, `isAll`: or a level with values under all its keys; undefined when it
 * cannot do without a missing one.
 */
function renamedIn(value: unknown, rename: Rename, isAll = false): unknown {
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return allOf(value, (one) => renamedIn(one, rename));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, one]) => [
    key,
    isAll && !WORDS.has(key) ? renamedIn(one, rename) : memberRenamed(key, one, value, rename),
  ]);
  return members.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(members);
}

/** Keys of levels that are words, not values. */
const WORDS = new Set(['mode', 'subtotal_is', 'blank']);
/** Further keys with columns: where lines are split, and where files are joined. */
const MORE_HOLDERS = ['numbered', 'key'];

function memberRenamed(key: string, one: unknown, value: MappingJson, rename: Rename): unknown {
  if (key === 'template' && typeof one === 'string') {
    const names = [...one.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
    if (names.some((name) => rename(name) === undefined)) return undefined;
    return one.replace(/\{([^{}]*)\}/g, (_, name: string) => `{${rename(name)}}`);
  }
  // Of several columns the first that is not empty, or the latest date: the others do without one of them.
  if (['column', 'sameAs', 'country', 'latest'].includes(key) && Array.isArray(one)) {
    const left = one.flatMap((part) => renamedIn(part, rename) ?? []);
    return left.length > 0 ? left : undefined;
  }
  if (key === 'match' && isObject(one))
    return Object.fromEntries(
      Object.entries(one).map(([name, wanted]) => [
        rename(name) ?? name,
        typeof wanted === 'string' ? (rename(wanted) ?? wanted) : wanted,
      ]),
    );
  const holds = HOLDERS.has(key) || MORE_HOLDERS.includes(key);
  // Beside a column, else is a text.
  return holds && !(key === 'else' && 'column' in value) ? renamedIn(one, rename) : one;
}

function allOf(list: readonly unknown[], change: (one: unknown) => unknown): unknown {
  const changed = list.map(change);
  return changed.includes(undefined) ? undefined : changed;
}

/** The missing column that a value names. */
const firstLost = (value: unknown, missing: readonly string[]): string => {
  const text = JSON.stringify(value);
  return missing.find((name) => text.includes(JSON.stringify(name).slice(1, -1))) ?? '';
};
