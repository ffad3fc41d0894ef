// An equation of the amounts that a person wrote: none of those that were found is right.
import { inputFailure } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import type { Level } from '../look/columns.ts';
import type { Answers } from '../types.ts';
import type { AmountColumn, AmountColumns, FoundColumns } from './amount-columns.ts';
import type { Evidence } from './amounts.ts';
import { readingText } from './choose-reading.ts';

/** Its columns by their index: `lines + parts - discounts = total`. */
export interface Equation {
  readonly price: number;
  readonly quantity: number | undefined;
  /** Units that were taken off: `Price x (Quantity - Cancelled)`. */
  readonly canceled: number | undefined;
  readonly plus: readonly number[];
  readonly minus: readonly number[];
  readonly total: number | undefined;
}

/** Undefined for an equation that was found. The answers say which columns it has. @throws Failure exit 6 */
export function typedIn(
  text: string,
  {
    names,
    amounts,
  }: { readonly names: readonly string[]; readonly amounts: Pick<AmountColumns, 'quantity'> },
  readings: readonly Evidence[],
): { readonly equation: Equation; readonly answers: Answers } | undefined {
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
      ...{ price: names.indexOf(price), quantity: indexOf(quantity), total: indexOf(sum) },
      canceled: indexOf(canceled),
      ...{ plus: partsWith('+'), minus: partsWith('-') },
    },
    answers: Object.fromEntries(answers),
  };
}

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
    isIn([...found.taxes, ...found.shippingTax])(index) || (levels[index] === 'item' && !isNamed(index));
  const [tax, others] = [plus.filter(isTax), plus.filter((one) => !isTax(one))];
  const named = others.find((one) => isIn(found.shipping)(one) && !found.unnamed.has(one)) ?? others[0];
  return {
    ...{ ...found, quantity, made: undefined, prices: [price], total: total === undefined ? [] : [total] },
    canceled: canceled === undefined ? [] : [canceled],
    ...{ taxes: at('tax', tax.slice(0, 1)), shippingTax: at('tax', tax.slice(1)) },
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
