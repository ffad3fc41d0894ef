// What was corrected, one line for each order.
import { type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { CellChange, Correction } from '../corrections.ts';

/** The first change of each: amounts follow from others, and `updated_at` changes with every correction. */
export function correctionsText(corrections: readonly Correction[], paint: Paint): string {
  const rows = corrections.map(({ order, changes }) => {
    const change = firstOf(changes);
    const id = `  ${paint.bold(clean(order))}`;
    if (!change) return [id, paint.dim('unchanged')];
    const { column, from, to } = change;
    return [id, clean(column), `${paint.red(value(from))} -> ${paint.green(value(to))}`];
  });
  return table(rows).join('\n');
}

const isAmount = ({ column }: CellChange) => column.endsWith('_amount_cents');
/** Of a time its day. */
const value = (text: string) => (text === '' ? 'empty' : clean(text).replace(/^([\d-]{10})T.*Z$/, '$1'));

function firstOf(changes: readonly CellChange[]): CellChange | undefined {
  const own = changes.filter(({ column }) => column !== 'updated_at');
  return own.find((change) => !isAmount(change)) ?? own[0] ?? changes[0];
}
