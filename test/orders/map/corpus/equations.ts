// Chooses the equation that is true of a shop, among choices that are written with the names of columns: `Price x Qty + Shipping =
// Total`. It is true when its columns are those that the description names, and the facts of every order agree.
import { type Fact, type Line, sum } from './facts.ts';
import type { NamedColumn, WrittenExport } from './write.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}

export function equationChoice(
  { columns }: WrittenExport,
  facts: readonly Fact[],
  choices: readonly Choice[],
): string | undefined {
  const fitting = choices.flatMap(({ value, text }) => {
    const parts = partsOf([text, value].find((one) => one.includes('=')) ?? '', columns);
    if (!parts || (parts.total && parts.total.role !== 'total')) return [];
    return facts.every((order) => isTrueOf(parts.left, order)) ? [{ value, count: parts.left.length }] : [];
  });
  // Where columns of zeros may stand on the left or not, the fuller equation says more.
  return fitting.sort((a, b) => b.count - a.count)[0]?.value;
}

/** No column says where fees and tips belong: an equation without them is true as well. */
const isTrueOf = (left: readonly Term[], order: Fact): boolean => {
  const { total, fee, tip } = order;
  return [total, total - fee - tip].includes(leftOf(left, order));
};

interface Term {
  readonly sign: 1 | -1;
  readonly factors: readonly NamedColumn[];
}

/** Undefined when it holds something that is no column of money of the description. */
function partsOf(
  text: string,
  columns: readonly NamedColumn[],
): { readonly left: readonly Term[]; readonly total: NamedColumn | undefined } | undefined {
  const known = columns.toSorted((a, b) => b.header.length - a.header.length);
  const [leftText, rightText] = text.split(/\s=\s/);
  if (leftText === undefined || rightText === undefined) return undefined;
  const total = known.find(({ header }) => rightText.trim().replaceAll('"', '').startsWith(header));
  // An export without a total: it is the sum.
  const isSum = /^the total\b/.test(rightText.trim());
  const left: Term[] = [];
  let rest = leftText.trim();
  let sign: 1 | -1 = 1;
  while (rest !== '') {
    const factors: NamedColumn[] = [];
    for (;;) {
      rest = rest.replace(/^(?:sum of )?["(\s]*/, '');
      const column = known.find(({ header }) => rest.startsWith(header));
      if (!column || column.role === '') return undefined;
      factors.push(column);
      rest = rest.slice(column.header.length).replace(/^["\s)]+/, '');
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

const leftOf = (terms: readonly Term[], order: Fact): number =>
  sum(terms, ({ sign, factors }) => {
    const isLine = factors.some(({ of }) => of === 'line');
    const lines = isLine ? order.lines : order.lines.slice(0, 1);
    return sign * sum(lines, (line) => factors.reduce((all, one) => all * valueAt(one, order, line), 1));
  });

/** Negative discounts are written and counted with their sign. */
function valueAt({ source, form }: NamedColumn, order: Fact, line: Line): number {
  const cell = source(order, line);
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'string' || !('money' in cell)) return Number.NaN;
  return form.negative ? -cell.money : cell.money;
}
