// Valid messages, damaged at random places.
import { fc } from '../helpers/random.ts';

/** Paths of all members and elements of a message. */
export function pathsOf(
  value: unknown,
  at: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return at.length ? [at] : [];
  const below = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length ? [at, ...below] : below;
}

export function placed(message: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(message));
  let at = copy as Record<string | number, unknown>;
  for (const part of path.slice(0, -1)) at = at[part] as Record<string | number, unknown>;
  at[path.at(-1)!] = value;
  return copy;
}

/** A valid message with up to four places replaced by any JSON value. */
export const damaged = (
  message: unknown,
  values: fc.Arbitrary<unknown> = fc.jsonValue(),
  paths = pathsOf(message),
) =>
  fc.array(fc.tuple(fc.constantFrom(...paths), values), { minLength: 1, maxLength: 4 }).map((changes) =>
    changes.reduce<unknown>((result, [path, value]) => {
      try {
        return placed(result, path, value);
      } catch {
        return result; // an earlier change removed this place
      }
    }, message),
  );
