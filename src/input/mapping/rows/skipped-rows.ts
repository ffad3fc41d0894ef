// Which rows of a message count: of several files each row once, and those that no rule of the mapping skips, each with its
// reason; and rows for which the mapping refuses or reports their message. Each rule is compiled once, as is the key by which rows
// are grouped.

import type { Finding } from '../../../contract/finding.ts';
import {
  addTo,
  type Cells,
  type FileFacts,
  finding,
  type RowReading,
  type RowsAt,
  rowsIn,
} from '../../rows.ts';
import type { RowPlace } from '../../types.ts';
import type { RowsKey, RowsSpec } from '../language/shape.ts';
import { type Compiling, compileCondition, type Test } from '../values/conditions.ts';
import { filled } from '../values/shared-values.ts';
import { firstFilled } from '../values/value.ts';

/** `whole`: decided once for the whole message. */
interface SkipRule {
  readonly test: Test;
  readonly reason: string;
  readonly whole: boolean;
  /** A row that gives money or units back: an order that has other rows as well is reported. */
  readonly isCredit?: boolean;
}
interface ReportRule {
  readonly test: Test;
  readonly reason: string;
  readonly refuses: boolean;
}

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

/**
 * For each row the rule that skips it, and how many rows for which reason; `whole` when all are, with the reason of the first;
 * and the first credit. `shared`: columns in which a blank cell has the value of the order.
 */
export function skipOf(
  skip: readonly SkipRule[],
  shared: readonly number[],
  rows: readonly Cells[],
  head: Cells,
) {
  const entire = skip.find(({ whole, test }) => whole && test.holds(head));
  if (entire) {
    const reasons = [{ reason: entire.reason, rows: rows.length }];
    return { skips: rows.map(() => entire), reasons, whole: entire.reason, credit: undefined };
  }
  const reasons: { reason: string; rows: number }[] = [];
  let first: string | undefined;
  let count = 0;
  let credit: { readonly row: number; readonly reason: string } | undefined;
  const skips = rows.map((cells, row) => {
    const view = filled(cells, head, shared);
    const rule = skip.find(({ whole, test }) => !whole && test.holds(view));
    if (!rule) return undefined;
    first ??= rule.reason;
    if (rule.isCredit) credit ??= { row, reason: rule.reason };
    count++;
    const known = reasons.find(({ reason }) => reason === rule.reason);
    if (known) known.rows++;
    else reasons.push({ reason: rule.reason, rows: 1 });
    return rule;
  });
  if (count === 0) return undefined;
  return { skips, reasons, whole: count === rows.length ? first : undefined, credit };
}

/**
 * Adds a finding for each rule that the current row meets, once per message and rule. The caller puts in front of its path
 * what the row became.
 */
export function report(rules: readonly ReportRule[], of: 'order' | 'asn', reading: RowReading): void {
  for (const { test, reason, refuses } of rules) {
    if (!test.holds(reading.cells)) continue;
    const code = `${of}.map.${refuses ? 'refused' : 'warned'}`;
    if (reading.findings.some((one) => one.code === code && one.args['reason'] === reason)) continue;
    const severity = refuses ? 'error' : 'warning';
    reading.findings.push(finding(severity, code, '', { reason, line: reading.line }));
  }
}

/** The indexes of the rows to use. */
interface OwnRows {
  readonly rows: readonly number[];
  readonly finding?: Finding | undefined;
}

export function rowsOfFiles(
  of: string,
  names: readonly string[],
  { cells: rows, places, around }: RowsAt,
): OwnRows {
  if (places.length === 1 || places[0]!.file === places[places.length - 1]!.file)
    return { rows: rowsIn(rows) };
  const byFile = new Map<number, number[]>();
  for (const [row, { file }] of places.entries()) addTo(byFile, file, row);
  // The columns of a rejects file (`_code`, `_line` ...) differ between files, so they are not compared.
  const compared = names.flatMap((name, index) => (name.startsWith('_') ? [] : [index]));
  const text = (list: readonly number[]) =>
    list
      .map((row) => JSON.stringify(compared.map((index) => rows[row]![index])))
      .sort()
      .join('\n');
  const distinct: { readonly file: number; readonly rows: number[]; readonly text: string }[] = [];
  let repeated: RowPlace | undefined;
  for (const [file, list] of byFile) {
    const own = text(list);
    if (distinct.some((part) => part.text === own)) {
      repeated ??= places[list[0]!]!;
      continue;
    }
    distinct.push({ file, rows: list, text: own });
  }
  for (let i = 1; i < distinct.length; i++) {
    const before = distinct[i - 1]!;
    const after = distinct[i]!;
    const last = places[before.rows.at(-1)!]!;
    const first = places[after.rows[0]!]!;
    const joined =
      after.file === before.file + 1 &&
      last.start === around.edgesOf(before.file).last &&
      first.start === around.edgesOf(after.file).first;
    if (!joined)
      return {
        rows: distinct[0]!.rows,
        finding: filesFinding(`${of}.files.overlap`, [last, first], around),
      };
  }
  return {
    rows: distinct.flatMap((part) => part.rows),
    finding:
      repeated && filesFinding(`${of}.files.repeated`, [places[distinct[0]!.rows[0]!]!, repeated], around),
  };
}

/** A finding about rows of one message that stand in two places. */
export function filesFinding(
  code: string,
  [one, two]: readonly [RowPlace, RowPlace],
  around: FileFacts,
): Finding {
  const severity = code.endsWith('.repeated') ? 'note' : 'error';
  return finding(severity, code, '', {
    line: two.line,
    file: around.nameOf(two.file),
    first_line: one.line,
    first_file: around.nameOf(one.file),
  });
}
