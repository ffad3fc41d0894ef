// Which questions are answered when nobody can be asked (`--yes`): those whose `unattended` is an answer. Where it is null, the question
// stays open. Each question says it where it is made; what it proposes is taken unless it says otherwise (asking.ts).
import type { MapResult } from '../propose.ts';
import type { AskedQuestion } from '../types.ts';
import { answerText, type Look, openQuestions } from './dialogue.ts';

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
