// Answers to the questions: read from a file, checked one by one, and proposed ones put in where nothing was answered yet.

import path from 'node:path';
import { inputFailure } from '../../../basics/failure.ts';
import { isObject, type JsonObject, parseJsonInput } from '../../../basics/json.ts';
import { meantText, quote } from '../../../basics/text.ts';
import { fieldsOf, ORDER_TABLE } from '../../../input/message-table.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ROLES } from '../decide/rules.ts';
import type { Answer, Answers, AskedQuestion, MappingJson, Question } from '../types.ts';
import { columnsNamed, MORE_FIELDS, TAX_WORDS, valueIn } from '../write/edits.ts';
import { meaningsOf } from './asking.ts';
import { columnConfirmed, isConfirmation } from './audit-questions.ts';
import { KINDS, kindIn, kindOf } from './kinds.ts';
import { impliedBy } from './trial-questions.ts';

/** What an answer is checked against. */
type Checked = Pick<Question, 'id' | 'choices' | 'words'>;

/** What is wrong with an answer; undefined when it can be used. */
export function complaint({ id, choices, words }: Checked, answer: unknown): string | undefined {
  const known = choices.map(({ value }) => value);
  if (words) {
    if (!isObject(answer)) return 'Give an object: each word with its meaning';
    for (const { word } of words) {
      const meant = answer[word];
      if (typeof meant === 'string' && known.includes(meant)) continue;
      const other = typeof meant === 'string' ? `, not ${quote(meant)}.${meantText(meant, known)}` : '';
      return `${quote(word)} needs one of ${known.map(quote).join(', ')}${other}`;
    }
    return undefined;
  }
  if (typeof answer !== 'string' || answer.trim() === '') return 'Give a text';
  const wrong = kindOf(id)?.check?.(answer);
  if (wrong !== undefined || known.length === 0 || known.includes(answer)) return wrong;
  // An equation is read with the columns of the export.
  if (id === 'amounts' && answer.includes(' = ')) return undefined;
  const parts = columnsNamed(id, answer);
  if (parts.length > 1 && parts.every((name) => known.includes(name))) return undefined;
  if (known.includes('placeholder:') && answer.startsWith('placeholder:')) return undefined;
  return `${quote(answer)} is not one of ${known.map(quote).join(', ')}.${meantText(answer, known)}`;
}

/** The answers that can be checked without the export. @throws Failure exit 6 for an unknown question and for a wrong answer */
function checkKnown(file: string, answers: Answers): void {
  const known = Object.keys(KINDS);
  const strange = Object.keys(answers).find(
    (id) => !kindOf(id) && !ABOUT_COLUMN.test(id) && !isConfirmation(id),
  );
  if (strange !== undefined) throw unknownQuestion(file, strange, known);
  const questions = Object.entries(answers).flatMap(([id, answer]): Checked[] => {
    const { choices = [], check } = kindOf(id) ?? {};
    const words = Object.keys(answer).map((word) => ({ word, orders: 0, proposed: '' }));
    // Of an sku the export has more choices, none of which is like these.
    const isOfExport =
      id === 'sku' &&
      meantText(
        String(answer),
        choices.map(({ value }) => value),
      ) === '';
    const isKnown = !isOfExport && (choices.length > 0 || check !== undefined);
    return isKnown ? [{ id, choices, ...(id === 'statuses' && { words }) }] : [];
  });
  checkAnswers(file, questions, answers);
}

/** A question about the column of a role, or of a field of the interface. */
const ABOUT_COLUMN = /^(column|field):(.+)/;
/** Questions that are answered with a column, beside those. */
const COLUMN_KINDS: ReadonlySet<string> = new Set([
  ...['identifier', 'canceled', 'canceled_units', 'open_units', 'line_column', 'discount_rows'],
]);
/** Every field that can be set. */
export const FIELDS = [...fieldsOf(ORDER_TABLE).map(({ name }) => name), ...MORE_FIELDS];

/**
 * Answers that name a column, also those that no question asked for: the role or field and the column must be there. Paths of JSON
 * that the head of the file does not show may be there later, so a field takes them all. @throws Failure exit 6
 */
