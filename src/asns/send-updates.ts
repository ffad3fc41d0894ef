// Sends planned updates, each to its own path, and remembers what became of it: queued, refused, or not known.
import { failureOf } from '../basics/failure-of.ts';
import type { Host } from '../platform/platform.ts';
import type { Parcel, Refusal } from '../sending/batch.ts';
import { type SendEnd, type SenderParts, send } from '../sending/sender.ts';
import { DRAIN_MS } from '../sending/sender-parts.ts';
import type { AsnIntent, AsnKey, AsnRecords } from '../storage/asn-records.ts';
import type { PlannedUpdate } from './plan-update.ts';
import { makeAsnRecorder } from './recorder.ts';

/** One ASN is one body; the service answers 404 for a number that it does not know. */
export const UPDATE_ENVELOPE = { before: '', after: '', list: '', named: true };

/** One HTTP exchange for an update. */
export type PostUpdate = (
  update: PlannedUpdate,
  body: string,
  token: string,
  signal: AbortSignal,
) => ReturnType<SenderParts<PlannedUpdate>['post']>;

export interface UpdateLine
  extends Pick<SenderParts<PlannedUpdate>, 'pacer' | 'tokens' | 'counts' | 'notice'> {
  readonly post: PostUpdate;
}

export interface SendUpdates {
  readonly run: string;
  readonly maxOutageMs: number;
  /** So many refusals do not stop the run. */
  readonly maxRefused: number;
  readonly onSettled: (update: PlannedUpdate, fate: 'queued' | readonly Refusal[]) => void;
}

/** Larger than any body: an ASN is never cut. */
const ANY_SIZE = Number.MAX_SAFE_INTEGER;

export async function sendUpdates(
  host: Host,
  records: AsnRecords,
  line: UpdateLine,
  updates: readonly PlannedUpdate[],
  { run, maxOutageMs, maxRefused, onSettled }: SendUpdates,
  signal: AbortSignal,
): Promise<SendEnd> {
  const at = host.clock.now();
  // Before the first request: whoever comes after a crash knows what may have reached the service.
  records.intend(updates.map((update) => [keyOf(update), intentOf(update, run, at)]));
  const recorder = makeAsnRecorder(records, host.clock);
  const posted = new Set<PlannedUpdate>();
  const parcels = (async function* (): AsyncGenerator<Parcel<PlannedUpdate>> {
    for (const update of updates)
      yield {
        key: JSON.stringify([update.program, update.number]),
        text: update.text,
        bytes: Buffer.byteLength(update.text),
        cargo: update,
      };
  })();
  const end = await send(
    parcels,
    {
      envelope: UPDATE_ENVELOPE,
      batchSize: 1,
      batchBytes: ANY_SIZE,
      maxOutageMs,
      maxRefused,
      drainMs: DRAIN_MS,
    },
    {
      ...line,
      clock: host.clock,
      random: host.random,
      post(body, token, stop, [parcel]) {
        posted.add(parcel!.cargo);
        return line.post(parcel!.cargo, body, token, stop);
      },
      admit: (parcel) => parcel,
      async accepted([parcel]) {
        const { cargo } = parcel!;
        await recorder.queued(keyOf(cargo), queuedOf(cargo, run, host.clock.now()));
        onSettled(cargo, 'queued');
      },
      async refused({ cargo }, refusals) {
        // A failure of the service's own leaves open what it did before it failed.
        if (refusals[0]?.code !== 'server_error') await recorder.withdraw(keyOf(cargo), cargo.pending);
        onSettled(cargo, refusals);
      },
    },
    signal,
  );
  try {
    // Nothing of these lies at the service; what an earlier run left open is open again.
    for (const update of updates)
      if (!posted.has(update)) void recorder.withdraw(keyOf(update), update.pending);
    await recorder.flush();
    return end;
  } catch (error) {
    // A run whose memory did not reach the disk has failed, whatever the service said.
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
