// One drawn table through `orders map`: proposed, its questions answered from the truth, the file checked with the written mapping,
// and every order compared.

import type { Answers } from '../../../src/orders/map/proposal.ts';
import { engineFor, openQuestions } from './engine.ts';
import { factsOf, type Order } from './facts.ts';
import { type Style, styleOf } from './styles.ts';
import { tableOf } from './table.ts';
import { amountAnswers, answerTo, difference, isText, truthOf } from './truth.ts';

export interface Outcome {
  readonly seed: number;
  readonly style: Style;
  readonly orders: number;
  /** Sent as they must be, or not sent because they must not be. */
  readonly right: number;
  /** Must be sent and were refused, with the reason of the first. */
  readonly refused: number;
  /** Sent otherwise than they must be: silently wrong. */
  readonly wrong: number;
  /** Right with what is proposed before anybody has answered. */
  readonly unasked: number;
  readonly questions: readonly string[];
  /** What is different, the most frequent first. */
  readonly notes: readonly string[];
}

const MOST_ROUNDS = 6;

export async function outcomeOf(seed: number, count: number): Promise<Outcome> {
  const style = styleOf(seed);
  const orders = factsOf(style, count);
  const table = tableOf(style, orders);
  const engine = engineFor('export.csv', table.bytes);
  const questions = new Set<string>();
  let unasked = 0;
  const outcome = (sent: ReadonlyMap<string, object>, why: readonly string[]): Outcome => {
    const { notes, ...counts } = compared(style, orders, sent);
    const all = counts.refused > 0 ? [...notes, ...why] : notes;
    return { seed, style, orders: orders.length, ...counts, unasked, questions: [...questions], notes: all };
  };
  // Nothing is sent: right for orders that must not be sent.
  const stopped = (why: string): Outcome => outcome(new Map(), [why]);
  try {
    let answers: Answers = {};
    let result = await engine.propose(answers);
    const first = result.trial && (await engine.check(result.trial.mapping));
    unasked = first ? compared(style, orders, first.sent).right : 0;
    for (let round = 0; openQuestions(result).length > 0; round++) {
      for (const question of openQuestions(result)) {
        const { id, text } = question;
        questions.add(id);
        const answer = answerTo(style, table, orders, question);
        const isSum = id === 'amounts' && answer === undefined && round <= MOST_ROUNDS;
        if (!isSum && (answer === undefined || round > MOST_ROUNDS))
          return stopped(`cannot answer ${id}: ${text}`);
        if (answer === 'stop') return stopped('updated_at was not found');
        answers = { ...answers, ...(answer === undefined ? amountAnswers(table) : { [id]: answer }) };
      }
      result = await engine.propose(answers);
    }
    const { sent, codes } = await engine.check(result.mapping);
    return outcome(sent, codes.slice(0, 3));
  } catch (error) {
    return stopped(`stopped: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function compared(style: Style, orders: readonly Order[], sent: ReadonlyMap<string, object>) {
  let right = 0;
  let refused = 0;
  let wrong = 0;
  const reasons = new Map<string, number>();
  const known = new Set<string>();
  for (const order of orders) {
    known.add(order.number);
    const truth = truthOf(style, order);
    const found = sent.get(order.number);
    const reason =
      truth === 'not sent'
        ? found
          ? 'sent, although it must not be'
          : undefined
        : found
          ? difference(truth, found)
          : isText(style)
            ? undefined
            : 'refused';
    if (reason === undefined) right++;
    else if (reason === 'refused') refused++;
    else {
      wrong++;
      const kind = `${reason.replace(/items\.\d+/, 'items')}`;
      reasons.set(kind.replace(/:.*/, ''), (reasons.get(kind.replace(/:.*/, '')) ?? 0) + 1);
      if (reasons.size < 4) reasons.set(kind, 0);
    }
  }
  const strangers = [...sent.keys()].filter((id) => !known.has(id));
  const notes = [...reasons]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([reason, count]) => (count > 0 ? `${reason} x${count}` : reason));
  if (strangers.length > 0)
    notes.unshift(`${strangers.length} orders that do not exist, such as ${strangers[0]}`);
  return { right, refused, wrong: wrong + strangers.length, notes };
}
