// Reads a file of ASNs, as often as needed. JSON and NDJSON yield ASNs while reading; a table yields them
// after its last row.
import { inputFailure } from '../../basics/failure.ts';
import { JsonPlaces } from '../../basics/json-text.ts';
import { formatBytes } from '../../basics/units.ts';
import { asnShape } from '../../contract/asn.ts';
import { withoutNulls } from '../../contract/shape-findings.ts';
import { ASN_TABLE } from '../../input/asn-table.ts';
import { rowsBehind } from '../../input/csv-records.ts';
import { ByteCheck, decoderFor } from '../../input/file-format.ts';
import { messagesIn } from '../../input/json-messages.ts';
import type { JsonTable } from '../../input/mapping/json/json-table.ts';
import type { MappedLayout } from '../../input/mapping/rows/mapped-layout.ts';
import { Mapper } from '../../input/mapping/rows/mapper.ts';
import type { Subject } from '../../input/message-table.ts';
import { formOf, isReject, unwrap } from '../../input/message-text.ts';
import { checkOpened, noMessages, type OpenOptions, openOne } from '../../input/open-file.ts';
import {
  bytesIn,
  changed,
  checkUnchanged,
  closeFile,
  dialectIn,
  headerIn,
  type OnRow,
  type OpenedFile,
} from '../../input/opened-file.ts';
import type { FileFacts } from '../../input/rows.ts';
import { sweepSpools } from '../../input/spool-place.ts';
import { templateLayout } from '../../input/template-layout.ts';
import type { RowPlace } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AsnInput, AsnIntakeOptions, ReadAsn, SkippedAsns } from './types.ts';

/**
 * Opens a file of ASNs; `-` is stdin. The caller closes it. An aborted signal ends the spooling with any
 * error.
 * @throws Failure exit 6 for the first problem, exit 7 when the spool cannot be written
 */
export async function openAsns(
  platform: Platform,
  name: string,
  options: AsnIntakeOptions,
  spoolFolder: string,
  signal?: AbortSignal,
): Promise<AsnInput> {
  const mapper = options.map && new Mapper(ASNS, options.map, options);
  const { file: given } = options.map?.mapping ?? {};
  // The command line takes precedence over the mapping.
  const openOptions: OpenOptions = {
    subject: ASNS,
    format: options.format,
    delimiter: options.delimiter ?? given?.delimiter,
    encoding: options.encoding ?? given?.encoding,
    ...mapper?.opening,
  };
  decoderFor(openOptions.encoding);
  sweepSpools(platform, spoolFolder);
  const file = await openOne(platform, name, openOptions, spoolFolder, signal);
  checkOpened(file);
  try {
    await mapper?.decide([file], signal);
    const header = file.csv?.header;
    const records = header ? undefined : mapper?.recordsOf(file);
    const layout = header
      ? (mapper?.layoutOf(file.name, header) ?? templateLayout(ASNS.table, header.names))
      : records?.layout;
    return new OpenedAsns(platform, file, layout, records?.table, mapper, options.memory, signal);
  } catch (error) {
    closeFile(file);
    throw error;
  }
}

class OpenedAsns implements AsnInput {
  readonly progress = { total: 0, read: 0 };
  /** Row count and digest from the first complete pass. */
  private seen: { readonly rows: number; readonly sha256: string } | undefined;
  /** The table of the last pass. */
  private table: AsnTable | undefined;
  private closed = false;

  constructor(
    private readonly platform: Platform,
    private readonly file: OpenedFile,
    /** Only for a table, and for JSON with a mapping. */
    private readonly layout: MappedLayout | undefined,
    private readonly records: JsonTable | undefined,
    private readonly mapper: Mapper | undefined,
    private readonly memory: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.progress.total = file.reader.stat.size;
  }

  get files() {
    const { name: path, format, spooled, reader } = this.file;
    return [
      {
        path,
        format,
        bytes: spooled?.bytes ?? reader.stat.size,
        sha256: spooled?.sha256 ?? this.seen?.sha256 ?? '',
        rows: this.seen?.rows ?? 0,
      },
    ];
  }

  get mapping() {
    const { skipped = [], skippedRows = 0 } = this.table ?? {};
    if (!this.mapper) return undefined;
    const { joins: _, ...info } = this.mapper.info();
    return { ...info, skipped, skippedRows };
  }

  async *read(): AsyncGenerator<ReadAsn> {
    const { file, platform } = this;
    const hash = platform.crypto.sha256Stream();
    const check = new ByteCheck(file.name, file.reader);
    let rows = 0;
    let ready: ReadAsn[] = [];
    const table = this.layout && new AsnTable(file.name, this.layout, this.memory);
    this.table = table;
    const reading = this.readingInto(
      table,
      (asn) => ready.push(asn),
      () => rows++,
    );
    this.progress.read = 0;
    checkUnchanged(platform, file);
    for await (const chunk of file.reader.stream()) {
      hash.update(chunk);
      check.write(chunk);
      reading.write(chunk);
      this.progress.read += chunk.length;
      checkUnchanged(platform, file);
      yield* ready;
      ready = [];
      // After an abort this is not the end of the input; the caller checks the signal.
      if (this.signal?.aborted) return;
    }
    check.end();
    reading.end();
    checkUnchanged(platform, file);
    const sha256 = hash.hex();
    if (this.seen && (this.seen.sha256 !== sha256 || this.seen.rows !== rows)) throw changed(file.name);
    if (rows === 0) throw noMessages(file.name, ASNS);
    this.seen = { rows, sha256 };
    yield* ready;
    if (table) yield* table.asns();
  }

