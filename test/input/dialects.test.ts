// However a file of orders is written, cut or sorted, the finished orders are the same to the byte.
import zlib from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { ORDER_TABLE } from '../../src/input/message-table.ts';
import { writeCsv } from '../../src/input/write-csv.ts';
import { inForm } from '../helpers/form.ts';
import { fc } from '../helpers/random.ts';
import { anyOrders, checked, latinOrders, put, type Row } from './finished.ts';

/** The cells of the template CSV, read by other code than the one under test. */
const tableOf = (orders: readonly Row[]): string[][] =>
  parse(writeCsv(ORDER_TABLE, orders), { record_delimiter: '\n', relax_column_count: false });

interface Dialect {
  readonly delimiter: string;
  readonly eol: '\n' | '\r\n' | '\r';
  readonly quotes: 'all' | 'needed';
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15';
  readonly bom?: boolean;
  readonly gzip?: boolean;
  /** No line end behind the last row. */
  readonly open?: boolean;
}

const DIALECTS: readonly Dialect[] = [
  { delimiter: ',', eol: '\n', quotes: 'all', encoding: 'utf-8' },
  { delimiter: ';', eol: '\r\n', quotes: 'needed', encoding: 'utf-8', bom: true },
  { delimiter: '\t', eol: '\n', quotes: 'needed', encoding: 'utf-8', open: true },
  { delimiter: '|', eol: '\r', quotes: 'all', encoding: 'utf-8' },
  { delimiter: ',', eol: '\r', quotes: 'needed', encoding: 'utf-8', bom: true, gzip: true },
  { delimiter: '\t', eol: '\r\n', quotes: 'needed', encoding: 'utf-16le', bom: true },
  { delimiter: ';', eol: '\n', quotes: 'all', encoding: 'utf-16be', bom: true, open: true },
  { delimiter: '|', eol: '\r', quotes: 'needed', encoding: 'utf-16le', bom: true, gzip: true },
  { delimiter: ';', eol: '\r\n', quotes: 'needed', encoding: 'windows-1252' },
  { delimiter: '|', eol: '\n', quotes: 'all', encoding: 'windows-1252', gzip: true },
  { delimiter: ',', eol: '\r', quotes: 'needed', encoding: 'iso-8859-15' },
  { delimiter: '\t', eol: '\r\n', quotes: 'all', encoding: 'iso-8859-15', open: true },
];
const isUnicode = ({ encoding }: Dialect) => encoding.startsWith('utf');

function textIn(rows: readonly (readonly string[])[], { delimiter, eol, quotes, open }: Dialect): string {
  const cell = (text: string) =>
    quotes === 'all' || /["\r\n]/.test(text) || text.includes(delimiter)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const text = rows.map((cells) => cells.map(cell).join(delimiter)).join(eol);
  return open ? text : text + eol;
}

function bytesIn(text: string, { encoding, bom, gzip }: Dialect): Uint8Array {
  const marked = bom ? `\ufeff${text}` : text;
  const bytes =
    encoding === 'utf-8'
      ? Buffer.from(marked)
      : encoding === 'utf-16le'
        ? Buffer.from(marked, 'utf16le')
        : encoding === 'utf-16be'
          ? Buffer.from(marked, 'utf16le').swap16()
          : Buffer.from([...marked].map((sign) => byteOf(sign, encoding)));
  return gzip ? zlib.gzipSync(bytes, { level: 1 }) : bytes;
}

const tables = new Map<string, Map<string, number>>();
function byteOf(sign: string, encoding: string): number {
  let table = tables.get(encoding);
  if (!table) {
    const decoder = new TextDecoder(encoding);
    table = new Map(
      Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte), { stream: true }), byte]),
    );
    tables.set(encoding, table);
  }
  const byte = table.get(sign);
  if (byte === undefined) throw new Error(`${encoding} has no ${sign}`);
  return byte;
}

const flagsOf = ({ encoding }: Dialect): string[] => (encoding === 'utf-8' ? [] : ['--encoding', encoding]);

/** The form that all others are compared with: plain template CSV. */
async function baseline(orders: readonly Row[]): Promise<readonly string[]> {
  const { exit, lines, errors } = await checked([put('base.csv', writeCsv(ORDER_TABLE, orders))]);
  expect([exit, exit === 0 ? '' : errors]).toEqual([0, '']);
  expect(lines).toHaveLength(orders.length);
  return lines;
}

