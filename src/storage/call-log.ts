// Appends to the calls record: whole lines; one fdatasync is shared by all calls that arrived while the previous one ran.
import path from 'node:path';
import type { FileWriter, Platform } from '../platform/platform.ts';
import { callsFolder, dayFile, dayOf, dayOfId } from './call-files.ts';
import type { CallLog } from './calls.ts';
import type { Folders } from './folders.ts';
import { diskFailure, guardDisk } from './folders.ts';

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
