// An ASN as a table, apart from that of orders: a command for orders does not load the shape of an ASN.
import { asnShape } from '../contract/asn.ts';
import { tableOf } from './message-table.ts';

export const ASN_TABLE = tableOf(
  asnShape,
  [
    { name: 'asn', list: '', key: ['asn_number', 'program_identifier'] },
    { name: 'carton', list: 'cartons', key: ['identifier'] },
    // Two units of one order line have the same line identifier, so the unit is part of the key.
    { name: 'detail', list: 'details', key: ['line_identifier', 'unit_identifier'] },
  ],
  { of: 'asn', version: undefined },
);
