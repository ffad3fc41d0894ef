// The orders of the export against the ledger, group by group: one verdict an order, and its refunds.
import { isObject } from '../basics/json.ts';
import { refuses } from '../contract/levels.ts';
import type { Column } from '../input/compact-numbers.ts';
import { asAccepted } from '../orders/compare/compare.ts';
import type { RmaLines } from '../orders/compare/rma-lines.ts';
import type { CheckContext, CheckedSnapshot } from '../orders/read/check-snapshot.ts';
import type { Ledger, NumberedView } from '../storage/ledger.ts';
import type { KnownOrder, OrderFacts, RefundFacts } from '../storage/order-record.ts';
import { compareRefunds, compareSides, type OrderVerdict } from './compare-orders.ts';
import { type Differences, type ORDER_KINDS, rowOf } from './kinds.ts';
import type { Returned } from './returned.ts';

/** What is compared, what is known of it so far, and where the differences go. */
export interface Comparison {
  readonly ledger: Ledger | undefined;
  readonly targetKey: string;
  /** Largest row number of the ledger that counts. */
  readonly last: number;
  readonly returned: Returned;
  readonly checks: CheckContext;
  readonly rows: Differences;
  readonly rmas: RmaLines;
  /** 1 at the row numbers of the accepted orders that are in the export. */
  readonly seen: Column;
  /** Refunds of the export, of orders with recorded RMAs only. */
  readonly refunds: ExportedRefunds;
}

export class Sides {
  readonly counts = { orders: 0, skipped: 0 };
  same = 0;

  constructor(private readonly on: Comparison) {}

  take(group: readonly CheckedSnapshot[]): void {
    const view = this.on.ledger?.view(group.map(({ snapshot }) => snapshot.id));
    for (const checked of group) this.compare(checked, view);
  }

  private compare({ snapshot: { id, raw }, verdict }: CheckedSnapshot, view: NumberedView | undefined): void {
    const accepted = view?.known(id);
    if (accepted) this.on.seen.set(accepted.no, 1);
    const isReturned = this.on.returned.ofOrder.has(id);
    if (verdict.kind === 'skipped') {
      this.counts.skipped++;
      if (isReturned && !this.on.refunds.has(id)) this.on.refunds.set(id, 'skipped');
      return;
    }
    this.counts.orders++;
    const isReady = verdict.kind === 'ready';
    const exported = isReady ? asAccepted(verdict.order, accepted) : undefined;
    const facts = exported?.facts ?? looseOrder(id, raw);
    if (isReturned) this.addRefunds(id, facts.refunds);
    const found = exported
      ? compareSides(exported, accepted, view?.refused(id), this.on.rmas)
      : refusedHere(verdict.findings.find((finding) => refuses(finding, this.on.checks)));
    if (found.kind === 'same') this.same++;
    else this.tell(found.kind, found, facts, accepted);
  }

  /** Versions of an order with an unreadable time stand side by side: the refunds of all of them count. */
  private addRefunds(id: string, more: readonly RefundFacts[]): void {
    const known = this.on.refunds.get(id);
    this.on.refunds.set(id, known === undefined || known === 'skipped' ? more : [...known, ...more]);
  }

  private tell(
    kind: (typeof ORDER_KINDS)[number],
    { code, detail }: OrderVerdict,
    facts: OrderFacts,
    accepted: KnownOrder | undefined,
  ): void {
    const about = {
      order_identifier: facts.id,
      updated_at_export: facts.updatedAt || null,
      updated_at_accepted: accepted?.updatedAt ?? null,
      currency: facts.currency || (accepted?.currency ?? null),
    };
    this.on.rows.add(
      rowOf(kind, {
        ...about,
        ...{ code, detail },
        amount_cents_export: facts.totalCents,
        amount_cents_accepted: accepted?.totalCents ?? null,
      }),
    );
    for (const refund of compareRefunds(facts.refunds, accepted?.refunds ?? []))
      this.on.rows.add(rowOf(refund.kind, { ...about, ...refund }));
  }
}

const refusedHere = (
  finding: { readonly code: string; readonly path: string } | undefined,
): OrderVerdict => ({
  kind: 'refused',
  code: finding?.code ?? null,
  detail: `refused by this check${finding?.path ? ` at ${finding.path}` : ''}`,
});

/** Only orders that have recorded RMAs, whether or not they have refunds. `skipped`: flags or mapping leave the order out. */
type ExportedRefunds = Map<string, readonly RefundFacts[] | 'skipped'>;

/**
 * The facts of an order that the check refuses, as it is in the input: a refund in it is a refund all the
 * same. What has the wrong type is left out; lines are not compared.
 */
function looseOrder(id: string, value: unknown): OrderFacts {
  const order = isObject(value) ? value : {};
  const refunds = Array.isArray(order.refunds) ? order.refunds : [];
  const total = order.total_amount_cents;
  return {
    id,
    ...{ createdAt: '', updatedAt: textOf(order.updated_at), status: textOf(order.status) },
    currency: textOf(order.currency),
    totalCents: (typeof total === 'number' ? total : null) as number,
    lines: [],
    refunds: refunds.flatMap((refund) => (isObject(refund) ? looseRefund(refund) : [])),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function looseRefund(refund: Readonly<Record<string, unknown>>): RefundFacts[] {
  const {
    identifier,
    total_refund_amount_cents: amount,
    rma_identifier: rma,
    refund_line_items: items,
  } = refund;
  if (typeof identifier !== 'string' || identifier === '') return [];
  const lines = (Array.isArray(items) ? items : []).flatMap((line: unknown) =>
    isObject(line)
      ? [
          {
            identifier: textOf(line.identifier),
            line: textOf(line.order_item_identifier),
            units: typeof line.quantity === 'number' ? line.quantity : 0,
          },
        ]
      : [],
  );
  const amountCents = (typeof amount === 'number' ? amount : null) as number;
  return [{ identifier, amountCents, lines, rma: textOf(rma) || null, createdAt: textOf(refund.created_at) }];
}