export function checkColumns(
  file: string,
  { names, isJson }: { readonly names: readonly string[]; readonly isJson: boolean },
  answers: Answers,
): void {
  for (const [id, answer] of Object.entries(answers)) {
    const confirmed = columnConfirmed(id);
    if (confirmed !== undefined && !isJson && !names.includes(confirmed))
      throw unknownQuestion(file, id, names, confirmed);
    const [, kind, about] = ABOUT_COLUMN.exec(id) ?? [];
    if (about === undefined && !COLUMN_KINDS.has(kindIn(id))) continue;
    const known = kind === 'field' ? FIELDS : ROLES;
    if (about !== undefined && !known.includes(about)) throw unknownQuestion(file, id, known, about);
    if (about === 'refunds' && !isJson && answer !== 'none')
      throw wrongAnswer({ file, id, answer }, REFUNDS_APART, 'no answer', 'set these four instead');
    const isOther =
      kind === 'field' && (isJson || TAX_WORDS.includes(about!) || String(answer).startsWith('='));
    const isKnown = columnsNamed(id, String(answer)).every((name) => names.includes(name));
    if (isOther || isKnown || answer === 'none') continue;
    const why = `names no column of the export.${meantText(String(answer), names)}`;
    const help = 'without --answers the command shows which columns it found';
    throw wrongAnswer({ file, id, answer }, why, 'the name of a column', help);
  }
}

/** Of a table: one column does not hold whole refunds. */
export const REFUNDS_APART =
  'takes whole refunds, of JSON only. Those of a table have four fields: refund.identifier, refund_line.quantity, refund.total_refund_amount_cents, refund.created_at.';

const wrongAnswer = (
  { file, id, answer }: { readonly file: string; readonly id: string; readonly answer: Answer },
  why: string,
  expected: string,
  help: string,
) =>
  inputFailure('input.answers.value', `The answer to ${quote(id)} ${why}`, {
    place: { file, path: id },
    expected,
    found: typeof answer === 'string' ? quote(answer) : 'something else',
    hint: `Correct the answer; ${help}.`,
  });

const unknownQuestion = (file: string, id: string, known: readonly string[], about = id) =>
  inputFailure('input.answers.unknown', `There is no question ${quote(id)}.${meantText(about, known)}`, {
    place: { file, path: id },
    expected: `some of ${known.join(', ')}`,
    found: quote(id),
    hint: 'Print the questions with --answers-template.',
  });

const isChoice = (one: unknown): one is Question['choices'][number] =>
  isObject(one) &&
  (one['answers'] === undefined ||
    (isObject(one['answers']) &&
      Object.values(one['answers']).every((each) => typeof each === 'string' || isObject(each))));

/**
 * The answers in a file: the questions as `--answers-template` printed them, with `answer` filled in; or one object with the
 * answers by the identifiers of the questions. @throws Failure exit 6
 */
export function readAnswers(platform: Platform, file: string): Answers {
  const place = path.resolve(platform.cwd, file);
  const stat = platform.files.stat(place);
  if (stat?.kind !== 'file')
    throw inputFailure('input.answers.missing', `There is no file ${quote(file)} with answers`, {
      place: { file },
      hint: 'Print the questions with --answers-template, fill in the answers, and name that file.',
    });
  const json = parseJsonInput(platform.files.readText(place), { file });
  const list = isObject(json) && Array.isArray(json['questions']) ? json['questions'] : undefined;
  const pairs: [string, unknown][] = list
    ? list.map((one: unknown) => (isObject(one) ? [String(one['id']), one['answer']] : ['', undefined]))
    : isObject(json)
      ? Object.entries(json).filter(([key]) => key !== 'schema')
      : [];
  if (!isObject(json) || pairs.some(([id]) => id === ''))
    throw inputFailure('input.answers.shape', 'The file does not hold answers', {
      place: { file },
      expected: '{"timezone": "Europe/London", ...}, or the questions with "answer" filled in',
      hint: '--answers-template prints the questions in that form.',
    });
  // What a choice stands for is printed with it; a person may have changed that, too.
  const asked = (list ?? []).flatMap((one) => {
    const { id, answer, choices }: Partial<JsonObject> = isObject(one) ? one : {};
    const isAnswered = typeof answer === 'string' && Array.isArray(choices);
    return isAnswered ? [{ id: String(id), answer, choices: choices.filter(isChoice) }] : [];
  });
  const given = pairs.filter(([, answer]) => answer !== null && answer !== undefined);
  // What was answered to the audit comes after the answer that it doubts.
  const answers = {
    ...impliedBy(asked),
    ...Object.fromEntries(given),
    ...impliedBy(asked.filter(({ id }) => isConfirmation(id))),
  } as Answers;
  checkKnown(file, answers);
  return answers;
}

