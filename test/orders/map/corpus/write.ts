// Writes the file of a described export, and says which column holds what.
import { type Form, written } from './cells.ts';
import {
  type Column,
  columnOf,
  type Description,
  formOf,
  isColumn,
  type JsonForm,
  type Role,
  type TableForm,
  type Tree,
} from './describe.ts';
import type { Fact, Line } from './facts.ts';

/** A column of the file: its header or its path, in the words of the mapping. */
export interface NamedColumn extends Column {
  readonly header: string;
  readonly form: Form;
}

export interface WrittenExport {
  readonly file: string;
  readonly bytes: Buffer;
  readonly columns: readonly NamedColumn[];
  /** Header of each role; the first column that has it. */
  readonly headers: ReadonlyMap<Role, string>;
}

export function write(description: Description, facts: readonly Fact[]): WrittenExport {
  const form = formOf(description);
  const { table, json, spoil } = description;
  const columns = table ? tableColumns(table, form) : jsonColumns(json!.tree, form, '');
  const text = table ? tableText(table, columns, facts) : jsonText(json!, form, facts);
  const headers = new Map<Role, string>();
  for (const { role, header } of columns) if (role !== '' && !headers.has(role)) headers.set(role, header);
  return {
    file: `${description.name}.${table ? 'csv' : 'json'}`,
    bytes: encoded(spoil ? spoil(text) : text, table),
    columns,
    headers,
  };
}

function tableColumns({ columns }: TableForm, form: Form): NamedColumn[] {
  return columns.map((one) => {
    const column = columnOf(one);
    return { ...column, header: one[0], form: { ...form, ...column.as } };
  });
}

function tableText(table: TableForm, columns: readonly NamedColumn[], facts: readonly Fact[]): string {
  const { delimiter = ',', rows = 'repeated', above = [], below, quoted: all, unquoted } = table;
  const cell = (text: string): string =>
    unquoted
      ? text
      : all || text.includes(delimiter) || /["\r\n]/.test(text)
        ? `"${text.replaceAll('"', '""')}"`
        : text;
  const row = (cells: readonly string[]): string => cells.map(cell).join(delimiter);
  const written = facts.flatMap((order) =>
    (rows === 'order' ? order.lines.slice(0, 1) : order.lines).map((line, i) =>
      row(
        columns.map((column) =>
          i > 0 && rows === 'first' && column.of === 'order' && column.role !== 'identifier'
            ? ''
            : textOf(column, order, line),
        ),
      ),
    ),
  );
  const header = row(columns.map((column) => column.header));
  return [...above, header, ...written, ...(below?.(facts) ?? [])].map((line) => `${line}\r\n`).join('');
}

const textOf = ({ source, form }: NamedColumn, order: Fact, line: Line): string =>
  String(written(source(order, line), form));

function jsonColumns(tree: Tree, form: Form, path: string): NamedColumn[] {
  if (isColumn(tree)) return [{ ...tree, header: path, form: { ...form, ...tree.as } }];
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return [];
  return Object.entries(tree as Readonly<Record<string, Tree>>).flatMap(([key, value]) =>
    isLines(value)
      ? jsonColumns(value.lines, form, `${path}${path === '' ? '' : '.'}${key}[]`)
      : jsonColumns(value, form, `${path}${path === '' ? '' : '.'}${key}`),
  );
}

const isLines = (tree: unknown): tree is { readonly lines: Tree } =>
  typeof tree === 'object' && tree !== null && 'lines' in tree;

function jsonText({ tree, around }: JsonForm, form: Form, facts: readonly Fact[]): string {
  const records = facts.map((order) => valueAt(tree, form, order, order.lines[0]!));
  if (around) return `${JSON.stringify(around(records), null, 1)}\n`;
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function valueAt(tree: Tree, form: Form, order: Fact, line: Line): unknown {
  if (isColumn(tree)) {
    const value = written(tree.source(order, line), { ...form, ...tree.as });
    return value === '' ? null : value;
  }
  if (isLines(tree)) return order.lines.map((one) => valueAt(tree.lines, form, order, one));
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((one: Tree) => valueAt(one, form, order, line));
  return Object.fromEntries(
    Object.entries(tree as Readonly<Record<string, Tree>>).map(([key, value]) => [
      key,
      valueAt(value, form, order, line),
    ]),
  );
}

function encoded(text: string, table: TableForm | undefined): Buffer {
  if (table?.encoding !== 'windows-1252') return Buffer.from(`${table?.mark ? '\ufeff' : ''}${text}`);
  return Buffer.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))));
}

/** A list of lines as the text of one cell. */
export const joined =
  (text: (line: Line) => string, between: string): ((order: Fact) => string) =>
  (order) =>
    order.lines.map(text).join(between);
