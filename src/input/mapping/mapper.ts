// A mapping with the options of a run: makes the layouts of its files, and decides what must be known before they are
// read.
import type { Header } from '../header.ts';
import type { MessageTable } from '../message-table.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { MappingInfo } from '../types.ts';
import type { Decisions } from './bind.ts';
import { compile, type Extension } from './compile.ts';
import { decide } from './decide.ts';
import type { Join } from './joins.ts';
import type { LoadedMapping } from './loaded-mapping.ts';
import { MappedLayout } from './mapped-layout.ts';
import { checkTables, decisionsOf, type MappingOptions } from './mapping-options.ts';
import { namedColumns } from './names.ts';

export class Mapper {
  readonly columns: ReadonlySet<string>;
  /** Read before the first layout is made. */
  readonly joins: Join[] = [];
  private readonly decisions: Decisions;
  private readonly layouts = new Map<string, MappedLayout>();

  /** @throws Failure exit 2 for a flag value that is not understood */
  constructor(
    private readonly table: MessageTable,
    private readonly map: LoadedMapping,
    wish: MappingOptions,
    private readonly extension?: Extension,
  ) {
    this.columns = namedColumns(table, map.mapping);
    this.decisions = decisionsOf(map.mapping, wish);
  }

  /**
   * Files with the same header share one layout, so that their rows can be compared cell by cell. @throws Failure exit
   * 6
   */
  layoutOf(file: string, header: Pick<Header, 'names' | 'line'>): MappedLayout {
    const key = header.names.join('\n');
    let layout = this.layouts.get(key);
    if (!layout) {
      layout = this.make(file, header.line, header.names);
      this.layouts.set(key, layout);
    }
    return layout;
  }

  private make(file: string, line: number, names: readonly string[]): MappedLayout {
    const header = { file, line, names, joins: this.joins };
    const compiled = compile(this.table, this.map, header, this.decisions, this.extension);
    return new MappedLayout(compiled, (merged) => this.make(file, line, merged));
  }

  /** @throws Failure exit 6 when a file is not a table, or something stays undecided */
  async decide(files: readonly OpenedFile[]): Promise<void> {
    checkTables(files);
    const decided = files.map((file) => ({
      file,
      compiled: this.layoutOf(file.name, file.csv!.header).compiled,
    }));
    await decide(decided, this.decisions, this.table.hasAmounts);
  }

  info(): MappingInfo {
    const { name, limits, levels = {} } = this.map.mapping;
    const unmapped = [...this.layouts.values()].flatMap(({ compiled }) => compiled.unmapped);
    return {
      name,
      limits: limits ?? [],
      unmapped: [...new Set(unmapped)],
      levels,
      joins: this.joins.map(({ spec, keys, duplicates }) => ({ name: spec.name, keys, duplicates })),
    };
  }
}
