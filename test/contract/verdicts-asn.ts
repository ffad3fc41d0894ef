// Verdict tables for ASNs of unit and of sku type, checked as version 2 unless the table says 1.
import type { Verdict } from './verdicts.ts';

const D = 'cartons[0].details';

const missing = [
  'program_identifier',
  'from',
  'to',
  'asn_number',
  'status',
  'details_type',
  'cartons',
  'from.identifier',
  'from.type',
  'to.identifier',
  'to.type',
  'cartons[0].details',
  `${D}[0].line_identifier`,
  `${D}[0].sku`,
  `${D}[0].quantity`,
].map(
  (path): Verdict => ({
    name: `without ${path}`,
    change: { [path]: undefined },
    expect: [`error asn.field.missing ${path}`],
  }),
);

const optional = [
  'shipment_identifier',
  'tracking_number',
  'carrier',
  'ship_date',
  'asn_type',
  'messagetimestamp',
  'cartons[0].identifier',
  'cartons[0].reference',
  `${D}[0].upc`,
  `${D}[0].serial_number`,
  `${D}[0].sell_date`,
].map((path): Verdict => ({ name: `without ${path}`, change: { [path]: undefined }, expect: [] }));

const label = { type: 'barcode', name: 'RMA', value: 'RMA-5' };

