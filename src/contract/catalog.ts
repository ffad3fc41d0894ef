// Catalogs of rules by code: how they are made, and how a finding gets its message.
import { didYouMean } from '../basics/text.ts';
import type { Finding, Rule } from './finding.ts';

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

/** The message of a finding; the code itself when no rule of the catalog has that code. */
export function describeFindingIn(finding: Finding, rules: Catalog): string {
  return rules.get(finding.code)?.say(finding.args, finding.path) ?? finding.code;
}

/** Codes that were probably meant: the most similar one, and those with the same beginning (`order.total`). */
export function similarCodes(code: string, rules: Catalog): string[] {
  const nearest = didYouMean(code, rules.keys());
  const beginning = code.split('.').slice(0, 2).join('.');
  const family = [...rules.keys()].filter((known) => known.startsWith(beginning));
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...family])].slice(0, 8);
}
