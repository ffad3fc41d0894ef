// A retailer's side for scenarios: a small real server with its own code, that does everything right unless a fault is switched
// on. It refunds before it answers, so that no test waits for it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { ExchangeOrder } from '../../src/contract/exchange-order.ts';
import type { Order } from '../../src/contract/order.ts';
import type { Rma, RmaItem } from '../../src/contract/rma.ts';
import type { CliTarget } from './cli.ts';
import type { RetailerFault } from './retailer-faults.ts';
import { makePost, type PostingMistake } from './retailer-post.ts';

export interface RetailerOptions {
  readonly orders: readonly Order[];
  readonly variants?: Readonly<Record<string, readonly unknown[]>>;
  /** Value of X-Api-Key that callers must send; without it nobody is asked. */
  readonly key?: string | undefined;
  /** How late `answers-late` is, ms. */
  readonly lateMs?: number;
  /** Messages that come closer to each other are one burst, ms. */
  readonly burstMs?: number;
  /** It answers first, and does its work so much later, ms. */
  readonly laterMs?: number;
  readonly mistakes?: readonly (PostingMistake | RetailerMistake)[];
}

/** Switched on for the whole life of a retailer, also together with a fault. */
export type RetailerMistake = 'refuses-duplicates';

export interface Retailer {
  readonly url: string;
  fault: RetailerFault | undefined;
  /** The service that the refunds go to. */
  service: () => CliTarget;
  /** It drops the next request, as a program that is away would; what it keeps stays. */
  restart(): Promise<void>;
}

interface Known {
  newest: number;
  lastAt: number;
  readonly refunded: Map<string, number>;
}

const STATUSES = ['CREATED', 'REFUNDED', 'PARTIAL_REFUND', 'CANCELED', 'PENDING_EXCHANGE'];
const BURST_MS = 2000;
/** `busy-503` holds its answers so long that requests that are sent together meet. */
const BUSY_MS = 150;
/** What nobody may read again in a report. */
const SPEAKING = {
  error: 'unknown order \u001b[31m',
  contact: 'shopper@shop.example',
  client_secret: 'hush-hush',
};
const WEEK = 7 * 24 * 3_600_000;
/** Fields of the RMA message and of its items that `refuses-new-fields` has heard of. */
const NEW_FIELDS = ['new_field', 'bonus_credit_amount_cents', 'upc'];

