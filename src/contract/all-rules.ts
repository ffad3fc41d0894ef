// Every rule of the tool by its code: what `returns explain` prints.
import { didYouMean } from '../basics/text.ts';
import { ASN_CATALOG } from './asn-catalog.ts';
import { CALL_RULES } from './call-rules.ts';
import { RULES } from './contract-rules.ts';
import { catalogOf } from './finding.ts';
import { ORDER_CATALOG } from './order-catalog.ts';

export const ALL_RULES = catalogOf(
  new Map([...RULES, ...ORDER_CATALOG, ...ASN_CATALOG]).values(),
  CALL_RULES,
);

/** Codes that were probably meant: the most similar one, and those with the same beginning (`order.total`). */
export function similarRuleCodes(code: string): string[] {
  const beginning = code.split('.').slice(0, 2).join('.');
  const family = [...ALL_RULES.keys()].filter((known) => known.startsWith(beginning));
  return [...new Set([didYouMean(code, ALL_RULES.keys()) ?? [], family].flat())].slice(0, 8);
}
