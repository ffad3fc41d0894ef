// What came back against the refunds of both sides, case by case; the details of orders that differ; the documentation.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OrderRefund } from '../../src/contract/order.ts';
import { CSV_COLUMNS, DIFFERENCES, nextStepOf } from '../../src/reconcile/kinds.ts';
import { callOf, recorded } from '../calls/support.ts';
import { generateOrders, type TestOrder } from '../helpers/orders.ts';
import { seedFor } from '../helpers/random.ts';
import { compared, type History, type Message, onDisk } from './history.ts';

const [order, other] = [
  ...generateOrders({ seed: seedFor(184), orders: 2, versions: 0 }).expected.values(),
] as [TestOrder, TestOrder];
const line = order.items[0]!.identifier;
const refund = (changes: Partial<OrderRefund> = {}): OrderRefund => ({
  ...{ identifier: 'RF-1', total_refund_amount_cents: 100, created_at: '2024-06-01T00:00:00Z' },
  refund_line_items: [{ identifier: 'RL-1', quantity: 1, order_item_identifier: line }],
  rma_identifier: 'RMA-1',
  ...changes,
});
const NO_RMA = { rma_identifier: undefined as unknown as string };
const refunded = (changes: Partial<OrderRefund> = {}): TestOrder => ({
  ...order,
  refunds: [refund(changes)],
});
const told = (status: string, changes: Partial<Message> = {}): Message => ({
  ...{ rma: 'RMA-1', status, at: Date.UTC(2024, 4, 1), units: [[order.identifier, line, 'REFUND']] },
  ...changes,
});
const kindsOf = async (changes: Partial<History>, ...words: string[]) => {
  const here = await onDisk({ exported: [], accepted: [], refused: [], messages: [], ...changes });
  const { rows } = await compared(here, ...words);
  return rows.map(({ kind }) => kind);
};
const both = (version: TestOrder) => ({ exported: [version], accepted: [version] });

describe('a refund that was accepted', () => {
  it('is confirmed by any REFUNDED message of its RMA, also when another came later', async () => {
    const messages = [told('REFUNDED'), told('CREATED', { at: Date.UTC(2024, 4, 2) })];
    expect(await kindsOf({ ...both(refunded()), messages })).toEqual([]);
    expect(await kindsOf({ ...both(refunded()), messages: messages.slice(1) })).toEqual([
      'refund_not_confirmed',
    ]);
  });

  it('is not confirmed by a message that was refused', async () => {
    const messages = [told('CREATED')];
    const here = await onDisk({ ...both(refunded()), refused: [], messages });
    const stranger = { rma_identifier: 'RMA-1', status: 'REFUNDED', items: [] };
    const response = { status: 401, by: 'receiver' } as const;
    await recorded(here, [
      callOf({ bytesOf: JSON.stringify(stranger), status: 'REFUNDED', orders: [order.identifier], response }),
    ]);
    const { rows } = await compared(here);
    expect(rows.map(({ kind }) => kind)).toEqual(['refund_not_confirmed']);
  });

  it('is not judged without any message, nor when it is older than the record', async () => {
    expect(await kindsOf(both(refunded()))).toEqual([]);
    const elsewhere = told('CREATED', { rma: 'RMA-2', units: [[order.identifier, line, 'EVEN_EXCHANGE']] });
    expect(await kindsOf({ ...both(refunded()), messages: [elsewhere] })).toEqual(['refund_not_confirmed']);
    const late = { ...elsewhere, at: Date.UTC(2024, 6, 1) };
    expect(await kindsOf({ ...both(refunded()), messages: [late] })).toEqual([]);
  });

  it('without an RMA counts for the RMAs of its order, and for its line', async () => {
    const version = refunded(NO_RMA);
    expect(await kindsOf({ ...both(version), messages: [told('CREATED')] })).toEqual([
      'refund_not_confirmed',
    ]);
    expect(await kindsOf({ ...both(version), messages: [told('REFUNDED')] })).toEqual([]);
    const units = [[order.identifier, 'another line', 'REFUND']] as const;
    expect(await kindsOf({ ...both(version), messages: [told('REFUNDED', { units })] })).toEqual([
      'refunded_there_not_here',
    ]);
  });
});

