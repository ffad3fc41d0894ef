// Asks a person until no question is open, and lets every choice be changed afterwards. Each answer can be taken back, and one that
// the export cannot be read with is said and asked again.
import { Failure } from '../../../basics/failure.ts';
import type { Answer, Answers, AskedQuestion } from '../proposal.ts';
import type { MapResult } from '../propose.ts';

/** Back to the question before. */
export const BACK = Symbol('back');

/** A person who answers; absent off a terminal. */
export interface Person {
  /** Shows what was found. */
  show(result: MapResult): void;
  /** Shows one sentence, such as what an answer did to the orders. */
  tell(text: string): void;
  answer(question: AskedQuestion, canGoBack: boolean): Promise<Answer | typeof BACK>;
  /** A choice to change, with its new answer; undefined when all is right. */
  change(
    result: MapResult,
  ): Promise<{ readonly id: string; readonly answer: Answer } | typeof BACK | undefined>;
}

type Look = (answers: Answers) => Promise<MapResult>;

export const openQuestions = ({ questions }: Pick<MapResult, 'questions'>): AskedQuestion[] =>
  questions.filter(({ answer }) => answer === null);

/** `start`: what was seen with the answers from a file. @throws Failure exit 130 on Ctrl-C */
export async function dialogue(person: Person, start: MapResult, look: Look): Promise<MapResult> {
  let { answers } = start;
  let result = start;
  const asked: string[] = [];
  person.show(result);
  for (;;) {
    const question = openQuestions(result).find(({ id }) => answers[id] === undefined);
    if (!question) {
      const changed = await person.change(result);
      if (changed === undefined) return result;
      if (changed === BACK) continue;
      const next = await seen({ ...answers, [changed.id]: changed.answer });
      if (next instanceof Failure) continue;
      if (JSON.stringify(next.mapping) === JSON.stringify(result.mapping))
        person.tell('That changes nothing: the mapping says so already.');
      answers = { ...answers, [changed.id]: changed.answer };
      move(next);
      continue;
    }
    const answer = await person.answer(question, asked.length > 0);
    if (answer === BACK) {
      const last = asked.pop();
      if (last === undefined) continue;
      answers = without(answers, last);
      if (!openQuestions(result).some(({ id }) => id === last)) result = await look(answers);
      continue;
    }
    const before = result.answers[question.id];
    // Words that were answered before stay so.
    const isMore = typeof before === 'object' && typeof answer === 'object';
    answers = { ...answers, [question.id]: isMore ? { ...before, ...answer } : answer };
    asked.push(question.id);
    // The other questions of this round do not depend on the answer; they are asked before the file is read again.
    if (answer !== 'stop' && openQuestions(result).some(({ id }) => answers[id] === undefined)) continue;
    const next = await seen(answers);
    if (!(next instanceof Failure)) {
      move(next);
      continue;
    }
    // The answer that is at fault may be one from before.
    const at = asked.lastIndexOf(next.place?.path ?? question.id);
    const [wrong] = asked.splice(at, 1);
    answers = without(answers, wrong!);
  }

  /** A failure after an answer with which the file cannot be read: it has been said why. */
  async function seen(tried: Answers): Promise<MapResult | Failure> {
    try {
      return await look(tried);
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode !== 6 || Object.values(tried).includes('stop'))
        throw error;
      person.tell(`${error.message}. ${error.hint ?? ''}`);
      return error;
    }
  }

  function move(next: MapResult): void {
    const [before, after] = [effectText(result), effectText(next)];
    result = next;
    // Answers that no longer fit their question are asked for again.
    for (const { id } of openQuestions(next)) answers = without(answers, id);
    const isDone = openQuestions(result).every(({ id }) => answers[id] !== undefined);
    if (isDone) person.show(result);
    if (after !== '' && (isDone || after !== before)) person.tell(after);
  }
}

const without = (answers: Answers, id: string): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => key !== id));

/** What the check makes of the orders with the answers so far. */
export function effectText({ trial }: Pick<MapResult, 'trial'>): string {
  if (!trial) return '';
  const { input, orders } = trial.summary;
  const { refused, skipped } = orders;
  const pass = input.orders - refused - skipped;
  const parts = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(skipped > 0 ? [`${skipped} left out`] : []),
  ];
  const more = parts.join(', ');
  return `${pass} of ${input.orders} orders pass the check${more && `; ${more}`}.`;
}

/** The most times that an answer brings up another question. */
const MOST_ROUNDS = 8;

/** What nobody has to say is assumed; the mapping and the plan say it. Questions that stay open change amounts, dates or units. */
export async function assuming(start: MapResult, look: Look): Promise<MapResult> {
  let { answers } = start;
  let result = start;
  const assumed: AskedQuestion[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = openQuestions(result).flatMap((question): AskedQuestion[] => {
      const { id, unattended: answer } = question;
      return answer === null || answers[id] !== undefined ? [] : [{ ...question, answer }];
    });
    if (open.length === 0) break;
    assumed.push(...open);
    answers = { ...answers, ...Object.fromEntries(open.map(({ id, answer }) => [id, answer!])) };
    result = await look(answers);
  }
  if (assumed.length === 0) return result;
  const limits = [
    ...((result.mapping['limits'] as string[] | undefined) ?? []),
    ...assumed.map((one) => `Nobody was asked: ${one.id} is ${answerText(one)}`),
  ];
  // A mapping that is taken over may say it already.
  return { ...result, mapping: { ...result.mapping, limits: [...new Set(limits)] }, assumed, answers };
}

export function answerText({ answer }: AskedQuestion): string {
  if (answer === null || typeof answer === 'string') return answer ?? 'open';
  const meanings = Object.entries(answer).map(([word, meant]) => `${word} = ${meant}`);
  return meanings.join(', ');
}
