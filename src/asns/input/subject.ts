// What is specific to files of ASNs: the words of error messages, and the columns.

import { ASN_TABLE } from '../../input/asn-table.ts';
import type { Subject } from '../../input/message-table.ts';

export const ASNS: Subject = {
  one: 'ASN',
  many: 'ASNs',
  key: 'asn',
  identifier: 'asn_number',
  template: 'returns asns template',
  stdin: 'returns asns create -',
  severalFiles: false,
  table: ASN_TABLE,
  shown: 'program_identifier, asn_number, from.identifier, detail.line_identifier, detail.sku ...',
  neededFor: 'rows with the same values in both are one ASN',
  lists: ['cartons'],
  forms: 'an array of ASNs, or one ASN',
};
