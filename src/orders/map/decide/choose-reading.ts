// Chooses the reading of the amounts that the orders of the file show, and says whether they prove it.

import { inputFailure } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import type { Level } from '../look/columns.ts';
import type { Answers } from '../types.ts';
import type { AmountColumn, AmountColumns, FoundColumns } from './amount-columns.ts';
import { type Evidence, isAsked, partsOf, type Reading, type Seen } from './amounts.ts';

export interface ChosenReading extends Evidence {
  /**
   * sure: nearly all orders add up this way, and nothing speaks against it, or a person chose it. open: a person has to choose.
   */
  readonly kind: 'sure' | 'open';
  /** The best readings, to choose from. */
  readonly others: readonly Evidence[];
  /** Columns with money that the best reading leaves out, or does not explain. */
  readonly against: readonly Seen[];
}

/** Share of the orders that must add up. The others have fees, tips or gift cards, and are refused one by one. */
const ENOUGH = 0.9;
const MOST_CHOICES = 4;

type NameOf = (index: number) => string;

/** `evidence` with the best first; `chosen`: an equation as `readingText` writes it. Undefined when there is no price. */
export function chooseReading(
  evidence: readonly Evidence[],
  columns: AmountColumns,
  nameOf: NameOf,
  chosen?: string,
): ChosenReading | undefined {
  const textOf = ({ reading }: Evidence) => readingText(reading, columns.quantity, nameOf);
  const isUsed = ({ reading }: Evidence) => partsOf(reading).length;
  const given = columns.isTyped
    ? [...evidence].sort((a, b) => isUsed(b) - isUsed(a))[0]
    : evidence.find((one) => textOf(one) === chosen);
  const best = bestOf(evidence);
  if (!best) return undefined;
  const others = choicesOf(best, evidence);
  if (given) return { ...given, kind: 'sure', others, against: [] };
  const isAgainst = (of: Evidence) => (one: Seen) => speaksAgainst(one, of, evidence, columns.subtotals);
  const against = best.watched.filter(isAgainst(best));
  const isNamed = !partsOf(best.reading).some((index) => columns.unnamed.has(index));
  const isSolid = isNamed && best.solid * 2 >= best.fits && best.of > 0 && isOfMost(best);
  if (isSolid && against.length === 0 && best.fits >= best.of * ENOUGH)
    return { ...best, kind: 'sure', others, against };
  return { ...best, kind: 'open', others, against };
}

/** Those that are left when orders with fees do not count may add up by chance. */
export const isOfMost = ({ all, fits, withFees }: Pick<Evidence, 'all' | 'fits' | 'withFees'>): boolean =>
  fits + withFees >= all * ENOUGH;

/** Whether the orders prove nothing because of a column with money that takes no part. */
function speaksAgainst(
  { column, isUsed, orders, fits, above }: Seen,
  { reading }: Evidence,
  evidence: readonly Evidence[],
  subtotals: ReadonlySet<number>,
): boolean {
  const { kind, index } = column;
  if (isAsked(column)) return false;
  if (isUsed) return kind !== 'total' && fits * 2 < orders;
  // Tax and discount that are in the prices already: these orders add up without them; but a subtotal never holds them.
  if (kind === 'tax' || kind === 'discount')
    return fits < orders * ENOUGH || subtotals.has(reading.total ?? -1);
  if (kind === 'shipping') return reading.shipping === undefined || fits < orders * ENOUGH;
  // A larger total that nothing explains: something is in it that was not found.
  const isExplained = evidence.some(
    (one) => one.reading.total === index && one.solid > 0 && one.fits >= one.of * ENOUGH,
  );
  return above > orders * (1 - ENOUGH) && !isExplained;
}

/**
 * The reading of most orders; but `lines = subtotal` is true of every order as well, so that another total counts for more when
 * nearly as many orders add up to it with shipping, tax or discount.
 */
