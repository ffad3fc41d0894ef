// The questions that a check with the proposed mapping leaves open: what it cannot decide, and what it would refuse.

import { shippingAsLine } from '../../../contract/order-rules/audit.ts';
import { pathOf } from '../../../input/mapping/json/json-paths.ts';
import { REFUND } from '../../audit/money.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import type { CodeRow } from '../../upload/order-run.ts';
import type { Recognised } from '../look/mapping-for-header.ts';
import type { Trial, Undecided } from '../trial.ts';
import type { Answers, AskedQuestion, Question } from '../types.ts';
import { statusColumn } from '../write/edit-statuses.ts';
import { hasOneAddress, hasTwoAddresses } from '../write/edits.ts';
import { dateOrderText, decimalText, questionOf, statusQuestion } from './asking.ts';
import { auditQuestions, refundFieldOf } from './audit-questions.ts';
import { KINDS, type KindId } from './kinds.ts';

/** The answers that chosen choices stand for; a template stands for what a choice would. */
export const impliedBy = (questions: readonly Pick<AskedQuestion, 'id' | 'choices' | 'answer'>[]): Answers =>
  Object.fromEntries(
    questions.flatMap(({ id, choices, answer }): [string, Answers[string]][] => {
      const chosen = choices.find(({ value }) => value === answer);
      if (chosen || answer === null || !id.startsWith('field:')) return Object.entries(chosen?.answers ?? {});
      return Object.keys(choices[0]?.answers ?? {}).map((one) => [one, answer]);
    }),
  );

const ADDRESS_PARTS = ['name', 'street1', 'city', 'zip_code', 'country_code'];

/** What Enter takes, and what is taken when nobody can be asked. */
type Usual = readonly [proposed: string, unattended?: string];

/** `zone`: of the country or the currency of the shop. */
export function trialQuestions(
  { summary, plan, mapping }: Trial,
  undecided: readonly Undecided[],
  zone: Partial<Question>,
  answers: Answers,
): Question[] {
  const orders = summary.input.orders;
  const questions = undecided.map((one) => undecidedQuestion(one, orders, zone));
  const { by_code: refused } = summary.refused;
  const missing = (...fields: readonly string[]): number =>
    Math.max(...fields.map((field) => countOf(refused, 'order.field.missing', field)));
  const ask = (id: KindId, count: number, text: string, [proposed, unattended = proposed]: Usual) => {
    // What all orders lack, no answer of most shops makes good.
    const isLikely = count < orders;
    if (count > 0) questions.push(questionOf(id, text, count, isLikely ? { proposed, unattended } : {}));
  };
  ask(
    'email',
    missing('customer.email', 'customer'),
    'Some orders have no e-mail address, which the service needs. What shall happen to them?',
    ['refuse'],
  );
  // What all orders lack stands in a column that was not found; without one, in none.
  const isLost = (field: string) =>
    missing(field) >= orders * 0.9 && answers[`field:${field}`] === undefined && orders > 0;
  for (const part of ADDRESS_PARTS) {
    const lost = ['shipping_address', 'billing_address'].map((block) => `${block}.${part}`).filter(isLost);
    // Two addresses with columns of their own have two columns of it as well.
    for (const fields of hasTwoAddresses(mapping) ? lost.map((one) => [one]) : [lost]) {
      const [field] = fields;
      if (field === undefined) continue;
      const choices = columnsOrNone(plan.mapping?.unmapped ?? [], 'none has it').map((choice) => ({
        ...choice,
        answers: Object.fromEntries(fields.map((one) => [`field:${one}`, choice.value])),
      }));
      const two = part === 'name' ? ' Where it has two columns: that of the first name.' : '';
      const text = `No order has ${fields.join(' and ')}. Which column is it?${two}`;
      questions.push(questionOf(`field:${field}`, text, missing(field), { choices, unattended: null }));
    }
  }
  const lacks = (block: string) =>
    missing(
      block,
      ...['street1', 'city'].map((part) => `${block}.${part}`).filter((field) => !isLost(field)),
    );
  const other = { shipping_address: 'billing', billing_address: 'shipping' } as const;
  for (const block of ['shipping_address', 'billing_address'] as const)
    ask(
      block,
      hasOneAddress(mapping) ? 0 : lacks(block),
      `Some orders have no ${block.replace('_', ' ')}. Shall the ${other[block]} address be taken instead?`,
      [other[block]],
    );
  ask(
    'postal_code',
    Math.max(
      ...['shipping_address', 'billing_address'].map((block) =>
        isLost(`${block}.zip_code`) ? 0 : missing(`${block}.zip_code`) - lacks(block),
      ),
    ),
    'Some orders have no postal code. Shall they be sent without it?',
    ['send'],
  );
  const noSku = missing('items[].sku');
  const { sku, upc: code } = (mapping['item'] ?? {}) as Record<string, unknown>;
  const upc =
    sku === undefined && typeof code === 'string'
      ? [{ value: code, text: 'the code of the product', answers: { 'field:item.sku': code } }]
      : [];
  // Rows of the shipping have none; once they are told, the question is about others.
  const told =
    answers['sku'] === 'shipping' ? [{ value: 'shipping', text: 'nothing: some were the shipping' }] : [];
  const ofRows = auditQuestions(plan.audit).find(({ id }) =>
    id.startsWith(`confirm:${shippingAsLine.code}:`),
  );
  const rows = ofRows?.choices.filter(({ value }) => value === 'shipping') ?? told;
  const choices = [...upc, ...KINDS.sku.choices, ...rows];
  if (noSku > 0)
    questions.push(
      questionOf(
        'sku',
        'Some lines have no sku, by which the service and your catalog know a product. What shall stand for it?',
        noSku,
        { choices, proposed: rows.length > 0 ? null : choices[0]!.value },
      ),
    );
  ask(
    'round',
    refused.find(({ code }) => code === 'cell.inexact')?.count ?? 0,
    'The price of a unit is the amount of the line divided by its units, which is not always whole cents. Round it?',
    ['half_up', 'refuse'],
  );
  const unknown = refused.find(({ code }) => code === 'cell.unmapped');
  const column = statusColumn(mapping);
  const words = (unknown?.details ?? []).flatMap(({ field, word, count }) =>
    field === pathOf(column ?? '') && word !== null ? [[word, count] as const] : [],
  );
  const count = words.reduce((sum, [, orders]) => sum + orders, 0);
  if (count > 0) questions.push(statusQuestion('What do these words in the status mean?', words, count));
  return questions;
}

