// A mapping bound to one header: finds columns by name, reads formats, and notes what must be decided from the data; and what a value
// is compiled for.

import type { MinorUnits } from '../../../basics/minor-units.ts';
import { quote } from '../../../basics/text.ts';
import type { LevelName, MessageTable, TableField } from '../../message-table.ts';
import type { Cells } from '../../rows.ts';
import type { Join } from '../joins/joins.ts';
import type { RowLists } from '../json/json-columns.ts';
import { isElementOf, isPlaced, pathOf, splitCell } from '../json/json-paths.ts';
import { HeaderColumns } from '../language/columns.ts';
import type { LoadedMapping } from '../language/mapping.ts';
import type { Operand } from '../language/value-shape.ts';
import type { Compiling } from './conditions.ts';
import { type DayOrder, type ReadDate, readerOf } from './date-format.ts';
import { DateReader, readDate, readDay, Zone } from './dates.ts';
import type { DecimalSign } from './money.ts';
import { type Value, WholeOrder } from './value.ts';

/**
 * Applies to the whole input: given by flags or mapping, or decided from the columns before the first order is read.
 */
export interface Decisions {
  readonly zone: Zone | undefined;
  /** From `--date-format`. */
  readonly format: readonly ReadDate[] | undefined;
  decimal: DecimalSign | undefined;
  /** For decimal amounts in a currency that has not two decimals. */
  readonly minorUnits?: MinorUnits | undefined;
  /** Of orders without one. */
  readonly currency?: string | undefined;
  /** By column name. */
  readonly dayOrders: Map<string, DayOrder>;
}

/** A column from whose cells something must be decided. */
export interface Open {
  readonly index: number;
  readonly name: string;
  readonly strip: string | undefined;
}

export interface HeaderPlace {
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
  /** Their columns come after those of the file. */
  readonly joins: readonly Join[];
  /** The lists of a JSON record whose elements are rows. */
  readonly rowLists: RowLists;
  /** Columns of a table that `rows.split` reads. */
  readonly sources?: ReadonlySet<number> | undefined;
}

/** A mapping bound to one header: its columns and dates, and what must be decided from the data. */
/** `Order Date UTC`, `modified_gmt`, `createdAtUtc`, `Created (UTC+2)`: whatever the zone of the other columns. */
const SAYS_UTC =
  /(?:(?:^|[^a-z])(?:utc|gmt)|[a-z](?:Utc|UTC|Gmt|GMT))(?![a-z])(?:\s*([+-])\s*0?(\d{1,2})(?::?(\d\d))?)?/i;

/** The zone that the name of a column says; undefined where it says none, or half an hour, which no zone's name says. */
function zoneIn(column: string): string | undefined {
  const said = SAYS_UTC.exec(column);
  const [, sign, hours = '0', minutes = '00'] = said ?? [];
  if (!said || minutes !== '00' || Number(hours) > 12) return undefined;
  // These names count the other way.
  return sign === undefined || hours === '0' ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
}

export class Binding implements Compiling {
  /** Column names, with those of joined files at the end. */
  readonly names: readonly string[];
  /** Number of columns of the file itself. */
  readonly own: number;
  /** Columns with decimal amounts, and those with dates of which the order of day and month must be decided. */
  readonly amounts: Open[] = [];
  readonly dates: Open[] = [];
  readonly wholeOrder = new WholeOrder();
  /** Whether a row is an element of the list of line items in a JSON record; undefined where there is no such list. */
  readonly isLine: ((cells: Cells) => boolean) | undefined;
  /** The field whose value may be generated from the number of the line. */
  readonly numbered: string;
  /** Whole numbers help to decide the decimal sign: in a message without amounts there are no other numbers. */
  readonly decidesWholes: boolean;
  private readonly columns: HeaderColumns;
  /** The columns with all values of a path, and those with their places as well, by the path. */
  private readonly allOf = new Map<string, number>();
  private readonly placedOf = new Map<string, number>();
  private readonly readers = new Map<string, DateReader>();

  constructor(
    table: MessageTable,
    private readonly map: LoadedMapping,
    private readonly header: HeaderPlace,
    private readonly decisions: Decisions,
  ) {
    const { file, line, names, joins, rowLists, sources } = header;
    const joined = joins.flatMap((join) => join.names.map((name) => `${join.spec.name}.${name}`));
    this.columns = new HeaderColumns(file, line, names, joined, map);
    this.names = [...names, ...joined];
    this.own = names.length;
    const lines = table.levels.at(-1)!;
    this.numbered = lines.prefix + lines.key[0]!;
    this.decidesWholes = !table.hasAmounts;
    for (const [index, name] of this.names.entries())
      if (pathOf(name) !== name) (isPlaced(name) ? this.placedOf : this.allOf).set(pathOf(name), index);
    for (const index of sources ?? []) this.columns.use(index);
    const element = this.allOf.get('');
    const list = rowLists.lines;
    // A row of a table in another file has no element.
    if (element !== undefined && sources) this.isLine = (cells) => cells[element] !== splitCell('');
    else if (element !== undefined && list !== undefined)
      this.isLine = (cells) => cells[element] === '' || isElementOf(cells[element]!, list);
  }

