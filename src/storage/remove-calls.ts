// Removes calls from the record, day by day, while a receiver may be writing: each file is replaced as a whole, and lines that
// were written to the old file meanwhile are copied to the new one.
import path from 'node:path';
import type { FileReader, FileWriter, Platform } from '../platform/platform.ts';
import {
  BREAK,
  type CallRecord,
  callsFolder,
  dayFile,
  entryOf,
  isSettlement,
  linesOf,
  recordedDays,
} from './calls.ts';
import { type Folders, guardDisk } from './folders.ts';

export interface PurgedDay {
  readonly day: string;
  readonly removed: number;
  readonly kept: number;
}

/** Selects the calls to remove. */
export type IsRemoved = (record: CallRecord) => boolean;

/** Writers check before every write which file is current: after this time, ms, all of them use the new one. */
const SETTLE_MS = 300;
const TEMPORARY = '.purge.tmp';

/** Counts for each day the calls that would be removed and those that would stay. */
export async function countRemovable(
  platform: Platform,
  folders: Folders,
  goes: IsRemoved,
): Promise<PurgedDay[]> {
  const days: PurgedDay[] = [];
  for (const day of recordedDays(platform, folders)) {
    const reader = platform.files.open(dayFile(folders, day));
    try {
      const { removed, kept } = await filterLines(reader, 0, goes, () => {});
      days.push({ day, removed, kept });
    } finally {
      reader.close();
    }
  }
  return days;
}

/** Removes the file of a day when its last call is removed. Only one purge at a time: the caller holds the lock. */
export async function removeCalls(
  platform: Platform,
  folders: Folders,
  goes: IsRemoved,
): Promise<PurgedDay[]> {
  const days: PurgedDay[] = [];
  for (const name of platform.files.list(callsFolder(folders)))
    if (name.endsWith(TEMPORARY)) platform.files.remove(path.join(callsFolder(folders), name));
  for (const day of recordedDays(platform, folders)) days.push(await purgeDay(platform, folders, day, goes));
  return days;
}

async function purgeDay(
  platform: Platform,
  folders: Folders,
  day: string,
  goes: IsRemoved,
): Promise<PurgedDay> {
  const file = dayFile(folders, day);
  const { files } = platform;
  const old = files.open(file);
  try {
    const first = await filterLines(old, 0, goes, () => {});
    if (first.removed === 0) return { day, removed: 0, kept: first.kept };
    const temporary = `${file}${TEMPORARY}`;
    const writer = guardDisk(temporary, () => files.create(temporary));
    let done: Awaited<ReturnType<typeof filterLines>>;
    try {
      done = await filterLines(old, 0, goes, (line) => guardDisk(temporary, () => writer.write(line)));
      guardDisk(temporary, () => writer.sync());
    } finally {
      writer.close();
    }
    guardDisk(file, () =>
      done.kept > 0 ? files.rename(temporary, file) : removeBoth(platform, temporary, file),
    );
    // First pass: lines that came while the new file was written. Second pass, later: lines whose write had begun.
    const next = await copyLateLines(platform, old, file, { from: done.end, goes });
    await platform.clock.sleep(SETTLE_MS);
    const last = await copyLateLines(platform, old, file, { from: next.end, goes });
    return {
      day,
      removed: done.removed + next.removed + last.removed,
      kept: done.kept + next.kept + last.kept,
    };
  } finally {
    old.close();
  }
}

function removeBoth({ files }: Platform, temporary: string, file: string): void {
  files.remove(temporary);
  files.remove(file);
  files.syncFolder(path.dirname(file));
}

/** Copies the lines that were written to the old file after it was read to the end of the new one. */
async function copyLateLines(
  { files }: Platform,
  old: FileReader,
  file: string,
  late: { readonly from: number; readonly goes: IsRemoved },
) {
  let writer: FileWriter | undefined;
  try {
    const copied = await filterLines(old, late.from, late.goes, (line) =>
      guardDisk(file, () => {
        writer ??= files.create(file, { append: true });
        writer.write(line);
      }),
    );
    guardDisk(file, () => writer?.sync());
    return copied;
  } finally {
    writer?.close();
  }
}

/**
 * Reads whole lines from `start` on; lines that stay are passed on. Lines that are not entries are dropped.
 * @returns how many went and stayed, and the offset after the last whole line
 */
async function filterLines(
  reader: FileReader,
  start: number,
  goes: IsRemoved,
  keep: (line: Uint8Array) => void,
) {
  let removed = 0;
  let kept = 0;
  let end = start;
  const gone = new Set<string>();
  for await (const lines of linesOf(reader.stream(start)))
    for (const line of lines) {
      if (line.at(-1) !== BREAK) break;
      end += line.length;
      const entry = entryOf(line);
      if (!entry) continue;
      // The settlement of a replayed call stays or goes with its call.
      if (isSettlement(entry)) {
        if (!gone.has(entry.id)) keep(line);
      } else if (goes(entry)) {
        removed++;
        gone.add(entry.id);
      } else {
        kept++;
        keep(line);
      }
    }
  return { removed, kept, end };
}
