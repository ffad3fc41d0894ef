// Refused orders as text: order, code and place on one line, the message below.

import { type Paint, table, textBlock, widthOf } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { RefusedOrder } from '../refused-orders.ts';

export function refusedText(orders: readonly RefusedOrder[], paint: Paint, columns: number): string {
  const width = Math.max(60, Math.min(columns, 120));
  const heads = table(
    orders.map(({ order, codes, file, line }) => [
      `  ${paint.bold(clean(order))}`,
      paint.red(clean(codes.join(' '))),
      paint.dim(`${clean(file)}:${line}`),
    ]),
  );
  const indent = ' '.repeat(4 + Math.max(0, ...orders.map(({ order }) => widthOf(clean(order)))));
  return orders
    .flatMap(({ field, message }, index) => [
      heads[index]!,
      ...textBlock(indent, `${field ? `${clean(field)}: ` : ''}${clean(message)}`, width),
    ])
    .join('\n');
}
