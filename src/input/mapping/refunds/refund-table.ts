// The levels `refund` and `refund_line` of a mapping of orders. The template has no such columns, so they are not levels of
// its table.
import * as z from 'zod';
import { refundLineShape, refundShape } from '../../../contract/order.ts';
import { tableOf } from '../../message-table.ts';

const { identifier, quantity, order_item_identifier } = refundLineShape.shape;
const { refund_line_items: _, ...ofRefund } = refundShape.shape;
const line = z.object({ identifier, quantity, order_item_identifier, sku: z.string() });
const refund = z.object({ ...ofRefund, refund_line_items: z.array(line) });

/** An order with its refunds and their lines. */
export const REFUND_TABLE = tableOf(
  z.object({ refunds: z.array(refund) }),
  [
    { name: 'order', list: '', key: ['identifier'] },
    { name: 'refund', list: 'refunds', key: ['identifier'] },
    { name: 'refund_line', list: 'refund_line_items', key: ['identifier'] },
  ],
  { of: 'order', version: undefined, lineName: (id, number) => `${id}-${number}` },
);

export const REFUND_LEVELS = REFUND_TABLE.levels.slice(1);
