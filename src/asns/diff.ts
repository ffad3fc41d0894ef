// Compares two bodies of an ASN field by field: what was changed, added, removed or moved, and where.
import { canonicalJson, isObject } from '../basics/json.ts';
import { stepsText } from '../basics/json-text.ts';
import type { Step } from '../contract/asn-fields.ts';

export interface AsnChange {
  readonly kind: 'changed' | 'added' | 'removed' | 'moved';
  /** Path in the new body; for a removed field, in the old one. */
  readonly path: string;
  /** Old value; null when there was none. For an element that moved, its path in the old body. */
  readonly before: unknown;
  /** New value; null when there is none. For an element that moved, its path in the new body. */
  readonly after: unknown;
}

/**
 * Changes in the order of the new body, then removed fields. Equal values in different notation are no
 * change.
 */
export function diffAsns(before: unknown, after: unknown): AsnChange[] {
  return [...changesIn(before, after, [], [])];
}

type Path = readonly Step[];

function* changesIn(a: unknown, b: unknown, at: Path, was: Path): Generator<AsnChange> {
  if (isObject(a) && isObject(b)) {
    for (const [key, value] of Object.entries(b)) {
      const path = [...at, key];
      if (Object.hasOwn(a, key)) yield* changesIn(a[key], value, path, [...was, key]);
      else yield { kind: 'added', path: stepsText(path), before: null, after: value };
    }
    for (const [key, value] of Object.entries(a))
      if (!Object.hasOwn(b, key))
        yield { kind: 'removed', path: stepsText([...was, key]), before: value, after: null };
  } else if (Array.isArray(a) && Array.isArray(b)) yield* changesInLists(a, b, at, was);
  else if (canonicalJson(a) !== canonicalJson(b))
    yield { kind: 'changed', path: stepsText(at), before: a, after: b };
}

function* changesInLists(
  a: readonly unknown[],
  b: readonly unknown[],
  at: Path,
  was: Path,
): Generator<AsnChange> {
  const partner = matchElements(a, b, NAMES[String(at.at(-1))] ?? []);
  const taken = new Set(partner);
  // An element counts as moved only relative to the elements that are in both lists.
  let last = -1;
  for (const [i, value] of b.entries()) {
    const from = partner[i];
    const path = [...at, i];
    if (from === undefined) {
      yield { kind: 'added', path: stepsText(path), before: null, after: value };
      continue;
    }
    if (from < last) {
      const [before, after] = [stepsText([...was, from]), stepsText(path)];
      yield { kind: 'moved', path: after, before, after };
    }
    last = Math.max(last, from);
    yield* changesIn(a[from], value, path, [...was, from]);
  }
  for (const [i, value] of a.entries())
    if (!taken.has(i)) yield { kind: 'removed', path: stepsText([...was, i]), before: value, after: null };
}

/** The fields that identify an element of a list, most reliable first. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  cartons: ['identifier'],
  details: ['unit_identifier', 'line_identifier'],
};

/**
 * For each element of `b`, the index of the matching element of `a`. Elements match by an identifying field
 * that is unique in both lists; then by equal content; then the remaining ones by position.
 */
function matchElements(a: readonly unknown[], b: readonly unknown[], names: readonly string[]) {
  const partner: (number | undefined)[] = b.map(() => undefined);
  const free = new Set(a.keys());
  const join = (keyOf: (element: unknown, index: number) => string | undefined) => {
    const [left, right] = [uniqueBy(a, keyOf), uniqueBy(b, keyOf)];
    for (const [key, i] of right) {
      const from = left.get(key);
      if (from === undefined || !free.has(from) || partner[i] !== undefined) continue;
      partner[i] = from;
      free.delete(from);
    }
  };
  for (const name of names)
    join((element) => {
      const value = isObject(element) ? element[name] : undefined;
      return typeof value === 'string' && value !== '' ? value : undefined;
    });
  if (names.length > 0) join((element) => canonicalJson(element));
  join((_element, index) => String(index));
  return partner;
}

function uniqueBy(list: readonly unknown[], keyOf: (element: unknown, index: number) => string | undefined) {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  list.forEach((element, index) => {
    const key = keyOf(element, index);
    if (key === undefined) return;
    if (places.has(key)) twice.add(key);
    else places.set(key, index);
  });
  for (const key of twice) places.delete(key);
  return places;
}
