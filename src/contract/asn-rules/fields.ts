// Required fields of an ASN, their types, and the values of its enumerations.
import { asnShape } from '../asn.ts';
import {
  ASN_FRAME,
  ASN_IDENTITY,
  type Finding,
  found,
  type Loose,
  leafOf,
  meantOf,
  ruleList,
  UNREADABLE,
} from '../finding.ts';
import { textRules } from '../message-rules.ts';
import { sampleAsn, sampleDetail, withDetail } from '../sample.ts';
import { elementsIn, sayMissing, sizeText } from '../shape-findings.ts';

const rules = ruleList({ source: 'ASN (body of the inbound ASN requests)', good: sampleAsn() });

export const asnMissing = rules.error('asn.field.missing', {
  fixed: ASN_FRAME,
  title: 'A required field of the ASN is there',
  explanation:
    'The table "ASN" of the interface marks it as required. An update repeats the whole ASN, so it needs it, too.',
  say: sayMissing,
  bad: sampleAsn({ program_identifier: undefined }),
});

export const asnType = rules.error('asn.field.type', {
  fixed: UNREADABLE,
  title: 'A field of the ASN has the type the interface names',
  explanation: 'Identifiers are texts even when they look like numbers: write "line_identifier": "1", not 1.',
  say: (args, path) =>
    `${leafOf(path)} must be ${args.expected}, found ${args.found}.` +
    `${args.expected === 'a text' && args.found === 'integer' ? ' Write it in quotes.' : ''}` +
    `${args.found === 'null' && path ? ' Omit the field instead.' : ''}`,
  bad: withDetail({ line_identifier: 1 }),
});

export const asnEmpty = rules.error('asn.field.empty', {
  fixed: ASN_IDENTITY,
  title: 'A required text of the ASN is not empty',
  explanation: 'An empty identifier cannot be scanned or found in receiving.',
  say: (_args, path) => `${leafOf(path)} is empty.`,
  bad: sampleAsn({ asn_number: '' }),
});

export const asnStatus = rules.error('asn.status.unknown', {
  title: 'The status is pending, shipped, delivered or cancelled',
  explanation: 'Exactly so spelled: the one-l spelling of cancelled is not recognized, and capitals count.',
  source: 'ASN (status field)',
  say: (args) => `Unknown status ${meantOf(args)}`,
  good: sampleAsn({ status: 'cancelled' }),
  bad: sampleAsn({ status: 'canceled' }),
});

export const asnDetailsType = rules.error('asn.details_type.unknown', {
  title: 'details_type is unit or sku',
  explanation:
    'One type holds for the whole ASN: unit lists every unit with its identifier, sku counts the items of a SKU in a carton.',
  say: (args) => `Unknown details_type ${meantOf(args)}`,
  bad: sampleAsn({ details_type: 'units' }),
});

export const asnReferenceType = rules.error('asn.reference_type.unknown', {
  title: 'The type of a reference is one the interface names',
  explanation: 'StockTransferOrder, RA, RMA, ForwardOrder or ReturnsPortalOrder; capitals count.',
  say: (args) => `Unknown reference type ${meantOf(args)}`,
  good: sampleAsn({
    cartons: [{ reference: { type: 'RMA', identifier: 'RMA-1' }, details: [sampleDetail()] }],
  }),
  bad: sampleAsn({
    cartons: [{ reference: { type: 'rma', identifier: 'RMA-1' }, details: [sampleDetail()] }],
  }),
});

export const asnReferencePart = rules.warning('asn.reference.incomplete', {
  title: 'A reference has both type and identifier',
  explanation:
    'The identifier is used with the type to find the reference during receiving; one without the other finds nothing.',
  say: (_args, path) => `The reference has no ${leafOf(path)}, so it cannot be found in receiving.`,
  bad: sampleAsn({ cartons: [{ reference: { type: 'RMA' }, details: [sampleDetail()] }] }),
});

export const asnListEmpty = rules.error('asn.list.empty', {
  title: 'An ASN has cartons, and a carton has details',
  explanation: 'Both lists are required: an ASN of nothing cannot be received.',
  say: (_args, path) => `${leafOf(path)} is empty; it needs at least one element.`,
  bad: sampleAsn({ cartons: [] }),
});

/** The most elements that the lists of one ASN may have together. */
const MAX_ELEMENTS = 50_000;

const asnTooLarge = rules.error('asn.size.limit', {
  ...sizeText('The lists of an ASN have', 'The lists of the ASN have', MAX_ELEMENTS, 'elements together'),
  bad: () => withDetail({ eligibility_flags: Array.from({ length: MAX_ELEMENTS + 1 }, () => 'x') }),
});

/** "Blanket-type ASNs remove validations around units and overages" (interface: ASN). */
export const asnBlanket = rules.note('asn.asn_type.blanket', {
  title: 'A Blanket ASN is not checked for its units',
  explanation:
    'With asn_type Blanket the service removes its validations around units and overages. So a unit line needs no unit_identifier, may have any quantity from 1, and its unit identifiers may stand in other lines and other ASNs as well. Everything else is checked as ever. The interface writes Blanket; other capitals are taken for it.',
  say: (args) =>
    `asn_type is Blanket, so unit identifiers and quantities of units are not checked.${
      args.exact ? '' : ` Write it as Blanket: the service may know no other capitals.`
    }`,
  good: sampleAsn({ asn_type: 'Transfer' }),
  bad: withDetail({ unit_identifier: undefined, quantity: 12 }, { asn_type: 'Blanket' }),
});

export const asnFieldRules = rules.all;

/** What exports do to texts. */
export const asnTexts = textRules('asn', asnShape, withDetail, 'condition');

/** The finding for an ASN whose lists are too long to be checked in limited time and memory. */
export function asnOversize(asn: Loose): Finding | undefined {
  const size = elementsIn(asn);
  return size > MAX_ELEMENTS ? found(asnTooLarge, '', { found: size }) : undefined;
}