/** Changes of the unit ASN, version 2. */
export const UNIT_VERDICTS: readonly Verdict[] = [
  { name: 'the base ASN of unit type', change: {}, expect: [] },
  ...missing,
  ...optional,
  { name: 'an ASN that is a list', change: { '': [] }, expect: ['error asn.field.type '] },
  { name: 'unknown fields', change: { extra: 1, [`${D}[0].extra`]: 1 }, expect: [] },
  {
    name: 'a line identifier as a number',
    change: { [`${D}[0].line_identifier`]: 1 },
    expect: [`error asn.field.type ${D}[0].line_identifier`],
  },
  {
    name: 'an ASN number as a number',
    change: { asn_number: 5 },
    expect: ['error asn.field.type asn_number'],
  },
  {
    name: 'a quantity as text',
    change: { [`${D}[0].quantity`]: '1' },
    expect: [`error asn.field.type ${D}[0].quantity`],
  },
  {
    name: 'an optional field that is null',
    change: { carrier: null },
    expect: ['error asn.field.type carrier'],
  },
  { name: 'an empty ASN number', change: { asn_number: ' ' }, expect: ['error asn.field.empty asn_number'] },
  { name: 'an empty from type', change: { 'from.type': '' }, expect: ['error asn.field.empty from.type'] },
  {
    name: 'a line identifier twice, units of one line',
    change: { [`${D}[1].line_identifier`]: '1', [`${D}[1].sku`]: 'HAT-BLK' },
    expect: [],
  },
  {
    name: 'a line identifier twice, units of other SKUs',
    change: { [`${D}[1].line_identifier`]: '1' },
    expect: [`warning asn.line.duplicate ${D}[1].line_identifier`],
  },
  { name: 'a line that is cancelled', change: { [`${D}[1].status`]: 'cancelled' }, expect: [] },
  {
    name: 'a line that is canceled with one l',
    change: { [`${D}[1].status`]: 'canceled' },
    expect: [`error asn.status.unknown ${D}[1].status`],
  },
  {
    name: 'Blanket, with anything in its units',
    change: {
      asn_type: 'Blanket',
      [`${D}[0].quantity`]: 7,
      [`${D}[1].unit_identifier`]: undefined,
    },
    expect: ['note asn.asn_type.blanket asn_type'],
  },
  {
    name: 'Blanket in small letters, with a unit twice',
    change: { asn_type: 'blanket', [`${D}[1].unit_identifier`]: 'UN-1' },
    expect: ['note asn.asn_type.blanket asn_type'],
  },
  {
    name: 'Blanket, with a line of none',
    change: { asn_type: 'Blanket', [`${D}[0].quantity`]: 0 },
    expect: ['note asn.asn_type.blanket asn_type', `error asn.quantity.range ${D}[0].quantity`],
  },
  { name: 'status cancelled', change: { status: 'cancelled' }, expect: [] },
  { name: 'status delivered', change: { status: 'delivered' }, expect: [] },
  {
    name: 'status canceled with one l',
    change: { status: 'canceled' },
    expect: ['error asn.status.unknown status'],
  },
  { name: 'status in capitals', change: { status: 'Shipped' }, expect: ['error asn.status.unknown status'] },
  {
    name: 'details_type with a plural',
    change: { details_type: 'units' },
    expect: ['error asn.details_type.unknown details_type'],
  },
  {
    name: 'an unknown reference type',
    change: { 'cartons[0].reference.type': 'Order' },
    expect: ['error asn.reference_type.unknown cartons[0].reference.type'],
  },
  {
    name: 'a reference without identifier',
    change: { 'cartons[0].reference.identifier': undefined },
    expect: ['warning asn.reference.incomplete cartons[0].reference.identifier'],
  },
  {
    name: 'a reference without type',
    change: { 'cartons[0].reference.type': undefined },
    expect: ['warning asn.reference.incomplete cartons[0].reference.type'],
  },
  { name: 'no cartons', change: { cartons: [] }, expect: ['error asn.list.empty cartons'] },
  { name: 'a carton without lines', change: { [D]: [] }, expect: [`error asn.list.empty ${D}`] },
  {
    name: 'a carton that is null',
    change: { 'cartons[0]': null },
    expect: ['error asn.field.type cartons[0]'],
  },
  {
    name: 'a unit without identifier',
    change: { [`${D}[1].unit_identifier`]: undefined },
    expect: [`error asn.unit.identifier_missing ${D}[1].unit_identifier`],
  },
  {
    name: 'a unit line of two',
    change: { [`${D}[0].quantity`]: 2 },
    expect: [`error asn.unit.quantity ${D}[0].quantity`],
  },
  {
    name: 'a unit line of none',
    change: { [`${D}[0].quantity`]: 0 },
    expect: [`error asn.unit.quantity ${D}[0].quantity`],
  },
  {
    name: 'a unit identifier twice',
    change: { [`${D}[1].unit_identifier`]: 'UN-1' },
    expect: [`error asn.unit.duplicate ${D}[1].unit_identifier`],
  },
  {
    name: 'a upc with a space',
    change: { [`${D}[0].upc`]: '4000 17' },
    expect: [`error asn.code.characters ${D}[0].upc`],
  },
  {
    name: 'a serial number with a hyphen',
    change: { [`${D}[0].serial_number`]: 'AB-12' },
    expect: [`error asn.code.characters ${D}[0].serial_number`],
  },
  { name: 'an asin of 10', change: { [`${D}[0].asin`]: 'B07XJ8C8F5' }, expect: [] },
  {
    name: 'an asin of 9',
    change: { [`${D}[0].asin`]: 'B07XJ8C8F' },
    expect: [`error asn.asin.form ${D}[0].asin`],
  },
  {
    name: 'an asin with a hyphen',
    change: { [`${D}[0].asin`]: 'B07XJ-8C8F' },
    expect: [`error asn.asin.form ${D}[0].asin`],
  },
  {
    name: 'a ship date with a zone',
    change: { ship_date: '2026-11-19T00:00:00Z' },
    expect: ['error asn.ship_date.form ship_date'],
  },
  {
    name: 'a ship date with an hour',
    change: { ship_date: '2026-11-19T08:00:00' },
    expect: ['error asn.ship_date.form ship_date'],
  },
  {
    name: 'a ship date alone',
    change: { ship_date: '2026-11-19' },
    expect: ['error asn.ship_date.form ship_date'],
  },
  {
    name: 'a ship date that does not exist',
    change: { ship_date: '2026-02-30T00:00:00' },
    expect: ['error asn.ship_date.form ship_date'],
  },
  {
    name: 'a sell date that is none',
    change: { [`${D}[0].sell_date`]: '11/01/2026' },
    expect: [`error asn.date.invalid ${D}[0].sell_date`],
  },
  {
    name: 'a message time that is none',
    change: { messagetimestamp: 'now' },
    expect: ['error asn.date.invalid messagetimestamp'],
  },
  { name: 'two labels', change: { [`${D}[0].labels`]: [label, { ...label, type: 'text' }] }, expect: [] },
  {
    name: 'three labels',
    change: { [`${D}[0].labels`]: [label, label, label] },
    expect: [`error asn.labels.count ${D}[0].labels`],
  },
  {
    name: 'a label type nobody knows',
    change: { [`${D}[0].labels`]: [{ ...label, type: 'qr' }] },
    expect: [`error asn.label_type.unknown ${D}[0].labels[0].type`],
  },
  {
    name: 'a label without name',
    change: { [`${D}[0].labels`]: [{ type: 'text', value: 'x' }] },
    expect: [`error asn.field.missing ${D}[0].labels[0].name`],
  },
  {
    name: 'too many flags',
    change: { [`${D}[0].eligibility_flags`]: Array.from({ length: 50_000 }, () => 'f') },
    expect: ['error asn.size.limit '],
  },
];

