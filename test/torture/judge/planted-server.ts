// A retailer's server of its own, written from docs/build-your-endpoints.md and the interface alone, on plain node:http. It is
// right as it stands. Every decision that a retailer can get wrong is one function of its plan, so that a test can plant a mistake.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeAnswer, exchangeOrder } from './planted-exchange.ts';
import { type Group, type Plan, RIGHT } from './planted-plan.ts';
import type { ExchangeMessage, Line, Order, Refund, Rma, Variants } from './planted-types.ts';

interface State {
  orders: Record<string, Order>;
  /** The newest `updated_at` of each RMA. */
  newest: Record<string, string>;
  /** Units refunded, by RMA, order and line. */
  refunded: Record<string, number>;
  /** Exchange orders by what makes a message the same as one before, with what was answered. */
  exchanges: Record<string, { order: Order; answer: Record<string, unknown>; isShipped: boolean }>;
  /** Orders whose snapshot has still to be posted. */
  unposted: string[];
  /** Messages about orders that are not known. */
  kept: Rma[];
  count: number;
}

export interface PlantedOptions {
  readonly orders: readonly Order[];
  readonly variants: Variants;
  /** Address of the service: tokens and snapshots go there. */
  readonly service: string;
  readonly plan?: Partial<Plan>;
  /** Where the state is kept over a restart; without it in memory only. */
  readonly file?: string;
  readonly port?: number;
}

export interface PlantedServer {
  readonly url: string;
  readonly port: number;
  /** Requests that it answered, snapshots that the service took, and what the service refused. */
  readonly seen: { requests: number; taken: number; refused: string[] };
  close(): Promise<void>;
}

const RETRIES = 8;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

