// Compares an order of the export with what the ledger has of it: version, facts that differ, refunds. Pure.
import { describeOrderFinding } from '../contract/order-catalog.ts';
import { microsOf } from '../contract/time.ts';
import { factChanges } from '../orders/compare/changed-order.ts';
import { isOwnRefundOf } from '../orders/compare/compare.ts';
import type { RmaLines } from '../orders/compare/rma-lines.ts';
import { heldAgainst } from '../storage/forbidden-changes.ts';
import type { RefusedRecord } from '../storage/ledger.ts';
import { type KnownOrder, lacksRefunds, type OrderFacts, type RefundFacts } from '../storage/order-record.ts';
import type { Difference, ORDER_KINDS } from './kinds.ts';

export interface OrderVerdict {
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
export function compareSides(
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
export function compareRefunds(
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
