// What the questions about an unknown table have in common, and texts that questions of a check have as well.
import { plural } from '../../../basics/units.ts';
import type { ChosenReading } from '../decide/choose-reading.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { RefundColumns } from '../decide/refund-columns.ts';
import { CANCELED_LINES } from '../decide/rules.ts';
import { type Column, samplesOf } from '../look/columns.ts';
import { hasEntries } from '../look/status-lists.ts';
import { statusMeant } from '../look/status-words.ts';
import type { Survey } from '../look/survey.ts';
import type { Question } from '../types.ts';
import { placeOf } from './country-defaults.ts';
import { kindOf } from './kinds.ts';

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
  ...{ id, text, choices: kindOf(id)?.choices ?? [], orders, proposed: null },
  ...{ unattended: more.proposed ?? null, ...more },
});

/** What words of the status mean; `words` with the number of their orders. */
export function statusQuestion(
  text: string,
  words: readonly (readonly [string, number])[],
  orders: number,
  hasUnits = false,
) {
  const proposals = words.map(([word, orders]) => ({
    word,
    orders,
    proposed: statusMeant(word, hasUnits) ?? 'refuse',
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
  [CANCELED_LINES]: 'the one that says which lines were cancelled',
  'customer.email': 'the e-mail address of the shopper',
  'item.sku': 'the sku of the line',
  'item.title': 'the title of the product',
  'item.quantity': 'the number of units ordered',
  'item.price': 'the price of a unit',
  tax: 'the tax on the order',
  shipped_date: 'the date of shipment',
  'item.shipped_date': 'the date of shipment',
  currency: 'the currency',
  'address.name': 'the name of the recipient',
  'address.street1': 'the street of the address',
  'address.city': 'the city of the address',
  'address.zip_code': 'the postal code of the address',
  'address.country_code': 'the country of the address',
};
export const nameOf = (role: string): string => {
  const [block, part] = role.split('.');
  const inBlock = block?.endsWith('_address') ? ROLE_NAMES[`address.${part}`] : undefined;
  return ROLE_NAMES[role] ?? inBlock?.replace('the address', `the ${block!.replace('_', ' ')}`) ?? role;
};
