// What was corrected, one line for each order.
import { type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { CellChange, Correction } from '../corrections.ts';

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
