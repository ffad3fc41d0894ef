// Which orders a run names, and with which finding codes: in its JSON, its text, and the file of refused orders.
import fs from 'node:fs';
import path from 'node:path';

export type Named = ReadonlyMap<string, ReadonlySet<string>>;

const CODE = /\b[a-z]+(?:\.[a-z_]+)+\b/g;

/** The cells of one row of CSV; quotes may stand around a cell. */
function cellsOf(row: string, delimiter: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of row) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) cells.push('');
    else cells[cells.length - 1] += sign;
  }
  return cells;
}

function* rejectedIn(file: string): Generator<[order: string, code: string]> {
  const lines = fs
    .readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n')
    .filter(Boolean);
  if (lines[0]?.startsWith('{')) {
    for (const line of lines) {
      const { order, errors } = JSON.parse(line) as {
        order: { identifier: string };
        errors: { code: string }[];
      };
      for (const { code } of errors) yield [order.identifier, code];
    }
    return;
  }
  const delimiter = [',', ';', '\t'].find((sign) => lines[0]?.includes(`${sign}_code`)) ?? ',';
  const [header = [], ...rows] = lines.map((line) => cellsOf(line, delimiter));
  const [order, code] = [
    header.findIndex((name) =>
      ['identifier', 'No', 'Name', 'amazon-order-id', 'Order Number'].includes(name),
    ),
    header.indexOf('_code'),
  ];
  for (const row of rows)
    for (const one of (row[code] ?? '').split('|').filter(Boolean)) yield [row[order]!.replace('#', ''), one];
}

function* filesIn(place: string): Generator<string> {
  if (!fs.existsSync(place)) return;
  if (!fs.statSync(place).isDirectory()) yield place;
  else for (const name of fs.readdirSync(place)) yield path.join(place, name);
}

/** Members of the document that have a code and, beside it, an order. */
function* findingsIn(value: unknown): Generator<[order: string, code: string]> {
  if (typeof value !== 'object' || value === null) return;
  const members = Object.values(value);
  const code = (value as { code?: unknown }).code;
  if (typeof code === 'string')
    for (const member of members.flat(2)) if (typeof member === 'string') yield [member, code];
  for (const member of members) yield* findingsIn(member);
}

/** Orders by number, with the codes under which the output names them. */
export function namedBy(
  numbers: ReadonlySet<string>,
  output: { readonly stdout: string; readonly stderr: string; readonly rejects: string },
): Named {
  const named = new Map<string, Set<string>>();
  const add = (number: string, code: string) => {
    if (numbers.has(number)) named.set(number, (named.get(number) ?? new Set()).add(code));
  };
  for (const file of filesIn(output.rejects))
    for (const [number, code] of rejectedIn(file)) add(number, code);
  for (const line of output.stdout.split('\n').filter(Boolean))
    if (line.startsWith('{')) for (const [number, code] of findingsIn(JSON.parse(line))) add(number, code);
  for (const line of output.stderr.split('\n')) {
    const words = line.split(/[\s,;:"']+/).filter((word) => numbers.has(word));
    for (const [code] of line.matchAll(CODE)) for (const word of words) add(word, code);
  }
  return named;
}
