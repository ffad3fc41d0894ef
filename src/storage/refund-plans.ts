// Refund plans: refunds that follow from messages, by RMA. They are recorded before a message is answered, so that each is posted once.
import { storedJson } from '../basics/failure.ts';
import type { Database, Platform, SqlRow, SqlValue } from '../platform/platform.ts';
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
  /** The skus that the newest message names for these lines: until it is posted, they must be those of the order. */
  readonly articles?: readonly { readonly line: string; readonly sku: string }[];
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

/** The plans of one target in a ledger. */
export class RefundPlans {
  private readonly target: ReturnType<typeof targetNumber>;

  constructor(
    private readonly platform: Pick<Platform, 'crypto'>,
    private readonly store: Database,
    targetKey: string,
  ) {
    this.target = targetNumber(store, targetKey);
  }

  get(rma: string): RefundPlan | undefined {
    return this.select('identifier = ?', columnText(this.platform.crypto, rma))[0];
  }

  /** Plans with at least one refund that is neither accepted nor refused. */
  unfinished() {
    return this.select(
      `EXISTS (SELECT 1 FROM rma_refunds x WHERE x.rma_no = r.no AND x.state = 'planned') ORDER BY identifier`,
    );
  }

  /** Changes a plan in one transaction: no other process changes it between reading and writing. */
  change(rma: string, changed: (plan: RefundPlan) => RefundPlan): void {
    this.store.transaction(() => {
      const before = this.get(rma) ?? { rma, refunds: [], isSettled: false };
      const after = changed(before);
      if (after !== before) this.put(after);
    });
  }

  /** Changes those refunds of a plan that `isMeant` selects. */
  update(rma: string, isMeant: (refund: PlannedRefund) => boolean, changes: Partial<PlannedRefund>): void {
    this.change(rma, (plan) =>
      plan.refunds.some(isMeant)
        ? {
            ...plan,
            refunds: plan.refunds.map((refund) => (isMeant(refund) ? { ...refund, ...changes } : refund)),
          }
        : plan,
    );
  }

  private select(condition: string, ...values: SqlValue[]) {
    return this.store
      .all(
        `SELECT no, identifier, is_settled, said FROM rmas r WHERE target = ? AND ${condition}`,
        this.target.read(),
        ...values,
      )
      .map((row) => this.planOf(row));
  }

  private planOf([no, rma, isSettled, said]: SqlRow): RefundPlan {
    const { store } = this;
    return {
      rma: rma as string,
      refunds: store
        .all('SELECT state, refund FROM rma_refunds WHERE rma_no = ? ORDER BY position', no!)
        .map(([state, refund]) => ({ ...storedJson<object>(store, refund!), state }) as PlannedRefund),
      isSettled: isSettled === 1,
      ...(said !== null && { said: storedJson<string[]>(store, said!) }),
    };
  }

  private put({ rma, refunds, isSettled, said }: RefundPlan): void {
    const identifier = columnText(this.platform.crypto, rma);
    const row = this.store.get(
      `INSERT INTO rmas (target, identifier, is_settled, said) VALUES (?, ?, ?, ?)
       ON CONFLICT (target, identifier) DO UPDATE SET is_settled = excluded.is_settled, said = excluded.said
       RETURNING no`,
      ...[
        this.target.write(),
        identifier,
        isSettled ? 1 : 0,
        said === undefined ? null : JSON.stringify(said),
      ],
    );
    const no = row![0]!;
    this.store.run('DELETE FROM rma_refunds WHERE rma_no = ?', no);
    for (const [position, { state, ...refund }] of refunds.entries())
      this.store.run(
        'INSERT INTO rma_refunds VALUES (?, ?, ?, ?)',
        ...[no, position, state, JSON.stringify(refund)],
      );
  }
}

// Refund intents: values that must be the same when a refund is sent again after a crash, namely its times.

interface RefundIntent {
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type RefundIntents = ReturnType<typeof refundIntents>;

/** Intents by refund identifier: attempts whose answer is unknown. The caller decides whether an intent still applies. */
export function refundIntents(platform: Platform, store: Database, targetKey: string) {
  const target = targetNumber(store, targetKey);
  const column = (refund: string) => columnText(platform.crypto, refund);
  return {
    get(refund: string): RefundIntent | undefined {
      const row = store.get(
        'SELECT created_at, updated_at FROM refund_intents WHERE target = ? AND refund = ?',
        ...[target.read(), column(refund)],
      );
      return row && { createdAt: row[0] as string, updatedAt: row[1] as string };
    },
    put: (refund: string, { createdAt, updatedAt }: RefundIntent) =>
      store.transaction(() => {
        store.run(
          'INSERT OR REPLACE INTO refund_intents VALUES (?, ?, ?, ?)',
          ...[target.write(), column(refund), createdAt, updatedAt],
        );
      }),
    forget: (refund: string) =>
      store.transaction(() => {
        store.run(
          'DELETE FROM refund_intents WHERE target = ? AND refund = ?',
          target.read(),
          column(refund),
        );
      }),
  };
}
