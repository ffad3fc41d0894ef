// Puts into a mapping which units of a line have shipped, which have not, and which were cancelled.
import { isObject } from '../../../basics/json.ts';
import { NOT_ZERO } from '../decide/amounts.ts';
import type { MappingJson } from '../types.ts';
import { wordsWith } from './edit-statuses.ts';
import { part, replacedIn, withPart } from './mapping-parts.ts';

/** The status with another one in some rows. Lines of one order may differ: the first of these counts that one of them has. */
function withStatusWhen(mapping: MappingJson, when: MappingJson, constant: string): MappingJson {
  const { status } = part(mapping, 'order');
  const { take = ['Created', 'Shipped', 'Cancelled'], ...own } = isObject(status)
    ? (status as MappingJson)
    : {};
  const cases = [{ when, value: { constant } }];
  return withPart(mapping, 'order', { status: { cases, else: isObject(status) ? own : status, take } });
}

/** Where the column has a value, and none that says no, nothing has shipped and everything is cancelled. */
export function withCanceled(mapping: MappingJson, column: string): MappingJson {
  const when = { all: [{ column, empty: false }, { not: { column, matches: SAYS_NO } }] };
  const { quantity, quantity_shipped: shipped, quantity_canceled: canceled } = part(mapping, 'item');
  const either = (value: unknown, otherwise: unknown) => ({ cases: [{ when, value }], else: otherwise });
  const units = {
    quantity_shipped: either({ constant: 0 }, shipped),
    quantity_canceled: either(quantity, canceled),
  };
  // It is cancelled when all lines are.
  return withPart(withStatusWhen(mapping, when, 'Cancelled'), 'item', units);
}
const SAYS_NO = '^(?:[tT]?[nN][oO]|[nN]|[fF][aA][lL][sS][eE]|[nN][eE][iI][nN]|[nN][oO][nN]|[0.,\\s-]+)$';

/** Of lines whose units shipped as a whole, those of the column have not. */
function withoutUnits(mapping: MappingJson, column: string): MappingJson {
  const { quantity, quantity_shipped: shipped } = part(mapping, 'item');
  const isAll = (value: unknown) => JSON.stringify(value) === JSON.stringify(quantity);
  const rest = { subtract: [quantity, column] };
  const left = replacedIn(shipped, (value) => (isAll(value) ? rest : undefined));
  return withPart(mapping, 'item', { quantity_shipped: left });
}

export const withCanceledUnits = (mapping: MappingJson, column: string): MappingJson =>
  withPart(withoutUnits(mapping, column), 'item', { quantity_canceled: column });

/** Until they leave, their order has not shipped. */
export function withOpenUnits(mapping: MappingJson, column: string): MappingJson {
  const open = { column, matches: NOT_ZERO };
  const canceled = wordsWith(mapping, 'Cancelled');
  const when = canceled ? { all: [open, { not: canceled }] } : open;
  return withStatusWhen(withoutUnits(mapping, column), when, 'Created');
}

/** The units of a line that stand in the elements of another list, which name the line; and what they say of its parcel. */
export function withShippedUnits(
  mapping: MappingJson,
  { key = '', own, ...columns }: Readonly<Record<string, string>>,
): MappingJson {
  const { quantity_shipped: units, ...others } = columns;
  const of = (column: string | undefined) => ({ column, match: { [key]: own } });
  const item = part(mapping, 'item');
  const lacking = Object.entries(others).filter(([field, column]) => column !== '' && !(field in item));
  return withPart(mapping, 'item', {
    quantity_shipped: { sum: [of(units)], default: 0 },
    ...Object.fromEntries(lacking.map(([field, column]) => [field, of(column)])),
  });
}
