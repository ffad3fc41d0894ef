// The line items of a draft, and its amounts: prices, shipping, discounts and tax as the reading of the sums says.

import { speaksOf } from '../../audit/suspicion.ts';
import type { AmountColumn } from '../decide/amount-columns.ts';
import type { Reading } from '../decide/amounts.ts';
import { freeShippingIn } from '../decide/free-shipping.ts';
import { type LineDiscount, lineDiscountOf } from '../decide/line-discount.ts';
import { weightIsOf } from '../decide/line-weight.ts';
import { type TaxBase, taxBaseOf } from '../decide/tax-base.ts';
import type { Column, Row } from '../look/columns.ts';
import type { MappingJson } from '../types.ts';
import type { Writing } from './draft-fields.ts';

export function lines(w: Writing): void {
  const numbered = w.role('item.identifier');
  if (numbered && !w.survey.isRepeated && numbered.filled > 0)
    w.take('item.identifier', numbered, 'different on all lines of an order', { confidence: 'sure' });
  else {
    w.put('item.identifier', { generate: 'line' });
    w.limits.push('The export has no line identifiers: they are the order number and the sku');
  }
  const sku = w.role('item.sku');
  w.field('item.sku');
  const product = w.role('item.product');
  if (product && product !== sku) w.field('item.product_identifier', 'item.product');
  if (!w.field('item.variant_identifier', 'item.variant') && sku)
    w.take('item.variant_identifier', sku, 'no other identifier');
  if (!w.field('item.title') && sku) w.take('item.title', sku, 'no title in the export');
  w.put('item.tags', { constant: [] });
  if (!w.field('item.quantity')) {
    w.put('item.quantity', { constant: 1 });
    w.limits.push('The export has no quantity: each line counts as one unit');
  }
  weight(w);
  for (const field of ['item.image_url', 'item.upc']) w.field(field);
}

/** Of a unit: what the line weighs is divided, and what neither a unit nor a line weighs is left out. */
function weight(w: Writing): void {
  const of = weightIsOf(w.hypothesis);
  const quantity = w.role('item.quantity')?.name;
  if (of !== 'other')
    w.field('item.weight', 'item.weight', (name) => (of === 'line' ? { divide: [name, quantity] } : name));
}

export function amounts(w: Writing): void {
  const { amounts } = w.hypothesis;
  const chosen = w.reading?.reading;
  const price = chosen?.price ?? amounts.prices[0];
  if (price !== undefined) {
    const quantity = w.role('item.quantity')?.name;
    const isLine = chosen?.per === 'line' && quantity !== undefined;
    const value = money(w, price);
    set(w, 'item.unit_price_amount_cents', price, isLine ? ofOneUnit(w, price, quantity) : value);
  }
  // What is not in a total is something else, such as what the carrier takes; a subtotal never holds it.
  const isWhole = chosen && !amounts.subtotals.has(chosen.total ?? -1);
  const named = amounts.shipping.find(({ index }) => !amounts.unnamed.has(index));
  const shipping = chosen?.shipping ?? (isWhole ? undefined : named);
  setOrZero(w, 'shipping_amount_cents', shipping);
  const fees = amounts.shipsFees ? amounts.fees.filter(({ index }) => index !== shipping?.index) : [];
  if (fees.length > 0)
    w.put('shipping_amount_cents', withFees(w, [...(shipping ? [shipping] : []), ...fees], fees));
  // A tax on top that is shared over the lines contains that on shipping, when the file names it.
  const shippingTax = chosen?.shippingTax ?? (hasTaxBlock(w) ? amounts.shippingTax[0] : undefined);
  if (shippingTax || !hasTaxBlock(w) || !baseOf(w).isOnShipping)
    setOrZero(w, 'shipping_tax_amount_cents', isShipped(w) ? shippingTax : undefined);
  discounts(w, chosen ? chosen.discounts : amounts.discounts.filter((one) => !one.isRate).slice(0, 1));
  const total = chosen ? chosen.total : amounts.total[0];
  if (total !== undefined) {
    const credits = amounts.addsCredits ? amounts.credits : [];
    const more = credits.map((one) => unsigned(w, one, ofOrder(w, one)));
    const left = money(w, total);
    set(w, 'total_amount_cents', total, more.length > 0 ? { sum: [left, ...more] } : left);
  } else if (chosen) {
    w.put('total_amount_cents', madeTotal(w, chosen));
    w.limits.push(
      'No column holds the total of an order: it is what its lines, shipping, tax and discount make',
    );
  }
  if (hasTaxBlock(w)) return;
  setOrZero(w, 'item.tax_amount_cents', chosen?.tax, (tax) => ofRow(w, tax));
  if (!chosen?.tax && amounts.taxes.length > 0)
    w.limits.push('Prices include the tax: the tax of a line is sent as 0');
}

