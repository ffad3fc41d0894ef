// Holds a snapshot against the accepted version of its order: its lines keep the identifiers that were accepted, and what
// changed its meaning is a finding.
import { freeName } from '../basics/text.ts';
import type { Finding, FindingArguments, Rule } from '../contract/finding.ts';
import type { Order, OrderItem, OrderRefund } from '../contract/order.ts';
import {
  createdApart,
  lineArticle,
  lineEdited,
  lineLost,
  linePrice,
} from '../contract/order-rules/accepted.ts';
import { found, identifierOf } from '../contract/report.ts';
import { microsOf } from '../contract/time.ts';
import {
  type KnownOrder,
  type LineFacts,
  linesOf,
  type OrderFacts,
  type RefundFacts,
} from '../storage/order-record.ts';

type Accepted = Pick<KnownOrder, 'lines' | 'refunds'>;

/** One sku in two spellings is one article. */
const articleOf = ({ sku }: LineFacts): string => sku.trim().toLowerCase();

type Alike = (line: LineFacts, known: LineFacts) => boolean;

const hasSameUnits: Alike = (line, known) =>
  line.unitPriceCents === known.unitPriceCents && line.ordered === known.ordered;

/** Units that were shipped or cancelled stay so. */
const hasGrown: Alike = (line, known) =>
  hasSameUnits(line, known) && line.shipped >= known.shipped && line.canceled >= known.canceled;

/** From the surest sign that a line is the accepted one to the weakest; all of one article. */
const ALIKE: readonly Alike[] = [
  (line, known) =>
    hasSameUnits(line, known) && line.shipped === known.shipped && line.canceled === known.canceled,
  hasGrown,
  hasSameUnits,
  (line, known) => line.unitPriceCents === known.unitPriceCents,
  () => true,
];

/**
 * The number of the snapshot's line that each accepted line is. Those that had shipped choose first; of twins that may have grown
 * those with the most cancelled units, and they take the one with the fewest shipped: so each finds one if that is possible.
 */
function pairsOf(
  lines: readonly LineFacts[],
  accepted: readonly LineFacts[],
): ReadonlyMap<LineFacts, number> {
  const pairs = new Map<LineFacts, number>();
  const left = new Map<string, Set<number>>();
  for (const [i, line] of lines.entries()) {
    const same = left.get(articleOf(line)) ?? new Set();
    left.set(articleOf(line), same.add(i));
  }
  const choosing = [...accepted].sort((a, b) => Math.sign(b.shipped) - Math.sign(a.shipped));
  const growing = [...accepted].sort((a, b) => b.canceled - a.canceled);
  for (const isAlike of ALIKE)
    for (const known of isAlike === hasGrown ? growing : choosing) {
      const same = left.get(articleOf(known));
      if (pairs.has(known) || !same) continue;
      const fits = [...same].filter((i) => isAlike(lines[i]!, known));
      if (isAlike === hasGrown) fits.sort((a, b) => lines[a]!.shipped - lines[b]!.shipped);
      const [first] = fits;
      if (first === undefined) continue;
      pairs.set(known, first);
      same.delete(first);
    }
  return pairs;
}

/**
 * The order with the identifiers of the accepted lines, in their sequence, for an export that names no lines; new lines come
 * after them. Lines of accepted refunds keep theirs, too.
 */
export function withAcceptedNames(order: Order, { lines, refunds: known }: Accepted): Order {
  const pairs = pairsOf(linesOf(order), lines);
  const old = new Set(pairs.values());
  const taken = new Set(lines.map(({ identifier }) => identifier));
  const names = new Map<string, string>();
  const renamed = (item: OrderItem, identifier: string): OrderItem => {
    names.set(item.identifier, identifier);
    return { ...item, identifier };
  };
  const items = lines.flatMap((line) => {
    const at = pairs.get(line);
    return at === undefined ? [] : [renamed(order.items[at]!, line.identifier)];
  });
  for (const [i, item] of order.items.entries()) {
    if (old.has(i)) continue;
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

/**
 * What the accepted order and a snapshot of its number have in common no more. `isNewer`: the snapshot is to replace the
 * accepted one; of an older one only the time is compared. Money hangs on a line that had shipped units or a refund.
 */
export function heldAgainst(order: OrderFacts, accepted: KnownOrder, isNewer: boolean): Finding[] {
  const findings: Finding[] = [];
  const [created, before] = [microsOf(order.createdAt), microsOf(accepted.createdAt)];
  if (created !== before && !Number.isNaN(created) && !Number.isNaN(before))
    findings.push(createdApart(order.createdAt, accepted.createdAt, 'accepted'));
  if (isNewer) findings.push(...lineFindings(order, accepted));
  return findings;
}

function lineFindings({ lines, updatedAt }: OrderFacts, accepted: KnownOrder): Finding[] {
  const { lines: known, refunds } = accepted;
  const refunded = new Set(refunds.flatMap((refund) => refund.lines.map(({ line }) => line)));
  const now = new Map(lines.map((line, i) => [line.identifier, { line, path: `items[${i}]` }]));
  const names = new Set(known.map(({ identifier }) => identifier));
  // Under a date that stands still, an old file may bring a line back.
  const isStill = microsOf(updatedAt) === microsOf(accepted.updatedAt);
  const added = lines.filter(({ identifier }) => isStill && !names.has(identifier));
  const ofAdded = added.map(({ identifier, sku }) =>
    found(lineEdited, 'items', { line: identifierOf(identifier), sku, isNew: true }),
  );
  const ofKnown = known.flatMap((was): Finding[] => {
    const args = { line: identifierOf(was.identifier), sku: was.sku };
    const hasMoney = was.shipped > 0 || refunded.has(was.identifier);
    const tell = (rule: Rule, path: string, more: FindingArguments = {}) =>
      hasMoney ? [found(rule, path, { ...args, ...more })] : [found(lineEdited, path, args)];
    const is = now.get(was.identifier);
    if (!is) return tell(lineLost, 'items');
    const { sku, unitPriceCents: price } = is.line;
    if (articleOf(is.line) !== articleOf(was)) return tell(lineArticle, `${is.path}.sku`, { found: sku });
    const hasFewer = is.line.shipped < was.shipped || is.line.canceled < was.canceled;
    if (hasFewer && price === was.unitPriceCents)
      return [found(lineEdited, `${is.path}.quantity_shipped`, args)];
    if (price === was.unitPriceCents) return [];
    const isOfTwin = known.some(
      (other) => other.unitPriceCents === price && articleOf(other) === articleOf(was),
    );
    if (!isOfTwin) return [found(lineEdited, `${is.path}.unit_price_amount_cents`, args)];
    return tell(linePrice, `${is.path}.unit_price_amount_cents`, { price, accepted: was.unitPriceCents });
  });
  return [...ofKnown, ...ofAdded];
}
