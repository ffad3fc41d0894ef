// The trace of an order as text for users: one line per field with its value, place and rule.

import { cutTo, type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { Finding } from '../../contract/finding.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import type { Trace, TracedField } from '../look/trace.ts';

/** Maximum width of a value on the line. */
const MOST_VALUE = 36;

export function traceText({ id, fields, findings, skip }: Trace, paint: Paint): string {
  const lines = [paint.bold(`Order ${clean(id)}`)];
  if (skip !== null) lines.push(`  left out by the mapping: ${clean(skip)}`);
  const files = new Set(fields.flatMap(({ file }) => file ?? []));
  // A single file is named once at the top: repeated per field, it would wrap every line.
  const isJson = fields.some(({ json_path }) => json_path !== undefined);
  if (files.size === 1)
    lines.push(`  ${paint.dim(`from ${clean([...files].join())}, line:${isJson ? 'path' : 'column'}`)}`);
  const rows = fields.map((field) => [
    `  ${field.path}`,
    cutTo(valueText(field.value), MOST_VALUE),
    paint.dim(placeOf(field, files.size > 1)),
    paint.dim(field.rule),
  ]);
  lines.push(...table(rows));
  lines.push(...findingLines(findings, paint));
  return `${lines.join('\n')}\n`;
}

/** @param only findings of this severity; all when left out */
export function findingLines(
  findings: readonly Finding[],
  paint: Paint,
  only?: Finding['severity'],
): string[] {
  // The line of the field already says that it was derived.
  const shown = findings.filter(
    ({ code, severity }) => code !== 'order.derived' && (only ?? severity) === severity,
  );
  return shown.map((finding) => {
    const color =
      finding.severity === 'error' ? paint.red : finding.severity === 'warning' ? paint.yellow : paint.dim;
    const path = finding.path === '' ? '' : `${clean(finding.path)}: `;
    return `  ${color(finding.code)}  ${path}${clean(describeOrderFinding(finding))}`;
  });
}

export const valueText = (value: unknown): string =>
  clean(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const placeOf = ({ file, line, column, json_path }: TracedField, withFile: boolean): string =>
  clean(
    [withFile ? file : null, line, column ?? json_path ?? null].filter((part) => part !== null).join(':'),
  );
