// Edits of a field that would do nothing, or cannot be: refused with the reason and what to do instead.
import { inputFailure } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import type { Answers, MappingJson, Question } from '../proposal.ts';
import { valueIn } from '../write/edits.ts';
import { questionOf } from './asking.ts';

/** `isRole`: whether the sums decide what the answer makes of its field. @throws Failure exit 6 */
export function checkEdits(answers: Answers, mapping: MappingJson, isRole: (id: string) => boolean): void {
  for (const [id, answer] of Object.entries(answers)) {
    const field = id.replace(/^field:/, '');
    const isColumn =
      field !== id && typeof answer === 'string' && answer !== 'none' && !answer.startsWith('=');
    const isNamed = [valueIn(mapping, field), mapping['tax']].some((one) => namesColumn(one, String(answer)));
    if (!isColumn || !isRole(id) || isNamed) continue;
    const isTax = field.endsWith('tax_amount_cents') && mapping['tax'] === undefined;
    const [why, hint] = isTax
      ? [
          'the prices include the tax, so that of a line is sent as 0 and a refund gives it back with the price',
          'Leave it when shoppers pay these prices. If they are without tax, first name the column of the price without tax: item.unit_price_amount_cents=COLUMN.',
        ]
      : [
          'the sums of the orders are explained without it',
          'Set the other amounts first, such as item.unit_price_amount_cents=COLUMN, or write it into the mapping (docs/mapping-language.md).',
        ];
    const message = `${field} cannot come from ${quote(answer)}: ${why}`;
    throw inputFailure('input.answers.value', message, { place: { path: id }, hint });
  }
}

const namesColumn = (value: unknown, column: string): boolean =>
  value === column ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => namesColumn(one, column)));

/** Fields that an edit has made necessary: of refunds and of `tax`. */
export const unfinishedQuestions = (lacking: readonly string[], names: readonly string[], orders: number) =>
  lacking.map(
    (field): Question =>
      questionOf(`field:${field}`, `Which column is ${field}?`, orders, {
        choices: [
          ...names.filter((name) => name !== '').map((value) => ({ value, text: '' })),
          {
            value: 'none',
            text:
              field === 'refund.identifier'
                ? 'there is none: it is made of order, date, units and amount'
                : `there is none: nothing of ${field.replace(/[._].*/, '')} is sent`,
          },
        ],
      }),
  );
