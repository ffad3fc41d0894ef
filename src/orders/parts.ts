// What an upload or a check is given: the input, what is known, where orders go.
import type { Rejects } from '../input/rejects.ts';
import type { Inputs } from '../input/types.ts';
import type { Host, HttpAnswer } from '../platform/platform.ts';
import type { Line } from '../sending/deliver.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { Emit } from './events.ts';
import type { JudgeContext } from './judge.ts';
import type { Expectations, SendingOptions } from './options.ts';
import type { Plan, PlanContext } from './plan.ts';

/** Where orders go; absent for a check. */
export interface OrderLine extends Line {
  post(body: string, token: string, signal: AbortSignal): Promise<HttpAnswer>;
}

export interface UploadParts {
  readonly host: Host;
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
  readonly judge: JudgeContext;
  readonly plan: PlanContext;
  readonly run: string;
  readonly resume: string | null;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export interface UploadRequest extends Expectations {
  readonly sending: SendingOptions;
  readonly line: OrderLine;
  readonly dryRun: boolean;
  /** Asks a person; false ends the run before anything is sent. */
  confirm(plan: Plan): Promise<boolean>;
}
