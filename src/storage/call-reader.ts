// Reads the calls record line by line, forwards or backwards. It repairs nothing: lines that are not whole records are skipped.
import type { FileReader, Platform } from '../platform/platform.ts';
import {
  BREAK,
  dayFile,
  dayOf,
  dayOfId,
  entryOf,
  isSettlement,
  linesOf,
  recordedDays,
} from './call-files.ts';
import { type CallReader, type CallRecord, NO_ANSWER, type Settlement } from './calls.ts';
import type { Folders } from './folders.ts';

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

  /** The entries of one kind from the given days, in the order of their lines; the filter selects lines before they are parsed. */
  async function* entries<T>(
    read: (line: Buffer) => T | undefined,
    chosen: readonly string[],
    reverse: boolean,
    mayBe: (line: Buffer) => boolean = () => true,
    begin?: Begin,
  ): AsyncGenerator<T> {
    for (const day of reverse ? [...chosen].reverse() : chosen) {
      const start = day === begin?.day ? begin.offset : 0;
      const file = dayFile(folders, day);
      // The file was purged after the folder was listed.
      if (!files.stat(file)) continue;
      const reader = files.open(file);
      try {
        for await (const line of reverse ? linesBackwards(reader, start) : linesOf(reader.stream(start))) {
          const entry = mayBe(line) ? read(line) : undefined;
          if (entry) yield entry;
        }
      } finally {
        reader.close();
      }
    }
  }
  const records = (
    chosen: readonly string[],
    reverse: boolean,
    mayBe?: (line: Buffer) => boolean,
    begin?: Begin,
  ) => entries(recordOf, chosen, reverse, mayBe, begin);

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

  const found = async (beginning: string, chosen: readonly string[]): Promise<CallRecord[]> => {
    const head = Buffer.from(`{"id":${JSON.stringify(beginning).slice(0, -1)}`);
    const all: CallRecord[] = [];
    const mayBe = (line: Buffer) => line.subarray(0, head.length).equals(head);
    for await (const record of records(chosen, false, mayBe)) all.push(record);
    return all;
  };

  return {
    async *read({ from, to, reverse = false, lastBytes } = {}) {
      const first = from === undefined ? '' : dayOf(from);
      const last = to === undefined ? '9999-12-31' : dayOf(to);
      const all = days();
      const begin = lastBytes === undefined ? undefined : beginOf(all, lastBytes);
      const chosen = all.filter((day) => day >= first && day <= last && day >= (begin?.day ?? ''));
      for await (const record of records(chosen, reverse, undefined, begin))
        if ((from === undefined || record.at >= from) && (to === undefined || record.at <= to)) yield record;
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
    settlements(from) {
      const first = from === undefined ? '' : dayOf(from);
      const chosen = days().filter((day) => day >= first);
      return entries(settlementOf, chosen, false, mayBeSettlement);
    },
  };
}

function recordOf(line: Buffer): CallRecord | undefined {
  const record = entryOf(line);
  if (!record || isSettlement(record)) return undefined;
  // Earlier versions stored, for an imported call, the answer that a receiver would have given.
  return record.imported ? { ...record, response: NO_ANSWER } : record;
}

function settlementOf(line: Buffer): Settlement | undefined {
  const entry = entryOf(line);
  return entry && isSettlement(entry) ? entry : undefined;
}

async function* linesBackwards(reader: FileReader, offset: number): AsyncGenerator<Buffer> {
  // Lines that are written from now on lie after this offset.
  let at = reader.stat.size;
  let pieces: Buffer[] = [];
  while (at > offset) {
    const length = Math.min(CHUNK, at - offset);
    at -= length;
    const chunk = reader.read(at, length);
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let end = bytes.length;
    for (
      let start = bytes.lastIndexOf(BREAK);
      start !== -1;
      start = end === 0 ? -1 : bytes.lastIndexOf(BREAK, end - 1)
    ) {
      yield Buffer.concat([bytes.subarray(start + 1, end), ...pieces]);
      pieces = [];
      end = start;
    }
    if (end > 0) pieces.unshift(bytes.subarray(0, end));
  }
  yield Buffer.concat(pieces);
}
