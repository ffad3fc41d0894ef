// The orders of the export against the ledger, group by group: one verdict an order, and its refunds.
import type { MinorUnits } from '../basics/units.ts';
import { refuses } from '../contract/levels.ts';
import type { CheckContext, CheckedSnapshot } from '../orders/check-snapshot.ts';
import type { Ledger, NumberedView } from '../storage/ledger.ts';
import type { KnownOrder, OrderFacts, RefundFacts } from '../storage/order-record.ts';
import { compareRefunds, compareSides, type OrderVerdict } from './compare-sides.ts';
import { type Differences, rowOf } from './differences.ts';
import { type ExportedRefunds, looseOrder } from './exported-refunds.ts';
import type { ORDER_KINDS } from './kinds.ts';
import { NumberSet } from './number-set.ts';
import type { Returned } from './returned.ts';

export class Sides {
  readonly counts = { orders: 0, skipped: 0 };
  same = 0;
  /** Row numbers of the accepted orders that are in the export. */
  readonly seen = new NumberSet();
  /** Refunds of the export, of orders with recorded RMAs only. */
  readonly refunds: ExportedRefunds = new Map();

  constructor(
    private readonly ledger: Ledger | undefined,
    private readonly checks: CheckContext,
    private readonly returned: Returned,
    private readonly rows: Differences,
    private readonly minorUnits: MinorUnits | undefined,
  ) {}

  take(group: readonly CheckedSnapshot[]): void {
    const view = this.ledger?.view(group.map(({ snapshot }) => snapshot.id));
    for (const checked of group) this.compare(checked, view);
  }

  private compare(
    { snapshot: { id }, verdict, content }: CheckedSnapshot,
    view: NumberedView | undefined,
  ): void {
    const accepted = view?.known(id);
    if (accepted) this.seen.add(accepted.no);
    const isReturned = this.returned.ofOrder.has(id);
    if (verdict.kind === 'skipped') {
      this.counts.skipped++;
      if (isReturned && !this.refunds.has(id)) this.refunds.set(id, 'skipped');
      return;
    }
    this.counts.orders++;
    const isReady = verdict.kind === 'ready';
    const facts = isReady ? verdict.order.facts : looseOrder(id, content());
    if (isReturned) this.addRefunds(id, facts.refunds);
    const found = isReady
      ? compareSides(verdict.order, accepted, view?.refused(id), this.minorUnits)
      : refusedHere(verdict.findings.find((finding) => refuses(finding, this.checks)));
    if (found.kind === 'same') this.same++;
    else this.tell(found.kind, found, facts, accepted);
  }

  /** Versions of an order with an unreadable time stand side by side: the refunds of all of them count. */
  private addRefunds(id: string, more: readonly RefundFacts[]): void {
    const known = this.refunds.get(id);
    this.refunds.set(id, known === undefined || known === 'skipped' ? more : [...known, ...more]);
  }

  private tell(
    kind: (typeof ORDER_KINDS)[number],
    { code, detail }: OrderVerdict,
    facts: OrderFacts,
    accepted: KnownOrder | undefined,
  ): void {
    const about = {
      order: facts.id,
      updatedAtExport: facts.updatedAt || null,
      updatedAtAccepted: accepted?.updatedAt ?? null,
      currency: facts.currency || (accepted?.currency ?? null),
    };
    this.rows.add(
      rowOf(kind, {
        ...about,
        ...{
          code,
          detail,
          centsExport: facts.totalCents ?? null,
          centsAccepted: accepted?.totalCents ?? null,
        },
      }),
    );
    for (const refund of compareRefunds(facts.refunds, accepted?.refunds ?? []))
      this.rows.add(rowOf(refund.kind, { ...about, ...refund }));
  }
}

const refusedHere = (
  finding: { readonly code: string; readonly path: string } | undefined,
): OrderVerdict => ({
  kind: 'refused',
  code: finding?.code ?? null,
  detail: `refused by this check${finding?.path ? ` at ${finding.path}` : ''}`,
});
