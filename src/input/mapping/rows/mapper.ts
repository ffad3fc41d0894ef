// A mapping with the options of a run: makes the layouts of its files, and decides what must be known before they are
// read.

import { usageFailure } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import { badValue } from '../../../basics/units.ts';
import type { Header, WrittenRows } from '../../csv-header.ts';
import type { Subject } from '../../message-table.ts';
import type { OpenedFile, OpenOptions } from '../../open-file.ts';
import { isHidden } from '../../rows.ts';
import type { IntakeOptions, MappingInfo } from '../../types.ts';
import type { Join } from '../joins/joins.ts';
import {
  type JsonColumns,
  jsonColumns,
  type PathsSeen,
  type RowLists,
  rowListsOf,
} from '../json/json-columns.ts';
import { LIST, pathOf } from '../json/json-paths.ts';
import { JsonTable } from '../json/json-table.ts';
import { namedColumns } from '../language/columns.ts';
import type { LoadedMapping } from '../language/mapping.ts';
import type { MappingFile } from '../language/shape.ts';
import { OrderRefunds, refundSpot } from '../refunds/order-refunds.ts';
import { type Decisions, FORMAT_EXPECTED } from '../values/binding.ts';
import { readerOf } from '../values/date-format.ts';
import { isZone, Zone, zoneMeant } from '../values/dates.ts';
import { decide } from '../values/decide-formats.ts';
import { compile, type Extension } from './compile.ts';
import { nameLines } from './line-identifiers.ts';
import { MappedLayout } from './mapped-layout.ts';
import { crossedRows } from './row-kinds.ts';
import { splitFor } from './split.ts';
import { versionsIn } from './versions.ts';

/** The flags that can only be used with a mapping. */
type MappingOptions = Pick<IntakeOptions, 'timezone' | 'decimal' | 'dateFormat' | 'minorUnits' | 'currency'>;

export class Mapper {
  readonly columns: ReadonlySet<string>;
  /** Read before the first layout is made. */
  readonly joins: Join[] = [];
  private readonly decisions: Decisions;
  private readonly layouts = new Map<string, MappedLayout>();
  private readonly rowLists: RowLists;
  private readonly matched: ReadonlyMap<string, number>;
  /** Of the JSON and NDJSON files, by the file. */
  private readonly tables = new Map<OpenedFile, JsonTable>();

  /** @throws Failure exit 2 for a flag value that is not understood */
  constructor(
    private readonly subject: Subject,
    private readonly map: LoadedMapping,
    wish: MappingOptions,
    private readonly extension?: Extension,
    /** Hexadecimal; given for orders, whose lines are named by their articles. */
    private readonly sha256?: (text: string) => string,
  ) {
    const { names, matched } = namedColumns(subject.table, map.mapping);
    this.columns = names;
    this.matched = matched;
    this.rowLists = rowListsOf(subject.table, map.mapping);
    this.decisions = decisionsOf(map.mapping, wish);
  }

  /**
   * Files with the same header share one layout, so that their rows can be compared cell by cell. @throws Failure exit
   * 6
   */
  layoutOf(file: string, header: Pick<Header, 'names' | 'line' | 'split'>): MappedLayout {
    const { line, split } = header;
    const names = [...header.names, ...(split?.names ?? [])];
    const key = names.join('\n');
    let layout = this.layouts.get(key);
    if (!layout) {
      layout = this.make(file, line, names, split?.sources);
      this.layouts.set(key, layout);
    }
    return layout;
  }

  /** How files are opened that the mapping reads. */
  get opening(): Pick<OpenOptions, 'known' | 'split' | keyof WrittenRows> {
    const { file, rows } = this.map.mapping;
    return {
      known: this.columns,
      isQuoted: file?.quote !== 'none',
      isEscaped: file?.escape === 'backslash',
      isTwice: file?.quote === 'twice',
      titleLines: file?.title_lines,
      footer: file?.footer,
      fillDown: file?.fill_down,
      split: rows?.split && splitFor(this.map, rows.split, this.columns),
    };
  }

