// Verdict tables for ASNs of unit and of sku type, checked as version 2 unless the table says 1.
import { at, each, fields, found, many, row, type Verdict } from './verdicts.ts';

const D = 'cartons[0].details';

const missing = fields(`
  program_identifier from to asn_number status details_type cartons from.identifier from.type
  to.identifier to.type cartons[0].details ${D}[0].line_identifier ${D}[0].sku
  ${D}[0].quantity
`).map((path): Verdict => at(`without ${path}`, path, undefined, 'error asn.field.missing'));

const optional = fields(`
  shipment_identifier tracking_number carrier ship_date asn_type messagetimestamp
  cartons[0].identifier cartons[0].reference ${D}[0].upc ${D}[0].serial_number
  ${D}[0].sell_date
`).map((path): Verdict => at(`without ${path}`, path, undefined));

const label = { type: 'barcode', name: 'RMA', value: 'RMA-5' };

/** Changes of the unit ASN, version 2. */
export const UNIT_VERDICTS: readonly Verdict[] = [
  row('the base ASN of unit type', {}),
  ...missing,
  ...optional,
  at('an ASN that is a list', '', [], 'error asn.field.type'),
  row('unknown fields', { extra: 1, [`${D}[0].extra`]: 1 }),
  row('more of a unit', { [`${D}[0].condition`]: 'new', [`${D}[0].eligibility_flags`]: ['hazmat'] }),
  at('a line identifier as a number', `${D}[0].line_identifier`, 1, 'error asn.field.type'),
  at('a quantity as text', `${D}[0].quantity`, '1', 'error asn.field.type'),
  at('an optional field that is null', 'carrier', null, 'error asn.field.type'),
  at('an empty ASN number', 'asn_number', ' ', 'error asn.field.empty'),
  row('a line identifier twice, units of one line', {
    [`${D}[1].line_identifier`]: '1',
    [`${D}[1].sku`]: 'HAT-BLK',
  }),
  at('a line identifier twice, of two SKUs', `${D}[1].line_identifier`, '1', 'warning asn.line.duplicate'),
  at('a line that is cancelled', `${D}[1].status`, 'cancelled'),
  at('a line that is canceled with one l', `${D}[1].status`, 'canceled', 'error asn.status.unknown'),
  ...found('note asn.asn_type.blanket asn_type', {
    'Blanket, with a line of seven units': { asn_type: 'Blanket', [`${D}[0].quantity`]: 7 },
    'Blanket, with a unit without name': { asn_type: 'Blanket', [`${D}[1].unit_identifier`]: undefined },
    'Blanket in small letters, with a unit twice': {
      asn_type: 'blanket',
      [`${D}[1].unit_identifier`]: 'UN-1',
    },
  }),
  each('Blanket, with a line of none', {
    asn_type: ['Blanket', 'note asn.asn_type.blanket'],
    [`${D}[0].quantity`]: [0, 'error asn.quantity.range'],
  }),
  at('status cancelled', 'status', 'cancelled'),
  at('status delivered', 'status', 'delivered'),
  at('status canceled with one l', 'status', 'canceled', 'error asn.status.unknown'),
  at('status in capitals', 'status', 'Shipped', 'error asn.status.unknown'),
  at('details_type with a plural', 'details_type', 'units', 'error asn.details_type.unknown'),
  at('an unknown reference type', 'cartons[0].reference.type', 'Order', 'error asn.reference_type.unknown'),
  ...['identifier', 'type']
    .map((field) => `cartons[0].reference.${field}`)
    .map((path) => at(`without ${path}`, path, undefined, 'warning asn.reference.incomplete')),
  at('no cartons', 'cartons', [], 'error asn.list.empty'),
  at('a carton without lines', D, [], 'error asn.list.empty'),
  at('a carton that is null', 'cartons[0]', null, 'error asn.field.type'),
  at('cartons that are no list', 'cartons', {}, 'error asn.field.type'),
  at('flags as a text', `${D}[0].eligibility_flags`, 'hazmat', 'error asn.field.type'),
  at('a unit without identifier', `${D}[1].unit_identifier`, undefined, 'error asn.unit.identifier_missing'),
  at('a unit line of two', `${D}[0].quantity`, 2, 'error asn.unit.quantity'),
  at('a unit identifier twice', `${D}[1].unit_identifier`, 'UN-1', 'error asn.unit.duplicate'),
  at('a upc with a space', `${D}[0].upc`, '4000 17', 'error asn.code.characters'),
  at('a serial number with a hyphen', `${D}[0].serial_number`, 'AB-12', 'error asn.code.characters'),
  at('an asin of 10', `${D}[0].asin`, 'B07XJ8C8F5'),
  at('an asin of 9', `${D}[0].asin`, 'B07XJ8C8F', 'error asn.asin.form'),
  at('a ship date alone', 'ship_date', '2026-11-19', 'error asn.ship_date.form'),
  at('a ship date with a zone', 'ship_date', '2026-11-19T00:00:00Z', 'error asn.ship_date.form'),
  at('a ship date with an hour', 'ship_date', '2026-11-19T08:00:00', 'error asn.ship_date.form'),
  at('a ship date that does not exist', 'ship_date', '2026-02-30T00:00:00', 'error asn.ship_date.form'),
  at('a sell date that is none', `${D}[0].sell_date`, '11/01/2026', 'error asn.date.invalid'),
  at('a message time that is none', 'messagetimestamp', 'now', 'error asn.date.invalid'),
  at('two labels', `${D}[0].labels`, [label, { ...label, type: 'text' }]),
  at('three labels', `${D}[0].labels`, [label, label, label], 'error asn.labels.count'),
  row(
    'a label type nobody knows',
    { [`${D}[0].labels`]: [{ ...label, type: 'qr' }] },
    `error asn.label_type.unknown ${D}[0].labels[0].type`,
  ),
  row('too many flags', { [`${D}[0].eligibility_flags`]: many('f', 50_000) }, 'error asn.size.limit '),
];

