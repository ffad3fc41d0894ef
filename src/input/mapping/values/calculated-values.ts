// Values that a mapping calculates from columns: sums, differences, products, quotients. What is not exact in cents is
// refused unless the mapping names the rounding.
import { isBlank } from '../../cells.ts';
import type { TableField } from '../../message-table.ts';
import type { ValueObject } from '../language/value-shape.ts';
import { centsOf } from './money.ts';
import { valueFrom } from './operand.ts';
import { calculation } from './operands.ts';
import { firstFilled, type Value, type ValueCompiling } from './value.ts';

/** The value without the `default` of the mapping; undefined when this is no calculation. @throws Failure exit 6 */
export function calculated(
  spec: ValueObject,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value | undefined {
  const operand = calculation(spec, field, parts, to);
  if (!operand) return undefined;
  if (field.kind !== 'cents' && field.kind !== 'integer' && field.kind !== 'number')
    throw to.fault(parts, 'Only amounts and numbers can be calculated', 'an amount in cents, or a number');
  const exact = valueFrom(operand, field, to);
  const simple =
    'sum' in spec && spec.over === undefined && field.kind === 'cents' && spec.round === undefined;
  const hasSeveral = exact.columns.some((index) => to.all(index) !== undefined);
  return simple && !hasSeveral && spec.sum.every((one) => typeof one === 'string')
    ? sumOfCents(exact, to)
    : exact;
}

/** Plain columns of whole cents are added as numbers; anything else is left to the exact calculation. */
function sumOfCents(exact: Value, { decimal }: ValueCompiling): Value {
  const { columns } = exact;
  return {
    ...exact,
    read(row) {
      let total: number | undefined;
      for (const index of columns) {
        const text = row.cells[index]!;
        if (isBlank(text)) continue;
        const cents = centsOf(text, decimal(), row.digits);
        if (cents === undefined) return exact.read(row);
        total = (total ?? 0) + cents;
      }
      return total === undefined || Number.isSafeInteger(total) ? total : exact.read(row);
    },
    source: (cells) => firstFilled(columns, cells),
  };
}
