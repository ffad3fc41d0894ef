// Connects to a target: HTTP client, tokens and calls; every attempt counts against the shared pace of this machine.
import { unavailableFailure } from '../basics/failure.ts';
import { formatDuration } from '../basics/units.ts';
import type { HttpAnswer, HttpClient, Platform } from '../platform/platform.ts';
import { makeCaller } from '../sending/call.ts';
import { Pacer, type PacerParts } from '../sending/pacer.ts';
import { msWithin } from '../sending/rate-limit.ts';
import { retryAfterMs } from '../sending/retry-policy.ts';
import {
  LONGEST_WAIT_MS,
  makeTokenSource,
  type TokenParts,
  type TokenSource,
  withoutSecrets,
} from '../sending/token-source.ts';
import type { Folders } from '../storage/folders.ts';
import { openPace } from '../storage/machine.ts';
import type { FoundSandbox } from '../storage/running.ts';
import { mostOf, type Target } from './settings.ts';
import { rateText } from './values.ts';

export type Connection = Readonly<Awaited<ReturnType<typeof connect>>>;

export interface ConnectOptions {
  readonly warn?: (text: string) => void;
  /** Open connections, at most; 1 when absent. */
  readonly connections?: number;
  /** The shard that this process sends, which has its share of the limit. With --rate, that rate is used instead. */
  readonly shard?: Shard;
  /** Called before every token request. */
  readonly onTokenCall?: () => void;
}

/** One of several processes, possibly on different machines, that share the limit evenly. `index` counts from 1 to `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The limit in requests a minute: of the environment, or of --rate (the highest of a timetable); Infinity for `off`. */
export function limitOf(target: Target, shard?: Shard): number {
  if (target.rate !== undefined) return mostOf(target.rate);
  const share = target.rateLimit / (shard?.count ?? 1);
  return share < 1 ? share : Math.floor(share);
}

/** How long so many requests take from now on, ms; undefined when --rate is no timetable. */
export const timedBy = ({ rate }: Target, now: number): ((requests: number) => number) | undefined =>
  typeof rate === 'object' ? (requests) => msWithin(rate, requests, now) : undefined;

/**
 * The pace record to use. Shards and lower rates count in the record of the environment and in their own: they slow
 * other processes down only by what they send. A rate above the environment's (loopback only) has a separate record.
 */
function paceOf(
  target: Target,
  shard: Shard | undefined,
): Pick<PacerParts, 'environment' | 'limit' | 'part'> {
  const { environment, rate, rateLimit: whole } = target;
  const limit = limitOf(target, shard);
  const apart = limit > whole ? `${environment} at ${rateText(rate!)}` : environment;
  if (typeof rate === 'object')
    return {
      ...{ environment: apart, limit: rate },
      part: { name: `rate ${rate.text}`, whole: Math.max(limit, whole) },
    };
  if (limit > whole) return { environment: apart, limit };
  if (limit === whole) return { environment, limit };
  const name = rate === undefined && shard ? `shard ${shard.index} of ${shard.count}` : `rate ${limit}`;
  return { environment, limit, part: { name, whole } };
}

export async function connect(platform: Platform, folders: Folders, target: Target, options: ConnectOptions) {
  const ca = await target.ca();
  const client = await platform.net.client({
    connections: options.connections ?? 1,
    ca,
  });
  const pace = openPace(platform, folders, options.warn);
  const pacer = new Pacer({
    clock: platform.clock,
    random: platform.random,
    store: pace.states,
    ...paceOf(target, options.shard),
  });
  const caller = makeCaller(client, target.addresses, target.timeoutMs);
  let secret: string | undefined;
  // A source requests one token at a time, so the last permit belongs to the answer.
  let permit: Awaited<ReturnType<typeof pacer.acquire>>;
  const parts: TokenParts = {
    platform,
    folders,
    caller,
    authUrl: target.addresses.auth,
    clientId: target.clientId,
    async secret(signal) {
      secret = await target.secret(signal);
      return secret;
    },
    secretKey: target.secretKey,
    warn: options.warn,
    async beforeAttempt(signal) {
      const pause = pacer.pauseMs();
      if (pause > LONGEST_WAIT_MS) throw longPause(pause);
      options.onTokenCall?.();
      permit = await pacer.acquire(signal);
    },
    afterAttempt(answer) {
      if (permit) pacer.answered(permit, outcomeOf(answer, platform.clock.now()));
      permit = undefined;
    },
  };
  return {
    tokens: target.sandbox ? guarded(platform, client, target.sandbox, parts) : makeTokenSource(parts),
    pacer,
    caller: withoutSecrets(caller, () => (secret === undefined ? [] : [secret])),
    client,
    /** For a single token request without the cache. */
    parts,
    async close() {
      pace.close();
      await client.close();
    },
  };
}

/**
 * Checks the sandbox before any token is used or requested. Every run begins with a token, so this check comes first.
 */
function guarded(
  platform: Platform,
  client: HttpClient,
  sandbox: FoundSandbox,
  parts: TokenParts,
): TokenSource {
  const source = makeTokenSource(parts);
  let isChecked = false;
  return {
    ...source,
    async get(signal) {
      if (!isChecked) {
        if (sandbox.isLast)
          parts.warn?.(
            `several sandboxes run here: local is ${sandbox.url}, which was started last; one with the same --state-dir comes first, then one on port 4500`,
          );
        const { checkSandbox } = await import('./known-sandbox.ts');
        await checkSandbox(platform, client, sandbox, signal);
      }
      isChecked = true;
      return await source.get(signal);
    },
  };
}

/** A pause that the service asked for (from this run or another) and that is too long to wait for without a message. */
const longPause = (ms: number) =>
  unavailableFailure(
    'service.paused',
    `The service asked not to be called for another ${formatDuration(ms)} (429 with Retry-After)`,
    { hint: 'Run the same command again after that.' },
  );

function outcomeOf(answer: HttpAnswer | undefined, now: number) {
  const limited = answer?.status === 429;
  return {
    limited,
    accepted: answer !== undefined && answer.status < 300,
    lost: answer === undefined,
    ...(limited ? { retryAfterMs: retryAfterMs(answer, now) } : {}),
  };
}
