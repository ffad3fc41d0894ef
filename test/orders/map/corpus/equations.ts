// Chooses the equation that is true of a shop, among choices that are written with the names of columns: `Price x Qty + Shipping =
// Total`. It is true when its columns are those that the description names, and the facts of every order agree.
import { sum } from './facts.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}

export interface AmountColumn<Order, Line> {
  readonly header: string;
  readonly of: 'order' | 'line';
  readonly isTotal: boolean;
  /** Of an order, with the sign that is written; undefined for a column that belongs in no sum. */
  readonly amount: ((order: Order, line: Line) => number) | undefined;
}

type WithLines<Line> = { readonly lines: readonly Line[] };

/** `isTotal`: whether a sum is what the order comes to. */
export function equationChoice<Line, Order extends WithLines<Line>>(
  columns: readonly AmountColumn<Order, Line>[],
  orders: readonly Order[],
  isTotal: (sum: number, order: Order) => boolean,
  choices: readonly Choice[],
): string | undefined {
  const fitting = choices.flatMap(({ value, text }) => {
    const parts = partsOf([text, value].find((one) => one.includes('=')) ?? '', columns);
    if (!parts || (parts.total && !parts.total.isTotal)) return [];
    const isTrue = orders.every((order) => isTotal(leftOf(parts.left, order), order));
    return isTrue ? [{ value, count: parts.left.length }] : [];
  });
  // Where columns of zeros may stand on the left or not, the fuller equation says more.
  return fitting.sort((a, b) => b.count - a.count)[0]?.value;
}

interface Term<Order, Line> {
  readonly sign: 1 | -1;
  readonly factors: readonly AmountColumn<Order, Line>[];
}

interface Parts<Order, Line> {
  readonly left: readonly Term<Order, Line>[];
  readonly total: AmountColumn<Order, Line> | undefined;
}

/** Undefined when it holds something that is no column of amounts. */
function partsOf<Order, Line>(
  text: string,
  columns: readonly AmountColumn<Order, Line>[],
): Parts<Order, Line> | undefined {
  const known = columns.toSorted((a, b) => b.header.length - a.header.length);
  const [leftText, rightText] = text.split(/\s=\s/);
  if (leftText === undefined || rightText === undefined) return undefined;
  const total = known.find(({ header }) => rightText.trim().replaceAll('"', '').startsWith(header));
  // An export without a total: it is the sum.
  const isSum = /^the total\b/.test(rightText.trim());
  const left: Term<Order, Line>[] = [];
  let rest = leftText.trim();
  let sign: 1 | -1 = 1;
  while (rest !== '') {
    const factors: AmountColumn<Order, Line>[] = [];
    for (;;) {
      rest = rest.replace(/^(?:sum of )?["(\s]*/, '');
      const column = known.find(({ header }) => rest.startsWith(header));
      if (!column?.amount) return undefined;
      factors.push(column);
      // `Price []` is that of all numbered columns.
      rest = rest.slice(column.header.length).replace(/^(?: \[\])?["\s)]*/, '');
      if (!/^[x×*]\s/.test(rest)) break;
      rest = rest.slice(1);
    }
    left.push({ sign, factors });
    const next = /^([+\-−–])\s/.exec(rest);
    if (!next) return rest === '' && (total || isSum) ? { left, total } : undefined;
    sign = next[1] === '+' ? 1 : -1;
    rest = rest.slice(1);
  }
  return undefined;
}

const leftOf = <Line, Order extends WithLines<Line>>(
  terms: readonly Term<Order, Line>[],
  order: Order,
): number =>
  sum(terms, ({ sign, factors }) => {
    const isLine = factors.some(({ of }) => of === 'line');
    const lines = isLine ? order.lines : order.lines.slice(0, 1);
    const amountOf = (line: Line) => factors.reduce((all, { amount }) => all * amount!(order, line), 1);
    // "- Discount" takes the discount off, also where the export writes it with a minus.
    return sum(lines, (line) => (sign < 0 ? -Math.abs(amountOf(line)) : amountOf(line)));
  });
