// A mapping with the options of a run: the layouts of its files, and what is decided before they are read.
import type { Header } from '../header.ts';
import type { Layout } from '../layout.ts';
import type { OrderFile } from '../opened.ts';
import type { IntakeOptions, MappingInfo } from '../types.ts';
import type { Decisions } from './bind.ts';
import { type Compiled, compile } from './compile.ts';
import { AMOUNTS, decide } from './decide.ts';
import { checkTables, decisionsOf } from './given.ts';
import type { Join } from './joins.ts';
import { MappedLayout } from './layout.ts';
import type { LoadedMapping } from './loaded.ts';
import { columnsOf } from './names.ts';

export class Mapper {
  readonly columns: ReadonlySet<string>;
  /** Read before the first layout is made. */
  readonly joins: Join[] = [];
  private readonly decisions: Decisions;
  private readonly layouts = new Map<string, MappedLayout>();

  /** @throws Failure exit 2 for a flag that cannot be understood */
  constructor(
    private readonly map: LoadedMapping,
    options: IntakeOptions,
  ) {
    const { mapping } = map;
    this.columns = columnsOf(mapping);
    this.decisions = decisionsOf(mapping, options);
  }

  /** Files with the same header share one layout, so that their rows compare cell by cell. @throws Failure exit 6 */
  layoutOf(file: string, header: Pick<Header, 'names' | 'line'>): Layout {
    const key = header.names.join('\n');
    let layout = this.layouts.get(key);
    if (!layout) {
      layout = this.make(file, header.line, header.names);
      this.layouts.set(key, layout);
    }
    return layout;
  }

  private make(file: string, line: number, names: readonly string[]): MappedLayout {
    const compiled = compile(this.map, { file, line, names, joins: this.joins }, this.decisions);
    return new MappedLayout(compiled, (merged) => this.make(file, line, merged));
  }

  /** @throws Failure exit 6 when something stays undecided */
  async decide(files: readonly OrderFile[]): Promise<void> {
    checkTables(files);
    const compiledOf = (file: OrderFile): Compiled => (file.csv!.layout as MappedLayout).compiled;
    await decide(
      files.map((file) => ({ file, compiled: compiledOf(file) })),
      this.decisions,
      AMOUNTS,
    );
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
