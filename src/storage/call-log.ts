// Appends to the calls record, and reads it. Whole lines; one fdatasync is shared by all calls that arrived while the previous one ran.
import path from 'node:path';
import type { FileReader, FileWriter, Platform } from '../platform/platform.ts';
import {
  BREAK,
  type CallLog,
  type CallReader,
  type CallRecord,
  callsFolder,
  dayFile,
  dayOf,
  dayOfId,
  entryOf,
  isSettlement,
  linesOf,
  recordedDays,
} from './calls.ts';
import { diskFailure, type Folders, guardDisk } from './folders.ts';

interface DayWriter {
  readonly file: string;
  readonly inode: number | undefined;
  readonly writer: FileWriter;
}

/** Most files that stay open: today's, yesterday's around midnight, and two more for an import. */
const OPEN_FILES = 4;

/** Finds out before the first call whether calls can be recorded. @throws Failure exit 7 */
export function tryRecording({ files }: Pick<Platform, 'files'>, folders: Folders): void {
  const folder = callsFolder(folders);
  const trial = path.join(folder, '.trial');
  guardDisk(folder, () => {
    files.makeFolder(folder);
    files.replace(trial, 'x');
    files.remove(trial);
  });
}

/** The record in the state dir, 0600. No file is opened before the first call. */
export function openCallLog(platform: Pick<Platform, 'files'>, folders: Folders): CallLog {
  const { files } = platform;
  /** The lines of each day that wait for the next write, and that write. */
  let waiting = new Map<string, string>();
  let next: Promise<void> | undefined;
  let working: Promise<void> = Promise.resolve();
  const open = new Map<string, DayWriter>();

  const drop = (day: string) => {
    open.get(day)?.writer.close();
    open.delete(day);
  };

  const writerOf = (day: string) => {
    const file = dayFile(folders, day);
    const known = open.get(day);
    // The file was removed (purged) or replaced while it was open: what is written to the old one would be lost.
    if (known && files.stat(file)?.inode === known.inode) return known;
    if (known) drop(day);
    files.makeFolder(callsFolder(folders));
    const before = files.stat(file);
    const isTorn = before !== undefined && before.size > 0 && !endsLine(platform, file, before.size);
    const writer = files.create(file, { append: true });
    if (!before) files.syncFolder(callsFolder(folders));
    if (isTorn) writer.write('\n');
    const made = { file, inode: files.stat(file)?.inode, writer };
    open.set(day, made);
    for (const oldest of open.keys()) {
      if (open.size <= OPEN_FILES) break;
      drop(oldest);
    }
    return made;
  };

  /** A failed write may have left half a line: the next writer checks the end of the file. */
  const writeAll = async (): Promise<void> => {
    const group = waiting;
    waiting = new Map();
    next = undefined;
    for (const [day, lines] of group)
      try {
        const { writer } = writerOf(day);
        writer.write(lines);
        await writer.datasync();
      } catch (error) {
        drop(day);
        throw diskFailure(dayFile(folders, day), error);
      }
  };

  const add = (day: string, line: string): Promise<void> => {
    waiting.set(day, (waiting.get(day) ?? '') + line);
    if (next) return next;
    // It begins at the end of this turn of the event loop, so calls that arrive in the same turn join it.
    next = working.then(writeAll);
    working = next.catch(() => {});
    return next;
  };

  return {
    // The id is the first member of a record, so that readers find it without parsing the rest.
    append: (record) => add(dayOf(record.at), `${JSON.stringify(record)}\n`),
    // Goes into the file of the call, so that one purge removes both.
    settle: (settlement) =>
      add(dayOfId(settlement.id) ?? dayOf(settlement.settled.at), `${JSON.stringify(settlement)}\n`),
    flush: () => working,
    close() {
      for (const day of [...open.keys()]) drop(day);
    },
  };
}

function endsLine({ files }: Pick<Platform, 'files'>, file: string, size: number): boolean {
  const reader = files.open(file);
  try {
    return reader.read(size - 1, 1)[0] === 0x0a;
  } finally {
    reader.close();
  }
}

// Reads the calls record line by line, forwards or backwards. It repairs nothing: lines that are not whole records are skipped.

const CHUNK = 256 * 1024;
/** The marker follows the id, which is short, so the first 100 bytes are enough. */
const mayBeSettlement = (line: Buffer): boolean => line.subarray(0, 100).includes('","settled":');