const sorted = (lines: readonly string[]): string[] => [...lines].sort();

/** Rows in groups, one per order. */
const groupsOf = (orders: readonly Row[], rows: readonly string[][]): string[][][] => {
  const rest = [...rows];
  return orders.map((order) => rest.splice(0, (order['items'] as unknown[]).length));
};

describe('any orders', () => {
  it('to template CSV, to the message, to CSV: the identity', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrders, async (orders) => {
        const messages = (await baseline(orders)).map((line) => JSON.parse(line) as Row);
        expect(messages).toEqual(orders);
        expect(writeCsv(ORDER_TABLE, messages)).toBe(writeCsv(ORDER_TABLE, orders));
      }),
      { numRuns: inForm({ short: 12, long: 50 }) },
    );
  });

  it.each(
    DIALECTS.map(
      (dialect) =>
        [
          Object.values(dialect)
            .map((v) => JSON.stringify(v))
            .join(' '),
          dialect,
        ] as const,
    ),
  )('written as %s are the same', async (_name, dialect) => {
    await fc.assert(
      fc.asyncProperty(isUnicode(dialect) ? anyOrders : latinOrders, async (orders) => {
        const expected = await baseline(orders);
        const file = put('other.csv', bytesIn(textIn(tableOf(orders), dialect), dialect));
        const { exit, lines, errors } = await checked([file], ...flagsOf(dialect));
        expect([exit, exit === 0 ? '' : errors]).toEqual([0, '']);
        expect(lines).toEqual(expected);
      }),
      { numRuns: inForm({ short: 2, long: 6 }) },
    );
  });

  it('cut into files at any rows, each in a dialect of its own, are the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOrders,
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.constantFrom(...DIALECTS.filter(({ encoding }) => encoding === 'utf-8'))),
        async (orders, cuts, dialects) => {
          const expected = await baseline(orders);
          const [header, ...rows] = tableOf(orders) as [string[], ...string[][]];
          const places = [...new Set([0, ...cuts.map((cut) => cut % rows.length)])].sort((a, b) => a - b);
          const files = places.map((from, i) => {
            const dialect = dialects.next().value;
            const part = [header, ...rows.slice(from, places[i + 1])];
            return put(`part-${i}.csv`, bytesIn(textIn(part, dialect), dialect));
          });
          const { exit, lines } = await checked(files);
          expect(exit).toBe(0);
          expect(sorted(lines)).toEqual(sorted(expected));
        },
      ),
      { numRuns: inForm({ short: 10, long: 40 }) },
    );
  });

  it('in another order, also with their rows apart, are the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrders, fc.infiniteStream(fc.nat()), async (orders, picks) => {
        const expected = await baseline(orders);
        const [header, ...rows] = tableOf(orders) as [string[], ...string[][]];
        const pick = (below: number) => picks.next().value % below;
        // Whole orders in another order, then rows of several orders in turn, each order's in their sequence.
        const whole = groupsOf(orders, rows).sort(() => pick(3) - 1);
        const open = groupsOf(orders, rows);
        const mixed: string[][] = [];
        while (open.length > 0) {
          const at = pick(open.length);
          mixed.push(open[at]!.shift()!);
          if (open[at]!.length === 0) open.splice(at, 1);
        }
        for (const order of [whole.flat(), mixed]) {
          const { exit, lines } = await checked([
            put('sorted.csv', textIn([header, ...order], DIALECTS[0]!)),
          ]);
          expect(exit).toBe(0);
          expect(sorted(lines)).toEqual(sorted(expected));
        }
      }),
      { numRuns: inForm({ short: 10, long: 40 }) },
    );
  });

  it('with their columns in another order are the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrders, fc.infiniteStream(fc.nat()), async (orders, picks) => {
        const expected = (await baseline(orders)).map((line) => JSON.parse(line) as unknown);
        const table = tableOf(orders);
        const places = table[0]!.map((_, i) => [picks.next().value, i] as const).sort(([a], [b]) => a - b);
        const turned = table.map((cells) => places.map(([, i]) => cells[i]!));
        const { exit, lines } = await checked([put('turned.csv', textIn(turned, DIALECTS[1]!))]);
        expect(exit).toBe(0);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(expected);
      }),
      { numRuns: inForm({ short: 5, long: 15 }) },
    );
  });
});
