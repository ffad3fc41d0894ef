// Holds a snapshot against the accepted version of its order: its lines keep the identifiers that were accepted, and what
// changed its meaning is a finding.
import { freeName } from '../../basics/text.ts';
import type { Finding, FindingArguments, Rule } from '../../contract/finding.ts';
import type { Order, OrderItem } from '../../contract/order.ts';
import {
  createdApart,
  lineArticle,
  lineEdited,
  lineLost,
  linePrice,
} from '../../contract/order-rules/accepted.ts';
import { found, identifierOf } from '../../contract/report.ts';
import { microsOf } from '../../contract/time.ts';
import { type KnownOrder, type LineFacts, linesOf, type OrderFacts } from '../../storage/order-record.ts';

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
  const choosing = [...accepted].sort((a, b) => Math.sign(b.shipped) - Math.sign(a.shipped));
  const left = new Map<string, Set<number>>();
  for (const [i, line] of lines.entries()) {
    const same = left.get(articleOf(line)) ?? new Set();
    left.set(articleOf(line), same.add(i));
  }
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
export function withAcceptedNames(order: Order, { lines, refunds: known }: KnownOrder): Order {
  const pairs = pairsOf(linesOf(order), lines);
  const old = new Set(pairs.values());
  const taken = new Set(lines.map(({ identifier }) => identifier));
  const names = new Map<string, string>();
  const renamed = (item: OrderItem, identifier: string): OrderItem => {
    taken.add(identifier);
    names.set(item.identifier, identifier);
    return { ...item, identifier };
  };
  const items = lines.flatMap((line) => {
    const at = pairs.get(line);
    return at === undefined ? [] : [renamed(order.items[at]!, line.identifier)];
  });
  for (const item of order.items.filter((_, i) => !old.has(i))) {
    const { identifier } = item;
    items.push(renamed(item, taken.has(identifier) ? freeName(identifier, taken) : identifier));
  }
  const refunds = order.refunds.map((refund) => {
    const left = [...(known.findLast(({ identifier }) => identifier === refund.identifier)?.lines ?? [])];
    const lineItems = refund.refund_line_items.map((line) => {
      const item = names.get(line.order_item_identifier) ?? line.order_item_identifier;
      const at = left.findIndex((one) => one.line === item && one.units === line.quantity);
      const identifier = left.splice(at, at < 0 ? 0 : 1)[0]?.identifier ?? line.identifier;
      return { ...line, order_item_identifier: item, identifier };
    });
    return { ...refund, refund_line_items: lineItems };
  });
  return { ...order, items, refunds };
}

/**
 * What the accepted order and a snapshot of its number have in common no more. `isNewer`: the snapshot is to replace the
 * accepted one; of an older one only the time is compared, and its lines where the ledger knows no time. Money hangs on a line
 * that had shipped units or a refund.
 */
export function heldAgainst(order: OrderFacts, accepted: KnownOrder, isNewer: boolean): Finding[] {
  // A ledger of an earlier build knows no time of creation: another order shows by having no article in common.
  const isAccepted = (line: LineFacts) =>
    accepted.lines.some((known) => articleOf(known) === articleOf(line));
  const isAnother = accepted.createdAt === '' && !order.lines.some(isAccepted);
  const findings = isNewer || isAnother ? lineFindings(order, accepted) : [];
  const [created, before] = [microsOf(order.createdAt), microsOf(accepted.createdAt)];
  if (created !== before && !Number.isNaN(created) && !Number.isNaN(before))
    findings.unshift(createdApart(order.createdAt, accepted.createdAt, 'accepted'));
  return findings;
}

function lineFindings({ lines, updatedAt }: OrderFacts, accepted: KnownOrder): Finding[] {
  const { lines: known, refunds } = accepted;
  const refunded = new Set(refunds.flatMap((refund) => refund.lines.map(({ line }) => line)));
  const now = new Map(lines.map(({ identifier }, i) => [identifier, i]));
  const names = new Set(known.map(({ identifier }) => identifier));
  // Under a date that stands still, an old file may bring a line back.
  const isStill = microsOf(updatedAt) === microsOf(accepted.updatedAt);
  const added = lines.filter(({ identifier }) => isStill && !names.has(identifier));
  const ofAdded = added.map(({ identifier, sku }) =>
    found(lineEdited, 'items', { line: identifierOf(identifier), sku, isNew: true }),
  );
  const ofKnown = known.flatMap((was): Finding | [] => {
    const args = { line: identifierOf(was.identifier), sku: was.sku };
    const hasMoney = was.shipped > 0 || refunded.has(was.identifier);
    const edited = (path: string) => found(lineEdited, path, args);
    const tell = (rule: Rule, path: string, more: FindingArguments = {}) =>
      hasMoney ? found(rule, path, { ...args, ...more }) : edited(path);
    const at = now.get(was.identifier);
    if (at === undefined) return tell(lineLost, 'items');
    const is = lines[at]!;
    const { sku, unitPriceCents: price } = is;
    if (articleOf(is) !== articleOf(was)) return tell(lineArticle, `items[${at}].sku`, { found: sku });
    if (price === was.unitPriceCents) {
      const hasFewer = is.shipped < was.shipped || is.canceled < was.canceled;
      return hasFewer ? edited(`items[${at}].quantity_shipped`) : [];
    }
    const path = `items[${at}].unit_price_amount_cents`;
    const isOfTwin = known.some(
      (other) => other.unitPriceCents === price && articleOf(other) === articleOf(was),
    );
    return isOfTwin ? tell(linePrice, path, { price, accepted: was.unitPriceCents }) : edited(path);
  });
  return [...ofKnown, ...ofAdded];
}