export async function startPlantedServer(options: PlantedOptions): Promise<PlantedServer> {
  const plan: Plan = { ...RIGHT, ...options.plan };
  const { file, service, variants } = options;
  const state = load(options);
  const seen: PlantedServer['seen'] = { requests: 0, taken: 0, refused: [] };
  const posting = new Set<string>();
  const again = new Set<string>();
  let isClosed = false;
  let token: Promise<string> | undefined;

  const save = () => {
    if (!file) return;
    fs.writeFileSync(`${file}.new`, JSON.stringify(state), { flush: true } as fs.WriteFileOptions);
    fs.renameSync(`${file}.new`, file);
  };

  async function freshToken(): Promise<string> {
    const answer = await fetch(`${service}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: 'local-client',
        client_secret: 'local-secret',
      }),
    });
    if (!answer.ok) throw new Error(`no token: ${answer.status}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  function currentToken(isRefused: boolean): Promise<string> {
    if (!token || isRefused || !plan.keepsToken) {
      token = freshToken();
      token.catch(() => {
        token = undefined;
      });
    }
    return token;
  }

  /** Posts the snapshot as it is at this moment, and tries again for as long as it can help. */
  async function post(order: Order): Promise<void> {
    const before = Date.parse(order.updated_at);
    order.updated_at = plan.updatedAt(order, new Date(Math.max(Date.now(), before + 1)));
    const body = JSON.stringify({ returns_portal_order: { orders: [plan.snapshot(order)] } });
    let isRefused = false;
    for (let attempt = 0; attempt < RETRIES && !isClosed; attempt++) {
      try {
        const answer = await fetch(`${service}/returns_portal_orders`, {
          method: 'POST',
          headers: {
            authorization: `bearer ${await currentToken(isRefused)}`,
            'api-version': '3',
            'content-type': 'application/json',
            accept: 'application/json',
          },
          body,
        });
        const text = await answer.text();
        if (answer.ok) {
          seen.taken++;
          return;
        }
        isRefused = answer.status === 401;
        if (answer.status !== 401 && answer.status !== 429 && answer.status < 500) {
          seen.refused.push(`${order.identifier}: ${answer.status} ${text.slice(0, 300)}`);
          return;
        }
      } catch {
        // No answer: once more, later.
      }
      await sleep(100 * 2 ** attempt);
    }
  }

  /** One post of an order at a time; what is added meanwhile is posted afterwards. */
  async function publish(identifier: string): Promise<void> {
    const order = state.orders[identifier];
    if (!order) return;
    if (posting.has(identifier)) {
      if (plan.postsAgain) again.add(identifier);
      return;
    }
    posting.add(identifier);
    if (!state.unposted.includes(identifier)) state.unposted.push(identifier);
    const wait = plan.postAfter();
    if (wait > 0) await sleep(wait);
    do {
      again.delete(identifier);
      if (!isClosed) await post(order);
    } while (again.has(identifier) && !isClosed);
    posting.delete(identifier);
    if (isClosed) return;
    state.unposted = state.unposted.filter((one) => one !== identifier);
    save();
  }

  function addRefund(order: Order, rma: Rma, group: readonly Group[]): void {
    const earlier = order.refunds;
    const parts = group.map(({ line, units }) => {
      const from = unitsRefunded(earlier, line);
      return { line, units, from, cents: plan.worth({ order, rma, line, from, units }) };
    });
    const isWhole = order.items.every(
      (line) =>
        unitsRefunded(earlier, line) === 0 &&
        line.quantity_shipped + line.quantity_canceled === line.quantity &&
        (parts.find((part) => part.line === line)?.units ?? 0) === line.quantity_shipped,
    );
    const identifier = plan.refundIdentifier(order, rma, ++state.count);
    const refund: Refund = {
      identifier,
      total_refund_amount_cents: plan.total({ order, rma, parts, isWhole }),
      refund_line_items: parts.map(({ line, units }, index) => ({
        identifier: plan.lineItemIdentifier(identifier, index, line),
        order_item_identifier: plan.refundedLine(order, line),
        quantity: plan.refundedUnits(units),
      })),
      created_at: plan.createdAt(order, new Date(Date.now() + 60_000)),
      rma_identifier: plan.refundedRma(order, rma),
    };
    order.refunds = [...earlier, refund];
  }

  /** Takes one RMA message: what it makes due is in the state when this returns. */
  function take(rma: Rma): string[] {
    const key = plan.newestKey(rma);
    if (plan.isOld(rma.updated_at ?? null, state.newest[key])) return [];
    if (rma.updated_at) state.newest[key] = rma.updated_at;
    const due = new Map<Order, Map<Line, number>>();
    const changed: string[] = [];
    for (const item of rma.items) {
      if (!/^CANCEL/i.test(rma.status)) ship(item, changed);
      if (plan.isOver(rma)) continue;
      const order = plan.orderOf(state.orders, item, rma);
      const line = order && plan.lineOf(order, item);
      if (!order) state.kept.push(rma);
      if (!order || !line || !plan.isDue(item, rma)) continue;
      const lines = due.get(order) ?? new Map<Line, number>();
      due.set(order, lines.set(line, (lines.get(line) ?? 0) + 1));
    }
    for (const [order, lines] of due) {
      const groups: Group[] = [];
      for (const [line, units] of plan.widen(order, lines)) {
        const counted = plan.countKey(rma, order, line);
        const open = plan.open(line, unitsRefunded(order.refunds, line));
        const missing = Math.min(units - (state.refunded[counted] ?? 0), open);
        if (missing <= 0) continue;
        state.refunded[counted] = (state.refunded[counted] ?? 0) + missing;
        groups.push({ line, units: missing });
      }
      for (const group of plan.split(groups)) addRefund(order, rma, group);
      if (groups.length > 0) changed.push(order.identifier);
    }
    return changed;
  }

  /** What an item is exchanged for leaves when the item is on its way back. */
  function ship(item: Rma['items'][number], changed: string[]): void {
    const status = item.package_tracking_status ?? '';
    if (!item.exchange_order_identifier || (status !== 'TRANSIT' && status !== 'DELIVERED')) return;
    const found = Object.values(state.exchanges).find(
      ({ order }) => order.identifier === item.exchange_order_identifier,
    );
    if (!found || found.isShipped || found.order.items.length === 0) return;
    found.isShipped = true;
    state.orders[found.order.identifier] = found.order;
    changed.push(found.order.identifier);
  }

  function exchange(text: string): Record<string, unknown> {
    const message = JSON.parse(text) as ExchangeMessage;
    const key = plan.exchangeKey(message, text, ++state.count);
    const known = state.exchanges[key];
    if (known) return known.answer;
    const order = exchangeOrder(message, `EX-${state.count}`);
    const answer = plan.exchangeAnswer(exchangeAnswer(order));
    state.exchanges[key] = { order, answer, isShipped: false };
    return answer;
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    seen.requests++;
    const say = async (status: number, body?: unknown) => {
      const wait = plan.answerAfter();
      if (wait > 0) await sleep(wait);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    };
    if (await plan.front(request, response)) return;
    if (!plan.isAllowed(request)) return say(401, { message: 'who are you?' });
    const whole = (request.url ?? '/').split('?')[0] ?? '/';
    const route = whole.startsWith(plan.prefix) ? whole.slice(plan.prefix.length) : '';
    const asked = /^\/sku\/([^/]+)\/variants$/.exec(route);
    if (request.method === 'GET' && asked) {
      const list = plan.variants(variants, plan.decode(asked[1] ?? ''));
      return list ? say(200, list) : say(404, { message: 'no such product' });
    }
    if (request.method === 'POST' && route === '/rmas') {
      const rma = JSON.parse(text) as Rma;
      const status = plan.refuses(rma, state.orders);
      if (status) {
        if (status >= 500 && rma.updated_at) state.newest[plan.newestKey(rma)] = rma.updated_at;
        return say(status, { message: 'not taken' });
      }
      const changed = plan.drops(rma) ? [] : take(rma);
      state.unposted = [...new Set([...state.unposted, ...changed])];
      save();
      for (const identifier of changed) void publish(identifier);
      return plan.rmaStatus === 204 ? say(204) : say(plan.rmaStatus, {});
    }
    if (request.method === 'POST' && route === '/exchange_orders') {
      const answer = exchange(text);
      save();
      return say(plan.exchangeStatus, answer);
    }
    return say(404, { message: 'nothing here' });
  }

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(`${error}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  for (const identifier of state.unposted) void publish(identifier);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close() {
      isClosed = true;
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function load({ file, orders }: PlantedOptions): State {
  if (file && fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')) as State;
  const own = structuredClone(orders) as Order[];
  return {
    orders: Object.fromEntries(own.map((order) => [order.identifier, order])),
    newest: {},
    refunded: {},
    exchanges: {},
    unposted: [],
    kept: [],
    count: 0,
  };
}

/** Returned units of a line that are in refunds already. A refund without an RMA settles cancelled units first. */
function unitsRefunded(refunds: readonly Refund[], line: Line): number {
  const units = (isOfRma: boolean) =>
    refunds
      .filter((refund) => Boolean(refund.rma_identifier) === isOfRma)
      .flatMap((refund) => refund.refund_line_items)
      .filter((item) => item.order_item_identifier === line.identifier)
      .reduce((sum, item) => sum + item.quantity, 0);
  return units(true) + Math.max(0, units(false) - line.quantity_canceled);
}
