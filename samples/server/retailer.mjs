// A retailer's side of a returns service, whole: remembers orders and RMAs, decides refunds, posts them, offers variants and
// takes exchange orders. Node 20 or newer, no packages. The store is one JSON file, so that a restart forgets nothing.
import fs from 'node:fs';

/**
 * `orders`: NDJSON of order snapshots as they were posted; `variants`: JSON, lists by variant identifier; `store`: where it
 * remembers; `apiKey`: what callers have to send as X-Api-Key. `service`: where refunds go, with `clientId` and `clientSecret`.
 * Returns the answer to each request.
 */
export function makeRetailer({ orders, variants, store, apiKey, service, clientId, clientSecret }) {
  const kept = fs.existsSync(store) ? JSON.parse(fs.readFileSync(store, 'utf8')) : fresh();
  const save = () => {
    fs.writeFileSync(`${store}.tmp`, JSON.stringify(kept));
    fs.renameSync(`${store}.tmp`, store);
  };

  function fresh() {
    const lines = fs.readFileSync(orders, 'utf8').split('\n').filter(Boolean);
    return {
      orders: Object.fromEntries(lines.map((line) => [JSON.parse(line).identifier, JSON.parse(line)])),
      variants: JSON.parse(fs.readFileSync(variants, 'utf8')),
      rmas: {},
      exchanges: {},
      // Orders whose newest snapshot the service does not have yet.
      toPost: [],
    };
  }

  /** One request. Everything is on disk before it is answered; what has to be posted is posted afterwards. */
  function answer(method, path, headers, body) {
    if (apiKey && headers['x-api-key'] !== apiKey) return { status: 401, body: {} };
    const [, first, second] = path.split('/').map(decodeURIComponent);
    if (method === 'GET' && first === 'sku') return { status: 200, body: kept.variants[second] ?? [] };
    if (method !== 'POST' || !['rmas', 'exchange_orders'].includes(first)) return { status: 404, body: {} };
    let message;
    try {
      message = JSON.parse(body);
    } catch {
      return { status: 400, body: { message: 'This is no JSON' } };
    }
    if (first === 'exchange_orders') return takeExchange(message);
    takeRma(message);
    save();
    void postAll();
    return { status: 200, body: {} };
  }

  function takeRma(message) {
    const { rma_identifier: id, updated_at: updatedAt, items = [] } = message;
    kept.rmas[id] ??= { newest: '', refunded: {} };
    const rma = kept.rmas[id];
    // The same message again, or an older one that was late.
    if (updatedAt && rma.newest && Date.parse(updatedAt) <= Date.parse(rma.newest)) return;
    rma.newest = updatedAt ?? rma.newest;
    if (['CANCELED', 'REFUNDED'].includes(message.status)) return;
    shipExchanges(items);
    // One item is one unit: those that are due, less those that were refunded before.
    const due = {};
    for (const item of items.filter((one) => isDue(message.return_method, one))) {
      const key = `${item.order_identifier}\n${item.order_line_item_identifier}`;
      due[key] = (due[key] ?? 0) + 1;
    }
    const byOrder = {};
    for (const [key, units] of Object.entries(due)) {
      const [order, line] = key.split('\n');
      const missing = units - (rma.refunded[key] ?? 0);
      if (missing <= 0 || !kept.orders[order]) continue;
      rma.refunded[key] = units;
      byOrder[order] = [...(byOrder[order] ?? []), [line, missing]];
    }
    for (const [order, lines] of Object.entries(byOrder)) refund(kept.orders[order], id, lines);
  }

  /** What the shopper keeps at once, a parcel at the carrier's scan, all else when it was received. */
  const isDue = (method, item) =>
    item.refund_type === 'REFUND' &&
    (method === 'customer-keep' ||
      item.receiving_status === 'RECEIVED' ||
      (method === 'mail-back' && ['TRANSIT', 'DELIVERED'].includes(item.package_tracking_status)));

  /** Adds the refund to the snapshot. A unit is worth its share of price, tax and discount; the whole order its total. */
  function refund(order, rma, lines) {
    const refundedBefore = (line) =>
      order.refunds
        .flatMap((one) => one.refund_line_items)
        .filter((one) => one.order_item_identifier === line)
        .reduce((sum, one) => sum + one.quantity, 0);
    const isWhole =
      order.refunds.length === 0 &&
      order.items.every(
        (item) => item.quantity_shipped === (lines.find(([line]) => line === item.identifier)?.[1] ?? 0),
      );
    const cents = lines.reduce((sum, [line, units]) => {
      const item = order.items.find(({ identifier }) => identifier === line);
      const paid = item.product_amount_cents + item.tax_amount_cents - item.discount_amount_cents;
      const upTo = (count) => Math.round((paid * count) / item.quantity_shipped);
      return sum + upTo(refundedBefore(line) + units) - upTo(refundedBefore(line));
    }, 0);
    // An RMA may be over several orders, and no two refunds have one identifier.
    const identifier = `${order.identifier}-${rma}-${order.refunds.length + 1}`;
    order.refunds.push({
      identifier,
      total_refund_amount_cents: isWhole ? order.total_amount_cents : cents,
      refund_line_items: lines.map(([line, quantity]) => ({
        identifier: `${identifier}-${line}`,
        quantity,
        order_item_identifier: line,
      })),
      // The interface wants a time that is ahead.
      created_at: new Date(Date.now() + 60_000).toISOString(),
      rma_identifier: rma,
    });
    willPost(order);
  }

  /** The same exchange order again gets the same answer: it is never made twice. */
  function takeExchange({ original_order_id: original, items = [] }) {
    if (!kept.orders[original]) return { status: 422, body: { message: `Unknown order ${original}` } };
    const total = items.reduce(
      (sum, item) => sum + (item.unit_price_amount_cents ?? 0) * (item.quantity ?? 1),
      0,
    );
    kept.exchanges[original] ??= {
      order_identifier: `X-${original}`,
      total_amount_cents: total,
      product_amount_cents: total,
      tax_amount_cents: 0,
    };
    save();
    return { status: 200, body: kept.exchanges[original] };
  }

  /** When the returned goods are on their way, the new ones leave: the exchange order is an order from now on. */
  function shipExchanges(items) {
    for (const {
      order_identifier: original,
      exchange_order_identifier: id,
      package_tracking_status: status,
    } of items) {
      const made = kept.exchanges[original];
      if (status !== 'TRANSIT' || id === null || made?.order_identifier !== id || kept.orders[id]) continue;
      const given = kept.orders[original];
      const amounts = {
        product_amount_cents: made.total_amount_cents,
        tax_amount_cents: 0,
        discount_amount_cents: 0,
      };
      const line = { ...given.items[0], quantity: 1, quantity_shipped: 1, quantity_canceled: 0 };
      kept.orders[id] = {
        ...given,
        ...amounts,
        ...{
          identifier: id,
          status: 'Shipped',
          refunds: [],
          shipping_amount_cents: 0,
          total_amount_cents: made.total_amount_cents,
        },
        items: [{ ...line, ...amounts, unit_price_amount_cents: made.total_amount_cents }],
      };
      willPost(kept.orders[id]);
    }
  }

  function willPost(order) {
    order.updated_at = new Date().toISOString();
    if (!kept.toPost.includes(order.identifier)) kept.toPost.push(order.identifier);
  }

  let posting = Promise.resolve();
  /** Posts what is due, one after the other: two snapshots of an order must not overtake each other. */
  function postAll() {
    posting = posting.then(async () => {
      while (kept.toPost.length > 0) {
        const [id] = kept.toPost;
        const snapshot = JSON.stringify(kept.orders[id]);
        if (!(await post(snapshot))) return void setTimeout(postAll, 1000).unref();
        // It may have changed meanwhile.
        if (JSON.stringify(kept.orders[id]) === snapshot) kept.toPost.shift();
        save();
      }
    });
    return posting;
  }

  let token;
  async function post(snapshot) {
    try {
      token ??= await signIn();
      const response = await fetch(`${service}/returns_portal_orders`, {
        method: 'POST',
        headers: {
          authorization: `bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'api-version': '3',
        },
        body: `{"returns_portal_order":{"orders":[${snapshot}]}}`,
      });
      if (response.status === 401) token = undefined;
      if (!response.ok) console.error(`The service answers ${response.status}: ${await response.text()}`);
      // 422 is about this snapshot: the same again would be refused again.
      return response.ok || response.status === 422;
    } catch (error) {
      console.error(`The service cannot be reached: ${error.message}`);
      return false;
    }
  }

  async function signIn() {
    const response = await fetch(`${service}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
    return (await response.json()).access_token;
  }

  // What was not posted before the last end.
  void postAll();
  return answer;
}

/** What the servers beside this file take from the command line and the environment. */
export const settings = () => ({
  orders: process.argv[2] ?? 'orders.ndjson',
  variants: process.argv[3] ?? 'variants.json',
  store: process.env.STORE ?? 'store.json',
  apiKey: process.env.API_KEY,
  service: process.env.SERVICE_URL ?? 'http://127.0.0.1:4500',
  clientId: process.env.CLIENT_ID ?? 'local-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'local-secret',
});
