// Rows of a table to ASNs: all rows of one program and number belong together wherever they stand, so all are held.
import { inputFailure } from '../../basics/failure.ts';
import { formatBytes } from '../../basics/units.ts';
import type { RowPlace } from '../../input/types.ts';
import { type AsnLayout, placeInAsn } from './layout.ts';
import type { RowsAsn } from './rows.ts';
import type { ReadAsn } from './types.ts';

interface Group {
  readonly rows: (readonly string[])[];
  readonly places: RowPlace[];
}

export class AsnTable {
  private readonly groups = new Map<string, Group>();
  private size = 0;

  constructor(
    private readonly file: string,
    private readonly layout: AsnLayout,
    /** Most bytes that all rows may take. */
    private readonly memory: number,
  ) {}

  /** @throws Failure exit 6 when the rows do not fit */
  add(cells: readonly string[], place: RowPlace): void {
    // A row without a number is an ASN of its own, known by its place.
    const key = this.layout.keyOf(cells) ?? String(place.start);
    const group = this.groups.get(key) ?? { rows: [], places: [] };
    if (group.rows.push(cells) === 1) this.groups.set(key, group);
    group.places.push(place);
    this.size += (place.end - place.start) * 2 + cells.length * 16 + 100;
    if (this.size <= this.memory) return;
    throw inputFailure('input.memory', `The rows of the file take more than ${formatBytes(this.memory)}`, {
      place: { file: this.file, line: place.line },
      expected: 'a table that fits into memory: rows of one ASN may stand anywhere in it',
      hint: 'Split the file (all rows of an ASN in one part), raise --memory, or give one ASN per line as NDJSON, of which any amount is read.',
    });
  }

  /** The ASNs in the order of their first rows; what a mapping leaves out is counted by `leftOut`. */
  *asns(leftOut: (asn: RowsAsn, rows: number) => void): Generator<ReadAsn> {
    const { layout, file } = this;
    for (const { rows, places } of this.groups.values()) {
      const asn = layout.asnOf(rows, places, file);
      if (asn.skippedRows) leftOut(asn, rows.length);
      if (asn.skip !== undefined) continue;
      yield {
        raw: asn.raw,
        findings: asn.findings,
        rows: rows.length,
        places,
        line: places[0]!.line,
        file,
        placeOf: (path) => placeInAsn(layout, asn, places, file, path),
      };
    }
  }
}
