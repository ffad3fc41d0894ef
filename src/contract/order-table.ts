// An order as columns of a table: the shape of the interface, in the order of the template, with the fields that the
// interface does not name but the service accepts.
import * as z from 'zod';
import { addressShape, customerShape, itemShape, orderShape } from './order.ts';

const text = z.string();
const tags = z.array(text);
const time = z.string();
z.globalRegistry.add(time, { format: 'date-time' });

const order = orderShape.shape;
const { name, street1, ...place } = addressShape.shape;
const address = z.object({ name, street1, street2: text, ...place });

export const orderTableShape: z.ZodObject = z.object({
  ...orderShape.pick({ identifier: true, raw_status: true, status: true, currency: true }).shape,
  ...orderShape.pick({ created_at: true, updated_at: true, tags: true }).shape,
  ...Object.fromEntries(Object.entries(order).filter(([key]) => key.endsWith('_cents'))),
  concept: text,
  note: text,
  customer: z.object({ ...customerShape.shape, tags }),
  shipping_address: address,
  billing_address: address,
  refunds: order.refunds,
  transactions: order.transactions,
  discounts: order.discounts,
  items: z.array(
    z.object({
      ...itemShape.shape,
      concept: text,
      dropship_identifier: text,
      reverse_tracking_number: text,
      return_policy_end_date: time,
      variants: z.array(z.unknown()),
    }),
  ),
});

/** Accepted as columns but not shown in the template: fields that the interface does not name, and rarely used ones. */
const SHOWN = new Set<unknown>(
  [orderShape, customerShape, addressShape, itemShape].flatMap(({ shape }) => Object.values(shape)),
);
for (const seldom of [order.transactions, order.discounts, itemShape.shape.quantity_refunded])
  SHOWN.delete(seldom);
export const isInTemplate = (type: unknown): boolean => SHOWN.has(type);
