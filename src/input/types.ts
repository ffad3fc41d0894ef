// The types that reading input returns: input files, places of rows, snapshots of orders.

import type { Place } from '../basics/failure.ts';
import type { JsonObject } from '../basics/json.ts';
import type { MinorUnits } from '../basics/minor-units.ts';
import type { Finding } from '../contract/finding.ts';
import type { Level } from '../contract/levels.ts';
import type { LoadedMapping, MappingOrigin } from './mapping/language/mapping.ts';
import type { Confirmation } from './mapping/language/shape.ts';
import type { Condition } from './mapping/language/value-shape.ts';
import type { DecimalSign } from './mapping/values/money.ts';
import type { SnapshotIndex } from './snapshot-versions.ts';

export type Format = 'csv' | 'json' | 'ndjson';

/** `--with NAME=FILE`, with its `--on` if there is one. */
export interface JoinFlag {
  readonly name: string;
  readonly path: string;
  readonly on?: { readonly key: string | undefined; readonly column: string } | undefined;
}

/** How a file is joined: by the mapping, by `--on` of `orders map`, or by the identifier of the order. */
export interface JoinSpec {
  readonly name: string;
  readonly path: string;
  /** Column of the export that is compared with `column`; when absent, the key of the order. */
  readonly key: string | undefined;
  readonly column: string;
  /** Rows of the file that count; undefined for all. */
  readonly where?: Condition | undefined;
  /** Share of the orders, 0 to 1, that the file must have. */
  readonly minMatch?: number | undefined;
  /** Path of the join in the mapping, for failures; undefined when the flags say it. */
  readonly parts?: readonly string[] | undefined;
}

export interface IntakeOptions {
  readonly format: 'auto' | Format;
  /** One character; when absent, decided from the header. */
  readonly delimiter?: string | undefined;
  /** A label such as `utf-8` or `windows-1252`. A UTF-8 byte order mark in the file wins over it. */
  readonly encoding?: string | undefined;
  /** Bytes that rows of incomplete snapshots may take, at most, when rows of one order are not adjacent. */
  readonly memory: number;
  /** How the rows of an export with other columns become orders. */
  readonly map?: LoadedMapping | undefined;
  /** IANA zone of times without an offset, decimal sign and date format. They win over those of the mapping. */
  readonly timezone?: string | undefined;
  readonly decimal?: DecimalSign | undefined;
  readonly dateFormat?: string | undefined;
  /** What integers of decimal amounts count, where neither the currency nor the mapping says it. */
  readonly minorUnits?: MinorUnits | undefined;
  /** The currency of orders that have none. */
  readonly currency?: string | undefined;
  /** Joined files, whose columns the mapping uses. */
  readonly joins?: readonly JoinFlag[] | undefined;
}

/** One file as the run record and the summary show it. `sha256` and `rows` are known after the file was read once. */
export interface InputFile {
  /** The path as given; `-` for stdin. */
  readonly path: string;
  readonly format: Format;
  /** Size and digest of the original bytes (of the gzip file, not of its content). */
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
}

/** Where a row stands. Offsets count the decoded bytes (after gunzip and transcoding). */
export interface RowPlace {
  /** Index in `Inputs.files`. */
  readonly file: number;
  /** From 1: the line on which the row or order begins. */
  readonly line: number;
  /**
   * Byte range [start, end): a CSV record or NDJSON line with its delimiter, or the text of one order in a JSON file. With
   * a mapping, all rows of a JSON record have its range.
   */
  readonly start: number;
  readonly end: number;
  /** Of a table: the number of its order has NUL bytes inside. */
  readonly hasNulId?: boolean;
}

