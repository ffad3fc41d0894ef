// Every kind of difference, put in on purpose in known numbers: each row of the CSV is one of the list, and nothing else
// is there; and random histories against a second computation.
import { describe, expect, it } from 'vitest';
import { inForm } from '../helpers/form.ts';
import { generateOrders, type TestOrder, type TestRefund } from '../helpers/orders.ts';
import { dice, fc, seedFor } from '../helpers/random.ts';
import { compared, expectedOf, type History, keyOf, type Message, onDisk } from './history.ts';

const HOUR = 3_600_000;
const moved = (order: TestOrder, hours: number, changes: Partial<TestOrder> = {}): TestOrder => ({
  ...order,
  updated_at: new Date(Date.parse(order.updated_at) + hours * HOUR).toISOString(),
  ...changes,
});

const refundOf = (order: TestOrder, rma: string, amount = 100): TestRefund => {
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

/** How many of each are put in. */
const PUT_IN = {
  missing: 7,
  refused: 5,
  older: 4,
  newer: 6,
  different: 3,
  not_in_export: 8,
  refund_not_sent: 9,
  refund_not_in_export: 2,
  refund_different: 3,
  refund_not_confirmed: 5,
  refunded_there_not_here: 4,
  return_unknown_order: 2,
};
const SAME = 120;

function madeHistory(seed: number): History {
  const orders = [...generateOrders({ seed, orders: 260, versions: 0 }).expected.values()];
  let at = 0;
  const take = (count: number) => {
    at += count;
    return orders.slice(at - count, at);
  };
  const exported: TestOrder[] = [];
  const accepted: TestOrder[] = [];
  const refused: History['refused'][number][] = [];
  const messages: Message[] = [];
  const both = (order: TestOrder, there: TestOrder) => {
    exported.push(order);
    accepted.push(there);
  };
  // The first and the last order are on both sides, so that everything between them is in the range.
  both(orders[0]!, orders[0]!);
  both(orders.at(-1)!, orders.at(-1)!);
  at = 1;
  for (const order of take(SAME - 2 - 4 - 5 - 4)) both(order, order);
  exported.push(...take(7));
  for (const order of take(2)) refused.push({ order, code: 'invalid' });
  for (const order of take(2)) refused.push({ order: moved(order, -1), code: 'missing_field' });
  for (const { order } of refused)
    exported.push(orders.find(({ identifier }) => identifier === order.identifier)!);
  // Refused by the check of this run: more units shipped than ordered.
  const [wrong] = take(1);
  exported.push({ ...wrong!, items: [{ ...wrong!.items[0]!, quantity_shipped: 99 }] });
  // Four are older, and each has a refund that was not sent.
  for (const order of take(4)) both(moved(refunded(order, `RMA-N${order.identifier}`), 1), order);
  for (const order of take(4)) both(order, moved(order, 2));
  // Two are newer by a refund that the export does not have.
  for (const order of take(2)) both(order, moved(refunded(order, `RMA-A${order.identifier}`), 1));
  // Three differ by a refund of another amount, under the same updated_at.
  for (const order of take(3))
    both(refunded(order, `RMA-D${order.identifier}`), refunded(order, `RMA-D${order.identifier}`, 99));
  accepted.push(...take(8));
  // Four with a refund on both sides, confirmed.
  for (const [n, order] of take(4).entries()) {
    const rma = `RMA-C${n}`;
    both(refunded(order, rma), refunded(order, rma));
    messages.push(message(rma, 'CREATED', order, n), message(rma, 'REFUNDED', order, n + 10));
  }
  // Five not confirmed: three with a message, two of which the record knows nothing.
  for (const [n, order] of take(5).entries()) {
    const rma = `RMA-U${n}`;
    both(refunded(order, rma), refunded(order, rma));
    if (n < 3) messages.push(message(rma, 'CREATED', order, n));
  }
  for (const [n, order] of take(4).entries()) {
    both(order, order);
    messages.push(message(`RMA-T${n}`, 'REFUNDED', order, n));
  }
  for (const [n, order] of take(2).entries()) messages.push(message(`RMA-X${n}`, 'CREATED', order, n));
  // Exchanges are not settled by a refund.
  messages.push(message('RMA-E', 'REFUNDED', exported[3]!, 1, 'EVEN_EXCHANGE'));
  // The refunds of the newer and different orders are confirmed.
  for (const order of accepted)
    for (const { rma_identifier: rma } of order.refunds)
      if (/^RMA-[AD]/.test(rma)) messages.push(message(rma, 'REFUNDED', order, 20));
  return { exported, accepted, refused, messages };
}

describe('differences that were put in', () => {
  it('are all found, in their number, and nothing else', async () => {
    const history = madeHistory(seedFor(181));
    // Five of the missing orders have refunds.
    const withRefunds = new Set(history.exported.slice(SAME - 13, SAME - 13 + 5));
    const exported = history.exported.map((order) =>
      withRefunds.has(order) ? refunded(order, `RMA-M${order.identifier}`) : order,
    );
    const made = { ...history, exported };
    const { document, rows, code } = await compared(await onDisk(made));
    expect(document.counts).toEqual(PUT_IN);
    expect(document.same).toBe(SAME);
    expect(code).toBe(0);
    const { missing, refused, older, newer, different } = PUT_IN;
    expect(document.export.orders).toBe(SAME + missing + refused + older + newer + different);
    const { orders, in_export, not_in_export, outside_range, other_shard } = document.accepted;
    expect(orders).toBe(in_export! + not_in_export! + outside_range! + other_shard!);
    expect(orders).toBe(made.accepted.length);
    const expected = expectedOf(made);
    // The order that this check refuses has its code from the check, so the second computation calls it missing.
    const ofCheck = ({ code: found }: { code?: string }) => found === 'item.quantity.exceeded';
    expect(rows.filter(ofCheck)).toHaveLength(1);
    expect(
      rows
        .filter((row) => !ofCheck(row))
        .map(keyOf)
        .sort(),
    ).toEqual(expected.keys.filter((key) => !key.includes(rows.find(ofCheck)!['order_identifier']!)));
    expect(document.differences).toBe(rows.length);
  });

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
  it('give the rows of a second computation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), async (seed) => {
        const history = plausible(randomHistory(seed));
        const { document, rows } = await compared(await onDisk(history));
        const expected = expectedOf(history);
        expect(rows.map(keyOf).sort()).toEqual(expected.keys);
        expect(document.same).toBe(expected.same);
        const { missing, refused, older, newer, different } = document.counts as typeof PUT_IN;
        expect(document.export.orders).toBe(expected.same + missing + refused + older + newer + different);
      }),
      { numRuns: inForm({ short: 15, long: 400 }) },
    );
  });
});
