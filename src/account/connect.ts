// The way to a target: HTTP client, tokens and calls, every attempt in the machine's shared pace.
import { type Failure, unavailableFailure } from '../basics/failure.ts';
import { formatDuration } from '../basics/units.ts';
import type { HttpAnswer, HttpClient, Platform } from '../platform/platform.ts';
import { type Caller, makeCaller } from '../sending/call.ts';
import { withoutSecrets } from '../sending/hide-secrets.ts';
import { makePacer, type Pacer, type PacerParts } from '../sending/pacer.ts';
import { retryAfterMs } from '../sending/retry.ts';
import { makeTokenSource, type TokenParts, type TokenSource } from '../sending/token.ts';
import { LONGEST_WAIT_MS } from '../sending/token-request.ts';
import type { Folders } from '../storage/folders.ts';
import { openMachine, sharedStates } from '../storage/machine.ts';
import type { FoundSandbox } from '../storage/sandboxes.ts';
import type { Target } from './settings.ts';

export interface Connection {
  readonly tokens: TokenSource;
  readonly pacer: Pacer;
  readonly caller: Caller;
  /** What the token client needs for a single request that is not cached. */
  readonly parts: TokenParts;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The user agent. */
  readonly agent: string;
  readonly warn?: (text: string) => void;
  /** Open connections at most; 1 when left out. */
  readonly connections?: number;
  /** The shard that this process sends: it has its share of the limit. `--rate` is taken as it is. */
  readonly shard?: Shard;
  /** Told before every token call. */
  readonly onTokenCall?: () => void;
}

/** One of so many processes, perhaps on other machines, that share the limit evenly. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Requests a minute to respect: the environment's, or what was asked for instead; Infinity for `off`. */
export function limitOf(target: Target, shard?: Shard): number {
  if (target.rate === 'off') return Number.POSITIVE_INFINITY;
  if (target.rate !== undefined) return target.rate;
  const share = target.rateLimit / (shard?.count ?? 1);
  return share < 1 ? share : Math.floor(share);
}

/**
 * Whose turns count together. Shards and lower rates take a part of the environment's turns: neither slows the others
 * down more than by what it sends. A rate beyond the environment's (loopback only) cannot be a part of it.
 */
function paceOf(
  target: Target,
  shard: Shard | undefined,
): Pick<PacerParts, 'environment' | 'limit' | 'part'> {
  const { environment, rate, rateLimit: whole } = target;
  const limit = limitOf(target, shard);
  if (limit > whole) return { environment: `${environment} at ${rate}`, limit };
  if (limit === whole) return { environment, limit };
  const name = rate === undefined && shard ? `shard ${shard.index} of ${shard.count}` : `rate ${limit}`;
  return { environment, limit, part: { name, whole } };
}

export async function connect(
  platform: Platform,
  folders: Folders,
  target: Target,
  options: ConnectOptions,
): Promise<Connection> {
  const ca = target.ca();
  const client = await platform.net.client({
    connections: options.connections ?? 1,
    ...(ca === undefined ? {} : { ca }),
  });
  const machine = openMachine(platform, folders);
  const pacer = makePacer({
    clock: platform.clock,
    random: platform.random,
    store: sharedStates(machine),
    ...paceOf(target, options.shard),
  });
  let secret: string | undefined;
  // Token calls of one source follow each other, so the last leave is the one that is answered.
  let permit: Awaited<ReturnType<typeof pacer.acquire>>;
  const parts: TokenParts = {
    platform,
    folders,
    client,
    addresses: target.addresses,
    timeoutMs: target.timeoutMs,
    clientId: target.clientId,
    async secret() {
      secret = await target.secret();
      return secret;
    },
    agent: options.agent,
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
    caller: withoutSecrets(makeCaller(client, target.addresses, target.timeoutMs, options.agent), () =>
      secret === undefined ? [] : [secret],
    ),
    parts,
    async close() {
      machine.close();
      await client.close();
    },
  };
}

/** No token call and no cached token before the sandbox has shown itself: every run begins with a token. */
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
        const { checkSandbox } = await import('./known-sandbox.ts');
        await checkSandbox(platform, client, sandbox, signal);
      }
      isChecked = true;
      return await source.get(signal);
    },
  };
}

/** A pause that the service asked for, of this run or another one, and too long to be sat out in silence. */
const longPause = (ms: number): Failure =>
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
