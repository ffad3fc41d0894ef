// The columns that a mapping names. They show with which delimiter a file has to be read.
import type { MessageTable } from '../../message-table.ts';
import { commonLists, listsOn } from '../json/json-paths.ts';
import { REFUND_LEVELS } from '../refunds/refund-table.ts';
import type { MappingFile, RowsKey } from './shape.ts';
import type { Condition, Operand, ValueObject, ValueSpec } from './value-shape.ts';

export function namedColumns(table: MessageTable, mapping: MappingFile): ReadonlySet<string> {
  return namesIn(table, mapping).names;
}

/** The columns that `match` compares or takes, each with the number of lists on its path in which elements are chosen. */
export function matchedColumns(table: MessageTable, mapping: MappingFile): ReadonlyMap<string, number> {
  return namesIn(table, mapping).matched;
}

function namesIn({ of, levels }: MessageTable, mapping: MappingFile) {
  const { rows, tax } = mapping;
  const names = new Set<string>();
  const matched = new Map<string, number>();
  const addMatched = (name: string, depth: number) =>
    matched.set(name, Math.min(depth, matched.get(name) ?? depth));
  const add = (given: RowsKey | undefined) => {
    const list = typeof given === 'object' && 'column' in given ? given.column : given;
    for (const name of typeof list === 'string' ? [list] : (list ?? [])) names.add(name.replace(/#\d+$/, ''));
  };
  const ofCondition = (condition: Condition) => {
    add(condition.column);
    add(condition.sameAs);
    for (const one of [...(condition.all ?? []), ...(condition.any ?? [])]) ofCondition(one);
    if (condition.not) ofCondition(condition.not);
  };
  const ofValue = (spec: ValueSpec | undefined) => {
    if (spec === undefined || typeof spec === 'string') return add(spec);
    if ('column' in spec) {
      add(spec.column);
      if (typeof spec.country === 'string' || Array.isArray(spec.country)) add(spec.country);
      if (spec.match) {
        const keys = Object.keys(spec.match);
        for (const name of keys) addMatched(name, listsOn(name).length);
        for (const name of [spec.column].flat())
          addMatched(name, Math.max(...keys.map((key) => commonLists(name, key))));
        add(keys);
        for (const wanted of Object.values(spec.match)) if (typeof wanted === 'string') add(wanted);
      }
    }
    if ('template' in spec) for (const [, name] of spec.template.matchAll(/\{([^{}]*)\}/g)) add(name);
    for (const operand of operandsOf(spec)) if (typeof operand !== 'number') ofValue(operand);
    if ('latest' in spec) for (const one of spec.latest) ofValue(one);
    if (!('cases' in spec)) return;
    for (const one of spec.cases) {
      ofCondition(one.when);
      ofValue(one.value);
    }
    ofValue(spec.else);
  };
  add(rows?.[of]);
  add(rows?.[`${of}_columns`]);
  add(rows?.split?.column);
  for (const rule of [
    ...(rows?.credit ? [rows.credit] : []),
    ...(rows?.skip ?? []),
    ...(rows?.refuse ?? []),
    ...(rows?.warn ?? []),
  ])
    ofCondition(rule.when);
  if (rows?.item) ofCondition(rows.item);
  if (rows?.refund) ofCondition(rows.refund);
  for (const level of [...levels, ...REFUND_LEVELS])
    for (const spec of Object.values(mapping[level.name] ?? {})) ofValue(spec);
  if (tax) {
    const { mode, subtotal_is, taxable, ...values } = tax;
    for (const spec of Object.values(values)) ofValue(spec);
    if (taxable) ofCondition(taxable);
  }
  return { names, matched };
}

function operandsOf(spec: ValueObject): readonly Operand[] {
  if ('sum' in spec) return spec.sum;
  if ('subtract' in spec) return spec.subtract;
  if ('multiply' in spec) return spec.multiply;
  if ('divide' in spec) return spec.divide;
  if ('share' in spec) return spec.by === undefined ? [spec.share] : [spec.share, spec.by];
  return [];
}
