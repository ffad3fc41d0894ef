// The columns that a mapping names. They show with which delimiter a file has to be read.
import type { MessageTable } from '../message-table.ts';
import type { MappingFile } from './shape.ts';
import type { Condition, ValueSpec } from './value-shape.ts';

export function namedColumns({ of, levels }: MessageTable, mapping: MappingFile): ReadonlySet<string> {
  const { rows, tax } = mapping;
  const names = new Set<string>();
  const add = (list: string | readonly string[] | undefined) => {
    for (const name of typeof list === 'string' ? [list] : (list ?? [])) names.add(name.replace(/#\d+$/, ''));
  };
  const ofCondition = (condition: Condition) => {
    add(condition.column);
    for (const one of [...(condition.all ?? []), ...(condition.any ?? [])]) ofCondition(one);
    if (condition.not) ofCondition(condition.not);
  };
  const ofValue = (spec: ValueSpec | undefined) => {
    if (spec === undefined || typeof spec === 'string') return add(spec);
    if ('column' in spec) add(spec.column);
    if ('template' in spec) for (const [, name] of spec.template.matchAll(/\{([^{}]*)\}/g)) add(name);
    if ('sum' in spec) add(spec.sum);
    if ('multiply' in spec) add(spec.multiply);
    if ('latest' in spec) add(spec.latest);
    if (!('cases' in spec)) return;
    for (const one of spec.cases) {
      ofCondition(one.when);
      ofValue(one.value);
    }
    ofValue(spec.else);
  };
  add(rows?.[of]);
  add(rows?.[`${of}_columns`]);
  for (const rule of [...(rows?.skip ?? []), ...(rows?.refuse ?? []), ...(rows?.warn ?? [])])
    ofCondition(rule.when);
  for (const level of levels) for (const spec of Object.values(mapping[level.name] ?? {})) ofValue(spec);
  if (tax) {
    for (const spec of [tax.total, tax.subtotal, tax.shipping, tax.tax, tax.shipping_tax, tax.discount])
      ofValue(spec);
    if (tax.taxable) ofCondition(tax.taxable);
  }
  return names;
}
