// A running sandbox: the service behind a socket, and everything a test wants to ask it without one.
import path from 'node:path';
import { RULES } from '../contract/contract-rules.ts';
import { LOCAL, RATE_LIMITS } from '../contract/endpoints.ts';
import { mergeLevels, parseLevels } from '../contract/levels.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import type { Clock, Crypto, Files, Net, Random, ServerHandler } from '../platform/platform.ts';
import type { Reception, StoredAsn } from './asns.ts';
import { checkFaults, type FaultRule } from './fault-rules.ts';
import { type Journal, openJournal } from './journal.ts';
import type { LimiterName } from './limiter.ts';
import type { SandboxStatus } from './look-inside.ts';
import type { StoredOrder } from './orders.ts';
import type { RequestRecord } from './records.ts';
import { makeService } from './service.ts';

/** The part of a host that a sandbox needs. */
export interface SandboxPlatform {
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly files: Files;
  readonly net: Net;
  readonly cwd: string;
}

export interface SandboxOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 when left out. */
  readonly host?: string;
  /** Requests per minute and IP address; 2,500 when left out. */
  readonly rateLimit?: number | 'off';
  readonly limiter?: LimiterName;
  readonly faults?: readonly FaultRule[];
  /** Repeats what is drawn by chance; 1 when left out. */
  readonly seed?: number;
  /** Folder that keeps orders and ASNs for the next start; memory only when left out. */
  readonly data?: string;
  /** Client id -> secret, beside those of the profile `local`. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** False keeps digests only: for millions of orders. */
  readonly keepBodies?: boolean;
  /** Most versions remembered of one order; 100 when left out. */
  readonly history?: number;
  /** Bytes of a body beyond which the answer is 413; 5 MB when left out. */
  readonly maxBody?: number;
  /** How the third order status is spelled; the interface's `Cancelled` when left out. */
  readonly statusSpelling?: StatusSpelling;
  /** What is answered 422: `CODE=LEVEL` or `CODE:FIELD=LEVEL` texts, with the codes of `returns explain`. */
  readonly levels?: readonly string[];
  /** Known to this user's programs only: by it they tell this sandbox from another program. */
  readonly proof?: string;
  /** Time for tokens, limits and delays. */
  readonly clock?: Clock;
  readonly onDefect?: (error: unknown) => void;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  readonly authUrl: string;
  readonly ordersUrl: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The service without a socket: whole uploads in memory. */
  readonly handle: ServerHandler;
  orders(): StoredOrder[];
  order(identifier: string): StoredOrder | undefined;
  /** Requests after a sequence number, all of them when left out. */
  requests(after?: number): RequestRecord[];
  asns(): StoredAsn[];
  /** The warehouse receives something of an ASN: from then on it cannot be changed. */
  receiveAsn(number: string, program?: string): Reception;
  stats(): SandboxStatus;
  revokeTokens(): number;
  /** Replaces all fault rules and counts anew. @throws Failure when a rule is wrong */
  setFaults(rules: readonly FaultRule[]): void;
  reset(): void;
  close(): Promise<void>;
}

export const DEFAULT_MAX_BODY = 5_000_000;

/** @throws Failure exit 2 when the port is taken or a level is wrong, 6 for wrong fault rules, 7 when `data` cannot be used */
export async function openSandbox(world: SandboxPlatform, options: SandboxOptions = {}): Promise<Sandbox> {
  const maxBody = options.maxBody ?? DEFAULT_MAX_BODY;
  const service = makeService({
    clock: options.clock ?? world.clock,
    random: world.random,
    crypto: world.crypto,
    options: {
      rateLimit: options.rateLimit ?? RATE_LIMITS.local,
      limiter: options.limiter ?? 'sliding',
      faults: checkFaults(options.faults ?? []),
      seed: options.seed ?? 1,
      credentials: { ...options.credentials, [LOCAL.clientId]: LOCAL.clientSecret },
      keepBodies: options.keepBodies ?? true,
      history: options.history ?? 100,
      maxBody,
      statusSpelling: options.statusSpelling ?? 'Cancelled',
      levels: mergeLevels(RULES, parseLevels(options.levels ?? [], RULES, 'levels')),
      ...(options.proof !== undefined && { proof: options.proof }),
      ...(options.onDefect && { onDefect: options.onDefect }),
    },
  });
  let journal: Journal | undefined;
  if (options.data !== undefined) {
    const folder = path.resolve(world.cwd, options.data);
    journal = await openJournal(world.files, folder, service.restore);
    service.attach(journal);
  }
  const listening = await world.net
    .serve({ host: options.host ?? '127.0.0.1', port: options.port ?? 0, maxBody }, service.handle)
    .catch((error: unknown) => {
      journal?.close();
      throw error;
    });
  const { url } = listening;
  let isClosed = false;
  return {
    url,
    port: listening.port,
    authUrl: url,
    ordersUrl: url,
    baseUrl: url,
    clientId: LOCAL.clientId,
    clientSecret: LOCAL.clientSecret,
    handle: service.handle,
    orders: () => [...service.state.orders.list({ body: true })],
    order: (identifier) => service.state.orders.find(identifier),
    requests: (after = 0) => service.state.records.after(after),
    asns: () => service.state.asns.list(),
    receiveAsn: service.receiveAsn,
    stats: () => service.status(),
    revokeTokens: () => service.tokens.revoke(),
    setFaults: (rules) => service.setFaults(checkFaults(rules)),
    reset: () => service.reset(),
    async close() {
      if (isClosed) return;
      isClosed = true;
      service.stop();
      await listening.close();
      journal?.close();
    },
  };
}
