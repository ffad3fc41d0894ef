// Reading the opened inputs: the survey, the second pass, and single rows again.
import { type Failure, inputFailure } from '../base/failure.ts';
import type { Host } from '../base/host.ts';
import { ByteCheck } from './byte-faults.ts';
import { changed } from './changed.ts';
import { CsvRecords } from './csv-records.ts';
import { Grouping } from './grouping.ts';
import { strayHeader } from './header.ts';
import { JsonOrders } from './json-orders.ts';
import { NdjsonOrders } from './ndjson-orders.ts';
import { closeFile, type OpenedFile } from './opened.ts';
import { Spill, SpillFolder } from './spill.ts';
import { SurveyTally } from './tally.ts';
import type {
  Dialect,
  InputFile,
  Inputs,
  IntakeOptions,
  MappingInfo,
  ReadMode,
  RowPlace,
  Snapshot,
} from './types.ts';

const CR = 0x0d;
const LF = 0x0a;

/** Takes bytes, hands rows to the grouping. */
interface Reading {
  write(chunk: Uint8Array): void;
  end(): void;
}

interface Seen {
  rows: number;
  /** Of the plain bytes; what `InputFile.sha256` shows when the file was not spooled. */
  sha256: string;
  /** Bytes at which the first and the last row begin. */
  first: number;
  last: number;
}

export class OpenedInputs implements Inputs {
  readonly tally = new SurveyTally();
  readonly progress = { total: 0, read: 0 };
  private readonly seen: Seen[];
  private closed = false;
  /** Of the reads that are under way. */
  private readonly spillFolders = new Set<SpillFolder>();

  constructor(
    private readonly host: Host,
    private readonly opened: readonly OpenedFile[],
    private readonly options: IntakeOptions,
    private readonly spoolFolder: string,
    readonly mapping: MappingInfo | undefined = undefined,
    private readonly signal?: AbortSignal,
  ) {
    this.seen = opened.map(() => ({ rows: 0, sha256: '', first: -1, last: -1 }));
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
    if (mode === 'survey') this.tally.clear();
    this.progress.read = 0;
    const folder = new SpillFolder(this.host, this.spoolFolder);
    this.spillFolders.add(folder);
    try {
      const grouping = this.grouping(mode, folder, this.tally.rows, 1);
      for (const [index, file] of this.opened.entries()) {
        yield* this.readFile(index, file, mode, grouping);
        if (this.signal?.aborted) return;
      }
      const spill = grouping.end();
      yield grouping.take();
      if (spill) yield* this.readSpilled(spill, folder);
    } finally {
      folder.remove();
      this.spillFolders.delete(folder);
    }
  }

  private grouping(mode: ReadMode, folder: SpillFolder, rows: number, divisor: number): Grouping {
    return new Grouping({
      mode,
      tally: this.tally,
      memory: this.options.memory,
      rows,
      layoutOf: (file) => this.opened[file]!.csv?.layout,
      spillTo: (parts) => new Spill(folder, parts, divisor),
      around: {
        nameOf: (file) => this.opened[file]!.name,
        edgesOf: (file) => this.seen[file]!,
        bytesOf: (place) => this.bytesOf(place),
      },
    });
  }

  /** Partition after partition; one that is still too large is partitioned again. */
  private async *readSpilled(spill: Spill, folder: SpillFolder): AsyncGenerator<readonly Snapshot[]> {
    for (const { rows, divisor, read } of spill.end()) {
      const grouping = this.grouping('counted', folder, rows, divisor);
      for await (const _ of read((slot, place, payload) => grouping.spilled(slot, place, payload))) {
        yield grouping.take();
        if (this.signal?.aborted) return;
      }
      const further = grouping.end();
      yield grouping.take();
      if (further) yield* this.readSpilled(further, folder);
    }
  }

