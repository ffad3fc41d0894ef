// Whole finished orders beside the rows that they came from: field and cell on one line of a wide terminal, the cells below
// the fields of a narrow one.
import { cutTo, type Paint, padEnd, table, textBlock, widthOf } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import type { SampleOrder } from '../look/samples.ts';
import type { SourceRow } from '../look/source-rows.ts';
import type { TracedField } from '../look/trace.ts';
import { findingLines, valueText } from './trace-text.ts';

/** From this width on, cells stand beside the fields. */
const WIDE = 100;
/** What is wider is cut, in columns. */
const WIDEST_NAME = 30;
const MOST_COLUMNS = 160;

export function samplesText(samples: readonly SampleOrder[], paint: Paint, columns: number): string {
  const width = Math.min(columns, MOST_COLUMNS);
  return samples.map((sample) => sampleLines(sample, paint, width).join('\n')).join('\n\n');
}

function sampleLines({ why, isRefused, trace, rows }: SampleOrder, paint: Paint, width: number): string[] {
  const files = [...new Set(rows.map(({ file }) => file))];
  const from = files.map((file) => {
    const lines = rows.filter((row) => row.file === file).map(({ line }) => String(line));
    return `${clean(file)}, line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}`;
  });
  const state = isRefused ? paint.red('refused') : 'as it is sent';
  return [
    `${paint.bold(`Order ${clean(trace.id) || '(no identifier)'}`)}  ${state}  ${paint.dim(why)}`,
    ...textBlock('  ', `from ${from.join('; ')}`, width, paint.dim),
    ...(isRefused ? findingLines(trace.findings, paint, 'error') : []),
    ...(width >= WIDE ? beside(trace.fields, rows, paint, width) : below(trace.fields, rows, paint, width)),
  ];
}

/** Fields in groups: those of the order, of each part of it and of each line. */
function groupsOf(fields: readonly TracedField[]) {
  const groups = new Map<string, { readonly name: string; readonly field: TracedField }[]>();
  for (const field of fields) {
    const [, group = '', name = field.path] = /^([^.]+)\.(.+)$/.exec(field.path) ?? [];
    const known = groups.get(group);
    if (known) known.push({ name, field });
    else groups.set(group, [{ name, field }]);
  }
  return groups;
}

const indexed = (group: string): string =>
  group.replace(
    /^(\w+)\[(\d+)\]$/,
    (_, list: string, index: string) => `${list.replace(/s$/, '')} ${Number(index) + 1}`,
  );

/** `27:1`, or the rule for a value that no cell gave. `withPath`: with the path of a value of JSON. */
function placeOf({ line, column, json_path, rule, cell }: TracedField, withPath = true): string {
  const path = withPath && json_path !== undefined ? cutTo(clean(json_path), WIDEST_NAME) : null;
  const place = column ?? path;
  const spot = [line, place].filter((part) => part !== null).join(':');
  return cell === null || spot === '' ? [spot, rule].filter(Boolean).join(' ') : spot;
}

const nameWidthOf = (fields: readonly TracedField[]): number =>
  widest(
    [...groupsOf(fields).values()].flat().map(({ name }) => name),
    WIDEST_NAME,
  );

/** A line for each field, group by group: its name, its value, and where it comes from. */
function fieldLines(
  fields: readonly TracedField[],
  valueWidth: number,
  sourceOf: (field: TracedField) => string,
  paint: Paint,
): string[] {
  const nameWidth = nameWidthOf(fields);
  return [...groupsOf(fields)].flatMap(([group, list]) => {
    const lines = list.map(({ name, field }) => {
      const value = padEnd(cutTo(valueText(field.value), valueWidth), valueWidth);
      return `    ${padEnd(cutTo(name, nameWidth), nameWidth)}  ${value}  ${sourceOf(field)}`.trimEnd();
    });
    return group === '' ? lines : [`  ${paint.dim(indexed(group))}`, ...lines];
  });
}

function beside(
  fields: readonly TracedField[],
  rows: readonly SourceRow[],
  paint: Paint,
  width: number,
): string[] {
  const placeWidth = Math.max(...fields.map((field) => (field.cell ? widthOf(placeOf(field, false)) : 0)));
  const columnWidth = widest(
    fields.map(({ cell }) => clean(cell?.name ?? '')),
    24,
  );
  // Indent, and two columns between each of the five cells.
  const rest = width - 4 - nameWidthOf(fields) - placeWidth - columnWidth - 8;
  const valueWidth = Math.floor(rest / 2);
  const sourceOf = (field: TracedField) => {
    const { cell } = field;
    if (!cell) return paint.dim(placeOf(field, false));
    const column = padEnd(cutTo(clean(cell.name), columnWidth), columnWidth);
    const place = paint.dim(`${padEnd(placeOf(field, false), placeWidth)}  ${column}`);
    return `${place}  ${cutTo(cellText(cell.text), rest - valueWidth)}`;
  };
  return [...fieldLines(fields, valueWidth, sourceOf, paint), ...otherCells(fields, rows, paint, width)];
}

/** Cells that no field above came from, so that the rows are complete. */
function otherCells(
  fields: readonly TracedField[],
  rows: readonly SourceRow[],
  paint: Paint,
  width: number,
): string[] {
  const shown = new Set(fields.map(({ file, line, cell }) => `${file}\n${line}\n${cell?.name}`));
  return rows.flatMap(({ file, line, cells }) => {
    const rest = cells.filter(({ name }) => !shown.has(`${file}\n${line}\n${name}`));
    if (rest.length === 0) return [];
    const list = rest.map(({ name, text }) => `${clean(name)}: ${cellText(text)}`).join('; ');
    return textBlock(`  line ${line} has also  `, list, width, paint.dim);
  });
}

function below(
  fields: readonly TracedField[],
  rows: readonly SourceRow[],
  paint: Paint,
  width: number,
): string[] {
  const placeWidth = Math.max(...fields.map((field) => widthOf(placeOf(field))));
  const valueWidth = Math.max(10, width - 4 - nameWidthOf(fields) - placeWidth - 4);
  const lines = fieldLines(fields, valueWidth, (field) => paint.dim(placeOf(field)), paint);
  const shown = new Set(fields.map(({ path }) => path));
  for (const { line, cells } of rows) {
    // Without a mapping, each value of JSON stands at the path of its field: it is shown already.
    if (cells.every(({ name, column }) => column === null && shown.has(name))) continue;
    lines.push(`  ${paint.dim(`the row of line ${line}`)}`);
    const columnWidth = widest(
      cells.map(({ name }) => clean(name)),
      WIDEST_NAME,
    );
    const list = cells.map(({ name, text, column }) => [
      `    ${paint.dim(column === null ? '' : `${line}:${column}`)}`,
      cutTo(clean(name), columnWidth),
      cutTo(cellText(text), Math.max(10, width - columnWidth - 16)),
    ]);
    lines.push(...table(list));
  }
  return lines;
}

const widest = (texts: readonly string[], most: number): number =>
  Math.min(most, Math.max(0, ...texts.map(widthOf)));

const cellText = (text: string): string => (text === '' ? '(blank)' : clean(text));

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
