// Every rule that a finding about an order may come from: the contract's, the intake's, and those that need the ledger.
import { RULES } from '../contract/catalog.ts';
import type { Finding, Rule } from '../contract/finding.ts';
import { MAPPING_RULES } from '../intake/mapping/rules.ts';
import { INTAKE_RULES } from '../intake/rules.ts';
import { UPLOAD_RULES } from './rules.ts';

export const ORDER_RULES: ReadonlyMap<string, Rule> = new Map(
  [...RULES.values(), ...INTAKE_RULES, ...MAPPING_RULES, ...UPLOAD_RULES]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map((rule) => [rule.code, rule]),
);

/** The sentence of a finding; the code itself when no rule has it. */
export function describeFinding(finding: Finding): string {
  return ORDER_RULES.get(finding.code)?.say(finding.args, finding.path) ?? finding.code;
}
