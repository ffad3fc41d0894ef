// One ASN as it is read, and the rows of a table put together as ASNs.
import { inputFailure, type Place } from '../../basics/failure.ts';
import { formatBytes } from '../../basics/units.ts';
import type { Finding } from '../../contract/finding.ts';
import type { MappedLayout } from '../../input/mapping/rows/mapped-layout.ts';
import type { FileFacts } from '../../input/rows.ts';
import type { RowPlace } from '../../input/types.ts';

/** What a mapping leaves out for one reason: rows, and ASNs of which no row is left. */
export interface SkippedAsns {
  readonly reason: string;
  readonly rows: number;
  readonly asns: number;
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

interface Group {
  readonly rows: (readonly string[])[];
  readonly places: RowPlace[];
}

export class AsnTable {
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
      const asn = layout.build({ cells: rows, places, around });
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
