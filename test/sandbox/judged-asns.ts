// ASNs judged by hand: see judged.ts.
import { type Errors, type Json, type Judged, missing, refuses, takes, without } from './judged.ts';

const DETAIL = { line_identifier: '1', unit_identifier: 'U-1', sku: 'TEE-M', quantity: 1 };
export const ASN = {
  program_identifier: 'P-1',
  from: { identifier: 'store-7', type: 'store' },
  to: { identifier: 'dc-1', type: 'warehouse' },
  asn_number: 'A-1',
  status: 'pending',
  details_type: 'unit',
  cartons: [{ details: [DETAIL] }],
};
const SKU_DETAIL = { line_identifier: '1', sku: 'TEE-M', quantity: 12 };
const SKU_ASN = { ...ASN, details_type: 'sku', cartons: [{ details: [SKU_DETAIL] }] };
const LABEL = { type: 'barcode', name: 'Bin', value: 'B7' };

const withLine = (line: object, asn: object = ASN) => ({ ...asn, cartons: [{ details: [line] }] });
const detail = (changes: Json, more: Json = {}) => withLine({ ...DETAIL, ...changes }, { ...ASN, ...more });

export const takesAsn = (name: string, body: unknown, says: string, more: Partial<Judged> = {}): Judged =>
  takes(name, body, says, { to: 'asns', status: 202, ...more });
export const refusesAsn = (
  name: string,
  body: unknown,
  errors: Errors,
  says: string,
  more: Partial<Judged> = {},
) => refuses(name, body, errors, says, { to: 'asns', ...more });
const asnWithout = (field: string) =>
  refusesAsn(`an ASN without ${field}`, without(ASN, field), missing(field), 'ASN: required yes');

const IN_DETAIL = 'cartons[0].details[0]';

/** Without this field of its line, that field is the one of the answer. */
const lineWithout = (field: string, says = `Detail object: ${field}, required yes`) =>
  refusesAsn(`no ${field}`, withLine(without(DETAIL, field)), missing(`${IN_DETAIL}.${field}`), says);
/** A value that a field cannot have: that field is the one of the answer. The same in a line of a unit, and of a SKU. */
const wrong = (name: string, field: string, value: unknown, says: string) =>
  refusesAsn(name, { ...ASN, [field]: value }, [field], says);
const wrongLine = (name: string, field: string, value: unknown, says: string, more: Partial<Judged> = {}) =>
  refusesAsn(name, detail({ [field]: value }), [`${IN_DETAIL}.${field}`], says, more);
const wrongSku = (name: string, field: string, value: unknown, says: string) =>
  refusesAsn(name, withLine({ ...SKU_DETAIL, [field]: value }, SKU_ASN), [`${IN_DETAIL}.${field}`], says);
const LETTERS = 'Detail object: letters and numbers only';
const VERSION_2 = { headers: { 'api-version': '2' } };

