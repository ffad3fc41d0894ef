// Reads the files of a check a second time, sign by sign: what the program says about rows and cells is compared with it.
import fs from 'node:fs';
import path from 'node:path';
import type { RefusedOrder, ReportData } from '../../../src/orders/report/types.ts';
import { REPOSITORY } from '../../helpers/cli.ts';

export const sample = (folder: string, name: string): string =>
  path.join(REPOSITORY, 'samples', folder, name);

/** A check with a mapping, as it would be typed. */
export const SHOPIFY = [
  sample('exports', 'shopify-orders.csv'),
  '--map',
  sample('mappings', 'shopify-orders.json'),
];
export const WOOCOMMERCE = [
  sample('exports', 'woocommerce-orders.csv'),
  '--map',
  sample('mappings', 'woocommerce-orders.json'),
  '--timezone',
  'Europe/Berlin',
];
export const TEMPLATE = [path.join(REPOSITORY, 'samples', 'orders.csv')];

export interface SourceFile {
  readonly header: readonly string[];
  /** By the line that the record begins on. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

export function sourceFile(file: string): SourceFile {
  const text = fs.readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ',';
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
      record.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.set(begin, [...record, cell]);
      [record, cell, begin] = [[], '', line];
    }
  }
  return { header: rows.get(1)!, rows };
}

export interface Report {
  readonly html: string;
  readonly data: ReportData;
  readonly refused: readonly RefusedOrder[];
}

export function readReport(file: string): Report {
  const html = fs.readFileSync(file, 'utf8');
  const part = (id: string) => JSON.parse(html.split(`id="${id}">`)[1]!.split('</script>')[0]!);
  return { html, data: part('data') as ReportData, refused: part('refused') as RefusedOrder[] };
}
