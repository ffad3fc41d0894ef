// A mapping of ASNs against one header: every value and condition bound to its columns.
import { ASN_COLUMNS, type AsnField, type AsnLevel } from '../../input/asn-columns.ts';
import {
  bind,
  columnsKey,
  type Decisions,
  type HeaderPlace,
  type Open,
  reportRules,
  skipRules,
} from '../../input/mapping/bind.ts';
import type { Cells } from '../../input/mapping/conditions.ts';
import type { RowReading } from '../../input/mapping/convert.ts';
import type { LoadedMapping } from '../../input/mapping/loaded.ts';
import type { AsnMappingFile, Targets } from '../../input/mapping/shape.ts';
import type { SharedField } from '../../input/mapping/shared-values.ts';
import type { Skipping } from '../../input/mapping/skips.ts';
import type { Value, ValueCompiling } from '../../input/mapping/value.ts';
import { compileValue } from '../../input/mapping/values.ts';

export interface CompiledAsn extends Skipping {
  readonly names: readonly string[];
  /** What the rows of one ASN have in common; undefined where nothing says so. */
  readonly key: (cells: Cells) => string | undefined;
  readonly asn: readonly SharedField<AsnField>[];
  readonly carton: readonly SharedField<AsnField>[];
  readonly detail: readonly SharedField<AsnField>[];
  readonly reports: ReturnType<typeof reportRules>;
  /** Columns of the ASN, and of its cartons: blank on later rows means the first row's value. */
  readonly asnColumns: readonly number[];
  readonly cartonColumns: readonly number[];
  /** Of those of cartons, the ones that lines look at, too. */
  readonly cartonShared: readonly number[];
  /** Columns of cartons and lines alone: a row without any of the first is no line, without both no carton. */
  readonly lineColumns: readonly number[];
  readonly boxColumns: readonly number[];
  readonly amounts: readonly Open[];
  readonly dates: readonly Open[];
  readonly unmapped: readonly string[];
}

const PREFIX: Record<AsnLevel, string> = { asn: '', carton: 'carton.', detail: 'detail.' };

/** @throws Failure exit 6 */
export function compileAsn(
  map: LoadedMapping<AsnMappingFile>,
  header: Omit<HeaderPlace, 'joins'>,
  decisions: Decisions,
): CompiledAsn {
  const { rows, ...mapping } = map.mapping;
  const kind = { numbered: 'detail.line_identifier', decidesWholes: true };
  const bound = bind(map, { ...header, joins: [] }, decisions, kind);
  const { to, during } = bound;
  const [asn, ofAsn] = during(() => fieldsOf('asn', mapping.asn, to));
  const [key, ofKey] = during(() => keyOf(rows?.asn, asn, to));
  const [, further] = during(() =>
    rows?.asn_columns?.map((name, i) => to.column(name, ['rows', 'asn_columns', i])),
  );
  const [carton, ofCarton] = during(() => fieldsOf('carton', mapping.carton ?? {}, to));
  const [detail, ofDetail] = during(() => fieldsOf('detail', mapping.detail, to));
  const [skip, ofSkip] = during(() => skipRules(rows?.skip, to));
  const [reports, ofReports] = during(() => reportRules(rows, to));
  const asnColumns = new Set([...ofAsn, ...ofKey, ...further]);
  const seen = [ofCarton, ofDetail, ofSkip, ofReports];
  const valuesOf = (fields: readonly SharedField[]) => fields.flatMap(({ value }) => value.columns);
  const own = (list: readonly number[], ...others: ReadonlySet<number>[]) =>
    [...new Set(list)].filter((index) => !others.some((other) => other.has(index)));
  return {
    names: header.names,
    key,
    asn,
    carton,
    detail,
    skip,
    reports,
    fills: rows?.blank !== 'keep',
    asnColumns: [...asnColumns],
    shared: [...asnColumns].filter((index) => seen.some((columns) => columns.has(index))),
    cartonColumns: [...ofCarton],
    cartonShared: own([...ofCarton], asnColumns).filter((index) => ofDetail.has(index)),
    lineColumns: own(valuesOf(detail), asnColumns, ofCarton),
    boxColumns: own(valuesOf(carton), asnColumns),
    amounts: bound.amounts,
    dates: bound.dates,
    unmapped: bound.unmapped(),
  };
}

function fieldsOf(level: AsnLevel, targets: Targets, to: ValueCompiling): SharedField<AsnField>[] {
  return Object.entries(targets).flatMap(([target, spec]) => {
    if (spec === undefined) return [];
    const { field } = ASN_COLUMNS.get(PREFIX[level] + target)!;
    const take = typeof spec === 'object' && 'take' in spec ? spec.take : undefined;
    const usual = IDENTIFYING.has(field.name) ? 'same' : 'first';
    return [
      {
        field,
        value: compileValue(spec, field, [level, target], to),
        take: take ?? usual,
        chosen: take !== undefined,
      },
    ];
  });
}

const IDENTIFYING = new Set(['asn_number', 'program_identifier', 'carton.identifier']);

function keyOf(
  given: string | readonly string[] | undefined,
  asn: readonly SharedField<AsnField>[],
  to: ValueCompiling,
): CompiledAsn['key'] {
  if (given !== undefined) {
    const key = columnsKey(given, ['rows', 'asn'], to);
    return (cells) => key(cells) || undefined;
  }
  // Read as the values are, so that #1001 and 1001 are one ASN where the sign is stripped.
  const named = (name: string) => asn.find(({ field }) => field.name === name)!.value;
  const number = named('asn_number');
  const program = named('program_identifier');
  return (cells) => {
    const value = silently(number, cells);
    return value === undefined ? undefined : JSON.stringify([value, silently(program, cells)]);
  };
}

/** A value without its findings: they come when it is read for good. */
export function silently(value: Value, cells: Cells): unknown {
  const reading: RowReading = { cells, line: 0, file: '', prefix: '', findings: [] };
  return value.read(reading);
}
