// The steps of every run that sends many messages: analysis, plan, stops, confirmation, delivery, summary.
// The caller passes in what differs between orders and ASNs. Prints nothing.

import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { type Failure, failureOf, stoppedFailure } from '../basics/failure.ts';
import type { Rejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import type { Message } from '../sending/batch.ts';
import type { NoticeEvent, RunEvent, SendingEvent, SendingProgress } from '../sending/events.ts';
import type { Pacer } from '../sending/pacer.ts';
import { type SendEnd, worstEnd } from '../sending/run-end.ts';
import { send } from '../sending/sender.ts';
import {
  DRAIN_MS,
  type RequestCounts,
  type SenderOptions,
  type SenderParts,
} from '../sending/sender-parts.ts';
import { firstToken, type TokenSource } from '../sending/token-source.ts';
import { type Folders, withFolderHint } from '../storage/folders.ts';
import type { RunState, WouldStop } from './summary.ts';

/** What every plan contains, for orders and ASNs alike. */
interface Planned {
  readonly toSend: number;
  readonly refused: number;
}

/** The result of a run that sent nothing. */
export interface Unsent<S extends Stop> {
  readonly state: RunState;
  readonly exitCode: ExitCode;
  readonly failure?: Failure;
  /** What stopped the run, or would stop it. */
  readonly stop?: S;
  readonly started: number;
}

/** What every delivery must offer. */
interface Delivery {
  /** Resolves when all records are on disk. @throws Failure exit 7 */
  flush(): Promise<void>;
}

export interface Delivered<D> {
  readonly delivery: D;
  readonly end: SendEnd;
  /** Paths of the rejects files. */
  readonly rejects: readonly string[];
  readonly started: number;
}

/** How one kind of run determines what to send. */
export interface Job<P extends Planned, S extends Stop, Summary> {
  /**
   * Reads and checks the whole input and compares it with the ledger. After an interruption the plan covers
   * only what was read.
   */
  analyse(): Promise<P>;
  /** @throws Failure when the input is not what was expected */
  expect?(plan: P): void;
  stopOf(plan: P): S | undefined;
  /** The exit code for orders or ASNs that our own check refused. */
  exitForRefusals(plan: P): ExitCode;
  /** For a run that ends with the plan: writes what a check writes, and the refused messages to the rejects. */
  recordUnsent?(plan: P, stop: S | undefined): Promise<void>;
  unsent(plan: P, ended: Unsent<S>): Summary;
}

/** How one kind of run sends what its plan contains. */
export interface Sending<P, T, D extends Delivery, Summary> {
  readonly transport: Transport;
  /** Asks the user for confirmation; false ends the run before anything is sent. */
  confirm(plan: P): Promise<boolean>;
  delivery(plan: P): D;
  /** The messages to send, and the callbacks that tell the delivery their outcomes. */
  sendJob(delivery: D, plan: P): SendJob<T>;
  options(plan: P): SendOptions;
  delivered(plan: P, ended: Delivered<D>): Summary;
}

interface RunParts<P> {
  readonly platform: Platform;
  readonly rejects: Rejects | undefined;
  readonly emit: (event: RunEvent<P>) => void;
  readonly signal: AbortSignal;
}

/** @param sending absent for a check or a dry run: it ends with the plan */
export async function carryOut<P extends Planned, S extends Stop, T, D extends Delivery, Summary>(
  job: Job<P, S, Summary>,
  sending: Sending<P, T, D, Summary> | undefined,
  around: RunParts<P>,
): Promise<Summary> {
  const { signal, emit } = around;
  const { clock } = around.platform;
  let started = clock.monotonic();
  const plan = await job.analyse();
  if (signal.aborted) return job.unsent(plan, { state: 'interrupted', exitCode: EXIT.interrupted, started });
  // After an interruption the plan would cover only a part of the input: it is not shown.
  emit({ type: 'plan', plan });
  job.expect?.(plan);
  const stop = job.stopOf(plan);
  const refusals = job.exitForRefusals(plan);
  if (!sending) {
    await job.recordUnsent?.(plan, stop);
    const exitCode = stop ? worstExit([refusals, EXIT.stopped]) : refusals;
    return job.unsent(plan, { state: 'checked', exitCode, ...(stop && { stop }), started });
  }
  if (stop) {
    await job.recordUnsent?.(plan, stop);
    const failure = stopFailure(stop);
    return job.unsent(plan, { state: 'stopped', exitCode: EXIT.stopped, failure, stop, started });
  }
  // Nothing to send and nothing to write: the second pass is not needed.
  if (plan.toSend === 0 && plan.refused === 0)
    return job.unsent(plan, { state: 'completed', exitCode: EXIT.done, started });
  if (plan.toSend > 0) {
    const asked = clock.monotonic();
    if (!(await sending.confirm(plan)))
      return job.unsent(plan, { state: 'checked', exitCode: EXIT.done, started });
    // Excludes the time spent at the prompt.
    started += clock.monotonic() - asked;
    await firstToken(sending.transport.tokens, signal);
  }
  await sending.transport.turn?.hold();
  const delivery = sending.delivery(plan);
  const sent = await sendAll(
    { delivery, ...sending.sendJob(delivery, plan) },
    sending.transport,
    sending.options(plan),
    around,
    started,
  );
  return sending.delivered(plan, { delivery, ...sent, started });
}

/** A run whose records did not reach the disk has failed, whatever the service answered. */
async function onDisk(
  sent: SendEnd,
  delivery: Delivery,
  rejects: Rejects | undefined,
  folders: Folders | undefined,
) {
  const ends: SendEnd[] = sent.kind === 'failed' || sent.kind === 'stopped' ? [sent] : [];
  let files: readonly string[] = [];
  const closeRejects = () => {
    files = rejects?.close().files ?? [];
  };
  // Both steps always run: an error of the first must not prevent the second.
  for (const step of [() => delivery.flush(), closeRejects])
    try {
      await step();
    } catch (error) {
      ends.push({ kind: 'failed', failure: failureOf(error) });
    }
  const end = worstEnd(ends) ?? sent;
  if (end.kind !== 'failed' || !folders) return { end, rejects: files };
  return { end: { ...end, failure: withFolderHint(end.failure, folders) }, rejects: files };
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

export const wouldStop = ({ code, message, hint }: Stop): WouldStop => ({
  code,
  exit_code: EXIT.stopped,
  message,
  hint,
});

/** The stop as a sentence; `what` names the run that would stop. */
export const wouldStopText = ({ exit_code, message }: WouldStop, what: string): string =>
  `The ${what} would stop before it sends anything: exit ${exit_code}, because ${message[0]!.toLowerCase()}${message.slice(1)}`;

/** What sending needs to reach the service: tokens, pace and the counts of attempts. */
export interface Transport {
  readonly tokens: TokenSource;
  readonly pacer: Pacer;
  readonly counts: RequestCounts;
  /** For the hints of disk errors. */
  readonly folders?: Folders;
  /** Absent when a lock excludes all other runs. */
  readonly turn?: (NonNullable<SenderParts<unknown>['turn']> & { hold(): Promise<void> }) | undefined;
}

/** The messages to send, and what to do when each is settled. */
export interface SendJob<T>
  extends Pick<SenderParts<T>, 'post' | 'admit' | 'holds' | 'alreadyThere' | 'accepted' | 'refused'> {
  readonly messages: AsyncIterator<Message<T>>;
  progress(): Pick<SendingProgress, 'toSend' | 'accepted' | 'refused'>;
}

export interface SendOptions extends Omit<SenderOptions, 'concurrency' | 'drainMs' | 'endsAt'> {
  readonly concurrency?: number | undefined;
  /** From the beginning of the run, without the time at the prompt. */
  readonly maxDurationMs?: number | undefined;
}

/**
 * Sends the messages of a job, and emits the progress after each settled batch. Resolves when what came of them is on
 * disk.
 */
export async function sendAll<T>(
  { delivery, messages, progress, ...hooks }: SendJob<T> & { readonly delivery: Delivery },
  transport: Transport,
  { concurrency, maxDurationMs, ...options }: SendOptions,
  around: {
    readonly platform: Pick<Platform, 'clock' | 'random'>;
    readonly emit: (event: SendingEvent | NoticeEvent) => void;
    readonly signal: AbortSignal;
    readonly rejects?: Rejects | undefined;
  },
  started: number,
): Promise<Pick<Delivered<Delivery>, 'end' | 'rejects'>> {
  const { pacer } = transport;
  const { emit, signal } = around;
  const { clock, random } = around.platform;
  const begun = clock.monotonic();
  const report = () => {
    const elapsedMs = clock.monotonic() - begun;
    const requests = { requestsPerMinute: pacer.inLast60s(), limit: pacer.limit };
    emit({ type: 'sending', progress: { ...progress(), ...requests, elapsedMs } });
  };
  const sent = await send<T>(
    messages,
    {
      ...options,
      ...(concurrency !== undefined && { concurrency }),
      ...(maxDurationMs !== undefined && { endsAt: started + maxDurationMs }),
      drainMs: DRAIN_MS,
    },
    {
      ...transport,
      ...hooks,
      clock,
      random,
      async accepted(accepted) {
        await hooks.accepted(accepted);
        report();
      },
      async refused(message, refusals) {
        await hooks.refused(message, refusals);
        report();
      },
      notice: (notice) => emit({ type: 'notice', notice }),
    },
    signal,
  );
  return await onDisk(sent, delivery, around.rejects, transport.folders);
}
