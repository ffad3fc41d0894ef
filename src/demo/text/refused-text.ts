// Refused orders as text: order, code and place on one line, the message below; and what was corrected, one line for each.
import { type Paint, table, textBlock, widthOf } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { CellChange, Correction, RefusedOrder } from '../refused-orders.ts';

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

/**
 * Amounts that follow from another change are only counted. `updated_at` is left out, because it changes with every
 * correction.
 */
export function correctionsText(corrections: readonly Correction[], paint: Paint): string {
  const rows = corrections.map(({ order, changes }) => {
    const change = firstOf(changes);
    const id = `  ${paint.bold(clean(order))}`;
    if (!change) return [id, paint.dim('unchanged')];
    const [from, to] = shortened(change);
    const sums = changes.filter((other) => other !== change && isAmount(other)).length;
    const more = sums > 0 ? paint.dim(`, and ${sums} sums with it`) : '';
    return [id, clean(change.column), `${paint.red(from)} -> ${paint.green(to)}${more}`];
  });
  return table(rows).join('\n');
}

const isAmount = ({ column }: CellChange) => column.endsWith('_amount_cents');
const value = (text: string) => (text === '' ? 'empty' : clean(text));

/** Two times that differ only in their dates are shown as dates. */
function shortened({ from, to }: CellChange): [string, string] {
  const [a, b] = [from, to].map((text) => /^(\d{4}-\d\d-\d\d)(T[\d:.]+\S*)$/.exec(text));
  return a && b && a[2] === b[2] ? [a[1]!, b[1]!] : [value(from), value(to)];
}

function firstOf(changes: readonly CellChange[]): CellChange | undefined {
  const own = changes.filter(({ column }) => column !== 'updated_at');
  return own.find((change) => !isAmount(change)) ?? own[0] ?? changes[0];
}
