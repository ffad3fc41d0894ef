// Enumeration values of an ASN, as the interface writes them. Apart from the shapes: a list of ASNs needs no zod.
import { isObject } from '../basics/json.ts';
import { bareOf } from '../basics/text.ts';
import type { Loose } from './finding.ts';

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

// The unit identifiers of an ASN and their field paths (interface, Limits: unique across all ASNs of the customer).

/** Whether the checks on units and overages are off; upper and lower case do not matter. */
export const isBlanket = (asn: Loose): boolean =>
  typeof asn.asn_type === 'string' && asn.asn_type.trim().toLowerCase() === 'blanket';

/**
 * The unit identifiers with their paths, `cartons[0].details[2].unit_identifier`.
 * `bare` is what is unique. Accepts any value: an identifier that is empty or not a text is skipped, because rules report it. A Blanket ASN has none:
 * it is not compared with other ASNs, and others are not compared with it, in whatever order they were created.
 */
export function unitPlacesOf(asn: unknown) {
  if (isObject(asn) && isBlanket(asn)) return [];
  return detailsOf(asn).flatMap(({ detail, at }) => {
    const identifier = detail.unit_identifier;
    return typeof identifier === 'string' && identifier !== ''
      ? [{ identifier, bare: bareOf(identifier), path: `${at}unit_identifier` }]
      : [];
  });
}

/** The detail lines of any value that may be an ASN, each with its path and a dot. */
export const detailsOf = (asn: unknown): { readonly detail: Loose; readonly at: string }[] =>
  listAt(asn, 'cartons').flatMap((carton, c) =>
    listAt(carton, 'details').flatMap((detail, d) =>
      isObject(detail) ? [{ detail, at: `cartons[${c}].details[${d}].` }] : [],
    ),
  );

/** The list in a field of an object; empty when there is none. */
export function listAt(object: unknown, field: string): readonly unknown[] {
  const list = isObject(object) ? object[field] : undefined;
  return Array.isArray(list) ? list : [];
}
