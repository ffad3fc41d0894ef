// The page in real headless Chromium: live calls, filter, changes, findings, replay, keyboard, hostile bodies, many
// calls.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleRma, withUnit } from '../../../src/contract/sample-rma.ts';
import { makeCallIds } from '../../../src/storage/calls.ts';
import { CHROMIUM, startChromium } from '../../helpers/chromium.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { HOSTILE_TEXTS, hostileBodies } from './hostile.ts';
import { returnStory, type Station, startStation } from './station.ts';

let browser: Browser;
let station: Station;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

/** More than may be drawn at once. */
const CALLS = inForm({ short: 1_500, share: 1_500, long: 10_000 });

/** A new tab with the page of a new receiver. */
async function open(prepare?: (station: Station) => Promise<void>): Promise<void> {
  station = await startStation();
  await prepare?.(station);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  await page.goto(station.url);
  await page.locator('.connection.live').waitFor();
  await page.locator('.summary', { hasText: /calls$/ }).waitFor();
}

/** Simulates that the tab becomes visible or hidden. */
const look = (isLooking: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isLooking);

const rows = () => page.locator('[data-row]');
const tab = (name: string | RegExp) => page.getByRole('tab', { name });

describe.skipIf(!CHROMIUM)('the inspector page in Chromium', () => {
  beforeAll(async () => {
    browser = await startChromium();
    context = await browser.newContext({
      viewport: { width: 1360, height: 820 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await page.close();
    await station.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  itLong('shows calls as they arrive, and after a lost connection those that arrived meanwhile', async () => {
    await open();
    expect(await page.locator('.emptiness').textContent()).toContain('No calls yet');
    // The session key is removed from the address.
    expect(page.url()).toBe(`${station.origin}/`);
    await station.receive(sampleRma({ rma_identifier: 'RMA-LIVE' }));
    await rows().filter({ hasText: 'RMA-LIVE' }).waitFor();
    expect(await rows().first().textContent()).toMatch(/ok.*CREATED.*RMA-LIVE.*200/);
    // A hidden tab does not look, and reads the missing calls from the record when it becomes visible.
    await look(false);
    const { id } = await station.receive(sampleRma({ rma_identifier: 'RMA-GAP' }));
    await look(true);
    await page.locator(`[data-row="${id}"]`).waitFor();
    await expect.poll(() => rows().count()).toBe(2);
  });

  itLong('says when its session has ended, and does not accept another session', async () => {
    await open();
    const port = Number(new URL(station.origin).port);
    await station.close();
    await page.locator('.connection.broken').waitFor();
    station = await startStation({ port });
    await page.getByRole('alert').getByText('This page belongs to no running session').waitFor();
    // The browser's own console message about the refused request.
    expect(complaints.splice(0).join()).toMatch(/401|ERR_/);
  });

  itLong(
    'filters by words and verdict; the address contains the filter, and Back restores the last one',
    async () => {
      await open(async ({ receive }) => {
        for (const message of returnStory()) await receive(message);
        await receive(sampleRma({ rma_identifier: 'RMA-BAD', status: 7 }));
      });
      const shown = () => page.locator('.summary').textContent();
      await page.keyboard.press('/');
      await page.keyboard.type('trousers 1z0002');
      await expect.poll(() => shown()).toBe('4 of 6 calls');
      await page.getByRole('button', { name: /^Errors/ }).click();
      await expect.poll(() => shown()).toBe('0 of 6 calls');
      expect(page.url()).toContain('?q=trousers+1z0002&verdict=error');
      // The address gives the same view in another tab of the same session.
      const other = await context.newPage();
      await other.goto(page.url());
      await other.locator('.summary', { hasText: '0 of 6 calls' }).waitFor();
      await other.close();
      await page.goBack();
      await expect.poll(() => shown()).toBe('4 of 6 calls');
      expect(await page.inputValue('#search')).toBe('trousers 1z0002');
      await page.fill('#search', 'duplicate');
      await expect.poll(() => shown()).toBe('1 of 6 calls');
      await page.fill('#search', '');
      await page.getByRole('button', { name: /^Errors/ }).click();
      await expect.poll(() => shown()).toBe('1 of 6 calls');
      expect(await rows().textContent()).toContain('RMA-BAD');
    },
  );

  itLong(
    'shows the timeline of an RMA with the changes of each unit, also while messages arrive',
    async () => {
      await open(async ({ receive }) => {
        for (const message of returnStory().slice(0, 4)) await receive(message);
      });
      await page.keyboard.press('j');
      await tab('Time line (4)').click();
      const steps = page.locator('.step');
      expect(await steps.nth(0).textContent()).toContain('First message, 3 units.');
      const second = (await steps.nth(1).textContent())!;
      expect(second).toContain('2 units of line L1 · TEE-GRN-M · order SO-1001');
      expect(second).toContain('package_tracking_statusnone→PRE_TRANSIT');
      expect(await steps.nth(2).textContent()).toContain('package_tracking_statusPRE_TRANSIT→TRANSIT');
      expect(await steps.nth(3).textContent()).toContain('Seen before: changes nothing.');
      await station.receive(returnStory()[4]!);
      await tab('Time line (5)').waitFor();
      expect(await steps.nth(4).textContent()).toContain('package_tracking_statusTRANSIT→DELIVERED');
      await steps.nth(1).getByRole('button').click();
      await tab('Message').click();
      expect(await page.locator('.changed').textContent()).toContain('none→PRE_TRANSIT');
    },
  );

  itLong('marks the place of a finding, masks secrets, shows bytes and copies curl', async () => {
    await open(async ({ receive }) => {
      await receive(Buffer.from([0xff, 0xfe, 0x41]));
      await receive(withUnit({ sku: '', return_reason: 5 }, { rma_identifier: 'RMA-F' }));
    });
    await page.keyboard.press('j');
    await page.locator('.finding', { hasText: 'items[0].sku' }).first().click();
    expect(await page.locator('.line.marked').textContent()).toContain('"sku": ""');
    await tab('HTTP').click();
    expect(await page.locator('.http').textContent()).toContain('Authorization***');
    await page.keyboard.press('c');
    await page.locator('.toast', { hasText: 'Copied as curl' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`curl -sS -g --path-as-is -X POST ${station.receiverUrl}/rmas`);
    expect(copied).not.toContain('c2Vydml');
    await page.keyboard.press('j');
    await page.locator('.http').getByText('3 B, no UTF-8 text').waitFor();
  });

  it('replays with a key, and the replay arrives as a new call', async () => {
    await open(async ({ receive }) => void (await receive(sampleRma({ rma_identifier: 'RMA-R' }))));
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Replay' }).waitFor();
    await page.keyboard.press('r');
    await page.locator('.toast', { hasText: 'Sent again: answered 200' }).waitFor();
    await rows().filter({ hasText: 'duplicate' }).waitFor();
    await expect.poll(() => rows().count()).toBe(2);
    // Edited, it is another message.
    await page.getByRole('button', { name: 'Edit and send' }).click();
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.fill((await body.inputValue()).replace('"RMA-R"', '"RMA-EDITED"'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await rows().filter({ hasText: 'RMA-EDITED' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('replay the call').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(page.url()).toBe(`${station.origin}/`);
  });

  it('runs no script from data in any view, and makes control characters visible', async () => {
    await open(async (to) => {
      for (const body of hostileBodies()) await to.receive(body);
      for (const text of HOSTILE_TEXTS)
        await to.receive('{}', {
          kind: 'unknown',
          method: 'GET',
          target: `/${text}`,
          remote: text,
          headers: [[text, text]],
          status: text,
          findings: [{ severity: 'error', code: text, path: text, message: text }],
          response: { status: 200, by: 'mock', body: text },
          forwarded: { url: text, status: 0, ms: 1, fault: text },
          imported: { file: text, line: 1 },
        });
    });
    await page.evaluate(() => Object.assign(window, { pwned: () => Object.assign(window, { ran: true }) }));
    const calls = await page.locator('.summary').textContent();
    const count = Number.parseInt(calls!, 10);
    expect(count).toBe(hostileBodies().length + HOSTILE_TEXTS.length);
    // Opens every call under every tab inside the page, because one round trip for each key would take a minute.
    const seen = await page.evaluate(async (total) => {
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      const press = (key: string) =>
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
      const elements = new Set<string>();
      const odd: string[] = [];
      let texts = 0;
      let steers = 0;
      for (let i = 0; i < total; i++) {
        press('j');
        const id = document.querySelector<HTMLElement>('.row[aria-selected="true"]')?.dataset['row'];
        while (document.querySelector<HTMLElement>('.head')?.dataset['shown'] !== id) await turn();
        for (const name of ['story', 'http', 'message']) {
          document.getElementById(`tab-${name}`)!.click();
          for (const finding of document.querySelectorAll<HTMLElement>('.finding')) finding.click();
          const text = document.body.textContent!;
          texts += text.length;
          if (STEERS.test(text)) steers++;
          for (const element of document.querySelectorAll('body *')) {
            elements.add(element.localName);
            for (const { name: attribute } of element.attributes)
              if (/^on|^src|^href|^action|^formaction/.test(attribute))
                odd.push(`${element.localName} ${attribute}`);
          }
        }
      }
      return {
        ran: 'ran' in window,
        polluted: 'polluted' in {},
        elements: [...elements],
        odd,
        texts,
        steers,
      };
    }, count);
    expect(seen).toMatchObject({ ran: false, polluted: false, odd: [], steers: 0 });
    expect(seen.texts).toBeGreaterThan(100_000);
    for (const name of ['script', 'iframe', 'img', 'svg', 'style', 'form', 'math', 'base', 'a', 'link'])
      expect(seen.elements).not.toContain(name);
  });

  itLong(`draws only what is seen of ${CALLS} calls`, async () => {
    await open(async ({ keep, recordOf, platform }) => {
      const now = platform.clock.now();
      const first = recordOf(withUnit({ sku: 'SKU' }, { rma_identifier: 'RMA' }));
      const ids = makeCallIds(platform.random);
      // The message is checked only once, so that the test measures the page.
      const records = Array.from({ length: CALLS }, (_, i) => {
        const at = now - CALLS + i;
        const body = first.body.replace('"SKU"', `"SKU-${i % 977}"`);
        return { ...first, id: ids(at), at, body, rma: `RMA-${i % 3_000}` };
      });
      await keep(records);
    });
    expect(await page.locator('.summary').textContent()).toBe(`${CALLS.toLocaleString('en')} calls`);
    const figures = await page.evaluate(async () => {
      const search = document.querySelector<HTMLInputElement>('#search')!;
      const list = document.querySelector('#list')!;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const nodes = () => document.querySelectorAll('*').length;
      const times: number[] = [];
      let most = nodes();
      for (const text of ['r', 'rma-1', 'rma-12', 'sku-9', 'sku-97', 'nothing', '-rma', '']) {
        search.value = text;
        const start = performance.now();
        search.dispatchEvent(new Event('input', { bubbles: true }));
        // The time includes the layout.
        list.getBoundingClientRect();
        times.push(performance.now() - start);
        most = Math.max(most, nodes());
      }
      for (let top = 0; top < list.scrollHeight; top += list.scrollHeight / 20) {
        list.scrollTop = top;
        await frame();
        most = Math.max(most, nodes());
      }
      return { times, most, rows: document.querySelectorAll('[data-row]').length };
    });
    // Only the long run has the machine for itself.
    if (inForm({ short: false, share: false, long: true }))
      expect([...figures.times].sort((a, b) => a - b)[4]).toBeLessThan(100);
    expect(figures.most).toBeLessThan(1_000);
    expect(figures.rows).toBeGreaterThan(10);
    await page.keyboard.press('Escape');
    await page.keyboard.press('G');
    await page.locator('.row[aria-selected="true"]').waitFor();
    await station.receive(sampleRma({ rma_identifier: 'RMA-NEW' }));
    await page.keyboard.press('g');
    await rows().filter({ hasText: 'RMA-NEW' }).waitFor();
  });
});
