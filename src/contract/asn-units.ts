// The unit identifiers of an ASN and where they stand (interface, Limits: unique across all ASNs of the customer).
import { isObject } from '../basics/json.ts';
import { isBlanket } from './asn-rules/blanket.ts';

export interface UnitPlace {
  readonly identifier: string;
  /** Field path inside the ASN: `cartons[0].details[2].unit_identifier`. */
  readonly path: string;
}

/**
 * Over whatever is there: what is no text or empty is left to the rules. A Blanket ASN has none: it is not held against
 * others, and others are not held against it, whichever of them came first.
 */
export function unitsOf(asn: unknown): UnitPlace[] {
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
