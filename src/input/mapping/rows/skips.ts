// Skips rows as a mapping says, each with its reason; and finds rows for which the mapping refuses or reports their
// message.
import type { Cells, RowReading } from '../../rows.ts';
import type { Test } from '../values/conditions.ts';
import { filled } from '../values/shared-values.ts';

/** `whole`: decided once for the whole message. */
export interface SkipRule {
  readonly test: Test;
  readonly reason: string;
  readonly whole: boolean;
  /** A row that gives money or units back: an order that has other rows as well is reported. */
  readonly isCredit?: boolean;
}
export interface ReportRule {
  readonly test: Test;
  readonly reason: string;
  readonly refuses: boolean;
}

/** Of each row whether it is skipped, and why; `whole` when all are, with the reason of the first; and the first credit. */
export function skipOf(
  skip: readonly SkipRule[],
  fills: boolean,
  shared: readonly number[],
  rows: readonly Cells[],
  head: Cells,
) {
  const entire = skip.find(({ whole, test }) => whole && test(head));
  if (entire) {
    const reasons = [{ reason: entire.reason, rows: rows.length }];
    return { skips: rows.map(() => true), reasons, whole: entire.reason, credit: undefined };
  }
  const reasons: { reason: string; rows: number }[] = [];
  let first: string | undefined;
  let count = 0;
  let credit: { readonly row: number; readonly reason: string } | undefined;
  const skips = rows.map((cells, row) => {
    const view = fills ? filled(cells, head, shared) : cells;
    const rule = skip.find(({ whole, test }) => !whole && test(view));
    if (!rule) return false;
    first ??= rule.reason;
    if (rule.isCredit) credit ??= { row, reason: rule.reason };
    count++;
    const known = reasons.find(({ reason }) => reason === rule.reason);
    if (known) known.rows++;
    else reasons.push({ reason: rule.reason, rows: 1 });
    return true;
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
    if (!test(reading.cells)) continue;
    const code = `${of}.map.${refuses ? 'refused' : 'warned'}`;
    if (reading.findings.some((one) => one.code === code && one.args['reason'] === reason)) continue;
    reading.findings.push({
      code,
      severity: refuses ? 'error' : 'warning',
      path: '',
      args: { reason, line: reading.line },
    });
  }
}
