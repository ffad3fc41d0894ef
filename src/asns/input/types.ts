// The types of what is read from files of ASNs.
import type { Place } from '../../basics/failure.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Inputs, IntakeOptions, MappingInfo, RowPlace } from '../../input/types.ts';

export type AsnIntakeOptions = Omit<IntakeOptions, 'joins'>;

/** What a mapping leaves out for one reason: rows, and ASNs of which no row is left. */
export interface SkippedAsns {
  readonly reason: string;
  readonly rows: number;
  readonly asns: number;
}

/** A mapping with its assumptions and the columns it ignores. */
export interface AsnMappingInfo extends Omit<MappingInfo, 'joins'> {
  /** From the last complete pass. */
  readonly skipped: readonly SkippedAsns[];
  /** Rows of ASNs of which no row is left. */
  readonly skippedRows: number;
}

/** One ASN of the input. */
export interface ReadAsn {
  /** The ASN exactly as read, for the check by the contract. */
  readonly raw: unknown;
  /** Findings of the reading itself; an error refuses the ASN. */
  readonly findings: readonly Finding[];
  /** `rows`: number of rows (CSV) or values of the ASN, including repetitions. `places`: where they are. */
  readonly rows: number;
  readonly places: readonly RowPlace[];
  /** Line (from 1) and file at which its first row begins. */
  readonly line: number;
  readonly file: string;
  /**
   * File, line and (CSV: number of the cell, from 1) column that a field path such as
   * `cartons[0].details[1].sku` came from. Works only while the input is open.
   */
  placeOf(path: string): Place;
}

/** A file of ASNs: the data for rejects, and the ASNs, as often as needed. */
export interface AsnInput extends Pick<Inputs, 'files' | 'progress' | 'bytesOf' | 'headerOf' | 'dialectOf'> {
  /**
   * Yields every ASN, in the order of the input (rows of a table: of their first rows). Ends early when the
   * signal is aborted.
   * @throws Failure exit 6, also when the file changed since an earlier pass
   */
  read(): AsyncIterable<ReadAsn>;
  readonly mapping: AsnMappingInfo | undefined;
  /** Closes the file and removes the spool. */
  close(): void;
}
