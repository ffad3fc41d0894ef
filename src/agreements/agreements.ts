// The work of `returns agreements`: every question with the answer of a profile, and what an answer may be.

import type { TargetFlags } from '../account/resolve.ts';
import { inputFailure, usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
import { ALL_RULES } from '../contract/all-rules.ts';
import { parseLevels } from '../contract/levels.ts';
import type { Platform } from '../platform/platform.ts';
import { ASSUMPTIONS, isAllowed } from '../sandbox/life-cycle/assumptions.ts';
import {
  type Agreed,
  type Answer,
  agreedIn,
  readAgreements,
  writeAgreements,
} from '../storage/agreements.ts';
import type { Folders } from '../storage/folders.ts';
import { ASKED, REPLACED } from './asked.ts';
import { OPEN_QUESTIONS } from './open-questions.ts';
import type { Agreement, Question } from './types.ts';

/** One note about answers of before; undefined when there are none. */
export const goneText = ({ gone, file }: Pick<AgreementsOfProfile, 'gone' | 'file'>): string | undefined =>
  gone.length === 0
    ? undefined
    : `no command reads ${gone.join(', ')} any more; ${gone.length === 1 ? 'it stays' : 'they stay'} in ${file}, and returns certify shows what was agreed`;

/** Those of both sides first, then what the sandbox assumes while nothing is agreed. */
export const QUESTIONS: readonly Question[] = [
  ...OPEN_QUESTIONS,
  ...ASSUMPTIONS.map(({ id, text, source, choices, form, initial }) => ({
    ...{ id, question: text, interface: source, choices, initial, isAssumed: true },
    ...(form && { form }),
  })),
];

const IDS = QUESTIONS.map(({ id }) => id);

/** @throws Failure exit 2 for an id that there is not, or that no command reads any more */
export function questionOf(id: string): Question {
  const found = QUESTIONS.find((one) => one.id === id);
  if (found) return found;
  const taken = REPLACED[id]?.join(', ');
  if (Object.hasOwn(ASKED, id))
    throw usageFailure('agreement.gone', `No command reads an answer to ${quote(id)}`, {
      found: id,
      hint: taken
        ? `In its place, what commands go by: ${taken}. See them: returns agreements list ${taken.replaceAll(',', '')}`
        : 'It is a question to the service: returns certify lists it. Keep the answer in a comment: returns agreements edit',
    });
  throw usageFailure('agreement.unknown', `There is no question ${quote(id)}.${meantText(id, IDS)}`, {
    found: id,
    hint: 'See them with: returns agreements list',
  });
}

/** @throws Failure exit 2 for an id that there is not, or a value that it does not take */
export function checkAnswer(id: string, value: string): void {
  const question = questionOf(id);
  if (id === 'levels') {
    parseLevels([value], ALL_RULES, 'agreements levels');
    return;
  }
  if (isAllowed(question, value)) return;
  const { choices } = question;
  const expected = choices.join(', ');
  throw usageFailure('agreement.value', `${id} does not take ${quote(value)}.${meantText(value, choices)}`, {
    found: value,
    expected,
    hint: `Give ${id} ${choices.length > 1 ? 'one of: ' : ''}${expected}.`,
  });
}

export interface AgreementsOfProfile extends Agreed {
  readonly agreements: readonly Agreement[];
  /** Ids in the file that are no question: of another version, or mistyped. */
  readonly unknown: readonly string[];
  /** Of those, the ones that commands of before took: they stay in the file. */
  readonly gone: readonly string[];
}

/** @throws Failure exit 7 when the file is damaged */
export function agreementsOf(platform: Platform, folders: Folders, flags: TargetFlags): AgreementsOfProfile {
  const agreed = agreedIn(platform, folders, flags);
  const ids = [...agreed.answers.keys()].filter((id) => !IDS.includes(id));
  return {
    ...agreed,
    agreements: QUESTIONS.map((question) => ({ ...question, answer: agreed.answers.get(question.id) })),
    unknown: ids.filter((id) => !Object.hasOwn(ASKED, id)),
    gone: ids.filter((id) => Object.hasOwn(ASKED, id)),
  };
}

/** Sets answers, or takes them out (undefined). @throws Failure exit 2 for a wrong one, before any is written; exit 7 */
export function setAnswers(
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
  changes: ReadonlyMap<string, Answer | undefined>,
): void {
  const { file, answers } = agreedIn(platform, folders, flags);
  for (const [id, answer] of changes)
    if (answer) checkAnswer(id, answer.value);
    else if (!answers.has(id)) questionOf(id);
  writeAgreements(platform, file, changes);
}

/** @throws Failure exit 6 for the first answer of the file that is not allowed, exit 7 when the file cannot be read */
export function checkFile(platform: Platform, file: string): void {
  for (const [id, { value }] of readAgreements(platform, file))
    try {
      if (!Object.hasOwn(ASKED, id)) checkAnswer(id, value);
    } catch (error) {
      const { message } = error as Error;
      throw inputFailure('agreement.value', message, {
        place: { file, path: id },
        hint: `Correct it: returns agreements edit. The choices: returns agreements list ${id}`,
      });
    }
}

/** Of the file, for editors: what each answer means, and the words it takes. */
export function agreementsJsonSchema() {
  const answer = ({ question, choices, form, initial }: Question) => ({
    type: 'object',
    description: question,
    properties: {
      value: {
        type: 'string',
        ...(!form && choices.every((one) => !one.includes(' '))
          ? { enum: choices }
          : { description: choices.join(', ') }),
        ...(initial !== undefined && { default: initial }),
      },
      by: { type: ['string', 'null'], description: 'who agreed to it' },
      since: { type: ['string', 'null'], format: 'date' },
    },
    required: ['value'],
    additionalProperties: false,
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What was agreed with the service where the interface leaves something open',
    type: 'object',
    properties: {
      answers: {
        type: 'object',
        properties: Object.fromEntries(QUESTIONS.map((question) => [question.id, answer(question)])),
        additionalProperties: false,
      },
    },
    required: ['answers'],
  };
}
