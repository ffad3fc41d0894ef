// Compiles a mapping for one header: binds every value and condition to its columns, level by level.

import type { Finding } from '../../../contract/finding.ts';
import type { MessageTable, TableLevel } from '../../message-table.ts';
import {
  type Cells,
  type Fields,
  REMARK,
  type RowReading,
  type RowsAt,
  type RowsMessage,
} from '../../rows.ts';
import type { Join } from '../joins/joins.ts';
import { recordPlaces } from '../json/json-paths.ts';
import type { LoadedMapping } from '../language/mapping.ts';
import { Binding, type Decisions, type HeaderPlace } from '../values/binding.ts';
import { centsOf } from '../values/money.ts';
import { digitsReader, valuesKey } from '../values/shared-values.ts';
import type { SharedField } from '../values/value.ts';
import { compileKinds, levelFields, withFallback } from './row-kinds.ts';
import { columnsKey, report, reportRules, rowsOfFiles, skipOf, skipRules } from './skipped-rows.ts';

/** The last step of building a message, which may change it and its lines. */
export interface LastStep {
  /** Columns of the rows that it looks at. */
  readonly columns: readonly number[];
  /**
   * `stated` has the values of `Extension.stated`, `lines` the cells of each line. Returns whether the lines add up to the sums that
   * the export states; undefined where it states none.
   */
  take(raw: Fields, stated: Fields, lines: readonly Cells[], findings: Finding[]): RowsMessage['closes'];
}

/** What a mapping of one kind of message defines in addition to the sources of its fields. */
export interface Extension {
  /** Additional values that all rows share, besides fields. */
  stated(map: LoadedMapping, to: Binding): readonly SharedField[];
  lastStep(map: LoadedMapping, to: Binding): LastStep;
  /** The rule of a field that the last step computed, where it is to be shown. */
  ruleOf(message: RowsMessage, path: string, isMapped: boolean): string | undefined;
}

/** What building messages from rows needs: of a mapping, or of the template, which lacks what only a mapping has. */
export type Compiled = Readonly<ReturnType<typeof compile>>;
/** One level of a compiled mapping, from the message down to its lines. */
export type CompiledLevel = Compiled['levels'][number];

/** The rows of an order, with what the mapping makes of them. */
export interface OrderRows extends RowsAt {
  readonly compiled: Compiled;
}

interface CompiledJoin {
  readonly join: Join;
  /** The column with the key of the file; undefined for the key of the order. */
  readonly key: number | undefined;
}

