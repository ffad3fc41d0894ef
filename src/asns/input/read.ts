// Reads a file of ASNs, as often as needed. JSON and NDJSON yield ASNs while reading; a table yields them
// after its last row.
import path from 'node:path';
import { checkMappedLevels, levelsIn } from '../../account/level-flags.ts';
import { asnShape } from '../../contract/asn.ts';
import type { AsnVersion } from '../../contract/asn-words.ts';
import type { GivenLevels } from '../../contract/levels.ts';
import { withoutNulls } from '../../contract/shape-findings.ts';
import { ASN_TABLE } from '../../input/asn-table.ts';
import { rowsBehind } from '../../input/csv-records.ts';
import { ByteCheck, decoderFor } from '../../input/file-format.ts';
import { messagesIn } from '../../input/json-messages.ts';
import type { JsonTable } from '../../input/mapping/json/json-table.ts';
import { findMapping } from '../../input/mapping/language/load.ts';
import type { MappedLayout } from '../../input/mapping/rows/mapped-layout.ts';
import { Mapper } from '../../input/mapping/rows/mapper.ts';
import type { Subject } from '../../input/message-table.ts';
import { formOf, isReject, placesInMessage, unwrap } from '../../input/message-text.ts';
import {
  bytesIn,
  changed,
  checkOpened,
  checkUnchanged,
  closeFile,
  dialectIn,
  headerIn,
  noMessages,
  type OnRow,
  type OpenedFile,
  type OpenOptions,
  openOne,
} from '../../input/open-file.ts';
import type { SpoolPlace } from '../../input/spool.ts';
import { sweepSpools } from '../../input/spool-place.ts';
import { templateLayout } from '../../input/template-layout.ts';
import type { Inputs, IntakeOptions, RowPlace } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../runs/session.ts';
import type { AsnRecords } from '../../storage/asn-records.ts';
import type { Folders } from '../../storage/folders.ts';
import { InputIndex } from '../check-asn.ts';
import { AsnTable, type ReadAsn } from './asn-rows.ts';

export type AsnIntakeOptions = Omit<IntakeOptions, 'joins'>;

/**
 * Opens a file of ASNs; `-` is stdin. The caller closes it. An aborted signal ends the spooling with any
 * error.
 * @throws Failure exit 6 for the first problem, exit 7 when the spool cannot be written
 */
export async function openAsns(
  platform: Platform,
  name: string,
  options: AsnIntakeOptions,
  at: SpoolPlace,
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
  sweepSpools(platform, at.folder);
  const file = await openOne(platform, name, openOptions, at);
  checkOpened(file);
  try {
    await mapper?.decide([file], at.signal);
    const header = file.csv?.header;
    const records = header ? undefined : mapper?.recordsOf(file);
    const layout = header
      ? (mapper?.layoutOf(file.name, header) ?? templateLayout(ASNS.table, header.names))
      : records?.layout;
    return new AsnInput(platform, file, {
      layout,
      records: records?.table,
      mapper,
      memory: options.memory,
      signal: at.signal,
    });
  } catch (error) {
    closeFile(file);
    throw error;
  }
}

/** A file of ASNs: the data for rejects, and the ASNs, as often as needed. */
export class AsnInput implements Pick<Inputs, 'files' | 'progress' | 'bytesOf' | 'headerOf' | 'dialectOf'> {
  readonly progress = { total: 0, read: 0 };
  /** Row count and digest from the first complete pass. */
  private seen: { readonly rows: number; readonly sha256: string } | undefined;
  /** The table of the last pass. */
  private table: AsnTable | undefined;
  private closed = false;