/** Where reading begins: a day, and an offset in its file. */
interface Begin {
  readonly day: string;
  readonly offset: number;
}

export function callReader(platform: Pick<Platform, 'files'>, folders: Folders): CallReader {
  const { files } = platform;
  const days = (): string[] => recordedDays(platform, folders);

  /** The lines of these days, in order, or the newest first; those of one chunk together. */
  async function* linesIn(
    chosen: readonly string[],
    reverse = false,
    begin?: Begin,
  ): AsyncGenerator<Buffer[]> {
    for (const day of reverse ? [...chosen].reverse() : chosen) {
      const start = day === begin?.day ? begin.offset : 0;
      const file = dayFile(folders, day);
      // The file was purged after the folder was listed.
      if (!files.stat(file)) continue;
      const reader = files.open(file);
      try {
        yield* reverse ? linesBackwards(reader, start) : linesOf(reader.stream(start));
      } finally {
        reader.close();
      }
    }
  }

  /** Reading begins that many bytes before the end. The first line there is incomplete, so it is skipped. */
  const beginOf = (all: readonly string[], lastBytes: number): Begin | undefined => {
    let left = lastBytes;
    for (const day of [...all].reverse()) {
      const size = files.stat(dayFile(folders, day))?.size ?? 0;
      if (size > left) return { day, offset: size - left };
      left -= size;
    }
    return undefined;
  };

  const found = async (beginning: string, chosen: readonly string[]) => {
    const head = Buffer.from(`{"id":${JSON.stringify(beginning).slice(0, -1)}`);
    const all: CallRecord[] = [];
    for await (const lines of linesIn(chosen))
      for (const line of lines) {
        const record = line.subarray(0, head.length).equals(head) ? recordOf(line) : undefined;
        if (record) all.push(record);
      }
    return all;
  };

  return {
    async *read({ from = 0, to = Number.POSITIVE_INFINITY, reverse, lastBytes, holding } = {}) {
      const first = dayOf(from);
      const last = to < Number.POSITIVE_INFINITY ? dayOf(to) : '9999-12-31';
      const all = days();
      const begin = lastBytes === undefined ? undefined : beginOf(all, lastBytes);
      const chosen = all.filter((day) => day >= first && day <= last && day >= (begin?.day ?? ''));
      const texts = holding?.map((text) => Buffer.from(text));
      for await (const lines of linesIn(chosen, reverse, begin))
        for (const line of lines) {
          if (texts && !texts.some((text) => line.includes(text))) continue;
          const record = recordOf(line);
          if (record && record.at >= from && record.at <= to) yield record;
        }
    },
    async get(id) {
      const day = dayOfId(id);
      if (day === undefined) return undefined;
      return (await found(id, [day])).find((record) => record.id === id);
    },
    async find(beginning) {
      const digits = beginning.slice(0, 8);
      const isOf = (day: string) => day.replace(/-/g, '').startsWith(digits);
      return await found(beginning, days().filter(isOf));
    },
    async *settlements(from = 0) {
      const first = dayOf(from);
      for await (const lines of linesIn(days().filter((day) => day >= first)))
        for (const line of lines.filter(mayBeSettlement)) {
          const entry = entryOf(line);
          if (entry && isSettlement(entry)) yield entry;
        }
    },
  };
}

function recordOf(line: Buffer) {
  const entry = entryOf(line);
  return entry && !isSettlement(entry) ? entry : undefined;
}

/** The last lines first, without their line ends. */
function* linesBackwards(reader: FileReader, offset: number): Generator<Buffer[]> {
  // Lines that are written from now on lie after this offset.
  let at = reader.stat.size;
  let pieces: Buffer[] = [];
  while (at > offset) {
    const length = Math.min(CHUNK, at - offset);
    at -= length;
    const chunk = reader.read(at, length);
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Buffer[] = [];
    let end = bytes.length;
    for (
      let start = bytes.lastIndexOf(BREAK);
      start !== -1;
      start = end === 0 ? -1 : bytes.lastIndexOf(BREAK, end - 1)
    ) {
      const piece = bytes.subarray(start + 1, end);
      lines.push(pieces.length === 0 ? piece : Buffer.concat([piece, ...pieces]));
      pieces = [];
      end = start;
    }
    yield lines;
    if (end > 0) pieces.unshift(bytes.subarray(0, end));
  }
  yield [Buffer.concat(pieces)];
}
