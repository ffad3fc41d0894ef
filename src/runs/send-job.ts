// The one way from orders and ASNs to the sender: sends the messages of a job, and ends when what came of them is on disk.
import { failureOf } from '../basics/failure.ts';
import type { Rejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import type { Message } from '../sending/batch.ts';
import type { Pacer } from '../sending/pacer.ts';
import { type SendEnd, worstEnd } from '../sending/run-end.ts';
import { send } from '../sending/sender.ts';
import type { NoticeEvent, SendingEvent } from '../sending/sender-parts.ts';
import {
  DRAIN_MS,
  type RequestCounts,
  type SenderOptions,
  type SenderParts,
} from '../sending/sender-parts.ts';
import type { TokenSource } from '../sending/token-source.ts';

/** What sending needs to reach the service: tokens, pace and the counts of attempts. */
export interface Transport {
  readonly tokens: TokenSource;
  readonly pacer: Pacer;
  readonly counts: RequestCounts;
  /** Absent when a lock excludes all other runs. */
  readonly turn?: (NonNullable<SenderParts<unknown>['turn']> & { hold(): Promise<void> }) | undefined;
}

/** The messages to send, and what to do when each is settled. */
export interface SendJob<T>
  extends Pick<SenderParts<T>, 'post' | 'admit' | 'holds' | 'alreadyThere' | 'accepted' | 'refused'> {
  messages(): AsyncIterator<Message<T>>;
  /** Resolves when all records are on disk. @throws Failure exit 7 */
  flush(): Promise<void>;
}

export interface SendOptions extends Omit<SenderOptions, 'concurrency' | 'drainMs'> {
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
