// The two halves of every run that sends many messages: its plan, with stops and confirmation; then the one way from
// orders and ASNs to the sender, which ends when what came of them is on disk.

import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { type Failure, failureOf, stoppedFailure } from '../basics/failure.ts';
import type { Rejects } from '../input/rejects.ts';
import type { Clock, Platform } from '../platform/platform.ts';
import type { Message } from '../sending/batch.ts';
import { worstEnd } from '../sending/run-end.ts';
import { send } from '../sending/sender.ts';
import { firstToken } from '../sending/token-source.ts';
import {
  DRAIN_MS,
  type NoticeEvent,
  type RunEvent,
  type SendEnd,
  type SenderOptions,
  type SenderParts,
  type SendingEvent,
  type Transport,
} from '../sending/types.ts';
import type { RunState } from './run-outcome.ts';

/** The messages to send, and what to do when each is settled. */
export interface SendJob<T>
  extends Pick<SenderParts<T>, 'post' | 'admit' | 'holds' | 'alreadyThere' | 'accepted' | 'refused'> {
  messages(): AsyncIterator<Message<T>>;
  /** Resolves when all records are on disk. @throws Failure exit 7 */
  flush(): Promise<void>;
}

interface SendOptions extends Omit<SenderOptions, 'concurrency' | 'drainMs'> {
  readonly transport: Transport;
  readonly concurrency?: number | undefined;
  /** Number of messages, for the progress. */
  readonly toSend: number;
  /** Closed at the end. */
  readonly rejects?: Rejects | undefined;
  readonly emit: (event: SendingEvent | NoticeEvent) => void;
}

export interface JobEnd {
  readonly end: SendEnd;
  /** Paths of the rejects files. */
  readonly rejects: readonly string[];
}

/** Emits the progress after each settled batch. */
export async function sendJob<T>(
  job: SendJob<T>,
  { transport, concurrency, toSend, rejects, emit, ...options }: SendOptions,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  signal: AbortSignal,
): Promise<JobEnd> {
  const { pacer } = transport;
  const begun = clock.monotonic();
  const settled = { accepted: 0, refused: 0 };
  const report = () => {
    const elapsedMs = clock.monotonic() - begun;
    const requestsPerMinute = pacer.inLast60s();
    emit({
      type: 'sending',
      progress: { toSend, ...settled, requestsPerMinute, limit: pacer.limit, elapsedMs },
    });
  };
  const end = await send<T>(
    job.messages(),
    { ...options, ...(concurrency !== undefined && { concurrency }), drainMs: DRAIN_MS },
    {
      ...transport,
      clock,
      random,
      holds: job.holds,
      post: (...call) => job.post(...call),
      admit: (messages) => job.admit(messages),
      alreadyThere: (message, refusals) => job.alreadyThere?.(message, refusals) === true,
      async accepted(messages) {
        await job.accepted(messages);
        settled.accepted += messages.length;
        report();
      },
      async refused(message, refusals) {
        await job.refused(message, refusals);
        settled.refused++;
        report();
      },
      notice: (notice) => emit({ type: 'notice', notice }),
    },
    signal,
  );
  return await onDisk(end, job, rejects);
}

/** A run whose records did not reach the disk has failed, whatever the service answered. */
async function onDisk(
  sent: SendEnd,
  job: Pick<SendJob<unknown>, 'flush'>,
  rejects: Rejects | undefined,
): Promise<JobEnd> {
  const ends: SendEnd[] = 'failure' in sent ? [sent] : [];
  let files: readonly string[] = [];
  const closeRejects = () => {
    files = rejects?.close().files ?? [];
  };
  // Both steps always run: an error of the first must not prevent the second.
  for (const step of [() => job.flush(), closeRejects])
    try {
      await step();
    } catch (error) {
      ends.push({ kind: 'failed', failure: failureOf(error) });
    }
  return { end: worstEnd(ends) ?? sent, rejects: files };
}

// The first half: analysis, plan, stops, confirmation. The caller passes in what differs between orders and ASNs. Prints nothing.

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

interface Planned<P, S extends Stop> {
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

const stopFailure = ({ code, message, hint }: Stop): Failure =>
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
