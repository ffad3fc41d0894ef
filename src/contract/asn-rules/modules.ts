// Fields of an ASN that are required only for customers who use a certain module of the service: off unless a level turns them on.
import { detailsOf } from '../asn-units.ts';
import type { Finding, Rule } from '../finding.ts';
import { isWanted, type Levels } from '../levels.ts';
import { found, isGiven, type Loose } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { withDetail } from '../sample.ts';

const rules = ruleList({ source: 'ASN (body of the inbound ASN requests)' });

const vendorMissing = rules.error('asn.vendor_identifier.missing', {
  isOff: true,
  title: 'A detail line names its vendor where returns to vendors are used',
  explanation:
    'vendor_identifier is required when the customer uses the returns-to-vendor module, which an ASN does not show. Turn the rule on with `--level asn.vendor_identifier.missing=error`, or once for all with `profile set levels`.',
  say: () => 'The line has no vendor_identifier, which the returns-to-vendor module needs.',
  good: withDetail({ vendor_identifier: 'V-1' }),
  bad: withDetail({}),
});

const merchantMissing = rules.error('asn.merchant.missing', {
  isOff: true,
  title: 'A detail line names its merchant where there are several',
  explanation:
    'merchant is required when the customer processes returns for several merchants, which an ASN does not show. Turn the rule on with `--level asn.merchant.missing=error`, or once for all with `profile set levels`.',
  say: () => 'The line has no merchant, which returns for several merchants need.',
  good: withDetail({ merchant: 'M-1' }),
  bad: withDetail({}),
});

const REQUIRED = [
  [vendorMissing, 'vendor_identifier'],
  [merchantMissing, 'merchant'],
] as const;

export const moduleRules: readonly Rule[] = REQUIRED.map(([rule]) => rule);

/** Iterates over the detail lines only when one of the rules is on. */
export function checkModules(asn: Loose, levels: Levels | undefined, findings: Finding[]): void {
  const wanted = REQUIRED.filter(([rule]) => isWanted(levels, rule));
  if (wanted.length === 0) return;
  for (const { detail, at } of detailsOf(asn))
    for (const [rule, field] of wanted) if (!isGiven(detail[field])) findings.push(found(rule, at + field));
}
