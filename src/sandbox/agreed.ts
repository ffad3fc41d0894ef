// What the sandbox plays of the agreements with the service: its assumptions, the spelling of a status, levels, return fees.
import { ALL_RULES } from '../contract/all-rules.ts';
import { RULES } from '../contract/contract-rules.ts';
import { parseLevels } from '../contract/levels.ts';
import { type ReturnFees, returnFees } from '../contract/return-fees.ts';
import { SPELLINGS } from '../contract/status-spelling.ts';
import type { Answers } from '../storage/agreements.ts';
import { TABLE } from './life-cycle/assumption-table.ts';
import { parseAssumed } from './life-cycle/assumptions.ts';
import type { SandboxOptions } from './start.ts';

export interface AgreedOptions extends Pick<SandboxOptions, 'assume' | 'statusSpelling' | 'levels'> {
  readonly fees?: ReturnFees;
}

/** @throws Failure exit 2 for an answer that is not allowed */
export function agreedOptions(answers: Answers): AgreedOptions {
  const assumed = [...answers].filter(([id]) => Object.hasOwn(TABLE, id));
  const spelling = answers.get('cancelled-spelling')?.value;
  return {
    assume: parseAssumed(Object.fromEntries(assumed.map(([id, { value }]) => [id, value]))),
    statusSpelling: SPELLINGS.find((one) => one === spelling) ?? SPELLINGS[0],
    levels: enforced([answers.get('levels')?.value ?? ''], 'agreements levels'),
    fees: returnFees(answers),
  };
}

/** Levels as the sandbox takes them: findings about rules that only the client checks do not matter to it. */
export const enforced = (texts: readonly string[], from: string): string[] =>
  parseLevels(texts, ALL_RULES, from).flatMap(({ code, key, level }) =>
    RULES.has(code) ? [`${key}=${level}`] : [],
  );
