// The trace of an order as a person reads it: a line for every field with its value, place and rule.
import type { Paint } from '../../cli/paint.ts';
import { clean } from '../../cli/presenter.ts';
import { cutTo, padEnd, widthOf } from '../../cli/width.ts';
import { describeFinding } from '../../contract/order-catalog.ts';
import type { Trace, TracedField } from '../trace.ts';

/** A value takes at most so much of the line. */
const MOST_VALUE = 36;

export function traceText({ id, fields, findings, skip }: Trace, paint: Paint): string {
  const lines = [paint.bold(`Order ${clean(id)}`)];
  if (skip !== null) lines.push(`  left out by the mapping: ${clean(skip)}`);
  const files = new Set(fields.flatMap(({ file }) => file ?? []));
  // One file stands above: beside every field it would fold all of the lines.
  if (files.size === 1) lines.push(`  ${paint.dim(`from ${clean([...files].join())}, line:column`)}`);
  const cells = fields.map((field) => [
    field.path,
    valueText(field.value),
    placeOf(field, files.size > 1),
    field.rule,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((row) => widthOf(row[column]!))));
  for (const [path, value, place, rule] of cells)
    lines.push(
      `  ${padEnd(path!, widths[0]!)}  ${padEnd(value!, widths[1]!)}  ${paint.dim(`${padEnd(place!, widths[2]!)}  ${rule}`)}`.trimEnd(),
    );
  for (const finding of findings) {
    // The field's own line says so.
    if (finding.code === 'order.derived') continue;
    const color =
      finding.severity === 'error' ? paint.red : finding.severity === 'warning' ? paint.yellow : paint.dim;
    const path = finding.path === '' ? '' : `${clean(finding.path)}: `;
    lines.push(`  ${color(finding.code)}  ${path}${clean(describeFinding(finding))}`);
  }
  return `${lines.join('\n')}\n`;
}

function valueText(value: unknown): string {
  const text = clean(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return cutTo(text, MOST_VALUE);
}

const placeOf = ({ file, line, column }: TracedField, withFile: boolean): string =>
  clean([withFile ? file : null, line, column].filter((part) => part !== null).join(':'));
