// What a mapping says about rows, compiled: by which key they are grouped, and the rules that skip or report them.
import type { Cells } from '../../rows.ts';
import type { RowsKey, RowsSpec } from '../language/shape.ts';
import { type Compiling, compileCondition } from '../values/conditions.ts';
import { firstFilled } from '../values/value.ts';
import type { ReportRule, SkipRule } from './counted-rows.ts';

/** The key by which rows are grouped: the text of one column, or of several. */
export function columnsKey(given: RowsKey, parts: readonly PropertyKey[], to: Compiling) {
  const isFirst = typeof given === 'object' && 'column' in given;
  const list = isFirst ? given.column : [given].flat();
  const at = isFirst ? [...parts, 'column'] : parts;
  const columns = list.map((name, i) => to.column(name, typeof given === 'string' ? at : [...at, i]));
  const of = (cells: Cells): string => {
    if (isFirst || columns.length === 1) return cells[firstFilled(columns, cells)]!;
    const texts = columns.map((index) => cells[index]!);
    return texts.every((text) => text === '') ? '' : texts.join('\u001f');
  };
  return { columns, of };
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
