// Puts answers about rows into a mapping: orders that are left out, and rows that are the shipping.
import { isObject } from '../../../basics/json.ts';
import { type MappingJson, part, withPart, withRule } from '../types.ts';
import { saysSo } from './edit-statuses.ts';

/** Orders that are none, by words of a column, or by any value in it: a quotation, a draft, a test, what was deleted. */
export function withLeftOut(
  mapping: MappingJson,
  said: Readonly<Record<string, string>> | string,
): MappingJson {
  const skip = (edited: MappingJson, when: MappingJson, reason: string) =>
    withRule(edited, 'skip', { when, reason, level: 'order' });
  if (typeof said === 'string') return skip(mapping, saysSo(said), `${said} has a value`);
  return Object.entries(said).reduce(
    (edited, [equals, column]) => skip(edited, { column, equals }, `${column} ${equals}`),
    mapping,
  );
}

/** Orders with a line in which the two columns of a pair differ. */
export const withRefusedUnlike = (
  mapping: MappingJson,
  pairs: Readonly<Record<string, string>>,
): MappingJson =>
  Object.entries(pairs).reduce((edited, [column, sameAs]) => {
    const reason = `${sameAs} is less than ${column}: units that went back or were cancelled are missing`;
    return withRule(edited, 'refuse', { when: { not: { column, sameAs } }, reason });
  }, mapping);

/** Which rows are lines, without these. */
export const withoutRows = (item: unknown, when: MappingJson): MappingJson =>
  item === undefined ? { not: when } : { all: [item, { not: when }] };

const addedWhere = (when: MappingJson) => (value: unknown) => ({
  sum: [{ cases: [{ when, value }], else: { constant: 0 } }],
  over: 'rows',
});

/** Rows that are no lines: what they would cost as such is the shipping. */
export function withShippingRows(mapping: MappingJson, words: Readonly<Record<string, string>>): MappingJson {
  const when = { any: Object.entries(words).map(([equals, column]) => ({ column, equals })) };
  const added = addedWhere(when);
  const { unit_price_amount_cents: price, quantity, tax_amount_cents: tax } = part(mapping, 'item');
  const { total_amount_cents: total } = part(mapping, 'order');
  const shipping = added({ multiply: [price, quantity] });
  const isConstant = tax === undefined || (isObject(tax) && 'constant' in tax);
  const made = isObject(total) && Array.isArray(total['sum']) && total['over'] === undefined;
  const { item } = part(mapping, 'rows');
  const order = {
    shipping_amount_cents: shipping,
    ...(!isConstant && { shipping_tax_amount_cents: added(tax) }),
    ...(made && { total_amount_cents: { ...total, sum: [...(total['sum'] as unknown[]), shipping] } }),
  };
  const edited = withPart(withPart(mapping, 'order', order), 'rows', {
    item: withoutRows(item, when),
  });
  return mapping['tax'] === undefined ? edited : withPart(edited, 'tax', { shipping });
}

/** Rows with a price below zero, by its column: what they take off is a discount of the order, which its lines share. */
export function withDiscountRows(mapping: MappingJson, column: string): MappingJson {
  const when = { column, lessThan: 0 };
  const { unit_price_amount_cents: price, quantity, discount_amount_cents: ofLine } = part(mapping, 'item');
  const { total_amount_cents: total, discount_amount_cents: ofOrder } = part(mapping, 'order');
  const discount = addedWhere(when)({ multiply: [-1, price, quantity] });
  const beside = (value: unknown, more: unknown) =>
    value === undefined || (isObject(value) && 'constant' in value)
      ? more
      : { sum: [value, more], default: 0 };
  const isMade = isObject(total) && Array.isArray(total['sum']) && total['over'] === undefined;
  const order = {
    discount_amount_cents: beside(ofOrder, discount),
    ...(isMade && {
      total_amount_cents: { ...total, sum: [...(total['sum'] as unknown[]), { multiply: [-1, discount] }] },
    }),
  };
  const { item } = part(mapping, 'rows');
  const { discount: ofTax } = part(mapping, 'tax');
  const edited = withPart(
    withPart(withPart(mapping, 'order', order), 'item', {
      discount_amount_cents: beside(ofLine, { share: discount, default: 0 }),
    }),
    'rows',
    { item: withoutRows(item, when) },
  );
  const tax = { discount: beside(ofTax, discount), subtotal_is: 'before_discount' };
  return mapping['tax'] === undefined ? edited : withPart(edited, 'tax', tax);
}
