// Random histories, with every kind of difference, against a second computation: each row of the CSV is one of its list, and
// nothing else is there.
import { describe, expect, it } from 'vitest';
import type { OrderRefund } from '../../src/contract/order.ts';
import { DIFFERENCES } from '../../src/reconcile/kinds.ts';
import { inForm } from '../helpers/form.ts';
import { generateOrders, type TestOrder } from '../helpers/orders.ts';
import { dice, fc, seedFor } from '../helpers/random.ts';
import { compared, expectedOf, type History, keyOf, type Message, onDisk } from './history.ts';

const HOUR = 3_600_000;
const moved = (order: TestOrder, hours: number, changes: Partial<TestOrder> = {}): TestOrder => ({
  ...order,
  updated_at: new Date(Date.parse(order.updated_at) + hours * HOUR).toISOString(),
  ...changes,
});

const refundOf = (order: TestOrder, rma: string, amount = 100): OrderRefund => {
  // Each refund is of a line of its own, so that no line is refunded twice.
  const line = order.items[order.refunds.length]!.identifier;
  const refund_line_items = [
    { identifier: `RL-${order.identifier}-${rma}`, quantity: 1, order_item_identifier: line },
  ];
  const created_at = '2024-06-01T00:00:00Z';
  return {
    ...{ identifier: `RF-${order.identifier}-${rma}`, total_refund_amount_cents: amount },
    ...{ refund_line_items, created_at, rma_identifier: rma },
  };
};
const refunded = (order: TestOrder, rma: string, amount = 100): TestOrder => ({
  ...order,
  refunds: [...order.refunds, refundOf(order, rma, amount)],
});
const message = (rma: string, status: string, order: TestOrder, n: number, type = 'REFUND'): Message => ({
  ...{ rma, status, at: Date.UTC(2024, 4, 1) + n * HOUR },
  units: [[order.identifier, order.items[0]!.identifier, type]],
});

describe('differences', () => {
  it('are none for an identical export, also with older versions in it', async () => {
    const orders = [...generateOrders({ seed: seedFor(182), orders: 80 }).expected.values()];
    const here = await onDisk({
      exported: [...orders.map((order) => moved(order, -5)), ...orders],
      accepted: orders,
      refused: [],
      messages: [],
    });
    const { document, rows } = await compared(here);
    expect(rows).toEqual([]);
    expect(document).toMatchObject({ same: 80, differences: 0, export: { orders: 80, superseded: 80 } });
  });
});

/** What may have happened to an order, drawn by dice. */
function randomHistory(seed: number): History {
  const roll = dice(seed);
  const exported: TestOrder[] = [];
  const accepted: TestOrder[] = [];
  const refused: History['refused'][number][] = [];
  const messages: Message[] = [];
  for (const order of generateOrders({ seed, orders: 12 + roll(20), versions: 0 }).expected.values()) {
    const versions = [-3, 0, 0, 2, 5].slice(roll(5)).map((hours) => {
      let version = hours === 0 ? order : moved(order, hours);
      if (roll(4) === 0) version = { ...version, status: 'Cancelled' };
      for (const rma of ['RMA-1', 'RMA-2'])
        if (roll(3) === 0 && version.refunds.length < order.items.length)
          version = refunded(version, `${rma}-${order.identifier}`, 100 + roll(2));
      return version;
    });
    const pick = () => versions[roll(versions.length)]!;
    // Two versions with one time and other content would leave open which of them is the newest.
    const shown = new Map([pick(), pick()].map((version) => [version.updated_at, version]));
    if (roll(5) > 0) exported.push(...shown.values());
    if (roll(5) > 0) accepted.push(roll(2) === 0 ? pick() : ([...shown.values()].at(-1) ?? pick()));
    if (roll(6) === 0) refused.push({ order: pick(), code: `code_${roll(3)}` });
    for (let n = roll(4); n > 0; n--)
      messages.push(
        message(
          `RMA-${1 + roll(3)}-${order.identifier}`,
          ['CREATED', 'REFUNDED', 'CANCELED'][roll(3)]!,
          order,
          roll(2000),
          roll(4) === 0 ? 'EVEN_EXCHANGE' : 'REFUND',
        ),
      );
  }
  return { exported, accepted, refused, messages };
}

/** A refusal of what was accepted is not recorded: it came before. */
const plausible = (history: History): History => ({
  ...history,
  refused: history.refused.filter(
    ({ order }) =>
      !history.accepted.some(
        (there) => there.identifier === order.identifier && JSON.stringify(there) === JSON.stringify(order),
      ),
  ),
});

describe('random histories', () => {
  it('give the rows of a second computation, and have every kind of difference', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), async (seed) => {
        const history = plausible(randomHistory(seed));
        const { document, rows } = await compared(await onDisk(history));
        const expected = expectedOf(history);
        expect(rows.map(keyOf).sort()).toEqual(expected.keys);
        expect(document.same).toBe(expected.same);
        const ofOrders = ['missing', 'refused', 'older', 'newer', 'different'];
        const differing = rows.filter(({ kind }) => ofOrders.includes(kind!)).length;
        expect(document.export.orders).toBe(expected.same + differing);
        const { orders, in_export, not_in_export, outside_range, other_shard } = document.accepted;
        expect(orders).toBe(in_export! + not_in_export! + outside_range! + other_shard!);
        for (const { kind } of rows) seen.add(kind!);
      }),
      { numRuns: inForm({ short: 15, long: 400 }) },
    );
    expect([...seen].sort()).toEqual(DIFFERENCES.map(({ kind }) => kind).sort());
  });
});