/** Changes of the sku ASN, version 2. */
export const SKU_VERDICTS: readonly Verdict[] = [
  {
    name: 'numbers that went through a spreadsheet',
    change: {
      tracking_number: '1.23457E+11',
      'cartons[0].identifier': '1.5E+03',
      carrier: '1.5E-03',
      shipment_identifier: '#N/A',
      [`${D}[0].sku`]: '12E3',
      [`${D}[0].upc`]: '="00123"',
    },
    expect: [
      'error asn.identifier.exponent tracking_number',
      'error asn.identifier.exponent cartons[0].identifier',
      'warning asn.text.exponent carrier',
      'warning asn.text.spreadsheet shipment_identifier',
      `warning asn.text.spreadsheet ${D}[0].upc`,
      `error asn.code.characters ${D}[0].upc`,
    ],
  },
  {
    name: 'texts with lost letters, NULL, and what nobody sees',
    change: {
      carrier: 'Stra\u00c3\u0178e',
      [`${D}[0].condition`]: 'NULL',
      [`${D}[0].line_identifier`]: '1\u200b',
      'to.identifier': 'WH\u00a01',
    },
    expect: [
      'warning asn.text.replaced carrier',
      `warning asn.text.null ${D}[0].condition`,
      `warning asn.text.invisible ${D}[0].line_identifier`,
      'warning asn.text.invisible to.identifier',
    ],
  },
  { name: 'the base ASN of sku type', change: {}, expect: [] },
  ...['unit_identifier', 'serial_number', 'set_identifier'].map(
    (key): Verdict => ({
      name: `${key} on a sku line`,
      change: { [`${D}[0].${key}`]: 'X1' },
      expect: [`error asn.sku.unit_key ${D}[0].${key}`],
    }),
  ),
  ...['sell_date', 'return_date'].map(
    (key): Verdict => ({
      name: `${key} on a sku line`,
      change: { [`${D}[0].${key}`]: '2026-11-01T00:00:00Z' },
      expect: [`error asn.sku.unit_key ${D}[0].${key}`],
    }),
  ),
  {
    name: 'an empty unit identifier on a sku line',
    change: { [`${D}[0].unit_identifier`]: '' },
    expect: [`error asn.sku.unit_key ${D}[0].unit_identifier`],
  },
  {
    name: 'an order line in two cartons',
    change: {
      cartons: [5, 3].map((quantity) => ({ details: [{ line_identifier: 'SO-1-1', sku: 'A', quantity }] })),
    },
    expect: [],
  },
  {
    name: 'a line identifier for two SKUs, in two cartons',
    change: {
      cartons: ['A', 'B'].map((sku) => ({ details: [{ line_identifier: '1', sku, quantity: 2 }] })),
    },
    expect: ['warning asn.line.duplicate cartons[1].details[0].line_identifier'],
  },
  {
    name: 'a line identifier twice in a carton',
    change: {
      cartons: [{ details: [5, 3].map((quantity) => ({ line_identifier: '1', sku: 'A', quantity })) }],
    },
    expect: ['warning asn.line.duplicate cartons[0].details[1].line_identifier'],
  },
  {
    name: 'a sku line of none',
    change: { [`${D}[0].quantity`]: 0 },
    expect: [`error asn.quantity.range ${D}[0].quantity`],
  },
  {
    name: 'a negative sku line',
    change: { [`${D}[0].quantity`]: -4 },
    expect: [`error asn.quantity.range ${D}[0].quantity`],
  },
  {
    name: 'a sku line without sku',
    change: { [`${D}[0].sku`]: undefined },
    expect: [`error asn.field.missing ${D}[0].sku`],
  },
];

/** Changes of the sku ASN with levels that turn on fields which only some customers must send. */
export const MODULE_VERDICTS: readonly Verdict[] = [
  {
    name: 'neither vendor nor merchant',
    change: {},
    expect: [
      `error asn.vendor_identifier.missing ${D}[0].vendor_identifier`,
      `warning asn.merchant.missing ${D}[0].merchant`,
    ],
  },
  {
    name: 'both of them',
    change: { [`${D}[0].vendor_identifier`]: 'V-1', [`${D}[0].merchant`]: 'M-1' },
    expect: [],
  },
  {
    name: 'empty ones',
    change: { [`${D}[0].vendor_identifier`]: '', [`${D}[0].merchant`]: '' },
    expect: [
      `error asn.vendor_identifier.missing ${D}[0].vendor_identifier`,
      `warning asn.merchant.missing ${D}[0].merchant`,
    ],
  },
];

/** Changes of the unit ASN, version 1. */
export const VERSION_1_VERDICTS: readonly Verdict[] = [
  { name: 'no labels', change: {}, expect: [] },
  {
    name: 'labels',
    change: { [`${D}[0].labels`]: [label] },
    expect: [`error asn.labels.version ${D}[0].labels`],
  },
];
