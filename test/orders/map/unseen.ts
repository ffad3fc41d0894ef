// One drawn table through `orders map`: proposed, its questions answered from the truth, the file checked with the written mapping,
// and every order compared.

import { parseMapping } from '../../../src/input/mapping/language/load.ts';
import { runCheck } from '../../../src/orders/check.ts';
import { openQuestions } from '../../../src/orders/map/ask/dialogue.ts';
import { type MapRequest, mapExport } from '../../../src/orders/map/map-export.ts';
import type { Answers } from '../../../src/orders/map/proposal.ts';
import { formatMapping } from '../../../src/orders/map/write/format-mapping.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { factsOf, type Order } from './facts.ts';
import { type Style, styleOf } from './styles.ts';
import { tableOf } from './table.ts';
import { answerTo, difference, truthOf } from './truth.ts';

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

const MEMORY = 64 << 20;

export async function outcomeOf(seed: number, count: number): Promise<Outcome> {
  const style = styleOf(seed);
  const orders = factsOf(style, count);
  const table = tableOf(style, orders);
  const host = testPlatform();
  const { platform, folders } = host;
  const path = host.file('export.csv', table.bytes);
  const base = { seed, style, orders: orders.length };
  const nothing = { right: 0, refused: orders.length, wrong: 0, unasked: 0 };
  const propose = (answers: Answers) => {
    const request: MapRequest = { path, memory: MEMORY, joins: [], answers };
    return mapExport(platform, folders, request, undefined, { emit: () => {}, stop: () => {} });
  };
  const checked = async (mapping: object, assumed: object) => {
    const sent = new Map<string, object>();
    const { summary } = await runCheck(
      platform,
      folders,
      {
        input: {
          paths: [path],
          map: parseMapping(formatMapping(mapping as Record<string, unknown>), 'written.json', 'order'),
          intake: {
            format: 'auto',
            delimiter: undefined,
            encoding: undefined,
            memory: MEMORY,
            joins: [],
            ...assumed,
          },
          reading: { sinceField: 'updated_at', strict: false },
        },
        target: undefined,
        batchSize: 50,
        maxRejects: { share: 1 },
        failOn: 'none',
        write: async (text) => {
          for (const line of text.split('\n').filter((one) => one !== '')) {
            const order = JSON.parse(line) as { identifier: string };
            sent.set(order.identifier, order);
          }
        },
      },
      () => {},
    );
    return {
      sent,
      codes: summary.refused.by_code.map(
        ({ code, count, details }) => `${code} ${details[0]?.field ?? ''} x${count}`,
      ),
    };
  };
  const questions = new Map<string, true>();
  let unasked = 0;
  try {
    let answers: Answers = {};
    let result = await propose(answers);
    const first = result.trial && (await checked(result.trial.mapping, result.trial.assumed));
    unasked = first ? compared(style, orders, first.sent).right : 0;
    for (let round = 0; openQuestions(result).length > 0; round++) {
      for (const question of openQuestions(result)) {
        questions.set(question.id, true);
        const answer = answerTo(style, table, question);
        if (answer === undefined || round > 6)
          return {
            ...base,
            ...nothing,
            unasked,
            questions: [...questions.keys()],
            notes: [`cannot answer ${question.id}: ${question.text}`],
          };
        if (answer === 'stop')
          return {
            ...base,
            ...nothing,
            unasked,
            questions: [...questions.keys()],
            notes: ['updated_at was not found'],
          };
        answers = { ...answers, [question.id]: answer };
      }
      result = await propose(answers);
    }
    const { sent, codes } = await checked(result.mapping, {});
    const { right, refused, wrong, notes } = compared(style, orders, sent);
    return {
      ...base,
      right,
      refused,
      wrong,
      unasked,
      questions: [...questions.keys()],
      notes: refused > 0 ? [...notes, ...codes.slice(0, 3)] : notes,
    };
  } catch (error) {
    return {
      ...base,
      ...nothing,
      unasked,
      questions: [...questions.keys()],
      notes: [`stopped: ${error instanceof Error ? error.message : String(error)}`],
    };
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
