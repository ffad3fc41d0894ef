// Compares an order of the export with what the ledger has of it: the version, the facts that differ, the refunds. Pure.
import { formatCents, type MinorUnits } from '../basics/units.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import { microsOf } from '../contract/time.ts';
import { isOwnRefundOf } from '../orders/compare/compare.ts';
import type { RmaLines } from '../orders/compare/rma-lines.ts';
import { heldAgainst } from '../storage/held-against.ts';
import type { RefusedRecord } from '../storage/ledger.ts';
import {
  type KnownOrder,
  type LineFacts,
  lacksRefunds,
  type OrderFacts,
  type RefundFacts,
} from '../storage/order-record.ts';
import type { Difference, ORDER_KINDS } from './kinds.ts';

export interface OrderVerdict {
  readonly kind: 'same' | (typeof ORDER_KINDS)[number];
  readonly code: string | null;
  readonly detail: string;
}

/** An order of the export that can be sent. */
export interface ExportedOrder {
  readonly digest: string;
  /** The digest without `updated_at`. */
  readonly content: string;
  readonly facts: OrderFacts;
}

const SAME: OrderVerdict = { kind: 'same', code: null, detail: '' };

/**
 * The same content is the same, whatever happened in between. Otherwise a newer accepted version decides, because the
 * export is then behind; then a refusal that came after the last acceptance; then the times.
 */
export function compareSides(
  exported: ExportedOrder,
  accepted: KnownOrder | undefined,
  refused: RefusedRecord | undefined,
  units: MinorUnits | undefined,
  rmas?: RmaLines,
): OrderVerdict {
  const { digest, facts } = exported;
  if (accepted?.digest === digest && !lacksRefunds(accepted)) return SAME;
  const ahead = accepted ? microsOf(accepted.updatedAt) - microsOf(facts.updatedAt) : 0;
  const held = accepted ? heldAgainst(facts, accepted, ahead <= 0, rmas?.isNamed) : [];
  const verdict = (kind: OrderVerdict['kind'], detail: string): OrderVerdict => ({
    kind,
    code: held[0]?.code ?? null,
    detail: [...held.map(describeOrderFinding), detail].join('; '),
  });
  if (accepted && ahead > 0) return verdict('newer', newerDetail(exported, accepted, units));
  if (refused) return { kind: 'refused', code: refused.code, detail: refusalDetail(refused, digest) };
  if (!accepted) return verdict('missing', '');
  return verdict(ahead < 0 ? 'older' : 'different', detailOf(exported, accepted, units));
}

/** What differs, as one text. */
const detailOf = (
  { content, facts }: ExportedOrder,
  accepted: KnownOrder,
  units: MinorUnits | undefined,
): string =>
  content === accepted.content ? 'only updated_at' : differing(facts, accepted, units).join('; ');

function newerDetail(exported: ExportedOrder, accepted: KnownOrder, units: MinorUnits | undefined): string {
  const { facts } = exported;
  const there = new Set(facts.refunds.map(({ identifier }) => identifier));
  const added = accepted.refunds.filter(({ identifier }) => !there.has(identifier)).length;
  return isOwnRefundOf(facts, accepted, added) && exported.content !== accepted.content
    ? 'only by refunds that this tool posted'
    : detailOf(exported, accepted, units);
}

const refusalDetail = ({ status, field, digest: refused }: RefusedRecord, digest: string): string =>
  [
    status === 0 ? 'refused by the check of an earlier run' : `refused by the service (${status})`,
    ...(field === '' ? [] : [`at ${field}`]),
    ...(status !== 0 && refused !== digest ? ['with other content than the export has now'] : []),
  ].join(' ');

/** What differs, as far as the ledger knows: it holds no names, addresses and texts. */
function differing(exported: OrderFacts, accepted: OrderFacts, minorUnits: MinorUnits | undefined): string[] {
  const found: string[] = [];
  const pair = (name: string, ours: string, theirs: string) => {
    if (ours !== theirs) found.push(`${name}: ${ours} in the export, ${theirs} accepted`);
  };
  pair('status', String(exported.status), String(accepted.status));
  pair('currency', String(exported.currency), String(accepted.currency));
  // Amounts of an order may be missing when a level lets that pass.
  const total = ({ totalCents, currency }: OrderFacts): string =>
    typeof totalCents === 'number' ? formatCents(totalCents, currency ?? undefined, minorUnits) : 'none';
  pair('total', total(exported), total(accepted));
  found.push(...differingLines(exported.lines, accepted.lines));
  if (compareRefunds(exported.refunds, accepted.refunds).length > 0) found.push('refunds');
  return found.length > 0 ? found : ['fields that the ledger does not hold, such as addresses or tags'];
}

const OF_LINES = [
  ['units ordered or cancelled', 'ordered', 'canceled'],
  ['skus', 'sku'],
  ['amounts of lines', 'unitPriceCents', 'productCents', 'taxCents', 'discountCents'],
] as const;

function differingLines(exported: readonly LineFacts[], accepted: readonly LineFacts[]): string[] {
  const known = new Map(accepted.map((line) => [line.identifier, line]));
  const both = exported.flatMap((line) => {
    const there = known.get(line.identifier);
    return there ? [[line, there] as const] : [];
  });
  const isOther = (field: keyof LineFacts) =>
    both.some(([ours, theirs]) => (ours[field] ?? null) !== (theirs[field] ?? null));
  const found: string[] = [];
  if (both.length < exported.length || both.length < accepted.length)
    found.push(`lines: ${exported.length} in the export, ${accepted.length} accepted`);
  if (isOther('shipped'))
    found.push(`units shipped: ${units(exported)} in the export, ${units(accepted)} accepted`);
  for (const [name, ...fields] of OF_LINES) if (fields.some(isOther)) found.push(name);
  return found;
}

const units = (lines: readonly LineFacts[]): number =>
  lines.reduce((sum, { shipped }) => sum + (shipped ?? 0), 0);

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
      amount_cents_export: amountCents ?? null,
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
