// Blanket ASNs: "Blanket-type ASNs remove validations around units and overages" (interface: ASN).
import type { Loose, Report } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { sampleAsn, withDetail } from '../sample.ts';

/** The word in the interface's spelling. */
const BLANKET = 'Blanket';

const rules = ruleList({ source: 'ASN (body of the inbound ASN requests)' });

export const asnBlanket = rules.note('asn.asn_type.blanket', {
  title: 'A Blanket ASN is not checked for its units',
  explanation:
    'With asn_type Blanket the service removes its validations around units and overages. So a unit line needs no unit_identifier, may have any quantity from 1, and its unit identifiers may stand in other lines and other ASNs as well. Everything else is checked as ever. The interface writes Blanket; other capitals are taken for it.',
  say: (args) =>
    `asn_type is ${BLANKET}, so unit identifiers and quantities of units are not checked.${
      args.exact ? '' : ` Write it as ${BLANKET}: the service may know no other capitals.`
    }`,
  good: sampleAsn({ asn_type: 'Transfer' }),
  bad: withDetail({ unit_identifier: undefined, quantity: 12 }, { asn_type: BLANKET }),
});

/** Whether the checks on units and overages are off; upper and lower case do not matter. */
export const isBlanket = (asn: Loose): boolean =>
  typeof asn.asn_type === 'string' && asn.asn_type.trim().toLowerCase() === BLANKET.toLowerCase();

export function checkBlanket(asn: Loose, report: Report): void {
  if (isBlanket(asn)) report(asnBlanket, 'asn_type', { exact: asn.asn_type === BLANKET });
}
