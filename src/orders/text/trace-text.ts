// Where the fields of finished orders came from, as text for users: one order (--trace), or whole samples beside their cells.

import { clean, cutTo, type Paint, table, textBlock, widthOf } from '../../cli/presenter.ts';
import type { Finding } from '../../contract/finding.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import type { SourceCell } from '../../input/types.ts';
import type { SampleOrder, SourceRow, Trace, TracedField } from '../look/trace.ts';

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
  return `${[...lines, ...table(rows), ...findingLines(findings, paint)].join('\n')}\n`;
}

export const samplesText = (samples: readonly SampleOrder[], paint: Paint, columns: number): string =>
  samples.map((sample) => sampleLines(sample, paint, columns).join('\n')).join('\n\n');

/** A line for each field, with the cell that it came from; then the cells that no field came from, so that the rows are complete. */
function sampleLines({ why, isRefused, trace, rows }: SampleOrder, paint: Paint, columns: number): string[] {
  const { id, fields, findings } = trace;
  const from = rows.map(({ file, line }) => `${clean(file)}:${line}`).join(', ');
  const state = isRefused ? paint.red('refused') : 'as it is sent';
  const place = ({ line, column }: TracedField) => [line, column].filter((part) => part !== null).join(':');
  const widest = (texts: readonly string[]) => Math.max(...texts.map(widthOf));
  const names = widest(fields.map(({ path }) => path));
  const half = Math.max(10, Math.floor((columns - names - widest(fields.map(place)) - 8) / 2));
  const list = fields.map((field) => [
    `  ${field.path}`,
    cutTo(valueText(field.value), half),
    paint.dim(place(field)),
    field.cell ? cutTo(cellText(field.cell), half) : paint.dim(field.rule),
  ]);
  return [
    `${paint.bold(`Order ${clean(id) || '(no identifier)'}`)}  ${state}  ${paint.dim(why)}`,
    ...textBlock('  ', `from ${from}`, columns, paint.dim),
    ...findingLines(isRefused ? findings.filter(({ severity }) => severity === 'error') : [], paint),
    ...table(list),
    ...otherCells(fields, rows, paint, columns),
  ];
}

function otherCells(
  fields: readonly TracedField[],
  rows: readonly SourceRow[],
  paint: Paint,
  columns: number,
): string[] {
  const shown = new Set(fields.map(({ file, line, cell }) => `${file}\n${line}\n${cell?.name}`));
  return rows.flatMap(({ file, line, cells }) => {
    const rest = cells.filter(({ name }) => !shown.has(`${file}\n${line}\n${name}`));
    return rest.length === 0
      ? []
      : textBlock(`  line ${line} has also  `, rest.map(cellText).join('; '), columns, paint.dim);
  });
}

const cellText = ({ name, text }: Pick<SourceCell, 'name' | 'text'>): string =>
  `${text === '' ? '(blank)' : clean(text)} (${clean(name)})`;

function findingLines(findings: readonly Finding[], paint: Paint): string[] {
  const colors = { error: paint.red, warning: paint.yellow, note: paint.dim };
  // The line of the field already says that it was derived.
  return findings
    .filter(({ code }) => code !== 'order.derived')
    .map((finding) => {
      const path = finding.path === '' ? '' : `${clean(finding.path)}: `;
      return `  ${colors[finding.severity](finding.code)}  ${path}${clean(describeOrderFinding(finding))}`;
    });
}

const valueText = (value: unknown): string =>
  clean(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const placeOf = ({ file, line, column, json_path }: TracedField, withFile: boolean): string =>
  clean(
    [withFile ? file : null, line, column ?? json_path ?? null].filter((part) => part !== null).join(':'),
  );

/** For --json: the finished order, where each field came from, and the rows. */
export const sampleDocument = ({ why, isRefused, trace, rows }: SampleOrder) => ({
  order: trace.id,
  why,
  refused: isRefused,
  message: trace.order ?? null,
  fields: trace.fields.map(({ cell, ...field }) => ({
    ...field,
    column_name: cell?.name ?? null,
    cell: cell?.text ?? null,
  })),
  rows: rows.map(({ file, line, cells }) => ({
    file,
    line,
    cells: cells.map(({ column, name, text }) => ({ column, name, text })),
  })),
  findings: trace.findings.map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    field: finding.path,
    message: describeOrderFinding(finding),
  })),
});