  private async *readFile(
    index: number,
    file: OpenedFile,
    mode: ReadMode,
    grouping: Grouping,
  ): AsyncGenerator<readonly Snapshot[]> {
    const hash = this.host.crypto.sha256Stream();
    const check = new ByteCheck(file.name, file.reader);
    let rows = 0;
    const edges = this.seen[index]!;
    const reading = readingOf(file, index, grouping, (start) => {
      if (rows++ === 0) edges.first = start;
      // The second pass must know the last row before it comes to it.
      if (mode === 'survey') edges.last = start;
    });
    this.checkUnchanged(file);
    for await (const chunk of file.reader.stream()) {
      hash.update(chunk);
      check.write(chunk);
      reading.write(chunk);
      this.progress.read += chunk.length;
      // Empty ones, too: who reads may want to stop while rows are only counted or spilled.
      yield grouping.take();
      // Whoever aborted knows that this is not the end of the input.
      if (this.signal?.aborted) return;
      // Before the next snapshots go out: what was handed over while the file changed is as good as the survey.
      this.checkUnchanged(file);
    }
    check.end();
    reading.end();
    this.checkUnchanged(file);
    const seen = this.seen[index]!;
    const sha256 = hash.hex();
    if (mode === 'counted' && (sha256 !== seen.sha256 || rows !== seen.rows)) throw changed(file.name);
    if (rows === 0) throw noOrders(file);
    seen.sha256 = sha256;
    seen.rows = rows;
  }

  /** The spooled copy of a file is ours: only files that are read themselves can change. */
  private checkUnchanged(file: OpenedFile): void {
    if (file.spooled || file.path === undefined) return;
    const now = this.host.files.stat(file.path);
    const then = file.reader.stat;
    if (
      !now ||
      now.size !== then.size ||
      now.modified !== then.modified ||
      now.inode !== then.inode ||
      now.device !== then.device
    )
      throw changed(file.name);
  }

  bytesOf(place: RowPlace): Uint8Array {
    const file = this.opened[place.file]!;
    let bytes = file.reader.read(place.start, place.end - place.start);
    // Blank lines before a record belong to its range, not to it.
    if (file.csv) {
      let from = 0;
      while (bytes[from] === LF || bytes[from] === CR) from++;
      bytes = bytes.subarray(from);
    }
    return bytes;
  }

  headerOf(index: number): Uint8Array {
    const file = this.opened[index]!;
    if (!file.csv) return new Uint8Array(0);
    const { start, end } = file.csv.header;
    const from = file.bom ? Math.max(start, 3) : start;
    return this.bytesOf({ file: index, line: 1, start: from, end });
  }

  dialectOf(index: number): Dialect | undefined {
    const file = this.opened[index]!;
    if (!file.csv) return undefined;
    const header = this.headerOf(index);
    const recordDelimiter = header.at(-1) === CR ? '\r' : header.at(-2) === CR ? '\r\n' : '\n';
    return { delimiter: file.csv.header.delimiter, recordDelimiter, bom: file.bom };
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const folder of this.spillFolders) folder.remove();
    for (const file of this.opened) closeFile(this.host, file);
  }
}

function readingOf(
  file: OpenedFile,
  index: number,
  grouping: Grouping,
  count: (start: number) => void,
): Reading {
  if (!file.csv) {
    const Orders = file.format === 'ndjson' ? NdjsonOrders : JsonOrders;
    return new Orders(file.name, (value, line, start, end) => {
      count(start);
      grouping.order(value, index, line, start, end);
    });
  }
  const { header, layout } = file.csv;
  let isHeader = true;
  return new CsvRecords(file.name, header.delimiter, (cells, line, start, end) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const stray = strayHeader(file.name, header.names, cells, line);
    if (stray) throw stray;
    count(start);
    grouping.row(cells, layout, index, line, start, end);
  });
}

function noOrders(file: OpenedFile): Failure {
  return inputFailure('input.orders.none', 'The file holds no orders', {
    place: { file: file.name },
    expected: 'at least one order',
    hint: 'Check the filter of the export.',
  });
}
