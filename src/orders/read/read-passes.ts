// Reads the opened inputs: the first pass, the second pass, and single rows again.
import type { JsonObject } from '../../basics/json.ts';
import type { Header } from '../../input/csv-header.ts';
import { rowsBehind } from '../../input/csv-records.ts';
import { ByteCheck } from '../../input/file-format.ts';
import type { OnMessage } from '../../input/json-messages.ts';
import type { JsonTable } from '../../input/mapping/json/json-table.ts';
import type { MappedLayout } from '../../input/mapping/rows/mapped-layout.ts';
import { ORDERS } from '../../input/message-table.ts';
import { formOf, type MessageSpot, textOf } from '../../input/message-text.ts';
import {
  bytesIn,
  changed,
  checkUnchanged,
  closeFile,
  dialectIn,
  headerIn,
  noMessages,
  type OnRow,
  type OpenedFile,
  type RowReading,
} from '../../input/open-file.ts';
import { CompactSnapshotIndex } from '../../input/snapshot-versions.ts';
import type {
  Dialect,
  InputFile,
  Inputs,
  IntakeOptions,
  MappingInfo,
  ReadMode,
  RowPlace,
  Snapshot,
} from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { Grouping } from './group-rows.ts';
import { Spill } from './spill.ts';

/** A file of orders whose columns have a known meaning. */
export interface OrderFile extends OpenedFile {
  readonly csv: { readonly header: Header; readonly layout: MappedLayout } | undefined;
  /** Of a JSON or NDJSON file with a mapping. */
  readonly records?: { readonly table: JsonTable; readonly layout: MappedLayout } | undefined;
}

interface Seen {
  rows: number;
  /** Of the uncompressed bytes; becomes `InputFile.sha256` when the file was not spooled. */
  sha256: string;
  /** Offsets at which the first and the last row begin. */
  first: number;
  last: number;
  /** Rows with NUL bytes: see `FileFacts`. */
  nul: number;
}

