// Reads the files of a check a second time, sign by sign: what the program says about rows and cells is compared with it.
import fs from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../helpers/cli.ts';

export const sample = (folder: string, name: string): string =>
  path.join(REPOSITORY, 'samples', folder, name);

/** A check with a mapping, as it would be typed. */
const mapped = (name: string, ...flags: readonly string[]) => [
  ...[sample('exports', `${name}.csv`), '--map', sample('mappings', `${name}.json`), ...flags],
];
export const SHOPIFY = mapped('shopify-orders');
export const WOOCOMMERCE = mapped('woocommerce-orders', '--timezone', 'Europe/Berlin');
export const TEMPLATE = [path.join(REPOSITORY, 'samples', 'orders.csv')];

export interface SourceFile {
  readonly header: readonly string[];
  /** By the line that the record begins on. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

export function sourceFile(file: string): SourceFile {
  const text = fs.readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ',';
  // What protects a number or a phone in an export for spreadsheets is no part of it: '97201, '+12125550123.
  const isExport = path.basename(path.dirname(file)) === 'exports';
  const read = (text: string) => (isExport ? text.replace(/^'(?=[+\d])/, '') : text);
  const rows = new Map<number, string[]>();
  let [line, begin, cell, quoted] = [1, 1, '', false];
  let record: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === '\n') line++;
    if (sign === '"') {
      // Two quotes inside quotes are one.
      if (quoted && text[i + 1] === '"') cell += text[++i];
      else quoted = !quoted;
    } else if (quoted || (sign !== delimiter && sign !== '\n' && sign !== '\r')) cell += sign;
    else if (sign === delimiter) {
      record.push(read(cell));
      cell = '';
    } else if (sign === '\n') {
      rows.set(begin, [...record, cell]);
      [record, cell, begin] = [[], '', line];
    }
  }
  return { header: rows.get(1)!, rows };
}

export interface RefusedCard {
  readonly order: string;
  /** `where`: `line 36, column 8 Currency`. */
  readonly findings: readonly (readonly [code: string, where: string, cell: string, message: string])[];
  /** `line 36` of each row. */
  readonly places: readonly string[];
  /** The name of a column, and its cell of each row. */
  readonly columns: readonly (readonly string[])[];
}

export interface CodeOnPage {
  readonly tone: string;
  readonly code: string;
  readonly count: number;
  readonly title: string;
  readonly explanation: string;
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The text of markup as it is in the file: a blank cell is empty, and a covered one is not covered. */
const plain = (markup: string): string =>
  markup
    .replace(/<i>blank<\/i>|<i class="cover">.*?<\/i>|<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (_, name: string) => SIGNS[name]!);

const cellsOf = (row: string): string[] =>
  row
    .split(/<t[hd]>/)
    .slice(1)
    .map(plain);

function tableOf(markup: string) {
  const [head, body] = markup.split('</table>')[0]!.split('<tbody>');
  return { heads: cellsOf(head!), rows: body!.split('<tr>').slice(1).map(cellsOf) };
}

function cardOf(card: string): RefusedCard {
  const [above, rows] = card.split('<details');
  const reasons = above!.split('<h4>').slice(1);
  const table = rows === undefined ? { heads: [], rows: [] } : tableOf(rows);
  return {
    order: plain(card.split('<h3>Order ')[1]!.split(' <small>')[0]!),
    findings: reasons.flatMap((reason) => {
      const code = /href="#([^"]+)"/.exec(reason)![1]!;
      return tableOf(reason).rows.map(([where, cell, message]) => [code, where!, cell!, message!] as const);
    }),
    places: table.heads.slice(1),
    columns: table.rows,
  };
}

/** What the page says, read back from its markup. */
export function readReport(file: string) {
  const html = fs.readFileSync(file, 'utf8');
  const codes = html.matchAll(
    /<details class="sheet whole code (\w+)"[^>]*><summary><b>([\d,]+)<\/b> (.*?) <code>(.*?)<\/code><\/summary><p[^>]*>(.*?)<\/p>/gs,
  );
  const figures = html.split('class="figures"')[1];
  return {
    html,
    text: plain(html.split('</style>')[1]!),
    /** By their names: `refused`, `can be sent`. */
    counts: Object.fromEntries(
      [...html.matchAll(/<b>([\d,]+)<\/b> ([a-z ]+)<\/li>/g)].map(([, count, name]) => [
        name!,
        numberOf(count!),
      ]),
    ),
    codes: [...codes].map(
      ([, tone, count, title, code, explanation]): CodeOnPage => ({
        tone: tone!,
        code: code!,
        count: numberOf(count!),
        title: plain(title!),
        explanation: plain(explanation!),
      }),
    ),
    money: figures === undefined ? [] : tableOf(figures).rows,
    refused: html
      .split('<article')
      .slice(1)
      .map((card) => cardOf(card.split('</article>')[0]!)),
  };
}

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));
