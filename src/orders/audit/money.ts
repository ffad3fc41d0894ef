// Is this what was paid? Amounts that are left out, taken once or in other units, discounts that count twice, and refunds that
// no field takes.
import type { Lax, OrderItem } from '../../contract/order.ts';
import {
  linesOnce,
  otherUnits,
  unitRefund,
  unusedAmount,
  unusedRefund,
  unusedTotal,
} from '../../contract/order-rules/audit.ts';
import { refundsBeside } from '../../contract/order-rules/audit-rows.ts';
import { DEADLINE } from './dates.ts';
import { hasShipped, isNegated, STATUS } from './statuses.ts';
import type { AuditedOrder, Subject } from './subject.ts';
import { centsIn } from './subject.ts';
import {
  type Doubt,
  entriesThatSpeak,
  isNothing,
  MANY,
  MOST_LETTERS,
  type Question,
  speaksOf,
  wordsIn,
} from './suspicion.ts';

const TOTAL = 'total_amount_cents';
/** So many orders, for one equation over all of them. */
const ENOUGH = 3;

const isWhole = ({ items }: AuditedOrder) =>
  items.every(({ quantity, quantity_shipped: shipped = 0 }) => shipped > 0 && quantity === shipped);

/** Totals as a column has them; undefined where the total is made of others, such as the shipping beside the lines. */
function statedIn(subject: Subject): readonly (number | undefined)[] | undefined {
  const [column, ...more] = subject.columnsOf(TOTAL);
  const stated = column === undefined || more.length > 0 ? undefined : subject.amounts(column);
  const isSent = ({ number, order }: AuditedOrder) =>
    SCALES.some((scale) => stated?.[number] === (order.total_amount_cents ?? 0) * scale);
  return subject.orders.filter(isSent).length * 2 > subject.orders.length ? stated : undefined;
}

/** Totals of all units: as the column has them; without a column, those of wholly shipped orders. */
const totalsOf = (subject: Subject): readonly (number | undefined)[] =>
  statedIn(subject) ?? subject.orders.map((one) => (isWhole(one) ? one.order.total_amount_cents : undefined));

/** Amounts that every order has, or none where it has no such cost. */
const amountColumns = (subject: Subject) =>
  subject.unused.flatMap((name) => {
    const cents = subject.amounts(name);
    return cents ? [{ name, cents }] : [];
  });

/** Amounts that differ from line to line, added over the lines of each order. */
const amountsOfLines = (subject: Subject): ReturnType<typeof amountColumns> =>
  subject.unused.flatMap((name) => {
    const texts = subject.orders.map((order) => subject.textsOf(order, name));
    const isAmounts = centsIn(texts[0] ?? []) !== undefined && subject.isOfLines(name);
    const all = isAmounts ? centsIn(texts.flat()) : undefined;
    let at = 0;
    const sumOf = (list: readonly string[]) => list.reduce((sum) => sum + (all![at++] ?? 0), 0);
    return all ? [{ name, cents: texts.map(sumOf) }] : [];
  });

const LESS =
  /^(discount|saved|saving|nachlass|ersparnis|remise|economie|descuento|ahorro|desconto|sconto|korting|rabat|coupon|voucher|gutschein|list|before|tip|points|punkte)/;

/** Cents, and whole cents that read as amounts. */
const SCALES = [1, 100];

/** The orders in which the part is not 0, where total and part give the sum in all orders, and in enough of them. */
function closed(
  { orders }: Subject,
  totals: ReturnType<typeof totalsOf>,
  parts: readonly (number | undefined)[],
  sums: readonly (number | undefined)[],
  scale: number,
): AuditedOrder[] | undefined {
  const counts: AuditedOrder[] = [];
  let [paid, known] = [0, 0];
  const isSo = orders.every((order, i) => {
    const [total = 0, more = 0, whole] = [totals[i], parts[i], sums[i]];
    if (total <= 0) return true;
    paid++;
    if (whole === undefined) return true;
    known++;
    if (more > 0) counts.push(order);
    return total * scale + more === whole;
  });
  return isSo && known >= Math.max(ENOUGH, paid * 0.9) && counts.length >= 2 ? counts : undefined;
}

/** Two columns that nobody uses: what is sent, and one of them, give the other in all orders. */
const amountLeftOut: Question = (subject) => {
  const columns = amountColumns(subject).filter(({ name }) => !speaksOf(name, LESS));
  const ofLines = amountsOfLines(subject).filter(({ name }) => !speaksOf(name, LESS));
  const totals = columns.length === 0 ? [] : totalsOf(subject);
  for (const sum of columns)
    for (const part of [...columns, ...ofLines]) {
      if (part.name === sum.name) continue;
      const counts = SCALES.map((scale) => closed(subject, totals, part.cents, sum.cents, scale)).find(
        Boolean,
      );
      if (!counts) continue;
      const lineColumn = ofLines.includes(part) ? part.name : undefined;
      return {
        rule: unusedAmount,
        field: TOTAL,
        columns: [part.name],
        others: [sum.name],
        orders: counts,
        lineColumn,
      };
    }
  return [];
};

