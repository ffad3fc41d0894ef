// Rows that do not fit into memory, on disk: in partitions, each of which does when it is read back. Private files in a folder
// of this process; when it dies, a later process removes them.
import path from 'node:path';
import { onDisk, type SpoolPlace, spoolPlace } from '../../input/spool-place.ts';
import type { RowPlace } from '../../input/types.ts';
import type { FileWriter, Platform } from '../../platform/platform.ts';

/** Each is an open file. An input may be so many times as large as the memory for its rows. */
const PARTS = 128;
/** Characters of a partition that are written at once. */
const BUFFER = 16 * 1024;

interface Partition {
  readonly file: string;
  readonly writer: FileWriter;
  /** What is not written yet: a line for each row. */
  text: string;
}

/** A row: the number of its snapshot, its place in the input, and its cells as JSON; of JSON messages the place is enough. */
type SpilledRow = readonly [ordinal: number, place: RowPlace, cells: string];

export class Spill {
  private readonly folder: SpoolPlace;
  private readonly parts = new Map<number, Partition>();

  /** @throws Failure exit 7 when the disk is full or permission is missing, like all methods here */
  constructor(
    private readonly platform: Platform,
    private readonly parent: string,
  ) {
    this.folder = spoolPlace(platform, parent);
    onDisk(parent, () => platform.files.makeFolder(this.folder.path));
  }

  add(...[ordinal, { file, line, start, end, hasNulId = false }, cells]: SpilledRow): void {
    const part = this.partOf(ordinal % PARTS);
    // JSON has neither tabs nor line breaks outside of its texts, and none inside.
    part.text += `${ordinal}\t${file}\t${line}\t${start}\t${end}\t${hasNulId ? 1 : 0}\t${cells}\n`;
    if (part.text.length > BUFFER) this.flush(part);
  }

  private partOf(number: number): Partition {
    const known = this.parts.get(number);
    if (known) return known;
    const file = path.join(this.folder.path, String(number));
    const writer = onDisk(this.parent, () => this.platform.files.create(file, { mode: 0o600 }));
    const part = { file, writer, text: '' };
    this.parts.set(number, part);
    return part;
  }

  private flush(part: Partition): void {
    const { text, writer } = part;
    part.text = '';
    onDisk(this.parent, () => writer.write(text));
  }

  /** The rows of one partition after the other, once. All rows of a snapshot are in one, in the order in which they were added. */
  *read(): Generator<Iterable<SpilledRow>> {
    const parts = [...this.parts.values()];
    for (const part of parts) this.flush(part);
    this.close();
    for (const { file } of parts) {
      const text = onDisk(this.parent, () => this.platform.files.readText(file));
      onDisk(this.parent, () => this.platform.files.remove(file));
      yield rowsIn(text);
    }
  }

  private close(): void {
    for (const { writer } of this.parts.values()) writer.close();
    this.parts.clear();
  }

  /** Removes everything; can be called at any time and repeatedly. */
  remove(): void {
    this.close();
    onDisk(this.parent, () => this.folder.remove());
  }
}

function* rowsIn(text: string): Generator<SpilledRow> {
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf('\n', at);
    const [ordinal, file, line, start, end, hasNulId, cells = ''] = text.slice(at, stop).split('\t');
    yield [
      Number(ordinal),
      {
        file: Number(file),
        line: Number(line),
        start: Number(start),
        end: Number(end),
        ...(hasNulId === '1' && { hasNulId: true }),
      },
      cells,
    ];
    at = stop + 1;
  }
}
