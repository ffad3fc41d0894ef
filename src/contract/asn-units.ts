// The unit identifiers of an ASN and their field paths (interface, Limits: unique across all ASNs of the customer).
import { isObject } from '../basics/json.ts';
import { isBlanket } from './asn-rules/blanket.ts';

export interface UnitPlace {
  readonly identifier: string;
  /** Field path inside the ASN: `cartons[0].details[2].unit_identifier`. */
  readonly path: string;
}

/**
 * Accepts any value: an identifier that is empty or not a text is skipped, because rules report it. A Blanket ASN has none:
 * it is not compared with other ASNs, and others are not compared with it, in whatever order they were created.
 */
export function unitPlacesOf(asn: unknown): UnitPlace[] {
  if (isObject(asn) && isBlanket(asn)) return [];
  const units: UnitPlace[] = [];
  const cartons = listOf(isObject(asn) ? asn['cartons'] : undefined);
  cartons.forEach((carton, c) => {
    listOf(isObject(carton) ? carton['details'] : undefined).forEach((detail, d) => {
      const identifier = isObject(detail) ? detail['unit_identifier'] : undefined;
      if (typeof identifier === 'string' && identifier !== '')
        units.push({ identifier, path: `cartons[${c}].details[${d}].unit_identifier` });
    });
  });
  return units;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
