// What the questions about an unknown table have in common, and texts that questions of a check have as well.

import { inputFailure } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import { formatCount, plural } from '../../../basics/units.ts';
import { ALL, speaksOf } from '../../audit/suspicion.ts';
import type { Reading, Seen } from '../decide/amounts.ts';
import { isPartlyOff } from '../decide/canceled-units.ts';
import { DONATION, isVoucher } from '../decide/cell-tests.ts';
import { type ChosenReading, isOfMost, readingText } from '../decide/choose-reading.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { RefundColumns } from '../decide/refund-columns.ts';
import { BLOCKS } from '../decide/rules.ts';
import { type Column, isNumbers, samplesOf } from '../look/columns.ts';
import { hasEntries } from '../look/status-lists.ts';
import type { Survey } from '../look/survey.ts';
import { statusMeant } from '../look/words.ts';
import type { Answers, Question } from '../types.ts';
import { isWhole, KINDS, kindOf, type Place, placeOf } from './kinds.ts';

export type Asking = ReturnType<typeof askingOf>;

/** What all parts of the questions look at, and the questions so far. */
export function askingOf(
  h: Hypothesis,
  survey: Survey,
  amounts: ChosenReading | undefined,
  refunds: RefundColumns | undefined,
) {
  const questions: Question[] = [];
  const ask = (id: string, text: string, more?: Partial<Question>) =>
    questions.push(questionOf(id, text, survey.orders, more));
  /** Asks for the column of a role; `none` says what it means that there is none. */
  const askColumn = (
    role: string,
    fitting: readonly Column[],
    { none = 'there is none', ...more }: Partial<Question> & { readonly none?: string } = {},
  ) =>
    ask(`column:${role}`, `Which column is ${nameOf(role)}?`, {
      choices: [...columnChoices(fitting), { value: 'none', text: none }],
      ...more,
    });
  /** Columns without a role: one of them may be what was not found. */
  const free = h.columns.filter(
    (one) =>
      one !== h.key &&
      !hasEntries(one) &&
      one.filled > 0 &&
      ![...h.roles].some(([role, { column }]) => role !== 'item.variant' && column === one),
  );
  return { h, survey, amounts, refunds, place: placeOf(h), questions, ask, askColumn, free };
}

export const isTexts = ({ share }: Column): boolean => share.date < 0.5 && share.currency < 0.5;

export const hasPlace = ({ roles }: Hypothesis, blocks: readonly string[] = BLOCKS): boolean =>
  blocks.some((block) => roles.has(`${block}.street1`) || roles.has(`${block}.city`));

export const columnChoices = (columns: readonly Column[]) =>
  columns.map((column) => ({ value: column.name, text: lookText(column) }));

/** `such as W-1, S-3; 3 values in 60 rows` */
export const lookText = (column: Column): string =>
  column.filled === 0 ? samplesOf(column) : `${samplesOf(column)}; ${countText(column)}`;
export const countText = ({ distinct, filled }: Column): string =>
  `${plural(distinct, 'value')} in ${plural(filled, 'row')}`;

/** Unless `more` says otherwise, what Enter takes is also assumed when nobody can be asked. */
export const questionOf = (
  id: string,
  text: string,
  orders: number,
  more: Partial<Question> = {},
): Question => ({
  id,
  text,
  choices: kindOf(id)?.choices ?? [],
  orders,
  proposed: null,
  unattended: more.proposed ?? null,
  ...more,
});

/** What words of the status mean; `words` with the number of their orders. `hasLeft`: of a word that does not say so itself. */
export function statusQuestion(
  text: string,
  words: readonly (readonly [string, number])[],
  orders: number,
  hasUnits = false,
  hasLeft = (_word: string) => false,
) {
  const proposals = words.map(([word, orders]) => ({
    word,
    orders,
    proposed: statusMeant(word, hasUnits) ?? (hasLeft(word) ? 'Shipped' : 'refuse'),
  }));
  return questionOf('statuses', text, orders, { words: proposals, unattended: meaningsOf(proposals) });
}

/** The meanings that are proposed: orders with a word that is not known are refused. */
export const meaningsOf = (words: NonNullable<Question['words']>): Record<string, string> =>
  Object.fromEntries(words.map(({ word, proposed }) => [word, proposed]));

/** The example of what does not decide a question, inside its text. */
const suchAs = (example: string | undefined): string =>
  example === undefined ? '' : `, such as ${example},`;

