// Answers to the questions: read from a file, checked one by one, and proposed ones put in where nothing was answered yet.

import path from 'node:path';
import { inputFailure } from '../../basics/failure.ts';
import { isObject, parseJsonInput } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { isCountry } from '../../contract/countries.ts';
import { isZone, zoneMeant } from '../../input/mapping/zone.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Answer, Answers, AskedQuestion, Question } from './proposal.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** What is wrong with an answer; undefined when it can be used. */
export function complaint({ id, choices, words }: Question, answer: unknown): string | undefined {
  if (words) {
    if (!isObject(answer)) return 'Give an object: each word with its meaning';
    const known = choices.map(({ value }) => value);
    for (const { word } of words) {
      const meant = answer[word];
      if (typeof meant !== 'string' || !known.includes(meant))
        return `${quote(word)} needs one of ${known.map(quote).join(', ')}${typeof meant === 'string' ? `, not ${quote(meant)}.${meantText(meant, known)}` : ''}`;
    }
    return undefined;
  }
  if (typeof answer !== 'string' || answer.trim() === '') return 'Give a text';
  if (id === 'timezone')
    return isZone(answer) ? undefined : `There is no time zone ${quote(answer)}.${zoneMeant(answer)}`;
  if (id === 'currency')
    return CURRENCIES.has(answer) ? undefined : `${quote(answer)} is not a currency of ISO 4217, such as EUR`;
  if (id === 'country')
    return isCountry(answer) ? undefined : `${quote(answer)} is not a country of ISO 3166, such as DE`;
  if (id === 'email' && answer.startsWith('placeholder:'))
    return /^placeholder:\s*@?(?:[\w-]+\.)+[a-z]{2,}$/i.test(answer)
      ? undefined
      : 'Name a domain of yours: placeholder:example.com';
  const known = choices.map(({ value }) => value);
  if (known.length === 0 || known.includes(answer)) return undefined;
  return `${quote(answer)} is not one of ${known.map(quote).join(', ')}.${meantText(answer, known)}`;
}

/** Questions that can be asked, besides those about one column. */
const KNOWN = [
  ...[
    'identifier',
    'statuses',
    'status',
    'updated_at',
    'timezone',
    'date_order',
    'decimal',
    'currency',
    'country',
  ],
  ...['amounts', 'round', 'email', 'sku', 'shipping_address', 'refunds'],
];

/** Questions that are answered in words of their own: the answer can be checked before the question is asked. */
const FREE = ['timezone', 'currency', 'country'];

/** @throws Failure exit 6 for an answer to a question that is never asked, and for one that no question takes */
function checkKnown(file: string, answers: Answers): void {
  const free = FREE.filter((id) => answers[id] !== undefined).map(
    (id): AskedQuestion => ({ id, text: '', choices: [], proposed: null, orders: 0, answer: null }),
  );
  checkAnswers(file, free, answers);
  const strange = Object.keys(answers).find((id) => !KNOWN.includes(id) && !/^(column|field):./.test(id));
  if (strange === undefined) return;
  throw inputFailure(
    'input.answers.unknown',
    `There is no question ${quote(strange)}.${meantText(strange, KNOWN)}`,
    {
      place: { file, path: strange },
      expected: `some of ${KNOWN.join(', ')}`,
      found: quote(strange),
      hint: 'Print the questions with --answers-template.',
    },
  );
}

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
  const answers = Object.fromEntries(
    pairs.filter(([, answer]) => answer !== null && answer !== undefined),
  ) as Answers;
  checkKnown(file, answers);
  return answers;
}

/** Checks the given answers against the questions. @throws Failure exit 6 */
export function checkAnswers(file: string, questions: readonly AskedQuestion[], answers: Answers): void {
  for (const question of questions) {
    const given = answers[question.id];
    const wrong = given === undefined ? undefined : complaint(question, given);
    if (wrong !== undefined)
      throw inputFailure(
        'input.answers.value',
        `The answer to ${quote(question.id)} cannot be used: ${wrong}`,
        {
          place: { file, path: question.id },
          expected:
            question.choices.length > 0
              ? question.choices.map(({ value }) => quote(value)).join(', ')
              : 'a text',
          found: typeof given === 'string' ? quote(given) : 'something else',
          hint: 'Correct the answer; --answers-template prints the questions with their choices.',
        },
      );
  }
}

/** What is assumed while questions are open, so that a check shows the other questions. */
export function assumedFor(questions: readonly Question[], answers: Answers): Answers {
  const assumed: Record<string, Answer> = {};
  for (const { id, words, choices, proposed } of questions) {
    if (answers[id] !== undefined) continue;
    if (words)
      assumed[id] = Object.fromEntries(words.map(({ word, proposed }) => [word, proposed ?? 'Created']));
    else if (id === 'currency') assumed[id] = 'EUR';
    else if (id === 'country') assumed[id] = 'DE';
    else if (id.startsWith('column:') || id === 'identifier') {
      if (proposed !== null) assumed[id] = proposed;
    } else if (id !== 'timezone' && id !== 'date_order' && id !== 'decimal') {
      const first = proposed ?? choices[0]?.value;
      if (first !== undefined) assumed[id] = first;
    }
  }
  return { ...assumed, ...answers };
}
