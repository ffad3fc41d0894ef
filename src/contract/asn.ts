// The shapes of an advance shipping notice (ASN): the type of each field. Rules that compare fields are in asn-rules/.
import * as z from 'zod';
import { ASN_STATUSES, DETAILS_TYPES, LABEL_TYPES, REFERENCE_TYPES } from './asn-words.ts';
import { describe, filled, text, time } from './shape-fields.ts';
import { SHIP_DATE_PATTERN } from './time.ts';

const word = (values: readonly string[], description: string) =>
  describe(z.string(), description, { enum: [...values] });

export const CODE = /^[A-Za-z0-9]+$/;
export const ASIN = /^[A-Za-z0-9]{10}$/;
const code = (description: string, { source: pattern } = CODE) =>
  describe(z.string(), description, { pattern });

/** The origin or destination of a shipment. */
export const locationShape = z.looseObject({
  identifier: filled('Identifier of the location.'),
  type: filled('Type of the location, for example warehouse, store or customer.'),
});
export type AsnLocation = z.infer<typeof locationShape>;

/** A value that is printed at receiving; version 2 only. */
export const labelShape = z.looseObject({
  type: word(LABEL_TYPES, 'How the value is printed.'),
  name: filled('Title of the field; always readable.'),
  value: filled('The value; printed as a barcode when type is barcode.'),
});
export type AsnLabel = z.infer<typeof labelShape>;

/** A line expected in a carton (interface: Detail object). */
export const detailShape = z.looseObject({
  line_identifier: filled('Systematic line identifier.'),
  unit_identifier: text(
    'Scannable unit identifier; required for unit type, unique across all ASNs.',
  ).optional(),
  reference_line_identifier: text('Extra scannable identifier.').optional(),
  sku: filled('SKU.'),
  upc: code('Letters and numbers only.').optional(),
  status: word(ASN_STATUSES, 'Of this line alone; an update may change it.').optional(),
  quantity: describe(z.int(), '1 for unit type; number of items of the SKU for sku type.', { minimum: 1 }),
  vendor_identifier: text('Required with the returns-to-vendor module.').optional(),
  serial_number: code('Unit type only. Letters and numbers only.').optional(),
  condition: text('Condition reported by the transferring location.').optional(),
  eligibility_flags: describe(z.array(z.string()), 'Flags used for RTV eligibility.').optional(),
  sell_date: time('Unit type only.').optional(),
  return_date: time('Unit type only.').optional(),
  set_identifier: text('Unit type only. Known in the field.').optional(),
  labels: describe(z.array(labelShape), 'Version 2 only; up to two values.', { maxItems: 2 }).optional(),
  merchant: text('Required when returns of several merchants are processed.').optional(),
  concept: text('Retail concept or brand.').optional(),
  asin: code('10-character alphanumeric product identifier.', ASIN).optional(),
  return_reason: text('May mark the line as a misship.').optional(),
});
export type AsnDetail = z.infer<typeof detailShape>;

/** A reference of a carton, for example to an order. */
export const referenceShape = z.looseObject({
  type: word(REFERENCE_TYPES, 'Kind of the reference.').optional(),
  identifier: text('Used with type to find the reference; scannable.').optional(),
  alternate_identifier: text('Scannable; when the main identifier is not on the carton.').optional(),
});
export type AsnReference = z.infer<typeof referenceShape>;

/** A box or pallet (interface: Carton object). */
export const cartonShape = z.looseObject({
  identifier: text('Scannable carton identifier.').optional(),
  reference: referenceShape.optional(),
  details: describe(z.array(detailShape), 'Lines expected in the carton.', { minItems: 1 }),
});
export type AsnCarton = z.infer<typeof cartonShape>;

/** The body of the inbound ASN requests (interface: ASN). */
export const asnShape = z.looseObject({
  program_identifier: filled('Identifies the program; supplied during implementation.'),
  from: locationShape,
  to: locationShape,
  asn_number: filled('Reference number, unique per program_identifier; scannable.'),
  shipment_identifier: text('Ties together several ASNs.').optional(),
  tracking_number: text('Tracking number or bill of lading.').optional(),
  carrier: text('Carrier.').optional(),
  ship_date: describe(z.string(), 'When it was or will be shipped: YYYY-MM-DDT00:00:00, without a zone.', {
    pattern: SHIP_DATE_PATTERN,
  }).optional(),
  status: word(ASN_STATUSES, 'cancelled (two l) blocks receiving.'),
  details_type: word(DETAILS_TYPES, 'One type per ASN.'),
  asn_type: text('Blanket-type ASNs remove validations around units and overages.').optional(),
  cartons: describe(z.array(cartonShape), 'Each element is one box or pallet.', { minItems: 1 }),
  messagetimestamp: time('When the message was sent.').optional(),
});
export type Asn = z.infer<typeof asnShape>;
