// What the intake hands out: input files, places of rows, snapshots of orders.
import type { Place } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import type { Level } from '../contract/levels.ts';
import type { JoinSpec } from './mapping/join-spec.ts';
import type { LoadedMapping } from './mapping/loaded-mapping.ts';
import type { DecimalSign } from './mapping/money.ts';
import type { SnapshotIndex } from './snapshot-index.ts';

export type Format = 'csv' | 'json' | 'ndjson';

export interface IntakeOptions {
  readonly format: 'auto' | Format;
  /** One character; decided from the header when absent. */
  readonly delimiter?: string | undefined;
  /** A label such as `utf-8` or `windows-1252`. A UTF-8 byte order mark in the file beats it. */
  readonly encoding?: string | undefined;
  /** Most bytes that rows of incomplete snapshots may take when rows of one order are not adjacent. */
  readonly memory: number;
  /** How the rows of an export in other columns become orders. */
  readonly map?: LoadedMapping | undefined;
  /** IANA zone of times without an offset, decimal sign and date format: they win over those of the mapping. */
  readonly timezone?: string | undefined;
  readonly decimal?: DecimalSign | undefined;
  readonly dateFormat?: string | undefined;
  /** Further files whose columns the mapping uses. */
  readonly joins?: readonly JoinSpec[] | undefined;
}

/** One file as the run record and the summary show it. `sha256` and `rows` are known after the first whole read. */
export interface InputFile {
  /** As given; `-` for stdin. */
  readonly path: string;
  readonly format: Format;
  /** Size and digest of the bytes as given (of the gzip file, not of what it holds). */
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
}

/** Where a row stands. Bytes count in the opened bytes (after gunzip and transcoding). */
export interface RowPlace {
  /** Index in `Inputs.files`. */
  readonly file: number;
  /** From 1: the line on which the row or order begins. */
  readonly line: number;
  /** Byte range [start, end): a CSV record or NDJSON line with its delimiter, or the text of one order in a JSON file. */
  readonly start: number;
  readonly end: number;
}

/** One version of one order, as the input has it. */
export interface Snapshot {
  /** Empty when the input has none. */
  readonly id: string;
  /** As in the input. */
  readonly updatedAt: string | undefined;
  /** `updatedAt` in microseconds since the epoch; NaN when it is missing or unreadable. */
  readonly micros: number;
  /** The order with literal values, for the contract to finish. */
  readonly raw: unknown;
  /** What the intake itself found; an error refuses the order. */
  readonly findings: readonly Finding[];
  /** Why a mapping leaves all rows of the order out; the rows that it leaves out, by reason. */
  readonly skip?: string | undefined;
  readonly skippedRows?: readonly { readonly reason: string; readonly rows: number }[] | undefined;
  /** Whether each joined file has the order. */
  readonly matches?: readonly boolean[] | undefined;
  /** All rows of the snapshot, repeated ones too. */
  readonly rows: readonly RowPlace[];
  /** Its number in the tally. */
  readonly ordinal: number;
  /** File, line and (CSV: number of the cell, from 1) column that a field path such as `items[1].sku` came from. */
  placeOf(path: string): Place;
  /** How a field that is there came about, where more than its column is to be said. */
  ruleOf?(path: string): string | undefined;
}

/** How a CSV file is written. */
export interface Dialect {
  readonly delimiter: string;
  /** Of the first record. */
  readonly recordDelimiter: '\n' | '\r\n' | '\r';
  readonly bom: boolean;
}

/**
 * `survey` groups adjacent rows and fills the tally; when it meets rows of a snapshot that it already handed out, it sets
 * `tally.scattered` and from then on only counts: read again with `counted`, which holds every snapshot until all rows
 * that the tally counted have been seen. `counted` is also the mode of the second pass: it throws `input.changed`
 * (exit 6) when a file is no longer what the survey read.
 */
export type ReadMode = 'survey' | 'counted';

/** What a mapping says of itself, and the columns that it leaves aside. */
export interface MappingInfo {
  readonly name: string;
  readonly limits: readonly string[];
  readonly unmapped: readonly string[];
  /** How findings count, by CODE or CODE:FIELD. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly joins: readonly { readonly name: string; readonly keys: number; readonly duplicates: number }[];
}

export interface Inputs {
  readonly files: readonly InputFile[];
  readonly mapping: MappingInfo | undefined;
  readonly snapshotIndex: SnapshotIndex;
  /** Bytes of all files together, and how many of them the current or last read has taken in. */
  readonly progress: { readonly total: number; readonly read: number };
  /** Snapshots in arrays (one array per chunk of the file). @throws Failure exit 6 */
  read(mode: ReadMode): AsyncIterable<readonly Snapshot[]>;
  /** Whether the files are still the ones that were read, as far as their size and time tell. @throws Failure exit 6 */
  checkUnchanged(): void;
  /** The exact bytes of a row or order. */
  bytesOf(place: RowPlace): Uint8Array;
  /** Header record of a CSV file with its delimiter, without the byte order mark. */
  headerOf(file: number): Uint8Array;
  /** How a CSV file is written; undefined for JSON and NDJSON. */
  dialectOf(file: number): Dialect | undefined;
  /** Closes the files and removes what was spooled. */
  close(): void;
}
