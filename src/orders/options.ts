// What an upload is asked to do, resolved from flags; every duration in ms, every size in bytes.
import type { GivenLevels } from '../contract/levels.ts';
import type { MaxRejects } from '../sending/reject-budget.ts';
import type { Shard } from './shard.ts';

export interface ReadingOptions {
  /** Currency of orders that name none. */
  readonly currency?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly sinceField: 'updated_at' | 'created_at';
  readonly shard?: Shard | undefined;
  /** Leaves out orders of which nothing has shipped and which the service does not hold. */
  readonly skipUnshipped?: boolean | undefined;
  /** Warnings refuse, too. */
  readonly strict: boolean;
  /** How findings count; a mapping may say more. */
  readonly levels?: GivenLevels | undefined;
}

export interface SendingOptions {
  readonly batchSize: number;
  readonly batchBytes: number;
  readonly concurrency?: number | undefined;
  /** Refused orders that stop the run; 1 % of the orders to send, at least 100, when not given. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly maxOutageMs: number;
  /** Send at most so many orders, then stop and say what to look at. */
  readonly canary?: number | undefined;
  /** Sends whatever the ledger says. */
  readonly force: boolean;
  /** With `force`: runs that were interrupted and are gone on with. */
  readonly resumed?: ReadonlySet<string> | undefined;
  /** Carries refunds forward that the ledger knows and the input lacks. */
  readonly keepRefunds: boolean;
  readonly failOn: 'any' | 'new' | 'none';
}

/** What the input is expected to be; another one is refused before anything is sent. */
export interface Expectations {
  readonly keepRefunds?: boolean | undefined;
  /** Exactly so many orders. */
  readonly expectOrders?: number | undefined;
  readonly minOrders?: number | undefined;
  readonly maxOrders?: number | undefined;
  /** Its newest `updated_at` is at most so old, ms. */
  readonly maxAgeMs?: number | undefined;
  /** Share of the orders (0 to 1) that every joined file must have. */
  readonly minMatch?: number | undefined;
}
