// The questions that a check with the proposed mapping leaves open: what it cannot decide, and what it would refuse.
import type { CodeRow } from '../../../runs/summary.ts';
import { statusMeant } from '../look/words.ts';
import type { Question } from '../proposal.ts';
import type { Trial, Undecided } from '../trial.ts';
import { CHOICES } from './choices.ts';
import { dateOrderText, suchAs } from './questions.ts';

/** Questions about what a check with the mapping could not decide, or would refuse. */
export function trialQuestions({ summary }: Trial, undecided: readonly Undecided[]): Question[] {
  const orders = summary.input.orders;
  const questions = undecided.map((one) => undecidedQuestion(one, orders));
  const missing = (field: string): number => countOf(summary.refused.by_code, 'order.field.missing', field);
  const email = Math.max(missing('customer.email'), missing('customer'));
  if (email > 0)
    questions.push({
      id: 'email',
      text: 'Some orders have no e-mail address, which the service needs. What shall happen to them?',
      choices: CHOICES.email,
      proposed: 'refuse',
      orders: email,
    });
  const address = Math.max(
    missing('shipping_address'),
    ...['street1', 'city', 'zip_code'].map((field) => missing(`shipping_address.${field}`)),
  );
  if (address > 0 && !questions.some(({ id }) => id === 'shipping_address'))
    questions.push({
      id: 'shipping_address',
      text: 'Some orders have no shipping address. Shall the billing address be taken instead?',
      choices: CHOICES.shipping_address,
      proposed: 'refuse',
      orders: address,
    });
  const sku = missing('items[].sku');
  if (sku > 0)
    questions.push({
      id: 'sku',
      text: 'Some lines have no sku, by which the service and your catalog know a product. What shall stand for it?',
      choices: CHOICES.sku,
      proposed: 'refuse',
      orders: sku,
    });
  const inexact = summary.refused.by_code.find(({ code }) => code === 'cell.inexact')?.count ?? 0;
  if (inexact > 0)
    questions.push({
      id: 'round',
      text: 'The price of a unit is the amount of the line divided by its units, which is not always whole cents. Round it?',
      choices: CHOICES.round,
      proposed: 'half_up',
      orders: inexact,
    });
  const unknown = summary.refused.by_code.find(({ code }) => code === 'cell.unmapped');
  const words = (unknown?.details ?? []).filter(({ field, word }) => field === 'status' && word !== null);
  if (words.length > 0)
    questions.push({
      id: 'statuses',
      text: 'What do these words in the status mean?',
      choices: CHOICES.statuses,
      words: words.map(({ word, count }) => ({
        word: word!,
        orders: count,
        proposed: statusMeant(word!) ?? null,
      })),
      proposed: null,
      orders: words.reduce((sum, { count }) => sum + count, 0),
    });
  return questions;
}

function undecidedQuestion({ code, column, found }: Undecided, orders: number): Question {
  const where = column === undefined ? '' : ` in ${column}`;
  const example = found?.replace(/, which reads both ways$/, '');
  if (code === 'input.timezone.missing')
    return {
      id: 'timezone',
      text: `In which time zone are the times${where}? (an IANA name, such as Europe/London)`,
      choices: [],
      proposed: null,
      orders,
    };
  if (code.startsWith('input.decimal'))
    return {
      id: 'decimal',
      text: `Which sign stands before the cents? No amount${suchAs(example)} decides it`,
      choices: CHOICES.decimal,
      proposed: null,
      orders,
    };
  if (code === 'input.minor_units')
    return {
      id: 'minor_units',
      text: `What does the service count? ${found ?? ''}`,
      choices: CHOICES.minor_units,
      proposed: null,
      orders,
    };
  return {
    id: 'date_order',
    text: dateOrderText(column, example),
    choices: CHOICES.date_order,
    proposed: null,
    orders,
  };
}

const countOf = (rows: readonly CodeRow[], code: string, field: string): number =>
  rows.find((row) => row.code === code)?.details.find((one) => one.field === field)?.count ?? 0;
