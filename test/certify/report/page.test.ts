// The page of a certification in real headless Chromium: what it shows, hostile texts, widths, dark, paper, no network, no script.
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Certificate } from '../../../src/certify/certify.ts';
import { writeCertifyPage } from '../../../src/certify/report/page.ts';
import { HOSTILE_TEXTS } from '../../calls/inspector/hostile.ts';
import { CHROMIUM, startChromium } from '../../helpers/chromium.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { temporaryFolder, testPlatform } from '../../helpers/platform.ts';
import { certificateWith } from './support.ts';

let browser: Browser;
let page: Page;
const complaints: string[] = [];
const requests: string[] = [];

async function open(certificate: Certificate): Promise<void> {
  const file = path.join(temporaryFolder(), 'certify.html');
  let html = '';
  const write = (text: string) => {
    html += text;
  };
  writeCertifyPage(testPlatform().platform, { write }, certificate);
  fs.writeFileSync(file, html);
  await page.goto(`file://${file}`);
  await page.locator('h1').waitFor();
}

describe.skipIf(!CHROMIUM)('the page of a certification (skipped without Chromium)', () => {
  beforeAll(async () => {
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (said) => complaints.push(said.text()));
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    page.on('request', (request) => requests.push(request.url()));
  });
  afterAll(() => browser.close());
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
    expect(requests.splice(0).filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
  });

  it('says the verdict, counts, where, and what failed first, with what to do', async () => {
    await open(certificateWith('plain'));
    expect(await page.title()).toBe('Certification: Not ready');
    await expect.poll(() => page.locator('.verdict').textContent()).toBe('Not ready');
    expect(await page.locator('.counts').textContent()).toBe('2 passed 1 failed 3 not tried');
    const first = page.locator('main > section').first();
    expect(await first.locator('h2').textContent()).toBe('Failed (1)');
    expect(await first.locator('article').textContent()).toContain('To doplain');
    const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual(['failed', 'connection', 'orders', 'messages', 'refunds', 'agreements']);
  });

  itLong('says the reason of an area that was not tried once, and opens what passed', async () => {
    await open(certificateWith('plain'));
    const connection = page.locator('#connection');
    expect(await connection.locator('summary').count()).toBe(1);
    const seen = page.getByText('seen of messages.reachable');
    expect(await seen.isVisible()).toBe(false);
    await page.locator('#messages .check > summary').click();
    await expect.poll(() => seen.isVisible()).toBe(true);
    await page.locator('#messages .exchanges > summary').click();
    await expect.poll(() => page.locator('#messages tbody tr').first().textContent()).toContain('10:00:01');
    expect(await page.getByText('USD 12.00').isVisible()).toBe(true);
  });

  itLong('shows what is open between both sides', async () => {
    await open(certificateWith('plain'));
    const rows = page.locator('.agreements tbody tr');
    expect(await rows.count()).toBe(2);
    expect(await rows.nth(1).locator('.open').textContent()).toBe('open');
  });

  // In the short form all in one.
  it.each(
    inForm({ short: [HOSTILE_TEXTS.join(' ')], long: HOSTILE_TEXTS }).map((text, i) => [i, text] as const),
  )('shows hostile text %i as text', async (_, text) => {
    await open(certificateWith(text));
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) (one as unknown as { open: boolean }).open = true;
    });
    expect(await page.locator('script, iframe, object, img, form, base').count()).toBe(0);
    expect(await page.locator('main > section').count()).toBe(6);
    expect(await page.locator('[onclick], [onerror], [onload]').count()).toBe(0);
  });

  itLong('fits 320 and 1600 pixels, light, and 420, dark', async () => {
    await open(certificateWith('a-word-that-is-very-long-'.repeat(12)));
    for (const [width, colorScheme] of [
      [320, 'light'],
      [420, 'dark'],
      [1600, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide, `${width} ${colorScheme}`).toBeLessThanOrEqual(width);
    }
  });

  itLong('can be printed', async () => {
    await open(certificateWith('plain'));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.getByText('What to do').first().isVisible()).toBe(false);
    expect(await page.locator('#failed article').isVisible()).toBe(true);
  });
});