  constructor(
    private readonly platform: Platform,
    private readonly file: OpenedFile,
    private readonly reading: {
      /** Only for a table, and for JSON with a mapping. */
      readonly layout: MappedLayout | undefined;
      readonly records: JsonTable | undefined;
      readonly mapper: Mapper | undefined;
      readonly memory: number;
      readonly signal: AbortSignal | undefined;
    },
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

  /** With its assumptions, the columns that it ignores, and what it left out in the last complete pass. */
  get mapping() {
    const { skipped = [], skippedRows = 0 } = this.table ?? {};
    const { mapper } = this.reading;
    if (!mapper) return undefined;
    const { joins: _, ...info } = mapper.info();
    return { ...info, skipped, skippedRows };
  }

  /**
   * Yields every ASN, in the order of the input (rows of a table: of their first rows). Ends early when the
   * signal is aborted.
   * @throws Failure exit 6, also when the file changed since an earlier pass
   */
  async *read(): AsyncGenerator<ReadAsn> {
    const { file, platform } = this;
    const { layout, memory, signal } = this.reading;
    const hash = platform.crypto.sha256Stream();
    const check = new ByteCheck(file.name, file.reader);
    let rows = 0;
    let ready: ReadAsn[] = [];
    const table = layout && new AsnTable(file.name, layout, memory);
    this.table = table;
    const into = this.readingInto(
      table,
      (asn) => ready.push(asn),
      () => rows++,
    );
    this.progress.read = 0;
    checkUnchanged(platform, file);
    for await (const chunk of file.reader.stream()) {
      hash.update(chunk);
      check.write(chunk);
      into.write(chunk);
      this.progress.read += chunk.length;
      checkUnchanged(platform, file);
      yield* ready;
      ready = [];
      // After an abort this is not the end of the input; the caller checks the signal.
      if (signal?.aborted) return;
    }
    check.end();
    into.end();
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
    const { records, mapper } = this.reading;
    const row: OnRow = (cells, line, start, end) => {
      count();
      table!.add(cells, { file: 0, line, start, end });
    };
    if (records) return records.reading(row);
    if (table && file.csv)
      return rowsBehind(file.csv.header, file.name, row, { isLiteral: mapper === undefined });
    const take = (value: Parameters<typeof unwrap>[0], line: number, start: number, end: number) => {
      count();
      hand(this.jsonAsn(value, { file: 0, line, start, end }));
    };
    return messagesIn(file, take, formOf(ASNS));
  }

  private jsonAsn(value: Parameters<typeof unwrap>[0], place: RowPlace): ReadAsn {
    const { name } = this.file;
    const prefix = isReject(value, ASNS) ? `${ASNS.key}.` : '';
    return {
      raw: withoutNulls(asnShape, unwrap(value, ASNS)),
      findings: [],
      rows: 1,
      places: [place],
      line: place.line,
      file: name,
      placeOf: placesInMessage(() => this.bytesOf(place), { file: name, line: place.line }, prefix),
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

  /** Closes the file and removes the spool. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    closeFile(this.file);
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

// Where ASNs come from: a file with the mapping that reads it, and what its ASNs are checked with.

export interface AsnSource {
  /** Path as the user typed it; `-` is stdin. */
  readonly path: string;
  /** Options without the loaded mapping. */
  readonly intake: Omit<AsnIntakeOptions, 'map'>;
  /** Path of the mapping. */
  readonly map?: string | undefined;
  /** The requested version of the interface; it applies to every ASN. */
  readonly version: AsnVersion | undefined;
  /** Warnings also refuse an ASN. */
  readonly strict: boolean;
  /** Levels of findings; a mapping may add more. */
  readonly levels?: GivenLevels | undefined;
}

/** @throws Failure exit 6, or 130 and 143 after an interruption */
export async function openAsnSource(
  platform: Platform,
  folders: Folders,
  source: Pick<AsnSource, 'path' | 'intake' | 'map'>,
  signal?: AbortSignal,
): Promise<AsnInput> {
  try {
    const map = source.map === undefined ? undefined : findMapping(platform, folders, source.map, 'asn');
    if (map) await checkMappedLevels(map);
    const folder = path.join(folders.state, 'spool');
    return await openAsns(platform, source.path, { ...source.intake, map }, { folder, signal });
  } catch (error) {
    // After an abort, the signal is the reason, whatever error the reading ended with.
    signal?.throwIfAborted();
    throw error;
  }
}

/** The input of a session, and what its ASNs are checked with. An input that cannot be opened needs no ledger. */
export async function openInput<R extends AsnRecords | undefined>(
  session: Session,
  source: AsnSource,
  records: () => R,
) {
  const { platform, folders, signal } = session;
  const { crypto } = platform;
  const input = session.use(await openAsnSource(platform, folders, source, signal));
  const { version, strict } = source;
  const levels = await levelsIn(source.levels, input.mapping);
  const index = new InputIndex(crypto);
  return { input, checks: { crypto, index, records: records(), version, strict, levels } };
}
