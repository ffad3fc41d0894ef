// Puts answers about rows into a mapping: orders that are left out, and rows that are the shipping.
import { isObject } from '../../../basics/json.ts';
import { type MappingJson, part, withPart, withRule } from '../types.ts';

/** Orders that are none: a quotation, a draft, a test. */
export const withLeftOut = (mapping: MappingJson, words: Readonly<Record<string, string>>): MappingJson =>
  Object.entries(words).reduce((edited, [equals, column]) => {
    const rule = { when: { column, equals }, reason: `${column} ${equals}`, level: 'order' };
    return withRule(edited, 'skip', rule);
  }, mapping);

/** Which rows are lines, without these. */
export const withoutRows = (item: unknown, when: MappingJson): MappingJson =>
  item === undefined ? { not: when } : { all: [item, { not: when }] };

/** Rows that are no lines: what they would cost as such is the shipping. */
export function withShippingRows(mapping: MappingJson, words: Readonly<Record<string, string>>): MappingJson {
  const when = { any: Object.entries(words).map(([equals, column]) => ({ column, equals })) };
  const added = (value: unknown) => ({
    sum: [{ cases: [{ when, value }], else: { constant: 0 } }],
    over: 'rows',
  });
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