/** Changes of the sku ASN, version 2. */
export const SKU_VERDICTS: readonly Verdict[] = [
  row(
    'numbers that went through a spreadsheet',
    {
      tracking_number: '1.23457E+11',
      'cartons[0].identifier': '1.5E+03',
      carrier: '1.5E-03',
      shipment_identifier: '#N/A',
      [`${D}[0].sku`]: '12E3',
      [`${D}[0].upc`]: '="00123"',
    },
    'error asn.identifier.exponent tracking_number',
    'error asn.identifier.exponent cartons[0].identifier',
    'warning asn.text.exponent carrier',
    'warning asn.text.spreadsheet shipment_identifier',
    `warning asn.text.spreadsheet ${D}[0].upc`,
    `error asn.code.characters ${D}[0].upc`,
  ),
  each('texts with lost letters, NULL, and what nobody sees', {
    carrier: ['Stra\u00c3\u0178e', 'warning asn.text.replaced'],
    [`${D}[0].condition`]: ['NULL', 'warning asn.text.null'],
    [`${D}[0].sku`]: ['1280.0', 'warning asn.text.decimal'],
    [`${D}[0].line_identifier`]: ['1\u200b', 'warning asn.text.invisible'],
    'to.identifier': ['WH\u00a01', 'warning asn.text.invisible'],
  }),
  row('the base ASN of sku type', {}),
  ...['unit_identifier', 'serial_number', 'set_identifier'].map(
    (key): Verdict => at(`${key} on a sku line`, `${D}[0].${key}`, 'X1', 'error asn.sku.unit_key'),
  ),
  ...['sell_date', 'return_date'].map(
    (key): Verdict =>
      at(`${key} on a sku line`, `${D}[0].${key}`, '2026-11-01T00:00:00Z', 'error asn.sku.unit_key'),
  ),
  at('an empty unit identifier on a sku line', `${D}[0].unit_identifier`, '', 'error asn.sku.unit_key'),
  at(
    'an order line in two cartons',
    'cartons',
    [5, 3].map((quantity) => ({ details: [{ line_identifier: 'SO-1-1', sku: 'A', quantity }] })),
  ),
  row(
    'a line identifier twice in a carton',
    { cartons: [{ details: [5, 3].map((quantity) => ({ line_identifier: '1', sku: 'A', quantity })) }] },
    'warning asn.line.duplicate cartons[0].details[1].line_identifier',
  ),
  at('a sku line of none', `${D}[0].quantity`, 0, 'error asn.quantity.range'),
];

/** Changes of the sku ASN with levels that turn on fields which only some customers must send. */
export const MODULE_VERDICTS: readonly Verdict[] = [
  row(
    'neither vendor nor merchant',
    {},
    `error asn.vendor_identifier.missing ${D}[0].vendor_identifier`,
    `warning asn.merchant.missing ${D}[0].merchant`,
  ),
  row('both of them', { [`${D}[0].vendor_identifier`]: 'V-1', [`${D}[0].merchant`]: 'M-1' }),
];

/** Changes of the unit ASN, version 1. */
export const VERSION_1_VERDICTS: readonly Verdict[] = [
  row('no labels', {}),
  at('labels', `${D}[0].labels`, [label], 'error asn.labels.version'),
];
