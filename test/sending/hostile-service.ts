// A service in memory that answers as a test says, in fake time, and checks the sender: keys in two open requests, an
// older version after a newer one, messages settled twice. Also runs the sender against it from end to end.
import { Failure } from '../../src/basics/failure.ts';
import { type HttpAnswer, NetworkFault } from '../../src/platform/platform.ts';
import type { Message, Refusal } from '../../src/sending/batch.ts';
import { Pacer } from '../../src/sending/pacer.ts';
import { send } from '../../src/sending/sender.ts';
import {
  noRequests,
  type RequestCounts,
  type SendEnd,
  type SenderNotice,
  type SenderOptions,
  type SenderParts,
} from '../../src/sending/types.ts';
import type { SharedStates } from '../../src/storage/machine.ts';
import { type FakeClock, fakeClock } from '../helpers/clock.ts';
import { seeded } from '../helpers/random.ts';

export interface SentMessage {
  readonly key: string;
  readonly version: number;
}

export interface Asked {
  readonly at: number;
  readonly messages: readonly SentMessage[];
  readonly token: string;
  readonly body: string;
  /** Requests before this one. */
  readonly index: number;
  status: number;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** The body as it is. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
  readonly ms?: number;
  /** No answer comes; with `stored` the service has taken the messages all the same. */
  readonly fault?: 'timeout' | 'dropped' | 'tls' | 'aborted' | 'other';
  readonly stored?: boolean;
}

export interface RunParts {
  readonly messages: readonly SentMessage[];
  readonly answer: (asked: Asked) => Reply;
  readonly options?: Partial<SenderOptions>;
  readonly store: SharedStates;
  readonly limit?: number;
  readonly seed?: number;
  readonly tokens?: {
    get(signal?: AbortSignal): Promise<string>;
    refused(token: string, signal?: AbortSignal): Promise<string>;
  };
  readonly admit?: (message: SentMessage) => boolean;
  readonly onAccepted?: (clock: FakeClock) => Promise<void>;
  readonly onRefused?: () => Promise<void>;
  readonly turn?: (clock: FakeClock) => SenderParts<SentMessage>['turn'];
  readonly holds?: SenderParts<SentMessage>['holds'];
  /** Interrupts at this time, ms. */
  readonly interruptAt?: number;
  /** Called before every message that is read, and before the end. */
  readonly onRead?: (index: number, clock: FakeClock) => Promise<void> | void;
  /** How much fake time the run may take before it counts as hanging. */
  readonly boundMs?: number;
}

export interface Ran {
  readonly end: SendEnd;
  readonly endedAt: number;
  readonly asked: readonly Asked[];
  readonly counts: RequestCounts;
  readonly notices: readonly SenderNotice[];
  /** What was settled, as `key/version`. */
  readonly accepted: readonly string[];
  readonly refused: ReadonlyMap<string, readonly Refusal[]>;
  readonly dropped: readonly string[];
  /** Newest version that the service holds. */
  readonly stored: ReadonlyMap<string, number>;
  /** Rules that the sender broke; empty when there is no fault. */
  readonly violations: readonly string[];
  readonly clock: FakeClock;
  readonly read: number;
  readonly sourceClosed: boolean;
}

export const ENVELOPE = { before: '{"w":{"orders":[', after: ']}}', list: 'orders' };
const name = (m: SentMessage) => `${m.key}/${m.version}`;
let runs = 0;

export const messages = (count: number): SentMessage[] =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, version: 1 }));

export const ok: Reply = { status: 200 };
export const unnamed: Reply = { status: 422, body: { message: 'Validation Failed' } };