describe('an RMA that was reported REFUNDED', () => {
  it('wants a refund on one side at least, for units that are refunded', async () => {
    const messages = [told('REFUNDED')];
    expect(await kindsOf({ ...both(order), messages })).toEqual(['refunded_there_not_here']);
    expect(await kindsOf({ exported: [refunded()], messages })).toEqual(['missing', 'refund_not_sent']);
    expect(await kindsOf({ exported: [other], accepted: [other, refunded()], messages })).toEqual([]);
    const exchange = told('REFUNDED', { units: [[order.identifier, line, 'EVEN_EXCHANGE']] });
    expect(await kindsOf({ ...both(order), messages: [exchange] })).toEqual([]);
  });

  it('wants all of its units refunded, where a refund names it and the line', async () => {
    const unit = [order.identifier, line, 'REFUND'] as const;
    const two = told('REFUNDED', { units: [unit, unit] });
    const refunds = (...more: OrderRefund[]) => both({ ...order, refunds: [refund(), ...more] });
    expect(await kindsOf({ ...refunds(), messages: [two] })).toEqual(['refunded_there_not_here']);
    const second = refund({
      identifier: 'RF-2',
      refund_line_items: [{ identifier: 'RL-2', quantity: 1, order_item_identifier: line }],
    });
    // The check may refuse more units than shipped: the refund is there all the same.
    const kinds = await kindsOf({ ...refunds(second), messages: [two] });
    expect(kinds).not.toContain('refunded_there_not_here');
    const exchanged = told('REFUNDED', { units: [unit, [order.identifier, line, 'EVEN_EXCHANGE']] });
    expect(await kindsOf({ ...refunds(), messages: [exchanged] })).toEqual([]);
    expect(await kindsOf({ ...both(refunded(NO_RMA)), messages: [two] })).toEqual([]);
    // One of its two refunds names no RMA: its unit counts, unless it is for a cancelled one.
    const unnamed = { ...second, ...NO_RMA };
    const kindsWith = async (quantity_canceled: number) => {
      const items = order.items.map((one) => (one.identifier === line ? { ...one, quantity_canceled } : one));
      const version = { ...order, items, refunds: [refund(), unnamed] };
      return await kindsOf({ ...both(version), messages: [two] });
    };
    expect(await kindsWith(0)).not.toContain('refunded_there_not_here');
    expect(await kindsWith(1)).toContain('refunded_there_not_here');
  });

  it('finds its refund also in an order that the check refuses', async () => {
    const wrong = { ...refunded(), status: 'Sent' as 'Shipped' };
    expect(await kindsOf({ exported: [wrong], messages: [told('REFUNDED')] })).toEqual([
      'refused',
      'refund_not_sent',
    ]);
  });

  it('leads to the check, because an upload would leave a refused order as it is', () => {
    expect(
      nextStepOf({ kind: 'refund_not_sent', order_identifier: 'SO-1', rma_identifier: null }, ['mine.csv']),
    ).toBe('returns orders check mine.csv');
  });

  it('is of an unknown order only when neither side has it, not when the flags leave it out', async () => {
    const messages = [told('REFUNDED')];
    expect(await kindsOf({ exported: [other], accepted: [other], messages })).toEqual([
      'return_unknown_order',
    ]);
    expect(await kindsOf({ exported: [order], messages }, '--since', '2025-01-01')).toEqual([]);
  });
});

it('the document counts each message of returns once', async () => {
  const messages = [
    told('CREATED'),
    told('REFUNDED', { at: Date.UTC(2024, 4, 2) }),
    told('CREATED', { rma: 'RMA-2' }),
  ];
  const documentOf = async (list: readonly Message[]) =>
    (await compared(await onDisk({ ...both(order), refused: [], messages: list }))).document;
  expect((await documentOf(messages)).returned).toMatchObject({ messages: 3, rmas: 2 });
  expect((await documentOf([])).returned).toMatchObject({ messages: 0, rmas: 0 });
});

describe('the detail of an order that differs', () => {
  const detailOf = async (exported: TestOrder, accepted: TestOrder) => {
    const { rows } = await compared(
      await onDisk({ exported: [exported], accepted: [accepted], refused: [], messages: [] }),
    );
    return `${rows[0]!['kind']}: ${rows[0]!['detail']}`;
  };
  const item = order.items[0]!;

  it('names status, units shipped, lines and refunds', async () => {
    const created = { ...order, status: 'Cancelled' as const };
    expect(await detailOf(created, order)).toBe(
      'different: status: Cancelled in the export, Shipped accepted',
    );
    const fewer = { ...order, items: [{ ...item, quantity_shipped: 0 }, ...order.items.slice(1)] };
    expect(await detailOf(order, fewer)).toMatch(
      /items\[0\]\.quantity_shipped: \d+ in the export, 0 accepted/,
    );
    const more = { ...item, identifier: 'more', quantity_shipped: 0 };
    expect(await detailOf(order, { ...order, items: [...order.items, more] })).toContain(
      'items[].identifier: nothing in the export, more accepted',
    );
    expect(
      await detailOf(order, { ...order, items: [...order.items, { ...more, quantity_shipped: 1 }] }),
    ).toContain('Line more ("');
    expect(await detailOf(order, refunded())).toBe('different: refunds');
    expect(await detailOf(order, { ...order, total_amount_cents: 1 })).toMatch(
      /total_amount_cents: \d+ in the export, 1 accepted/,
    );
    expect(await detailOf(order, { ...order, tags: ['x'] })).toContain(
      'fields that the ledger does not hold',
    );
  });

  it('says when only the time differs, or refunds that were posted from here', async () => {
    const at = Date.parse(order.updated_at);
    const later = (ms: number) => new Date(at + ms).toISOString();
    expect(await detailOf({ ...order, updated_at: later(5000) }, order)).toBe('older: only updated_at');
    expect(await detailOf(order, { ...refunded(), updated_at: later(1000) })).toBe(
      'newer: only by refunds that this tool posted',
    );
  });
});

describe('docs/reconcile.md', () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/reconcile.md'), 'utf8');

  it('has the table of kinds that the program has', () => {
    for (const { kind, about, meaning } of DIFFERENCES)
      expect(page).toContain(`| \`${kind}\` | ${about} | ${meaning} |`);
    expect(page.match(/^\| `[a-z_]+` \| (?:order|refund|RMA) \|/gm)).toHaveLength(DIFFERENCES.length);
  });

  it('names every column of the CSV in order', () => {
    expect(page).toContain(`\n${CSV_COLUMNS.join(',')}\n`);
  });
});
