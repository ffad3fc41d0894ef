// Compiles a mapping for one header: binds every value and condition to its columns, level by level.
import type { Finding } from '../../../contract/finding.ts';
import type { MessageTable } from '../../message-table.ts';
import {
  type Cells,
  type Fields,
  type FileFacts,
  REMARK,
  type RowReading,
  type RowsMessage,
} from '../../rows.ts';
import type { RowPlace } from '../../types.ts';
import { recordPlaces } from '../json/json-paths.ts';
import type { LoadedMapping } from '../language/loaded-mapping.ts';
import { levelFields, withFallback } from '../values/level-fields.ts';
import { centsOf } from '../values/money.ts';
import { digitsReader, valuesKey } from '../values/shared-values.ts';
import type { SharedField, ValueCompiling } from '../values/value.ts';
import { bind, columnsKey, type Decisions, type HeaderPlace, reportRules, skipRules } from './bind.ts';
import { report, rowsOfFiles, skipOf } from './counted-rows.ts';
import { compileKinds } from './row-kinds.ts';

/**
 * The last step of building a message, which may change it and its lines. `stated` has the values of
 * `Extension.stated`, `lines` the cells of each line. Returns whether the lines add up to the
 * sums that the export states; undefined where it states none.
 */
export type LastStep = (
  raw: Fields,
  stated: Fields,
  lines: readonly Cells[],
  findings: Finding[],
) => RowsMessage['closes'];

