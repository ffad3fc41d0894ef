// Opens the sandbox that scenarios are played on: on a manual clock, in memory, without a rate limit.
import type { Order } from '../../contract/order.ts';
import type { ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { AgreedOptions } from '../agreed.ts';
import type { Customer } from '../deliveries/types.ts';
import type { RequestRecord } from '../intake/records.ts';
import { openSandbox, type Sandbox, type SandboxOptions, type SandboxPlatform } from '../start.ts';
import { saidText } from './evidence.ts';
import type { PostSeen, RefundSeen, Stage } from './play.ts';

export interface OpenedStage extends Stage {
  /** Where the retailer posts its snapshots. */
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

export interface StageOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** The paths of the retailer's endpoints; default: those of `returns listen`. */
  readonly customerPaths?: Customer['paths'];
  readonly onDefect?: (error: unknown) => void;
  readonly agreed?: AgreedOptions | undefined;
}

/** A client that is refused goes on for as long as it likes. */
const MOST_REFUSALS = 1000;

/** @throws Failure exit 2 when the port is taken */
export async function openStage(
  world: SandboxPlatform,
  { agreed, ...options }: StageOptions,
): Promise<OpenedStage> {
  const refusals = new Map<number, string>();
  const arrivals = new Map<number, number>();
  const refunds = new Map<string, RefundSeen>();
  const isOwn = new Set<number>();
  const posts: PostSeen[] = [];
  let slowMs = 0;
  let posting = false;
  const orderOf = (identifier: string) => sandbox.order(identifier)?.order as Order | undefined;
  const keep = ({ sequence, endpoint, orders }: RequestRecord, { status, body }: ServerAnswer) => {
    const now = world.clock.now();
    if (endpoint === 'orders' && !posting) {
      arrivals.set(sequence, now);
      if (slowMs > 0) posts.push({ orders, begun: now - slowMs, ended: now });
    }
    if (posting) isOwn.add(sequence);
    if (status < 400) {
      for (const order of orders)
        for (const { identifier, created_at: createdAt } of orderOf(order)?.refunds ?? []) {
          const key = JSON.stringify([order, identifier]);
          if (!refunds.has(key)) refunds.set(key, { arrived: now, createdAt });
        }
      return;
    }
    refusals.set(sequence, saidText(body));
    const [oldest] = refusals.keys();
    if (refusals.size > MOST_REFUSALS) refusals.delete(oldest!);
  };
  const settings: SandboxOptions = {
    ...options,
    ...agreed,
    clock: 'manual',
    // The limit would count by the manual clock, which stands still while a retailer works.
    rateLimit: 'off',
    // RMA identifiers hold a part of the seed: a retailer that played before must not take them for earlier ones.
    seed: Math.floor(world.random.unit() * 2 ** 32),
  };
  // The retailer cannot see the manual clock: a token that it fetched a minute ago is good for 25 hours.
  const sandbox = await openSandbox(world, settings, { realTokens: true, onAnswer: keep });
  return {
    sandbox,
    returns: sandbox.engine.returns,
    deliveries: sandbox.engine.deliveries,
    timeline: sandbox.engine.timeline,
    async post(order) {
      posting = true;
      const answer = await postOrder(sandbox, { returns_portal_order: { orders: [order] } });
      posting = false;
      return answer;
    },
    order: orderOf,
    refundSeen: (order, refund) => refunds.get(JSON.stringify([order, refund])),
    slow(ms) {
      slowMs = ms;
      sandbox.setFaults(ms === 0 ? [] : [{ on: 'orders', do: { delay: ms } }]);
    },
    posts,
    versions: (identifier) =>
      (sandbox.order(identifier)?.versions ?? []).map((version) => ({
        ...version,
        arrived: arrivals.get(version.request) ?? 0,
      })),
    requests: (after) => sandbox.requests(after).filter(({ sequence }) => !isOwn.has(sequence)),
    sequence: () => sandbox.requests().at(-1)?.sequence ?? 0,
    refusal: (sequence) => refusals.get(sequence) ?? '',
    close: () => sandbox.close(),
  };
}

/** Fetches a token each time, which is cheap: nothing has to be kept or renewed. */
async function postOrder(
  { handle, clientId, clientSecret }: Sandbox,
  message: unknown,
): Promise<ServerAnswer> {
  const token = await handle(
    requestOf('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  );
  const { access_token: bearer } = JSON.parse(String(token.body)) as { access_token: string };
  return handle(
    requestOf('/returns_portal_orders', message, { authorization: `bearer ${bearer}`, 'api-version': '3' }),
  );
}

function requestOf(
  target: string,
  body: unknown,
  more: Readonly<Record<string, string>> = {},
): ServerRequest {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...more };
  return {
    method: 'POST',
    target,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    body: new TextEncoder().encode(JSON.stringify(body)),
    truncated: false,
    remoteAddress: '127.0.0.1',
  };
}
