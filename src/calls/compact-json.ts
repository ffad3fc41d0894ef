// JSON without member names, for values that are kept by the thousand: the names of each kind of object are held once.
import type { Json } from '../basics/json.ts';

/** In place of the number of a kind: the value is a list. */
const LIST = -1;

/** For plain values whose objects are of a few kinds only (the same names in the same order): kinds are never forgotten. */
export function makeCompactJson<T>() {
  const kinds: (readonly string[])[] = [];
  const kindOf = (names: readonly string[]): number => {
    const known = kinds.findIndex(
      (kind) => kind.length === names.length && kind.every((name, i) => name === names[i]),
    );
    return known === -1 ? kinds.push(names) - 1 : known;
  };
  /** A list or an object becomes a list that begins with its kind. */
  const pack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const packed: unknown[] = [LIST];
      for (let i = 0; i < value.length; i++) packed.push(pack(value[i]));
      return packed;
    }
    const names = Object.keys(value);
    const packed: unknown[] = [kindOf(names)];
    for (let i = 0; i < names.length; i++) packed.push(pack((value as Record<string, unknown>)[names[i]!]));
    return packed;
  };
  const unpack = (packed: Json): Json => {
    if (!Array.isArray(packed)) return packed;
    const names = kinds[packed[0] as number];
    if (!names) return packed.slice(1).map(unpack);
    const object: Record<string, Json> = {};
    for (let i = 0; i < names.length; i++) object[names[i]!] = unpack(packed[i + 1]!);
    return object;
  };
  return {
    write: (value: T): string => JSON.stringify(pack(value)),
    /** The value of a text that this object has written. */
    read: (text: string): T => unpack(JSON.parse(text) as Json) as T,
  };
}