export interface CanonicalText {
  /** UTF-8. */
  readonly bytes: Buffer;
  /** Of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

/** A cell of the input, with the name of its column; of JSON a value with its path. */
export interface SourceCell {
  readonly name: string;
  /** As it is in the input; empty for a blank cell. */
  readonly text: string;
  /** From 1; null where the input has no columns, or where files with different headers hold the order. */
  readonly column: number | null;
  /** Paths, without indices, of the fields that the column gives values to; empty when no field uses it. */
  readonly fields: readonly string[];
}

/** The rows of an order of a table. */
export interface SnapshotTable {
  readonly names: readonly string[];
  /** The cells with a text, of the row with this number in `Snapshot.rows`. */
  cellsOf(row: number): readonly SourceCell[];
  /** The texts of a row, one for each name. */
  textsOf(row: number): readonly string[];
  /** See `SourceCell.fields`, of the name at this index. */
  fieldsOf(index: number): readonly string[];
}

/** One version of one order, as in the input. */
export interface Snapshot {
  /** Empty when the input has no identifier. */
  readonly id: string;
  /** The order with literal values; the contract converts and completes it. */
  readonly raw: unknown;
  /** Canonical JSON of `raw`, when it was made to identify the order. */
  readonly canonical?: CanonicalText;
  /** True where identifiers of lines are made from their articles: those of the accepted order win over them. */
  readonly namesLines?: boolean;
  /** Findings from reading. An error refuses the order. */
  readonly findings: readonly Finding[];
  /** Why a mapping skips all rows of the order; the skipped rows, by reason. */
  readonly skip?: string | undefined;
  readonly skippedRows?: readonly { readonly reason: string; readonly rows: number }[] | undefined;
  /** For each joined file, whether it has the order. */
  readonly matches?: readonly boolean[] | undefined;
  /** All rows of the snapshot, including repeated ones. */
  readonly rows: readonly RowPlace[];
  /** Its number in the snapshot index. */
  readonly ordinal: number;
  /**
   * File, line and column (CSV: number of the cell, from 1; JSON with a mapping: the path in the record) that a field path
   * such as `items[1].sku` came from.
   */
  placeOf(path: string): Place;
  /** The rule by which a field got its value, when there is more to say than its column. */
  ruleOf?(path: string): string | undefined;
  /** Only for a table: its cells, and the cell that a field came from. Computed when asked for. */
  readonly table?: SnapshotTable;
  cellOf?(path: string): SourceCell | undefined;
}

/** How a CSV file is written. */
export interface Dialect {
  readonly delimiter: string;
  /** False when double quotes are text like any other. */
  readonly isQuoted: boolean;
  /** A backslash takes the meaning from the sign behind it. */
  readonly isEscaped?: boolean | undefined;
  /** The delimiter after the first record. */
  readonly recordDelimiter: '\n' | '\r\n' | '\r';
  readonly bom: boolean;
}

/**
 * `first` is the first pass: it groups adjacent rows and fills the snapshot index. When it meets rows of a snapshot
 * that it already returned, it sets `snapshotIndex.scattered` and from then on only counts. The input must then be read
 * again with `counted`, which holds every snapshot until all its rows have been read. `counted` is also the mode of the
 * second pass: it throws `input.changed` (exit 6) when a file is no longer what the first pass read.
 */
export type ReadMode = 'first' | 'counted';

/** Texts of the mapping about itself, and the columns that it does not use. */
export interface MappingInfo extends MappingOrigin {
  readonly name: string;
  readonly minorUnits: MinorUnits | undefined;
  readonly limits: readonly string[];
  readonly unmapped: readonly string[];
  /** What the audit need not ask again. */
  readonly confirmed: readonly Confirmation[];
  /** Made for the export of a platform: its columns are known. */
  readonly isOfPlatform: boolean;
  /** Paths of the mapping that occur in no JSON record that was read so far. */
  readonly absent: readonly string[];
  /** Lists in a JSON document beside that of the records: known when it has been read. */
  readonly beside: readonly string[];
  /** Levels of findings, by CODE or CODE:FIELD. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly joins: readonly {
    readonly name: string;
    readonly keys: number;
    readonly duplicates: number;
    /** Keys with which no order has been found: known when the files have been read. */
    readonly unused: number;
    /** Share of the orders, 0 to 1, that the file must have. */
    readonly minMatch: number | undefined;
  }[];
}

export interface Inputs {
  readonly files: readonly InputFile[];
  readonly mapping: MappingInfo | undefined;
  readonly snapshotIndex: SnapshotIndex;
  /** Bytes of all files together, and how many of them the current or last read has read. */
  readonly progress: { readonly total: number; readonly read: number };
  /** JSON documents that wrap their messages, without these; what stands beside the messages is not read. */
  readonly around: readonly { readonly file: string; readonly document: JsonObject }[];
  /** Snapshots in arrays (one array for each chunk of the file). @throws Failure exit 6 */
  read(mode: ReadMode): AsyncIterable<readonly Snapshot[]>;
  /** The exact bytes of a row or order. */
  bytesOf(place: RowPlace): Uint8Array;
  /** The header record of a CSV file with its delimiter, without the byte order mark. */
  headerOf(file: number): Uint8Array;
  /** The dialect of a CSV file; undefined for JSON and NDJSON. */
  dialectOf(file: number): Dialect | undefined;
  /** Closes the files and removes what was spooled. */
  close(): void;
}
