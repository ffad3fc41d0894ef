// Finds the row and the value of the mapping that a field of a refund came from.
import { type Cells, spotInRows } from '../../layout.ts';
import type { CompiledLevel } from '../rows/compile.ts';
import type { MappedPart } from '../rows/mapped-parts.ts';
import type { RefundLevels } from '../rows/row-kinds.ts';
import { filled } from '../values/shared-values.ts';
import { NO_VALUE, readWithoutFindings, type Value } from '../values/value.ts';
import { REFUND_TABLE } from './refund-table.ts';

/** An order with its refunds and the cells of its rows. */
export interface RefundedRows extends MappedPart {
  readonly cells: readonly Cells[];
  readonly refunds: readonly MappedPart[] | undefined;
}

const GENERATED: Value = { ...NO_VALUE, rule: () => 'generated' };

/** Undefined when the path is not one of a refund. `items` is the level of line items. */
export function refundSpot(
  refunds: RefundLevels,
  items: CompiledLevel,
  order: RefundedRows,
  path: string,
): { value: Value | undefined; view: Cells; row: number; parts: readonly MappedPart[] } | undefined {
  const whole = { head: order.head, parts: order.refunds ?? [], lines: [] };
  const { depth, row, path: name, parts } = spotInRows(REFUND_TABLE, whole, path);
  if (depth === 0) return undefined;
  const refund = parts[1] as MappedPart;
  const [fields, lineFields] = refunds.fields;
  const valueIn = (list: typeof fields) => list.find(({ field }) => field.path === name)?.value;
  const found = { row, parts: [order, refund] };
  if (depth === 1) return { ...found, value: valueIn(fields), view: refund.filledHead };
  const own = filled(order.cells[row]!, order.filledHead, refunds.fromOrder);
  const view = filled(own, refund.filledHead, refunds.columns);
  if (name === 'order_item_identifier') {
    const read = readWithoutFindings();
    const named = ['order_item_identifier', 'sku']
      .map((one) => refunds.values.get(`refund_line.${one}`))
      .find((one) => one && typeof read(one, view) === 'string');
    const ofItem = items.fields.find(({ field }) => field.path === items.key[0])?.value;
    return { ...found, value: named ?? ofItem, view };
  }
  return { ...found, value: valueIn(lineFields) ?? (name === 'identifier' ? GENERATED : undefined), view };
}
