// Lists by a key: what belongs together, and how much there is of each.

/** The elements of each key, in the order of the first of them. */
export function groupBy<T>(list: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** The same, counted. @param weigh how much one counts */
export function countBy<T>(
  list: Iterable<T>,
  keyOf: (one: T) => string,
  weigh = (_: T) => 1,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + weigh(one));
  return counts;
}
