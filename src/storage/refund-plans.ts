// Refunds that messages led to, by RMA: written down before a message is answered, so that each is posted once.
import type { Database, Platform, SqlRow } from '../platform/platform.ts';
import { columnText, targetNumber } from './names.ts';

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

export function refundPlans(platform: Platform, store: Database, targetKey: string): RefundPlans {
  const target = targetNumber(store, targetKey);
  const column = (rma: string) => columnText(platform.crypto, rma);
  const planOf = ([no, rma, isSettled, said]: SqlRow): RefundPlan => ({
    rma: rma as string,
    refunds: store
      .all('SELECT state, refund FROM rma_refunds WHERE rma_no = ? ORDER BY position', no!)
      .map(([state, refund]) => ({ ...JSON.parse(refund as string), state }) as PlannedRefund),
    isSettled: isSettled === 1,
    ...(said !== null && { said: JSON.parse(said as string) as string[] }),
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
  return {
    get,
    change: (rma, change) =>
      store.transaction(() => {
        const before = get(rma) ?? { rma, refunds: [], isSettled: false };
        const after = change(before);
        if (after !== before) put(after);
        return after;
      }),
    unfinished: () =>
      store
        .all(
          `SELECT no, identifier, is_settled, said FROM rmas r WHERE target = ? AND EXISTS
             (SELECT 1 FROM rma_refunds x WHERE x.rma_no = r.no AND x.state = 'planned') ORDER BY identifier`,
          target.read(),
        )
        .map(planOf),
  };
}
