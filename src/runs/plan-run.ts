// The first half of every run that sends many messages: analysis, plan, stops, confirmation. The caller passes in what
// differs between orders and ASNs, and sends with src/runs/send-job.ts. Prints nothing.

import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { type Failure, stoppedFailure } from '../basics/failure.ts';
import type { Clock } from '../platform/platform.ts';
import type { RunEvent } from '../sending/sender-parts.ts';
import { firstToken } from '../sending/token-source.ts';
import type { Transport } from './send-job.ts';
import type { RunState } from './summarise.ts';

/** What every plan contains, for orders and ASNs alike. */
interface PlanCounts {
  readonly toSend: number;
  readonly refused: number;
}

/** The result of a run that sent nothing. */
export interface Unsent<S extends Stop = Stop> {
  readonly state: RunState;
  readonly exitCode: ExitCode;
  readonly failure?: Failure;
  /** What stopped the run, or would stop it. */
  readonly stop?: S;
  readonly started: number;
}

/** How one kind of run determines what to send. */
export interface PlanSteps<P extends PlanCounts, S extends Stop> {
  /**
   * Reads and checks the whole input and compares it with the ledger. After an interruption the plan covers
   * only what was read.
   */
  analyse(): Promise<P>;
  /** @throws Failure when the input is not what was expected */
  stopOf(plan: P): S | undefined;
  /** The exit code for orders or ASNs that our own check refused. */
  exitForRefusals(plan: P): ExitCode;
}

/** What a run needs to send what its plan contains. */
export interface Sending<P> {
  readonly transport: Transport;
  /** Asks the user for confirmation; false ends the run before anything is sent. */
  confirm(plan: P): Promise<boolean>;
}

export interface Planned<P, S extends Stop> {
  readonly plan: P;
  /** When the run began, without the time at the prompt: monotonic ms. */
  readonly started: number;
  /** Absent when the run is to send. */
  readonly unsent?: Unsent<S>;
}

/** @param sending absent for a check or a dry run: it ends with the plan */
export async function planRun<P extends PlanCounts, S extends Stop>(
  steps: PlanSteps<P, S>,
  sending: Sending<P> | undefined,
  around: {
    readonly platform: { readonly clock: Clock };
    readonly emit: (event: RunEvent<P>) => void;
    readonly signal: AbortSignal;
  },
): Promise<Planned<P, S>> {
  const { clock } = around.platform;
  let started = clock.monotonic();
  const plan = await steps.analyse();
  const unsent = (state: RunState, exitCode: ExitCode, why: Pick<Unsent<S>, 'failure' | 'stop'> = {}) => ({
    plan,
    started,
    unsent: { state, exitCode, started, ...why },
  });
  if (around.signal.aborted) return unsent('interrupted', EXIT.interrupted);
  // After an interruption the plan would cover only a part of the input: it is not shown.
  around.emit({ type: 'plan', plan });
  const stop = steps.stopOf(plan);
  if (!sending) {
    const refusals = steps.exitForRefusals(plan);
    return unsent('checked', stop ? worstExit([refusals, EXIT.stopped]) : refusals, stop && { stop });
  }
  if (stop) return unsent('stopped', EXIT.stopped, { stop, failure: stopFailure(stop) });
  // Nothing to send and nothing to write: the second pass is not needed.
  if (plan.toSend === 0 && plan.refused === 0) return unsent('completed', EXIT.done);
  if (plan.toSend > 0) {
    const asked = clock.monotonic();
    if (!(await sending.confirm(plan))) return unsent('checked', EXIT.done);
    started += clock.monotonic() - asked;
    await firstToken(sending.transport.tokens, around.signal);
  }
  await sending.transport.turn?.hold();
  return { plan, started };
}

/** Why a run ends before it sends anything. */
export interface Stop {
  readonly code: string;
  /** The reason, without its consequence. */
  readonly message: string;
  readonly hint: string;
}

export const stopFailure = ({ code, message, hint }: Stop): Failure =>
  stoppedFailure(code, `${message}${message.endsWith('?') ? ' N' : '; n'}othing was sent`, { hint });

/** What would stop the run, as reported in the summary of a check or a dry run. */
export type WouldStop = ReturnType<typeof wouldStop>;

export const wouldStop = ({ code, message, hint }: Stop) => ({
  code,
  exit_code: EXIT.stopped,
  message,
  hint,
});

/** The stop as a sentence; `what` names the run that would stop. */
export const wouldStopText = (
  { exit_code, message }: Pick<WouldStop, 'exit_code' | 'message'>,
  what: string,
): string =>
  `The ${what} would stop before it sends anything: exit ${exit_code}, because ${message[0]!.toLowerCase()}${message.slice(1)}`;
