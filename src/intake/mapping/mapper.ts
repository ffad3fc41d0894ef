// A mapping with the options of a run: the layouts of its files, and what is decided before they are read.
import { inputFailure, usageFailure } from '../../base/failure.ts';
import { quote } from '../../base/text.ts';
import { badValue } from '../../base/units.ts';
import type { Header } from '../header.ts';
import type { Layout } from '../layout.ts';
import type { OrderFile } from '../opened.ts';
import type { IntakeOptions, MappingInfo } from '../types.ts';
import { type Compiled, compile, type Decisions, FORMAT_EXPECTED } from './compile.ts';
import { readerOf } from './date-format.ts';
import { decide } from './decide.ts';
import type { Join } from './joins.ts';
import { MappedLayout } from './layout.ts';
import type { LoadedMapping } from './load.ts';
import { columnsOf } from './names.ts';
import { isZone, Zone, zoneMeant } from './zone.ts';

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
    const zone = options.timezone ?? mapping.dates?.timezone;
    if (options.timezone !== undefined && !isZone(options.timezone))
      throw usageFailure(
        'usage.timezone',
        `--timezone does not know ${quote(options.timezone)}.${zoneMeant(options.timezone)}`,
        {
          expected: 'an IANA name such as Europe/London',
          found: quote(options.timezone),
          hint: 'Give the zone of the shop that wrote the export.',
        },
      );
    const format = options.dateFormat === undefined ? undefined : readerOf(options.dateFormat);
    if (options.dateFormat !== undefined && !format)
      throw badValue('--date-format', options.dateFormat, FORMAT_EXPECTED);
    this.decisions = {
      zone: zone === undefined ? undefined : new Zone(zone),
      format: format && [format],
      decimal: options.decimal ?? mapping.decimal,
      dayOrders: new Map(),
    };
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
    const other = files.find((file) => !file.csv);
    if (other)
      throw inputFailure(
        'input.map.format',
        `--map is for CSV exports; this is ${other.format.toUpperCase()}`,
        {
          place: { file: other.name },
          expected: 'CSV',
          found: other.format.toUpperCase(),
          hint: 'Orders in JSON are taken as they are: leave --map away.',
        },
      );
    const compiledOf = (file: OrderFile): Compiled => (file.csv!.layout as MappedLayout).compiled;
    await decide(
      files.map((file) => ({ file, compiled: compiledOf(file) })),
      this.decisions,
    );
  }

  info(): MappingInfo {
    const { name, limits } = this.map.mapping;
    const unmapped = [...this.layouts.values()].flatMap(({ compiled }) => compiled.unmapped);
    return {
      name,
      limits: limits ?? [],
      unmapped: [...new Set(unmapped)],
      joins: this.joins.map(({ spec, keys, duplicates }) => ({ name: spec.name, keys, duplicates })),
    };
  }
}