  private make(
    file: string,
    line: number,
    names: readonly string[],
    sources?: ReadonlySet<number>,
  ): MappedLayout {
    const header = { file, line, names, joins: this.joins, rowLists: this.rowLists, sources };
    const compiled = compile(this.subject.table, this.map, header, this.decisions, this.extension);
    const generates = compiled.levels.at(-1)!.generates === 'line';
    const withNames = (merged: readonly string[]) => this.make(file, line, merged, sources);
    const sha256 = generates ? this.sha256 : undefined;
    return new MappedLayout(compiled, withNames, {
      versionsIn,
      nameLines,
      OrderRefunds,
      refundSpot,
      crossedRows,
      sha256,
    });
  }

  /** The columns that the mapping names in a joined file. */
  columnsOf(join: string): string[] {
    const prefix = `${join}.`;
    return [...this.columns].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  }

  /** The records of a JSON or NDJSON file as rows, and what the rows mean. @throws Failure exit 6 */
  recordsOf(file: OpenedFile): { readonly table: JsonTable; readonly layout: MappedLayout } {
    const columns = this.jsonColumns();
    const layout = this.layoutOf(file.name, { names: columns.names, line: 1 });
    let table = this.tables.get(file);
    if (!table) {
      const fields = layout.compiled.levels.flatMap((level) => level.fields);
      const structures = fields.flatMap(({ field, value }) => (field.kind === 'json' ? value.columns : []));
      table = new JsonTable(file, this.subject, columns, {
        records: this.map.mapping.file?.records,
        structures: new Set(structures),
        // With a decimal comma in texts, the decimals of numbers are written with one, too.
        number: (text) => (this.decisions.decimal === ',' ? text.replace('.', ',') : text),
      });
      this.tables.set(file, table);
    }
    return { table, layout };
  }

  private jsonColumns(): JsonColumns {
    const isJoined = (name: string) => this.joins.some(({ spec }) => name.startsWith(`${spec.name}.`));
    const paths = [...this.columns].filter((name) => !isJoined(name));
    return jsonColumns(paths, this.rowLists.all, this.matched);
  }

  /** @throws Failure exit 6 when something stays undecided */
  async decide(files: readonly OpenedFile[], signal?: AbortSignal): Promise<void> {
    const decided = files.map((file) => {
      if (file.csv) return { file, compiled: this.layoutOf(file.name, file.csv.header).compiled };
      const { table, layout } = this.recordsOf(file);
      return { file, compiled: layout.compiled, table };
    });
    await decide(decided, this.decisions, this.subject.table.hasAmounts, signal);
  }

  info(): MappingInfo {
    const { name, limits, levels = {}, platform, confirmed = [], minor_units: minorUnits } = this.map.mapping;
    const tables = [...this.tables.values()];
    const unmapped = [
      ...[...this.layouts.values()].flatMap(({ compiled }) => compiled.unmapped),
      ...tables.flatMap((table) => table.unmapped.filter((path) => !platform?.ignored?.includes(path))),
    ];
    return {
      name,
      ...this.map.origin,
      limits: limits ?? [],
      unmapped: [...new Set(unmapped)],
      confirmed,
      isOfPlatform: platform !== undefined,
      get absent() {
        return absentIn(tables);
      },
      get beside() {
        const all = tables.flatMap((table) => table.beside.map((path) => path + LIST));
        return [...new Set(all)].filter((path) => !platform?.ignored?.includes(path));
      },
      levels,
      minorUnits,
      joins: this.joins.map((join) => ({
        name: join.spec.name,
        keys: join.keys,
        minMatch: join.spec.minMatch,
        duplicates: join.duplicates,
        get unused() {
          return join.unused();
        },
      })),
    };
  }
}

/** Paths that no record of the files that were read had. */
function absentIn(tables: readonly JsonTable[]): string[] {
  const paths = new Set(
    tables.flatMap(({ columns }) => columns.names.filter((name) => pathOf(name) === name && !isHidden(name))),
  );
  const isSeen = (path: string, what: keyof PathsSeen) =>
    tables.some(({ columns, seen }) => seen[what][columns.names.indexOf(path)] === true);
  return [...paths].filter(
    (path) => !isSeen(path, 'met') && (isSeen(path, 'reached') || !isSeen(path, 'ended')),
  );
}

/** @throws Failure exit 2 for a flag value that is not understood */
function decisionsOf(mapping: MappingFile, options: MappingOptions): Decisions {
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
  return {
    zone: zone === undefined ? undefined : new Zone(zone),
    format: format && [format],
    decimal: options.decimal ?? mapping.decimal,
    minorUnits: options.minorUnits,
    currency: options.currency,
    dayOrders: new Map(),
  };
}
