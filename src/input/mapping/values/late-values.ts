// Sets the values of an order that are known only after all its line items were read.
import { type Fields, put } from '../../layout.ts';
import type { Building } from '../rows/mapped-parts.ts';
import type { OrderLine, OrderLines, WholeOrder } from '../rows/order-lines.ts';
import type { SharedField, Sharing } from './shared-values.ts';
import { putShared } from './shared-values.ts';
import { MAKES_WORTH } from './whole-order.ts';

/** `rows`: for each line item the number of its row. */
export function putLateValues(
  { compiled, places, lines: cells, reading }: Building,
  wholeOrder: WholeOrder,
  sharing: Sharing,
  rows: readonly number[],
  raw: Fields,
): void {
  const top = compiled.levels[0]!;
  const level = compiled.levels.at(-1)!;
  const items = raw[level.list] as Fields[];
  const lines = rows.map(
    (row, i): OrderLine => ({ cells: cells[i]!, line: places[row]!.line, item: items[i]! }),
  );
  const order: OrderLines = {
    reading,
    lines,
    shared(one) {
      const found: Fields = {};
      putShared([one as SharedField], sharing, reading, '', found);
      return one.field.keys.reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], found);
    },
  };
  const ofItem = (index: number) => `${level.list}[${index}].`;
  const putOfLines = (fields: readonly SharedField[]) => {
    if (fields.length === 0) return;
    wholeOrder.each(order, ofItem, ({ item }) => {
      for (const { field, value } of fields) {
        const one = value.read(reading);
        if (one !== undefined) put(item, field.keys, one);
      }
    });
  };
  const isPriced = ({ field }: SharedField) => MAKES_WORTH.has(field.path);
  for (const step of wholeOrder.steps) step(order);
  putShared(top.late, sharing, reading, '', raw);
  putOfLines(level.late.filter(isPriced));
  for (const step of wholeOrder.pricedSteps) step(order);
  putOfLines(level.late.filter((one) => !isPriced(one)));
}
