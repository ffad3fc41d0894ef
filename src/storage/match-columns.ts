// Compares the columns of a header with those that mappings were made for. Pure.
import { editDistance } from '../basics/text.ts';

const MOST_PAIRS = 100_000;

export interface ColumnMatch<C> {
  readonly candidate: C;
  /** The same columns, in any order. */
  readonly exact: boolean;
  /** Columns that both have. */
  readonly same: readonly string[];
  /** Only the header has these, and only the candidate these; without those that are renamed. */
  readonly added: readonly string[];
  readonly missing: readonly string[];
  /** `from`: as the candidate names the column; `to`: as the header does. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

/**
 * The columns that decide whether two headers are the same: sorted, in one form of Unicode; without those that begin
 * with `_` and those without a name. A name that stands twice counts twice.
 */
export const columnsCompared = (columns: readonly string[]): string[] =>
  columns
    .map((name) => name.normalize('NFC'))
    .filter((name) => name.trim() !== '' && !name.startsWith('_'))
    .sort();

/**
 * The candidate whose columns are nearest to those of the header; the first one of several that are equally near.
 * Undefined when none has a column of the header.
 */
export function matchColumns<C extends { readonly columns: readonly string[] }>(
  columns: readonly string[],
  candidates: Iterable<C>,
): ColumnMatch<C> | undefined {
  let best: ColumnMatch<C> | undefined;
  let bestShare = 0;
  const header = columnsCompared(columns);
  for (const candidate of candidates) {
    const match = compared(header, candidate);
    const share = match.exact ? Number.POSITIVE_INFINITY : shareOf(match);
    if (share <= bestShare) continue;
    best = match;
    bestShare = share;
  }
  return best;
}

/** The part of all columns of both that belong together, from 0 to 1; a renamed column counts a little less. */
function shareOf({ same, added, missing, renamed }: ColumnMatch<unknown>): number {
  const all = same.length + renamed.length + added.length + missing.length;
  return all === 0 ? 0 : (same.length + renamed.length * 0.9) / all;
}

function compared<C extends { readonly columns: readonly string[] }>(
  header: readonly string[],
  candidate: C,
): ColumnMatch<C> {
  const left = [...header];
  const same: string[] = [];
  const gone: string[] = [];
  for (const name of columnsCompared(candidate.columns)) {
    const at = left.indexOf(name);
    if (at < 0) gone.push(name);
    else same.push(...left.splice(at, 1));
  }
  const { renamed, added, missing } = pairs(gone, left);
  const exact = gone.length === 0 && left.length === 0 && header.length > 0;
  return { candidate, exact, same, added, missing, renamed };
}

/** Pairs missing and added columns by their names: first those that are equal apart from their form, then the nearest. */
function pairs(gone: readonly string[], come: readonly string[]) {
  // Headers with thousands of other columns have nothing to do with each other.
  const isFar = gone.length * come.length > MOST_PAIRS;
  const foldedTo = come.map((to) => [to, folded(to)] as const);
  const near = (isFar ? [] : gone).flatMap((from) => {
    const foldedFrom = folded(from);
    return foldedTo.flatMap(([to, other]) => {
      const distance = nameDistance(foldedFrom, other);
      return distance === undefined ? [] : [{ from, to, distance }];
    });
  });
  near.sort((a, b) => a.distance - b.distance);
  const missing = [...gone];
  const added = [...come];
  const renamed: { from: string; to: string }[] = [];
  for (const { from, to } of near) {
    const [i, j] = [missing.indexOf(from), added.indexOf(to)];
    if (i < 0 || j < 0) continue;
    missing.splice(i, 1);
    added.splice(j, 1);
    renamed.push({ from, to });
  }
  return { renamed, added, missing };
}

/** 0: equal apart from case, accents, spaces and punctuation. Undefined: two different columns. */
function nameDistance(a: string, b: string): number | undefined {
  if (a === '' || b === '') return undefined;
  if (a === b) return 0;
  // Numbers tell columns apart: `Address 1` and `Address 2`, `Tax 7` and `Tax 19`.
  if (a.replace(/\D+/g, ' ').trim() !== b.replace(/\D+/g, ' ').trim()) return undefined;
  const most = Math.floor(Math.min(a.length, b.length) / 4);
  if (Math.abs(a.length - b.length) > most) return undefined;
  const distance = editDistance(a, b);
  return distance <= most ? distance : undefined;
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
