// The inputs of an upload or a check: files, ledger, options, and the transport to the service.
import type { Rejects } from '../../input/rejects.ts';
import type { HttpAnswer, Platform } from '../../platform/platform.ts';
import type { MaxRejects, Transport } from '../../sending/types.ts';
import type { AnalysisParts } from './first-pass.ts';
import type { Emit, Plan, PlanContext } from './plan.ts';

/** How orders reach the service; absent for a check. */
export interface OrderTransport extends Transport {
  post(body: string | Uint8Array, token: string, signal: AbortSignal): Promise<HttpAnswer>;
}

export interface UploadParts extends AnalysisParts {
  readonly platform: Platform;
  /** The file is created when the first order is refused. */
  readonly rejects: Rejects | undefined;
  /**
   * The user named the rejects file: all refused orders go there, also those whose same content was refused
   * before.
   */
  readonly rejectsAll?: boolean;
  readonly plan: PlanContext;
  readonly run: string;
  readonly resume: string | null;
  readonly emit: Emit;
}

/** What the user expects of the input. Any other input is refused before anything is sent. */
export interface Expectations {
  /** Exact number of orders. */
  readonly expectOrders?: number | undefined;
  readonly minOrders?: number | undefined;
  readonly maxOrders?: number | undefined;
  /** Maximum age of the newest `updated_at`, ms. */
  readonly maxAgeMs?: number | undefined;
}

/** What ends a run before it sends, and how it ends; for check and upload alike. */
export interface CheckOptions extends Expectations {
  /** Number of refused orders that stops the run. Default: 1 % of the orders to send, at least 100. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly failOn: 'any' | 'new' | 'none';
  /** A proposed mapping: what the audit finds is asked, however few orders there are, and stops nothing. */
  readonly isProposed?: boolean | undefined;
}

export interface SendingOptions extends CheckOptions {
  readonly batchSize: number;
  readonly concurrency?: number | undefined;
  readonly maxOutageMs: number;
  /** How long the turn to send, and orders in doubt, are waited for, ms. */
  readonly lockWaitMs: number;
  /** The run ends as unavailable after this time. */
  readonly maxDurationMs?: number | undefined;
  /** Sends at most this many orders, then stops and names orders to look at. */
  readonly canary?: number | undefined;
}

export interface UploadRequest extends SendingOptions {
  readonly transport: OrderTransport;
  readonly dryRun: boolean;
  /** Asks the user for confirmation; false ends the run before anything is sent. */
  confirm(plan: Plan): Promise<boolean>;
}
