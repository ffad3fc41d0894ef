// The size of an ASN: cartons, lines, items.
import { isObject } from '../basics/json.ts';

export interface AsnSize {
  readonly details_type: string;
  readonly cartons: number;
  readonly details: number;
  /** Sum of the quantities. */
  readonly items: number;
}

/** Works for any value; missing parts count as 0. */
export function asnSize(asn: unknown): AsnSize {
  const cartons = listOf(isObject(asn) ? asn['cartons'] : undefined);
  const details = cartons.flatMap((carton) => listOf(isObject(carton) ? carton['details'] : undefined));
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

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
