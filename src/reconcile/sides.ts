// The orders of the export against the ledger, group by group: one verdict an order, and its refunds.
import { isObject } from '../basics/json.ts';
import { refuses } from '../contract/levels.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import { microsOf } from '../contract/time.ts';
import type { Column } from '../input/compact-numbers.ts';
import { factChanges } from '../orders/compare/changed-order.ts';
import { asAccepted, isOwnRefundOf } from '../orders/compare/compare.ts';
import type { RmaLines } from '../orders/compare/rma-lines.ts';
import type { CheckContext, CheckedSnapshot } from '../orders/read/check-snapshot.ts';
import { heldAgainst } from '../storage/forbidden-changes.ts';
import type { Ledger, NumberedView, RefusedRecord } from '../storage/ledger.ts';
import { type KnownOrder, lacksRefunds, type OrderFacts, type RefundFacts } from '../storage/order-record.ts';
import { type Difference, type Differences, type ORDER_KINDS, rowOf } from './kinds.ts';
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

// Compares an order of the export with what the ledger has of it: the version, the facts that differ, the refunds. Pure.

interface OrderVerdict {
  readonly kind: 'same' | (typeof ORDER_KINDS)[number];
  readonly code: string | null;
  readonly detail: string;
}

/** An order of the export that can be sent. */
interface ExportedOrder {
  readonly digest: string;
  /** The digest without `updated_at`. */
  readonly content: string;
  readonly facts: OrderFacts;
}

const FORGOTTEN = 'accepted before; the service still holds a version that was forgotten: upload it again';

const SAME: OrderVerdict = { kind: 'same', code: null, detail: '' };

/**
 * The same content is the same, whatever happened in between. Otherwise a newer accepted version decides, because the
 * export is then behind; then a refusal that came after the last acceptance; then the times.
 */
function compareSides(
  exported: ExportedOrder,
  accepted: KnownOrder | undefined,
  refused: RefusedRecord | undefined,
  rmas?: RmaLines,
): OrderVerdict {
  const { digest, facts } = exported;
  const isSame = accepted?.digest === digest && !lacksRefunds(accepted);
  if (isSame && !accepted.isRestored) return SAME;
  const ahead = accepted ? microsOf(accepted.updatedAt) - microsOf(facts.updatedAt) : 0;
  const held = accepted ? heldAgainst(facts, accepted, ahead <= 0, rmas?.namedUnits) : [];
  const verdict = (kind: OrderVerdict['kind'], detail: string): OrderVerdict => ({
    kind,
    code: held[0]?.code ?? null,
    detail: [...held.map(describeOrderFinding), detail].join('; '),
  });
  if (accepted && ahead > 0) return verdict('newer', newerDetail(exported, accepted));
  if (refused) return { kind: 'refused', code: refused.code, detail: refusalDetail(refused, digest) };
  if (!accepted) return verdict('missing', '');
  if (isSame) return verdict('different', FORGOTTEN);
  return verdict(ahead < 0 ? 'older' : 'different', detailOf(exported, accepted));
}

/** What differs, as one text. */
const detailOf = ({ content, facts }: ExportedOrder, accepted: KnownOrder): string =>
  content === accepted.content ? 'only updated_at' : differing(facts, accepted).join('; ');

function newerDetail(exported: ExportedOrder, accepted: KnownOrder): string {
  const { facts } = exported;
  const there = new Set(facts.refunds.map(({ identifier }) => identifier));
  const added = accepted.refunds.filter(({ identifier }) => !there.has(identifier)).length;
  return isOwnRefundOf(facts, accepted, added) && exported.content !== accepted.content
    ? 'only by refunds that this tool posted'
    : detailOf(exported, accepted);
}

const refusalDetail = ({ status, field, digest: refused }: RefusedRecord, digest: string): string =>
  [
    status === 0 ? 'refused by the check of an earlier run' : `refused by the service (${status})`,
    ...(field === '' ? [] : [`at ${field}`]),
    ...(status !== 0 && refused !== digest ? ['with other content than the export has now'] : []),
  ].join(' ');

/** Number of fields that are named. */
const MOST_FIELDS = 10;

/** What differs, as far as the ledger knows: it holds no names, addresses and texts. */
function differing(exported: OrderFacts, accepted: OrderFacts): string[] {
  const changes = factChanges(accepted, exported).map(
    ({ field, accepted: theirs, input }) =>
      `${field}: ${input ?? 'nothing'} in the export, ${theirs ?? 'nothing'} accepted`,
  );
  const found = changes.slice(0, MOST_FIELDS);
  if (changes.length > MOST_FIELDS) found.push(`${changes.length - MOST_FIELDS} more fields`);
  if (compareRefunds(exported.refunds, accepted.refunds).length > 0) found.push('refunds');
  return found.length > 0 ? found : ['fields that the ledger does not hold, such as addresses or tags'];
}

/** Refunds are told apart by their identifiers (interface: Refund object, unique across all refunds). */
function compareRefunds(
  exported: readonly RefundFacts[],
  accepted: readonly RefundFacts[],
): (Pick<Difference, 'kind'> & Partial<Difference>)[] {
  const theirs = new Map(accepted.map((refund) => [refund.identifier, refund]));
  const ours = new Set(exported.map(({ identifier }) => identifier));
  const found: ReturnType<typeof compareRefunds> = [];
  for (const refund of exported) {
    const { identifier, amountCents, rma } = refund;
    const there = theirs.get(identifier);
    const detail = there ? differingRefund(refund, there) : '';
    if (there && detail === '') continue;
    found.push({
      kind: there ? 'refund_different' : 'refund_not_sent',
      rma_identifier: rma ?? there?.rma ?? null,
      refund_identifier: identifier,
      amount_cents_export: amountCents,
      amount_cents_accepted: there?.amountCents ?? null,
      detail,
    });
  }
  for (const { identifier, amountCents, rma } of accepted)
    if (!ours.has(identifier))
      found.push({
        ...{ kind: 'refund_not_in_export', rma_identifier: rma, refund_identifier: identifier },
        amount_cents_accepted: amountCents,
      });
  return found;
}

function differingRefund(ours: RefundFacts, theirs: RefundFacts): string {
  const found: string[] = [];
  if (ours.amountCents !== theirs.amountCents) found.push('amount');
  if (unitsByLine(ours) !== unitsByLine(theirs)) found.push('units');
  if (ours.rma !== theirs.rma) found.push('RMA');
  return found.join('; ');
}

const unitsByLine = ({ lines }: RefundFacts): string =>
  JSON.stringify(
    lines.map(({ line, units: count }) => [line, count]).sort((a, b) => (`${a}` < `${b}` ? -1 : 1)),
  );