  private readingInto(table: AsnTable | undefined, hand: (asn: ReadAsn) => void, count: () => void) {
    const { file } = this;
    if (this.records && table)
      return this.records.reading((cells, line, start, end) => {
        count();
        table.add(cells, { file: 0, line, start, end });
      });
    if (!file.csv || !table) {
      const take = (value: Parameters<typeof unwrap>[0], line: number, start: number, end: number) => {
        count();
        hand(this.jsonAsn(value, { file: 0, line, start, end }));
      };
      return messagesIn(file, take, formOf(ASNS));
    }
    const take: OnRow = (cells, line, start, end) => {
      count();
      table.add(cells, { file: 0, line, start, end });
    };
    return rowsBehind(file.csv.header, file.name, take, { isLiteral: this.mapper === undefined });
  }

  private jsonAsn(value: Parameters<typeof unwrap>[0], place: RowPlace): ReadAsn {
    const { name } = this.file;
    const prefix = isReject(value, ASNS) ? `${ASNS.key}.` : '';
    // Computed at the first call and stored, because an ASN can have thousands of findings.
    let text: string | undefined;
    let places: JsonPlaces | undefined;
    return {
      raw: withoutNulls(asnShape, unwrap(value, ASNS)),
      findings: [],
      rows: 1,
      places: [place],
      line: place.line,
      file: name,
      placeOf: (path) => {
        text ??= Buffer.from(this.bytesOf(place)).toString();
        places ??= new JsonPlaces(text);
        const { line, column } = places.at(prefix + path);
        return {
          file: name,
          line: place.line + line - 1,
          // Inside a larger document an ASN can begin anywhere in its line: then the column is unknown.
          ...(line > 1 || text.endsWith('\n') ? { column } : {}),
          path,
        };
      },
    };
  }

  bytesOf(place: RowPlace): Uint8Array {
    return bytesIn(this.file, place);
  }

  headerOf(): Uint8Array {
    return headerIn(this.file);
  }

  dialectOf() {
    return dialectIn(this.file);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    closeFile(this.file);
  }
}

interface Group {
  readonly rows: (readonly string[])[];
  readonly places: RowPlace[];
}

class AsnTable {
  private readonly groups = new Map<string, Group>();
  private readonly around: FileFacts;
  private size = 0;
  /**
   * What the mapping leaves out, by reason, and rows of ASNs of which no row is left. Complete after all ASNs
   * were yielded.
   */
  private readonly reasons = new Map<string, SkippedAsns>();
  skippedRows = 0;

  constructor(
    private readonly file: string,
    private readonly layout: MappedLayout,
    /** Maximum bytes for all rows. */
    private readonly memory: number,
  ) {
    this.around = { nameOf: () => file, edgesOf: () => ({ first: -1, last: -1 }) };
  }

  get skipped(): readonly SkippedAsns[] {
    return [...this.reasons.values()];
  }

  /** @throws Failure exit 6 when the rows do not fit */
  add(cells: readonly string[], place: RowPlace): void {
    // A row without a number is an ASN of its own, identified by its place.
    const key = this.layout.keyOf(cells) || String(place.start);
    const group = this.groups.get(key) ?? { rows: [], places: [] };
    if (group.rows.push(cells) === 1) this.groups.set(key, group);
    group.places.push(place);
    // Rows of one JSON record share its bytes.
    const shared = group.places.at(-2)?.start === place.start;
    this.size += (shared ? 0 : (place.end - place.start) * 2) + cells.length * 16 + 100;
    if (this.size <= this.memory) return;
    throw inputFailure('input.memory', `The rows of the file take more than ${formatBytes(this.memory)}`, {
      place: { file: this.file, line: place.line },
      expected: 'a table that fits into memory: rows of one ASN may stand anywhere in it',
      hint: 'Split the file (all rows of an ASN in one part), raise --memory, or give one ASN per line as NDJSON, of which any amount is read.',
    });
  }

  /** Yields the ASNs in the order of their first rows. */
  *asns(): Generator<ReadAsn> {
    const { layout, file, around } = this;
    for (const { rows, places } of this.groups.values()) {
      const asn = layout.build(rows, places, around);
      for (const one of asn.skippedRows ?? []) {
        const { rows: before, asns } = this.reasons.get(one.reason) ?? { rows: 0, asns: 0 };
        const isWhole = one.reason === asn.skip;
        this.reasons.set(one.reason, { ...one, rows: before + one.rows, asns: asns + (isWhole ? 1 : 0) });
      }
      if (asn.skip !== undefined) {
        this.skippedRows += rows.length;
        continue;
      }
      yield {
        raw: asn.raw,
        findings: asn.findings,
        rows: rows.length,
        places,
        line: places[0]!.line,
        file,
        placeOf: (path) => layout.placeOf(asn, places, path, around),
      };
    }
  }
}

export const ASNS: Subject = {
  one: 'ASN',
  many: 'ASNs',
  key: 'asn',
  identifier: 'asn_number',
  template: 'returns asns template',
  stdin: 'returns asns create -',
  severalFiles: false,
  table: ASN_TABLE,
  shown: 'program_identifier, asn_number, from.identifier, detail.line_identifier, detail.sku ...',
  neededFor: 'rows with the same values in both are one ASN',
  lists: ['cartons'],
  forms: 'an array of ASNs, or one ASN',
};