/** @throws Failure exit 6 */
export function compile(
  table: MessageTable,
  map: LoadedMapping,
  header: HeaderPlace,
  decisions: Decisions,
  extension: Extension | undefined,
) {
  const { mapping } = map;
  const { rows } = mapping;
  const fills = rows?.blank !== 'keep';
  const { of } = table;
  const to = new Binding(table, map, header, decisions);
  const [top, ...below] = table.levels as [TableLevel, ...TableLevel[]];
  const fields = withFallback(mapping, levelFields(table, top, mapping[of] ?? {}, to), to);
  const given = rows?.[of];
  const key =
    given === undefined ? { columns: [], of: valuesKey(top, fields) } : columnsKey(given, ['rows', of], to);
  const stated = extension?.stated(map, to) ?? [];
  const further = `${of}_columns` as const;
  const ofFurther = rows?.[further]?.map((name, i) => to.column(name, ['rows', further, i])) ?? [];
  const ofLines = rows?.line_columns?.map((name, i) => to.column(name, ['rows', 'line_columns', i])) ?? [];
  const lower = below.map((level) => levelFields(table, level, mapping[level.name] ?? {}, to));
  const skip = skipRules(rows, to);
  const reports = reportRules(rows, to);
  const joins = header.joins.map((join): CompiledJoin => {
    const { key: name, parts } = join.spec;
    return { join, key: name === undefined ? undefined : to.column(name, parts ? [...parts, 'key'] : []) };
  });
  const lastStep = extension?.lastStep(map, to);
  const { wholeOrder } = to;
  const ofJoins = joins.flatMap((join) => join.key ?? []);
  const ofMessage = [...key.columns, ...columnsOf(stated), ...ofJoins, ...ofFurther];
  const all = [fields, ...lower];
  const used = all.map((own) => new Set(columnsOf(own)));
  for (const index of [...ofMessage, ...wholeOrder.columns.message]) used[0]!.add(index);
  for (const index of wholeOrder.columns.lines) used.at(-1)!.add(index);
  for (const index of ofLines) {
    used[0]!.delete(index);
    used.at(-1)!.add(index);
  }
  const kinds = compileKinds(map, to, { columns: used[0]!, key: key.columns, lines: used.at(-1)! });
  const tests = [...skip, ...reports].flatMap(({ test }) => test.columns);
  const conditions = [new Set([...tests, ...(lastStep?.columns ?? []), ...(kinds?.columns ?? [])])];
  const levels = table.levels.map((level, depth) => {
    const columns = [...used[depth]!];
    const above = used.slice(0, depth);
    const lookers = [...used.slice(depth + 1), ...(depth === 0 ? conditions : [])];
    const ownOf = all.slice(depth).map((own, i) => {
      const others = used.slice(0, depth + i);
      return columnsOf(own).filter((index) => !isIn(others, index));
    });
    return {
      list: level.list,
      /** The fields that identify an element of the level. */
      key: level.key,
      fields: all[depth]!,
      /** Those of `fields` that are known from the rows of the element alone, and the others. */
      early: all[depth]!.filter(({ value }) => !value.late),
      late: all[depth]!.filter(({ value }) => value.late),
      /** Columns of the level: a blank cell on a later row has the first row's value. */
      columns,
      /** Those of `columns` that the levels below also read; for the message also those in conditions on rows. */
      shared: columns.filter((index) => isIn(lookers, index) && !isIn(above, index)),
      /**
       * Columns that only this level and those below use: a row whose cells in them are all blank is not an element of the level.
       * Columns of a joined file belong to the message: their values do not make a row a line.
       */
      own: [...new Set(ownOf.flat())].filter((index) => index < to.own),
      /** Lists that are set to empty when the mapping does not fill them. */
      neededLists: level.fields.filter((f) => f.isNeededList && f.keys.length === 1).map(({ path }) => path),
      /** From what the identifier of an element is generated; undefined when the rows have one. */
      generates: all[depth]!.find(({ value }) => value.generated)?.value.generated,
    };
  });
  const { columns, shared } = levels[0]!;
  const isShared = (index: number) => index >= to.own || shared.includes(index);
  const changedAt =
    isPlainDate(table, map) && fields.find(({ field }) => field.name === table.version)?.value;
  const units = { ...decisions, minorUnits: mapping.minor_units ?? decisions.minorUnits };
  const cents = (text: string, digits: number) => centsOf(text, to.decimal(), digits);
  return {
    table,
    names: header.names,
    /** Column names, with those of joined files at the end. */
    allNames: to.names,
    /** True for the template: cells are taken literally, and rows of one message must not differ. */
    isLiteral: false,
    /** Whether a blank cell on a later row has the value of the first. */
    fills,
    /** Columns of the lines that a field of the message reads as well. */
    ofLines,
    levels,
    /** A text that is equal for all rows of one message; empty for rows without an identifier. */
    key: key.of,
    /** The column that differs between versions of a message; -1 when the input holds each message once. */
    version: -1,
    /** The rows to use where files share a message. */
    rowsOf: (at: RowsAt) => rowsOfFiles(of, header.names, at),
    /** Absent for messages without amounts. */
    digitsOf: table.hasAmounts ? digitsReader(fields, to.amounts, units, cents) : undefined,
    lastStep,
    /** Where cells stand in JSON records; absent for a table. */
    inRecord: recordPlaces(header.names),
    /** Columns with findings, also those of joined files. */
    remarks: [...to.names.keys()].filter(
      (i) => to.names[i] === REMARK || to.names[i]!.endsWith(`.${REMARK}`),
    ),
    /** The date of change, where it is a plain column of the message. */
    changedAt: changedAt && !changedAt.columns.some(isShared) ? changedAt : undefined,
    /** Columns of the message alone: neither of its lines nor what groups its rows. */
    ofOrder: columns.filter((index) => !isShared(index)),
    /** Absent when no row is skipped. */
    skipOf:
      skip.length === 0
        ? undefined
        : (own: readonly Cells[], head: Cells) => skipOf(skip, fills ? shared : [], own, head),
    report: reports.length === 0 ? undefined : (reading: RowReading) => report(reports, of, reading),
    /** Absent when the mapping names neither kinds of rows nor refunds. */
    kinds,
    stated,
    /** Values that are known only after all line items were read; absent when there are none. */
    wholeOrder: wholeOrder.isUsed ? wholeOrder : undefined,
    ruleOf: extension?.ruleOf,
    joins,
    /** Columns from which something must be decided. */
    amounts: to.amounts,
    dates: to.dates,
    unmapped: to.unmapped(),
  };
}

/** Whether the date of change is a plain column: then rows with another one are another version. */
function isPlainDate({ of, version }: MessageTable, { mapping }: LoadedMapping): boolean {
  const dated = version === undefined ? undefined : mapping[of]?.[version];
  return typeof dated === 'string' || (typeof dated === 'object' && 'column' in dated && !('take' in dated));
}

const columnsOf = (fields: readonly SharedField[]): number[] => fields.flatMap(({ value }) => value.columns);
const isIn = (sets: readonly ReadonlySet<number>[], index: number) => sets.some((set) => set.has(index));
