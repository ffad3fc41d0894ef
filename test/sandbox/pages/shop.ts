// A sandbox with its two pages and a small retailer on a real socket: what the tests of the pages need. All data is invented.
import { sampleOrder, sampleRefund, sampleRefundLine } from '../../../src/contract/sample.ts';
import { sampleExchangeAnswer, sampleVariant } from '../../../src/contract/sample-exchange.ts';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import type { ServerRequest } from '../../../src/platform/platform.ts';
import { startPages } from '../../../src/sandbox/pages/start-pages.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/start.ts';

type Fields = Record<string, unknown>;

export interface Shop {
  readonly sandbox: Sandbox;
  /** The operator's view and the portal, with the key. */
  readonly url: string;
  readonly portalUrl: string;
  readonly origin: string;
  /** What the retailer received, oldest first. */
  readonly received: { readonly path: string; readonly body: Fields }[];
  /** How the retailer answers a variants request and an exchange order; tests replace them. */
  readonly answers: { variants: () => { status: number; body: string }; exchange: () => string };
  /** Posts snapshots as the retailer. */
  post(...orders: readonly Fields[]): Promise<void>;
  /** The snapshot again with a full refund of its first line for this RMA. */
  refund(rma: string, order?: Fields): Promise<void>;
  /** Advances the clock, ms. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** A little after the sample order was shipped. */
const START = Date.UTC(2026, 2, 10, 9, 30);

export async function startShop(options: SandboxOptions = {}): Promise<Shop> {
  const platform = realPlatform();
  const received: Shop['received'] = [];
  const answers: Shop['answers'] = {
    variants: () => ({
      status: 200,
      body: JSON.stringify([
        sampleVariant(),
        sampleVariant({ sku: 'TEE-GRN-S', title: 'T-shirt, green, S', quantity_in_stock: 0 }),
        sampleVariant({ sku: 'TEE-BLU-M', title: 'T-shirt, blue, M', unit_price_amount_cents: 3000 }),
      ]),
    }),
    exchange: () => JSON.stringify(sampleExchangeAnswer()),
  };
  const retailer = await platform.net.serve(
    { host: '127.0.0.1', port: 0, maxBody: 1e6 },
    async ({ target, body }: ServerRequest) => {
      const text = new TextDecoder().decode(body);
      received.push({ path: target, body: text === '' ? {} : (JSON.parse(text) as Fields) });
      if (target.endsWith('/variants')) return answers.variants();
      return { status: 200, body: target === '/exchange_orders' ? answers.exchange() : '' };
    },
  );
  const sandbox = await openSandbox(platform, {
    ...{ rateLimit: 'off', clock: 'manual', clockStart: START, customerUrl: retailer.url },
    ...options,
  });
  const pages = await startPages(platform, { port: 0, inside: sandbox.handle });
  const ask = (path: string, body: unknown, headers: Record<string, string>) =>
    fetch(sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signIn = async () => {
    const { clientId: client_id, clientSecret: client_secret } = sandbox;
    const credentials = { grant_type: 'client_credentials', client_id, client_secret };
    const answer = await ask('/oauth/token', credentials, {});
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  let token: string | undefined;
  const post: Shop['post'] = async (...orders) => {
    token ??= await signIn();
    const headers = { authorization: `bearer ${token}`, 'api-version': '3' };
    const answer = await ask('/returns_portal_orders', { returns_portal_order: { orders } }, headers);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  };
  const now = () => new Date(sandbox.engine.timeline.clock.now()).toISOString();
  return {
    ...{ sandbox, received, answers, post },
    url: pages.url,
    portalUrl: pages.portalUrl,
    origin: new URL(pages.url).origin,
    refund: (rma_identifier, order = sampleOrder()) => {
      const units = (order['items'] as Fields[])[0]!['quantity_shipped'] as number;
      const refund = sampleRefund({
        rma_identifier,
        total_refund_amount_cents: 2700 * units,
        refund_line_items: [sampleRefundLine({ quantity: units })],
      });
      return post({ ...order, refunds: [refund], updated_at: now() });
    },
    advance: async (ms) =>
      void (await sandbox.engine.timeline.advanceTo(sandbox.engine.timeline.clock.now() + ms)),
    async close() {
      await pages.close();
      await sandbox.close();
      await retailer.close();
    },
  };
}

/** An order with lines of every kind: several units, one unit, final sale, not shipped yet, no variants. */
export const mixedOrder = (changes: Fields = {}): Fields => {
  const line = (more: Fields) => ({ ...(sampleOrder()['items'] as Fields[])[0], ...more });
  const items = [
    line({ title: 'Organic cotton T-shirt, green, M' }),
    line({
      ...{ identifier: 'L2', sku: 'TROUSERS-NVY-32', title: 'Wool trousers, navy, 32', upc: '012345678912' },
      ...{ quantity: 1, quantity_shipped: 1, product_amount_cents: 8900, unit_price_amount_cents: 8900 },
      ...{ tax_amount_cents: 712, variant_identifier: 'TROUSERS-NVY' },
    }),
    line({
      ...{ identifier: 'L3', sku: 'SOCKS-3', title: 'Socks, pack of three', tags: ['FinalSale'] },
      ...{ quantity: 1, quantity_shipped: 1, product_amount_cents: 1200, unit_price_amount_cents: 1200 },
      tax_amount_cents: 96,
    }),
    line({
      ...{ identifier: 'L4', sku: 'COAT-BLK-M', title: 'Winter coat, black, M', quantity_shipped: 0 },
      ...{ quantity: 1, product_amount_cents: 0, unit_price_amount_cents: 24900, tax_amount_cents: 0 },
      ...{ tracking_number: undefined, shipped_date: undefined },
    }),
  ];
  return sampleOrder({
    ...{ identifier: 'SO-2002', status: 'Created', raw_status: 'partially fulfilled', items },
    ...{ product_amount_cents: 15100, tax_amount_cents: 1208, total_amount_cents: 16308 },
    ...changes,
  });
};
