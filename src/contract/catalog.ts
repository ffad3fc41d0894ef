// All rules by code: what `returns explain` prints, and the sentences of findings.
import { didYouMean } from '../basics/text.ts';
import { derived } from './derive-order.ts';
import { exchangeAnswerRules, variantRules } from './exchange-rules/answers.ts';
import { exchangeOrderRules } from './exchange-rules/order.ts';
import type { Finding, Rule } from './finding.ts';
import { asnRules } from './judge-asn.ts';
import { messageRules } from './judge-order.ts';
import { arrivalRules } from './message-rules.ts';
import { orderRules } from './order-rules/check-order.ts';
import { requestRules } from './request-headers.ts';
import { ledgerRules } from './rma-rules/ledger.ts';
import { rmaRules } from './rma-rules/message.ts';
import { storyRules } from './rma-rules/story.ts';

/** Rules by code. */
export type Catalog = ReadonlyMap<string, Rule>;

/** One catalog of several lists, sorted by code. */
export const catalogOf = (...lists: readonly Iterable<Rule>[]): Catalog =>
  new Map(
    lists
      .flatMap((list) => [...list])
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((rule) => [rule.code, rule]),
  );

/** Every rule of the contract by its code, sorted. */
export const RULES = catalogOf(
  messageRules,
  orderRules,
  [derived],
  asnRules,
  arrivalRules,
  requestRules,
  rmaRules,
  storyRules,
  ledgerRules,
  exchangeOrderRules,
  exchangeAnswerRules,
  variantRules,
);

/** The sentence of a finding; the code itself when no rule of the catalog has it. */
export function describeFinding(finding: Finding, rules: Catalog = RULES): string {
  return rules.get(finding.code)?.say(finding.args, finding.path) ?? finding.code;
}

export function explain(code: string): Rule | undefined {
  return RULES.get(code);
}

/** Codes that were probably meant: the nearest one, and those of the same beginning (`order.total`). */
export function similarCodes(code: string, rules: Catalog = RULES): string[] {
  const nearest = didYouMean(code, rules.keys());
  const beginning = code.split('.').slice(0, 2).join('.');
  const family = [...rules.keys()].filter((known) => known.startsWith(beginning));
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...family])].slice(0, 8);
}