export class OpenedInputs implements Inputs {
  readonly snapshotIndex = new CompactSnapshotIndex();
  readonly progress = { total: 0, read: 0 };
  around: { file: string; document: JsonObject }[] = [];
  private readonly seen: Seen[];
  private closed = false;
  /** Rows on disk, of the read that is active. */
  private spill: Spill | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly opened: readonly OrderFile[],
    private readonly options: IntakeOptions,
    private readonly spoolFolder: string,
    readonly mapping: MappingInfo | undefined = undefined,
    private readonly signal?: AbortSignal,
  ) {
    this.seen = opened.map(() => ({ rows: 0, sha256: '', first: -1, last: -1, nul: -1 }));
    for (const file of opened) this.progress.total += file.reader.stat.size;
  }

  get files(): readonly InputFile[] {
    return this.opened.map((file, i) => ({
      path: file.name,
      format: file.format,
      bytes: file.spooled?.bytes ?? file.reader.stat.size,
      sha256: file.spooled?.sha256 ?? this.seen[i]!.sha256,
      rows: this.seen[i]!.rows,
    }));
  }

  async *read(mode: ReadMode): AsyncGenerator<readonly Snapshot[]> {
    if (mode === 'first') this.snapshotIndex.clear();
    this.progress.read = 0;
    this.around = [];
    const grouping = this.grouping(mode);
    try {
      for (const index of this.opened.keys()) {
        yield* this.readFile(index, mode, grouping);
        if (this.signal?.aborted) return;
      }
      grouping.end();
      yield grouping.take();
      for (const rows of this.spill?.read() ?? []) {
        for (const row of rows) grouping.spilled(...row);
        grouping.end();
        yield grouping.take();
        if (this.signal?.aborted) return;
      }
    } finally {
      this.spill?.remove();
    }
  }

  private grouping(mode: ReadMode): Grouping {
    return new Grouping({
      mode,
      snapshotIndex: this.snapshotIndex,
      memory: this.options.memory,
      layoutOf: (file) => this.opened[file]!.csv?.layout ?? this.opened[file]!.records?.layout,
      sha256: this.platform.crypto.sha256,
      spill: () => (this.spill = new Spill(this.platform, this.spoolFolder)),
      around: {
        nameOf: (file) => this.opened[file]!.name,
        edgesOf: (file) => this.seen[file]!,
        bytesOf: (place) => this.bytesOf(place),
      },
    });
  }

  private async *readFile(
    index: number,
    mode: ReadMode,
    grouping: Grouping,
  ): AsyncGenerator<readonly Snapshot[]> {
    const file = this.opened[index]!;
    const hash = this.platform.crypto.sha256Stream();
    const check = new ByteCheck(file.name, file.reader, true);
    let rows = 0;
    const seen = this.seen[index]!;
    const reading = await this.reading(index, mode, grouping, (start) => {
      if (rows++ === 0) seen.first = start;
      // The second pass needs the last row before it reaches it.
      if (mode !== 'first') return;
      seen.last = start;
      // An interrupted read also has to report how far it came.
      seen.rows = rows;
    });
    for await (const chunk of file.reader.stream()) {
      // The chunk was read before: a change after this point affects only snapshots of later chunks.
      checkUnchanged(this.platform, file);
      hash.update(chunk);
      check.write(chunk);
      reading.write(chunk);
      this.progress.read += chunk.length;
      // Also yields empty groups, so that the caller can stop while rows are only counted or spilled.
      yield grouping.take();
      // After an abort this is not the end of the input; the caller checks the signal.
      if (this.signal?.aborted) return;
    }
    check.end();
    reading.end();
    checkUnchanged(this.platform, file);
    const sha256 = hash.hex();
    if (mode === 'counted' && (sha256 !== seen.sha256 || rows !== seen.rows)) throw changed(file.name);
    if (rows === 0) throw noMessages(file.name, ORDERS);
    seen.sha256 = sha256;
    seen.rows = rows;
  }

  /** `count` is told where each row begins. */
  private async reading(
    index: number,
    mode: ReadMode,
    grouping: Grouping,
    count: (start: number) => void,
  ): Promise<RowReading> {
    const file = this.opened[index]!;
    if (file.records) {
      const { table, layout } = file.records;
      return table.reading((cells, line, start, end) => {
        count(start);
        grouping.row(cells, layout, { file: index, line, start, end }, lengthOf(cells));
      });
    }
    if (!file.csv) {
      const { messagesIn } = await import('../../input/json-messages.ts');
      const take: OnMessage<JsonObject> = (value, line, start, end) => {
        count(start);
        grouping.order(value, { file: index, line, start, end });
      };
      const form = formOf(ORDERS, (document) => this.around.push({ file: file.name, document }));
      return messagesIn(file, take, mode === 'first' ? form : { ...form, read: readAgain });
    }
    const { header, layout } = file.csv;
    const take: OnRow = (cells, line, start, end) => {
      count(start);
      const place = { file: index, line, start, end };
      grouping.row(cells, layout, start === nulId ? { ...place, hasNulId: true } : place, end - start);
    };
    /** Where the last row begins whose order has a number with NUL bytes inside. */
    let nulId = -1;
    const seen = this.seen[index]!;
    const onNul = (start: number, given: readonly string[]) => {
      if (seen.nul < 0) seen.nul = start;
      // At the end they fill the cell: the number is the same without them.
      if (/\0[^\0]/.test(layout.keyOf(given))) nulId = start;
    };
    return rowsBehind(header, file.name, take, { isLiteral: layout.compiled.isLiteral, onNul });
  }

  bytesOf(place: RowPlace): Uint8Array {
    return bytesIn(this.opened[place.file]!, place);
  }

  headerOf(index: number): Uint8Array {
    return headerIn(this.opened[index]!);
  }

  dialectOf(index: number): Dialect | undefined {
    return dialectIn(this.opened[index]!);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.spill?.remove();
    for (const file of this.opened) closeFile(file);
  }
}

/** An order that the first pass has read strictly. */
function readAgain(bytes: Uint8Array, { file }: MessageSpot): JsonObject {
  try {
    return JSON.parse(textOf(bytes)) as JsonObject;
  } catch {
    throw changed(file);
  }
}

/** The rows of one JSON record share its bytes, so the size of a row is that of its cells. */
function lengthOf(cells: readonly string[]): number {
  let length = 0;
  for (const cell of cells) length += cell.length;
  return length;
}