export async function run(parts: RunParts): Promise<Ran> {
  const clock = fakeClock(undefined);
  const random = seeded(parts.seed ?? 1);
  const violations: string[] = [];
  const asked: Asked[] = [];
  const counts = noRequests();
  const notices: SenderNotice[] = [];
  const accepted: string[] = [];
  const refused = new Map<string, readonly Refusal[]>();
  const dropped: string[] = [];
  const stored = new Map<string, number>();
  const arrived = new Map<string, number>();
  const open = new Set<string>();
  const settled = new Set<string>();
  /** Accepted by the service, not yet on disk. */
  const unwritten = new Set<string>();
  const stop = new AbortController();
  let read = 0;
  let sourceReading = 0;
  let sourceClosed = false;
  const settle = (message: SentMessage) => {
    if (settled.has(name(message))) violations.push(`${name(message)} settled twice`);
    settled.add(name(message));
  };

  async function* source(): AsyncGenerator<Message<SentMessage>> {
    try {
      for (const message of parts.messages) {
        sourceReading = 1;
        await parts.onRead?.(read, clock);
        sourceReading = 0;
        read++;
        const text = JSON.stringify(message);
        yield { key: message.key, text, bytes: text.length, context: message };
      }
      await parts.onRead?.(read, clock);
    } finally {
      sourceClosed = true;
    }
  }

  async function post(body: string, token: string, signal: AbortSignal): Promise<HttpAnswer> {
    const list = (JSON.parse(body) as { w: { orders: SentMessage[] } }).w.orders;
    const request = { at: clock.monotonic(), messages: list, token, body, index: asked.length, status: 0 };
    asked.push(request);
    for (const m of list) {
      if (open.has(m.key)) violations.push(`${m.key} is in two open requests`);
      if (unwritten.has(m.key)) violations.push(`${m.key} sent before its acknowledgement was on disk`);
      open.add(m.key);
      if (settled.has(name(m))) violations.push(`${name(m)} sent after it was settled`);
      if ((arrived.get(m.key) ?? 0) > m.version) violations.push(`${name(m)} arrived after a newer version`);
      arrived.set(m.key, m.version);
    }
    const reply = parts.answer(request);
    request.status = reply.fault ? 0 : reply.status;
    const take = () => {
      for (const m of list) stored.set(m.key, Math.max(stored.get(m.key) ?? 0, m.version));
    };
    await clock.sleep(reply.ms ?? 20, signal);
    // Messages are settled before their key is free: the sender gets the answer at this moment.
    for (const m of list) open.delete(m.key);
    if (signal.aborted) throw new NetworkFault('aborted', 'called off');
    // Errors refuse, whatever the status.
    const isTaken = reply.status < 300 && !/"errors":\[\{/.test(JSON.stringify(reply.body ?? ''));
    if (reply.stored || (!reply.fault && isTaken)) take();
    if (reply.fault) throw new NetworkFault(reply.fault, reply.fault);
    if (isTaken) for (const m of list) unwritten.add(m.key);
    const text = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
    return { status: reply.status, headers: reply.headers ?? {}, body: new TextEncoder().encode(text) };
  }

  const pacer = new Pacer({
    clock,
    random: { unit: random, hex: () => '' },
    store: parts.store,
    environment: `run-${runs++}`,
    limit: parts.limit ?? 5000,
  });
  const options: SenderOptions = {
    envelope: ENVELOPE,
    batchSize: 50,
    batchBytes: 1_000_000,
    maxOutageMs: 900_000,
    maxRefused: 1_000_000,
    drainMs: 10_000,
    ...parts.options,
  };
  let ended: { end: SendEnd } | { error: unknown } | undefined;
  let endedAt = 0;
  const done = send<SentMessage>(
    source(),
    options,
    {
      clock,
      random: { unit: random, hex: () => '' },
      pacer,
      tokens: parts.tokens ?? { get: async () => 'T', refused: async () => 'T2' },
      counts,
      post,
      admit: (messages) =>
        messages.filter(({ context }) => {
          if (parts.admit?.(context) ?? true) return true;
          settle(context);
          dropped.push(name(context));
          return false;
        }),
      async accepted(messages) {
        await parts.onAccepted?.(clock);
        for (const { context } of messages) {
          if ((stored.get(context.key) ?? 0) < context.version)
            violations.push(`${name(context)} accepted, not stored`);
          settle(context);
          unwritten.delete(context.key);
          accepted.push(name(context));
        }
      },
      async refused({ context }, refusals) {
        await parts.onRefused?.();
        settle(context);
        refused.set(name(context), refusals);
      },
      turn: parts.turn?.(clock),
      holds: parts.holds,
      notice: (notice) => void notices.push(notice),
    },
    stop.signal,
  ).then(
    (end) => {
      ended = { end };
      endedAt = clock.monotonic();
      // A read of the source that never ends is no fault of the sender.
      if (clock.waiting > sourceReading) violations.push(`${clock.waiting} timers are left behind`);
    },
    (error) => {
      ended = { error };
    },
  );
  if (parts.interruptAt !== undefined) {
    await clock.advance(parts.interruptAt);
    stop.abort();
  }
  await clock.advance(parts.boundMs ?? 24 * 3_600_000);
  if (!ended) throw new Error(`the run hangs: ${asked.length} requests, ${accepted.length} accepted`);
  await done;
  if ('error' in ended) throw ended.error;
  if (open.size > 0) violations.push('a request is left open');
  return {
    end: ended.end,
    endedAt,
    asked,
    counts,
    notices,
    accepted,
    refused,
    dropped,
    stored,
    violations,
    clock,
    read,
    sourceClosed,
  };
}

/** The failure that a run ended with; a test fails here when it ended otherwise. */
export function failureOf(ran: Ran): Failure {
  if ('failure' in ran.end && ran.end.failure instanceof Failure) return ran.end.failure;
  throw new Error(`the run ended as ${ran.end.kind}`);
}
