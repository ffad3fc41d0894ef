// Files of the calls record: one file per day (UTC) in the state dir, their lines, and call ids that contain their day and sort by
// arrival.
import path from 'node:path';
import { stateFailure } from '../basics/failure.ts';
import { parsedJson } from '../basics/json.ts';
import type { Platform, Random } from '../platform/platform.ts';
import type { CallRecord, Settlement } from './calls.ts';
import { type Folders, guardDisk } from './folders.ts';

const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.ndjson$/;

export const callsFolder = (folders: Folders): string => path.join(folders.state, 'calls');

/** `2026-11-20`: the day (UTC) of a time in ms. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const dayFile = (folders: Folders, day: string): string =>
  path.join(callsFolder(folders), `${day}.ndjson`);

/** The day of a record file by its name; undefined for any other file. */
export const dayOfFile = (name: string): string | undefined => DAY_FILE.exec(path.basename(name))?.[1];

/** The days that have a file, the oldest first; none before the first call. @throws Failure exit 7 */
export function recordedDays({ files }: Pick<Platform, 'files'>, folders: Folders): string[] {
  const folder = callsFolder(folders);
  const there = files.stat(folder);
  if (there && there.kind !== 'directory')
    throw stateFailure('state.unusable', `${folder} is no folder, and the calls record needs one there`, {
      hint: 'Move that file away, or name another place with --state-dir DIR.',
    });
  return guardDisk(folder, () => files.list(folder)).flatMap((name) => dayOfFile(name) ?? []);
}

/** The day in an id; undefined when the id is too short. */
export function dayOfId(id: string): string | undefined {
  const m = /^(\d{4})(\d{2})(\d{2})-/.exec(id);
  return m ? `${m[1]}-${m[2]}-${m[3]}` : undefined;
}

/** Within a second: 10 bits of ms, 14 bits that distinguish calls of the same ms. */
const PER_MS = 2 ** 14;

/**
 * Makes ids like `20261120-131222-3f2a1c`: date and time of the arrival, then six digits that grow within the second. The ids
 * of one process grow strictly as long as its times do not go back.
 */
export function makeCallIds(random: Random): (at: number) => string {
  let second = '';
  let last = -1;
  return (at) => {
    const iso = new Date(at).toISOString();
    const before = second;
    second = `${iso.slice(0, 10).replace(/-/g, '')}-${iso.slice(11, 19).replace(/:/g, '')}`;
    // Random, so that another process that receives calls in the same ms is unlikely to make the same id.
    const drawn = (Math.floor(at) % 1000) * PER_MS + Math.floor(random.unit() * (PER_MS / 4));
    last = second === before && drawn <= last ? last + 1 : drawn;
    return `${second}-${last.toString(16).padStart(6, '0')}`;
  };
}

export const BREAK = 0x0a;

/** The lines of NDJSON with their line ends, those of one chunk together. The very last one has none when it is cut off. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  /** Called with the bytes of a line that has no end yet. */
  onLong: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer[]> {
  // One join per line, however many chunks it has.
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(BREAK) + 1; end > 0; end = bytes.indexOf(BREAK, start) + 1) {
      const piece = bytes.subarray(start, end);
      lines.push(pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]));
      pieces = [];
      size = 0;
      start = end;
    }
    if (lines.length > 0) yield lines;
    if (start === bytes.length) continue;
    pieces.push(bytes.subarray(start));
    size += bytes.length - start;
    onLong(size);
  }
  if (pieces.length > 0) yield [Buffer.concat(pieces)];
}

/** The call or the settlement in a line; undefined for one that a crash cut off, or that was not written by this tool. */
export function entryOf(line: Buffer): CallRecord | Settlement | undefined {
  if (line.length < 2) return undefined;
  const value = parsedJson(line.toString('utf8')) as Partial<CallRecord & Settlement> | null | undefined;
  if (typeof value?.id !== 'string') return undefined;
  if (typeof value.at === 'number') return value as CallRecord;
  return typeof value.settled === 'object' && value.settled !== null ? (value as Settlement) : undefined;
}

export const isSettlement = (entry: CallRecord | Settlement): entry is Settlement =>
  'settled' in entry && !('at' in entry);
