// What came back: the RMAs of the calls record with their orders, and whether each was ever reported REFUNDED.
import type { Shard } from '../account/connect.ts';
import { isObject } from '../basics/json.ts';
import { wasChecked } from '../calls/record/call-state.ts';
import { bodyValue, itemsOf } from '../calls/record/recorded-call.ts';
import { addTo } from '../input/rows.ts';
import { inShard } from '../orders/read/shard.ts';
import type { CallReader, CallRecord } from '../storage/calls.ts';

/** A returned unit that is settled by a refund. `line` is null when the message of the record was cut. */
export interface RefundedUnit {
  readonly order: string;
  readonly line: string | null;
}

/** One RMA, of all its recorded messages together. */
interface ReturnedRma {
  readonly orders: Set<string>;
  /** Of the newest message. */
  status: string;
  /** When that arrived, ms. */
  at: number;
  /** When REFUNDED was reported last, ms; null when it never was. */
  refundedAt: number | null;
  /** Of that message; exchanges are not settled by a refund. */
  units: readonly RefundedUnit[];
}

export interface Returned {
  readonly messages: number;
  /** Arrival of the first message, ms; Infinity when none is recorded. */
  readonly from: number;
  readonly rmas: ReadonlyMap<string, ReturnedRma>;
  /** Order -> its RMAs. */
  readonly ofOrder: ReadonlyMap<string, readonly string[]>;
}

/** Reads the whole record once. Takes memory for each RMA, not for each message. */
export async function readReturned(
  reader: CallReader,
  shard: Shard | undefined,
  signal: AbortSignal,
): Promise<Returned> {
  const rmas = new Map<string, ReturnedRma>();
  let messages = 0;
  let from = Number.POSITIVE_INFINITY;
  for await (const record of reader.read()) {
    signal.throwIfAborted();
    if (record.rma === null || !wasChecked(record)) continue;
    messages++;
    from = Math.min(from, record.at);
    const orders = record.orders.filter((order) => !shard || inShard(order, shard));
    if (orders.length > 0 || record.orders.length === 0) note(rmas, record, orders);
  }
  /** Order -> its RMAs. */
  const ofOrder = new Map<string, string[]>();
  for (const [rma, { orders }] of rmas) for (const order of orders) addTo(ofOrder, order, rma);
  return { messages, from, rmas, ofOrder };
}

function note(rmas: Map<string, ReturnedRma>, record: CallRecord, orders: readonly string[]): void {
  const { rma, at, status } = record;
  const known = rmas.get(rma!) ?? { orders: new Set(), status: '', at: -1, refundedAt: null, units: [] };
  rmas.set(rma!, known);
  for (const order of orders) known.orders.add(order);
  if (at >= known.at) {
    known.at = at;
    known.status = status ?? '';
  }
  if (status !== 'REFUNDED' || at < (known.refundedAt ?? 0)) return;
  known.refundedAt = at;
  known.units = refundedUnits(record, orders);
}

function refundedUnits(record: CallRecord, orders: readonly string[]): RefundedUnit[] {
  const items = itemsOf(bodyValue(record));
  if (!items) return orders.map((order) => ({ order, line: null }));
  return items.flatMap((item: unknown) => {
    if (!isObject(item) || item.refund_type !== 'REFUND') return [];
    const { order_identifier: order, order_line_item_identifier: line } = item;
    if (typeof order !== 'string' || !orders.includes(order)) return [];
    return [{ order, line: typeof line === 'string' ? line : null }];
  });
}
