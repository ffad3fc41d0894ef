// What creating ASNs is given: the input, what is known, where ASNs go.

import type { Host, HttpAnswer } from '../base/host.ts';
import type { Line } from '../client/deliver.ts';
import type { MaxRejects } from '../client/reject-budget.ts';
import type { AsnInput } from '../intake/asns/types.ts';
import type { Rejects } from '../intake/rejects.ts';
import type { AsnRecords } from '../store/asn-records.ts';
import type { EmitAsn } from './events.ts';
import type { AsnJudge, ReadyAsn } from './judge.ts';
import type { AsnPlan, AsnPlanContext } from './plan.ts';

export interface AsnSending {
  readonly concurrency?: number | undefined;
  /** Refused ASNs that stop the run; 1 % of the ASNs to send, at least 100, when not given. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly maxOutageMs: number;
  readonly failOn: 'any' | 'none';
}

export interface AsnLine extends Line {
  post(asn: ReadyAsn, body: string, token: string, signal: AbortSignal): Promise<HttpAnswer>;
}

export interface CreateParts {
  readonly host: Host;
  readonly input: AsnInput;
  readonly judge: AsnJudge & { readonly records: AsnRecords };
  /** Made when the first ASN is refused. */
  readonly rejects: Rejects;
  readonly plan: AsnPlanContext;
  readonly run: string;
  readonly resume: string;
  readonly emit: EmitAsn;
  readonly signal: AbortSignal;
}

export interface CreateRequest {
  readonly sending: AsnSending;
  readonly line: AsnLine;
  readonly dryRun: boolean;
  /** Asks a person; false ends the run before anything is sent. */
  confirm(plan: AsnPlan): Promise<boolean>;
}
