// The types of an advance shipping notice (ASN).
// Declared apart from the shape, so that who imports the types needs no zod; test/contract/types.test.ts holds them together.

/** The origin or destination of a shipment. */
export interface AsnLocation {
  /** Identifier of the location. */
  identifier: string;
  /** Type of the location, for example warehouse, store or customer. */
  type: string;
  [field: string]: unknown;
}

/** A value that is printed at receiving; version 2 only. */
export interface AsnLabel {
  /** How the value is printed. */
  type: string;
  /** Title of the field; always readable. */
  name: string;
  /** The value; printed as a barcode when type is barcode. */
  value: string;
  [field: string]: unknown;
}

/** A line expected in a carton (interface: Detail object). */
export interface AsnDetail {
  /** Systematic line identifier. */
  line_identifier: string;
  /** Scannable unit identifier; required for unit type, unique across all ASNs. */
  unit_identifier?: string | undefined;
  /** Extra scannable identifier. */
  reference_line_identifier?: string | undefined;
  /** SKU. */
  sku: string;
  /** Letters and numbers only. */
  upc?: string | undefined;
  /** Of this line alone; an update may change it. */
  status?: string | undefined;
  /** 1 for unit type; number of items of the SKU for sku type. */
  quantity: number;
  /** Required with the returns-to-vendor module. */
  vendor_identifier?: string | undefined;
  /** Unit type only. Letters and numbers only. */
  serial_number?: string | undefined;
  /** Condition reported by the transferring location. */
  condition?: string | undefined;
  /** Flags used for RTV eligibility. */
  eligibility_flags?: string[] | undefined;
  /** Unit type only. */
  sell_date?: string | undefined;
  /** Unit type only. */
  return_date?: string | undefined;
  /** Unit type only. Known in the field. */
  set_identifier?: string | undefined;
  /** Version 2 only; up to two values. */
  labels?: AsnLabel[] | undefined;
  /** Required when returns of several merchants are processed. */
  merchant?: string | undefined;
  /** Retail concept or brand. */
  concept?: string | undefined;
  /** 10-character alphanumeric product identifier. */
  asin?: string | undefined;
  /** May mark the line as a misship. */
  return_reason?: string | undefined;
  [field: string]: unknown;
}

/** A reference of a carton, for example to an order. */
export interface AsnReference {
  /** Kind of the reference. */
  type?: string | undefined;
  /** Used with type to find the reference; scannable. */
  identifier?: string | undefined;
  /** Scannable; when the main identifier is not on the carton. */
  alternate_identifier?: string | undefined;
  [field: string]: unknown;
}

/** A box or pallet (interface: Carton object). */
export interface AsnCarton {
  /** Scannable carton identifier. */
  identifier?: string | undefined;
  reference?: AsnReference | undefined;
  /** Lines expected in the carton. */
  details: AsnDetail[];
  [field: string]: unknown;
}

/** A valid ASN: the body of the inbound ASN requests (interface: ASN). */
export interface Asn {
  /** Identifies the program; supplied during implementation. */
  program_identifier: string;
  from: AsnLocation;
  to: AsnLocation;
  /** Reference number, unique per program_identifier; scannable. */
  asn_number: string;
  /** Ties together several ASNs. */
  shipment_identifier?: string | undefined;
  /** Tracking number or bill of lading. */
  tracking_number?: string | undefined;
  /** Carrier. */
  carrier?: string | undefined;
  /** When it was or will be shipped: YYYY-MM-DDT00:00:00, without a zone. */
  ship_date?: string | undefined;
  /** cancelled (two l) blocks receiving. */
  status: string;
  /** One type per ASN. */
  details_type: string;
  /** Blanket-type ASNs remove validations around units and overages. */
  asn_type?: string | undefined;
  /** Each element is one box or pallet. */
  cartons: AsnCarton[];
  /** When the message was sent. */
  messagetimestamp?: string | undefined;
  [field: string]: unknown;
}

/** Version of the ASN interface; 2 adds labels. */
export type AsnVersion = 1 | 2;
