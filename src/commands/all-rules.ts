// Every rule that any finding may come from, by code: what `returns explain` prints.
import { didYouMean } from '../base/text.ts';
import type { Rule } from '../contract/finding.ts';
import { CALL_RULES } from '../receiver/rules.ts';
import { ORDER_RULES } from '../upload/catalog.ts';

export const ALL_RULES: ReadonlyMap<string, Rule> = new Map(
  [...ORDER_RULES.values(), ...CALL_RULES]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map((rule) => [rule.code, rule]),
);

/** Codes that were probably meant: the nearest one, and those of the same beginning (`order.total`). */
export function similarCodes(code: string): string[] {
  const nearest = didYouMean(code, ALL_RULES.keys());
  const beginning = code.split('.').slice(0, 2).join('.');
  const family = [...ALL_RULES.keys()].filter((known) => known.startsWith(beginning));
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...family])].slice(0, 8);
}
