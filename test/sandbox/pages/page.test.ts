// The portal and the operator's view in real headless Chromium: a return to its refund, an exchange, a cancelled return, the
// acts of the operator, hostile data, every width in light and dark.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleLine, sampleOrder } from '../../../src/contract/sample.ts';
import { HOSTILE_TEXTS } from '../../calls/inspector/hostile.ts';
import { CHROMIUM, startChromium } from '../../helpers/chromium.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { hostileOrder, hostileRetailer } from './hostile-order.ts';
import { mixedOrder, type Shop, startShop } from './shop.ts';

let browser: Browser;
let shop: Shop;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];
/** Addresses that a page asked for outside of its own port. */
const elsewhere: string[] = [];

/** Writes down what a page complains about, and what it asks for elsewhere. */
function watch(one: Page): void {
  one.on('pageerror', (error) => complaints.push(error.message));
  one.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  one.on('request', (request) => !request.url().startsWith(shop.origin) && elsewhere.push(request.url()));
}

/** The pages of a new sandbox, which nobody is signed in to. */
async function open(where: 'portal' | 'operator'): Promise<void> {
  shop = await startShop();
  await shop.post(sampleOrder(), mixedOrder());
  await context.clearCookies();
  await page.setViewportSize({ width: 1200, height: 860 });
  await page.goto(where === 'portal' ? shop.portalUrl : shop.url);
}

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const line = (title: string | RegExp) => page.locator('.line', { hasText: title });

async function find(order: string, email = 'shopper@shop.example'): Promise<void> {
  await page.getByLabel('Order number').fill(order);
  await page.getByLabel('E-mail').fill(email);
  await press('Find my order');
}

const addOne = (title: string | RegExp) =>
  line(title)
    .getByRole('button', { name: /^Return one/ })
    .click();

/** Chooses one unit with a reason. */
async function choose(title: string | RegExp, reason: string): Promise<void> {
  await addOne(title);
  await line(title).getByLabel('Why does it come back?').selectOption(reason);
}

/** The RMA of the page, once it is confirmed. */
async function confirm(): Promise<string> {
  await press('Confirm return');
  const number = page.locator('.number');
  await number.waitFor();
  return /RMA-\S+/.exec((await number.textContent())!)![0];
}

const messages = () => shop.received.filter(({ path }) => path === '/rmas').map(({ body }) => body['status']);

