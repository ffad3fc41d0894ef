// What an accepted order may not change: a snapshot of its number, or its version in another ledger, is held against it.
import { type Finding, type FindingArguments, found, identifierOf, type Rule } from '../contract/finding.ts';
import {
  createdApart,
  currencyChanged,
  lineArticle,
  lineEdited,
  lineLost,
  linePrice,
  lineUnshipped,
  refundApart,
} from '../contract/order-rules/accepted.ts';
import { unitsPaid } from '../contract/refund-amount.ts';
import { microsOf } from '../contract/time.ts';
import type { KnownOrder, LineFacts, OrderFacts, RefundFacts } from './order-record.ts';

/** The units of a line of an order that RMAs name; 0 where none does. */
type NamedUnits = (order: string, line: string) => number;
type Accepted = Pick<KnownOrder, 'lines' | 'refunds' | 'createdAt' | 'updatedAt' | 'currency'>;

/** One sku in two spellings, or in two Unicode forms, is one article. */
export const articleOf = ({ sku }: Pick<LineFacts, 'sku'>): string => sku.trim().toLowerCase().normalize();

/**
 * Whether a line has the discount or tax of an accepted one: 3 none, or the same cents of as many shipped units; 2 the same cents in
 * all, or for each unit but for a cent that rounding moves; 1 where nothing had shipped, and that cannot be told; 0 another.
 */
export function sameCents(line: LineFacts, known: LineFacts, field: 'discountCents' | 'taxCents'): number {
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
export const hasSameTitle: Alike = ({ title }, known) =>
  title === known.title || typeof title !== 'number' || typeof known.title !== 'number';

/**
 * What the accepted order and a snapshot of its number have in common no more. `isNewer`: the snapshot is to replace the
 * accepted one; of an older one only the time is compared, and its lines where the ledger knows no time. Money hangs on a line
 * that had shipped units or a refund, or that an RMA names.
 */
export function heldAgainst(
  order: OrderFacts,
  accepted: Accepted,
  isNewer: boolean,
  namedUnits: NamedUnits = () => 0,
): Finding[] {
  // A ledger of an earlier build knows no time of creation: another order shows by having no article in common.
  const isAccepted = (line: LineFacts) =>
    accepted.lines.some((known) => articleOf(known) === articleOf(line));
  const isAnother = accepted.createdAt === '' && !order.lines.some(isAccepted);
  const findings = isNewer || isAnother ? lineFindings(order, accepted, namedUnits) : [];
  if (isNewer && order.currency !== accepted.currency)
    findings.push(found(currencyChanged, 'currency', { found: order.currency, accepted: accepted.currency }));
  const [created, before] = [microsOf(order.createdAt), microsOf(accepted.createdAt)];
  if (created !== before && !Number.isNaN(created) && !Number.isNaN(before))
    findings.unshift(createdApart(order.createdAt, accepted.createdAt, 'accepted'));
  return findings;
}

function lineFindings({ id, lines, updatedAt }: OrderFacts, accepted: Accepted, namedUnits: NamedUnits) {
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
    const named = () => namedUnits(id, was.identifier);
    const hasMoney = () => was.shipped > 0 || refunded.has(was.identifier) || named() > 0;
    const edited = (path: string, more: FindingArguments = {}) =>
      found(lineEdited, path, { ...args, ...more });
    /** `change`: the field, and its value before and now. */
    const tell = (rule: Rule, path: string, more: FindingArguments = {}, change: FindingArguments = {}) =>
      hasMoney() ? found(rule, path, { ...args, ...more }) : edited(path, change);
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
      // Another ledger, which never saw this line, may give its identifier to a twin.
      const isTwin = (cents: number) => (other: LineFacts) =>
        other.unitPriceCents === cents && articleOf(other) === articleOf(was);
      const isNewTwin = lines.some((one) => !names.has(one.identifier) && isTwin(was.unitPriceCents)(one));
      return isNewTwin || known.some(isTwin(price))
        ? tell(linePrice, path, { price, accepted: was.unitPriceCents }, ofPrice)
        : edited(path, ofPrice);
    }
    const other = (['discount', 'tax'] as const).find((one) => sameCents(is, was, `${one}Cents`) === 0);
    const ofMoney = other && change(`${other} in cents`, was[`${other}Cents`], is[`${other}Cents`]);
    const moneyPath = `items[${at}].${other}_amount_cents`;
    if (isMoved(hasSameMoney)) return tell(linePrice, moneyPath, {}, ofMoney);
    if (ofMoney) return edited(moneyPath, ofMoney);
    // What is refunded already may have shipped or not.
    if (is.shipped < was.shipped && is.shipped < named() && unitsPaid(refunds, was) < named()) {
      const units = { shipped: is.shipped, accepted: was.shipped, named: named() };
      return found(lineUnshipped, `items[${at}].quantity_shipped`, { ...args, ...units });
    }
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
export function refundFindings({ refunds }: OrderFacts, accepted: readonly RefundFacts[], isOld: boolean) {
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
