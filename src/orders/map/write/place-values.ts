// How a part of an address is read from its column, whoever names the column.
import { isObject } from '../../../basics/json.ts';

/** Excel keeps a number as text by a quote before it. */
export const unquoted = (column: string) => ({ column, strip: "'" });

/** @param country the value of the country beside a state @returns the column itself for other fields */
export function placeValue(field: string, column: string, country?: unknown): unknown {
  const [, part] = /_address\.(\w+)$/.exec(field) ?? [];
  if (part === 'zip_code' || part === 'phone') return unquoted(column);
  if (part === 'country_code') return { column, code: 'country' };
  if (part !== 'state') return column;
  const constant = isObject(country) && 'constant' in country ? { constant: country['constant'] } : undefined;
  const of = constant ?? (isObject(country) ? country['column'] : country);
  return { column, ...(of !== undefined && { code: 'state', country: of }), default: '' };
}
