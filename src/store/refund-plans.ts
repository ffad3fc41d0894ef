// Refunds that messages led to, by RMA: written down before a message is answered, so that each is posted once.
import type { Host, KeyValue } from '../base/host.ts';
import { keyPart } from './ledger.ts';

/**
 * `planned` until the service has accepted or refused it, its order says that nothing is to be paid (`zero`), or its RMA was
 * closed before it was ever posted (`dropped`).
 */
export type PlanState = 'planned' | 'accepted' | 'refused' | 'zero' | 'dropped';

export interface PlannedRefund {
  /** Made from RMA, order and place in the plan: the same after a crash. */
  readonly identifier: string;
  readonly order: string;
  readonly units: readonly { readonly line: string; readonly tracking: string; readonly units: number }[];
  /** Fixed when it is posted first, so that an attempt whose answer was lost is made again as it was. */
  readonly amountCents?: number;
  /** The money belongs on a gift card (`gift_refund_only`). */
  readonly isGift?: boolean;
  readonly state: PlanState;
}

export interface RefundPlan {
  readonly rma: string;
  readonly refunds: readonly PlannedRefund[];
  /** Whether the service has said REFUNDED. */
  readonly isSettled: boolean;
  /** What was said of units that are not refunded, as digests: once is enough. */
  readonly said?: readonly string[];
}

export interface RefundPlans {
  get(rma: string): RefundPlan | undefined;
  /** Changes a plan in one transaction: nobody else changes it between reading and writing. */
  change(rma: string, change: (plan: RefundPlan) => RefundPlan): RefundPlan;
  /** Plans with a refund that is neither accepted nor refused. */
  unfinished(): RefundPlan[];
}

export function refundPlans(host: Host, store: KeyValue, target: string): RefundPlans {
  const prefix = `refund-plan/${target}/`;
  const keyOf = (rma: string) => prefix + keyPart(host, rma);
  const get = (rma: string): RefundPlan | undefined => {
    const text = store.get(keyOf(rma));
    return text === undefined ? undefined : (JSON.parse(text) as RefundPlan);
  };
  return {
    get,
    change: (rma, change) =>
      store.transaction(() => {
        const before = get(rma) ?? { rma, refunds: [], isSettled: false };
        const after = change(before);
        if (after !== before) store.put(keyOf(rma), JSON.stringify(after));
        return after;
      }),
    unfinished: () =>
      [...store.range(prefix, `refund-plan/${target}0`)]
        .map(([, text]) => JSON.parse(text) as RefundPlan)
        .filter(({ refunds }) => refunds.some(({ state }) => state === 'planned')),
  };
}