function bestOf(evidence: readonly Evidence[]): Evidence | undefined {
  const [first] = evidence;
  if (!first) return undefined;
  const fuller = evidence.find(
    ({ reading, fits, of, used }) =>
      reading.total !== first.reading.total && fits > 0 && fits >= of * ENOUGH && used > first.used,
  );
  return fuller ?? first;
}

/** Readings that explain some order, without those that explain exactly as many as a better one; then sums that no column holds. */
function choicesOf(best: Evidence, evidence: readonly Evidence[]): Evidence[] {
  const kept: Evidence[] = best.fits > 0 ? [best] : [];
  for (const one of evidence) {
    if (kept.length === MOST_CHOICES || one.fits === 0) break;
    const isSame = (other: Evidence) =>
      other.fits === one.fits && other.used === one.used && other.reading.total === one.reading.total;
    if (!kept.includes(one) && !kept.some(isSame)) kept.push(one);
  }
  const made = evidence.filter(({ reading }) => reading.total === undefined);
  const first = made[0] && { ...made[0].reading, shippingTax: undefined };
  const isOf = (keys: readonly (keyof Reading)[], reading: Reading) =>
    keys.every((key) => JSON.stringify(reading[key]) === JSON.stringify(first![key]));
  // Another tax or discount; the price of a line; or that, and money for each line.
  const isLikely = ({ reading }: Evidence) =>
    isOf(['price', 'per', 'shipping', 'shippingTax'], reading) ||
    isOf(['price', 'shipping', 'tax', 'shippingTax', 'discounts'], reading) ||
    (best.of === 0 &&
      reading.shipping?.index === first!.shipping?.index &&
      isOf(['price', 'tax', 'shippingTax', 'discounts'], reading));
  return [...kept, ...made.filter(isLikely)];
}

/** `lines + shipping + tax - discount = total`, with the names of the columns. */
export function readingText(
  { total, price, per, canceled, shipping, tax, shippingTax, discounts }: Reading,
  quantity: number | undefined,
  nameOf: NameOf,
): string {
  const all = quantity === undefined ? '' : nameOf(quantity);
  const units = canceled === undefined ? all : `(${all} - ${nameOf(canceled)})`;
  const lines = per === 'unit' ? `${nameOf(price)} x ${units}` : `sum of ${nameOf(price)}`;
  const plus = [shipping, tax, shippingTax].flatMap((one) =>
    one ? [` + ${one.isEach ? 'sum of ' : ''}${nameOf(one.index)}${one.isOfUnit ? ` x ${units}` : ''}`] : [],
  );
  const minus = discounts.map(({ index, isRate }) => ` - ${nameOf(index)}${isRate ? ' %' : ''}`);
  return `${lines}${plus.join('')}${minus.join('')} = ${total === undefined ? 'the total' : nameOf(total)}`;
}

// An equation of the amounts that a person wrote: none of those that were found is right.

/** Its columns by their index: `lines + parts - discounts = total`. */
export type Equation = Readonly<NonNullable<ReturnType<typeof typedIn>>['equation']>;

