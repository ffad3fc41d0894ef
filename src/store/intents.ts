// What is about to be sent and must come out the same when it is sent again after a crash: the times of a refund.
import type { Host, KeyValue } from '../base/host.ts';
import { keyPart } from './ledger.ts';

export interface RefundIntent {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** By the identifier of the refund: the attempt whose answer is not known. Whether it still counts is not decided here. */
export interface RefundIntents {
  get(refund: string): RefundIntent | undefined;
  put(refund: string, intent: RefundIntent): void;
  forget(refund: string): void;
}

export function refundIntents(host: Host, store: KeyValue, target: string): RefundIntents {
  const keyOf = (refund: string) => `intent/${target}/refund/${keyPart(host, refund)}`;
  return {
    get(refund) {
      const text = store.get(keyOf(refund));
      return text === undefined ? undefined : (JSON.parse(text) as RefundIntent);
    },
    put: (refund, { createdAt, updatedAt }) =>
      store.transaction(() => store.put(keyOf(refund), JSON.stringify({ createdAt, updatedAt }))),
    forget: (refund) => store.transaction(() => store.remove(keyOf(refund))),
  };
}
