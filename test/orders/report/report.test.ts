// `orders check --report FILE`: what the file holds and what it must not hold, how it is written, and its bounds.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatCents } from '../../../src/basics/units.ts';
import { HOSTILE_TEXTS } from '../../calls/inspector/hostile.ts';
import { makeCli } from '../../helpers/cli.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import type { Summary } from '../../helpers/sandbox.ts';
import { readReport, SHOPIFY, sample, sourceFile, TEMPLATE, WOOCOMMERCE } from './source-files.ts';

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
      const { summary, counts, codes, money, refused, text } = await reportOf(args, '--report-personal');
      expect(summary).toMatchObject({ exit: 3, report: expect.stringContaining('report.html') });
      expect(counts).toMatchObject({
        refused: summary.orders.refused,
        'can be sent': summary.orders.pending,
      });
      expect(refused).toHaveLength(summary.orders.refused);
      const countsOf = (list: readonly { code: string; count: number }[]) =>
        list.map(({ code, count }) => [code, count]);
      const ofTone = (...tones: string[]) => codes.filter(({ tone }) => tones.includes(tone));
      expect(countsOf(ofTone('error'))).toEqual(countsOf(summary.refused.by_code));
      expect(countsOf(ofTone('warning'))).toEqual(countsOf(summary.warnings));
      expect(money.map(([currency, , total]) => [currency, total])).toEqual(
        summary.money.map(({ currency, total_cents }) => [currency, formatCents(total_cents, currency)]),
      );
      const { header, rows } = sourceFile(args[0]!);
      for (const { findings, places, columns } of refused) {
        expect(findings.length).toBeGreaterThan(0);
        for (const [, where, cell, message] of findings) {
          expect(message).not.toBe('');
          const [, line, place, name] = /^line (\d+)(?:, column (\d+) (.*))?$/s.exec(where)!;
          if (place === undefined) continue;
          expect([name, cell]).toEqual([
            header[Number(place) - 1],
            rows.get(Number(line))![Number(place) - 1],
          ]);
        }
        expect(places.length).toBeGreaterThan(0);
        for (const [i, place] of places.entries()) {
          const source = rows.get(Number(place.replace('line ', '')))!;
          const filled = source.flatMap((cell, at) => (cell === '' ? [] : [[header[at], cell]]));
          const shown = columns.map((cells) => [cells[0], cells[i + 1]]);
          expect(shown.filter(([, cell]) => cell !== '')).toEqual(filled);
        }
      }
      expect(text).not.toContain('that no field uses');
      for (const { title, explanation } of codes) {
        expect(title).not.toBe('');
        expect(explanation).not.toBe('');
      }
    },
  );

  it('says what the mapping assumes, leaves out and does not use', async () => {
    const { platform: _, $schema: __, ...mapping } = JSON.parse(fs.readFileSync(WOOCOMMERCE[2]!, 'utf8'));
    const cli = makeCli();
    const map = cli.file('map.json', JSON.stringify(mapping));
    const { html, text } = await reportOf([WOOCOMMERCE[0]!, '--map', map, ...WOOCOMMERCE.slice(3)]);
    const listed = (title: string) => html.split(title)[1]!.split('</ul>')[0]!.split('<li>').slice(1);
    expect(listed('<h3>Mapping</h3>').join()).toContain('WooCommerce');
    expect(listed('<h3>Assumed, because the file does not say it</h3>').length).toBeGreaterThan(2);
    expect(listed('<h3>Left out</h3>').join()).toMatch(/: \d+ rows?/);
    const unused = listed('<h3>Columns that are not used</h3>');
    expect(unused.length).toBeGreaterThan(2);
    expect(text).toMatch(/Made by returns .*--timezone Europe\/Berlin/);
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
      expect(hidden.text).toMatch(/hidden, \d+ characters/);
      const shown = await reportOf(args, '--report-personal');
      const lines = shown.refused.flatMap(({ places }) =>
        places.map((place) => Number(place.replace('line ', ''))),
      );
      const ofRefused = texts(lines);
      const inPage = new Set(shown.refused.flatMap(({ columns }) => columns.flat()));
      expect([...ofRefused].filter((text) => !inPage.has(text))).toEqual([]);
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

  it('lets hostile texts be texts, and makes control characters visible', async () => {
    const cli = makeCli();
    // As NDJSON: a text of JSON may hold any character.
    const template = JSON.parse((await cli.run(['orders', 'template', '--format', 'json'])).stdout);
    const [order] = template.returns_portal_order.orders;
    const orders = HOSTILE_TEXTS.map((given, i) => {
      const text = Buffer.from(given).toString();
      const words = {
        identifier: `H-${i} ${text}`,
        status: text,
        raw_status: text,
        tags: [text],
        [text]: text,
      };
      const line = { ...order.items[0], sku: text, title: text, [text]: text, quantity: text };
      return { ...order, ...words, items: [line] };
    });
    cli.file('<img src=x>.ndjson', orders.map((one) => JSON.stringify(one)).join('\n'));
    const flags = '--report r.html --report-personal --max-rejects 100%'.split(' ');
    await cli.run(['orders', 'check', '<img src=x>.ndjson', ...flags]);
    const { html, refused } = readReport(path.join(cli.root, 'work', 'r.html'));
    expect(refused).toHaveLength(orders.length);
    expect(html).toContain('&lt;script&gt;pwned()&lt;/script&gt;');
    expect(html).not.toMatch(/<(?:script|img|svg|iframe|form|base|object)\b/i);
    expect(html).not.toMatch(/<[^>]*\s(?:src|action|style|on\w+)=/);
    expect(html).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/,
    );
  });

  it('an input without orders, without refusals and a file of headers only', async () => {
    const cli = makeCli();
    const { stdout } = await cli.run(['orders', 'template']);
    cli.file('good.csv', stdout);
    const good = await cli.run(['orders', 'check', 'good.csv', '--report', 'good.html']);
    expect(good.code).toBe(0);
    expect(good.stdout).toContain('good.html');
    expect(readReport(path.join(cli.root, 'work', 'good.html'))).toMatchObject({
      refused: [],
      counts: { 'orders in them': 2, 'can be sent': 2, refused: 0 },
    });
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
      counts: { refused: 0, 'replaced by a newer version': 1 },
    });
  });

  it('names the stop that an upload would end with, and the files of the refused rows', async () => {
    const { text } = await reportOf(TEMPLATE, '--max-rejects', '0', '--rejects', 'bad.csv');
    expect(text).toMatch(/An upload would send nothing\. .*--max-rejects 0/);
    // The codes stand below it on the page, and above it on a terminal.
    expect(text).toContain(
      'Look at the codes of the refusals (returns explain CODE), correct the input, or raise --max-rejects.',
    );
    expect(text).toMatch(/All refused rows, with the reasons in the last columns, are in \S*bad\.csv/);
  });

  it('allows nothing but its own style, names nothing in the network, and is the same each time', async () => {
    const { cli, file, html } = await reportOf(SHOPIFY);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)![1]!;
    const style = html.split('<style>')[1]!.split('</style>')[0]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(html).not.toMatch(/<script|javascript:/i);
    expect(html.match(/\b(?:https?:)?\/\/[a-z0-9]/gi) ?? []).toEqual([]);
    expect(html).not.toMatch(/<[^>]*\s(?:src|action|on\w+)=/);
    await cli.run(['orders', 'check', ...SHOPIFY, '--report', file, '--json']);
    const timeless = (text: string) => text.replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d[\d:.]*(?:Z| UTC)/g, 'TIME');
    expect(timeless(fs.readFileSync(file, 'utf8'))).toBe(timeless(html));
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
    ['the result of --out', 'o.ndjson', ['--out', 'o.ndjson']],
    ['stdout', '-', []],
  ])('never replaces %s', async (_what, name, more) => {
    const cli = makeCli();
    const { stdout: table } = await cli.run(['orders', 'template']);
    cli.file('a.csv', table);
    const { code, stderr } = await cli.run(['orders', 'check', 'a.csv', '--report', name, ...more]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--(?:report|out)/);
    expect(fs.readFileSync(path.join(cli.root, 'work', 'a.csv'), 'utf8')).toBe(table);
    expect(fs.readdirSync(path.join(cli.root, 'work')).filter((one) => one.endsWith('.tmp'))).toEqual([]);
  });

  itLong('is bounded: more than 5,000 refused orders, the first rows', async () => {
    const cli = makeCli();
    const [header, row] = (await cli.run(['orders', 'template'])).stdout.split('\n');
    const bad = row!.replace(',Shipped,', ',Sent,');
    const lines = Array.from({ length: 5100 }, (_, i) => bad.replaceAll('SO-100001', `B-${i}`));
    cli.file('a.csv', `${header}\n${lines.join('\n')}\n`);
    const { exit } = await cli.json<Summary>(
      'orders check a.csv --report r.html --max-rejects 100%'.split(' '),
    );
    expect(exit).toBe(3);
    const { html, text, counts, refused } = readReport(path.join(cli.root, 'work', 'r.html'));
    expect(counts['refused']).toBe(5100);
    expect(text).toContain('This page holds the first 5,000 of 5,100 refused orders');
    expect(refused.length).toBe(5_000);
    expect(html.length).toBeLessThan(15_600_000);
  });
});
