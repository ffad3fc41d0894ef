// Ids as people write them: all of it, the word `last`, or a beginning that only one of them has. For runs and calls alike.

export type MeantId =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' }
  /** The beginning fits all of these. */
  | { readonly kind: 'several'; readonly ids: readonly string[] };

/** `newestFirst`: those it may be; of `last`, the first. */
export function meantId(given: string, newestFirst: readonly string[]): MeantId {
  const [newest] = newestFirst;
  if (given === 'last') return newest === undefined ? { kind: 'none' } : { kind: 'one', id: newest };
  if (newestFirst.includes(given)) return { kind: 'one', id: given };
  const ids = given === '' ? [] : newestFirst.filter((id) => id.startsWith(given));
  if (ids.length === 1) return { kind: 'one', id: ids[0]! };
  return ids.length === 0 ? { kind: 'none' } : { kind: 'several', ids };
}
