// Sends a single order until it is accepted, refused, or the time limit is reached; records it like any other
// order.
import { defectFailure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import type { Refusal } from '../sending/batch.ts';
import { send } from '../sending/sender.ts';
import { DRAIN_MS, type SenderNotice } from '../sending/sender-parts.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { ReadyOrder } from '../storage/order-record.ts';
import { patiently } from '../storage/patience.ts';
import { holdsOf, refundInDoubt } from './in-doubt.ts';
import { ORDERS_ENVELOPE } from './order-run.ts';
import type { OrderTransport } from './parts.ts';
import { checkNotOvertaken } from './refund-conflicts.ts';

export interface OneOrder {
  readonly order: ReadyOrder;
  /**
   * Digest of the accepted version that the order was built from. When another version is accepted, the order
   * is not sent.
   */
  readonly basedOn: string | undefined;
  readonly run: string;
  readonly source: { readonly file: string; readonly line: number };
}

export type OneOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] };

/** @throws Failure of the sender: exit 4, 7 or 75; exit 6 when another version was accepted meanwhile */
export async function sendOne(
  platform: Platform,
  ledger: Ledger,
  transport: OrderTransport,
  { order, basedOn, run, source }: OneOrder,
  { maxOutageMs, lockWaitMs }: { readonly maxOutageMs: number; readonly lockWaitMs: number },
  signal: AbortSignal,
  notice: (notice: SenderNotice) => void = () => {},
): Promise<OneOutcome> {
  const { id, bytes: text } = order;
  const message = { key: id, text, bytes: Buffer.byteLength(text), context: undefined };
  let outcome: OneOutcome = { kind: 'interrupted' };
  const messages = (async function* () {
    yield message;
  })();
  const end = await send(
    messages,
    {
      envelope: ORDERS_ENVELOPE,
      batchSize: 1,
      batchBytes: Number.MAX_SAFE_INTEGER,
      concurrency: 1,
      maxOutageMs,
      maxRefused: 1,
      drainMs: DRAIN_MS,
    },
    {
      ...transport,
      clock: platform.clock,
      random: platform.random,
      admit(messages) {
        checkNotOvertaken(order.order, basedOn, ledger.order(id));
        return messages;
      },
      async accepted() {
        const record = order.record({ at: platform.clock.now(), run, source });
        await patiently(platform.clock, () => ledger.write([record], []));
        outcome = { kind: 'accepted' };
      },
      async refused(_message, refusals) {
        outcome = { kind: 'refused', refusals };
      },
      holds: holdsOf(
        ledger,
        lockWaitMs,
        () => order,
        (_, ms) => refundInDoubt(platform.clock, id, ms),
      ),
      notice,
    },
    signal,
  );
  if (end.kind === 'failed') throw end.failure;
  if (end.kind === 'done' && outcome.kind === 'interrupted')
    throw defectFailure('defect.send_one', 'The order was neither accepted nor refused', {
      hint: 'Please report this.',
    });
  return outcome;
}
