// The size of an ASN: cartons, lines, items.
import { isObject } from '../basics/json.ts';
import { listAt } from '../contract/asn-units.ts';

export interface AsnSize {
  readonly details_type: string;
  readonly cartons: number;
  readonly details: number;
  /** Sum of the quantities. */
  readonly items: number;
}

/** Works for any value; missing parts count as 0. */
export function asnSize(asn: unknown): AsnSize {
  const cartons = listAt(asn, 'cartons');
  const details = cartons.flatMap((carton) => listAt(carton, 'details'));
  const items = details.reduce<number>((sum, detail) => {
    const quantity = isObject(detail) ? detail['quantity'] : undefined;
    return sum + (typeof quantity === 'number' ? quantity : 0);
  }, 0);
  const type = isObject(asn) ? asn['details_type'] : undefined;
  return {
    details_type: typeof type === 'string' ? type : '',
    cartons: cartons.length,
    details: details.length,
    items,
  };
}
