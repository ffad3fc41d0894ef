// Holds a snapshot against the accepted version of its order: its lines keep the identifiers that were accepted, and what
// changed its meaning is a finding.
import type { Finding, FindingArguments, Rule } from '../contract/finding.ts';
import type { Order, OrderItem, OrderRefund } from '../contract/order.ts';
import {
  createdElsewhere,
  createdMoved,
  lineArticle,
  lineEdited,
  lineLost,
  linePrice,
} from '../contract/order-rules/accepted.ts';
import { found, identifierOf } from '../contract/report.ts';
import { microsOf } from '../contract/time.ts';
import { freeName } from '../input/mapping/rows/line-names.ts';
import type { KnownOrder, LineFacts, OrderFacts, RefundFacts } from '../storage/order-record.ts';

type Accepted = Pick<KnownOrder, 'lines' | 'refunds'>;

/** One sku in two spellings is one article. */
const articleOf = ({ sku }: { readonly sku?: string }): string => (sku ?? '').trim().toLowerCase();

/** Each accepted line with the line of the snapshot that is the same: by article, then unit price, then units. */
function pairsOf<T extends { readonly sku?: string }>(
  lines: readonly T[],
  accepted: readonly LineFacts[],
  factsOf: (line: T) => { readonly price: number; readonly units: number },
): ReadonlyMap<LineFacts, T> {
  const pairs = new Map<LineFacts, T>();
  const left = new Set(lines);
  const alike: readonly ((line: T, known: LineFacts) => boolean)[] = [
    (line, known) => factsOf(line).price === known.unitPriceCents && factsOf(line).units === known.ordered,
    (line, known) => factsOf(line).price === known.unitPriceCents,
    () => true,
  ];
  for (const isAlike of alike)
    for (const known of accepted) {
      if (pairs.has(known)) continue;
      const same = [...left].find((line) => articleOf(line) === articleOf(known) && isAlike(line, known));
      if (!same) continue;
      pairs.set(known, same);
      left.delete(same);
    }
  return pairs;
}

/**
 * The order with the identifiers of the accepted lines, in their sequence, for an export that names no lines; new lines come
 * after them. Lines of accepted refunds keep theirs, too.
 */
export function withAcceptedNames(order: Order, { lines, refunds: known }: Accepted): Order {
  const pairs = pairsOf(order.items, lines, (item) => ({
    price: item.unit_price_amount_cents,
    units: item.quantity,
  }));
  const kept = lines.filter((line) => pairs.has(line));
  const old = new Set(pairs.values());
  const taken = new Set(lines.map(({ identifier }) => identifier));
  const names = new Map<string, string>();
  const renamed = (item: OrderItem, identifier: string): OrderItem => {
    names.set(item.identifier, identifier);
    return { ...item, identifier };
  };
  const items = kept.map((line) => renamed(pairs.get(line)!, line.identifier));
  for (const item of order.items) {
    if (old.has(item)) continue;
    const identifier = taken.has(item.identifier) ? freeName(item.identifier, taken) : item.identifier;
    taken.add(identifier);
    items.push(renamed(item, identifier));
  }
  const refunded = new Map(known.map((refund) => [refund.identifier, refund]));
  const refunds = order.refunds.map((refund) =>
    withAcceptedLines(refund, refunded.get(refund.identifier), names),
  );
  return { ...order, items, refunds };
}

function withAcceptedLines(
  refund: OrderRefund,
  known: RefundFacts | undefined,
  names: ReadonlyMap<string, string>,
): OrderRefund {
  const left = [...(known?.lines ?? [])];
  return {
    ...refund,
    refund_line_items: refund.refund_line_items.map((line) => {
      const item = names.get(line.order_item_identifier) ?? line.order_item_identifier;
      const at = left.findIndex((one) => one.line === item && one.units === line.quantity);
      const [same] = at < 0 ? [] : left.splice(at, 1);
      return { ...line, order_item_identifier: item, identifier: same?.identifier ?? line.identifier };
    }),
  };
}

const DAY_MICROS = 86_400_000_000;

/**
 * What the accepted order and a snapshot of its number have in common no more. `isNewer`: the snapshot is to replace the
 * accepted one; of an older one only the time is compared. Money hangs on a line that had shipped units or a refund.
 */
export function heldAgainst(order: OrderFacts, accepted: KnownOrder, isNewer: boolean): Finding[] {
  const findings: Finding[] = [];
  const [created, before] = [microsOf(order.createdAt), microsOf(accepted.createdAt)];
  if (created !== before && !Number.isNaN(created) && !Number.isNaN(before)) {
    const rule = Math.abs(created - before) <= DAY_MICROS ? createdMoved : createdElsewhere;
    findings.push(found(rule, 'created_at', { created: order.createdAt, accepted: accepted.createdAt }));
  }
  if (isNewer) findings.push(...lineFindings(order, accepted));
  return findings;
}

function lineFindings({ lines }: OrderFacts, { lines: known, refunds }: KnownOrder): Finding[] {
  const refunded = new Set(refunds.flatMap((refund) => refund.lines.map(({ line }) => line)));
  const now = new Map(lines.map((line, i) => [line.identifier, { line, path: `items[${i}]` }]));
  return known.flatMap((was): Finding[] => {
    const args = { line: identifierOf(was.identifier), sku: was.sku };
    const hasMoney = was.shipped > 0 || refunded.has(was.identifier);
    const tell = (rule: Rule, path: string, more: FindingArguments = {}) =>
      hasMoney ? [found(rule, path, { ...args, ...more })] : [found(lineEdited, path, args)];
    const is = now.get(was.identifier);
    const twins = known.filter((other) => other !== was && articleOf(other) === articleOf(was));
    if (!is) return tell(lineLost, 'items');
    const { sku, unitPriceCents: price } = is.line;
    if (articleOf(is.line) !== articleOf(was)) return tell(lineArticle, `${is.path}.sku`, { found: sku });
    if (price === was.unitPriceCents || !twins.some((twin) => twin.unitPriceCents === price)) return [];
    return tell(linePrice, `${is.path}.unit_price_amount_cents`, { price, accepted: was.unitPriceCents });
  });
}
