// Sends the messages of a job, and emits the progress after each settled batch.
import type { Platform } from '../platform/platform.ts';
import type { Message } from './batch.ts';
import type { NoticeEvent, SendingEvent, SendingProgress } from './events.ts';
import type { Pacer } from './pacer.ts';
import { type SendEnd, send } from './sender.ts';
import type { RequestCounts } from './sender-parts.ts';
import { DRAIN_MS, type SenderOptions, type SenderParts } from './sender-parts.ts';
import type { TokenSource } from './token.ts';

/** What sending needs to reach the service: tokens, pace and the counts of attempts. */
export interface Transport {
  readonly tokens: TokenSource;
  readonly pacer: Pacer;
  readonly counts: RequestCounts;
}

/** The messages to send, and what to do when each is settled. */
export interface SendJob<T>
  extends Pick<SenderParts<T>, 'post' | 'admit' | 'alreadyThere' | 'accepted' | 'refused'> {
  readonly messages: AsyncIterator<Message<T>>;
  progress(): Pick<SendingProgress, 'toSend' | 'accepted' | 'refused'>;
}

export interface SendOptions extends Omit<SenderOptions, 'concurrency' | 'drainMs'> {
  readonly concurrency?: number | undefined;
}

export async function deliver<T>(
  { messages, progress, ...hooks }: SendJob<T>,
  transport: Transport,
  { concurrency, ...options }: SendOptions,
  around: {
    readonly platform: Pick<Platform, 'clock' | 'random'>;
    readonly emit: (event: SendingEvent | NoticeEvent) => void;
    readonly signal: AbortSignal;
  },
): Promise<SendEnd> {
  const { pacer } = transport;
  const { emit, signal } = around;
  const { clock, random } = around.platform;
  const begun = clock.monotonic();
  const report = () => {
    const elapsedMs = clock.monotonic() - begun;
    const requests = { requestsPerMinute: pacer.inLast60s(), limit: pacer.limit };
    emit({ type: 'sending', progress: { ...progress(), ...requests, elapsedMs } });
  };
  return await send<T>(
    messages,
    { ...options, ...(concurrency === undefined ? {} : { concurrency }), drainMs: DRAIN_MS },
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
}
