// Holds a snapshot against the accepted version of its order: its lines keep the identifiers that were accepted, and what
// changed its meaning is a finding.
import { freeName } from '../../basics/text.ts';
import type { Finding, FindingArguments, Rule } from '../../contract/finding.ts';
import type { Order, OrderItem } from '../../contract/order.ts';
import {
  createdApart,
  currencyChanged,
  lineArticle,
  lineEdited,
  lineLost,
  linePrice,
  refundApart,
} from '../../contract/order-rules/accepted.ts';
import { found, identifierOf } from '../../contract/report.ts';
import { microsOf } from '../../contract/time.ts';
import {
  type KnownOrder,
  type LineFacts,
  linesOf,
  type OrderFacts,
  type RefundFacts,
} from '../../storage/order-record.ts';

/** One sku in two spellings, or in two Unicode forms, is one article. */
const articleOf = ({ sku }: LineFacts): string => sku.trim().toLowerCase().normalize();

/**
 * Whether a line has the discount or tax of an accepted one: 3 none, or the same cents of as many shipped units; 2 the same cents in
 * all, or for each unit but for a cent that rounding moves; 1 where nothing had shipped, and that cannot be told; 0 another.
 */
function sameCents(line: LineFacts, known: LineFacts, field: 'discountCents' | 'taxCents'): number {
  if (line[field] === known[field]) return line[field] === 0 || line.shipped === known.shipped ? 3 : 2;
  if (line.shipped > 0 !== known.shipped > 0) return 1;
  const [units, before] = [Math.max(line.shipped, 1), Math.max(known.shipped, 1)];
  return Math.abs(line[field] * before - known[field] * units) <= Math.max(units, before) ? 2 : 0;
}

type Alike = (line: LineFacts, known: LineFacts) => boolean;

const hasSameMoney: Alike = (line, known) =>
  line.unitPriceCents === known.unitPriceCents &&
  sameCents(line, known, 'discountCents') > 0 &&
  sameCents(line, known, 'taxCents') > 0;

/** A title that was not kept may be any. */
const hasSameTitle: Alike = ({ title }, known) =>
  title === known.title || typeof title !== 'number' || typeof known.title !== 'number';

/** How much speaks for a line of the same article being the accepted one; each fact counts more than all that follow it. */
function likeness(line: LineFacts, known: LineFacts): number {
  const facts = [
    line.unitPriceCents === known.unitPriceCents,
    hasSameTitle(line, known),
    // Units that were shipped or cancelled stay so.
    line.shipped >= known.shipped && line.canceled >= known.canceled,
    sameCents(line, known, 'discountCents'),
    sameCents(line, known, 'taxCents'),
    line.ordered === known.ordered,
    line.shipped === known.shipped,
    line.canceled === known.canceled,
  ].map((fact) => (typeof fact === 'number' ? fact : fact ? 3 : 0));
  // Before two that changed a little comes one that did not change at all; then one that had shipped, then the same name.
  const last = (facts.every((fact) => fact === 3) ? 2 : 0) + Math.sign(known.shipped);
  const isNamedSo = line.identifier === known.identifier ? 1 : 0;
  return [...facts, last, isNamedSo].reduce((sum, fact) => sum * 4 + fact, 0);
}

/**
 * Pairs rows and columns so that they are worth as much as possible together: the Hungarian method, of `size` rows and as
 * many columns, with one row more in each round.
 * @returns the row of each column; of pairs that are worth the same, those of the first rows and columns
 */
export function bestPairs(size: number, worth: (row: number, column: number) => number): number[] {
  // Rows and columns count from 1 here: row 0 is none yet, column 0 is where the path of a new row begins.
  const none = () => new Array<number>(size + 1).fill(0);
  const [rowCost, columnCost, rowOf] = [none(), none(), none()];
  for (let row = 1; row <= size; row++) {
    const [least, before] = [none().fill(Number.POSITIVE_INFINITY), none()];
    const passed = new Set<number>();
    let column = 0;
    rowOf[0] = row;
    while (rowOf[column] !== 0) {
      passed.add(column);
      const at = rowOf[column]!;
      let next = 0;
      for (let other = 1; other <= size; other++) {
        if (passed.has(other)) continue;
        const cost = -worth(at - 1, other - 1) - rowCost[at]! - columnCost[other]!;
        if (cost < least[other]!) [least[other], before[other]] = [cost, column];
        if (next === 0 || least[other]! < least[next]!) next = other;
      }
      const step = least[next]!;
      for (let other = 0; other <= size; other++) {
        if (!passed.has(other)) least[other]! -= step;
        else {
          rowCost[rowOf[other]!]! += step;
          columnCost[other]! -= step;
        }
      }
      column = next;
    }
    for (; column !== 0; column = before[column]!) rowOf[column] = rowOf[before[column]!]!;
  }
  return rowOf.slice(1).map((row) => row - 1);
}

