// Every rule that a finding about an order may come from: the contract's, the intake's, and those that need the ledger.
import { didYouMean } from '../base/text.ts';
import { RULES } from '../contract/catalog.ts';
import type { Finding, Rule } from '../contract/finding.ts';
import { MAPPING_RULES } from '../intake/mapping/rules.ts';
import { INTAKE_RULES } from '../intake/rules.ts';
import { UPLOAD_RULES } from './rules.ts';

export const ALL_RULES: ReadonlyMap<string, Rule> = new Map(
  [...RULES.values(), ...INTAKE_RULES, ...MAPPING_RULES, ...UPLOAD_RULES]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map((rule) => [rule.code, rule]),
);

/** The sentence of a finding; the code itself when no rule has it. */
export function describeFinding(finding: Finding): string {
  return ALL_RULES.get(finding.code)?.say(finding.args, finding.path) ?? finding.code;
}

/** Codes that were probably meant: the nearest one, and those of the same beginning (`order.total`). */
export function similarCodes(code: string): string[] {
  const nearest = didYouMean(code, ALL_RULES.keys());
  const beginning = code.split('.').slice(0, 2).join('.');
  const family = [...ALL_RULES.keys()].filter((known) => known.startsWith(beginning));
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...family])].slice(0, 8);
}
