// The report page in real headless Chromium: what it shows, personal cells, hostile cells, widths, paper.
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../calls/inspector/hostile.ts';
import { CHROMIUM, startChromium } from '../../helpers/chromium.ts';
import { makeCli } from '../../helpers/cli.ts';
import { itLong } from '../../helpers/form.ts';
import { SHOPIFY, TEMPLATE } from './source-files.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];
const requests: string[] = [];

async function open(file: string, options = {}): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (said) => complaints.push(said.text()));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`file://${file}`);
  await page.locator('h1').waitFor();
}

async function openReport(args: readonly string[], options = {}): Promise<void> {
  const cli = makeCli();
  const file = path.join(cli.root, 'report.html');
  await cli.run(['orders', 'check', ...args, '--report', file]);
  await open(file, options);
}

const cards = () => page.locator('article');

describe.skipIf(!CHROMIUM)('the report page in Chromium', () => {
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await context.close();
    expect(complaints.splice(0)).toEqual([]);
    expect(requests.splice(0).filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
  });

  it('says what is refused, why, where, what is in the file and what to do, with the rows', async () => {
    await openReport(SHOPIFY);
    expect(await page.title()).toBe('Check of shopify-orders.csv');
    expect(await page.locator('.lead').textContent()).toBe(
      '6 orders refused: not sent until corrected. 26 orders can be sent.',
    );
    expect(await page.locator('.money').textContent()).toContain('USD264,063.404,116.500.0068.002,455.11');
    const card = cards().filter({ hasText: 'Order 2013' });
    await card.locator('summary').click();
    const marked = card.locator('.rows mark');
    expect(await marked.textContent()).toBe('blank');
    expect(
      await card
        .locator('.rows tr', { has: page.locator('mark') })
        .locator('th')
        .textContent(),
    ).toBe('Currency');
    // The code leads to what is to be done about it, said once.
    await card.locator('h4 > a').click();
    expect(await page.locator(':target').textContent()).toContain(
      'What to do: The service needs this field.',
    );
  });

  it('covers personal cells until they are asked for, also in print', async () => {
    await openReport([...TEMPLATE, '--report-personal']);
    expect(await page.locator('.box').first().textContent()).toContain('holds personal data of 8 orders');
    await cards().first().locator('summary').click();
    const cell = cards().first().locator('.rows .cover + span').first();
    await expect.poll(() => cell.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => cell.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Show personal data').check();
    await expect.poll(() => cell.isVisible()).toBe(true);
    await page.getByLabel('Show personal data').uncheck();
    await expect.poll(() => cell.isVisible()).toBe(false);
  });

  itLong('at 420, 900 and 1600 px nothing is wider than the window, light and dark', async () => {
    await openReport(SHOPIFY);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.locator('.rows').first().waitFor();
    for (const [width, colorScheme] of [420, 900, 1600].flatMap((width) =>
      (['light', 'dark'] as const).map((scheme) => [width, scheme] as const),
    )) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(back).toBe(colorScheme === 'dark' ? 'rgb(14, 17, 22)' : 'rgb(244, 245, 247)');
    }
  });

  itLong(
    'runs no script of the data, makes control characters visible, and lets no text turn around others',
    async () => {
      const cli = makeCli();
      // As NDJSON: a text of JSON may hold any character.
      const template = JSON.parse((await cli.run(['orders', 'template', '--format', 'json'])).stdout);
      const [order] = template.returns_portal_order.orders;
      const texts = HOSTILE_TEXTS.map((text) => Buffer.from(text).toString());
      const orders = texts.map((text, i) => ({
        ...order,
        identifier: `H-${i} ${text}`,
        status: text,
        raw_status: text,
        tags: [text],
        [text]: text,
        items: [{ ...order.items[0], sku: text, title: text, [text]: text, quantity: text }],
      }));
      const name = '<img src=x onerror=pwned()>.ndjson';
      cli.file(name, orders.map((one) => JSON.stringify(one)).join('\n'));
      await cli.run([
        'orders',
        'check',
        name,
        '--report',
        'r.html',
        '--report-personal',
        '--max-rejects',
        '100%',
      ]);
      const html = fs.readFileSync(path.join(cli.root, 'work', 'r.html'), 'utf8');
      expect(html).not.toMatch(/<script/i);
      expect(html).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/,
      );
      await open(path.join(cli.root, 'work', 'r.html'));
      await page.evaluate(() => Object.assign(window, { pwned: () => Object.assign(window, { ran: true }) }));
      await page.getByLabel('Show personal data').check();
      expect(await cards().count()).toBe(texts.length);
      const seen = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        const elements = [...document.querySelectorAll('body *')];
        const odd = elements.flatMap(({ localName, attributes }) =>
          [...attributes]
            .filter(
              ({ name, value }) =>
                /^on|^src|^action|^formaction|^style/.test(name) ||
                (name === 'href' && !/^#[a-z._]+$/.test(value)),
            )
            .map(({ name }) => `${localName} ${name}`),
        );
        const texts = elements.map(({ textContent }) => textContent ?? '').join('');
        return {
          odd,
          names: [...new Set(elements.map(({ localName }) => localName))].sort(),
          steers:
            /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(
              texts,
            ),
          shown: document.querySelector('main')!.textContent!.includes('<script>pwned()</script>'),
          ran: 'ran' in window,
          base: document.querySelectorAll('base, meta[http-equiv=refresh], iframe, img, form').length,
        };
      });
      expect(seen).toMatchObject({ odd: [], steers: false, shown: true, ran: false, base: 0 });
      expect(
        seen.names.filter(
          (one) =>
            !/^(?:a|article|b|br|code|details|div|dl|dt|dd|em|footer|h[1-4]|header|i|input|label|li|main|mark|nav|ol|p|section|small|span|summary|table|tbody|td|th|thead|tr|ul)$/.test(
              one,
            ),
        ),
      ).toEqual([]);
    },
  );
});
