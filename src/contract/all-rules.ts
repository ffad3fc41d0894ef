// Every rule of the tool by its code: what `returns explain` prints.
import { ASN_CATALOG } from './asn-catalog.ts';
import { CALL_RULES } from './call-rules.ts';
import { RULES } from './contract-rules.ts';
import { ORDER_CATALOG } from './order-catalog.ts';
import { catalogOf, similarCodes as similar } from './report.ts';

export const ALL_RULES = catalogOf(
  new Map([...RULES, ...ORDER_CATALOG, ...ASN_CATALOG]).values(),
  CALL_RULES,
);

/** Codes that were probably meant: the most similar one, and those with the same beginning (`order.total`). */
export const similarRuleCodes = (code: string): string[] => similar(code, ALL_RULES);