/** The number of the snapshot's line that each accepted line is: those of one article so that as much as possible is alike. */
function pairsOf(
  lines: readonly LineFacts[],
  accepted: readonly LineFacts[],
): ReadonlyMap<LineFacts, number> {
  const articles = new Map<string, { readonly known: LineFacts[]; readonly at: number[] }>();
  const among = (line: LineFacts) => {
    const article = articles.get(articleOf(line)) ?? { known: [], at: [] };
    articles.set(articleOf(line), article);
    return article;
  };
  for (const line of accepted) among(line).known.push(line);
  for (const [i, line] of lines.entries()) among(line).at.push(i);
  const pairs = new Map<LineFacts, number>();
  for (const { known, at } of articles.values()) {
    const size = Math.max(known.length, at.length);
    const worth = (k: number, i: number) =>
      k < known.length && i < at.length ? likeness(lines[at[i]!]!, known[k]!) : 0;
    for (const [i, k] of bestPairs(size, worth).entries())
      if (k < known.length && i < at.length) pairs.set(known[k]!, at[i]!);
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
    const first = identifier.replace(/-\d+$/, '');
    const isCounted = lines.some((line) => line.identifier === first && line.sku === item.sku);
    const free = () => freeName(isCounted ? first : identifier, taken);
    items.push(renamed(item, taken.has(identifier) ? free() : identifier));
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
  if (isNewer && order.currency !== accepted.currency)
    findings.push(found(currencyChanged, 'currency', { found: order.currency, accepted: accepted.currency }));
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
    const edited = (path: string, more: FindingArguments = {}) =>
      found(lineEdited, path, { ...args, ...more });
    /** `change`: the field, and its value before and now. */
    const tell = (rule: Rule, path: string, more: FindingArguments = {}, change: FindingArguments = {}) =>
      hasMoney ? found(rule, path, { ...args, ...more }) : edited(path, change);
    const at = now.get(was.identifier);
    if (at === undefined) return tell(lineLost, 'items');
    const is = lines[at]!;
    const { sku, unitPriceCents: price } = is;
    const change = (field: string, before: string | number, is: string | number) => ({
      field,
      was: before,
      is,
    });
    const ofSku = change('sku', was.sku, sku);
    if (articleOf(is) !== articleOf(was)) return tell(lineArticle, `items[${at}].sku`, { found: sku }, ofSku);
    // What another line of the article had and has no more moved to this one.
    const isMoved = (isSame: Alike) =>
      !isSame(is, was) &&
      known.some((twin) => {
        const other = lines[now.get(twin.identifier) ?? -1];
        return articleOf(twin) === articleOf(was) && isSame(is, twin) && !(other && isSame(other, twin));
      });
    const ofTitle = change('title', 'as before', 'that of another line of the article');
    if (isMoved(hasSameTitle)) return tell(lineArticle, `items[${at}].title`, {}, ofTitle);
    const path = `items[${at}].unit_price_amount_cents`;
    const ofPrice = change('unit price in cents', was.unitPriceCents, price);
    if (price !== was.unitPriceCents) {
      const isOfTwin = known.some(
        (other) => other.unitPriceCents === price && articleOf(other) === articleOf(was),
      );
      return isOfTwin
        ? tell(linePrice, path, { price, accepted: was.unitPriceCents }, ofPrice)
        : edited(path, ofPrice);
    }
    const other = (['discount', 'tax'] as const).find((one) => sameCents(is, was, `${one}Cents`) === 0);
    const ofMoney = other && change(`${other} in cents`, was[`${other}Cents`], is[`${other}Cents`]);
    const moneyPath = `items[${at}].${other}_amount_cents`;
    if (isMoved(hasSameMoney)) return tell(linePrice, moneyPath, {}, ofMoney);
    if (ofMoney) return edited(moneyPath, ofMoney);
    const fewer = (['shipped', 'canceled'] as const).find((units) => is[units] < was[units]);
    if (!fewer) return [];
    return edited(`items[${at}].quantity_${fewer}`, change(`${fewer} units`, was[fewer], is[fewer]));
  });
  return [...ofKnown, ...ofAdded];
}

/**
 * Accepted refunds that have another amount, other units or lines, or another RMA here. `isOld`: the snapshot is older than the
 * accepted one but for refunds of this tool, so that less money or units there are no correction.
 */
export function refundFindings(
  { refunds }: OrderFacts,
  accepted: readonly RefundFacts[],
  isOld: boolean,
): Finding[] {
  return refunds.flatMap((is, i): Finding | [] => {
    const was = accepted.findLast(({ identifier }) => identifier === is.identifier);
    if (!was || refundText(is) === refundText(was)) return [];
    const unitsOf = ({ lines }: RefundFacts) => lines.reduce((sum, { units }) => sum + units, 0);
    const isLess = is.amountCents < was.amountCents || unitsOf(is) < unitsOf(was);
    const lacks = (one: RefundFacts, other: RefundFacts) =>
      other.lines.some(({ line }) => !one.lines.some((own) => own.line === line));
    const isOther =
      (lacks(is, was) && lacks(was, is)) || (was.rma !== null && is.rma !== null && was.rma !== is.rma);
    const args = { refund: identifierOf(is.identifier), was: refundText(was), is: refundText(is) };
    return refundApart(isOther || (isOld && isLess), `refunds[${i}]`, args);
  });
}

const refundText = ({ amountCents, lines, rma }: RefundFacts): string => {
  const units = lines.map(({ line, units }) => `${units} of line ${identifierOf(line)}`).sort();
  const ofRma = rma === null ? '' : ` for ${identifierOf(rma)}`;
  return `${amountCents} cents${units.length > 0 ? `, ${units.join(', ')}` : ''}${ofRma}`;
};
