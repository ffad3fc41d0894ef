// The commands that act on a running sandbox, each at least once: for the documents of the surface.
import { sampleOrder } from '../../src/contract/sample.ts';
import { realNet } from '../../src/platform/node-platform.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';

interface Step {
  readonly line: readonly string[];
  readonly code: number;
}

/** Variants and places for exchange orders; every RMA message but the first is taken. */
async function openRetailer() {
  let messages = 0;
  const variants = ['TEE-GRN-L', 'TEE-RED-M'].map((sku) => ({
    ...{ sku, title: 'T-shirt', unit_price_amount_cents: 2500, quantity_in_stock: 5 },
    attributes: [{ name: 'Size', value: sku.at(-1) }],
  }));
  return realNet.serve({ host: '127.0.0.1', port: 0, maxBody: 1_000_000 }, async ({ target }) => {
    if (target === '/rmas' && messages++ === 0) return { status: 503, body: 'not yet' };
    const body = target === '/exchange_orders' ? { order_identifier: 'EX-1' } : variants;
    const headers = { 'content-type': 'application/json' };
    return target === '/rmas' ? { status: 200 } : { status: 200, headers, body: JSON.stringify(body) };
  });
}

/** Performs them on a sandbox with a manual clock. */
export async function actOnSandbox(
  sandbox: Sandbox,
  token: string,
  perform: (step: Step) => Promise<Record<string, unknown>>,
): Promise<void> {
  const retailer = await openRetailer();
  const say = (code: number, ...words: string[]) =>
    perform({ line: ['sandbox', ...words, '--url', sandbox.url], code });
  try {
    sandbox.setCustomer(retailer.url);
    const posted = await fetch(`${sandbox.url}/returns_portal_orders`, {
      method: 'POST',
      headers: {
        ...{ authorization: `bearer ${token}`, 'api-version': '3' },
        ...{ 'content-type': 'application/json', accept: 'application/json' },
      },
      body: JSON.stringify({ returns_portal_order: { orders: [sampleOrder({ identifier: 'SO-1' })] } }),
    });
    if (!posted.ok) throw new Error(`the order was answered ${posted.status}`);
    await say(0, 'assumptions', '--set', 'return_window=none');
    await say(0, 'seed', '--orders', '2');
    await say(0, 'rmas');
    await say(0, 'clock', 'show');
    await say(0, 'return', 'SO-1', '--lines', 'L1=1', '--exchange', 'TEE-GRN-L');
    await say(0, 'clock', 'run-until-idle');
    await say(0, 'return', 'SO-1', '--reason', 'Too small');
    await say(0, 'clock', 'advance', '5s');
    await say(0, 'carrier', 'last', 'scan');
    await say(3, 'cancel', 'SO-1');
    await say(0, 'warehouse', 'last', 'receive');
    await say(0, 'rmas', 'last');
    await say(0, 'rmas');
    await say(3, 'carrier', 'last', 'label');
    await say(0, 'return', 'SO-SEED-000001');
    await say(0, 'cancel', 'last');
    await say(0, 'clock', 'run-until-idle');
    await say(0, 'deliveries', 'list');
    await say(0, 'deliveries', 'show', 'D-1');
    await say(0, 'deliveries', 'redeliver', 'last');
    await perform({ line: ['sandbox', 'scenario', 'list'], code: 0 });
    await perform({ line: ['sandbox', 'scenario', 'show', 'mail-back-single'], code: 0 });
  } finally {
    await retailer.close();
  }
}
