// `orders check --report FILE`: what the file holds and what it must not hold, how it is written, and its bounds.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCli } from '../../helpers/cli.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { readReport, SHOPIFY, sample, sourceFile, TEMPLATE, WOOCOMMERCE } from './source-files.ts';

interface Summary {
  readonly report: string;
  readonly orders: { readonly refused: number; readonly pending: number };
  readonly refused: { readonly by_code: readonly { code: string; count: number }[] };
  readonly warnings: readonly { code: string; count: number }[];
  readonly money: readonly { currency: string; total_cents: number }[];
}

async function reportOf(args: readonly string[], ...more: string[]) {
  const cli = makeCli();
  const file = path.join(cli.root, 'report.html');
  const summary = await cli.json<Summary>(['orders', 'check', ...args, '--report', file, ...more]);
  return { cli, file, summary, ...readReport(file) };
}

describe('the page', () => {
  it.each([
    ['the template', TEMPLATE],
    ['the Shopify mapping', SHOPIFY],
    ...inForm<[string, readonly string[]][]>({ short: [], long: [['the WooCommerce mapping', WOOCOMMERCE]] }),
  ])(
    'with %s: every refused order, reason, place and cell as in the file; counts as in --json',
    async (_what, args) => {
      const { summary, data, refused } = await reportOf(args, '--report-personal');
      expect(summary).toMatchObject({ exit: 3, report: expect.stringContaining('report.html') });
      expect(data.orders).toMatchObject({ refused: summary.orders.refused, ready: summary.orders.pending });
      expect(refused).toHaveLength(summary.orders.refused);
      const counts = (list: readonly { code: string; count: number }[]) =>
        list.map(({ code, count }) => [code, count]);
      expect(counts(data.refusals)).toEqual(counts(summary.refused.by_code));
      expect(counts(data.warnings)).toEqual(counts(summary.warnings));
      expect(data.money.map(({ currency, totalCents }) => [currency, totalCents])).toEqual(
        summary.money.map(({ currency, total_cents }) => [currency, total_cents]),
      );
      const { header, rows } = sourceFile(args[0]!);
      for (const { findings, rows: own } of refused) {
        expect(findings.length).toBeGreaterThan(0);
        for (const { line, place, cell, message } of findings) {
          expect(message).not.toBe('');
          if (!cell) continue;
          expect([data.columns[cell[0]], cell[1]]).toEqual([header[place! - 1], rows.get(line)![place! - 1]]);
        }
        for (const { line, cells, unused } of own) {
          const filled = rows.get(line)!.flatMap((text, i) => (text === '' ? [] : [[header[i], text]]));
          expect(cells.map(([column, text]) => [data.columns[column], text])).toEqual(filled);
          expect(unused).toBe(0);
        }
      }
      for (const { code, title } of [...data.refusals, ...data.warnings])
        expect(title.startsWith('Not met: '), title).toBe(!code.startsWith('order.map.'));
      for (const { title, explanation } of [...data.refusals, ...data.warnings, ...data.notes]) {
        expect(title).not.toBe('');
        expect(explanation).not.toBe('');
      }
    },
  );

  it('says what the mapping assumes, leaves out and does not use', async () => {
    const { platform: _, $schema: __, ...mapping } = JSON.parse(fs.readFileSync(WOOCOMMERCE[2]!, 'utf8'));
    const cli = makeCli();
    const map = cli.file('map.json', JSON.stringify(mapping));
    const { data } = await reportOf([WOOCOMMERCE[0]!, '--map', map, ...WOOCOMMERCE.slice(3)]);
    expect(data.mapping).toContain('WooCommerce');
    expect(data.assumed.length).toBeGreaterThan(2);
    expect(data.skipped.length).toBeGreaterThan(0);
    expect(data.unmapped.length).toBeGreaterThan(2);
    expect(data.command).toContain('--timezone Europe/Berlin');
  });

  it.each([
    [
      'the Shopify mapping',
      SHOPIFY,
      [
        'Email',
        'Billing Name',
        'Shipping Name',
        'Shipping Address1',
        'Shipping Phone',
        'Note Attributes',
        'Payment Reference',
      ],
    ],
    [
      'the template',
      TEMPLATE,
      [
        'customer.email',
        'customer.first_name',
        'shipping_address.name',
        'shipping_address.street1',
        'billing_address.phone',
      ],
    ],
  ])(
    '%s: no personal cell of any order is in it, unless --report-personal asks for those of refused ones',
    async (_what, args, columns) => {
      const { header, rows } = sourceFile(args[0]!);
      const texts = (lines: readonly number[]) =>
        new Set(
          lines
            .flatMap((line) => columns.map((name) => rows.get(line)![header.indexOf(name)]!))
            .filter((text) => text.length > 5),
        );
      const hidden = await reportOf(args);
      const all = [...texts([...rows.keys()].slice(1))];
      expect(all.length).toBeGreaterThan(30);
      expect(all.filter((text) => hidden.html.includes(text))).toEqual([]);
      expect(hidden.data.personal).toBe('hidden');
      const shown = await reportOf(args, '--report-personal');
      expect(shown.data.personal).toBe('included');
      const ofRefused = texts(shown.refused.flatMap((order) => order.rows.map(({ line }) => line)));
      const inPage = JSON.stringify(shown.refused);
      expect([...ofRefused].filter((text) => !inPage.includes(JSON.stringify(text).slice(1, -1)))).toEqual(
        [],
      );
      const others = all.filter((text) => text.includes('@') && !ofRefused.has(text));
      expect(others.length).toBeGreaterThan(10);
      expect(others.filter((text) => shown.html.includes(text))).toEqual([]);
    },
  );

  it('hides what an unknown field of JSON holds, and an e-mail in any column', async () => {
    const cli = makeCli();
    const order = JSON.parse(fs.readFileSync(sample('.', 'orders.ndjson'), 'utf8').split('\n')[0]!);
    const lines = [
      {
        ...order,
        identifier: 'ann@example.com',
        status: 'Sent',
        contact: 'Ann Example',
        raw_status: 'ask joe@example.com',
      },
      { ...order, identifier: 'A-2', status: 'Sent', refunds: [{ note: 'wrote to Bob Example' }] },
    ];
    cli.file('in.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
    await cli.run(['orders', 'check', 'in.ndjson', '--report', 'r.html']);
    const { html, refused } = readReport(path.join(cli.root, 'work', 'r.html'));
    expect(refused).toHaveLength(2);
    for (const text of ['ann@example', 'Ann Example', 'joe@example', 'Bob Example', order.customer.email])
      expect(html).not.toContain(text);
    expect(html).toContain(order.items[0].sku);
  });

  it('an input without orders, without refusals and a file of headers only', async () => {
    const cli = makeCli();
    const { stdout } = await cli.run(['orders', 'template']);
    cli.file('none.csv', `${stdout.split('\n')[0]}\n`);
    cli.file('good.csv', stdout);
    const good = await cli.run(['orders', 'check', 'good.csv', '--report', 'good.html']);
    expect(good.code).toBe(0);
    expect(good.stdout).toContain('good.html');
    expect(readReport(path.join(cli.root, 'work', 'good.html'))).toMatchObject({
      refused: [],
      data: { orders: { read: 2, ready: 2, refused: 0 }, refusals: [] },
    });
    const none = await cli.run(['orders', 'check', 'none.csv', '--report', 'none.html']);
    if (none.code === 0)
      expect(readReport(path.join(cli.root, 'work', 'none.html')).data.orders.read).toBe(0);
    else expect(fs.existsSync(path.join(cli.root, 'work', 'none.html'))).toBe(false);
  });

  it('leaves out versions that a later one supersedes', async () => {
    const cli = makeCli();
    const [header, row] = (await cli.run(['orders', 'template'])).stdout.split('\n');
    const refused = row!
      .replace(',Shipped,', ',Sent,')
      .replace('2026-05-06T09:30:00Z', '2026-05-05T09:30:00Z');
    cli.file('a.csv', `${header}\n${refused}\n${row}\n`);
    expect((await cli.run(['orders', 'check', 'a.csv', '--report', 'r.html'])).code).toBe(0);
    expect(readReport(path.join(cli.root, 'work', 'r.html'))).toMatchObject({
      refused: [],
      data: { listed: 0, orders: { refused: 0, superseded: 1 } },
    });
  });

  it('names the stop that an upload would end with, and the files of the refused rows', async () => {
    const { data } = await reportOf(TEMPLATE, '--max-rejects', '0', '--rejects', 'bad.csv');
    expect(data.stop).toEqual({
      message: expect.stringContaining('--max-rejects 0'),
      // The codes stand below it on the page, and above it on a terminal.
      hint: 'Look at the codes of the refusals (returns explain CODE), correct the input, or raise --max-rejects.',
    });
    expect(data.rejects.join()).toContain('bad.csv');
  });

  it('allows nothing but its own script and style, and names nothing in the network', async () => {
    const { html } = await reportOf(SHOPIFY);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)![1]!;
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const script = html.split('<script id="page">')[1]!.split('</script>')[0]!;
    const style = html.split('<style>')[1]!.split('</style>')[0]!;
    expect(policy).toContain(`script-src ${hash(script)};`);
    expect(policy).toContain(`style-src ${hash(style)};`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(html.match(/\b(?:https?:)?\/\/[a-z0-9]/gi) ?? []).toEqual([]);
    expect(html).not.toMatch(/<[^>]*\s(?:src|action|on\w+)=/);
  });
});

describe('the file', () => {
  it('is private, complete or not there, and leaves nothing beside it', async () => {
    const { cli, file } = await reportOf(SHOPIFY);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(cli.root).filter((name) => name.includes('report'))).toEqual(['report.html']);
    fs.writeFileSync(file, 'before');
    // Times without a zone: the check ends before there is anything to report.
    const ended = await cli.run(['orders', 'check', ...WOOCOMMERCE.slice(0, 3), '--report', file]);
    expect(ended.code).toBe(6);
    expect(fs.readFileSync(file, 'utf8')).toBe('before');
    expect(fs.readdirSync(cli.root).filter((name) => name.includes('report'))).toEqual(['report.html']);
  });

  it.each([
    ['the input', 'a.csv', []],
    ['a link to the input', 'link', []],
    ['the result of --out', 'o.ndjson', ['--out', 'o.ndjson']],
    ['the refused rows', 'bad.csv', ['--rejects', 'bad.csv']],
    ['stdout', '-', []],
    ['a folder', '.', []],
  ])('never replaces %s', async (_what, name, more) => {
    const cli = makeCli();
    const { stdout: table } = await cli.run(['orders', 'template']);
    cli.file('a.csv', table);
    fs.symlinkSync('a.csv', path.join(cli.root, 'work', 'link'));
    const { code, stderr } = await cli.run(['orders', 'check', 'a.csv', '--report', name, ...more]);
    expect(code).toBe(2);
    expect(stderr).toContain('--report');
    expect(fs.readFileSync(path.join(cli.root, 'work', 'a.csv'), 'utf8')).toBe(table);
    expect(fs.readdirSync(path.join(cli.root, 'work')).filter((one) => one.endsWith('.tmp'))).toEqual([]);
  });

  itLong('is bounded: more than 5,000 refused orders, the first rows and some of every reason', async () => {
    const cli = makeCli();
    const [header, row] = (await cli.run(['orders', 'template'])).stdout.split('\n');
    const bad = row!.replace(',Shipped,', ',Sent,');
    const late = row!.replace(/,USD,/, ',,');
    const lines = Array.from({ length: 5100 }, (_, i) => bad.replaceAll('SO-100001', `B-${i}`));
    lines.push(...Array.from({ length: 30 }, (_, i) => late.replaceAll('SO-100001', `L-${i}`)));
    cli.file('a.csv', `${header}\n${lines.join('\n')}\n`);
    const { exit } = await cli.json<Summary>([
      'orders',
      'check',
      'a.csv',
      '--report',
      'r.html',
      '--max-rejects',
      '100%',
    ]);
    expect(exit).toBe(3);
    const { html, data, refused } = readReport(path.join(cli.root, 'work', 'r.html'));
    expect(data.orders.refused).toBe(5130);
    expect(refused.length).toBe(data.listed);
    expect(refused.length).toBe(5_020);
    expect(refused.filter(({ order }) => order.startsWith('L-'))).toHaveLength(20);
    expect(html.length).toBeLessThan(12_000_000);
  });
});
