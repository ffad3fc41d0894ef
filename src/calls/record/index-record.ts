// Brings the index of RMAs up to the end of the calls record: of each file, only what was appended since is read. Putting a call
// into the index twice changes nothing, so it may be killed at any time, and two processes may do it at once.
import type { Database, FileStat, Platform } from '../../platform/platform.ts';
import type { CallRecord, Settlement } from '../../storage/calls.ts';
import { BREAK, dayFile, entryOf, linesOf, recordedDays } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { indexEntry, isNoted } from './index-call.ts';

/** Calls that are written in one transaction. */
const GROUP = 500;
/** Bytes by which a file begins: the id of its first call is in them, and no two files begin with the same id. */
const HEAD = 48;

interface DayRow {
  readonly file: string;
  readonly offset: number;
  readonly modified: number;
  readonly calls: number;
}

/** A day with something to read. */
interface PendingDay {
  readonly day: string;
  readonly file: string;
  readonly row: DayRow | undefined;
}

/**
 * `onProgress` gets the bytes of the record that were read by this call.
 * @throws Failure exit 7
 */
export async function indexRecord(
  platform: Platform,
  folders: Folders,
  index: Database,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const days = recordedDays(platform, folders);
  const known = new Map(
    index
      .all('SELECT day, file, offset, modified, calls FROM days')
      .map(([day, file, offset, modified, calls]) => [day, { file, offset, modified, calls } as DayRow]),
  );
  if ([...known.keys()].some((day) => !days.includes(day as string))) forgetRemoved(index, days);
  let done = 0;
  for (const day of days) {
    const row = known.get(day);
    const file = dayFile(folders, day);
    // The file may have been purged after the folder was listed.
    const stat = platform.files.stat(file);
    if (stat && !isRead(row, stat))
      done += await readDay(platform, index, { day, file, row }, (bytes) => onProgress(done + bytes));
  }
}

const isRead = (row: DayRow | undefined, { inode, size, modified }: FileStat): boolean =>
  row?.offset === size && row.modified === modified && row.file.startsWith(`${inode} `);

/** Days whose files are gone: their calls cannot be replayed any more. What is known of their RMAs stays. */
function forgetRemoved(index: Database, days: readonly string[]): void {
  for (const table of ['days', 'noted_calls'])
    index.run(`DELETE FROM ${table} WHERE day NOT IN (SELECT value FROM json_each(?))`, JSON.stringify(days));
}

/** @returns the bytes that were read */
async function readDay(
  platform: Platform,
  index: Database,
  { day, file: place, row }: PendingDay,
  onRead: (bytes: number) => void,
): Promise<number> {
  const reader = platform.files.open(place);
  try {
    const { stat } = reader;
    const file = `${stat.inode} ${Buffer.from(reader.read(0, HEAD)).toString('latin1')}`;
    // A file that was replaced, or that somebody wrote into, is read from its beginning.
    const isGrown = row?.file === file && stat.size > row.offset;
    const begin = isGrown ? row : { offset: 0, calls: 0 };
    let { offset, calls } = begin;
    const noted: string[] = [];
    let group: (CallRecord | Settlement)[] = [];
    const write = (more = () => {}) => {
      index.transaction(
        () => {
          for (const entry of group) indexEntry(platform.crypto, index, day, entry);
          more();
        },
        // A power cut may undo it, together with the place that was reached.
        { durable: false },
      );
      group = [];
      onRead(offset - begin.offset);
    };
    for await (const lines of linesOf(reader.stream(offset, stat.size))) {
      for (const line of lines) {
        // A line that is still being written is left.
        if (line.at(-1) !== BREAK) break;
        offset += line.length;
        const entry = entryOf(line);
        if (!entry) continue;
        group.push(entry);
        if ('at' in entry) calls++;
        if (isNoted(entry)) noted.push(entry.id);
      }
      if (group.length >= GROUP) write();
    }
    write(() => {
      if (!isGrown)
        index.run(
          'DELETE FROM noted_calls WHERE day = ? AND id NOT IN (SELECT value FROM json_each(?))',
          ...[day, JSON.stringify(noted)],
        );
      index.run(
        'INSERT OR REPLACE INTO days VALUES (?, ?, ?, ?, ?)',
        ...[day, file, offset, stat.modified, calls],
      );
    });
    return offset - begin.offset;
  } finally {
    reader.close();
  }
}