/** Undefined for an equation that was found. The answers say which columns it has. @throws Failure exit 6 */
export function typedIn(
  text: string,
  names: readonly string[],
  amounts: Pick<AmountColumns, 'quantity' | 'rates'>,
  readings: readonly Evidence[],
) {
  const nameAt = (index: number) => names[index]!;
  if (readings.some(({ reading }) => readingText(reading, amounts.quantity, nameAt) === text))
    return undefined;
  const known = names.filter((name) => name !== '').sort((a, b) => b.length - a.length);
  const name = `(?:${known.map((one) => one.replace(/[^\p{L}\p{N} ]/gu, '\\$&')).join('|')})`;
  const units = `(?: x (?:${name}|\\(${name} - ${name}\\)))?`;
  const ofUnits = `(?: x (?:(${name})|\\((${name}) - (${name})\\)))?`;
  const whole = new RegExp(
    `^(?:sum of )?(${name})${ofUnits}((?: [+-] (?:sum of )?${name}${units})*) = (${name}|the total)$`,
  );
  const [, price, all, some, canceled, parts = '', total] = whole.exec(text) ?? [];
  const quantity = all ?? some;
  if (price === undefined) throw noEquation(text);
  const rate = [...amounts.rates].map(nameAt).find((one) => parts.includes(one));
  if (rate !== undefined) throw ofRate(rate);
  const partsWith = (sign: string) =>
    [...parts.matchAll(new RegExp(` ([+-]) (?:sum of )?(${name})${units}`, 'g'))]
      .filter(([, own]) => own === sign)
      .map(([, , own]) => names.indexOf(own!));
  const indexOf = (one: string | undefined) => (one === undefined ? undefined : names.indexOf(one));
  const sum = total === 'the total' ? undefined : total;
  const columns = { 'item.price': price, 'item.quantity': quantity, total: sum };
  const answers = Object.entries(columns).flatMap(([role, one]) => (one ? [[`column:${role}`, one]] : []));
  return {
    equation: {
      price: names.indexOf(price),
      quantity: indexOf(quantity),
      total: indexOf(sum),
      /** Units that were taken off: `Price x (Quantity - Cancelled)`. */
      canceled: indexOf(canceled),
      plus: partsWith('+'),
      minus: partsWith('-'),
    },
    answers: Object.fromEntries(answers) as Answers,
  };
}

const ofRate = (name: string) =>
  inputFailure('input.answers.value', `${quote(name)} holds percentages, and no amounts`, {
    place: { path: 'amounts' },
    expected: 'columns with amounts of money',
    hint: 'Export the tax or the discount in money as well; a percentage is no part of a sum.',
  });

const noEquation = (text: string) =>
  inputFailure('input.answers.value', 'The answer to "amounts" is no equation of columns', {
    place: { path: 'amounts' },
    expected: 'such as Price x Quantity + Shipping - Discount = Total, with the names of the columns',
    found: quote(text),
    hint: 'Correct the answer; --answers-template prints the equations that were found.',
  });

/**
 * Each column with what its name or its amounts say: what stands on each line is a tax; of those that are none one is the shipping,
 * and the others go with it.
 */
export function typedColumns(
  { plus, minus, price, quantity, canceled, total }: Equation,
  found: FoundColumns,
  levels: readonly Level[],
) {
  const at = (kind: AmountColumn['kind'], list: readonly number[], unknown: 'order' | 'item' = 'order') =>
    list.map((index): AmountColumn => {
      const level = levels[index]!;
      return { index, level: level === 'unknown' ? unknown : level, kind };
    });
  const isIn = (list: readonly AmountColumn[]) => (index: number) => list.some((one) => one.index === index);
  const isNamed = isIn([...found.shipping, ...found.fees]);
  const isTax = (index: number) =>
    !found.freights.has(index) &&
    (isIn([...found.taxes, ...found.shippingTax])(index) || (levels[index] === 'item' && !isNamed(index)));
  const [tax, others] = [plus.filter(isTax), plus.filter((one) => !isTax(one))];
  const isSure = (one: number) => isIn(found.shipping)(one) && !found.unnamed.has(one);
  const named = others.find(isSure) ?? others.find((one) => found.freights.has(one)) ?? others[0];
  return {
    ...found,
    quantity,
    made: undefined,
    prices: [price],
    total: total === undefined ? [] : [total],
    canceled: canceled === undefined ? [] : [canceled],
    taxes: at('tax', tax.slice(0, 1)),
    shippingTax: at('tax', tax.slice(1)),
    shipping: at(
      'shipping',
      others.filter((one) => one === named),
    ),
    fees: at(
      'fee',
      others.filter((one) => one !== named),
    ),
    discounts: at('discount', minus, 'item'),
    unnamed: new Set<number>(),
  };
}
