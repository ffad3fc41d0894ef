// ASNs as the subject of a file: the words of its failures, and its columns.
import type { Subject } from '../subject.ts';
import { ASN_COLUMNS } from './columns.ts';

export const ASNS: Subject = {
  one: 'ASN',
  many: 'ASNs',
  key: 'asn',
  identifier: 'asn_number',
  template: 'returns asns template',
  stdin: 'returns asns create -',
  severalFiles: false,
  columns: ASN_COLUMNS,
  needed: ['program_identifier', 'asn_number'],
  shown: 'program_identifier, asn_number, from.identifier, detail.line_identifier, detail.sku ...',
  neededFor: 'rows with the same values in both are one ASN',
  lists: ['cartons'],
  forms: 'an array of ASNs, or one ASN',
};
