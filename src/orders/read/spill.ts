// Partitions on disk for rows that do not fit into memory. Private files in a folder of this process, read
// back one after the other; each is small enough to fit into memory.
import path from 'node:path';
import { failureOf, troubleFailure, troubleOf } from '../../basics/failure.ts';
import { type SpoolPlace, spoolPlace } from '../../input/spool-place.ts';
import type { RowPlace } from '../../input/types.ts';
import type { FileWriter, Platform } from '../../platform/platform.ts';

/** Each partition is an open file. A partition that is still too large is partitioned again. */
const MOST_PARTS = 128;
const BUFFER = 32 * 1024;
/** Snapshot (4 bytes), file (2), line (4), start and end (8 each), length of the payload (4). */
const HEAD = 30;

/** A spilled row: its snapshot, its place in the input, and the data to rebuild it. */
export type OnSpilled = (ordinal: number, place: RowPlace, payload: Buffer) => void;

/**
 * The partitions of one read, in a folder like that of a spool: when the process dies, a later process
 * removes them.
 */
export class SpillFolder {
  private folder: SpoolPlace | undefined;
  private files = 0;
  private readonly open = new Set<FileWriter>();

  constructor(
    private readonly platform: Platform,
    private readonly parent: string,
  ) {}

  /** @throws Failure exit 7 when the disk is full or permission is missing, like all methods here */
  create(): { readonly path: string; readonly writer: FileWriter } {
    return this.onDisk(() => {
      const { files } = this.platform;
      this.folder ??= spoolPlace(this.platform, this.parent);
      files.makeFolder(this.folder.path);
      const file = path.join(this.folder.path, String(this.files++));
      const writer = files.create(file, { mode: 0o600 });
      this.open.add(writer);
      return { path: file, writer };
    });
  }

  close(writer: FileWriter): void {
    this.open.delete(writer);
    this.onDisk(() => writer.close());
  }

  async *read(file: string): AsyncGenerator<Uint8Array> {
    const reader = this.onDisk(() => this.platform.files.open(file));
    try {
      yield* reader.stream();
    } catch (cause) {
      throw this.failure(cause);
    } finally {
      reader.close();
      this.onDisk(() => this.platform.files.remove(file));
    }
  }

  onDisk<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw this.failure(cause);
    }
  }

  /** Removes everything; can be called at any time and repeatedly. */
  remove(): void {
    for (const writer of this.open) writer.close();
    this.open.clear();
    const { folder } = this;
    this.folder = undefined;
    if (folder !== undefined) this.onDisk(() => folder.remove());
  }

  /**
   * The system error of a write does not name the file. The failure names the folder, where the user can free
   * disk space.
   */
  private failure(cause: unknown) {
    const trouble = troubleOf(cause);
    return trouble ? troubleFailure(trouble, this.parent, cause) : failureOf(cause);
  }
}

interface Partition {
  readonly path: string;
  readonly writer: FileWriter;
  readonly buffer: Buffer;
  used: number;
  rows: number;
}

export class Spill {
  private readonly parts: (Partition | undefined)[];
  private readonly count: number;

  /**
   * `divisor` is the number of partitions that the rows were already divided into. Each level uses the next
   * digit of the ordinal.
   */
  constructor(
    private readonly folder: SpillFolder,
    wanted: number,
    private readonly divisor: number,
  ) {
    this.count = Math.min(MOST_PARTS, Math.max(2, wanted));
    this.parts = Array.from({ length: this.count }, () => undefined);
  }

  add(ordinal: number, place: RowPlace, payload: string | Uint8Array): void {
    const index = Math.floor(ordinal / this.divisor) % this.count;
    const part = this.parts[index] ?? this.newPart(index);
    // UTF-8 takes at most three bytes per UTF-16 unit.
    const most = HEAD + payload.length * (typeof payload === 'string' ? 3 : 1);
    if (part.used + most > BUFFER) this.flush(part);
    part.rows++;
    const small = most <= BUFFER;
    const into = small ? part.buffer : Buffer.allocUnsafe(most);
    const at = small ? part.used : 0;
    const length = put(payload, into, at + HEAD);
    into.writeUInt32LE(ordinal, at);
    into.writeUInt16LE(place.file, at + 4);
    into.writeUInt32LE(place.line, at + 6);
    into.writeDoubleLE(place.start, at + 10);
    into.writeDoubleLE(place.end, at + 18);
    into.writeUInt32LE(length, at + 26);
    if (small) part.used = at + HEAD + length;
    else this.folder.onDisk(() => part.writer.write(into.subarray(0, HEAD + length)));
  }

  /** Ends the writing. Returns the partitions that have rows; each can be read once. */
  end(): { readonly rows: number; read(take: OnSpilled): AsyncGenerator<void>; readonly divisor: number }[] {
    const divisor = this.divisor * this.count;
    const parts = this.parts.filter((part) => part !== undefined);
    this.parts.length = 0;
    for (const part of parts) {
      this.flush(part);
      this.folder.close(part.writer);
    }
    return parts.map(({ path: file, rows }) => ({
      rows,
      divisor,
      read: (take) => records(this.folder.read(file), take),
    }));
  }

  private newPart(index: number): Partition {
    const part = { ...this.folder.create(), buffer: Buffer.allocUnsafe(BUFFER), used: 0, rows: 0 };
    this.parts[index] = part;
    return part;
  }

  private flush(part: Partition): void {
    const bytes = part.buffer.subarray(0, part.used);
    part.used = 0;
    if (bytes.length > 0) this.folder.onDisk(() => part.writer.write(bytes));
  }
}

function put(payload: string | Uint8Array, into: Buffer, at: number): number {
  if (typeof payload === 'string') return into.write(payload, at);
  into.set(payload, at);
  return payload.length;
}

/** Passes the rows of a partition to `take`; yields after every chunk. */
async function* records(source: AsyncIterable<Uint8Array>, take: OnSpilled): AsyncGenerator<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes =
      rest.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
        : Buffer.concat([rest, chunk]);
    let at = 0;
    while (at + HEAD <= bytes.length) {
      const end = at + HEAD + bytes.readUInt32LE(at + 26);
      if (end > bytes.length) break;
      const place: RowPlace = {
        file: bytes.readUInt16LE(at + 4),
        line: bytes.readUInt32LE(at + 6),
        start: bytes.readDoubleLE(at + 10),
        end: bytes.readDoubleLE(at + 18),
      };
      take(bytes.readUInt32LE(at), place, bytes.subarray(at + HEAD, end));
      at = end;
    }
    rest = bytes.subarray(at);
    yield;
  }
}
