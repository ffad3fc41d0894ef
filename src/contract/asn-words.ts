// Enumeration values of an ASN, as the interface writes them. Apart from the shapes: a list of ASNs needs no zod.
export const ASN_STATUSES = ['pending', 'shipped', 'delivered', 'cancelled'] as const;
export const DETAILS_TYPES = ['unit', 'sku'] as const;
export const REFERENCE_TYPES = [
  'StockTransferOrder',
  'RA',
  'RMA',
  'ForwardOrder',
  'ReturnsPortalOrder',
] as const;
export const LABEL_TYPES = ['barcode', 'text'] as const;

/** Version of the ASN interface; 2 adds labels. */
export type AsnVersion = 1 | 2;
