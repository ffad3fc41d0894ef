// The messages of a mail-back return, from its creation to the refund: they give no finding.
import { describe, expect, it } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { describeChange } from '../../src/contract/rma-changes.ts';
import { validateRmaAgainstOrder } from '../../src/contract/rma-ledger.ts';
import { explainMoney } from '../../src/contract/rma-money.ts';
import { sampleLine, sampleOrder, sampleRefund } from '../../src/contract/sample.ts';
import { sampleRma, sampleUnit } from '../../src/contract/sample-rma.ts';
import { validateRma } from '../../src/contract/validate-rma.ts';
import { orderFactsOf } from '../../src/storage/order-record.ts';
import { followAll } from './histories.ts';

const ONE = { quantity: 1, quantity_shipped: 1, product_amount_cents: 2500, tax_amount_cents: 200 };
const SUMS = { product_amount_cents: 7500, tax_amount_cents: 600, total_amount_cents: 8100 };

/** Created, label, carrier scan, refunded: every unit of the order. */
function messagesOf({ items }: Order): Record<string, unknown>[] {
  const units = items.flatMap(({ identifier, quantity }) =>
    Array.from({ length: quantity }, () => sampleUnit({ order_line_item_identifier: identifier })),
  );
  const message = (updated_at: string, status: string, tracking: string | null) => {
    const parcel = { tracking_number: tracking && '1Z0002', package_tracking_status: tracking };
    return sampleRma({ updated_at, status, items: units.map((unit) => ({ ...unit, ...parcel })) });
  };
  return [
    message('2026-03-10T04:00:00.500-05:00', 'CREATED', null),
    message('2026-03-10T09:00:04Z', 'CREATED', 'PRE_TRANSIT'),
    message('2026-03-12T11:58:00Z', 'CREATED', 'TRANSIT'),
    message('2026-03-12T12:00:00Z', 'REFUNDED', 'TRANSIT'),
  ];
}

describe.each([
  ['single-line order', sampleOrder(), 2],
  [
    'split shipment',
    sampleOrder({ items: [sampleLine(), sampleLine({ ...ONE, identifier: 'L2' })], ...SUMS }),
    3,
  ],
])('the RMA messages of a %s', (_name, order, units) => {
  const messages = messagesOf(order as unknown as Order);
  const record = orderFactsOf({ ...order, refunds: [sampleRefund({ rma_identifier: 'RMA-1' })] } as never);
  const known = (id: string) => (id === record.id ? record : undefined);

  it('pass without a finding, alone, one after the other, and against the order', () => {
    for (const message of messages) {
      expect(validateRma(message)).toEqual([]);
      expect(validateRmaAgainstOrder(message, known)).toEqual([]);
      expect(explainMoney(message, known).units.map(({ follows }) => follows)).toEqual(
        Array.from({ length: units }, () => 'goods'),
      );
    }
    const story = followAll(messages.map((message) => JSON.stringify(message)));
    expect(story.flatMap(({ findings }) => findings)).toEqual([]);
    expect(story.map(({ anomaly }) => anomaly)).toEqual([null, null, null, null]);
    expect(story[3]?.changes.map(describeChange)).toEqual(['status CREATED -> REFUNDED']);
    expect(story[2]?.changes.reduce((sum, change) => sum + change.units, 0)).toBe(units);
  });

  it('pass without the first message, as when the label exists at once', () => {
    const story = followAll(messages.slice(1).map((message) => JSON.stringify(message)));
    expect(story.flatMap(({ findings }) => findings)).toEqual([]);
  });
});
