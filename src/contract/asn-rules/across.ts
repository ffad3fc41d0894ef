// Rules that compare an ASN with the other ASNs of the input, and with the records of queued ASNs.
import { quote } from '../../basics/text.ts';
import { CREATED_ONCE, type FindingArguments, ruleList, UNDECIDED } from '../finding.ts';
import { sampleAsn, sampleDetail } from '../sample.ts';

const withUnit = (number: string, unit: string) =>
  sampleAsn({ asn_number: number, cartons: [{ details: [sampleDetail({ unit_identifier: unit })] }] });
const first = sampleAsn();
const second = withUnit('ASN-1002', 'U-2');
const of = (args: FindingArguments) => `${quote(args.number)} (program ${quote(args.program)})`;

/** A sample is an input, a list of ASNs. Where a rule needs ASNs that were queued before, they are in `recorded`, beside `input`. */
const rules = ruleList({ source: 'Limits' });

export const asnNumberConflict = rules.error('asn.number.conflict', {
  fixed: UNDECIDED,
  title: 'An asn_number stands in the input once per program',
  explanation:
    'The number is unique per program, so only one of two ASNs with the same number can be created, and which one is right cannot be decided here: both are refused. Remove one, or give it a number of its own.',
  say: (args) => `The number ${of(args)} has other content on line ${args.line}.`,
  good: [first, second],
  bad: [first, withUnit('ASN-1001', 'U-2')],
});

export const asnNumberRepeated = rules.note('asn.number.repeated', {
  title: 'An ASN that stands in the input twice with the same content is one ASN',
  explanation: 'It is created once. Nothing has to be done, but look why the export holds it twice.',
  source: 'this tool',
  say: (args) => `The same ASN stands on line ${args.line}.`,
  good: [first, second],
  bad: [first, first],
});

export const asnNumberAlike = rules.warning('asn.number.alike', {
  title: 'Two ASNs have numbers that look different',
  explanation:
    'The numbers differ only in characters that nobody sees, such as a blank at the end. They are sent as they are, as two ASNs, which nobody can tell apart by typing. If they are one ASN, take the character out where the number comes from.',
  source: 'this tool',
  say: (args) =>
    `The number ${quote(args.identifier)} differs from that on line ${args.line} only in what nobody sees: these are two ASNs.`,
  good: [first, second],
  bad: [withUnit('ASN 1', 'U-1'), withUnit('ASN  1', 'U-2')],
});

export const asnUnitShared = rules.error('asn.unit.shared', {
  title: 'A unit_identifier stands in one ASN of the input only',
  explanation:
    'Unit identifiers are unique across all ASNs of the customer, and a unit cannot travel in two shipments: which of the ASNs is right cannot be decided here, so all that have it are refused. Characters that nobody sees, such as a blank at the end, make no other unit. Correct the identifier, or take the unit out of the others.',
  say: (args) => `The unit identifier ${quote(args.identifier)} stands in the ASN on line ${args.line}, too.`,
  good: [first, second],
  bad: [first, withUnit('ASN-1002', 'U-1')],
});

export const asnUnitRecorded = rules.error('asn.unit.recorded', {
  title: 'A unit_identifier was not announced with another ASN before',
  explanation:
    'Unit identifiers are unique across all ASNs of the customer, and this one stands in an ASN that was queued earlier. Correct the identifier, or take the unit out of the earlier ASN first with returns asns update.',
  say: (args) => `The unit identifier ${quote(args.identifier)} was queued with the ASN ${of(args)}.`,
  good: { recorded: [first], input: [second] },
  bad: { recorded: [first], input: [withUnit('ASN-1002', 'U-1')] },
});

export const asnNumberPath = rules.error('asn.number.path', {
  title: 'An asn_number can stand in an address',
  explanation:
    'An update names the ASN in its address, and there "." and ".." mean another folder: such an ASN could never be changed. Give it another number.',
  source: 'Endpoints of the service',
  say: ({ number }) => `No update could name the number ${quote(number)} in its address.`,
  good: [first],
  bad: [sampleAsn({ asn_number: '..' })],
});

export const asnNumberRecorded = rules.error('asn.number.recorded', {
  fixed: CREATED_ONCE,
  title: 'A number that was queued before is not created again with other content',
  explanation:
    'An ASN of this program and number was queued earlier with another body, and a number is created once. To change it: returns asns update ASN_NUMBER FILE. To announce another shipment, give it another number.',
  say: (args) =>
    `This number was queued before with other content; to change it: returns asns update ${args.number}.`,
  good: { recorded: [first], input: [first] },
  bad: { recorded: [first], input: [sampleAsn({ status: 'shipped' })] },
});

export const ASN_RULES = rules.all;
