// A mapping of ASNs with the options of a run: the layout of its file, what is decided before it is read, what it leaves out.
import type { Decisions } from '../../input/mapping/bind.ts';
import { decide, QUANTITIES } from '../../input/mapping/decide.ts';
import { checkTables, decisionsOf, type MappingWish } from '../../input/mapping/given.ts';
import type { LoadedMapping } from '../../input/mapping/loaded.ts';
import { columnsOf } from '../../input/mapping/names.ts';
import type { AsnMappingFile } from '../../input/mapping/shape.ts';
import type { OpenedFile } from '../../input/opened.ts';
import { compileAsn } from './compile-asn.ts';
import { MappedAsns } from './mapped.ts';
import type { RowsAsn } from './rows.ts';
import type { AsnMappingInfo, SkippedAsns } from './types.ts';

export class AsnMapper {
  readonly columns: ReadonlySet<string>;
  private readonly decisions: Decisions;
  private unmapped: readonly string[] = [];
  private skipped = new Map<string, { rows: number; asns: number }>();
  private skippedRows = 0;

  /** @throws Failure exit 2 for a flag that cannot be understood */
  constructor(
    private readonly map: LoadedMapping<AsnMappingFile>,
    wish: MappingWish,
  ) {
    this.columns = columnsOf(map.mapping);
    this.decisions = decisionsOf(map.mapping, wish);
  }

  /** @throws Failure exit 6 when the file is no table, lacks a column, or leaves something undecided */
  async layoutOf(file: OpenedFile): Promise<MappedAsns> {
    checkTables([file]);
    const { line, names } = file.csv!.header;
    const compiled = compileAsn(this.map, { file: file.name, line, names }, this.decisions);
    this.unmapped = compiled.unmapped;
    await decide([{ file, compiled }], this.decisions, QUANTITIES);
    return new MappedAsns(compiled);
  }

  /** A reading begins: nothing is left out yet. */
  begin(): void {
    this.skipped = new Map();
    this.skippedRows = 0;
  }

  leftOut({ skip, skippedRows }: RowsAsn, rows: number): void {
    for (const { reason, rows: own } of skippedRows ?? []) {
      const known = this.skipped.get(reason) ?? { rows: 0, asns: 0 };
      const asns = known.asns + (reason === skip ? 1 : 0);
      this.skipped.set(reason, { rows: known.rows + own, asns });
    }
    if (skip !== undefined) this.skippedRows += rows;
  }

  info(): AsnMappingInfo {
    const { name, limits = [], levels = {} } = this.map.mapping;
    const skipped: SkippedAsns[] = [...this.skipped].map(([reason, counts]) => ({ reason, ...counts }));
    return { name, limits, unmapped: this.unmapped, levels, skipped, skippedRows: this.skippedRows };
  }
}