/** Checks the given answers against the questions. @throws Failure exit 6 */
export function checkAnswers(file: string, questions: readonly Checked[], answers: Answers): void {
  for (const question of questions) {
    const { id, choices } = question;
    const answer = answers[id];
    const wrong = answer === undefined ? undefined : complaint(question, answer);
    if (answer === undefined || wrong === undefined) continue;
    const expected = choices.map(({ value }) => quote(value)).join(', ') || 'a text';
    const help = '--answers-template prints the questions with their choices';
    throw wrongAnswer({ file, id, answer }, `cannot be used: ${wrong}`, expected, help);
  }
}

/**
 * Refuses edits of a field that would do nothing, or cannot be, with the reason and what to do instead. `isRole`: whether the sums decide what the answer makes of its field.
 * @throws Failure exit 6
 */
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

/** Answers of which one undoes what another stands for: there is no mapping that says both. */
export function contradiction(questions: readonly AskedQuestion[], before: Answers, after: Answers) {
  const differs = (id: string) => JSON.stringify(before[id]) !== JSON.stringify(after[id]);
  const last = questions.find((one) => Object.keys(impliedBy([one])).some(differs));
  const { id, answer } = last ?? { id: '--answers', answer: null };
  return inputFailure(
    'input.answers.value',
    `The answer to ${quote(id)} undoes another answer, and that undoes it`,
    {
      place: { path: id },
      found: quote(String(answer)),
      hint: 'Answer one of the two in another way: what each of them stands for is printed with --answers-template.',
    },
  );
}

/**
 * Fields of which two answers of the file say otherwise, one of them by a choice: the answer about the field counts, and the mapping
 * says so. A choice that stands for a field is asked no more where the field is given.
 */
export function undoneChoices(
  questions: readonly AskedQuestion[],
  answers: Answers,
  names: readonly string[],
): string[] {
  const asked = questions.map((one) => ({ ...one, implied: impliedBy([one]) }));
  const unasked = Object.entries(answers).flatMap(([id, answer]) => {
    const isColumn = columnsNamed(fieldIn(id), String(answer)).every((name) => names.includes(name));
    const isAsked = id.startsWith('field:') || asked.some((one) => one.id === id);
    return isColumn && !isAsked ? [{ id, answer, implied: { [fieldIn(id)]: answer } as Answers }] : [];
  });
  return Object.entries(answers).flatMap(([id, answer]) => {
    const chosen = [...asked, ...unasked].filter(({ implied }) => implied[id] !== undefined);
    const isSaid = chosen.some(({ implied }) => JSON.stringify(implied[id]) === JSON.stringify(answer));
    const others = isSaid ? [] : chosen;
    return others.map(
      (one) => `${id} is ${String(answer)}, as answered, although ${one.id} is ${String(one.answer)}`,
    );
  });
}

const fieldIn = (id: string): string =>
  `field:${id === 'sku' ? 'item.sku' : id.replace(/^(?:column|confirm:[\w.]+):/, '')}`;

const namesColumn = (value: unknown, column: string): boolean =>
  value === column ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => namesColumn(one, column)));

/** What is assumed while questions are open, so that a check shows the other questions. The trial assumes the rest itself. */
export function assumedFor(questions: readonly Question[], answers: Answers): Answers {
  const assumed = questions.flatMap(({ id, words, choices, proposed }): [string, Answer][] => {
    const first = id === 'status' || id === 'updated_at' ? choices[0]!.value : ANY[id];
    const likely = words ? meaningsOf(words) : (proposed ?? first);
    return likely === undefined ? [] : [[id, likely]];
  });
  return { ...Object.fromEntries(assumed), ...answers };
}

/** Stands for what nobody can guess, until it is answered; amounts with any sign may be in XXX. */
const ANY: Answers = { currency: 'XXX', country: 'DE' };
