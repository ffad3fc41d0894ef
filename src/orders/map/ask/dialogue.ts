// Asks a person until no question is open, and lets every choice be changed afterwards. Each answer can be taken back, and one that
// the export cannot be read with is said and asked again.

import { EXIT } from '../../../basics/exit-codes.ts';
import { Failure } from '../../../basics/failure.ts';
import type { MapResult } from '../propose.ts';
import type { Answer, Answers, AskedQuestion, FieldChoice } from '../types.ts';
import { isConfirmation } from './audit-questions.ts';
import { impliedBy } from './trial-questions.ts';

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

export type Look = (answers: Answers) => Promise<MapResult>;

export const openQuestions = ({ questions }: Pick<MapResult, 'questions'>): AskedQuestion[] =>
  questions.filter(({ answer }) => answer === null);

/** `start`: what was seen with the answers from a file. @throws Failure exit 130 on Ctrl-C */
export async function dialogue(person: Person, start: MapResult, look: Look): Promise<MapResult> {
  const talk = new Dialogue(person, start, look);
  try {
    return await talk.toTheEnd();
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.interrupted) throw error;
    const hint = (Object.keys(talk.answers).length > 0 && person.keep?.(talk.answers)) || error.hint;
    throw new Failure(error.code, error.exitCode, error.message, { hint });
  }
}

class Dialogue {
  answers: Answers;
  /** Identifiers of questions, in the order in which they were answered. */
  private readonly asked: string[] = [];
  private putsOff = false;

  constructor(
    private readonly person: Person,
    private result: MapResult,
    private readonly look: Look,
  ) {
    this.answers = result.answers;
    this.dropOpen();
  }

  async toTheEnd(): Promise<MapResult> {
    this.person.show(this.result);
    for (;;) {
      const question = this.next();
      if (question) await this.put(question);
      else if (!(await this.change())) return this.result;
    }
  }

  private next(of = this.result): AskedQuestion | undefined {
    return openQuestions(of).find(
      ({ id }) => this.answers[id] === undefined && !(this.putsOff && isConfirmation(id)),
    );
  }

  /** Whether there may be more to ask or to change. */
  private async change(): Promise<boolean> {
    const { result } = this;
    const changed = await this.person.change(result);
    if (changed === undefined) {
      this.putsOff = false;
      return openQuestions(result).length > 0;
    }
    if (changed === BACK) return true;
    const { id, answer } = changed;
    // A new answer about a role is not held back by an earlier edit of its field.
    // One edit changes one field: what the answer before stood for stays.
    const stays = impliedBy(result.questions.filter((one) => one.id === id && !isConfirmation(id)));
    const rest = without({ ...stays, ...this.answers }, id.replace(/^column:/, 'field:'));
    const next = await this.seen(this.withAnswer(rest, id, answer));
    if (next instanceof Failure) return true;
    const isSame = JSON.stringify(next.mapping) === JSON.stringify(result.mapping) && !this.next(next);
    if (isSame) this.move(result, 'That changes nothing: the mapping says so already.');
    else {
      this.answers = next.answers;
      this.move(next, alsoChanged(id, result, next));
    }
    return true;
  }

  /** What is answered to the audit comes after the answer that it doubts, and takes its place. */
  private withAnswer(before: Answers, id: string, answer: Answer): Answers {
    const doubted = this.result.questions.filter((one) => one.id === id && isConfirmation(id));
    const implied = impliedBy(doubted.map((one) => ({ ...one, answer })));
    return { ...Object.keys(implied).reduce(without, before), [id]: answer };
  }

  private async put(question: AskedQuestion): Promise<void> {
    const answer = await this.person.answer(question, this.asked.length > 0);
    if (answer === LATER) {
      // What the audit asks stands together above the last prompt.
      this.putsOff = true;
      return this.person.show(this.result);
    }
    if (answer === BACK) return this.back();
    const before = this.result.answers[question.id];
    // Words that were answered before stay so.
    const isMore = typeof before === 'object' && typeof answer === 'object';
    this.answers = this.withAnswer(this.answers, question.id, isMore ? { ...before, ...answer } : answer);
    this.asked.push(question.id);
    // The other questions of this round do not depend on the answer; they are asked before the file is read again.
    if (answer !== 'stop' && this.next()) return;
    const next = await this.seen(this.answers);
    if (!(next instanceof Failure)) return this.move(next);
    // The answer that is at fault may be one from before.
    const at = this.asked.lastIndexOf(next.place?.path ?? question.id);
    const [wrong] = this.asked.splice(at, 1);
    this.answers = without(this.answers, wrong!);
  }

  private async back(): Promise<void> {
    const last = this.asked.pop();
    if (last === undefined) return;
    this.answers = without(this.answers, last);
    if (!openQuestions(this.result).some(({ id }) => id === last))
      this.result = await this.look(this.answers);
  }

  /** A failure after an answer with which the file cannot be read: it has been said why. */
  private async seen(tried: Answers): Promise<MapResult | Failure> {
    try {
      return await this.look(tried);
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode !== 6 || Object.values(tried).includes('stop'))
        throw error;
      this.person.tell(`${error.message}. ${error.hint ?? ''}`);
      return error;
    }
  }

  /** Answers that do not fit their question, or not any longer, are asked for again. */
  private dropOpen(): void {
    for (const { id } of openQuestions(this.result)) this.answers = without(this.answers, id);
  }

  private move(next: MapResult, said = ''): void {
    const [before, after] = [effectText(this.result), effectText(next)];
    this.result = next;
    this.dropOpen();
    const isDone = !this.next();
    if (isDone) this.person.show(next);
    const effect = isDone || after !== before ? after : '';
    const text = `${said} ${effect}`.trim();
    if (text !== '') this.person.tell(text);
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
function effectText({ trial }: Pick<MapResult, 'trial'>): string {
  if (!trial) return '';
  const { input, orders } = trial.summary;
  const { refused, skipped } = orders;
  const pass = input.orders - refused - skipped;
  const more = [refused > 0 && `${refused} refused`, skipped > 0 && `${skipped} left out`].filter(Boolean);
  return `${pass} of ${input.orders} orders pass the check${more.length > 0 ? `; ${more.join(', ')}` : ''}.`;
}

export function answerText({ answer }: AskedQuestion): string {
  if (answer === null || typeof answer === 'string') return answer ?? 'open';
  const meanings = Object.entries(answer).map(([word, meant]) => `${word} = ${meant}`);
  return meanings.join(', ');
}

// Which questions are answered when nobody can be asked (`--yes`): those whose `unattended` is an answer. Where it is null, the
// question stays open. Each question says it where it is made; what it proposes is taken unless it says otherwise (asking.ts).

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