/** The amount of a line divided by its units, or by those that are left of them. */
function ofOneUnit(w: Writing, price: number, quantity: string): MappingJson {
  const value = money(w, price);
  const ofAll = { divide: [value, quantity] };
  const off = w.canceledUnits()?.name;
  if (off === undefined || w.answers['line_units'] !== 'left') return ofAll;
  const isNone = { column: off, sameAs: quantity };
  return {
    cases: [{ when: isNone, value: ofAll }],
    else: { divide: [value, { subtract: [quantity, off] }] },
  };
}

/** Sets a field with money, which is as sure as the sums are. */
function set(w: Writing, field: string, index: number, value: unknown): void {
  const { kind = 'open', of = 0, fits } = w.reading ?? {};
  const why = of > 0 ? `${fits} of ${of} orders add up` : 'name';
  const isAssumed = w.answers['amounts'] !== w.given['amounts'];
  const confidence = kind === 'open' || isAssumed ? 'likely' : 'sure';
  w.take(field, w.hypothesis.columns[index]!, why, { confidence, value });
}

function setOrZero(
  w: Writing,
  field: string,
  column: AmountColumn | undefined,
  make = (one: AmountColumn) => ofOrder(w, one),
): void {
  if (column) set(w, field, column.index, make(column));
  else w.put(field, { constant: 0 });
}

/** The column with money, in a calculation as well. */
const money = ({ hypothesis: { columns } }: Writing, index: number): string => columns[index]!.name;

/** A blank cell is 0. */
const ofRow = (w: Writing, { index, isOfUnit }: AmountColumn): MappingJson => {
  const column = money(w, index);
  const amount = { ...(isOfUnit ? { multiply: [column, countedUnits(w)] } : { column }), default: 0 };
  const free = freeShippingIn(w.hypothesis, w.reading?.reading);
  if (!free?.canSay || w.answers['free_shipping'] === 'no') return amount;
  if (index !== free.discount && index !== free.shipping) return amount;
  const when = { column: money(w, free.discount), sameAs: money(w, free.shipping) };
  return { cases: [{ when, value: { constant: 0 } }], else: amount };
};

/** The units that the total counts. */
const countedUnits = (w: Writing): unknown => {
  const canceled = w.reading?.reading.canceled;
  const { quantity } = w.item;
  return canceled === undefined ? quantity : { subtract: [quantity, money(w, canceled)] };
};

/** Of the whole order: what stands on each of its rows is added. */
const ofOrder = (w: Writing, one: AmountColumn): MappingJson =>
  one.level === 'item'
    ? { ...overItems(one.isOfUnit ? ofRow(w, one) : money(w, one.index)), default: 0 }
    : ofRow(w, one);

const overItems = (value: unknown) => ({ sum: [value], over: 'items' });

