// What the sandbox plays of the agreements with the service: its assumptions, the spelling of a status, levels,
// return fees.
import { parseLevels } from '../contract/levels.ts';
import { type ReturnFees, returnFees } from '../contract/refund-amount.ts';
import { agreedSpelling } from '../contract/status-spelling.ts';
import type { Agreed } from '../storage/agreements.ts';
import { TABLE } from './life-cycle/assumption-table.ts';
import { goneNote } from './life-cycle/assumptions.ts';
import type { SandboxOptions } from './start.ts';

export interface AgreedOptions extends Pick<SandboxOptions, 'assume' | 'statusSpelling' | 'levels'> {
  readonly fees?: ReturnFees;
}

/** @param note is told of answers that went @throws Failure exit 2 for levels that are not allowed */
export async function agreedOptions(
  { answers, file }: Agreed,
  note: (text: string) => void,
): Promise<AgreedOptions> {
  const gone = goneNote(answers.keys(), file);
  if (gone !== undefined) note(gone);
  const levels = answers.get('levels')?.value;
  return {
    assume: Object.fromEntries(
      [...answers].flatMap(([id, { value }]) => (Object.hasOwn(TABLE, id) ? [[id, value]] : [])),
    ),
    statusSpelling: agreedSpelling(answers),
    levels: await enforced(levels === undefined ? [] : [levels], 'agreements levels'),
    fees: returnFees(answers),
  };
}

/** Levels as the sandbox takes them: findings about rules that only the client checks do not matter to it. */
export async function enforced(texts: readonly string[], from: string): Promise<string[]> {
  if (texts.length === 0) return [];
  const { ALL_RULES } = await import('../contract/all-rules.ts');
  const { RULES } = await import('../contract/contract-rules.ts');
  return parseLevels(texts, ALL_RULES, from).flatMap(({ code, key, level }) =>
    RULES.has(code) ? [`${key}=${level}`] : [],
  );
}
