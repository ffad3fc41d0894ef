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

const detail = (changes: Json, more: Json = {}) => ({
  ...ASN,
  cartons: [{ details: [{ ...DETAIL, ...changes }] }],
  ...more,
});
const skuDetail = (changes: Json) => ({
  ...SKU_ASN,
  cartons: [{ details: [{ ...SKU_DETAIL, ...changes }] }],
});

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
  refusesAsn(
    'a location without identifier',
    { ...ASN, to: { type: 'warehouse' } },
    missing('to.identifier'),
    'ASN: to.identifier (string, required)',
  ),
  ...['shipped', 'delivered', 'cancelled'].map((status) =>
    takesAsn(`the status ${status}`, { ...ASN, status }, 'ASN: status'),
  ),
  refusesAsn(
    'the status canceled',
    { ...ASN, status: 'canceled' },
    ['status'],
    'ASN: the one-l spelling is not recognized',
  ),
  refusesAsn(
    'the status in capitals',
    { ...ASN, status: 'PENDING' },
    ['status'],
    'ASN: pending, shipped, delivered, cancelled',
  ),
  refusesAsn(
    'a third details_type',
    { ...ASN, details_type: 'pallet' },
    ['details_type'],
    'ASN: unit or sku',
  ),
  takesAsn(
    'a ship date in its form',
    { ...ASN, ship_date: '2026-03-02T00:00:00' },
    'ASN: ship_date, YYYY-MM-DDT00:00:00',
  ),
  refusesAsn(
    'a ship date without T00:00:00',
    { ...ASN, ship_date: '2026-03-02' },
    ['ship_date'],
    'ASN: ship_date, YYYY-MM-DDT00:00:00',
  ),
  refusesAsn(
    'a time of the message that is none',
    { ...ASN, messagetimestamp: 'today' },
    ['messagetimestamp'],
    'ASN: messagetimestamp, date-time',
  ),
  refusesAsn(
    'a carton without details',
    { ...ASN, cartons: [{ identifier: 'C-1' }] },
    missing('cartons[0].details'),
    'Carton object: details, required yes',
  ),
  refusesAsn(
    'cartons that are no array',
    { ...ASN, cartons: { details: [DETAIL] } },
    ['cartons'],
    'ASN: cartons, array',
  ),
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
  refusesAsn(
    'a unit without unit_identifier',
    { ...ASN, cartons: [{ details: [without(DETAIL, 'unit_identifier')] }] },
    missing(`${IN_DETAIL}.unit_identifier`),
    'ASN: unit: unit_identifier must be provided',
  ),
  refusesAsn(
    'a line without line_identifier',
    { ...ASN, cartons: [{ details: [without(DETAIL, 'line_identifier')] }] },
    missing(`${IN_DETAIL}.line_identifier`),
    'Detail object: line_identifier, required yes',
  ),
  refusesAsn(
    'a unit without sku',
    { ...ASN, cartons: [{ details: [without(DETAIL, 'sku')] }] },
    missing(`${IN_DETAIL}.sku`),
    'Detail object: sku, required yes',
  ),
  refusesAsn(
    'a SKU line without quantity',
    { ...SKU_ASN, cartons: [{ details: [without(SKU_DETAIL, 'quantity')] }] },
    missing(`${IN_DETAIL}.quantity`),
    'Detail object: quantity, required yes',
  ),
  refusesAsn(
    'two in one unit',
    detail({ quantity: 2 }),
    [`${IN_DETAIL}.quantity`],
    'Limits: quantity of a unit-type ASN detail is exactly 1',
  ),
  refusesAsn(
    'a quantity as text',
    skuDetail({ quantity: '12' }),
    [`${IN_DETAIL}.quantity`],
    'Detail object: quantity, integer',
  ),
  refusesAsn(
    'a unit_identifier in a sku ASN',
    skuDetail({ unit_identifier: 'U-1' }),
    [`${IN_DETAIL}.unit_identifier`],
    'ASN: sku: per-unit keys disallowed',
  ),
  refusesAsn(
    'a serial number in a sku ASN',
    skuDetail({ serial_number: 'S1' }),
    [`${IN_DETAIL}.serial_number`],
    'Detail object: serial_number, unit type only',
  ),
  refusesAsn(
    'a sell date in a sku ASN',
    skuDetail({ sell_date: '2026-03-02T10:00:00Z' }),
    [`${IN_DETAIL}.sell_date`],
    'Detail object: sell_date, unit type only',
  ),
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
  refusesAsn(
    'a UPC with a space',
    detail({ upc: '0123 456789' }),
    [`${IN_DETAIL}.upc`],
    'Detail object: upc, letters and numbers only',
  ),
  refusesAsn(
    'a serial number with a dash',
    detail({ serial_number: 'S-1' }),
    [`${IN_DETAIL}.serial_number`],
    'Detail object: serial_number, letters and numbers only',
  ),
  refusesAsn(
    'an ASIN of nine characters',
    detail({ asin: 'B00000001' }),
    [`${IN_DETAIL}.asin`],
    'Detail object: asin, 10-character alphanumeric',
  ),
  refusesAsn(
    'eligibility flags as a text',
    detail({ eligibility_flags: 'hazmat' }),
    [`${IN_DETAIL}.eligibility_flags`],
    'Detail object: eligibility_flags, array of strings',
  ),
  takesAsn(
    'two labels with version 2',
    detail({ labels: [LABEL, { ...LABEL, type: 'text' }] }),
    'Detail object: up to two values',
    { headers: { 'api-version': '2' } },
  ),
  refusesAsn(
    'labels with version 1',
    detail({ labels: [LABEL] }),
    [`${IN_DETAIL}.labels`],
    'Detail object: labels, version 2 only',
    { headers: { 'api-version': '1' } },
  ),
  refusesAsn(
    'three labels',
    detail({ labels: [LABEL, LABEL, LABEL] }),
    [`${IN_DETAIL}.labels`],
    'Limits: label values per detail line, at most 2',
    { headers: { 'api-version': '2' } },
  ),
  refusesAsn(
    'a label of another type',
    detail({ labels: [{ ...LABEL, type: 'qr' }] }),
    [`${IN_DETAIL}.labels[0].type`],
    'Detail object: labels, barcode or text',
    { headers: { 'api-version': '2' } },
  ),
  refusesAsn(
    'a label without a name',
    detail({ labels: [without(LABEL, 'name')] }),
    missing(`${IN_DETAIL}.labels[0].name`),
    'Detail object: labels, name required',
    { headers: { 'api-version': '2' } },
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