/** What a column is called whose amount is all that was paid. */
const ALL_PAID =
  /^(?:total|totale|totaal|grand|gross|brutto|ttc|due|payable|endbetrag|gesamt|summe|rechnungsbetrag|razem|suma|totalt|合計)/u;
const NO_TOTAL =
  /^(?:net|netto|ht|sub|zwischen|tax|vat|mwst|ust|tva|iva|ship|versand|freight|fracht|discount|rabatt|refund|weight|gewicht|qty|quantity|menge|units|items|count|anzahl|points|punkte|cost|kosten|spent|lifetime|list|rrp|msrp|uvp|pvp|retail|insured|sales|before|line|item|unit|base|customer|original|initial|previous|presentment|converted|settle)/;

/** A total that nobody uses is more than the one that is sent in many orders, and never less, unless that is a sum of its own. */
const largerTotal: Question = (subject) => {
  const totals = totalsOf(subject);
  const isMade = statedIn(subject) === undefined;
  for (const { name, cents } of amountColumns(subject)) {
    if (!speaksOf(name, ALL_PAID) || speaksOf(name, NO_TOTAL) || speaksOf(name, LESS)) continue;
    const own = subject.orders[0]!.order.currency?.toLowerCase();
    if (wordsIn(name).some((word) => CURRENCY.test(word) && word !== own)) continue;
    const known = subject.orders.filter((_, i) => (totals[i] ?? 0) > 0 && cents[i] !== undefined);
    const larger = known.filter(({ number }) => cents[number]! > totals[number]!);
    const isNeverLess = isMade || known.every(({ number }) => cents[number]! >= totals[number]!);
    const rates = larger.map(({ number }) => cents[number]! / totals[number]!);
    // What is more by a larger factor than taxes and fees are is in another currency, in other units, or of list prices.
    const isOther = rates.some((rate) => rate > MOST_MORE);
    if (!isNeverLess || isOther || larger.length <= known.length * MANY || known.length < ENOUGH) continue;
    // Parts of the total are not its column.
    const of = { field: TOTAL, others: [name], orders: larger, ...(isMade && { columns: [] }) };
    return { rule: unusedTotal, ...of };
  }
  return [];
};
const MOST_MORE = 1.5;
/** `Total USD` of an order in euros is what the bank made of it. */
const CURRENCY = /^(?:usd|eur|gbp|chf|cad|aud|jpy|pln|sek|nok|dkk|czk|huf|brl|mxn)$/;

/** Amounts of the order that stand on several of its rows, and no total that says how often they count. */
const amountOnEachLine: Question = (subject) => {
  if (subject.columnsOf(TOTAL).length > 0) return [];
  return ['shipping_amount_cents', 'discount_amount_cents'].flatMap((field): readonly Doubt[] => {
    const [column] = subject.columnsOf(field);
    if (column === undefined) return [];
    const isOnce = (one: AuditedOrder) => {
      const cents = centsIn(subject.textsOf(one, column))?.filter(Boolean) ?? [];
      const sent = one.order[field as 'shipping_amount_cents'];
      return cents.length > 1 && cents.every((one) => one === cents[0]) && sent === cents[0];
    };
    const orders = subject.orders.filter(isOnce);
    return [{ rule: linesOnce, field, columns: [column], orders }];
  });
};

/** What all units of a line are worth when they come back: price and tax less the discount. */
const worthOf = (item: Lax<OrderItem>): number =>
  (item.unit_price_amount_cents ?? 0) * (item.quantity_shipped ?? 0) +
  (item.tax_amount_cents ?? 0) -
  (item.discount_amount_cents ?? 0);

/** Of wholly shipped orders: the refunds of all units, less than what was paid for them. A cent a unit is rounding. */
const refundOfAUnit: Question = (subject) => {
  const whole = subject.orders.filter((one) => one.isSent && one.order.refunds?.length === 0 && isWhole(one));
  const isLess = ({ order, items }: AuditedOrder) => {
    const units = items.reduce((sum, { quantity_shipped: shipped = 0 }) => sum + shipped, 0);
    const {
      total_amount_cents: total = 0,
      shipping_amount_cents: shipping = 0,
      shipping_tax_amount_cents: tax = 0,
    } = order;
    return items.reduce((sum, item) => sum + worthOf(item), 0) + units < total - shipping - tax;
  };
  const orders = whole.filter(isLess);
  const columns = subject.columnsOf('item.discount_amount_cents', 'item.unit_price_amount_cents');
  return subject.isMany && orders.length > whole.length * MANY
    ? { rule: unitRefund, field: 'item.unit_price_amount_cents', columns, orders }
    : [];
};

/** A column with the same total in other units. */
const amountsInOtherUnits: Question = (subject) => {
  const columns = amountColumns(subject);
  const totals = columns.length === 0 ? [] : totalsOf(subject);
  for (const { name, cents } of columns)
    for (const times of [100, 0.01]) {
      const isSo = (i: number) =>
        (totals[i] ?? 0) > 0 && cents[i] !== undefined && Math.abs(totals[i]! * times - cents[i]!) < 1e-6;
      const orders = subject.orders.filter((_, i) => isSo(i));
      if (orders.length < ENOUGH || orders.length < subject.orders.length * 0.9) continue;
      return { rule: otherUnits, field: TOTAL, others: [name], orders };
    }
  return [];
};

