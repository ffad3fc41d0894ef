// What an upload or a check is given: the input, what is known, where orders go.

import type { GivenLevels } from '../contract/levels.ts';
import type { Rejects } from '../input/rejects.ts';
import type { Inputs } from '../input/types.ts';
import type { HttpAnswer, Platform } from '../platform/platform.ts';
import type { Transport } from '../sending/deliver.ts';
import type { MaxRejects } from '../sending/run-end.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { CheckContext } from './check-snapshot.ts';
import type { Emit, Plan, PlanContext } from './plan.ts';
import type { Shard } from './shard.ts';

/** Where orders go; absent for a check. */
export interface OrderTransport extends Transport {
  post(body: string, token: string, signal: AbortSignal): Promise<HttpAnswer>;
}

export interface UploadParts {
  readonly platform: Platform;
  readonly inputs: Inputs;
  readonly ledger: Ledger | undefined;
  /** Most bytes of the input, judged, that pass 1 may keep for pass 2. */
  readonly keep: number;
  /** Made when the first order is refused. */
  readonly rejects: Rejects | undefined;
  /** Somebody named the file for refused orders: all of them go there, also those refused just so before. */
  readonly rejectsAll?: boolean;
  /** Refused fields that are listed order by order. */
  readonly listed?: number | undefined;
  readonly checks: CheckContext;
  readonly plan: PlanContext;
  readonly run: string;
  readonly resume: string | null;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export interface UploadRequest extends Expectations {
  readonly sending: SendingOptions;
  readonly transport: OrderTransport;
  readonly dryRun: boolean;
  /** Asks a person; false ends the run before anything is sent. */
  confirm(plan: Plan): Promise<boolean>;
}
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