/** Asked about an unknown table, and where a check finds it. `example`: an amount or a date that reads both ways. */
export const decimalText = (example: string | undefined): string =>
  `Which sign stands before the cents? No amount${suchAs(example)} decides it`;
export const dateOrderText = (column: string | undefined, example: string | undefined): string =>
  `Does the day or the month come first in the dates${column === undefined ? '' : ` in ${column}`}? No date${suchAs(example)} decides it`;

const ROLE_NAMES: Readonly<Record<string, string>> = {
  created_at: 'the date of the order',
  updated_at: 'the date of the last change',
  status: 'the status of the order',
  'customer.email': 'the e-mail address of the shopper',
  'item.sku': 'the sku of the line',
  'item.title': 'the title of the product',
  'item.quantity': 'the number of units ordered',
  'item.price': 'the price of a unit',
  tax: 'the tax, of the order or of its lines',
  shipped_date: 'the date of shipment',
  'item.shipped_date': 'the date of shipment',
  currency: 'the currency',
  'address.name': 'the name of the recipient',
  'address.street1': 'the street of the address',
  'address.city': 'the city of the address',
  'address.zip_code': 'the postal code of the address',
  'address.country_code': 'the country of the address',
};
const nameOf = (role: string): string => {
  const [block, part] = role.split('.');
  const inBlock = block?.endsWith('_address') ? ROLE_NAMES[`address.${part}`] : undefined;
  return ROLE_NAMES[role] ?? inBlock?.replace('the address', `the ${block!.replace('_', ' ')}`) ?? role;
};

// Why no order can be made of a file; and the question about numbers that stand on the first row of an order only.

/** The column, and the first row without a number. */
export interface BlankNumber {
  readonly name: string;
  readonly row: number;
}

const blankText = (column: string) => `${quote(column)} is blank on further rows of an order`;

export const fillQuestion = ({ name, row }: BlankNumber, orders: number) =>
  questionOf(
    'fill_down',
    `${blankText(name)} (row ${row + 1} below the header). Do such rows belong to the order above them?`,
    orders,
    { proposed: 'yes', unattended: null },
  );

export const withoutNumber = (file: string, { name, row }: BlankNumber) =>
  inputFailure('input.map.lacking', blankText(name), {
    place: { file },
    expected: 'the number of the order on each of its rows',
    found: `none in row ${row + 1} below the header`,
    hint: 'Fill the number down: in a spreadsheet take apart merged cells, and copy it into the blank cells below.',
  });

export const undatable = (file: string, answers: Answers) =>
  inputFailure('input.map.undatable', 'The export does not say which snapshot of an order is newer', {
    place: { file, ...(answers['column:created_at'] === 'none' && { path: 'column:created_at' }) },
    expected: 'a column with a date that moves when the order changes, such as "last modified"',
    hint: 'Export such a column as well: without it an older export could overwrite a newer order.',
  });

/** `question`: the one whose answer says so. */
export const cannotBeOrders = (file: string, lacks: string, question?: string) =>
  inputFailure('input.map.lacking', `No order can be made of this file: it lacks ${lacks}`, {
    place: { file, ...(question !== undefined && { path: question }) },
    expected: 'orders with e-mail address, shipping address, and line items with price and quantity',
    hint: 'Export these columns as well, or name a second file that has them: --with orders=FILE.',
  });

// What the amounts of an unknown table leave open: whether they are cents, which sign stands before the cents, how they add up, and
// money that the interface has no field for.

/** Currencies in which prices are rarely whole. */
const WITH_CENTS = new Set('EUR USD GBP CHF AUD CAD NZD PLN'.split(' '));

