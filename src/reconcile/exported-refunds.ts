// The refunds of the export by order, and what can be read of an order that the check refuses.
import { isObject } from '../basics/json.ts';
import type { OrderFacts, RefundFacts } from '../storage/order-record.ts';

/** Only orders that have recorded RMAs, whether or not they have refunds. `skipped`: flags or mapping leave the order out. */
export type ExportedRefunds = Map<string, readonly RefundFacts[] | 'skipped'>;

/**
 * The facts of an order that the check refuses, from its JSON as it is in the input: a refund in it is a refund all the
 * same. What has the wrong type is left out; lines are not compared.
 */
export function looseOrder(id: string, json: string): OrderFacts {
  const value: unknown = json === '' ? {} : JSON.parse(json);
  const order = isObject(value) ? value : {};
  const refunds = Array.isArray(order['refunds']) ? order['refunds'] : [];
  const total = order['total_amount_cents'];
  return {
    id,
    ...{ updatedAt: textOf(order['updated_at']), status: textOf(order['status']) },
    currency: textOf(order['currency']),
    totalCents: (typeof total === 'number' ? total : null) as number,
    lines: [],
    refunds: refunds.flatMap((refund) => (isObject(refund) ? looseRefund(refund) : [])),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function looseRefund(refund: Readonly<Record<string, unknown>>): RefundFacts[] {
  const {
    identifier,
    total_refund_amount_cents: amount,
    rma_identifier: rma,
    refund_line_items: items,
  } = refund;
  if (typeof identifier !== 'string' || identifier === '') return [];
  const lines = (Array.isArray(items) ? items : []).flatMap((line: unknown) =>
    isObject(line)
      ? [
          {
            identifier: textOf(line['identifier']),
            line: textOf(line['order_item_identifier']),
            units: typeof line['quantity'] === 'number' ? line['quantity'] : 0,
          },
        ]
      : [],
  );
  const amountCents = (typeof amount === 'number' ? amount : null) as number;
  return [
    { identifier, amountCents, lines, rma: textOf(rma) || null, createdAt: textOf(refund['created_at']) },
  ];
}
