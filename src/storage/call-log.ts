// Appends to the calls record: whole lines; one fdatasync is shared by all calls that arrived while the previous one ran.
import path from 'node:path';
import type { FileWriter, Platform } from '../platform/platform.ts';
import { callsFolder, dayFile, dayOf, dayOfId } from './call-files.ts';
import type { CallLog, CallRecord } from './calls.ts';
import type { Folders } from './folders.ts';
import { diskFailure, guardDisk } from './folders.ts';

/** A line that is not written yet, and the callbacks of its caller. */
interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

interface DayWriter {
  readonly file: string;
  readonly inode: number | undefined;
  readonly writer: FileWriter;
}

/** Most files that stay open: today's, yesterday's around midnight, and two more for an import. */
const OPEN_FILES = 4;

/** One line of the record. The id comes first, so that readers find it without parsing the rest. */
export function lineOf(record: CallRecord): string {
  if (Object.keys(record)[0] === 'id') return `${JSON.stringify(record)}\n`;
  const { id, ...rest } = record;
  return `${JSON.stringify({ id, ...rest })}\n`;
}

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
  let waiting = new Map<string, Waiting[]>();
  let working: Promise<void> | undefined;
  const open = new Map<string, DayWriter>();

  const drop = (day: string) => {
    open.get(day)?.writer.close();
    open.delete(day);
  };

  const writerOf = (day: string): DayWriter => {
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

  /** Writes all lines of one day. A failed write may have left half a line: the next writer checks the end of the file. */
  const writeDay = async (day: string, lines: readonly Waiting[]): Promise<void> => {
    try {
      const { writer } = writerOf(day);
      writer.write(lines.map(({ line }) => line).join(''));
      await writer.datasync();
      for (const { done } of lines) done();
    } catch (error) {
      drop(day);
      const failure = diskFailure(dayFile(folders, day), error);
      for (const { fail } of lines) fail(failure);
    }
  };

  const work = async (): Promise<void> => {
    // Calls that arrive in the same turn of the event loop join this write.
    await Promise.resolve();
    while (waiting.size > 0) {
      const group = waiting;
      waiting = new Map();
      for (const [day, lines] of group) await writeDay(day, lines);
    }
    working = undefined;
  };

  const add = (day: string, line: string): Promise<void> =>
    new Promise((done, fail) => {
      const lines = waiting.get(day);
      if (lines) lines.push({ line, done, fail });
      else waiting.set(day, [{ line, done, fail }]);
      working ??= work();
    });

  return {
    append: (record) => add(dayOf(record.at), lineOf(record)),
    // Goes into the file of the call, so that one purge removes both.
    settle: (settlement) =>
      add(dayOfId(settlement.id) ?? dayOf(settlement.settled.at), `${JSON.stringify(settlement)}\n`),
    async flush() {
      await working;
    },
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
