// Numbers for what many rows share: targets, ids of runs, names of files.
import type { Crypto, Database } from '../platform/platform.ts';

/** How many numbers are remembered; a run has one id and a few files. */
const MOST_KNOWN = 1000;

/** Numbers of texts in `names`, made where they are missing: only within a transaction. */
export function namesOf(database: Database): (text: string) => number {
  const known = new Map<string, number>();
  let rollbacks = database.rollbacks();
  return (text) => {
    if (rollbacks !== database.rollbacks()) known.clear();
    rollbacks = database.rollbacks();
    const before = known.get(text);
    if (before !== undefined) return before;
    database.run('INSERT INTO names (text) VALUES (?) ON CONFLICT DO NOTHING', text);
    const no = Number(database.get('SELECT no FROM names WHERE text = ?', text)![0]);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, no);
    return no;
  };
}

export interface TargetNumber {
  /** The number to read under; 0, which nobody has, while the target is not on record. */
  read(): number;
  /** The number to write under: the target is put on record. Only within a transaction. */
  write(): number;
}

export function targetNumber(database: Database, key: string): TargetNumber {
  let known = 0;
  let rollbacks = database.rollbacks();
  const read = (): number => {
    if (rollbacks !== database.rollbacks()) known = 0;
    rollbacks = database.rollbacks();
    if (known === 0) known = Number(database.get('SELECT no FROM targets WHERE key = ?', key)?.[0] ?? 0);
    return known;
  };
  return {
    read,
    write() {
      if (read() === 0) database.run('INSERT INTO targets (key, name) VALUES (?, ?)', key, key);
      return read();
    },
  };
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * An identifier as it stands in a column: as it is, or by its digest where the text of a column could not hold it (NUL, half
 * a pair of surrogates) or would be very long.
 */
export function columnText(crypto: Crypto, id: string): string {
  const fits = id.length <= 400 && !LONE_SURROGATE.test(id) && !id.includes('\u0000');
  return fits ? id : `#${crypto.sha256(JSON.stringify(id))}`;
}

/** What a column's text would lose: NUL and half a pair of surrogates; and what looks like the text that stands for such a one. */
const ODD = /[\u0000\ud800-\udfff]|^#"/;

/** A text that is read back with `textOf`: nearly always as it is, else as JSON behind a #. */
export function storedText(text: string): string {
  if (!ODD.test(text)) return text;
  const isOdd = text.startsWith('#"') || text.includes('\u0000') || LONE_SURROGATE.test(text);
  return isOdd ? `#${JSON.stringify(text)}` : text;
}

/** What `storedText` was given. */
export const textOf = (stored: string): string =>
  stored.startsWith('#"') ? (JSON.parse(stored.slice(1)) as string) : stored;
