// What the messages say: derived from the life cycle, from an order of a file, and changed by --set.
import { describe, expect, it, test } from 'vitest';
import { validateExchangeOrder } from '../../../src/contract/exchange-rules/order.ts';
import { sampleOrder, withLine } from '../../../src/contract/sample.ts';
import { validateRma } from '../../../src/contract/validate-rma.ts';
import { run } from '../../../src/main.ts';
import { MESSAGES } from '../../../src/sandbox/trigger/compose.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { bodiesOf, runTrigger } from './run-trigger.ts';

interface Rma {
  readonly rma_identifier: string;
  readonly status: string;
  readonly updated_at: string;
  readonly return_method: string;
  readonly gift_refund_only: boolean;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const rmaOf = async (...args: readonly string[]) => (await bodiesOf([...args]))[0] as unknown as Rma;
const each = (rma: Rma, field: string) => rma.items.map((item) => item[field]);

describe('without a name', () => {
  it('lists every message with one line', async () => {
    const { code, stdout } = await runTrigger([]);
    const lines = stdout.split('\n');
    expect(code).toBe(0);
    for (const { name } of MESSAGES)
      expect(lines.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
  });
});

const ABSENT = [undefined, undefined];

/** Status, package_tracking_status, receiving_status, refund_type of the two units. */
test.each([
  ['rma.created', 'CREATED', [null, null], ABSENT, 'REFUND'],
  ['rma.label', 'CREATED', ['PRE_TRANSIT', 'PRE_TRANSIT'], ABSENT, 'REFUND'],
  ['rma.transit', 'CREATED', ['TRANSIT', 'TRANSIT'], ABSENT, 'REFUND'],
  ['rma.lost', 'CREATED', ['FAILURE', 'FAILURE'], ABSENT, 'REFUND'],
  ['rma.received', 'CREATED', ['TRANSIT', 'TRANSIT'], ['RECEIVED', 'RECEIVED'], 'REFUND'],
  ['rma.partial-refund', 'PARTIAL_REFUND', ['TRANSIT', 'TRANSIT'], ['RECEIVED', 'NOT_RECEIVED'], 'REFUND'],
  ['rma.refunded', 'REFUNDED', ['TRANSIT', 'TRANSIT'], ABSENT, 'REFUND'],
  ['rma.canceled', 'CANCELED', ['PRE_TRANSIT', 'PRE_TRANSIT'], ABSENT, 'REFUND'],
  ['rma.accepted', 'CREATED', ['ACCEPTED', 'ACCEPTED'], ABSENT, 'REFUND'],
  ['rma.not-dropped-off', 'CREATED', ['ACCEPTED', 'NOT_DROPPED_OFF'], ABSENT, 'REFUND'],
  ['rma.pick-up', 'CREATED', ['ACCEPTED', 'ACCEPTED'], ABSENT, 'REFUND'],
  ['rma.exchange-placed', 'CREATED', [null, null], ABSENT, 'EVEN_EXCHANGE'],
  ['rma.exchange-failed', 'CREATED', [null, null], ABSENT, 'REFUND'],
  ['rma.gift-card-refunded', 'REFUNDED', [null, null], ABSENT, 'UNEVEN_EXCHANGE'],
])('%s is %s', async (name, status, packages, receiving, type) => {
  const rma = await rmaOf(name);
  expect(rma.status).toBe(status);
  expect(each(rma, 'package_tracking_status')).toEqual(packages);
  expect(each(rma, 'receiving_status')).toEqual(receiving);
  expect(each(rma, 'refund_type')).toEqual([type, type]);
});

test.each(MESSAGES.filter(({ kind }) => kind !== 'variants'))(
  '$name breaks no rule',
  async ({ name, kind }) => {
    const [body] = await bodiesOf([name]);
    const findings = kind === 'rma' ? validateRma(body) : validateExchangeOrder(body);
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  },
);

test.each([
  ['rma.express', { return_method: 'express-returns' }],
  ['rma.keep', { return_method: 'customer-keep' }],
  ['rma.pick-up', { return_method: 'home-pickup' }],
  ['rma.gift', { gift_refund_only: true, giftee_email: 'giftee@shop.example' }],
])('%s has %o', async (name, fields) => {
  expect(await rmaOf(name)).toMatchObject(fields);
});

test.each([
  ['exchange-order.even', { quantity: 2, unit_price_amount_cents: 2500, original_sku: 'TEE-GRN-M' }],
  ['exchange-order.uneven', { quantity: 2, unit_price_amount_cents: 3500, original_sku: 'TEE-GRN-M' }],
  ['exchange-order.gift-card', { quantity: 1, unit_price_amount_cents: 5400 }],
])('%s asks for %o', async (name, item) => {
  expect((await bodiesOf([name]))[0]).toMatchObject({
    items: [item],
    customer: { email: expect.any(String) },
  });
});

test('each run has an RMA and an order of its own, and is of now', async () => {
  const [first, second] = [await rmaOf('rma.transit'), await rmaOf('rma.transit')];
  expect(first.rma_identifier).not.toBe(second.rma_identifier);
  expect(each(first, 'order_identifier')).not.toEqual(each(second, 'order_identifier'));
  expect(Math.abs(Date.parse(first.updated_at) - Date.now())).toBeLessThan(600_000);
});

describe('--order', () => {
  const order = sampleOrder({ identifier: 'MY-1' });
  const other = sampleOrder({ identifier: 'MY-2' });
  const [line] = order['items'] as readonly object[];
  const over = { ...order, items: [{ ...line, return_policy_end_date: '2020-01-31' }] };
  test.each([
    ['one order', JSON.stringify(order, null, 2)],
    ['an order message', JSON.stringify({ returns_portal_order: { orders: [order, other] } })],
    ['a list', JSON.stringify([order, other], null, 1)],
    ['NDJSON', `${JSON.stringify(order)}\n${JSON.stringify(other)}\nnot JSON`],
    ['one order whose return window is over', JSON.stringify(over)],
    ['with a byte order mark', `\ufeff${JSON.stringify(order)}`],
  ])('takes the first order of %s', async (_what, text) => {
    const [body] = await bodiesOf(['rma.transit', '--order', 'o.json'], { files: { 'o.json': text } });
    expect((body as unknown as Rma).items).toMatchObject([
      { order_identifier: 'MY-1', order_line_item_identifier: 'L1', sku: 'TEE-GRN-M' },
      { order_identifier: 'MY-1', order_line_item_identifier: 'L1', sku: 'TEE-GRN-M' },
    ]);
  });

  test('the variants request is about its item', async () => {
    const files = { 'o.json': JSON.stringify(withLine({ variant_identifier: 'A/B' })) };
    const { stdout } = await runTrigger(['variants', '--order', 'o.json', '--print'], { files });
    expect(stdout).toBe('GET /sku/A%2FB/variants\n');
  });

  test('the order that orders template prints', async () => {
    const here = testPlatform();
    expect(await run(['orders', 'template', '--format', 'json'], here.platform)).toBe(0);
    const files = { 'o.json': here.stdout() };
    const [body] = await bodiesOf(['rma.refunded', '--order', 'o.json'], { files });
    expect(body).toMatchObject({ status: 'REFUNDED', items: [{ order_identifier: 'SO-100001' }, {}] });
  });

  test.each([
    ['', 6, 'the text ends in the middle'],
    ['[]', 6, 'There is no order in the file of --order'],
    ['7', 6, 'There is no order in the file of --order'],
    ['{"identifier": }', 6, 'not JSON'],
    [JSON.stringify(sampleOrder({ currency: undefined })), 6, 'at currency'],
    [JSON.stringify(withLine({ tags: ['FinalSale'] })), 6, 'was sold for good'],
    [JSON.stringify(sampleOrder({ status: 'Cancelled' })), 6, 'is cancelled'],
  ])('%s is refused', async (text, code, message) => {
    const files = { 'o.json': text };
    const ended = await runTrigger(['rma.created', '--order', 'o.json', '--print'], { files });
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(message);
  });
});

describe('--set', () => {
  test('changes the message last, as JSON where it is JSON', async () => {
    const rma = await rmaOf(
      ...['rma.transit', '--set', 'status=NONSENSE', '--set', 'items[0].sku=null'],
      ...['--set', 'items[1].refund_financials.estimated_refund_amount_cents=27.5'],
      ...['--set', 'rma_identifier=RMA-MINE', '--set', 'giftee_email=a@b.example'],
    );
    expect(rma).toMatchObject({
      ...{ status: 'NONSENSE', rma_identifier: 'RMA-MINE', giftee_email: 'a@b.example' },
      items: [{ sku: null }, { refund_financials: { estimated_refund_amount_cents: 27.5 } }],
    });
  });

  test.each([
    [['rma.transit', '--set', 'stauts=X'], 'Did you mean "status"?'],
    [['rma.transit', '--set', 'items[9].sku=X'], 'has no place for "items[9].sku"'],
    [['rma.transit', '--set', 'status'], 'path=value'],
    [['variants', '--set', 'status=X'], 'without a body'],
  ])('%j is refused with exit 2', async (args, message) => {
    const ended = await runTrigger([...args, '--print']);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain(message);
  });

  test('a field that nobody knows is sent, with a note', async () => {
    const args = ['rma.transit', '--set', 'loyalty_tier="gold"', '--print'];
    const { stdout, stderr, code } = await runTrigger(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/"loyalty_tier":\s*"gold"/);
    expect(stderr.match(/The interface has no loyalty_tier/g)).toHaveLength(1);
  });
});
