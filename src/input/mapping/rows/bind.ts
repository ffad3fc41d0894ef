// Binds a mapping to one header: finds columns by name, reads formats, and collects what must be decided from the data.
import { quote } from '../../../basics/text.ts';
import type { MinorUnits } from '../../../basics/units.ts';
import type { Cells } from '../../rows.ts';
import type { Join } from '../joins/joins.ts';
import type { RowLists } from '../json/json-columns.ts';
import { isElementOf, isPlaced, pathOf, splitCell } from '../json/json-paths.ts';
import { HeaderColumns } from '../language/columns.ts';
import type { LoadedMapping } from '../language/loaded-mapping.ts';
import type { RowsKey, RowsSpec } from '../language/shape.ts';
import { type Compiling, compileCondition } from '../values/conditions.ts';
import { type DayOrder, type ReadDate, readerOf } from '../values/date-format.ts';
import { DateReader, readDate, readDay, type Zone } from '../values/dates.ts';
import type { DecimalSign } from '../values/money.ts';
import { firstFilled, type ValueCompiling, WholeOrder } from '../values/value.ts';
import type { ReportRule, SkipRule } from './counted-rows.ts';

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

export function bind(
  map: LoadedMapping,
  header: HeaderPlace,
  decisions: Decisions,
  kind: Pick<ValueCompiling, 'numbered' | 'decidesWholes' | 'level'>,
) {
  const joined = header.joins.flatMap((join) => join.names.map((name) => `${join.spec.name}.${name}`));
  const columns = new HeaderColumns(header.file, header.line, header.names, joined, map);
  const names = [...header.names, ...joined];
  const all = new Map<string, number>();
  const placed = new Map<string, number>();
  for (const [index, name] of names.entries())
    if (pathOf(name) !== name) (isPlaced(name) ? placed : all).set(pathOf(name), index);
  const element = all.get('');
  const { lines } = header.rowLists;
  const { sources } = header;
  for (const index of sources ?? []) columns.use(index);
  const amounts: Open[] = [];
  const dates: Open[] = [];
  const readers = new Map<string, DateReader>();
  let used = new Set<number>();
  const elsewhere = { message: new Set<number>(), lines: new Set<number>() };
  const into = <T>(set: Set<number>, work: () => T): T => {
    const before = used;
    used = set;
    const made = work();
    used = before;
    return made;
  };
  const hiddenIn = (columns: ReadonlyMap<string, number>, index: number) => {
    const hidden = columns.get(names[index]!);
    if (hidden !== undefined) used.add(hidden);
    return hidden;
  };
  const to: ValueCompiling = {
    names,
    own: header.names.length,
    ...kind,
    wholeOrder: new WholeOrder(),
    ofMessage: (work) => into(elsewhere.message, work),
    ofLines: (work) => into(elsewhere.lines, work),
    decimal: () => decisions.decimal ?? '.',
    column(name, parts) {
      const index = columns.find(name, parts);
      used.add(index);
      return index;
    },
    // A row of a table in another file has no element.
    isLine:
      element === undefined || (lines === undefined && !sources)
        ? undefined
        : sources
          ? (cells) => cells[element] !== splitCell('')
          : (cells) => cells[element] === '' || isElementOf(cells[element]!, lines!),
    all: (index) => hiddenIn(all, index),
    placed: (index) => hiddenIn(placed, index),
    element(list, parts) {
      const lists = sources ? [] : header.rowLists.all;
      if (element === undefined || !lists.includes(list))
        throw map.fault(
          'input.map.list',
          parts,
          `No row of ${header.file} is made from the list ${quote(list)}`,
          {
            expected: lists.map(quote).join(' or ') || 'a condition on a column: lists are of JSON',
            found: quote(list),
            hint: 'Name the lists whose elements are rows in rows.item and rows.refund.',
          },
        );
      return element;
    },
    fault: (parts, message, expected) =>
      map.fault('input.map.value', parts, message, { expected, hint: 'Correct the mapping at that place.' }),
    amounts(list, strip) {
      for (const index of list) amounts.push({ index, name: names[index]!, strip });
    },
    dates(kind, list, format, parts) {
      const formats = decisions.format ?? formatsOf(map, format, parts);
      const name = names[list[0]!]!;
      if (!formats) for (const index of list) dates.push({ index, name: names[index]!, strip: undefined });
      const same = JSON.stringify([kind, formats ? { format } : name]);
      const reader =
        readers.get(same) ??
        new DateReader(
          {
            formats,
            zone: decisions.zone,
            dayOrder: () => decisions.dayOrders.get(name) ?? 'day first',
          },
          kind === 'day' ? readDay : readDate,
        );
      readers.set(same, reader);
      return reader;
    },
  };
  return {
    to,
    /** Column names, with those of joined files at the end. */
    names,
    amounts,
    dates,
    /** Compiles a part, and returns it with the columns that it uses. */
    during<T>(work: () => T): [T, ReadonlySet<number>] {
      used = new Set();
      return [work(), used];
    },
    /** Columns of the message and of its lines that values of another level use. */
    elsewhere,
    /**
     * To be called after the whole mapping was compiled. Returns the columns that it neither uses nor ignores. @throws Failure exit 6
     * that names every column that the header lacks
     */
    unmapped(): readonly string[] {
      columns.check();
      const ignored = new Set(map.mapping.platform?.ignored);
      return columns.unmapped().filter((name) => !ignored.has(name));
    },
  };
}

export type Bound = ReturnType<typeof bind>;

/** The key by which rows are grouped: the text of one column, or of several. */
export function columnsKey(
  given: RowsKey,
  parts: readonly PropertyKey[],
  to: Compiling,
): (cells: Cells) => string {
  if (typeof given === 'object' && 'column' in given) {
    const indexes = given.column.map((name, i) => to.column(name, [...parts, 'column', i]));
    return (cells) => cells[firstFilled(indexes, cells)]!;
  }
  const list = typeof given === 'string' ? [given] : given;
  const indexes = list.map((name, i) => to.column(name, typeof given === 'string' ? parts : [...parts, i]));
  if (indexes.length === 1) return (cells) => cells[indexes[0]!]!;
  return (cells) => {
    const texts = indexes.map((index) => cells[index]!);
    return texts.every((text) => text === '') ? '' : texts.join('\u001f');
  };
}

/** Credits come first: a rule that leaves out the same row must not keep it from being reported. */
export const skipRules = (rows: RowsSpec | undefined, to: Compiling): readonly SkipRule[] => [
  ...(rows?.credit ? [rows.credit] : []).map(({ when, reason }) => ({
    test: compileCondition(when, ['rows', 'credit', 'when'], to),
    reason,
    whole: false,
    isCredit: true,
  })),
  ...(rows?.skip ?? []).map(({ when, reason, level }, i) => ({
    test: compileCondition(when, ['rows', 'skip', i, 'when'], to),
    reason,
    whole: level !== undefined && level !== 'row',
  })),
];

export const reportRules = (rows: RowsSpec | undefined, to: Compiling): readonly ReportRule[] =>
  (['refuse', 'warn'] as const).flatMap((kind) =>
    (rows?.[kind] ?? []).map(({ when, reason }, i) => ({
      test: compileCondition(when, ['rows', kind, i, 'when'], to),
      reason,
      refuses: kind === 'refuse',
    })),
  );

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
