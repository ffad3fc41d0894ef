// What the intake hands out of files of ASNs.
import type { Place } from '../../basics/failure.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Inputs, IntakeOptions, MappingInfo, RowPlace } from '../../input/types.ts';

export type AsnIntakeOptions = Omit<IntakeOptions, 'joins'>;

/** What a mapping leaves out for one reason: rows, and ASNs of which nothing is left. */
export interface SkippedAsns {
  readonly reason: string;
  readonly rows: number;
  readonly asns: number;
}

/** What a mapping says of itself, and what it leaves aside. */
export interface AsnMappingInfo extends Omit<MappingInfo, 'joins'> {
  /** Of the last whole reading. */
  readonly skipped: readonly SkippedAsns[];
  /** Rows of ASNs of which nothing is left. */
  readonly skippedRows: number;
}

/** One ASN of the input. */
export interface ReadAsn {
  /** The ASN literally, for the contract to judge. */
  readonly raw: unknown;
  /** What the intake itself found; an error refuses the ASN. */
  readonly findings: readonly Finding[];
  /** How many rows (CSV) or values it was made of, repeated ones too, and where they stand. */
  readonly rows: number;
  readonly places: readonly RowPlace[];
  /** From 1: where its first row begins, and in which file. */
  readonly line: number;
  readonly file: string;
  /** File, line and (CSV: number of the cell, from 1) column that a field path such as `cartons[0].details[1].sku` came from; only while the input is open. */
  placeOf(path: string): Place;
}

/** A file of ASNs: what rejects are written from, and the ASNs, as often as they are asked for. */
export interface AsnInput extends Pick<Inputs, 'files' | 'progress' | 'bytesOf' | 'headerOf' | 'dialectOf'> {
  /**
   * Every ASN, in the order of the input (rows of a table: of their first rows). An aborted signal ends it early.
   * @throws Failure exit 6, also when the file is no longer what an earlier reading saw
   */
  read(): AsyncIterable<ReadAsn>;
  readonly mapping: AsnMappingInfo | undefined;
  /** Closes the file and removes what was spooled. */
  close(): void;
}
