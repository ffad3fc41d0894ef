// One row for each planted mistake or right server: what both judges said, and whether it is what was expected.
import fs from 'node:fs';
import path from 'node:path';
import { MISTAKES, type Mistake, PAIRS } from './mistakes.ts';
import { type Judge, type Played, play, type Verdict } from './play.ts';
import { RIGHT_SERVERS as USUAL } from './right-servers.ts';
import { RIGHT_SHIPPING } from './shipping-agreements.ts';

const RIGHT_SERVERS = [...USUAL, ...RIGHT_SHIPPING];

/** Where rows and outputs are written; not committed. */
const FOLDER = process.env['JUDGE_OUT'] ?? 'coverage/judge';
/** With JUDGE_TEXT=0 the scenarios are played once, as JSON. */
const JUDGES: readonly Judge[] =
  process.env['JUDGE_TEXT'] === '0' ? ['scenario', 'certify'] : ['scenario', 'certify', 'text'];

const ROWS = path.join(FOLDER, 'rows');
const AFTER_STDOUT = '\n--- stderr\n';
const nameOf = (id: string): string => id.replace(/[^\w+-]/g, '-');

/** What a row is made of. */
type Told = Omit<Verdict, 'stderr' | 'seen'>;

export interface Row {
  readonly id: string;
  /** What is not as expected; nothing when both judges say what they have to. */
  readonly wrong: readonly string[];
  readonly verdicts: readonly Pick<
    Verdict,
    'judge' | 'exit' | 'seconds' | 'first' | 'hints' | 'failed' | 'notTried'
  >[];
}

const mistake = (id: string): Mistake => {
  const found = MISTAKES.find((one) => one.id === id);
  if (!found) throw new Error(`no mistake ${id}; there are ${MISTAKES.map((one) => one.id).join(' ')}`);
  return found;
};

/** Ids that can be played: mistakes, `J14+J8` for two together, `right:plain`. */
export const ALL_IDS: readonly string[] = [
  ...RIGHT_SERVERS.map(({ id }) => `right:${id}`),
  ...MISTAKES.map(({ id }) => id),
  ...PAIRS.map((pair) => pair.join('+')),
];

/** What is written as ID...|all|right|mistakes. */
export function idsOf(words: string): readonly string[] {
  return words.split(/[\s,]+/).flatMap((word) => {
    if (word === 'all') return ALL_IDS;
    if (word === 'right') return ALL_IDS.filter((id) => id.startsWith('right:'));
    return word === 'mistakes' ? MISTAKES.map(({ id }) => id) : [word];
  });
}

export async function playRow(id: string): Promise<Row> {
  const right = id.startsWith('right:') && RIGHT_SERVERS.find((one) => `right:${one.id}` === id);
  const planted = right ? [] : id.split('+').map(mistake);
  const played: Played = right || {
    plan: () => Object.assign({}, ...planted.map((one) => one.plan())),
    ...(planted[0]?.agreed && { agreed: planted[0].agreed }),
  };
  const verdicts = await Promise.all(JUDGES.map((judge) => play(judge, played)));
  fs.mkdirSync(ROWS, { recursive: true });
  for (const { judge, stdout, stderr, seen } of verdicts)
    fs.writeFileSync(
      path.join(ROWS, `${nameOf(id)}.${judge}.out`),
      `${stdout}${AFTER_STDOUT}${stderr}\n--- server\n${JSON.stringify(seen, null, 1)}\n`,
    );
  return judged(id, verdicts);
}

function judged(id: string, verdicts: readonly Told[]): Row {
  const isRight = id.startsWith('right:');
  const planted = isRight ? [] : id.split('+').map(mistake);
  const row: Row = {
    id,
    wrong: isRight ? verdicts.flatMap(falseAlarm) : wrongOf(planted, verdicts),
    verdicts: verdicts.map(({ judge, exit, seconds, first, hints, failed, notTried }) => ({
      judge,
      exit,
      seconds,
      first,
      hints,
      failed,
      notTried,
    })),
  };
  fs.writeFileSync(path.join(ROWS, `${nameOf(id)}.json`), JSON.stringify(row, null, 2));
  return row;
}

/** Names of scenarios, orders, RMAs and checks say nothing about a cause. */
const withoutNames = (line: string): string =>
  line
    .replace(/\bRMA-\S+/g, 'RMA')
    .replace(/\b[\w-]+-[A-D]\b/g, 'ORDER')
    .replace(/\b[\w-]+, step \d+/g, 'STEP')
    .replace(/\b[a-z]+\.[a-z-]+(?=[\s|;:,])/g, 'CHECK');

const falseAlarm = ({ judge, exit, first }: Told): string[] =>
  exit === 0 ? [] : [`${judge}: a right server is called wrong, exit ${exit}: ${first}`];

/** What a judge did not say, or should not have said. */
function wrongOf(planted: readonly Mistake[], verdicts: readonly Told[]): string[] {
  return verdicts.flatMap(({ judge, exit, seconds, first, hints, stdout }) => {
    if (planted.every((one) => one.isUnseen)) {
      const isSaid = planted.every((one) => one.says.every((text) => text.test(stdout)));
      return [
        ...(exit === 0 ? [] : [`${judge}: exit ${exit} for what cannot be seen`]),
        ...(isSaid ? [] : [`${judge}: does not say that it cannot be seen`]),
      ];
    }
    if (exit === 0) return [`${judge}: passes`];
    const isLate = planted.some(({ within }) => within && seconds > within);
    const late = isLate ? [`${judge}: took ${seconds} s to say so`] : [];
    const told = Object.keys(hints);
    // Of two mistakes any may come first: each is looked for in every cause.
    const lines = (planted.length > 1 ? told : [first]).map(withoutNames);
    const unsaid = planted.flatMap(({ id, says }) => {
      const best = lines
        .map((line) => says.filter((text) => !text.test(line)))
        .sort((a, b) => a.length - b.length)[0];
      return (best ?? says).map((text) => `${judge}: the first line of ${id} does not say ${text}`);
    });
    if (judge === 'text') return [...late, ...unsaid];
    const contradicted = told.flatMap((hint) =>
      planted.some((one) => one.not.some((text) => text.test(hint)))
        ? [`${judge}: wrong advice: ${hint}`]
        : [],
    );
    const count =
      told.length === planted.length ? [] : [`${judge}: ${told.length} causes instead of ${planted.length}`];
    return [...late, ...unsaid, ...contradicted, ...count];
  });
}
