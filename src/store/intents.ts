// What is about to be sent and must come out the same when it is sent again after a crash: the times of a refund.
import type { KeyValue } from '../base/host.ts';
import { microsOf } from './order-record.ts';

export interface RefundIntent {
  readonly createdAt: string;
  readonly updatedAt: string;
}

const keyOf = (target: string, refund: string) => `intent/${target}/refund/${refund}`;

/**
 * The times that were written down first for this refund, however often it is asked for; those given when the snapshot
 * would be an older one by now, because the order went on since.
 */
export function refundIntent(
  store: KeyValue,
  target: string,
  refund: string,
  fresh: RefundIntent,
): RefundIntent {
  return store.transaction(() => {
    const text = store.get(keyOf(target, refund));
    const known = text === undefined ? undefined : (JSON.parse(text) as RefundIntent);
    if (known && microsOf(known.updatedAt) >= microsOf(fresh.updatedAt)) return known;
    store.put(keyOf(target, refund), JSON.stringify(fresh));
    return fresh;
  });
}

export function forgetRefundIntent(store: KeyValue, target: string, refund: string): void {
  store.transaction(() => store.remove(keyOf(target, refund)));
}
