// The trace of an order as text for users: one line per field with its value, place and rule.

import { cutTo, type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import type { Trace, TracedField } from '../trace.ts';

/** Maximum width of a value on the line. */
const MOST_VALUE = 36;

export function traceText({ id, fields, findings, skip }: Trace, paint: Paint): string {
  const lines = [paint.bold(`Order ${clean(id)}`)];
  if (skip !== null) lines.push(`  left out by the mapping: ${clean(skip)}`);
  const files = new Set(fields.flatMap(({ file }) => file ?? []));
  // A single file is named once at the top: repeated per field, it would wrap every line.
  if (files.size === 1) lines.push(`  ${paint.dim(`from ${clean([...files].join())}, line:column`)}`);
  const rows = fields.map((field) => [
    `  ${field.path}`,
    valueText(field.value),
    paint.dim(placeOf(field, files.size > 1)),
    paint.dim(field.rule),
  ]);
  lines.push(...table(rows));
  for (const finding of findings) {
    // The line of the field already says this.
    if (finding.code === 'order.derived') continue;
    const color =
      finding.severity === 'error' ? paint.red : finding.severity === 'warning' ? paint.yellow : paint.dim;
    const path = finding.path === '' ? '' : `${clean(finding.path)}: `;
    lines.push(`  ${color(finding.code)}  ${path}${clean(describeOrderFinding(finding))}`);
  }
  return `${lines.join('\n')}\n`;
}

function valueText(value: unknown): string {
  const text = clean(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return cutTo(text, MOST_VALUE);
}

const placeOf = ({ file, line, column }: TracedField, withFile: boolean): string =>
  clean([withFile ? file : null, line, column].filter((part) => part !== null).join(':'));
