// Refused orders as a person reads them: the order, the code and the place on one line, the sentence below.
import { wrap } from '../../cli/columns.ts';
import type { Paint } from '../../cli/paint.ts';
import { clean } from '../../cli/presenter.ts';
import { padEnd, widthOf } from '../../cli/width.ts';

/** The parts of a refused order that are shown. */
interface Refused {
  readonly order: string;
  readonly codes: readonly string[];
  readonly field: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

export function refusedText(orders: readonly Refused[], paint: Paint, columns: number): string {
  const width = Math.max(60, Math.min(columns, 120));
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(widthOf));
  const codes = orders.map((order) => clean(order.codes.join(' ')));
  const ids = orders.map(({ order }) => clean(order));
  const indent = 4 + widest(ids);
  return orders
    .flatMap((order, index) => {
      const id = paint.bold(padEnd(ids[index]!, widest(ids)));
      const code = paint.red(padEnd(codes[index]!, widest(codes)));
      const sentence = `${order.field ? `${clean(order.field)}: ` : ''}${clean(order.message)}`;
      return [
        `  ${id}  ${code}  ${paint.dim(`${clean(order.file)}:${order.line}`)}`,
        ...wrap(sentence, width - indent).map((line) => ' '.repeat(indent) + line),
      ];
    })
    .join('\n');
}