/** What a mapping of one kind of message defines in addition to the sources of its fields. */
export interface Extension {
  /** Additional values that all rows share, besides fields. */
  stated(map: LoadedMapping, to: ValueCompiling): readonly SharedField[];
  lastStep(map: LoadedMapping, to: ValueCompiling): LastStep;
  /** The rule of a field that the last step computed, where it is to be shown. */
  ruleOf(message: RowsMessage, path: string, isMapped: boolean): string | undefined;
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
  const units = { minorUnits: mapping.minor_units ?? decisions.minorUnits };
  const { of } = table;
  const lines = table.levels.at(-1)!;
  const { to, during, elsewhere, names, amounts, dates, unmapped } = bind(map, header, decisions, {
    numbered: lines.prefix + lines.key[0]!,
    decidesWholes: !table.hasAmounts,
    level: of,
  });
  const [top, ...below] = table.levels;
  const [fields, ofMessage] = during(() =>
    withFallback(mapping, levelFields(table, top!, mapping[of] ?? {}, to), to),
  );
  const [key, ofKey] = during(() => {
    const given = rows?.[of];
    return given === undefined ? valuesKey(top!, fields) : columnsKey(given, ['rows', of], to);
  });
  const [stated, ofStated] = during(() => extension?.stated(map, to) ?? []);
  const further = `${of}_columns` as const;
  const [, ofFurther] = during(() =>
    rows?.[further]?.map((name, i) => to.column(name, ['rows', further, i])),
  );
  const lower = below.map((level) => during(() => levelFields(table, level, mapping[level.name] ?? {}, to)));
  const [skip, ofSkip] = during(() => skipRules(rows, to));
  const [reports, ofReports] = during(() => reportRules(rows, to));
  const [joins, ofJoins] = during(() =>
    header.joins.map((join) => ({
      join,
      key:
        join.spec.key === undefined
          ? undefined
          : to.column(join.spec.key, join.spec.parts ? [...join.spec.parts, 'key'] : []),
    })),
  );
  const [lastStep, ofLastStep] = during(() => extension?.lastStep(map, to));
  const all = [fields, ...lower.map(([own]) => own)];
  const used = [
    new Set([...ofMessage, ...ofKey, ...ofStated, ...ofJoins, ...ofFurther, ...elsewhere.message]),
    ...lower.map(([, columns], i) =>
      i < lower.length - 1 ? columns : new Set([...columns, ...elsewhere.lines]),
    ),
  ];
  const kinds = compileKinds(map, to, during, { columns: used[0]!, key: ofKey, lines: used.at(-1)! });
  const dated = table.version === undefined ? undefined : mapping[of]?.[table.version];
  const isPlain =
    typeof dated === 'string' || (typeof dated === 'object' && 'column' in dated && !('take' in dated));
  const changedAt = isPlain ? fields.find(({ field }) => field.name === table.version)?.value : undefined;
  const conditions = [ofSkip, ofReports, ofLastStep, ...(kinds ? [kinds.columns] : [])];
  const levels = table.levels.map((level, depth) => {
    const columns = [...used[depth]!];
    const above = used.slice(0, depth);
    const lookers = [...used.slice(depth + 1), ...(depth === 0 ? conditions : [])];
    const ownOf = all.slice(depth).map((own, i) => {
      const others = used.slice(0, depth + i);
      return own.flatMap(({ value }) => value.columns).filter((index) => !isIn(others, index));
    });
    return {
      list: level.list,
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
      own: [...new Set(ownOf.flat())].filter((index) => index < header.names.length),
      /** Lists that are set to empty when the mapping does not fill them. */
      neededLists: level.fields.filter((f) => f.isNeededList && f.keys.length === 1).map(({ path }) => path),
      /** From what the identifier of an element is generated; undefined when the rows have one. */
      generates: all[depth]!.find(({ value }) => value.generated)?.value.generated,
      /** The fields that identify an element of the level. */
      key: level.key,
    };
  });
  const [{ columns, shared }] = levels as [(typeof levels)[number]];
  return {
    table,
    names: header.names,
    /** Column names, with those of joined files at the end. */
    allNames: names,
    /** True for the template: cells are taken literally, and rows of one message must not differ. */
    isLiteral: false,
    /** A text that is equal for all rows of one message; empty for rows without an identifier. */
    key,
    /** Where cells stand in JSON records; undefined for a table. */
    inRecord: recordPlaces(header.names),
    /** Columns with findings, also those of joined files. */
    remarks: [...names.keys()].filter((i) => names[i] === REMARK || names[i]!.endsWith(`.${REMARK}`)),
    /** The column that differs between versions of a message; -1 when the input holds each message once. */
    version: -1,
    /** The date of change, where it is a plain column of the message. */
    changedAt: changedAt?.columns.some((i) => shared.includes(i) || i >= header.names.length)
      ? undefined
      : changedAt,
    /** Columns of the message alone: neither of its lines nor what groups its rows. */
    ofOrder: columns.filter((i) => i < header.names.length && !shared.includes(i)),
    /** From the message down to its lines. */
    levels,
    /** The rows to use where files share a message. */
    rowsOf: (given: readonly Cells[], places: readonly RowPlace[], around: FileFacts) =>
      rowsOfFiles(of, given, places, header.names, around),
    /** Undefined when no row is skipped. */
    skipOf:
      skip.length === 0
        ? undefined
        : (given: readonly Cells[], head: Cells) => skipOf(skip, fills, levels[0]!.shared, given, head),
    report: reports.length === 0 ? undefined : (reading: RowReading) => report(reports, of, reading),
    /** Undefined when the mapping names neither kinds of rows nor refunds. */
    kinds,
    stated,
    /** Values that are known only after all line items were read; undefined when there are none. */
    wholeOrder: to.wholeOrder.isUsed ? to.wholeOrder : undefined,
    lastStep,
    ruleOf: extension?.ruleOf,
    fills,
    /** Undefined for messages without amounts. */
    digitsOf: table.hasAmounts
      ? digitsReader(fields, amounts, { ...decisions, ...units }, (text, d) =>
          centsOf(text, decisions.decimal ?? '.', d),
        )
      : undefined,
    joins,
    amounts,
    dates,
    unmapped: unmapped(),
  };
}

export type Compiled = ReturnType<typeof compile>;
export type CompiledLevel = Compiled['levels'][number];

const isIn = (sets: readonly ReadonlySet<number>[], index: number) => sets.some((set) => set.has(index));