export function money(asking: Asking): void {
  const { h, survey, amounts, refunds, place, ask } = asking;
  const { cents } = h;
  if (cents && (cents.isNamed || !isWhole(place.currency))) {
    const named = cents.columns.map(({ name }) => name).join(', ');
    const example = cents.columns.find(({ example }) => /[1-9]/.test(example))?.example ?? '';
    const digits = example.replace(/\D/g, '').padStart(3, '0');
    const both = `${digits.slice(0, -2)}.${digits.slice(-2)} or ${digits}.00`;
    ask('cents', `Are the amounts in ${named} whole cents? ${example}: ${both}?`, {
      proposed: cents.isNamed || WITH_CENTS.has(place.currency ?? '') ? cents.proposed : null,
      // A name with `cents` in it says so of all that adds up with it.
      unattended: cents.isNamed ? 'cents' : null,
    });
  }
  // Where orders add up without it, the money is no part of the total: a commission of the marketplace.
  const { fees, shipsFees, credits, addsCredits } = h.amounts;
  // Nobody means to refuse most orders.
  const isMost = (seen: readonly Seen[]) => seen.some(({ orders }) => orders * 2 > survey.orders);
  const feesText = 'the interface has no field for such money. What shall happen to orders with it?';
  const cardsText = 'was that paid with gift cards, so that the total in the file is what was left to pay?';
  const apart = [
    ['fees', 'fee', fees, shipsFees, feesText],
    ['gift_cards', 'credit', credits, addsCredits, cardsText],
  ] as const;
  for (const [id, kind, columns, isTaken, text] of apart) {
    const { choices } = KINDS[id];
    const proposed = choices[0]!.value;
    const seen = (amounts?.watched ?? []).filter(
      ({ column, orders, fits }) => column.kind === kind && fits < orders * 0.9,
    );
    const names = columns.map(({ index }) => h.columns[index]!.name).join(' and ');
    const isGiven = speaksOf(names, DONATION);
    const isUsual = isTaken || seen.every(({ orders, fits, explains }) => explains * 2 > orders - fits);
    const unasked = isPart(seen) ? proposed : amounts?.kind === 'open' || isMost(seen) ? null : 'refuse';
    if ((seen.length > 0 || isTaken) && !h.amounts.isTyped)
      ask(id, `${names}: ${text}`, {
        choices: choices.filter(({ value }) => id === 'fees' || value !== 'discount'),
        // How the amounts add up is asked after it.
        // Enter takes it only where the totals do not add up without it.
        proposed: isUsual && !isGiven ? proposed : null,
        unattended: isGiven ? null : unasked,
        orders: Math.max(1, ...seen.map(({ orders }) => orders)),
      });
  }
  vouchers(asking);
  if (h.undecidedAmount !== undefined)
    ask('decimal', decimalText(quote(h.undecidedAmount)), {
      proposed: isWhole(place.currency) ? otherSign(h.undecidedAmount) : null,
      unattended: null,
    });
  // Which sums add up is seen once the amounts can be read.
  else if (amounts?.kind === 'open') {
    const nameAt = (index: number) => h.columns[index]!.name;
    const isEnough =
      amounts.of > 0 && amounts.fits >= amounts.of * 0.9 && amounts.against.length === 0 && isOfMost(amounts);
    const texts = amounts.others.map(({ reading, fits, of }) => ({
      value: readingText(reading, h.amounts.quantity, nameAt),
      text: of === 0 ? 'no column says it' : `${formatCount(fits)} of ${plural(of, 'order')} add up`,
    }));
    const leftOut = amounts.against.map(
      ({ column, orders }) => `${nameAt(column.index)} is not 0 in ${plural(orders, 'order')}`,
    );
    const isPaid = amounts.reading.discounts.some(({ index }) => speaksOf(nameAt(index), PAID));
    const why =
      leftOut.length > 0 ? ` The best equation does not explain all money: ${leftOut.join('; ')}.` : '';
    const taken = amounts.others.flatMap(({ reading }) => reading.discounts.map(({ index }) => index));
    const rates = [...h.amounts.rates]
      .filter((one) => !taken.includes(one))
      .map(nameAt)
      .join(' and ');
    const beside = rates === '' ? '' : ` ${rates}: percentages, which no sum can hold.`;
    ask('amounts', `How do the amounts of an order add up?${why}${beside}`, {
      choices: texts,
      proposed:
        (isEnough || isMade(h, amounts.reading, place)) && !isPaid && rates === '' ? texts[0]!.value : null,
      unattended: null,
      orders: amounts.of - amounts.fits || survey.orders,
    });
  }
  unnamedTax(asking);
  const line = amounts?.reading.per === 'line' ? amounts.reading.price : undefined;
  if (line !== undefined && isPartlyOff(h))
    ask('line_units', `Where units of a line were cancelled, of which is the amount in ${h.names[line]}?`);
  const refunded = h.roles.get('refunded');
  if (refunds)
    ask('refunds', `${refunds.names.join(', ')} look like refunds. What shall happen to them?`, {
      proposed: 'send',
      // Orders of which rows are left out are reported.
      unattended: refunds.when ? 'warn' : null,
      orders: refunds.orders,
    });
  else if (refunded && survey.refunded > 0)
    ask(
      'refunds',
      `${refunded.column.name} holds refunded money. A refund needs a number, a date and lines, so it cannot be sent. What shall happen to these orders?`,
      { choices: WITHOUT_SENDING, proposed: 'warn', orders: survey.refunded },
    );
}