/** Closed after the test. @param atEnd the one of the test's own context, where several tests run at once */
export async function startRetailer(options: RetailerOptions, atEnd = onTestFinished): Promise<Retailer> {
  const orders = new Map(options.orders.map((order) => [order.identifier, structuredClone(order)]));
  const rmas = new Map<string, Known>();
  const exchanges = new Map<
    string,
    { readonly identifier: string; readonly cents: number; shipped: boolean }
  >();
  let count = 0;
  const makes = (mistake: PostingMistake | RetailerMistake) => options.mistakes?.includes(mistake) === true;
  let underWay = 0;
  const seen = new Set<string>();

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => answer(response, 500, { message: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const retailer: Retailer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    service: () => {
      throw new Error('the retailer has no service yet');
    },
    restart: () =>
      new Promise((resolve) => {
        isBack = resolve;
      }),
  };
  let isBack: (() => void) | undefined;

  const post = makePost(
    () => retailer.service(),
    (mistake) => makes(mistake),
  );

  let jobs: Promise<unknown> = Promise.resolve();

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const { fault } = retailer;
    if (isBack) {
      isBack();
      isBack = undefined;
      return void request.socket.destroy();
    }
    if (fault === 'answers-late') await sleep(options.lateMs ?? 1000);
    if (fault === 'closes-connection') return void request.socket.destroy();
    if (fault === 'redirects') return answer(response, 301, {}, { location: `${request.url}/` });
    const isRight = options.key === undefined || request.headers['x-api-key'] === options.key;
    if (fault === 'refuses-credentials' || (!isRight && fault !== 'accepts-anybody'))
      return answer(response, 401, { message: 'who are you' });
    const [, sku, variant] = (request.url ?? '').split('/');
    if (request.method === 'GET' && sku === 'sku') {
      const offered = options.variants?.[decodeURIComponent(variant ?? '')];
      if (fault === 'variants-404') return answer(response, 404, {});
      if (!offered && fault === 'variants-unknown-500') return answer(response, 500, {});
      if (fault === 'variants-empty') return answer(response, 200, []);
      if (fault === 'variants-broken')
        return answer(
          response,
          200,
          (offered ?? []).map(() => ({ sku: 1 })),
        );
      return answer(response, 200, offered ?? []);
    }
    if (request.url === '/exchange_orders') {
      const message = JSON.parse(body) as ExchangeOrder;
      const isRefused = fault === 'gift-card-refused' && message.items.some((item) => item.return_items);
      const isKnown = orders.has(message.original_order_id ?? '');
      if (!isKnown || isRefused) return answer(response, 422, {});
      const made = exchangeAnswer(message);
      return answer(response, 200, fault === 'exchange-without-identifier' ? { ok: true } : made);
    }
    if (request.url === '/speaks') return answer(response, 404, SPEAKING);
    if (request.url !== '/rmas') return answer(response, 404, {});
    const message = JSON.parse(body) as Rma;
    if (fault === 'answers-422' && !isUsual(message))
      return answer(response, 422, { message: 'not like this' });
    const order = orders.get(message.items[0]?.order_identifier ?? '');
    if (!order && message.items.length > 0 && fault === 'refuses-unknown-orders')
      return answer(response, 500, { message: 'no such order' });
    const refused = refusal(message, body);
    if (refused !== undefined) return answer(response, refused, {});
    if (fault === 'busy-503') {
      underWay++;
      const isBusy = underWay > 3;
      await sleep(BUSY_MS);
      underWay--;
      if (isBusy) return answer(response, 503, {});
    }
    if (order) {
      // One piece of work after the other: two snapshots of one order must not overtake each other.
      const due = options.laterMs === undefined ? undefined : sleep(options.laterMs);
      const job = jobs.then(() => due).then(() => work(message));
      jobs = job.catch(() => {});
      if (!due) await job;
    }
    return answer(response, fault === 'answers-202' ? 202 : 200, { received: true });
  };

  /** Status for a message that a fault refuses. */
  const refusal = (message: Rma, body: string): number | undefined => {
    const { fault } = retailer;
    if (fault === 'refuses-refunded' && message.status === 'REFUNDED') return 500;
    const keys = [message, ...message.items].flatMap((part) => Object.keys(part));
    if (fault === 'refuses-new-fields' && keys.some((key) => NEW_FIELDS.includes(key))) return 400;
    if ((fault === 'refuses-duplicates' || makes('refuses-duplicates')) && seen.has(body)) return 409;
    seen.add(body);
    return undefined;
  };

  const isUsual = ({ status, items }: Rma) =>
    STATUSES.includes(status) &&
    items.length > 0 &&
    items.every(
      (item) =>
        [null, 'PRE_TRANSIT', 'TRANSIT', 'ACCEPTED', 'DELIVERED'].includes(
          item.package_tracking_status ?? null,
        ) &&
        Number.isInteger(item.refund_financials?.estimated_refund_amount_cents) &&
        orders
          .get(item.order_identifier)
          ?.items.some((line) => line.identifier === item.order_line_item_identifier),
    );

  const work = async (message: Rma) => {
    const { fault } = retailer;
    const known = rmas.get(message.rma_identifier) ?? {
      newest: -1,
      lastAt: -1,
      refunded: new Map<string, number>(),
    };
    rmas.set(message.rma_identifier, known);
    const now = Date.now();
    // Without updated_at, messages are taken as they come.
    const updated = message.updated_at ? Date.parse(message.updated_at) : now;
    const isBurst = known.lastAt > 0 && now - known.lastAt < (options.burstMs ?? BURST_MS);
    known.lastAt = now;
    if (fault === 'drops-bursts' && isBurst) return;
    if (fault === 'forgets-after-a-week' && updated - Date.parse(message.created_at) > WEEK) return;
    const isOld = updated <= known.newest;
    known.newest = Math.max(known.newest, updated);
    if (isOld && fault !== 'applies-older' && fault !== 'refunds-duplicates') return;
    await shipExchange(message);
    if (message.status === 'CANCELED' && fault !== 'refunds-cancelled') return;
    const forgets = fault === 'refunds-duplicates' || fault === 'refunds-scanned-again';
    const units = new Map<string, number>();
    for (const item of message.items.filter((one) => isDue(message, one)))
      add(units, `${item.order_identifier} ${item.order_line_item_identifier}`, 1);
    if (!forgets) for (const [line, before] of known.refunded) add(units, line, -before);
    const due = [...units].filter(([, one]) => one > 0);
    if (due.length === 0 || fault === 'never-refunds') return;
    const isOnTheWay = ({ package_tracking_status: parcel, tracking_number: label }: RmaItem) =>
      parcel === 'TRANSIT' || parcel === 'DELIVERED' || !label;
    const isWaiting = message.return_method === 'mail-back' && !message.items.every(isOnTheWay);
    if (fault === 'waits-for-all-parcels' && isWaiting) return;
    for (const [line, one] of due) add(known.refunded, line, one);
    for (const [id, order] of orders) {
      const lines = due.flatMap(([key, one]) =>
        key.startsWith(`${id} `) ? [[key.slice(id.length + 1), one] as const] : [],
      );
      if (lines.length > 0) await refund(order, message.rma_identifier, lines);
    }
  };

  const isDue = ({ return_method: method, status }: Rma, item: RmaItem) => {
    const { fault } = retailer;
    if (status === 'REFUNDED' || item.refund_type !== 'REFUND') return false;
    if (status === 'CANCELED') return fault === 'refunds-cancelled';
    if (method === 'customer-keep') return true;
    if (item.receiving_status === 'RECEIVED') return fault !== 'never-refunds-received';
    const due = ['TRANSIT', 'DELIVERED', ...(fault === 'refunds-at-label' ? ['PRE_TRANSIT'] : [])];
    return method === 'mail-back' && due.includes(item.package_tracking_status ?? '');
  };

  const refund = async (order: Order, rma: string, units: readonly (readonly [string, number])[]) => {
    const isFirst = order.refunds.length === 0;
    const isAll = order.items.every(
      (item) => item.quantity_shipped === (units.find(([line]) => line === item.identifier)?.[1] ?? 0),
    );
    const ofUnits = units.reduce((sum, [line, one]) => {
      const item = order.items.find(({ identifier }) => identifier === line)!;
      const paid = item.product_amount_cents + item.tax_amount_cents - item.discount_amount_cents;
      const before = order.refunds
        .flatMap(({ refund_line_items: its }) => its)
        .filter(({ order_item_identifier: id }) => id === line)
        .reduce((all, { quantity }) => all + quantity, 0);
      const upTo = (count: number) => Math.round((paid * count) / item.quantity_shipped);
      return sum + upTo(before + one) - upTo(before);
    }, 0);
    const { fault } = retailer;
    const isTotal =
      fault === 'refunds-too-much' || (isFirst && isAll && fault !== 'refunds-without-shipping');
    const identifier = `R-${order.identifier}-${++count}`;
    order.refunds.push({
      identifier,
      total_refund_amount_cents: isTotal ? order.total_amount_cents : ofUnits,
      refund_line_items: units.map(([line, quantity], i) => ({
        ...{ identifier: `${identifier}-${i}`, quantity },
        order_item_identifier: line,
      })),
      created_at: new Date(Date.now() + 60_000).toISOString(),
      ...(fault !== 'refund-without-rma' && { rma_identifier: rma }),
    });
    const snapshot: Partial<Order> = { ...order, updated_at: new Date().toISOString() };
    if (fault === 'incomplete-snapshot') delete snapshot.transactions;
    await post(fault === 'stale-snapshot' ? order : snapshot);
  };

  const exchangeAnswer = ({ items, original_order_id }: ExchangeOrder) => {
    const key = original_order_id ?? '';
    const times = retailer.fault === 'exchange-charged-twice' ? 2 : 1;
    const cents = items.reduce(
      (sum, item) => sum + (item.unit_price_amount_cents ?? 0) * (item.quantity ?? 1) * times,
      0,
    );
    const before = retailer.fault === 'exchange-not-idempotent' ? undefined : exchanges.get(key);
    const made = before ?? { identifier: `X-${key}-${++count}`, cents, shipped: false };
    exchanges.set(key, made);
    return {
      order_identifier: made.identifier,
      total_amount_cents: made.cents,
      product_amount_cents: made.cents,
      tax_amount_cents: 0,
    };
  };

  /** Goods for an exchange leave when the returned ones are on their way. */
  const shipExchange = async ({ items }: Rma) => {
    const [item] = items;
    const made = exchanges.get(item?.order_identifier ?? '');
    const given = orders.get(item?.order_identifier ?? '');
    if (!item || !made || !given || made.shipped || item.exchange_order_identifier !== made.identifier)
      return;
    if (item.package_tracking_status !== 'TRANSIT' || retailer.fault === 'exchange-never-ships') return;
    made.shipped = true;
    const line = { ...given.items[0]!, quantity: 1, quantity_shipped: 1, quantity_canceled: 0 };
    const amounts = { product_amount_cents: made.cents, tax_amount_cents: 0, discount_amount_cents: 0 };
    await post({
      ...given,
      ...amounts,
      ...{ identifier: made.identifier, status: 'Shipped', refunds: [], shipping_amount_cents: 0 },
      total_amount_cents: made.cents,
      items: [{ ...line, ...amounts, unit_price_amount_cents: made.cents }],
      updated_at: new Date().toISOString(),
    });
  };

  return retailer;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const add = (map: Map<string, number>, key: string, change: number) =>
  map.set(key, (map.get(key) ?? 0) + change);