  decimal = (): DecimalSign => this.decisions.decimal ?? '.';

  column(name: string, parts: readonly PropertyKey[]): number {
    return this.columns.find(name, parts);
  }

  /** The column with all values of a path of JSON that leads through a list of several; undefined for other columns. */
  all(index: number): number | undefined {
    return this.allOf.get(this.names[index]!);
  }

  /** The column with all values of a path and the indexes of their elements; undefined for paths that no `match` names. */
  placed(index: number): number | undefined {
    return this.placedOf.get(this.names[index]!);
  }

  element(list: string, parts: readonly PropertyKey[]): number {
    const { file, rowLists, sources } = this.header;
    const lists = sources ? [] : rowLists.all;
    const element = this.allOf.get('');
    if (element !== undefined && lists.includes(list)) return element;
    throw this.map.fault('input.map.list', parts, `No row of ${file} is made from the list ${quote(list)}`, {
      expected: lists.map(quote).join(' or ') || 'a condition on a column: lists are of JSON',
      found: quote(list),
      hint: 'Name the lists whose elements are rows in rows.item and rows.refund.',
    });
  }

  fault(parts: readonly PropertyKey[], message: string, expected: string): Error {
    const hint = 'Correct the mapping at that place.';
    return this.map.fault('input.map.value', parts, message, { expected, hint });
  }

  /** Notes that these columns hold decimal amounts. */
  noteAmounts(list: readonly number[], strip: string | undefined): void {
    for (const index of list) this.amounts.push({ index, name: this.names[index]!, strip });
  }

  /** How the dates of each of these columns are read. Notes those whose order of day and month must be decided. */
  datesOf(
    kind: 'timestamp' | 'day',
    list: readonly number[],
    format: string | readonly string[] | undefined,
    parts: readonly PropertyKey[],
  ): (column: number) => DateReader {
    const { names, decisions } = this;
    const formats = decisions.format ?? formatsOf(this.map, format, parts);
    const name = names[list[0]!]!;
    if (!formats) for (const index of list) this.dates.push({ index, name: names[index]!, strip: undefined });
    const dayOrder = () => decisions.dayOrders.get(name) ?? 'day first';
    const readers = list.map((index) => {
      const said = zoneIn(names[index]!);
      const same = JSON.stringify([kind, said, formats ? { format } : name]);
      const rules = { formats, zone: said === undefined ? decisions.zone : new Zone(said), dayOrder };
      const reader = this.readers.get(same) ?? new DateReader(rules, kind === 'day' ? readDay : readDate);
      this.readers.set(same, reader);
      return reader;
    });
    return (column) => readers[list.indexOf(column)] ?? readers[0]!;
  }

  /**
   * To be called after the whole mapping was compiled. Returns the columns that it neither uses nor ignores.
   * @throws Failure exit 6 that names every column that the header lacks
   */
  unmapped(): readonly string[] {
    this.columns.check();
    const ignored = new Set(this.map.mapping.platform?.ignored);
    return this.columns.unmapped().filter((name) => !ignored.has(name));
  }
}

/** What a value is compiled for, and where it stands in the mapping. */
export interface Target {
  readonly field: TableField;
  readonly parts: readonly PropertyKey[];
  /** The level of the field. */
  readonly level: LevelName;
  readonly to: Binding;
  /** True for a part of a calculation: it is read as an exact amount. */
  readonly isPart: boolean;
  /** Compiles a value that stands in another one. @throws Failure exit 6 */
  compile(spec: Operand, at: Target): Value;
}

export const inside = (at: Target, ...keys: readonly PropertyKey[]): Target => ({
  ...at,
  parts: [...at.parts, ...keys],
});

export const faultAt = ({ to, parts }: Target, message: string, expected: string): Error =>
  to.fault(parts, message, expected);

function formatsOf(
  map: LoadedMapping,
  own: string | readonly string[] | undefined,
  parts: readonly PropertyKey[],
): readonly ReadDate[] | undefined {
  const given = own === undefined ? map.mapping.dates?.formats : typeof own === 'string' ? [own] : own;
  return given?.map((format) => {
    const reader = readerOf(format);
    if (reader) return reader;
    throw map.fault(
      'input.map.format',
      own === undefined ? ['dates', 'formats'] : [...parts, 'format'],
      `The date format ${quote(format)} cannot be read`,
      {
        expected: FORMAT_EXPECTED,
        found: quote(format),
        hint: 'Write for example DD.MM.YYYY HH:mm or YYYY-MM-DD HH:mm:ss Z.',
      },
    );
  });
}

export const FORMAT_EXPECTED =
  'year, month and day, made of YYYY YY MMMM MMM MM M DD D dddd ddd HH H hh h mm ss SSS A Z; or alone X, x (seconds, milliseconds since 1970) or serial, serial-1904 (days of a spreadsheet)';
