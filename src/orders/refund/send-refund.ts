// Sends an order with a refund until it is accepted, refused, or the time limit is reached; records it like any other order.
import { defectFailure } from '../../basics/failure.ts';
import type { Order } from '../../contract/order.ts';
import { formatInstant, microsOf } from '../../contract/time.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SendJob, sendJob } from '../../runs/send-job.ts';
import type { Refusal } from '../../sending/batch.ts';
import type { SenderNotice } from '../../sending/types.ts';
import { patiently } from '../../storage/busy-ledger.ts';
import type { Ledger } from '../../storage/ledger.ts';
import type { ReadyOrder } from '../../storage/order-record.ts';
import { STEP_MS } from '../compare/newer.ts';
import type { OrderTransport } from '../upload/plan.ts';
import { ORDERS_ENVELOPE, orderHolds, refundInDoubt } from '../upload/second-pass.ts';

export interface RefundToSend {
  readonly order: ReadyOrder;
  /**
   * Digest of the accepted version that the order was built from. When another version is accepted, the order
   * is not sent.
   */
  readonly basedOn: string | undefined;
  readonly run: string;
  readonly source: { readonly file: string; readonly line: number };
  readonly ledger: Ledger;
  readonly transport: OrderTransport;
  readonly maxOutageMs: number;
  readonly lockWaitMs: number;
  readonly notice?: ((notice: SenderNotice) => void) | undefined;
}

export type RefundOutcome =
  | { readonly kind: 'accepted' }
  /** Another version was accepted meanwhile: this one would undo it, and has to be built again. */
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] };

/** @throws Failure of the sender: exit 4, 7 or 75 */
export async function sendRefund(
  platform: Platform,
  refund: RefundToSend,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const { order, basedOn, run, source, ledger, transport, lockWaitMs, maxOutageMs, notice } = refund;
  const { clock } = platform;
  const { id, bytes: text } = order;
  let outcome: RefundOutcome = { kind: 'interrupted' };
  const job: SendJob<{ readonly order: ReadyOrder }> = {
    async *messages() {
      yield { key: id, text, bytes: Buffer.byteLength(text), context: { order } };
    },
    post: transport.post,
    holds: orderHolds(ledger, lockWaitMs, (_, ms) => refundInDoubt(clock, id, ms)),
    admit(messages) {
      if (ledger.order(id)?.digest === basedOn) return messages;
      outcome = { kind: 'overtaken' };
      return [];
    },
    async accepted() {
      const record = order.record({ at: clock.now(), run, source });
      await patiently(clock, () => ledger.write([record], []));
      outcome = { kind: 'accepted' };
    },
    async refused(_message, refusals) {
      outcome = { kind: 'refused', refusals };
    },
    async flush() {},
  };
  const { end } = await sendJob(
    job,
    {
      transport,
      envelope: ORDERS_ENVELOPE,
      batchSize: 1,
      batchBytes: Number.MAX_SAFE_INTEGER,
      concurrency: 1,
      maxOutageMs,
      maxRefused: 1,
      toSend: 1,
      emit: (event) => event.type === 'notice' && notice?.(event.notice),
    },
    platform,
    signal,
  );
  if (end.kind === 'failed') throw end.failure;
  if (end.kind === 'done' && outcome.kind === 'interrupted')
    throw defectFailure('defect.send_one', 'The order was neither accepted nor refused', {
      hint: 'Please report this.',
    });
  return outcome;
}

// The times of a refund and of the snapshot that is posted with it: the next snapshot of the order system must still be newer.

/**
 * How far in the future the time of the refund is: "needs a date in the future" (interface, Refund object).
 */
const AHEAD_MS = 5 * 60_000;

export type RefundTimes = Readonly<ReturnType<typeof refundTimes>>;

/**
 * The time of the refund is shortly after now. The time of the snapshot is one second after the newest known
 * snapshot, so that the next snapshot of the order system is still newer.
 */
export function refundTimes(order: Order, acceptedUpdatedAt: string | undefined, now: number) {
  const newest = Math.max(
    microsOf(order.updated_at),
    acceptedUpdatedAt === undefined ? 0 : microsOf(acceptedUpdatedAt),
  );
  return {
    createdAt: formatInstant(now + AHEAD_MS),
    updatedAt: formatInstant(Math.ceil(newest / 1000) + STEP_MS),
  };
}

/**
 * When the answer of an earlier attempt was lost, its times are used again, so that the same bytes are sent.
 * The `fresh` times are used when a newer snapshot is known (the attempt was for an older one), or when the
 * time of the refund is no longer in the future.
 */
export function timesToSend(fresh: RefundTimes, earlier: RefundTimes | undefined, now: number): RefundTimes {
  if (earlier?.updatedAt !== fresh.updatedAt) return fresh;
  return microsOf(earlier.createdAt) > now * 1000 ? earlier : fresh;
}