function undecidedQuestion(
  { id, column, found }: Undecided,
  orders: number,
  zone: Partial<Question>,
): Question {
  const where = column === undefined ? '' : ` in ${column}`;
  const example = found?.replace(/, which reads both ways$/, '');
  const ask = (text: string, more?: Partial<Question>) => questionOf(id, text, orders, more);
  if (id === 'timezone')
    return ask(`In which time zone are the times${where}? (an IANA name, such as Europe/London)`, zone);
  if (id === 'decimal') return ask(decimalText(example));
  // Most services count the parts of ISO 4217; with nobody to ask, it is not assumed.
  if (id === 'minor_units')
    return ask(`What does the service count? ${found ?? ''}`, { proposed: 'iso', unattended: null });
  return ask(dateOrderText(column, example));
}

const countOf = (rows: readonly CodeRow[], code: string, field: string): number =>
  rows.find((row) => row.code === code)?.details.find((one) => one.field === field)?.count ?? 0;

/** Of a remembered mapping whose columns the export no longer has: which column each such field is read from now; nobody need be asked where that changes no amount, date or unit. */
export const lostQuestions = (
  { lost = [] }: Recognised,
  names: readonly string[],
  orders: number,
): Question[] =>
  lost.map(({ field, column }) =>
    questionOf(
      `field:${field}`,
      `The export has no column ${column} any more. Which column is ${field} now?`,
      orders,
      {
        choices: columnsOrNone(names, 'it is not sent'),
        proposed: /_cents$|_at$|_date$|quantity/.test(field) ? null : 'none',
      },
    ),
  );

/** Fields that an edit has made necessary: of refunds and of `tax`. Of refunds the columns that speak of them come first. */
export const unfinishedQuestions = (
  lacking: readonly string[],
  names: readonly string[],
  orders: number,
): Question[] =>
  lacking.map((field) => {
    const none =
      field === 'refund.identifier'
        ? 'there is none: it is made of order, date, units and amount'
        : `there is none: nothing of ${field.replace(/[._].*/, '')} is sent`;
    const rank = (name: string) =>
      !field.startsWith('refund') || !speaksOf(name, REFUND) ? 2 : refundFieldOf(name) === field ? 0 : 1;
    const choices = columnsOrNone(
      [...names].sort((a, b) => rank(a) - rank(b)),
      none,
    );
    const text =
      field === 'refund_line.order_item_identifier'
        ? 'Which column says which line of the order a refund is of, by the identifier of the line?'
        : `Which column is ${field}?`;
    return questionOf(`field:${field}`, text, orders, { choices });
  });

const columnsOrNone = (names: readonly string[], none: string): Question['choices'] => [
  ...names.filter((name) => name !== '').map((value) => ({ value, text: '' })),
  { value: 'none', text: none },
];
