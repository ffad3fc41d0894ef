// Brings the index of RMAs up to the end of the calls record: only what was appended since is read. A piece of a file and the place
// where it ends are one transaction, so it may be killed at any time, and two processes may do it at once.
import type { Database, FileReader, FileStat, Platform } from '../platform/platform.ts';
import { BREAK, dayFile, entryOf, isSettlement, recordedDays } from './call-files.ts';
import type { CallRecord, Settlement } from './calls.ts';
import type { Folders } from './folders.ts';
import { type CallTrace, putCall, putSettlement } from './rma-index-rows.ts';

export interface CatchUpOptions {
  /** What one call means for the index; undefined for nothing. */
  readonly traceOf: (record: CallRecord) => CallTrace;
  /** Called after each piece, with the bytes of the record that were read, and that were to be read, by this call. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Bytes that are read in one piece; other work waits meanwhile. Default 4 MB. */
  readonly piece?: number;
  /** Wait after each piece, ms. */
  readonly pauseMs?: number;
  /** Ends between two pieces. */
  readonly isEnough?: () => boolean;
}

const PIECE = 4_000_000;
/** Bytes before the offset that tell whether a file is still the one that was read. */
const TAIL = 256;

interface DayRow {
  readonly day: string;
  readonly inode: string;
  readonly offset: number;
  readonly modified: number;
  readonly tail: string;
  readonly generation: number;
  readonly calls: number;
}

/** @returns whether the end of the record was reached. @throws Failure exit 7 */
export async function catchUpRmaIndex(
  platform: Platform,
  folders: Folders,
  index: Database,
  options: CatchUpOptions,
): Promise<boolean> {
  const days = recordedDays(platform, folders);
  forgetRemoved(index, new Set(days));
  const known = new Map(readDays(index).map((row) => [row.day, row]));
  const pending = days.flatMap((day) => {
    const stat = platform.files.stat(dayFile(folders, day));
    const row = known.get(day);
    if (!stat || isUnchanged(row, stat)) return [];
    const from = row?.inode === String(stat.inode) ? row.offset : 0;
    return [{ day, bytes: Math.max(0, stat.size - from) }];
  });
  const total = pending.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { day } of pending) {
    // The file was purged after the folder was listed.
    if (!platform.files.stat(dayFile(folders, day))) continue;
    const reader = platform.files.open(dayFile(folders, day));
    try {
      for (;;) {
        const step = readPiece(platform, index, day, reader, options);
        done += step.bytes;
        options.onProgress?.(Math.min(done, total), total);
        if (step.isEnd) break;
        if (options.isEnough?.()) return false;
        await platform.clock.sleep(options.pauseMs ?? 0);
      }
    } finally {
      reader.close();
    }
    if (options.isEnough?.()) return false;
  }
  return true;
}

const isUnchanged = (row: DayRow | undefined, stat: FileStat): boolean =>
  row !== undefined &&
  row.inode === String(stat.inode) &&
  row.offset === stat.size &&
  row.modified === stat.modified;

const COLUMNS = 'day, inode, offset, modified, tail, generation, calls';
const rowOf = (row: readonly unknown[]): DayRow => {
  const [day, inode, offset, modified, tail, generation, calls] = row;
  return { day, inode, offset, modified, tail, generation, calls } as DayRow;
};
const readDays = (index: Database): DayRow[] => index.all(`SELECT ${COLUMNS} FROM days`).map(rowOf);

/** Days whose files are gone: their calls cannot be replayed any more. What is known of their RMAs stays. */
function forgetRemoved(index: Database, days: ReadonlySet<string>): void {
  const gone = readDays(index).filter(({ day }) => !days.has(day));
  if (gone.length === 0) return;
  index.transaction(
    () => {
      for (const { day } of gone)
        for (const table of ['days', 'refused_calls', 'error_calls'])
          index.run(`DELETE FROM ${table} WHERE day = ?`, day);
    },
    { durable: false },
  );
}

/** One transaction: what another process read meanwhile is not read again. */
function readPiece(
  platform: Platform,
  index: Database,
  day: string,
  reader: FileReader,
  { traceOf, piece = PIECE }: CatchUpOptions,
): { bytes: number; isEnd: boolean } {
  return index.transaction(
    () => {
      const row = currentRow(platform, index, day, reader);
      const bytes = wholeLines(reader, row.offset, piece);
      const part = { day, generation: row.generation };
      let calls = 0;
      for (const entry of entriesOf(bytes))
        if (isSettlement(entry)) putSettlement(index, entry.id);
        else {
          calls++;
          putCall(platform.crypto, index, part, traceOf(entry));
        }
      const offset = row.offset + bytes.length;
      const isEnd = bytes.length === 0 || offset >= reader.stat.size;
      if (isEnd)
        for (const table of ['refused_calls', 'error_calls'])
          index.run(`DELETE FROM ${table} WHERE day = ? AND generation < ?`, day, row.generation);
      index.run(
        `INSERT OR REPLACE INTO days (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[day, String(reader.stat.inode), offset, isEnd ? reader.stat.modified : 0],
        ...[tailOf(platform, reader, offset), row.generation, row.calls + calls],
      );
      return { bytes: bytes.length, isEnd };
    },
    // A power cut may undo it, together with the place that was reached.
    { durable: false },
  );
}

/** Where to go on in this file: at its beginning when it is another file than the one that was read. */
function currentRow(platform: Platform, index: Database, day: string, reader: FileReader): DayRow {
  const found = index.get(`SELECT ${COLUMNS} FROM days WHERE day = ?`, day);
  const row = found && rowOf(found);
  const fresh = { day, inode: '', offset: 0, modified: 0, tail: '', calls: 0 };
  if (!row) return { ...fresh, generation: 1 };
  const isSame = row.inode === String(reader.stat.inode) && tailOf(platform, reader, row.offset) === row.tail;
  return isSame ? row : { ...fresh, generation: row.generation + 1 };
}

/** A shorter file gives another text. */
function tailOf({ crypto }: Platform, reader: FileReader, offset: number): string {
  const start = Math.max(0, offset - TAIL);
  const bytes = reader.read(start, offset - start);
  return bytes.length < offset - start ? 'short' : crypto.sha256(bytes).slice(0, 32);
}

/** Up to `piece` bytes that end with a line; more when a line is longer. A line that is still being written is left. */
function wholeLines(reader: FileReader, offset: number, piece: number): Buffer {
  for (let length = piece; ; length *= 4) {
    const read = reader.read(offset, length);
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    const end = bytes.lastIndexOf(BREAK) + 1;
    if (end > 0 || bytes.length < length) return bytes.subarray(0, end);
  }
}

function* entriesOf(bytes: Buffer): Generator<CallRecord | Settlement> {
  for (let start = 0, end = bytes.indexOf(BREAK); end !== -1; end = bytes.indexOf(BREAK, start)) {
    const entry = entryOf(bytes.subarray(start, end));
    start = end + 1;
    if (entry) yield entry;
  }
}
