// Refund plans: refunds that follow from messages, by RMA. They are recorded before a message is answered, so that each is posted once.
import { storedJson } from '../basics/failure.ts';
import type { Database, Platform, SqlRow } from '../platform/platform.ts';
import { columnText, targetNumber } from './names.ts';

/**
 * `planned` until a final state. `accepted` and `refused` are the service's answers. `zero`: by its order nothing is to be
 * paid. `dropped`: its RMA was closed before the refund was ever posted.
 */
export type PlanState = 'planned' | 'accepted' | 'refused' | 'zero' | 'dropped';

export interface PlannedRefund {
  /** Made from RMA, order and ordinal in the plan, so it is the same after a crash. */
  readonly identifier: string;
  readonly order: string;
  readonly units: readonly { readonly line: string; readonly tracking: string; readonly units: number }[];
  /** Fixed at the first post, so that a retry after a lost answer is identical. */
  readonly amountCents?: number;
  /** What its order bears of return_shipping_cost_cents: taken off once for an RMA, where the shopper bears it. */
  readonly returnShippingCents?: number;
  /** The money is refunded to a gift card (`gift_refund_only`). */
  readonly isGift?: boolean;
  readonly state: PlanState;
}

export interface RefundPlan {
  readonly rma: string;
  readonly refunds: readonly PlannedRefund[];
  /** Whether the service has reported REFUNDED. */
  readonly isSettled: boolean;
  /** Digests of the notices about units that are not refunded, so that each notice is printed once. */
  readonly said?: readonly string[];
}

export function refundPlans(platform: Platform, store: Database, targetKey: string) {
  const target = targetNumber(store, targetKey);
  const column = (rma: string) => columnText(platform.crypto, rma);
  const planOf = ([no, rma, isSettled, said]: SqlRow): RefundPlan => ({
    rma: rma as string,
    refunds: store
      .all('SELECT state, refund FROM rma_refunds WHERE rma_no = ? ORDER BY position', no!)
      .map(([state, refund]) => ({ ...storedJson<object>(store, refund!), state }) as PlannedRefund),
    isSettled: isSettled === 1,
    ...(said !== null && { said: storedJson<string[]>(store, said!) }),
  });
  const get = (rma: string): RefundPlan | undefined => {
    const row = store.get(
      'SELECT no, identifier, is_settled, said FROM rmas WHERE target = ? AND identifier = ?',
      ...[target.read(), column(rma)],
    );
    return row && planOf(row);
  };
  const put = ({ rma, refunds, isSettled, said }: RefundPlan): void => {
    const row = store.get(
      `INSERT INTO rmas (target, identifier, is_settled, said) VALUES (?, ?, ?, ?)
       ON CONFLICT (target, identifier) DO UPDATE SET is_settled = excluded.is_settled, said = excluded.said
       RETURNING no`,
      ...[target.write(), column(rma), isSettled ? 1 : 0, said === undefined ? null : JSON.stringify(said)],
    );
    const no = row![0]!;
    store.run('DELETE FROM rma_refunds WHERE rma_no = ?', no);
    for (const [position, { state, ...refund }] of refunds.entries())
      store.run('INSERT INTO rma_refunds VALUES (?, ?, ?, ?)', no, position, state, JSON.stringify(refund));
  };
  /** Changes a plan in one transaction: no other process changes it between reading and writing. */
  const change = (rma: string, changed: (plan: RefundPlan) => RefundPlan): void =>
    store.transaction(() => {
      const before = get(rma) ?? { rma, refunds: [], isSettled: false };
      const after = changed(before);
      if (after !== before) put(after);
    });
  return {
    get,
    change,
    /** Changes those refunds of a plan that `isMeant` selects. */
    update: (rma: string, isMeant: (refund: PlannedRefund) => boolean, changes: Partial<PlannedRefund>) =>
      change(rma, (plan) =>
        plan.refunds.some(isMeant)
          ? { ...plan, refunds: plan.refunds.map((one) => (isMeant(one) ? { ...one, ...changes } : one)) }
          : plan,
      ),
    /** Plans with at least one refund that is neither accepted nor refused. */
    unfinished: (): RefundPlan[] =>
      store
        .all(
          `SELECT no, identifier, is_settled, said FROM rmas r WHERE target = ? AND EXISTS
             (SELECT 1 FROM rma_refunds x WHERE x.rma_no = r.no AND x.state = 'planned') ORDER BY identifier`,
          target.read(),
        )
        .map(planOf),
  };
}