export const ASNS: readonly Judged[] = [
  takesAsn('one unit', ASN, 'ASN: details_type unit'),
  takesAsn('twelve of a SKU', SKU_ASN, 'ASN: details_type sku'),
  ...['program_identifier', 'from', 'to', 'asn_number', 'status', 'details_type', 'cartons'].map(asnWithout),
  refusesAsn(
    'a location without type',
    { ...ASN, from: { identifier: 'store-7' } },
    missing('from.type'),
    'ASN: from.type (string, required)',
  ),
  ...['shipped', 'delivered', 'cancelled'].map((status) =>
    takesAsn(`the status ${status}`, { ...ASN, status }, 'ASN: status'),
  ),
  wrong('the status canceled', 'status', 'canceled', 'ASN: the one-l spelling is not recognized'),
  wrong('the status in capitals', 'status', 'PENDING', 'ASN: pending, shipped, delivered, cancelled'),
  wrong('a third details_type', 'details_type', 'pallet', 'ASN: unit or sku'),
  takesAsn(
    'a ship date in its form',
    { ...ASN, ship_date: '2026-03-02T00:00:00' },
    'ASN: ship_date, YYYY-MM-DDT00:00:00',
  ),
  wrong('a ship date alone', 'ship_date', '2026-03-02', 'ASN: ship_date, YYYY-MM-DDT00:00:00'),
  wrong('a message time that is none', 'messagetimestamp', 'today', 'ASN: messagetimestamp, date-time'),
  refusesAsn(
    'a carton without details',
    { ...ASN, cartons: [{ identifier: 'C-1' }] },
    missing('cartons[0].details'),
    'Carton object: details, required yes',
  ),
  wrong('cartons that are no array', 'cartons', { details: [DETAIL] }, 'ASN: cartons, array'),
  takesAsn(
    'a carton with a reference',
    { ...ASN, cartons: [{ reference: { type: 'RMA', identifier: 'RMA-1' }, details: [DETAIL] }] },
    'Carton object: reference',
  ),
  refusesAsn(
    'a reference of another type',
    { ...ASN, cartons: [{ reference: { type: 'Invoice', identifier: 'I-1' }, details: [DETAIL] }] },
    ['cartons[0].reference.type'],
    'Carton object: five types',
  ),
  lineWithout('unit_identifier', 'ASN: unit: unit_identifier must be provided'),
  lineWithout('line_identifier'),
  lineWithout('sku'),
  lineWithout('quantity'),
  wrongLine('two in one unit', 'quantity', 2, 'Limits: quantity of a unit-type ASN detail is exactly 1'),
  wrongSku('a quantity as text', 'quantity', '12', 'Detail object: quantity, integer'),
  wrongSku('a unit in a sku ASN', 'unit_identifier', 'U-1', 'ASN: sku: per-unit keys disallowed'),
  wrongSku('a serial number in a sku ASN', 'serial_number', 'S1', 'Detail object: unit type only'),
  wrongSku('a sell date in a sku ASN', 'sell_date', '2026-03-02T10:00:00Z', 'Detail object: unit type only'),
  takesAsn(
    'a unit with its own keys',
    detail({
      upc: '0123456789',
      serial_number: 'S1',
      sell_date: '2026-03-02T10:00:00Z',
      condition: 'new',
      eligibility_flags: ['hazmat'],
      asin: 'B000000001',
    }),
    'Detail object',
  ),
  wrongLine('a UPC with a space', 'upc', '0123 456789', LETTERS),
  wrongLine('a serial number with a dash', 'serial_number', 'S-1', LETTERS),
  wrongLine('an ASIN of nine', 'asin', 'B00000001', 'Detail object: asin, 10-character alphanumeric'),
  wrongLine('flags as a text', 'eligibility_flags', 'hazmat', 'Detail object: array of strings'),
  takesAsn(
    'two labels with version 2',
    detail({ labels: [LABEL, { ...LABEL, type: 'text' }] }),
    'Detail object: up to two values',
    VERSION_2,
  ),
  wrongLine('labels with version 1', 'labels', [LABEL], 'Detail object: labels, version 2 only', {
    headers: { 'api-version': '1' },
  }),
  wrongLine('three labels', 'labels', [LABEL, LABEL, LABEL], 'Limits: label values, at most 2', VERSION_2),
  refusesAsn(
    'a label of another type',
    detail({ labels: [{ ...LABEL, type: 'qr' }] }),
    [`${IN_DETAIL}.labels[0].type`],
    'Detail object: labels, barcode or text',
    VERSION_2,
  ),
  refusesAsn(
    'a number that its program has',
    detail({ unit_identifier: 'U-2' }),
    ['asn_number'],
    'Limits: asn_number unique per program_identifier',
    { before: [ASN] },
  ),
  takesAsn(
    'the number of another program',
    detail({ unit_identifier: 'U-2' }, { program_identifier: 'P-2' }),
    'Limits: asn_number unique per program_identifier',
    { before: [ASN] },
  ),
  refusesAsn(
    'a unit of another ASN',
    { ...ASN, asn_number: 'A-2' },
    [`${IN_DETAIL}.unit_identifier`],
    'Limits: unit_identifier unique across all ASNs of the customer',
    { before: [ASN] },
  ),
  refusesAsn(
    'a unit twice in one ASN',
    { ...ASN, cartons: [{ details: [DETAIL, { ...DETAIL, line_identifier: '2' }] }] },
    ['cartons[0].details[1].unit_identifier'],
    'Detail object: unique across all ASNs',
  ),
  takesAsn(
    'a new status by update',
    { ...ASN, status: 'shipped' },
    'ASN (status field): the update operation changes the status',
    { to: 'asns/A-1', before: [ASN] },
  ),
  refusesAsn(
    'an update without the required fields',
    without(ASN, 'cartons'),
    missing('cartons'),
    'Endpoints: the update body repeats the whole shape with the same required fields',
    { to: 'asns/A-1', before: [ASN] },
  ),
  refusesAsn(
    'an update of a cancelled ASN',
    { ...ASN, status: 'shipped' },
    ['status'],
    'ASN (status field): allowed only while the ASN is active',
    { to: 'asns/A-1', before: [{ ...ASN, status: 'cancelled' }] },
  ),
  refusesAsn(
    'an update after a reception',
    { ...ASN, status: 'shipped' },
    ['asn_number'],
    'ASN (status field): allowed only while it has no receptions',
    { to: 'asns/A-1', before: [ASN, 'receive A-1'] },
  ),
];
