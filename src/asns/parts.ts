// The inputs of creating ASNs: input file, ledger, options, and the transport to the service.
import type { Rejects } from '../input/rejects.ts';
import type { HttpAnswer, Platform } from '../platform/platform.ts';
import type { Transport } from '../runs/carry-out.ts';
import type { MaxRejects } from '../sending/run-end.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import type { AsnCheckContext, ReadyAsn } from './check-asn.ts';
import type { AsnInput } from './input/types.ts';
import type { AsnPlan, AsnPlanContext, EmitAsn } from './plan.ts';

export interface AsnSending {
  readonly concurrency?: number | undefined;
  /** Number of refused ASNs that stops the run. Default: 1 % of the ASNs to send, at least 100. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly maxOutageMs: number;
  readonly failOn: 'any' | 'none';
}

export interface AsnTransport extends Transport {
  post(asn: ReadyAsn, body: string | Uint8Array, token: string, signal: AbortSignal): Promise<HttpAnswer>;
}

export interface CreateParts {
  readonly platform: Platform;
  readonly input: AsnInput;
  readonly checks: AsnCheckContext & { readonly records: AsnRecords };
  /** The file is created when the first ASN is refused. */
  readonly rejects: Rejects;
  readonly plan: AsnPlanContext;
  readonly run: string;
  readonly resume: string;
  readonly emit: EmitAsn;
  readonly signal: AbortSignal;
}

export interface CreateRequest {
  readonly sending: AsnSending;
  readonly transport: AsnTransport;
  readonly dryRun: boolean;
  /** Asks the user for confirmation; false ends the run before anything is sent. */
  confirm(plan: AsnPlan): Promise<boolean>;
}
