// Row numbers for values that many rows share: targets, ids of runs, names of files.
import type { Crypto, Database } from '../platform/platform.ts';

/** Numbers of texts in the table `names`; missing ones are added, so use it only within a transaction. */
export const namesOf =
  (database: Database) =>
  (text: string): number =>
    Number(
      database.get('SELECT no FROM names WHERE text = ?', text)?.[0] ??
        database.insert('INSERT INTO names (text) VALUES (?)', text),
    );

export function targetNumber(database: Database, key: string) {
  /** The number for reading; 0, which no row has, while the target is not recorded. */
  const read = () => Number(database.get('SELECT no FROM targets WHERE key = ?', key)?.[0] ?? 0);
  return {
    read,
    /** The number for writing: records the target if missing. Only within a transaction. */
    write: () => read() || database.insert('INSERT INTO targets (key, name) VALUES (?, ?)', key, key),
  };
}

/**
 * The column value of an identifier: unchanged, or its digest when a text column could not store it (NUL, lone surrogate)
 * or when it is very long.
 */
export function columnText(crypto: Crypto, id: string): string {
  const fits = id.length <= 400 && id.isWellFormed() && !id.includes('\u0000');
  return fits ? id : `#${crypto.sha256(JSON.stringify(id))}`;
}

/** Encodes a text: nearly always unchanged, else (NUL, lone surrogates, the prefix itself) as JSON after a #. */
export function storedText(text: string): string {
  const isOdd = text.startsWith('#"') || text.includes('\u0000') || !text.isWellFormed();
  return isOdd ? `#${JSON.stringify(text)}` : text;
}

/** Decodes a text that `storedText` encoded. */
export const decodeStoredText = (stored: string): string =>
  stored.startsWith('#"') ? (JSON.parse(stored.slice(1)) as string) : stored;

/** Row numbers that stay the same within a transaction; after one that was rolled back they are others. */
export interface Numbers {
  readonly target: number;
  numberOf(text: string): number;
}

/** Looks up each text once. */
export function numbersIn(numberOf: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const no = known.get(text) ?? numberOf(text);
    known.set(text, no);
    return no;
  };
}

/** A number of an order, without what a spreadsheet or a mapping takes off or adds. */
const NUMBER = /^#?0*(\d{1,12}?)(?:\.0)?$/;
const ZEROS = Array.from({ length: 8 }, (_, i) => '0'.repeat(i + 1));
/** Blanks that nobody sees, the mark of a text in a spreadsheet, and what parts thousands. */
const BESIDE = /[\s\u200b-\u200d\u2060\ufeff',]/gu;

/**
 * An order number in capital or small letters, without blanks, with other zeros, a `#`, or thousands parted, or without `.0` behind:
 * as far as there are numbers that begin in such a way.
 */
export function spellingsOf(id: string, hasNumbersFrom: (start: string) => boolean): readonly string[] {
  const plain = id.replace(BESIDE, '');
  const bare = NUMBER.exec(plain)?.[1];
  const all = [plain, plain.toUpperCase(), plain.toLowerCase()];
  if (bare !== undefined) {
    const parted = bare.replace(/\B(?=(?:\d{3})+$)/g, ',');
    all.push(bare, parted, `#${bare}`, `'${bare}`, ...ZEROS.map((zeros) => zeros + bare));
  }
  return all.filter(
    (other) => other !== id && other !== '' && hasNumbersFrom(other.slice(0, alike(other, id) + 1)),
  );
}

/** How many characters both begin with. */
function alike(one: string, other: string): number {
  let n = 0;
  while (n < one.length && one[n] === other[n]) n++;
  return n;
}