/** What is taken off under such a name was paid before, or in another way. */
const PAID =
  /^(?:paid|prepaid|deposit|downpayment|advance|points?$|redeem|anzahlung|vorauszahl|vorkasse|bezahlt|gezahlt|skonto|cashdiscount|punkte|treuepunkte|bonuspunkte|acompte|arrhes|paye|escompte|anticipo|pagado|senal|adiantamento|sinal|pago$|acconto|pagato|punti|puntos|pontos|aanbetaling|betaald|voorschot|spaarpunten|zaliczka|punkty|forskott|ポイント)/u;

/** What an equation takes off as `Gutschein` may be a gift card: whoever paid with one gets its money back as well. */
function vouchers({ h, amounts, questions, ask }: Asking): void {
  const others = amounts?.kind === 'open' ? amounts.others : [];
  const readings = [amounts, ...others].flatMap((one) => one?.reading ?? []);
  const taken = new Set(readings.flatMap(({ discounts }) => discounts.map(({ index }) => index)));
  const found = h.columns.filter((one) => taken.has(one.index) && isVoucher(one) && isNumbers(one));
  const ofOrder = found.filter(({ index }) => h.levels[index] !== 'item');
  if (ofOrder.length === 0 || h.amounts.isTyped) return;
  // Beside a column that is one of gift cards both are asked about at once.
  const asked = questions.findIndex(({ id }) => id === 'gift_cards');
  if (asked >= 0) questions.splice(asked, 1);
  const cards = h.amounts.credits.map(({ index }) => h.columns[index]!);
  const names = [...new Set([...cards, ...ofOrder])].map(({ name }) => name).join(' and ');
  const seen = (amounts?.watched ?? []).filter(({ column }) =>
    ofOrder.some(({ index }) => index === column.index),
  );
  ask('gift_cards', `${names}: was that paid with gift cards, or is it a discount?`, {
    orders: Math.max(1, ...seen.map(({ orders }) => orders)),
  });
}

/** What is added to the total under a name that says nothing, by a person or by the sums, may be the tax or the shipping. */
function unnamedTax({ h, amounts, askColumn }: Asking): void {
  const { isTyped, taxes, shipping, fees, unnamed } = h.amounts;
  if (!isTyped && amounts?.kind !== 'open') return;
  const isUnnamed = ({ index }: { readonly index: number }) =>
    (isTyped || unnamed.has(index)) && h.columns[index]!.meaning.concepts.size === 0;
  const unknown = new Set([...shipping, ...fees, ...taxes].filter(isUnnamed).map(({ index }) => index));
  if (unknown.size > 0 && taxes.every(isUnnamed))
    askColumn(
      'tax',
      [...unknown].map((index) => h.columns[index]!),
      { none: 'there is none: all of it is sent with the shipping' },
    );
}

/** Every order with the money adds up with it, and none without. */
const isPart = (seen: readonly Seen[]): boolean =>
  seen.length > 0 &&
  seen.every(({ orders, fits, explains }) => orders >= ALL && fits === 0 && explains === orders);

const WITHOUT_SENDING = KINDS.refunds.choices.filter(({ value }) => value !== 'send');

/** What stands before three digits of a currency without decimals is no decimal sign. */
const otherSign = (amount: string): string => (amount.includes('.') ? ',' : '.');

/**
 * Without a total: when the name says whose price it is, and it is known whether a tax is in it. In the United States and Canada it
 * never is.
 */
const isMade = (
  { amounts, columns }: Hypothesis,
  { total, price, per }: Reading,
  { currency }: Place,
): boolean =>
  total === undefined &&
  (per === 'line' ? amounts.ofLine.has(price) : columns[price]!.meaning.concepts.has('unit')) &&
  (['USD', 'CAD'].includes(currency ?? '') ||
    amounts.taxes.every(({ index }) => !isNumbers(columns[index]!)));
