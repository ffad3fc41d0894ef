// Judges one export of the corpus in three ways of answering: truthful, Enter alone, and unattended. Every order is equal to the
// truth, not sent, or silently wrong.

import type { MapResult } from '../../../../src/orders/map/propose.ts';
import type { Answer, Answers, AskedQuestion } from '../../../../src/orders/map/types.ts';
import { type CheckedFile, type Engine, engineFor, openQuestions } from '../engine.ts';
import { amountColumns, changesOf, truthfulAnswer } from './answers.ts';
import type { Description } from './describe.ts';
import { difference, expectedOf, isCountable } from './expected.ts';
import { type Fact, factsOf } from './facts.ts';
import { type WrittenExport, write } from './write.ts';

export const MODES = ['truthful', 'enter', 'unattended'] as const;
export type Mode = (typeof MODES)[number];

export interface Verdict {
  readonly countable: number;
  readonly right: number;
  readonly refused: number;
  readonly wrong: number;
  readonly questions: readonly string[];
  /** Why the export stopped, the first difference, and why orders were refused. */
  readonly notes: readonly string[];
}

export interface Judged {
  readonly name: string;
  readonly orders: number;
  readonly modes: Readonly<Record<Mode, Verdict>>;
}

const MOST_ROUNDS = 8;

export async function judge(description: Description): Promise<Judged> {
  const facts = factsOf(description.shop);
  const file = write(description, facts);
  const engine = remembering(engineFor(file.file, file.bytes));
  const modes: Partial<Record<Mode, Verdict>> = {};
  for (const mode of MODES) {
    const truthful: Answerer = (question) => truthfulAnswer({ description, file, facts }, question);
    const answers: Readonly<Record<Mode, Answerer>> = {
      truthful,
      // Enter again and again leads nowhere where nothing is proposed.
      enter: (question) => enter(question) ?? truthful(question),
      unattended: enter,
    };
    modes[mode] = await verdictOf(engine, mode, answers[mode], description, file, facts);
  }
  return { name: description.name, orders: facts.length, modes: modes as Record<Mode, Verdict> };
}

type Answerer = (question: AskedQuestion) => Answer | undefined;

/** Enter takes what is proposed. */
function enter({ proposed, words }: AskedQuestion): Answer | undefined {
  if (!words) return proposed ?? undefined;
  if (words.some((word) => word.proposed === null)) return undefined;
  return Object.fromEntries(words.map((word) => [word.word, word.proposed!]));
}

async function verdictOf(
  engine: Engine,
  mode: Mode,
  answer: Answerer,
  description: Description,
  file: WrittenExport,
  facts: readonly Fact[],
): Promise<Verdict> {
  const questions: string[] = [];
  const countable = facts.filter((order) => isCountable(description, file, order)).length;
  const stopped = (why: string): Verdict => {
    return { countable, right: 0, refused: countable, wrong: 0, questions, notes: [why] };
  };
  try {
    let answers: Answers = {};
    let result: MapResult = await engine.propose(answers, mode === 'unattended');
    for (let round = 0; ; round++) {
      const open = openQuestions(result);
      for (const question of open) if (!questions.includes(question.id)) questions.push(question.id);
      const changes = mode === 'truthful' && open.length === 0 ? changesOf(file, result, answers) : {};
      if (open.length === 0 && Object.keys(changes).length === 0) break;
      const given = open.map((question) => [question.id, answer(question)] as const);
      const unknown = open.find((_, i) => given[i]![1] === undefined || mode === 'unattended');
      const isSum = mode === 'truthful' && unknown?.id === 'amounts';
      const named = isSum ? amountColumns(file, answers) : {};
      if ((unknown && Object.keys(named).length === 0) || round === MOST_ROUNDS)
        return stopped(`cannot answer ${told(unknown ?? open[0]!)}`);
      const known = given.filter(([, value]) => value !== undefined);
      answers = { ...answers, ...(Object.fromEntries(known) as Answers), ...changes, ...named };
      result = await engine.propose(answers, false);
    }
    const checked = await engine.check(result.mapping);
    return { countable, questions, ...compared(description, file, facts, checked) };
  } catch (error) {
    return stopped(`stopped: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const told = ({ id, text, choices }: AskedQuestion): string =>
  `${id}: ${text}${choices.length === 0 ? '' : ` (${choices.map(({ value }) => value).join(' | ')})`}`;

function compared(
  description: Description,
  file: WrittenExport,
  facts: readonly Fact[],
  { sent, codes, warnings }: CheckedFile,
): Pick<Verdict, 'right' | 'refused' | 'wrong' | 'notes'> {
  let [right, refused, wrong] = [0, 0, 0];
  const reasons: string[] = [];
  // Refunded money that is not sent must be warned of, for every order that has some.
  const lost = facts.filter(
    (order) => sent.has(order.number) && isLost(file, order, sent.get(order.number)!),
  );
  const isWarned = warnings.some(({ count }) => count >= lost.length);
  const known = new Set(facts.map(({ number }) => number));
  for (const order of facts) {
    const isCounted = isCountable(description, file, order);
    const found = sent.get(order.number);
    const reason = found && wrongness(description, file, order, found, isWarned);
    if (reason !== undefined) {
      wrong++;
      reasons.push(`${order.number} ${reason}`);
    } else if (isCounted && found) right++;
    else if (isCounted) refused++;
  }
  const strangers = [...sent.keys()].filter((id) => !known.has(id));
  if (strangers.length > 0) reasons.unshift(`no order: ${strangers[0]}`);
  const notes = [...reasons.slice(0, 1), ...(refused > 0 ? codes.slice(0, 3) : [])];
  return { right, refused, wrong: wrong + strangers.length, notes };
}

function wrongness(
  description: Description,
  file: WrittenExport,
  order: Fact,
  found: object,
  isWarned: boolean,
): string | undefined {
  if (description.mustBeRefused !== undefined && !description.unless?.(order))
    return `sent, although ${description.mustBeRefused}`;
  if (order.meaning === 'leave out') return 'sent, although it must not be';
  return (
    difference(expectedOf(description, file, order), found) ??
    (!isWarned && isLost(file, order, found) ? 'refunds: none, and no warning' : undefined)
  );
}

const isLost = (file: WrittenExport, order: Fact, found: object): boolean =>
  order.refunded > 0 &&
  hasRefunds(file) &&
  ((found as { refunds?: readonly unknown[] }).refunds ?? []).length === 0;

const hasRefunds = ({ columns }: WrittenExport): boolean => columns.some(({ role }) => /refund/.test(role));

/** The same answers give the same proposal, and the same mapping the same orders: each is worked out once. */
function remembering(engine: Engine): Engine {
  const proposals = new Map<string, Promise<MapResult>>();
  const checks = new Map<string, Promise<CheckedFile>>();
  return {
    propose: (answers, assumes) =>
      once(proposals, JSON.stringify([answers, assumes]), () => engine.propose(answers, assumes)),
    check: (mapping) => once(checks, JSON.stringify(mapping), () => engine.check(mapping)),
  };
}

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const result = known.get(key) ?? make();
  known.set(key, result);
  return result;
}
