// Complete refund scenarios under `listen --auto-refund`: when a refund is made, its amount, and the messages about it.
import { afterEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { makeCli, targetEnvironment, until } from '../../helpers/cli.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { type Changes, type Line, labelled, orderOf, rma, SINGLE, scanned, unit } from '../refund-story.ts';
import { type Listen, startListen } from '../run-listen.ts';

interface Story {
  readonly sandbox: Sandbox;
  readonly listen: Listen;
  /** Posts messages one after the other; all are answered 200. */
  post(...messages: readonly unknown[]): Promise<void>;
  /** Waits for this number of refunds. */
  refunds(count: number): Promise<void>;
  /** Sends Ctrl-C and waits until all work is done. */
  end(): Promise<void>;
  /** Amounts of the refunds at the service in cents, in their order. */
  cents(order: string): number[];
  said(): string;
  /** The NDJSON lines about refunds. */
  refundLines(): Record<string, unknown>[];
}

const open: Listen[] = [];

afterEach(async () => {
  for (const listen of open.splice(0)) {
    listen.interrupt();
    await listen.done;
  }
});

async function storyOf(
  orders: readonly Order[],
  status = 'TRANSIT',
  given?: Story,
  args: readonly string[] = [],
): Promise<Story> {
  const sandbox = given?.sandbox ?? (await sandboxFor());
  const listen = await startListen(['--auto-refund', status, '--orders', 'orders.json', ...args], {
    env: targetEnvironment(sandbox),
    ...(given && { root: given.listen.here.root }),
    prepare: (here) => void here.file('orders.json', JSON.stringify(orders)),
  });
  open.push(listen);
  const refundsOf = (order: string) => (sandbox.order(order)?.order as Order | undefined)?.refunds ?? [];
  return {
    sandbox,
    listen,
    async post(...messages) {
      for (const one of messages) expect((await listen.post('/rmas', one)).status).toBe(200);
    },
    refunds: (count) =>
      until(
        () => orders.reduce((sum, { identifier }) => sum + refundsOf(identifier).length, 0) >= count,
        `${count} refunds`,
      ),
    async end() {
      listen.interrupt();
      expect(await listen.done).toBe(0);
    },
    cents: (order) => refundsOf(order).map((refund) => refund.total_refund_amount_cents),
    said: () => listen.here.stderr(),
    refundLines: () => listen.lines().filter(({ type }) => type === 'refund'),
  };
}

const times = (text: string, part: string) => text.split(part).length - 1;

// 100046: 1 x 100.00 + 8.25 tax, 3 x 20.00 + 4.95 tax, 7.00 shipping = 108.25 + 64.95 + 7.00 = 180.20.
const LINES: readonly Line[] = [
  { id: 'A', units: 1, price: 10_000, tax: 825 },
  { id: 'B', units: 3, price: 2000, tax: 495 },
];

const MULTI = orderOf('100046', LINES, 700, { updated_at: '2026-03-05T00:00:00Z' });

describe('scenarios with a refund at the carrier scan', () => {
  test('refunds under two RMAs follow their units, and the part of the total that is not refunded is reported', async () => {
    const story = await storyOf([MULTI]);
    await story.post(rma(11, [unit('100046', 'A', scanned())]));
    await story.refunds(1);
    const rest = ['B', 'B', 'B'].map((line) => unit('100046', line, scanned('1Z2')));
    await story.post(rma(12, rest, { rma_identifier: 'RMA-2' }));
    await story.refunds(2);
    await story.end();
    // 100.00 + 8.25, then 3 x 20.00 + 4.95. The shipping of 7.00 belongs to neither RMA.
    expect(story.cents('100046')).toEqual([10_825, 6495]);
    expect(story.said()).toMatch(/7\.00 of its total of 180\.20 is not \(shipping/);
  });
});

describe('units that were refunded before the scan', () => {
  const S1 = (line: string, quantity: number, cents: number, more: object = {}) => ({
    identifier: 'S1',
    total_refund_amount_cents: cents,
    created_at: '2026-03-04T00:00:00Z',
    refund_line_items: [{ identifier: 'S1-1', quantity, order_item_identifier: line }],
    ...more,
  });
  const B = { total: 2165 };
  const NAMED = { rma_identifier: 'RMA-1' };

  test.each([
    ['by the shop, for the RMA', S1('A', 1, 10_825, NAMED), ['A', 'B'], [10_825, B.total]],
    ['by the shop, without the RMA', S1('A', 1, 10_825), ['A', 'B'], [10_825, B.total]],
    // 2 x 20.00 + 3.30, then the third unit with the rest of the tax.
    ['two of three of a line', S1('B', 2, 4330, NAMED), ['B', 'B', 'B'], [4330, B.total]],
  ])('%s: the rest is refunded', async (_what, refund, lines, cents) => {
    const order = orderOf('100048', LINES, 700, { updated_at: '2026-03-05T00:00:00Z', refunds: [refund] });
    const story = await storyOf([order as Order]);
    const units = lines.map((line) => unit('100048', line, scanned()));
    await story.post(rma(11, units));
    await story.refunds(2);
    await story.end();
    expect(story.cents('100048')).toEqual(cents);
  });

  test('all of them: nothing is posted, and the reason is told', async () => {
    const changes = { updated_at: '2026-03-05T00:00:00Z', refunds: [S1('A', 1, 10_825)] };
    const order = orderOf('100049', LINES, 700, changes as object);
    const story = await storyOf([order as Order]);
    await story.post(rma(11, [unit('100049', 'A', scanned())]));
    await until(() => story.said().includes('its units are refunded already'), 'the reason');
    await story.end();
    expect(story.sandbox.order('100049')).toBeUndefined();
    expect(story.refundLines().map(({ state }) => state)).toEqual(['kept_back']);
  });
});

describe('scenarios that wait', () => {
  test('express-returns: the scan is reported once and not refunded; the refund is made on receipt', async () => {
    // 3 x 20.00 + 4.96 tax - 1.00 discount + 7.00 shipping.
    const order = orderOf('100047', [{ id: 'B', units: 3, price: 2000, tax: 496, discount: 100 }], 700);
    const story = await storyOf([order]);
    const message = (hour: number, changes: Changes) =>
      rma(hour, [unit('100047', 'B', changes)], { return_method: 'express-returns' });
    const accepted = { tracking_number: null, package_tracking_status: 'ACCEPTED' };
    const dropped = { ...accepted, receiving_status: 'PENDING' };
    await story.post(message(9, dropped), message(10, { ...dropped, ...scanned() }), message(10, dropped));
    expect(story.sandbox.order('100047')).toBeUndefined();
    await story.post(message(11, { ...scanned(), receiving_status: 'RECEIVED' }));
    await story.refunds(1);
    await story.end();
    // One of three: 20.00 + 1.65 (4.96 / 3, rounded down) - 0.33 (1.00 / 3, rounded down).
    expect(story.cents('100047')).toEqual([2132]);
    expect(times(story.said(), 'return_method is express-returns')).toBe(1);
    expect(story.refundLines().map(({ state }) => state)).toEqual(['kept_back', 'posted']);
  });

  test('customer-keep: no refund; reported once, with the command that refunds by hand', async () => {
    const story = await storyOf([SINGLE]);
    const message = (hour: number) => rma(hour, [unit('100045', 'A')], { return_method: 'customer-keep' });
    await story.post(message(9), message(10));
    await story.end();
    expect(story.sandbox.order('100045')).toBeUndefined();
    expect(times(story.said(), 'return_method is customer-keep')).toBe(1);
    expect(story.said()).toContain('returns orders refund 100045 --from FILE --rma RMA-1');
    expect(story.refundLines()).toMatchObject([
      {
        ...{ type: 'refund', schema: 'listen-refund/1', state: 'kept_back', severity: 'note' },
        ...{ rma_identifier: 'RMA-1', order_identifier: '100045', lines: [{ line: 'A', units: 1 }] },
        reason: { field: 'return_method', value: 'customer-keep' },
      },
    ]);
  });

  test('--auto-refund RECEIVED refunds every return method on receipt, and ignores scans', async () => {
    const orders = ['mail-back', 'express-returns', 'customer-keep', 'home-pickup'].map((method, i) =>
      orderOf(method, [{ id: 'A', units: 1, price: 1000 + i, tax: 80 }], 0),
    );
    const story = await storyOf(orders, 'RECEIVED');
    const message = (hour: number, method: string, receiving: string) =>
      rma(hour, [unit(method, 'A', { ...scanned(), receiving_status: receiving })], {
        ...{ rma_identifier: `RMA ${method}`, return_method: method },
      });
    for (const { identifier } of orders) await story.post(message(9, identifier, 'PENDING'));
    expect(orders.map(({ identifier }) => story.cents(identifier))).toEqual([[], [], [], []]);
    for (const { identifier } of orders) await story.post(message(10, identifier, 'RECEIVED'));
    await story.refunds(4);
    await story.end();
    // 10.00, 10.01, 10.02 and 10.03, each + 0.80 tax.
    expect(orders.map(({ identifier }) => story.cents(identifier))).toEqual([[1080], [1081], [1082], [1083]]);
  });
});

describe('a word that is not known', () => {
  test.each(['transit', 'EXCEPTION'])(
    'package_tracking_status "%s" is told once, and the parcel is refunded at its scan',
    async (word) => {
      const story = await storyOf([SINGLE]);
      const message = (hour: number, status: string | null) =>
        rma(hour, [unit('100045', 'A', { ...scanned(), package_tracking_status: status })]);
      await story.post(message(9, ''), message(10, word), message(11, word));
      const isTold = () =>
        story.said().includes('they wait for another status') && story.refundLines().length > 0;
      await until(isTold, 'the warning');
      expect(story.refundLines()).toMatchObject([
        { state: 'kept_back', severity: 'warning', reason: { field: 'package_tracking_status' } },
      ]);
      await story.post(message(12, 'TRANSIT'));
      await story.refunds(1);
      await story.end();
      expect(story.refundLines().map(({ state }) => state)).toEqual(['kept_back', 'posted']);
    },
  );

  test('receiving_status, where the goods are refunded on receipt', async () => {
    const story = await storyOf([SINGLE], 'RECEIVED');
    const message = (hour: number, receiving: string | null) =>
      rma(hour, [unit('100045', 'A', { ...scanned(), receiving_status: receiving })]);
    await story.post(message(9, null), message(10, 'PENDING'), message(11, 'Received'));
    await story.end();
    expect(story.refundLines()).toMatchObject([{ reason: { field: 'receiving_status', value: 'Received' } }]);
  });
});

describe('what came back is undecided', () => {
  // A: 100.00 + 8.25; B: 3 x 20.00 + 4.95.
  const order = orderOf('100046', LINES, 0, { updated_at: '2026-03-05T00:00:00Z' });
  const line = (id: string, changes: Changes = {}) => unit('100046', id, { ...scanned(), ...changes });

  /** A story in which the ledger knows the order. */
  async function uploaded(...args: readonly string[]): Promise<Story> {
    const story = await storyOf([order], 'TRANSIT', undefined, args);
    const cli = makeCli({ root: story.listen.here.root, target: story.sandbox });
    const done = await cli.run(['orders', 'upload', cli.file('sent.json', JSON.stringify([order])), '--yes']);
    expect(done.code, done.stderr).toBe(0);
    return story;
  }

  test.each<[string, readonly unknown[], object]>([
    ['the sku of another line', [line('A', { sku: 'SKU-B' })], { field: 'sku', value: 'SKU-B' }],
    ['a line that is not there', [line('Z')], { field: 'order_line_item_identifier', value: 'Z' }],
    [
      'more units than shipped, of which one is scanned',
      [line('A'), line('A', labelled('1Z2'))],
      { field: 'order_line_item_identifier', value: 'A' },
    ],
  ])(
    '%s: nothing is paid for the line; it is told once, and the other line is paid',
    async (_what, units, reason) => {
      const story = await uploaded();
      await story.post(rma(11, [...units, line('B')]), rma(12, [...units, line('B')]));
      await story.refunds(1);
      await story.end();
      // 20.00 + 1.65.
      expect(story.cents('100046')).toEqual([2165]);
      expect(story.refundLines().filter(({ state }) => state !== 'posted')).toMatchObject([
        { state: 'kept_back', severity: 'warning', order_identifier: '100046', reason },
      ]);
    },
  );

  test('it is paid when a later message names the right sku, or when the level says so', async () => {
    const wrong = line('A', { sku: 'SKU-B' });
    const mended = await uploaded();
    await mended.post(rma(11, [wrong]), rma(12, [line('A')]));
    await mended.refunds(1);
    await mended.end();
    expect(mended.cents('100046')).toEqual([10_825]);
    const lowered = await uploaded('--level', 'rma.line.sku=warning');
    await lowered.post(rma(11, [wrong]));
    await lowered.refunds(1);
    await lowered.end();
    expect(lowered.cents('100046')).toEqual([10_825]);
  });

  test('an order that the ledger did not know yet: it waits, until a message names the right sku', async () => {
    const story = await storyOf([order]);
    const wrong = line('A', { sku: 'SKU-B' });
    await story.post(rma(11, [wrong]));
    await until(() => story.refundLines().length > 0, 'the notice');
    expect(story.said()).toContain('Line "A" of order "100046" has the sku "SKU-A", the unit "SKU-B"');
    await story.post(rma(12, [wrong]), rma(13, [line('A')]));
    await story.refunds(1);
    await story.end();
    expect(story.cents('100046')).toEqual([10_825]);
    expect(story.refundLines().map(({ state }) => state)).toEqual(['waits', 'posted']);
  });
});

describe('messages', () => {
  test('a refund of zero is not posted', async () => {
    const free = orderOf(
      '100048',
      [
        { id: 'A', units: 2, price: 0, tax: 0 },
        { id: 'B', units: 1, price: 500, tax: 0 },
      ],
      0,
    );
    const story = await storyOf([free]);
    const message = (hour: number) => rma(hour, [unit('100048', 'A', scanned())]);
    await story.post(message(11), message(12));
    await until(() => story.refundLines().length > 0, 'the notice');
    await story.end();
    expect(story.sandbox.order('100048')).toBeUndefined();
    expect(times(story.said(), 'come to 0.00 USD: nothing is refunded')).toBe(1);
    expect(story.refundLines()).toMatchObject([{ state: 'zero', severity: 'warning', amount_cents: 0 }]);
  });

  test('a gift order reports that the money belongs on a gift card; the refund itself is the same', async () => {
    const story = await storyOf([SINGLE]);
    const gift = { gift_refund_only: true, giftee_email: 'giftee@mail.example' };
    await story.post(rma(11, [unit('100045', 'A', scanned())], gift));
    await story.refunds(1);
    await story.end();
    expect(story.cents('100045')).toEqual([11_325]);
    expect(story.said()).toMatch(/113\.25 USD posted; the money belongs on a gift card/);
    expect(story.said()).not.toContain('giftee@');
    expect(story.refundLines()).toMatchObject([{ state: 'posted', gift_card: true, amount_cents: 11_325 }]);
  });

  test('units that are not refunded are reported once, also after a restart of the receiver', async () => {
    const message = rma(9, [unit('100045', 'A')], { return_method: 'customer-keep' });
    const first = await storyOf([SINGLE]);
    await first.post(message);
    await first.end();
    const second = await storyOf([SINGLE], 'TRANSIT', first);
    await second.post(message);
    await second.end();
    expect([first.refundLines().length, second.refundLines().length]).toEqual([1, 0]);
  });

  test('a late message refunds nothing when a newer message cancelled the RMA', async () => {
    const story = await storyOf([SINGLE]);
    const early = rma(11, [unit('100045', 'A', scanned())]);
    await story.post(rma(12, [unit('100045', 'A', scanned())], { status: 'CANCELED' }), early, early);
    await story.end();
    expect(story.sandbox.order('100045')).toBeUndefined();
    expect(story.said()).toContain('status is CANCELED: the RMA is closed');
  });
});

test('a refund that waits for its order is not posted after the RMA was cancelled', async () => {
  const first = await storyOf([MULTI]);
  await first.post(rma(11, [unit('100045', 'A', scanned())]));
  await until(() => first.refundLines().length > 0, 'the notice');
  await first.post(rma(12, [unit('100045', 'A', scanned())], { status: 'CANCELED' }));
  await first.end();
  expect(first.refundLines().map(({ state }) => state)).toEqual(['waits', 'kept_back']);
  const second = await storyOf([MULTI, SINGLE], 'TRANSIT', first);
  await second.post(rma(11, [unit('100045', 'A', scanned())]));
  await second.end();
  expect(second.sandbox.order('100045')).toBeUndefined();
});
