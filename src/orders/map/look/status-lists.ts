// Lists in the records of JSON with an entry for each change of an order: `statusHistory[].status`. Its first entry is no status of
// the order, so that a person is asked about it.
import type { Json } from '../../../basics/json.ts';
import { LIST } from '../../../input/mapping/json/json-paths.ts';
import { SEVERAL } from '../../../input/rows.ts';
import { OTHER_LIST } from '../../audit/suspicion.ts';
import type { Column } from './columns.ts';
import { meaningOf, statusMeant } from './words.ts';

const MOST_WORDS = 30;
/** What it was before the change. */
const BEFORE = /^(?:from|old|prev)/i;

/** Path of the words in such a list; undefined where no record has several entries in one. `lists`: by their paths, of all records */
export function statusListOf(
  lists: ReadonlyMap<string, readonly (readonly Json[])[]>,
  items: string | undefined,
): string | undefined {
  const found = [...lists].flatMap(([name, all]) => {
    const [path, entries] = [name + LIST, all.flat()];
    if (path === items || OTHER_LIST.test(path) || !all.some(({ length }) => length > 1)) return [];
    const keys = new Set(entries.flatMap((one) => Object.keys(one as object)));
    return [...keys].filter((key) => isOfStatus(key, entries)).map((key) => `${path}.${key}`);
  });
  return found.find(isNamedStatus) ?? found[0];
}

const isNamedStatus = (name: string): boolean => {
  const { concepts } = meaningOf(name.slice(name.lastIndexOf('.') + 1));
  return concepts.has('status') || concepts.has('state');
};

/** A few words, of which some say that an order has shipped or was cancelled; or codes under the name of a status. */
function isOfStatus(key: string, entries: readonly Json[]): boolean {
  const texts = entries.map((one) => (one as Readonly<Record<string, unknown>>)[key] ?? '');
  const words = new Set(texts.filter((text) => text !== ''));
  if (BEFORE.test(key) || words.size < 2 || words.size > MOST_WORDS) return false;
  if (![...words].every((word) => typeof word === 'string')) return false;
  const meant = [...words].map((word) => statusMeant(word as string));
  return isNamedStatus(key) || meant.includes('Shipped') || meant.includes('Cancelled');
}

/** The cell of such a column has all words of the order; also one word ends with the sign. */
export const entriesCell = (all: string): string => (all === '' ? '' : all + SEVERAL);
export const hasEntries = ({ example }: Pick<Column, 'example'>): boolean => example.includes(SEVERAL);
/** The texts of a cell: those of all entries. */
export const entriesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(SEVERAL)
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  ),
];

/** The column whose value is filled where an entry has this word: `statusHistory[status=SHIPPED].status`. */
export const entryColumn = (name: string, word: string): string => {
  const at = name.lastIndexOf(LIST);
  const key = name.slice(at + LIST.length + 1);
  return `${name.slice(0, at)}[${key}=${word}].${key}`;
};
/** The path of an entry that a key tells apart, as that of all entries. */
export const entryOf = (path: string): string => path.replace(/\[[^\]=]+=[^\]]*\]/g, LIST);
/** Words that a path can name. */
export const canName = (word: string): boolean => /^[^.[\]=]{1,40}$/.test(word);

/** An entry that a key tells apart says when one thing happened: it does not move with the order. */
export const isOfEntry = ({ name }: Pick<Column, 'name'>): boolean => /\[[^\]=]+=[^\]]*\]/.test(name);
