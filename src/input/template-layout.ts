// The template as a mapping: each column is the source of the field of its name, and its text is taken literally.

import { compile, type Extension } from './mapping/rows/compile.ts';
import { MappedLayout } from './mapping/rows/mapped-layout.ts';
import type { MessageTable } from './message-table.ts';
import type { IntakeOptions } from './types.ts';

/** For a header that was checked; columns that begin with `_` are ignored. */
export function templateLayout(
  table: MessageTable,
  names: readonly string[],
  options: Pick<IntakeOptions, 'minorUnits' | 'currency'> = {},
  extension?: Extension,
): MappedLayout {
  const targets = table.levels.map(({ name }, depth) => {
    const columns = names.flatMap((column) => {
      const meaning = table.columns.get(column);
      return meaning?.level === depth ? [[meaning.field.path, column]] : [];
    });
    return [name, Object.fromEntries(columns)];
  });
  const map = {
    path: '',
    origin: { from: 'file', source: '' } as const,
    mapping: { name: 'Template', rows: { blank: 'keep' as const }, ...Object.fromEntries(targets) },
    isTemplate: true,
    fault(code: string): never {
      throw new Error(code);
    },
  };
  const header = { file: '', line: 1, names, joins: [], rowLists: { lines: undefined, all: [] } };
  const { minorUnits, currency } = options;
  const decisions = {
    ...{ zone: undefined, format: undefined, decimal: undefined, dayOrders: new Map() },
    ...{ minorUnits, currency },
  };
  const compiled = compile(table, map, header, decisions, extension);
  return new MappedLayout(compiled, (merged) => templateLayout(table, merged, options, extension));
}
