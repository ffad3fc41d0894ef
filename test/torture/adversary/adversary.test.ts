// Exports that nobody has seen, with columns that mean something else, against `orders map`: what comes out is right, or it is
// said. The truth of each export is known by its making, not by reading it.
// `ADVERSARY_ONE=17 npx vitest run --config vitest.long.config.ts test/torture/adversary/adversary.test.ts` plays one export and
// keeps its files; `ADVERSARY_EXPORTS=5000 ADVERSARY_SEED=3` plays others; `ADVERSARY_HALF=b` takes the kinds that are held back.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { drawExport } from './exports.ts';
import { FORMATS } from './formats.ts';
import { judged, WAYS } from './judge.ts';
import { KINDS } from './kinds.ts';
import { Tally } from './tally.ts';
import { totalOf } from './truth.ts';

const ONE = process.env['ADVERSARY_ONE'];
const SEED = Number(process.env['ADVERSARY_SEED'] ?? 0);
const GIVEN = process.env['ADVERSARY_EXPORTS'];
const EXPORTS = Number(ONE === undefined ? (GIVEN ?? inForm({ short: 2, share: 25, long: 5000 })) : 1);
/** Only the exports of the share are always the same; no other count is known beforehand. */
const IS_SHARE =
  ONE === undefined &&
  GIVEN === undefined &&
  SEED === 0 &&
  inForm({ short: false, share: true, long: false });
const A_NIGHT = 12 * 3_600_000;
const KEPT = path.join(REPOSITORY, 'coverage/adversary');

/** Exports of the share with an order that is silently wrong. These numbers may only fall. */
const STILL_WRONG = { answers: 0, enter: 0, unattended: 0 };

const seedOf = (nth: number): number => (ONE === undefined ? SEED * 1_000_000 + nth : Number(ONE));

it(
  'says so where an order is not right',
  async () => {
    const tally = new Tally();
    const began = performance.now();
    for (let nth = 1; nth <= EXPORTS; nth++) {
      const given = drawExport(seedOf(nth));
      const folder = ONE === undefined ? undefined : path.join(KEPT, ONE);
      if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
      tally.add(given, await judged(given, folder));
    }
    const seconds = (performance.now() - began) / 1000;
    const kept = ONE === undefined ? '' : `Its files: ${path.join(KEPT, ONE)}\n`;
    process.stderr.write(`${tally.text()}${EXPORTS} exports in ${seconds.toFixed(1)} s\n${kept}`);
    for (const way of WAYS)
      expect(tally.wrongExports(way), `exports with silently wrong orders: ${way}`).toBeLessThanOrEqual(
        IS_SHARE ? STILL_WRONG[way] : EXPORTS,
      );
  },
  A_NIGHT,
);

it('draws exports whose truth adds up, of both halves', () => {
  const kinds = new Set<string>();
  const formats = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) {
    const given = drawExport(seed, KINDS);
    const { shop, columns, file, format } = given;
    formats.add(format.name);
    for (const { name } of given.kinds) kinds.add(name);
    const names = columns.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size, file.text.slice(0, 300)).toBe(names.length);
    for (const order of shop.orders) {
      expect(order.total).toBe(totalOf(order, shop.taxInside));
      expect(order.updated).toBeGreaterThan(order.created);
      const shipped = order.lines.map((line) => [line.shipped, line.units]);
      expect(shipped.every(([left, all]) => left === all)).toBe(order.status === 'Shipped');
      expect(shipped.some(([left]) => left! > 0)).toBe(order.status === 'Shipped' || order.isPartly);
    }
    expect(parsedOrders(given)).toBe(shop.orders.length);
  }
  expect(formats.size).toBe(FORMATS.length);
  expect(kinds.size).toBe(KINDS.length);
});

/** How many orders the file holds, read without the tool. */
function parsedOrders({ file, format, columns, shop }: ReturnType<typeof drawExport>): number {
  if (format.shape === 'json') return JSON.parse(file.text).orders.length;
  const lines = file.text.replace(/\n$/, '').split('\n');
  if (format.shape === 'ndjson') return lines.filter((line) => JSON.parse(line)).length;
  const rows = lines.map((line) => cellsOf(line, format.delimiter));
  const widths = new Set(rows.map((row) => row.length));
  expect([...widths], `cells a row: ${file.text.slice(0, 300)}`).toEqual([rows[0]!.length]);
  const name = columns.find(({ meaning }) => meaning === 'number')!.name;
  const at = rows[0]!.indexOf(name);
  const numbers = new Set(rows.slice(1).map((row) => row[at]));
  expect([...numbers]).toEqual(shop.orders.map(({ number }) => number));
  return numbers.size;
}

/** The cells of a row, of which none holds a line break. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [text, isQuoted] = ['', false];
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) {
      cells.push(text);
      text = '';
    } else text += letter;
  }
  return [...cells, text];
}
