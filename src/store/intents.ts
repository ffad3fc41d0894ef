// What is about to be sent and must come out the same when it is sent again after a crash: the times of a refund.
import type { KeyValue } from '../base/host.ts';

export interface RefundIntent {
  readonly createdAt: string;
  readonly updatedAt: string;
}

const keyOf = (target: string, refund: string) => `intent/${target}/refund/${refund}`;

/** The times that were written down first for this refund, however often it is asked for. */
export function refundIntent(
  store: KeyValue,
  target: string,
  refund: string,
  fresh: () => RefundIntent,
): RefundIntent {
  return store.transaction(() => {
    const known = store.get(keyOf(target, refund));
    if (known !== undefined) return JSON.parse(known) as RefundIntent;
    const intent = fresh();
    store.put(keyOf(target, refund), JSON.stringify(intent));
    return intent;
  });
}

export function forgetRefundIntent(store: KeyValue, target: string, refund: string): void {
  store.transaction(() => store.remove(keyOf(target, refund)));
}
