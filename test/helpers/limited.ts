// Several senders against one sandbox with a limiter, wholly in memory and in fake time: what each of them got.
import { ORDERS_ENVELOPE } from '../../src/orders/upload/second-pass.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import type { Database, ServerAnswer } from '../../src/platform/platform.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/start.ts';
import { Pacer, type PacerParts } from '../../src/sending/pacer.ts';
import { send } from '../../src/sending/sender.ts';
import { noRequests } from '../../src/sending/types.ts';
import { openMachine, sharedStates } from '../../src/storage/machine.ts';
import { GATES, type LimiterName } from './gates.ts';
import { generateOrders } from './orders.ts';
import { type FakeClock, fakeClock, testPlatform } from './platform.ts';

/** One attempt as it reached the service. */
export interface Hit {
  readonly at: number;
  readonly who: string;
  readonly status: number;
}

export interface World {
  readonly clock: FakeClock;
  readonly sandbox: Sandbox;
  readonly hits: Hit[];
  /** A process of ours that always has more to send; resolves its end. */
  sender(who: string, pace: Pick<PacerParts, 'limit' | 'part'>): { stop(): Promise<void> };
  /** A client that is not ours, at the same IP address, with so many requests a minute. */
  foreign(perMinute: number): { stop(): Promise<void> };
  close(): Promise<void>;
}

const ADDRESS = '10.0.0.1';

export async function limitedWorld(limiter: LimiterName, hiddenLimit: number): Promise<World> {
  const real = testPlatform();
  const clock = fakeClock();
  const options = { rateLimit: hiddenLimit, keepBodies: false, history: 1, clock };
  const sandbox = await openSandbox(realPlatform(), options, GATES[limiter]);
  const hits: Hit[] = [];
  const stores: Database[] = [];
  const running: (() => Promise<void>)[] = [];
  const ask = (target: string, body: string, token?: string): Promise<ServerAnswer> =>
    sandbox.handle({
      method: 'POST',
      target,
      rawHeaders: [],
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'api-version': '3',
        ...(token && { authorization: `bearer ${token}` }),
      },
      body: new TextEncoder().encode(body),
      truncated: false,
      remoteAddress: token ? ADDRESS : '10.0.0.2',
    });
  const grant = {
    grant_type: 'client_credentials',
    client_id: sandbox.clientId,
    client_secret: sandbox.clientSecret,
  };
  const issued = await ask('/oauth/token', JSON.stringify(grant));
  const token = (JSON.parse(String(issued.body)) as { access_token: string }).access_token;
  const [template] = generateOrders({ seed: 1, orders: 1, versions: 0 }).snapshots;
  const textOf = (identifier: string) => JSON.stringify({ ...template, identifier, refunds: [] });
  const post = async (who: string, body: string, delay: () => number, signal?: AbortSignal) => {
    await clock.sleep(delay(), signal);
    const at = clock.monotonic();
    const answer = await ask('/returns_portal_orders', body, token);
    hits.push({ at, who, status: answer.status });
    await clock.sleep(delay(), signal);
    return { status: answer.status, headers: answer.headers ?? {}, body: new Uint8Array() };
  };
  const keep = (stop: () => Promise<void>) => {
    let stopped: Promise<void> | undefined;
    const once = () => (stopped ??= stop());
    running.push(once);
    return { stop: once };
  };
  return {
    clock,
    sandbox,
    hits,
    sender(who, pace) {
      const store = openMachine(real.platform, real.folders);
      stores.push(store);
      const unit = xorshift(stores.length);
      const late = xorshift(100 + stores.length);
      // Timers of real processes are up to 2 ms late: without that the same one would always win.
      const own = {
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms + late() * 2, signal),
      };
      const random = { unit, hex: () => '' };
      const pacer = new Pacer({
        clock: own,
        random,
        store: sharedStates(store),
        environment: 'sandbox',
        ...pace,
      });
      const stop = new AbortController();
      async function* source() {
        for (let n = 0; ; n++) {
          const text = textOf(`${who}-${n}`);
          yield { key: `${who}-${n}`, text, bytes: text.length, context: n };
        }
      }
      const options = { batchSize: 1, batchBytes: 1e6, maxOutageMs: 900_000, maxRefused: 1, drainMs: 10_000 };
      const done = send(
        source(),
        { envelope: ORDERS_ENVELOPE, ...options },
        {
          clock: own,
          random,
          pacer,
          tokens: { get: async () => token, refused: async () => token },
          counts: noRequests(),
          // From 10 to 25 ms each way, as over the Internet.
          post: (body, _token, signal) => post(who, String(body), () => 10 + unit() * 15, signal),
          admit: (messages) => messages,
          accepted: async () => {},
          refused: async (_message, refusals) => {
            throw new Error(`refused: ${JSON.stringify(refusals)}`);
          },
          notice: () => {},
        },
        stop.signal,
      );
      return keep(async () => {
        stop.abort();
        await clock.advance(20_000);
        const end = await done;
        if (end.kind !== 'interrupted') throw new Error(`${who} ended as ${JSON.stringify(end)}`);
      });
    },
    foreign(perMinute) {
      let on = true;
      const done = (async () => {
        for (let n = 0; on; n++) {
          void post(
            'foreign',
            `${ORDERS_ENVELOPE.before}${textOf(`foreign-${n}`)}${ORDERS_ENVELOPE.after}`,
            () => 5,
          );
          await clock.sleep(60_000 / perMinute);
        }
      })();
      return keep(async () => {
        on = false;
        await clock.advance(60_000 / perMinute);
        await done;
      });
    },
    async close() {
      for (const stop of running) await stop();
      for (const store of stores) store.close();
      await sandbox.close();
    },
  };
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Of the hits of some senders within a span: accepted and limited, and accepted a minute. */
export function tally(hits: readonly Hit[], who: string, { from, to }: Span) {
  const mine = hits.filter((hit) => hit.who.startsWith(who) && hit.at >= from && hit.at < to);
  const accepted = mine.filter((hit) => hit.status === 200).length;
  const limited = mine.filter((hit) => hit.status === 429).length;
  return { accepted, limited, perMinute: (accepted * 60_000) / (to - from) };
}

/** Most in any closed 60 s, of times in any order. */
export function mostIn60s(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  for (let end = 0, from = 0; end < sorted.length; end++) {
    while (sorted[end]! - sorted[from]! > 60_000) from++;
    most = Math.max(most, end - from + 1);
  }
  return most;
}

/**
 * This test has its own random numbers: with others about one run of test/sending/limiters.test.ts in 14 sees two late
 * 429s.
 */
function xorshift(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
