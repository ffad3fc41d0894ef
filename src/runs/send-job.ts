// The two halves of every run that sends many messages: its plan, with stops and confirmation; then the one way from
// orders and ASNs to the sender, which ends when what came of them is on disk.

import { EXIT, type ExitCode, worstExit } from '../basics/exit-codes.ts';
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

// The first half: what comes of a plan. Prints nothing.

/** The result of a run that sent nothing. */
export interface Unsent<S extends Stop = Stop> {
  readonly state: RunState;
  readonly exitCode: ExitCode;
  readonly failure?: Failure;
  /** What stopped the run, or would stop it. */
  readonly stop?: S | undefined;
  readonly started: number;
}

/** What a run needs to send what its plan contains. */
export interface Sending<P> {
  readonly transport: Transport;
  /** Asks the user for confirmation; false ends the run before anything is sent. */
  confirm(plan: P): Promise<boolean>;
}

/** A plan, which after an interruption covers only what was read. */
export interface Planned<P, S extends Stop> {
  readonly plan: P;
  /** When the run began: monotonic ms. */
  readonly started: number;
  /** What speaks against sending it. */
  readonly stop: S | undefined;
  /** The exit code for what our own check refused. */
  readonly refusals: ExitCode;
}

/**
 * Whether a run with this plan is to send: `unsent` says how it ends if not; `started` is without the time at the prompt.
 * @param sending absent for a check or a dry run: it ends with the plan
 */
export async function askToSend<
  P extends { readonly toSend: number; readonly refused: number },
  S extends Stop,
>(
  { plan, started, stop, refusals }: Planned<P, S>,
  sending: Sending<P> | undefined,
  { platform: { clock }, signal }: { platform: { readonly clock: Clock }; readonly signal: AbortSignal },
): Promise<{ readonly started: number; readonly unsent?: Unsent<S> }> {
  const unsent = (state: RunState, exitCode: ExitCode, failure?: Failure) => ({
    started,
    unsent: { state, exitCode, started, stop, ...(failure && { failure }) },
  });
  if (signal.aborted) return unsent('interrupted', EXIT.interrupted);
  if (!sending) return unsent('checked', stop ? worstExit([refusals, EXIT.stopped]) : refusals);
  if (stop) return unsent('stopped', EXIT.stopped, stopFailure(stop));
  // Nothing to send and nothing to write: the second pass is not needed.
  if (plan.toSend === 0 && plan.refused === 0) return unsent('completed', EXIT.done);
  let askedMs = 0;
  if (plan.toSend > 0) {
    const asked = clock.monotonic();
    if (!(await sending.confirm(plan))) return unsent('checked', EXIT.done);
    askedMs = clock.monotonic() - asked;
    await firstToken(sending.transport.tokens, signal);
  }
  await sending.transport.turn?.hold();
  return { started: started + askedMs };
}

/** Why a run ends before it sends anything. */
export interface Stop {
  readonly code: string;
  /** The reason, without its consequence. */
  readonly message: string;
  readonly hint: string;
}

const stopFailure = ({ code, message, hint }: Stop) =>
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
