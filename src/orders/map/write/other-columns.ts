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

type Rename = (name: string) => string;

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
  const names = new Map(renamed.map(({ from, to }) => [from, to]));
  const plainOf = (name: string) => name.replace(/#\d+$/, '');
  const isMissing = (name: unknown) => typeof name === 'string' && missing.includes(plainOf(name));
  /** The first missing column of what was renamed last. */
  let gone: string | undefined;
  const rename: Rename = (name) => {
    // `Tax#2` is the second column of that name.
    const plain = plainOf(name);
    if (isMissing(name)) gone ??= plain;
    return (names.get(plain) ?? plain) + name.slice(plain.length);
  };
  const lost: LostField[] = [];
  let made = mapping;
  for (const level of ['order', 'item']) {
    const fields = Object.entries(part(mapping, level)).map(([key, value]) => {
      gone = undefined;
      const own = renamedIn(value, rename, isMissing);
      if (gone !== undefined) lost.push({ field: level === 'item' ? `item.${key}` : key, column: gone });
      return [key, own];
    });
    made = withPart(made, level, Object.fromEntries(fields));
  }
  const isLost = (wanted: string) => lost.some(({ field }) => field === wanted);
  if (NEEDED.some(isLost) || LINE.every(isLost)) return undefined;
  gone = undefined;
  for (const level of ['refund', 'refund_line', 'tax', 'with', 'rows'])
    if (mapping[level] !== undefined)
      made = { ...made, [level]: renamedIn(mapping[level], rename, isMissing, true) };
  if (gone !== undefined) return undefined;
  const { ignored } = part(mapping, 'platform');
  if (Array.isArray(ignored))
    made = withPart(made, 'platform', { ignored: ignored.filter((one) => !isMissing(one)).map(rename) });
  return { mapping: made, lost };
}

/** A value or a condition with its columns under their new names; `isAll`: or a level with values under all its keys. */
function renamedIn(
  value: unknown,
  rename: Rename,
  isMissing: (name: unknown) => boolean,
  isAll = false,
): unknown {
  const inside = (one: unknown) => renamedIn(one, rename, isMissing);
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return value.map(inside);
  if (!isObject(value)) return value;
  const member = (key: string, one: unknown): unknown => {
    if (isAll && !WORDS.has(key)) return inside(one);
    if (key === 'template')
      return String(one).replace(/\{([^{}]*)\}/g, (_, name: string) => `{${rename(name)}}`);
    // Of several columns the first that is not empty, or the latest date: the others do without one of them.
    if (['column', 'sameAs', 'country', 'latest'].includes(key) && Array.isArray(one))
      return inside(one.every(isMissing) ? one : one.filter((name) => !isMissing(name)));
    if (key === 'match' && isObject(one))
      return Object.fromEntries(
        Object.entries(one).map(([name, wanted]) => [
          rename(name),
          typeof wanted === 'string' ? rename(wanted) : wanted,
        ]),
      );
    const holds = HOLDERS.has(key) || MORE_HOLDERS.includes(key);
    // Beside a column, else is a text.
    return holds && !(key === 'else' && 'column' in value) ? inside(one) : one;
  };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, member(key, one)]));
}

/** Keys of levels that are words, not values. */
const WORDS = new Set(['mode', 'subtotal_is', 'base_is', 'is_on', 'blank']);
/** Further keys with columns: where lines are split, and where files are joined. */
const MORE_HOLDERS = ['numbered', 'key'];
