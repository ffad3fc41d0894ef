// Asks a person until no question is open, and lets every choice be changed afterwards. Each answer can be taken back, and one that
// the export cannot be read with is said and asked again.
import { EXIT } from '../../../basics/exit.ts';
import { Failure } from '../../../basics/failure.ts';
import type { Answer, Answers, AskedQuestion, FieldChoice } from '../proposal.ts';
import type { MapResult } from '../propose.ts';
import { impliedBy, isConfirmation } from './audit-questions.ts';

/** Back to the question before. */
export const BACK = Symbol('back');
/** The question stays open until the end: first a field is changed. */
export const LATER = Symbol('later');

/** A person who answers; absent off a terminal. */
export interface Person {
  /** Shows what was found. */
  show(result: MapResult): void;
  /** Shows one sentence, such as what an answer did to the orders. */
  tell(text: string): void;
  answer(question: AskedQuestion, canGoBack: boolean): Promise<Answer | typeof BACK | typeof LATER>;
  /** A choice to change, with its new answer; undefined when all is right. */
  change(
    result: MapResult,
  ): Promise<{ readonly id: string; readonly answer: Answer } | typeof BACK | undefined>;
  /** Keeps the answers so far when the person leaves. Returns how to go on. */
  keep?(answers: Answers): string;
}

type Look = (answers: Answers) => Promise<MapResult>;

export const openQuestions = ({ questions }: Pick<MapResult, 'questions'>): AskedQuestion[] =>
  questions.filter(({ answer }) => answer === null);

/** `start`: what was seen with the answers from a file. @throws Failure exit 130 on Ctrl-C */
export async function dialogue(person: Person, start: MapResult, look: Look): Promise<MapResult> {
  let { answers } = start;
  let result = start;
  const asked: string[] = [];
  let putsOff = false;
  const isNext = ({ id }: AskedQuestion) => answers[id] === undefined && !(putsOff && isConfirmation(id));
  person.show(result);
  try {
    for (;;) {
      const question = openQuestions(result).find(isNext);
      if (question) await put(question);
      else if (!(await change())) return result;
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.interrupted) throw error;
    const hint = (Object.keys(answers).length > 0 && person.keep?.(answers)) || error.hint;
    throw new Failure(error.code, error.exitCode, error.message, { hint });
  }

  /** Whether there may be more to ask or to change. */
  async function change(): Promise<boolean> {
    const changed = await person.change(result);
    if (changed === undefined) {
      putsOff = false;
      return openQuestions(result).length > 0;
    }
    if (changed === BACK) return true;
    const { id, answer } = changed;
    // A new answer about a role is not held back by an earlier edit of its field.
    // One edit changes one field: what the answer before stood for stays.
    const stays = impliedBy(result.questions.filter((one) => one.id === id && !isConfirmation(id)));
    const rest = without({ ...stays, ...answers }, id.replace(/^column:/, 'field:'));
    const next = await seen(withAnswer(rest, id, answer));
    if (next instanceof Failure) return true;
    const isSame =
      JSON.stringify(next.mapping) === JSON.stringify(result.mapping) && !openQuestions(next).some(isNext);
    if (isSame) move(result, 'That changes nothing: the mapping says so already.');
    else {
      answers = next.answers;
      move(next, alsoChanged(id, result, next));
    }
    return true;
  }

  /** What is answered to the audit comes after the answer that it doubts, and takes its place. */
  function withAnswer(before: Answers, id: string, answer: Answer): Answers {
    const doubted = result.questions.filter((one) => one.id === id && isConfirmation(id));
    const implied = impliedBy(doubted.map((one) => ({ ...one, answer })));
    return { ...Object.keys(implied).reduce(without, before), [id]: answer };
  }

  async function put(question: AskedQuestion): Promise<void> {
    const answer = await person.answer(question, asked.length > 0);
    if (answer === LATER) {
      // What the audit asks stands together above the last prompt.
      putsOff = true;
      return person.show(result);
    }
    if (answer === BACK) {
      const last = asked.pop();
      if (last === undefined) return;
      answers = without(answers, last);
      if (!openQuestions(result).some(({ id }) => id === last)) result = await look(answers);
      return;
    }
    const before = result.answers[question.id];
    // Words that were answered before stay so.
    const isMore = typeof before === 'object' && typeof answer === 'object';
    answers = withAnswer(answers, question.id, isMore ? { ...before, ...answer } : answer);
    asked.push(question.id);
    // The other questions of this round do not depend on the answer; they are asked before the file is read again.
    if (answer !== 'stop' && openQuestions(result).some(isNext)) return;
    const next = await seen(answers);
    if (!(next instanceof Failure)) return move(next);
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

  function move(next: MapResult, said = ''): void {
    const [before, after] = [effectText(result), effectText(next)];
    result = next;
    // Answers that no longer fit their question are asked for again.
    for (const { id } of openQuestions(next)) answers = without(answers, id);
    const isDone = !openQuestions(result).some(isNext);
    if (isDone) person.show(result);
    const effect = isDone || after !== before ? after : '';
    const was = said !== '' && after !== before && before !== '' ? `Before: ${before}` : '';
    const text = [said, effect, was].filter((one) => one !== '').join(' ');
    if (text !== '') person.tell(text);
  }
}

/** Other fields whose source or confidence an edit changed. */
function alsoChanged(id: string, before: MapResult, after: MapResult): string {
  const text = ({ field, column, confidence, why }: FieldChoice) =>
    [field, column || why, confidence].join('\n');
  const known = new Set(before.fields.map(text));
  const others = after.fields.filter(
    (one) => !known.has(text(one)) && one.field !== id.replace('field:', ''),
  );
  const named = others.map(({ field, column }) => `${field} (${column || 'no column'})`);
  return named.length === 0 || !/^(field:|identifier)/.test(id) ? '' : `Also changed: ${named.join(', ')}.`;
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
