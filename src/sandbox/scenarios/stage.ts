// The sandbox that scenarios are played on, on a manual clock, in memory, without a rate limit; and what is seen on it of the
// retailer.
import type { Order } from '../../contract/order.ts';
import type { Clock, ServerAnswer } from '../../platform/platform.ts';
import type { AgreedOptions } from '../agreed.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Customer } from '../deliveries/types.ts';
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

interface SeenRefund {
  readonly order: string;
  readonly arrived: number;
  readonly createdAt: string;
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
  /** By identifier, which is unique over all orders. */
  private readonly refunds = new Map<string, SeenRefund>();
  private slowMs = 0;

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
    if (endpoint === 'orders') {
      this.arrivals.set(sequence, now);
      if (this.slowMs > 0) this.posts.push({ orders, begun: now - this.slowMs, ended: now });
    }
    if (status >= 400) {
      this.refusals.set(sequence, saidText(body));
      return;
    }
    for (const order of orders)
      for (const { identifier, created_at: createdAt } of this.order(order)?.refunds ?? [])
        if (!this.refunds.has(identifier)) this.refunds.set(identifier, { order, arrived: now, createdAt });
  };

  /** Posts a given order in place of the retailer. */
  give(order: Order): void {
    this.sandbox.engine.give(order);
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

  /** How a refund came first. */
  refundSeen(identifier: string): SeenRefund {
    return this.refunds.get(identifier) ?? { order: '', arrived: 0, createdAt: '' };
  }

  /** Real time that the service takes for each snapshot from now on, ms. */
  slow(ms: number): void {
    this.slowMs = ms;
    this.sandbox.setFaults(ms === 0 ? [] : [{ on: 'orders', do: { delay: ms } }]);
  }

  /** Requests of the retailer to the service after a sequence number, oldest first. */
  requests(after: number): readonly RequestRecord[] {
    return this.sandbox.requests(after);
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
