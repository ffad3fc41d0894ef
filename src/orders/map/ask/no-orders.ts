// Why no order can be made of a file; and the question about numbers that stand on the first row of an order only.
import { inputFailure } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import type { Answers } from '../types.ts';
import { questionOf } from './asking.ts';

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
