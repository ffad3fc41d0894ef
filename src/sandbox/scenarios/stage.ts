// The sandbox that scenarios are played on, on a manual clock, in memory, without a rate limit; and what is seen on it of the
// retailer.
import type { Order, OrderRefund } from '../../contract/order.ts';
import type { Clock, ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { AgreedOptions } from '../agreed.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { Customer, Deliveries } from '../deliveries/types.ts';
import type { Version } from '../intake/order-store.ts';
import type { RequestRecord } from '../intake/records.ts';
import type { Returns } from '../returns/returns.ts';
import { openSandbox, type Sandbox, type SandboxOptions, type SandboxPlatform } from '../start.ts';
import { saidText } from './evidence.ts';

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
): Promise<Stage> {
  const stage = new Stage(world.clock);
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
  stage.sandbox = await openSandbox(world, settings, { realTokens: true, onAnswer: stage.keep });
  return stage;
}

/** Times are real time, ms since the epoch. */
export class Stage {
  /** Where the retailer posts its snapshots. */
  sandbox!: Sandbox;
  /** Snapshots of the retailer whose answer took the time of `slow`, oldest first. */
  readonly posts: { readonly orders: readonly string[]; readonly begun: number; readonly ended: number }[] =
    [];
  private readonly refusals = new Map<number, string>();
  private readonly arrivals = new Map<number, number>();
  private readonly refunds = new Map<string, { readonly arrived: number; readonly createdAt: string }>();
  private readonly isOwn = new Set<number>();
  private slowMs = 0;
  private posting = false;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  get returns(): Returns {
    return this.sandbox.engine.returns;
  }
  get deliveries(): Deliveries {
    return this.sandbox.engine.deliveries;
  }
  get timeline(): Timeline {
    return this.sandbox.engine.timeline;
  }

  /** Remembers what the service answered. */
  keep = ({ sequence, endpoint, orders }: RequestRecord, { status, body }: ServerAnswer): void => {
    const now = this.clock.now();
    if (this.posting) this.isOwn.add(sequence);
    else if (endpoint === 'orders') {
      this.arrivals.set(sequence, now);
      if (this.slowMs > 0) this.posts.push({ orders, begun: now - this.slowMs, ended: now });
    }
    if (status >= 400) {
      this.refusals.set(sequence, saidText(body));
      const [oldest] = this.refusals.keys();
      if (this.refusals.size > MOST_REFUSALS) this.refusals.delete(oldest!);
      return;
    }
    for (const order of orders)
      for (const refund of this.order(order)?.refunds ?? []) {
        const createdAt = refund.created_at;
        if (!this.refundSeen(order, refund))
          this.refunds.set(keyOf(order, refund), { arrived: now, createdAt });
      }
  };

  /** Posts an order, as the retailer does. */
  async post(order: Order): Promise<Pick<ServerAnswer, 'status' | 'body'>> {
    this.posting = true;
    const answer = await postOrder(this.sandbox, { returns_portal_order: { orders: [order] } });
    this.posting = false;
    return answer;
  }

  /** The last accepted snapshot. */
  order(identifier: string): Order | undefined {
    return this.sandbox.order(identifier)?.order as Order | undefined;
  }

  /** The last snapshots of an order that arrived, oldest first; `arrived` is 0 for a given one. */
  versions(
    identifier: string,
  ): readonly (Pick<Version, 'updated_at' | 'sha256'> & { readonly arrived: number })[] {
    const { versions = [] } = this.sandbox.order(identifier) ?? {};
    return versions.map((version) => ({ ...version, arrived: this.arrivals.get(version.request) ?? 0 }));
  }

  /** When a refund came first, and with which time; undefined before. */
  refundSeen(order: string, refund: Pick<OrderRefund, 'identifier'>) {
    return this.refunds.get(keyOf(order, refund));
  }

  /** Real time that the service takes for each snapshot from now on, ms. */
  slow(ms: number): void {
    this.slowMs = ms;
    this.sandbox.setFaults(ms === 0 ? [] : [{ on: 'orders', do: { delay: ms } }]);
  }

  /** Requests of the retailer to the service after a sequence number, oldest first. */
  requests(after: number): readonly RequestRecord[] {
    return this.sandbox.requests(after).filter(({ sequence }) => !this.isOwn.has(sequence));
  }

  /** Of the last request. */
  sequence(): number {
    return this.sandbox.requests().at(-1)?.sequence ?? 0;
  }

  /** What the service said to a request that it refused: fields and codes, or its message; empty when it said nothing. */
  refusal(sequence: number): string {
    return this.refusals.get(sequence) ?? '';
  }

  close = (): Promise<void> => this.sandbox.close();
}

export const keyOf = (order: string, { identifier }: Pick<OrderRefund, 'identifier'>): string =>
  JSON.stringify([order, identifier]);

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