describe.skipIf(!CHROMIUM)('the pages of the sandbox in Chromium', () => {
  beforeAll(async () => {
    browser = await startChromium();
    context = await browser.newContext();
    page = await context.newPage();
    watch(page);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.goto('about:blank');
    await shop.close();
    expect(complaints.splice(0)).toEqual([]);
    expect(elsewhere.splice(0)).toEqual([]);
  });

  it('a return goes from the search to its refund', async () => {
    await open('portal');
    expect(page.url()).toBe(`${shop.origin}/portal`);
    await find('SO-1001', 'other@shop.example');
    const wrong = page.getByRole('alert').first();
    await expect.poll(() => wrong.textContent()).toContain('We cannot find an order');
    const said = await wrong.textContent();
    await find('SO-9');
    await expect.poll(() => wrong.textContent()).toBe(said);
    // Spaces around do not matter, nor the letters of the e-mail.
    await find(' SO-1001', 'Shopper@Shop.example ');
    await heading('What would you like to return?').waitFor();
    // What is missing is said, and nothing goes on without it.
    await press('Confirm return');
    await page.getByText('Choose at least one item to return.').waitFor();
    await choose('T-shirt', 'No longer needed');
    await addOne('T-shirt');
    await expect.poll(() => page.locator('.sum').textContent()).toBe('2 items · $54.00');
    const rma = await confirm();
    await heading('Return started').waitFor();
    await shop.advance(5_000);
    await heading('Label ready').waitFor();
    await page.getByText(/^Tracking number TRK-/).waitFor();
    shop.sandbox.carrier(rma, 'scan');
    await heading('On its way').waitFor();
    await shop.refund(rma);
    await heading('Refunded').waitFor();
    await expect.poll(messages).toEqual(['CREATED', 'CREATED', 'CREATED', 'REFUNDED']);
    // The browser writes its own complaint about an answer 404: an order that there is not.
    expect(complaints.splice(0)).toHaveLength(1);
  });

  itLong('an even exchange asks the retailer for variants, and places the exchange order', async () => {
    await open('portal');
    let variants = 0;
    const { answers } = shop;
    const given = answers.variants;
    answers.variants = () => (++variants === 1 ? { status: 503, body: 'down' } : given());
    await find('SO-2002');
    // What cannot be returned says why.
    await expect.poll(() => line('Socks').textContent()).toContain('was sold for good (tag FinalSale).');
    expect(await line('Winter coat').textContent()).toContain('has shipped yet.');
    await choose('cotton', 'Too small');
    await line('cotton').getByText('Exchange', { exact: true }).click();
    await line('cotton').getByText('We cannot show exchanges right now.').waitFor();
    await press('Try again');
    await line('cotton').getByText('$5.00 more').waitFor();
    const large = line('cotton').getByRole('radio', { name: /T-shirt, green, L.*Same price/ });
    await large.check();
    const small = line('cotton').getByRole('radio', { name: /green, S.*Out of stock/ });
    expect(await small.isDisabled()).toBe(true);
    // Two units of it, and back to one.
    await addOne('cotton');
    const less = line('cotton').getByRole('button', { name: / less$/ });
    await less.click();
    expect(await large.isChecked()).toBe(true);
    await choose('trousers', 'Too large');
    await line('trousers').getByText('Gift card', { exact: true }).click();
    await page.getByRole('radio', { name: /^Drop it off/ }).check();
    await press('Confirm return');
    await page.getByText('Your exchange order: EX-1').waitFor();
    const placed = shop.received.find(({ path }) => path === '/exchange_orders')!.body;
    expect(placed).toMatchObject({ original_order_id: 'SO-2002', currency: 'USD' });
    expect((placed['items'] as { sku: string }[]).map(({ sku }) => sku)).toContain('TEE-GRN-L');
    const [rma] = shop.sandbox.rmas().rmas;
    expect(rma).toMatchObject({ status: 'CREATED', return_method: 'express-returns' });
    expect(rma!.items.map((item) => item['refund_type'])).toEqual(['EVEN_EXCHANGE', 'UNEVEN_EXCHANGE']);
    shop.sandbox.carrier(rma!.rma_identifier, 'accept');
    await heading('On its way').waitFor();
    // The exchange order ships: everything is settled.
    await shop.post(sampleOrder({ identifier: 'EX-1' }));
    await shop.advance(60_000);
    await heading('Completed').waitFor();
    // The first variants request: the browser writes its own complaint about it.
    expect(complaints.splice(0)).toHaveLength(1);
  });

  itLong('a return is cancelled, after a question; its units can be returned again', async () => {
    await open('portal');
    await find('SO-1001');
    await choose('T-shirt', 'Too large');
    const rma = await confirm();
    await press('Cancel this return');
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click();
    expect(shop.sandbox.rma(rma).status).toBe('CREATED');
    await press('Cancel this return');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the return' }).click();
    await heading('This return is cancelled').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel this return' }).count()).toBe(0);
    await expect.poll(messages).toEqual(['CREATED', 'CANCELED']);
    // The place is in the history of the browser: a reload shows it again.
    await page.reload();
    await heading('This return is cancelled').waitFor();
    await press('← Order');
    await expect.poll(() => page.locator('.units output').textContent()).toBe('0 of 2');
    await press(`Follow return ${rma}`);
    await heading('This return is cancelled').waitFor();
  });

  itLong('a return can be made with the keyboard alone', async () => {
    await open('portal');
    const { keyboard } = page;
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const tabTo = async (text: RegExp) => {
      for (let i = 0; i < 40 && !text.test(await focused()); i++) await keyboard.press('Tab');
      expect(await focused()).toMatch(text);
    };
    await page.getByLabel('Order number').focus();
    await keyboard.type('SO-1001');
    await keyboard.press('Tab');
    await keyboard.type('shopper@shop.example');
    await keyboard.press('Enter');
    // The heading of each step gets the focus, so that it is read aloud.
    await expect.poll(focused).toMatch(/^What would you like/);
    await tabTo(/^\+$/);
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await tabTo(/^Confirm return$/);
    await keyboard.press('Enter');
    await expect.poll(focused).toMatch(/^Return started/);
  });

  it('the operator reads whole identifiers and the money of refunds, and no note covers anything', async () => {
    await open('operator');
    const money = { product_amount_cents: 4998, total_amount_cents: 5398 };
    const items = [sampleLine({ unit_price_amount_cents: 2499, product_amount_cents: 4998 })];
    const order = sampleOrder({ identifier: 'WEB-2026-0000123456-EU', items, ...money });
    await shop.post(order);
    const { rma_identifier: rma } = await shop.sandbox.startReturn({ order: 'WEB-2026-0000123456-EU' });
    await shop.advance(5_000);
    const width = (selector: string) =>
      page.locator(selector).evaluate((one) => Math.round(one.getBoundingClientRect().width));
    const cut = () =>
      page.locator('.row .id > :first-child').evaluateAll((all) => {
        return all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);
      });
    await page.locator('.row', { hasText: rma }).waitFor();
    expect([await width('.left'), await cut()]).toEqual([1200, []]);
    await page.locator('.row', { hasText: rma }).click();
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.locator('.toast', { hasText: 'Carrier: Scan' }).waitFor();
    expect(await cut()).toEqual([]);
    const tops = await page.evaluate(() =>
      ['main', '.toast'].map((one) => document.querySelector(one)!.getBoundingClientRect()),
    );
    expect(tops[0]!.bottom).toBeLessThanOrEqual(tops[1]!.top);
    await shop.refund(rma, order);
    await expect.poll(() => page.locator('.story').textContent()).toMatch(/Refund R-\S+ of 54\.00 settles/);
    await expect
      .poll(() => page.locator('.story').textContent())
      .toContain('Too much is refunded: 54.00 in all, where 53.98 was paid.');
    await page.locator('#to-order').click();
    const refunds = page.getByRole('region', { name: 'Refunds' });
    await expect.poll(() => refunds.textContent()).toMatch(`${rma}2 of L154.00`);
    expect(await page.locator('.row', { hasText: 'over_refunded' }).count()).toBe(1);
    expect(await cut()).toEqual([]);
    for (const place of ['Deliveries', 'Returns']) {
      await page.getByRole('button', { name: place, exact: true }).click();
      await page.locator('.row', { hasText: rma }).first().waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(cut).toEqual([]);
      await page.setViewportSize({ width: 1200, height: 860 });
    }
  });

  itLong('the operator sees what happens at once, and acts with buttons', async () => {
    await open('operator');
    await page.getByText('No returns yet').waitFor();
    const { rma_identifier: rma } = await shop.sandbox.startReturn({ order: 'SO-1001' });
    await page.locator('.row', { hasText: rma }).click();
    await expect.poll(() => page.url()).toContain(`id=${rma}`);
    const story = page.locator('.story');
    await expect.poll(() => story.textContent()).toContain('The shopper returns 2 units by mail-back');
    expect(await page.getByRole('button', { name: 'Scan' }).count()).toBe(0);
    await press('Run until idle');
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.locator('.toast', { hasText: 'Carrier: Scan' }).waitFor();
    // The parcel is the main state, and each message says what it said.
    await expect.poll(() => page.locator('.head .parcel').textContent()).toBe('TRANSIT');
    expect(await page.locator('.row .status').textContent()).toBe('TRANSIT');
    await expect.poll(() => story.textContent()).toMatch(/CREATED · PRE_TRANSIT.*CREATED · TRANSIT/);
    await page.locator('.summary', { hasText: /^1 return$/ }).waitFor();
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await expect.poll(() => page.locator('.units-view').textContent()).toMatch(/TRANSIT.*RECEIVED.*27\.00/);
    // The whole way to the refund.
    await shop.refund(rma);
    await expect.poll(() => page.locator('.head').textContent()).toContain('REFUNDED');
    await page.getByText('Nothing more can be done here').waitFor();
    // A message is looked at and sent again.
    const before = shop.received.length;
    await story.getByRole('button', { name: /^D-1 RMA message/ }).click();
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await expect.poll(() => shop.received.length).toBe(before + 1);
    await expect.poll(() => page.locator('.attempt').count()).toBe(2);
    await page.goBack();
    await story.waitFor();
    // The portal opens in a tab of the same session, with this order.
    await page.locator('#to-order').click();
    const opened = context.waitForEvent('page');
    await page.locator('.detail').getByRole('button', { name: 'Open the portal' }).click();
    const portal = await opened;
    watch(portal);
    await portal.getByRole('button', { name: `Follow return ${rma}` }).waitFor();
  });

  itLong('the operator turns the clock, plays an outage, and switches what is assumed', async () => {
    await open('operator');
    const go = (name: string) => page.getByRole('navigation').getByRole('button', { name }).click();
    await go('Settings');
    // The settings are longer than the window.
    await page.locator('.assumptions').hover();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.locator('.detail').evaluate((one) => one.scrollTop)).toBeGreaterThan(200);
    await page.locator('#search').fill('give_up');
    await expect.poll(() => page.locator('.assumptions li').count()).toBe(1);
    await page.locator('#search').fill('');
    await page.locator('#for').fill('2h');
    await press('Begin');
    await page.locator('.toast', { hasText: 'The retailer cannot be reached' }).waitFor();
    // What the outage changed may be drawn while it is typed.
    const delay = page.locator('#assume-label_delay');
    await expect.poll(() => delay.fill('10s').then(() => delay.inputValue())).toBe('10s');
    await delay.press('Enter');
    await page.locator('.assumptions .changed', { hasText: 'label_delay' }).waitFor();
    await go('Orders');
    await page.locator('.row', { hasText: 'SO-1001' }).click();
    await press('Return everything');
    await expect.poll(() => shop.sandbox.rmas().rmas).toHaveLength(1);
    await page.getByLabel('Advance the clock by').fill('8s');
    await press('Advance');
    await expect.poll(() => page.locator('.clock-time').textContent()).toContain('10 Mar 2026');
    const [rma] = shop.sandbox.rmas().rmas;
    expect(rma!.items[0]!['tracking_number']).toBeNull();
    await press('+1 min');
    await expect
      .poll(() => shop.sandbox.rma(rma!.rma_identifier).items[0]!['tracking_number'])
      .toMatch(/^TRK/);
    expect(messages()).toEqual([]);
    await go('Deliveries');
    await expect.poll(() => page.locator('.row').count()).toBe(2);
    // The first message; the second waits behind it. Keys go through the list, also after a click on a tab.
    await page.keyboard.press('G');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.row').last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('next row').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.attempts').textContent()).toContain('outage');
    await go('Settings');
    await press('End it');
    await press('Run until idle');
    await expect.poll(messages).toEqual(['CREATED', 'CREATED']);
    await go('Log');
    await expect.poll(() => page.locator('.log li').count()).toBeGreaterThan(1);
    await page.locator('.log .assumed .tag', { hasText: 'label_delay' }).first().click();
    await page.locator('.assumptions li', { hasText: 'label_delay' }).waitFor();
    await expect.poll(() => page.locator('.assumptions li').count()).toBe(1);
    await press('Back to 3s');
    await expect
      .poll(() => shop.sandbox.assumptions().assumptions.find(({ id }) => id === 'label_delay')!.value)
      .toBe('3s');
  });

  it('hostile orders and answers run no script in either page, and stay inside the window', async () => {
    await open('portal');
    await page.setViewportSize({ width: 900, height: 800 });
    const texts = inForm({
      short: [`${HOSTILE_TEXTS[0]} ${HOSTILE_TEXTS.at(-1)}`],
      share: HOSTILE_TEXTS.slice(0, 4),
      long: HOSTILE_TEXTS,
    });
    const orders = texts.map(hostileOrder);
    await shop.post(...orders);
    await page.addInitScript(() =>
      Object.assign(window, { pwned: () => Object.assign(window, { ran: true }) }),
    );
    const seen = { elements: new Set<string>(), odd: [] as string[], steered: 0, wide: 0, ran: false };
    /** What the page is made of now. */
    const look = async () => {
      const found = await page.evaluate(() => {
        const steers =
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
        const all = [...document.querySelectorAll('body *')];
        return {
          elements: all.map(({ localName }) => localName),
          // The list puts its rows in their place, and says how wide identifiers are.
          odd: all.flatMap((one) =>
            [...one.attributes]
              .map(({ name }) => name)
              .filter((name) => /^on|^src|^href|^action|^style/.test(name))
              .filter((name) => name !== 'style' || !one.matches('main, #list > .space, #list .row')),
          ),
          steered: steers.test(document.body.textContent!) ? 1 : 0,
          wide: document.documentElement.scrollWidth > innerWidth ? 1 : 0,
          ran: 'ran' in window || 'polluted' in {},
        };
      });
      for (const element of found.elements) seen.elements.add(element);
      seen.odd.push(...found.odd);
      seen.steered += found.steered;
      seen.wide += found.wide;
      seen.ran ||= found.ran;
    };
    for (const [i, order] of orders.entries()) {
      hostileRetailer(shop, texts[i]!);
      await page.goto(shop.portalUrl);
      await find(order['identifier'] as string);
      await page
        .locator('.line')
        .first()
        .getByRole('button', { name: /^Return one/ })
        .click();
      await page.locator('select').first().selectOption('Too small');
      await page.getByText('Exchange', { exact: true }).click();
      await page.locator('.variants input').first().check();
      await look();
      await confirm();
      await look();
    }
    await shop.advance(60_000);
    await page.setViewportSize({ width: 1200, height: 800 });
    for (const place of ['returns', 'orders', 'deliveries']) {
      await page.goto(`${shop.origin}/?place=${place}`);
      const rows = page.locator('.row');
      await rows.first().waitFor();
      // Deliveries of one kind look alike: some of them are enough.
      const step = place === 'deliveries' ? 4 : 1;
      for (let n = (await rows.count()) - 1; n >= 0; n -= step) {
        const id = await rows.nth(n).getAttribute('data-row');
        await rows.nth(n).click();
        await expect.poll(() => page.locator('.head').getAttribute('data-shown')).toBe(id);
        await look();
      }
    }
    for (const place of ['log', 'settings']) {
      await page.goto(`${shop.origin}/?place=${place}`);
      await page.locator('.log, .settings').waitFor();
      await look();
    }
    expect(seen).toMatchObject({ odd: [], steered: 0, wide: 0, ran: false });
    for (const name of ['script', 'iframe', 'img', 'svg', 'style', 'math', 'base', 'a', 'link', 'object'])
      expect([...seen.elements]).not.toContain(name);
    expect(seen.elements.size).toBeGreaterThan(20);
  });
});
