// The sandbox that scenarios are played on, on a manual clock, in memory, without a rate limit; and what is seen on it of the
// retailer.
import type { Order, OrderRefund } from '../../contract/order.ts';
import type { Clock, ServerAnswer } from '../../platform/platform.ts';
import type { AgreedOptions } from '../agreed.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Delivery } from '../deliveries/types.ts';
import type { FaultRule } from '../documents.ts';
import type { Version } from '../intake/receive-orders.ts';
import type { RequestRecord } from '../intake/records.ts';
import type { Returns } from '../returns/returns.ts';
import { openSandbox, type Sandbox, type SandboxOptions, type SandboxPlatform } from '../start.ts';
import { bodyOf, messageText, saidBy, saidText } from './evidence.ts';
import type { ScenarioExchange } from './result.ts';

interface StageOptions extends Pick<SandboxOptions, 'port' | 'customerPaths' | 'onDefect'> {
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
  readonly refund?: OrderRefund;
}

/** Times are real time, ms since the epoch. */
export class Stage {
  /** Where the retailer posts its snapshots. */
  sandbox!: Sandbox;
  /** Snapshots of the retailer whose answer took the time of the step `service`, oldest first. */
  readonly posts: { readonly orders: readonly string[]; readonly begun: number; readonly ended: number }[] =
    [];
  /** Of the scenario that is played: when each message was sent first. */
  readonly sentAt = new Map<string, number>();
  /** Of each RMA of the run: the newest updated_at of its messages, and when that was sent. */
  readonly newest = new Map<string, { readonly updated: string; readonly sent: number }>();
  private readonly refusals = new Map<number, string>();
  private readonly arrivals = new Map<number, number>();
  /** By identifier, which is unique over all orders. */
  private readonly refunds = new Map<string, SeenRefund>();
  private slowMs = 0;
  private rules: readonly FaultRule[] = [];

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
      for (const refund of this.order(order)?.refunds ?? [])
        if (!this.refunds.has(refund.identifier))
          this.refunds.set(refund.identifier, { order, arrived: now, refund });
  };

  /** The last accepted snapshot. */
  order(identifier: string): Order | undefined {
    return this.sandbox.order(identifier)?.order as Order | undefined;
  }

  /** The last snapshots of an order that arrived, oldest first; `arrived` is 0 for a given one. */
  versions(
    identifier: string,
  ): readonly (Pick<Version, 'updated_at' | 'sha256' | 'time'> & { readonly arrived: number })[] {
    const { versions = [] } = this.sandbox.order(identifier) ?? {};
    return versions.map((version) => ({ ...version, arrived: this.arrivals.get(version.request) ?? 0 }));
  }

  /** How a refund came first. */
  refundSeen(identifier: string): SeenRefund {
    return this.refunds.get(identifier) ?? { order: '', arrived: 0 };
  }

  /** How the service takes snapshots from now on, beside what was said before; without a rule, as usual. */
  serve(rule?: FaultRule): void {
    this.rules = rule ? [...this.rules, rule] : [];
    this.slowMs = rule?.do.delay ?? 0;
    this.sandbox.setFaults(this.rules);
  }

  /** Sequence number of the last request. */
  sequence(): number {
    return this.sandbox.requests().at(-1)?.sequence ?? 0;
  }

  /** What the service said to a request that it refused: fields and codes, or its message; empty when it said nothing. */
  refusal(sequence: number): string {
    return this.refusals.get(sequence) ?? '';
  }

  /** The requests from now on, of one scenario, and their answers in real time, for the evidence of checks. */
  watch() {
    this.sentAt.clear();
    const list = () => this.deliveries.list({ limit: 100 }).reverse();
    const seen = new Map(list().map(({ id, attempts }) => [id, attempts.length]));
    const found: ScenarioExchange[] = [];
    const look = (delivery: Delivery) => {
      const { attempts, id, message } = delivery;
      const { rma, kind, method, path } = message;
      const { status: rmaStatus, updated_at: updated } = bodyOf(delivery);
      for (const { ms, status, fault, answer } of attempts.slice(seen.get(id) ?? 0)) {
        const said = saidBy(status, answer);
        const sent = this.clock.now() - ms;
        if (!this.sentAt.has(id)) this.sentAt.set(id, sent);
        if (rma !== null && typeof updated === 'string' && (this.newest.get(rma)?.updated ?? '') < updated)
          this.newest.set(rma, { updated, sent });
        found.push({
          at: Math.round(sent),
          request: `${method === 'GET' ? '' : `POST ${path} `}${messageText(delivery)}`,
          rma_status: (kind === 'rma' && rmaStatus) || null,
          status,
          fault,
          ms,
          ...(said !== null && { answer: said }),
        });
      }
      seen.set(id, attempts.length);
    };
    return {
      /** Those since the last call, oldest first; of many, the first and the last. */
      take(): readonly ScenarioExchange[] {
        // Listeners hear of changes a little later than a list shows them.
        for (const delivery of list()) look(delivery);
        const taken = found.splice(0);
        return taken.length > 2 * SHOWN ? [...taken.slice(0, SHOWN), ...taken.slice(-SHOWN)] : taken;
      },
      stop: this.deliveries.subscribe(look),
    };
  }
}

/** Of each end of a long list. */
const SHOWN = 10;