export const REFUND =
  /^(refund|reimburs|erstatt|ruckerstatt|rueckerstatt|gutschrift|creditmemo|creditnot|kreditnot|notadicredit|notadecredit|reso$|resi$|resa$|returned|returns$|retouren$|retourniert|zuruckgesandt|chargeback|ruckbelast|aterbetal|aterbatal|tilbagebetal|tilbakebetal|refusion|rembours|avoir|reembols|devoluc|devolv|estorn|rimbors|terugbetal|restitu|zwrot|zwroc|返金)/u;
/**
 * Of orders that lack something, those of which it is said: by columns that are called so, which then stand for it, or by words of
 * the status where all has shipped.
 */
export function saidOf(
  subject: Subject,
  lacks: readonly AuditedOrder[],
  stems: RegExp,
  speaks: (order: AuditedOrder, name: string) => boolean,
): Required<Pick<Doubt, 'columns' | 'orders'>> {
  const columns = subject.unused.filter(
    (name) =>
      speaksOf(name, stems) && !speaksOf(name, DEADLINE) && lacks.some((order) => speaks(order, name)),
  );
  const statuses = subject.columnsOf('status', 'raw_status');
  const isOne = (order: AuditedOrder) =>
    columns.some((name) => speaks(order, name)) ||
    (order.order.status === 'Shipped' &&
      statuses.some((name) => subject.textsOf(order, name).some((text) => speaksOf(text, stems))));
  return { columns: columns.length > 0 ? columns : statuses, orders: lacks.filter(isOne) };
}

/** What a word says that was given back; `refundable` says nothing. */
const REFUNDED =
  /^(?:refunded|reimbursed|credited|returned|(?:ruck|rueck)?erstattet|gutgeschrieben|retourniert|zuruckge|rembourse|credite|retourne|reembolsad|devuelt|devolvid|estornad|rimborsat|restituit|terugbetaald|geretourneerd|gecrediteerd|zwrocon|aterbetal|returnerad|tilbagebetalt|returneret)/;
/** The state of a return, of which a word says only that it is over, or part of it. */
const RETURN_STATE = /^(?:return|retour|retur|ruckgabe|rueckgabe|rma|refund|credit|erstatt|gutschrift)/;
const OVER =
  /^(?:full|complet|partial|partly|done|closed|received|approved|vollst|komplett|teil|erledigt|abgeschlossen|eingegangen|erhalten|total|termin|recu|parti|recibid|conclu|parcial|volledig|deels|gedeeltelijk|ontvangen)/;
/** Under any other name, a few words of which some say that the order came back, or its money went back. */
const wordsOfRefunds = (subject: Subject, lacks: readonly AuditedOrder[]): readonly Doubt[] =>
  subject.unused.flatMap((name): readonly Doubt[] => {
    const isState = speaksOf(name, RETURN_STATE) && STATUS.test(name);
    const says = (word: string) =>
      word.length <= MOST_LETTERS &&
      !isNegated(word) &&
      (speaksOf(word, REFUNDED) || (isState && speaksOf(word, OVER)));
    const found = [...subject.wordsOf(name)].filter(([word]) => says(word));
    const own = new Set(found.flatMap(([, orders]) => orders));
    // Of what was cancelled, or has not left, no refund is needed.
    const orders = lacks.filter((order) => own.has(order) && hasShipped(order));
    const words = Object.fromEntries(found.map(([word]) => [word, name]));
    return orders.length > 0
      ? [{ rule: unusedRefund, field: 'refunds', columns: [name], orders, words }]
      : [];
  });

/** Refunds that are spoken of, in orders that are sent without any. */
const refundsThatAreLeftOut: Question = (subject) => {
  const lacks = subject.orders.filter(({ order }) => (order.refunds?.length ?? 0) === 0);
  const speaks = (order: AuditedOrder, name: string) =>
    subject.textsOf(order, name).some((text) => !isNothing(text));
  const said = saidOf(subject, lacks, REFUND, speaks);
  const beside = subject.beside.filter((list) => speaksOf(list, REFUND));
  if (beside.length > 0) return { rule: refundsBeside, field: 'refunds', columns: beside, orders: lacks };
  const [entries] = entriesThatSpeak(subject, lacks, REFUND);
  if (said.orders.length > 0) return { rule: unusedRefund, field: 'refunds', ...said };
  return entries
    ? { rule: unusedRefund, field: 'refunds', columns: [entries.name], orders: entries.orders }
    : wordsOfRefunds(subject, lacks).slice(0, 1);
};

export const MONEY_QUESTIONS: readonly Question[] = [
  (subject) => {
    const leftOut = amountLeftOut(subject);
    return [leftOut].flat().length > 0 ? leftOut : largerTotal(subject);
  },
  amountOnEachLine,
  refundOfAUnit,
  amountsInOtherUnits,
  refundsThatAreLeftOut,
];
