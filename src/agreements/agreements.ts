// The work of `returns agreements`: every question with the answer of a profile, and what an answer may be.

import type { TargetFlags } from '../account/resolve.ts';
import { inputFailure, usageFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { ALL_RULES } from '../contract/all-rules.ts';
import { parseLevels } from '../contract/levels.ts';
import type { Platform } from '../platform/platform.ts';
import {
  ASSUMPTIONS,
  insteadText,
  isAllowed,
  namedGone,
  notTaken,
} from '../sandbox/life-cycle/assumptions.ts';
import { type Answer, agreedIn, readAgreements, writeAgreements } from '../storage/agreements.ts';
import type { Folders } from '../storage/folders.ts';
import { REPLACED } from './asked.ts';
import { OPEN_QUESTIONS, type Question } from './open-questions.ts';

/** One note about answers in the file that no command reads; undefined when there are none. */
export const unreadText = ({
  unread,
  file,
}: Pick<AgreementsOfProfile, 'unread' | 'file'>): string | undefined =>
  unread.length === 0
    ? undefined
    : `no command goes by ${unread.map((id) => (REPLACED[id] ? `${id} (now ${REPLACED[id]})` : namedGone(id))).join(', ')}: what was agreed stays in ${file} (mistyped? returns agreements edit)`;

/** Those of both sides first, then what the sandbox assumes while nothing is agreed. */
export const QUESTIONS: readonly Question[] = [
  ...OPEN_QUESTIONS,
  ...ASSUMPTIONS.map(({ id, text, source, choices, form, initial }) => ({
    ...{ id, question: text, interface: source, choices, initial, isAssumed: true },
    ...(form && { form }),
  })),
];

const IDS = QUESTIONS.map(({ id }) => id);

/** @throws Failure exit 2 for an id that there is not */
export function questionOf(id: string): Question {
  const found = QUESTIONS.find((one) => one.id === id);
  if (found) return found;
  const taken = Object.hasOwn(REPLACED, id) ? REPLACED[id] : undefined;
  const meant =
    taken === undefined ? insteadText(id, IDS) : ` Commands go by: ${taken.replaceAll(' ', ', ')}.`;
  throw usageFailure('agreement.unknown', `No command goes by an agreement ${quote(id)}.${meant}`, {
    found: id,
    hint: `See them with: returns agreements list${taken === undefined ? '. Questions to the service that no command reads: returns certify --agreements' : ` ${taken}`}`,
  });
}

/** @throws Failure exit 2 for an id that there is not, or a value that it does not take */
export function checkAnswer(id: string, value: string): void {
  const question = questionOf(id);
  if (id === 'levels') {
    parseLevels([value], ALL_RULES, 'agreements levels');
    return;
  }
  if (!isAllowed(question, value)) throw notTaken('agreement.value', id, value, question.choices);
}

export type AgreementsOfProfile = ReturnType<typeof agreementsOf>;

/** @throws Failure exit 7 when the file is damaged */
export function agreementsOf(platform: Platform, folders: Folders, flags: TargetFlags) {
  const agreed = agreedIn(platform, folders, flags);
  return {
    ...agreed,
    agreements: QUESTIONS.map((question) => ({ ...question, answer: agreed.answers.get(question.id) })),
    /** Ids in the file that are no question: of another version, or mistyped. They stay there. */
    unread: [...agreed.answers.keys()].filter((id) => !IDS.includes(id)),
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
      if (IDS.includes(id)) checkAnswer(id, value);
    } catch (error) {
      const { message } = error as Error;
      throw inputFailure('agreement.value', message, {
        place: { file, path: id },
        hint: `Correct it: returns agreements edit. The choices: returns agreements list ${id}`,
      });
    }
}
