// Sends planned updates, each to its own path, and records the outcomes: queued, refused, or unknown.
import { failureOf } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import type { Message, Refusal } from '../sending/batch.ts';
import { type SendEnd, type SenderParts, send } from '../sending/sender.ts';
import { DRAIN_MS } from '../sending/sender-parts.ts';
import type { AsnIntent, AsnKey, AsnRecords } from '../storage/asn-records.ts';
import type { PlannedUpdate } from './plan-update.ts';
import { makeAsnRecorder } from './recorder.ts';

/** Each request body is one ASN. The service answers 404 for a number that it does not know. */
export const UPDATE_ENVELOPE = { before: '', after: '', list: '', named: true };

/** One HTTP exchange for an update. */
export type PostUpdate = (
  update: PlannedUpdate,
  body: string | Uint8Array,
  token: string,
  signal: AbortSignal,
) => ReturnType<SenderParts<PlannedUpdate>['post']>;

export interface UpdateTransport
  extends Pick<SenderParts<PlannedUpdate>, 'pacer' | 'tokens' | 'counts' | 'notice'> {
  readonly post: PostUpdate;
}

export interface SendUpdates {
  readonly run: string;
  readonly maxOutageMs: number;
  /** The number of refusals up to which the run continues. */
  readonly maxRefused: number;
  readonly onSettled: (update: PlannedUpdate, fate: 'queued' | readonly Refusal[]) => void;
}

/** Larger than any body, because an ASN is never split. */
const ANY_SIZE = Number.MAX_SAFE_INTEGER;

export async function sendUpdates(
  platform: Platform,
  records: AsnRecords,
  transport: UpdateTransport,
  updates: readonly PlannedUpdate[],
  { run, maxOutageMs, maxRefused, onSettled }: SendUpdates,
  signal: AbortSignal,
): Promise<SendEnd> {
  const at = platform.clock.now();
  // Written before the first request: after a crash, the next run knows what may have reached the service.
  records.intend(updates.map((update) => [keyOf(update), intentOf(update, run, at)]));
  const recorder = makeAsnRecorder(records, platform.clock);
  const posted = new Set<PlannedUpdate>();
  const messages = (async function* (): AsyncGenerator<Message<PlannedUpdate>> {
    for (const update of updates)
      yield {
        key: JSON.stringify([update.program, update.number]),
        text: update.text,
        bytes: Buffer.byteLength(update.text),
        context: update,
      };
  })();
  const end = await send(
    messages,
    {
      envelope: UPDATE_ENVELOPE,
      batchSize: 1,
      batchBytes: ANY_SIZE,
      maxOutageMs,
      maxRefused,
      drainMs: DRAIN_MS,
    },
    {
      ...transport,
      clock: platform.clock,
      random: platform.random,
      post(body, token, stop, [message]) {
        posted.add(message!.context);
        return transport.post(message!.context, body, token, stop);
      },
      admit: (messages) => messages,
      async accepted([message]) {
        const { context } = message!;
        await recorder.queued(keyOf(context), queuedOf(context, run, platform.clock.now()));
        onSettled(context, 'queued');
      },
      async refused({ context }, refusals) {
        // After a server error it is unknown what the service stored.
        if (refusals[0]?.code !== 'server_error') await recorder.withdraw(keyOf(context), context.pending);
        onSettled(context, refusals);
      },
    },
    signal,
  );
  try {
    // None of these updates reached the service, so the intents of earlier runs are restored.
    for (const update of updates)
      if (!posted.has(update)) void recorder.withdraw(keyOf(update), update.pending);
    await recorder.flush();
    return end;
  } catch (error) {
    // A run whose records did not reach the disk has failed, whatever the service answered.
    return end.kind === 'failed' ? end : { kind: 'failed', failure: failureOf(error) };
  }
}

function intentOf({ digest, text, pending }: PlannedUpdate, run: string, at: number): AsnIntent {
  const open = pending ? [pending.digest, ...(pending.others ?? [])] : [];
  const others = [...new Set(open)].filter((other) => other !== digest);
  return { digest, body: text, ...(others.length > 0 ? { others } : {}), at, run };
}

const keyOf = ({ program, number }: PlannedUpdate): AsnKey => ({ program, number });

const queuedOf = ({ text, digest, version, status }: PlannedUpdate, run: string, at: number) =>
  ({ body: text, digest, version, status, at, run, how: 'update' }) as const;
