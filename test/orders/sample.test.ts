// `orders check --sample N`: whole finished orders with the cells that they came from, compared with the file itself.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { sampleDocument } from '../../src/orders/text/trace-text.ts';
import { makeCli } from '../helpers/cli.ts';
import { hasPty, onTerminal, withoutColour } from '../helpers/pty.ts';
import { SHOPIFY, sourceFile, TEMPLATE, WOOCOMMERCE } from './report/source-files.ts';

type Sample = ReturnType<typeof sampleDocument>;

interface Checked {
  readonly samples?: readonly Sample[];
  readonly orders: Record<string, number>;
}

const samplesOf = async (cli: ReturnType<typeof makeCli>, ...words: string[]) =>
  (await cli.json<Checked>(['orders', 'check', ...words])).samples!;

describe('--sample --json', () => {
  it.each([
    ['the template', TEMPLATE],
    ['the Shopify mapping', SHOPIFY],
    ['the WooCommerce mapping', WOOCOMMERCE],
  ])('with %s: every cell stands where it is said, and the rows are complete', async (_what, args) => {
    const cli = makeCli();
    const { samples = [], exit } = await cli.json<Checked>(['orders', 'check', ...args, '--sample', '6']);
    expect(exit).toBe(3);
    expect(samples).toHaveLength(6);
    const { header, rows } = sourceFile(args[0]!);
    let cells = 0;
    for (const { fields, rows: own } of samples) {
      for (const { line, column, column_name, cell } of fields) {
        if (cell === null) continue;
        cells++;
        expect({ column_name, cell }).toEqual({
          column_name: header[column! - 1],
          cell: rows.get(line!)![column! - 1],
        });
      }
      for (const { line, cells: given } of own) {
        const filled = rows
          .get(line)!
          .flatMap((text, i) => (text === '' ? [] : [{ column: i + 1, name: header[i], text }]));
        expect(given).toEqual(filled);
      }
    }
    expect(cells).toBeGreaterThan(150);
  });

  it('the orders are those that --out writes, whole', async () => {
    const cli = makeCli();
    const out = path.join(cli.root, 'out.ndjson');
    const samples = await samplesOf(cli, ...SHOPIFY, '--sample', '9', '--out', out);
    const messages = fs
      .readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { order, refused, message } of samples)
      if (!refused) expect(message).toEqual(messages.find(({ identifier }) => identifier === order));
    expect(samples.filter(({ refused }) => !refused).length).toBeGreaterThan(5);
  });

  it('chooses orders that show most: the first, the richest, a refused one, the largest, then what is left', async () => {
    const cli = makeCli();
    const of = (n: number) => samplesOf(cli, ...TEMPLATE, '--sample', String(n));
    const [first, richest, refused, largest] = await of(4);
    expect([first!.order, first!.why]).toEqual(['SO-104201', 'the first order']);
    expect(richest!.message).toMatchObject({ refunds: [expect.anything()] });
    expect(refused).toMatchObject({ refused: true, why: 'a refused order' });
    expect(refused!.findings.some(({ severity }) => severity === 'error')).toBe(true);
    expect(largest!.why).toBe('the largest order');
    const all = await of(100);
    expect(all).toHaveLength(100);
    expect(new Set(all.map(({ order }) => order)).size).toBe(100);
  });

  it('a version that a later one supersedes is never a sample', async () => {
    const cli = makeCli();
    const [header, row] = (await cli.run(['orders', 'template'])).stdout.split('\n');
    const time = '2026-05-06T09:30:00Z';
    const older = row!.replace(time, '2026-05-05T09:30:00Z');
    cli.file('two.csv', `${header}\n${older}\n${row}\n`);
    const samples = await samplesOf(cli, 'two.csv', '--sample', '5');
    expect(samples).toHaveLength(1);
    expect(samples[0]!.message).toMatchObject({ updated_at: time });
  });

  it('of JSON under a mapping, every field names the path of its value, and the record is one row', async () => {
    const cli = makeCli();
    const mapping = {
      name: 'Shop',
      order: {
        ...{ identifier: 'number', created_at: 'at', updated_at: 'at', currency: 'currency' },
        tags: 'tags[]',
        'customer.email': 'buyer.mail',
      },
      item: { identifier: { generate: 'line' }, sku: 'lines[].sku', quantity: 'lines[].qty' },
    };
    const order = {
      ...{ number: 'A-1', at: '2026-05-01T10:00:00Z', currency: 'EUR', tags: ['x', 'y'] },
      buyer: { mail: 'ann@example.com' },
      lines: [
        { sku: 'S-1', qty: 1 },
        { sku: 'S-2', qty: 2 },
      ],
    };
    cli.file('map.json', JSON.stringify(mapping));
    cli.file('in.ndjson', JSON.stringify(order));
    const words = ['in.ndjson', '--map', 'map.json', '--sample', '1', '--report', 'r.html'];
    const [{ fields, rows }] = (await samplesOf(cli, ...words)) as [Sample];
    expect(fields.find(({ path: at }) => at === 'items[1].sku')).toMatchObject({
      column_name: 'lines[1].sku',
      cell: 'S-2',
      column: null,
    });
    expect(rows).toHaveLength(1);
    const texts = Object.fromEntries(rows[0]!.cells.map(({ name, text }) => [name, text]));
    expect(texts).toEqual({
      ...{ number: 'A-1', at: order.at, currency: 'EUR', 'tags[]': 'x, y', 'buyer.mail': 'ann@example.com' },
      ...{ 'lines[0].sku': 'S-1', 'lines[0].qty': '1', 'lines[1].sku': 'S-2', 'lines[1].qty': '2' },
    });
    const html = fs.readFileSync(path.join(cli.root, 'work', 'r.html'), 'utf8');
    expect(html).not.toContain('ann@example.com');
    expect(html).toContain('lines[1].sku');
  });

  it('without --sample there are no samples, and a bad number is a usage error', async () => {
    const cli = makeCli();
    expect(await cli.json<Checked>(['orders', 'check', ...TEMPLATE])).not.toHaveProperty('samples');
    for (const words of [
      ['--sample', '0'],
      ['--sample', 'x'],
      ['--sample', '2', '--out', '-'],
      ['--sample', '2', '--trace', 'SO-104201'],
    ])
      expect((await cli.run(['orders', 'check', ...TEMPLATE, ...words])).code).toBe(2);
  });
});

describe.runIf(hasPty)('--sample on a terminal', () => {
  const shown = async (columns: number) => {
    const screen = onTerminal(makeCli(), ['orders', 'check', ...SHOPIFY, '--sample', '1', '--quiet'], {
      columns,
    });
    expect(await screen.ended).toBe(3);
    const text = withoutColour(screen.raw());
    return text
      .slice(text.indexOf('Order 2032  as it is sent'), text.indexOf('Checked, nothing'))
      .split('\n');
  };

  it.each([80, 120])(
    '%i columns: each field beside its cell, then the cells that no field came from',
    async (columns) => {
      const lines = await shown(columns);
      expect(lines.every((line) => line.length <= columns)).toBe(true);
      const text = lines.join('\n');
      expect(text).toMatch(/total_amount_cents +6533 +2:12 +65\.33 \(Total\)/);
      expect(text).toMatch(/items\[1\]\.unit_price_amount_cents +1800 +3:19 +18\.00 \(Lin/);
      expect(text).toContain('line 2 has also');
    },
  );
});