/** Some exports write what is taken off as a negative amount. */
const unsigned = (w: Writing, { index }: AmountColumn, amount: MappingJson): MappingJson =>
  w.hypothesis.orders.some((rows) => rows.some((row) => /[-\u2212(]/.test(row[index]!)))
    ? { multiply: [-1, amount] }
    : amount;

/** Without any shipping, what looks like a tax on it is another one of the goods. */
const isShipped = ({ order }: Writing): boolean =>
  JSON.stringify(order['shipping_amount_cents']) !== JSON.stringify(NOTHING_SHIPPED);
const NOTHING_SHIPPED = { constant: 0 };

/** Gift wrap, tips and the like, with the shipping. */
function withFees(w: Writing, all: readonly AmountColumn[], fees: readonly AmountColumn[]): MappingJson {
  const names = fees.map(({ index }) => w.hypothesis.columns[index]!.name);
  w.limits.push(`${names.join(' and ')}: sent with the shipping`);
  return { sum: all.map((one) => ofOrder(w, one)), default: 0 };
}

/** The price of all units of a line. Amounts of lines are taken as they are: prices of units made from them may be rounded. */
const worthOf = (w: Writing, { price, per }: Reading): unknown =>
  per === 'line' ? money(w, price) : { multiply: [w.item['unit_price_amount_cents'], countedUnits(w)] };

function madeTotal(w: Writing, reading: Reading): MappingJson {
  const { tax, shippingTax } = reading;
  const more = [tax, shippingTax].flatMap((one) => (one ? [ofOrder(w, one)] : []));
  const added = [w.order['shipping_amount_cents'], ...more];
  const taken = takenOff(w, reading).map((one) => ({ multiply: [-1, one] }));
  return { sum: [overItems(worthOf(w, reading)), ...added, ...taken] };
}

/** What is taken off the lines: the order's own discounts, and beside these that of its lines. */
function takenOff(w: Writing, { discounts }: Reading): unknown[] {
  const own = discounts.length > 0 ? [w.order['discount_amount_cents']] : [];
  const line = discounts.find(({ level }) => level === 'item');
  if (!line || discounts.length < 2) return own;
  const ofLine = line.isRate ? percentOf(w, line) : unsigned(w, line, ofRow(w, line));
  return [...own, { ...overItems(ofLine), default: 0 }];
}

/** Of the worth of a line, in whole cents. */
function percentOf(w: Writing, { index }: Pick<AmountColumn, 'index'>): MappingJson {
  const { name, texts } = w.hypothesis.columns[index]!;
  const rate = texts.some((text) => text.includes('%')) ? { column: name, strip: '% ' } : name;
  const times = { multiply: [worthOf(w, w.reading!.reading), rate] };
  return { divide: [times, 100], round: 'half_up', default: 0 };
}

/** A discount of the order that the total proves is shared over its lines, so that a refund of a line takes off its part. */
function discounts(w: Writing, columns: readonly AmountColumn[]): void {
  const amountOf = (one: AmountColumn) => (one.isRate ? percentOf(w, one) : unsigned(w, one, ofRow(w, one)));
  const free = freeShippingIn(w.hypothesis, w.reading?.reading);
  if (free && w.answers['free_shipping'] !== 'no') {
    const names = `${money(w, free.discount)} of the amount of ${money(w, free.shipping)}`;
    w.limits.push(
      free.canSay
        ? `${names}: free shipping, and no discount on the goods`
        : `${names}: if that is free shipping, refunds of goods are too small; export it without the minus sign`,
    );
  }
  const amounts = w.hypothesis.amounts.discounts.filter((one) => !one.isRate);
  const at = (wanted: AmountColumn['level']) =>
    [...columns, ...amounts].find(({ level }) => level === wanted);
  const [line, whole] = [at('item'), at('order')];
  const { reading } = w.reading ?? {};
  const isTaken = (one: AmountColumn) => reading?.discounts.includes(one) === true;
  const several = columns.filter(({ level }) => level === 'order').map(amountOf);
  const ofWhole = (one: AmountColumn) => (several.length > 1 ? { sum: several, default: 0 } : amountOf(one));
  const isOne = whole && !line && several.length === 1 && isTaken(whole);
  const own = isOne ? lineDiscountOf(w.hypothesis, reading!, whole) : undefined;
  if (own) set(w, 'item.discount_amount_cents', own.column.index, ofLine(w, reading!, own));
  else if (whole && isTaken(whole) && (!line || isTaken(line))) {
    // What a line has off by itself is no part of what the order takes off.
    const left = line && { by: { subtract: [worthOf(w, reading!), amountOf(line)] } };
    const by = left ?? (reading!.per === 'line' && { by: money(w, reading!.price) });
    const share = { share: ofWhole(whole), ...by, default: 0 };
    const value = line ? { sum: [amountOf(line), share], default: 0 } : share;
    set(w, 'item.discount_amount_cents', (line ?? whole).index, value);
  } else setOrZero(w, 'item.discount_amount_cents', line, amountOf);
  setOrZero(w, 'discount_amount_cents', whole ?? line, (one) =>
    whole ? ofWhole(one) : { ...overItems(amountOf(one)), default: 0 },
  );
}

/** What a line has off, from what is left of it, or as a percentage. */
function ofLine(w: Writing, reading: Reading, { column, holds }: LineDiscount): MappingJson {
  if (holds === 'percent') return percentOf(w, column);
  const left = holds === 'line' ? column.name : { multiply: [column.name, w.item['quantity']] };
  return { subtract: [worthOf(w, reading), left], default: 0 };
}

const hasTaxBlock = ({ reading }: Writing): boolean => reading?.reading.tax?.level === 'order';

/** The tax of the order is shared over its lines; the block says from which amounts. */
export function tax(w: Writing): MappingJson | undefined {
  if (!hasTaxBlock(w)) return undefined;
  const { reading } = w.reading!;
  const { tax, shippingTax } = reading;
  const taken = takenOff(w, reading);
  const ofTax = ofOrder(w, tax!);
  const ofShipping = isShipped(w) ? (shippingTax ?? w.hypothesis.amounts.shippingTax[0]) : undefined;
  return {
    // Some orders may have it in the prices.
    mode: 'auto',
    total: w.order['total_amount_cents'],
    subtotal: overItems(worthOf(w, reading)),
    shipping: w.order['shipping_amount_cents'],
    tax: shippingTax === undefined ? ofTax : { sum: [ofTax, ofOrder(w, shippingTax)], default: 0 },
    ...(ofShipping !== undefined && { shipping_tax: ofOrder(w, ofShipping) }),
    ...bearing(w, ofShipping === undefined),
    ...(taken.length > 0 && {
      discount: taken.length > 1 ? { sum: taken } : taken[0],
      subtotal_is: 'before_discount',
    }),
  };
}

/** What bears the tax, and at which rates: by default the lines by their prices less their discounts. */
function bearing(w: Writing, mayBeOnShipping: boolean): MappingJson {
  const { rate = variedRate(w), isOnShipping, isBeforeDiscount, isOpen } = baseOf(w);
  const taxable = rate ? undefined : taxableIn(w);
  const none = mayBeOnShipping ? ', and the shipping bears none' : '';
  if (isOpen && !rate)
    w.limits.push(`No few rates explain the tax of the orders: their lines share it by price${none}`);
  return {
    ...(isBeforeDiscount && { base_is: 'before_discount' }),
    ...(isOnShipping && mayBeOnShipping && { is_on: 'lines_and_shipping' }),
    ...(rate && { rate: { column: rate.name, strip: '%', default: 0 } }),
    ...(taxable && { taxable: { column: taxable.column.name, equals: taxable.yes } }),
  };
}

function baseOf(w: Writing): TaxBase {
  const { column, yes } = taxableIn(w) ?? {};
  const bears = (row: Row) => !column || yes!.includes(row[column.index]!);
  return taxBaseOf(w.hypothesis, w.reading!.reading, bears);
}

/** Columns that lines of an order differ in, or that some lack. */
function ofLines({ hypothesis: { columns, levels } }: Writing): readonly Column[] {
  const most = Math.max(...columns.map(({ filled }) => filled));
  const isVaried = ({ distinct, filled }: Column) => distinct > 1 || filled < most;
  return columns.filter((one) => levels[one.index] === 'item' && isVaried(one));
}

const variedRate = (w: Writing): Column | undefined =>
  ofLines(w).find(
    ({ index, meaning }) => w.hypothesis.amounts.rates.has(index) && meaning.concepts.has('tax'),
  );

/** The column that says whether a line bears tax, and how it says so. */
function taxableIn(w: Writing) {
  const column = ofLines(w).find(
    (one) => one.words && speaksOf(one.name, TAXABLE) && one.texts.every((text) => YES_OR_NO.test(text)),
  );
  const yes = column?.texts.filter((text) => YES.test(text)) ?? [];
  return column && yes.length > 0 ? { column, yes } : undefined;
}
const TAXABLE = /^(?:taxable|istaxable|taxed|steuerpflichtig|imponible|imposable|belastbaar)/;
const YES = /^(?:y|yes|true|1|ja|oui|si|sí|sim)$/i;
const YES_OR_NO = /^(?:y|yes|true|1|ja|oui|si|sí|sim|n|no|false|0|nein|non|não|nee|)$/i;
