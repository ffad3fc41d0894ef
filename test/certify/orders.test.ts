// The area of the retailer's orders: each check passed, failed for its own fault and for no other, and not tried.
import { describe, expect, it } from 'vitest';
import { checkOfCode, ORDER_SUBJECTS } from '../../src/certify/checks.ts';
import { ORDER_CATALOG } from '../../src/contract/order-catalog.ts';
import {
  sampleCustomer,
  sampleLine,
  sampleOrder,
  sampleRefund,
  sampleRefundLine,
  secondRefund,
} from '../../src/contract/sample.ts';
import { certified, ndjson } from './support.ts';

const of = (orders: readonly unknown[], ...flags: string[]) =>
  certified({ 'orders.ndjson': ndjson(orders) }, ['--area', 'orders', '--orders', 'orders.ndjson', ...flags]);

const good = sampleOrder({ identifier: 'O-GOOD' });
/** A hundredth of the amounts: whole units where cents are meant. */
const amounts = (product: number, tax: number) => ({ product_amount_cents: product, tax_amount_cents: tax });
const inUnits = sampleOrder({
  items: [sampleLine({ unit_price_amount_cents: 25, ...amounts(50, 4) })],
  ...amounts(50, 4),
  total_amount_cents: 54,
});
const unshipped = { quantity_shipped: 0, tracking_number: undefined, shipped_date: undefined };
const created = sampleOrder({
  status: 'Created',
  items: [sampleLine({ ...unshipped, ...amounts(0, 0) })],
  ...amounts(0, 0),
  total_amount_cents: 0,
});

describe('good orders', () => {
  it('pass every check', async () => {
    const { code, document, check } = await of([good]);
    expect(code).toBe(0);
    const results = document.checks.filter(({ area }) => area === 'orders').map(({ result }) => result);
    expect(results).toEqual(ORDER_SUBJECTS.map(() => 'passed'));
    expect(check('orders.readable').evidence).toMatch(/^orders\.ndjson: 1 row, SHA-256 [0-9a-f]{16}…$/);
    const money = '1 order, 54.00 USD: smallest 54.00, median 54.00, largest 54.00';
    expect(check('orders.money').evidence).toBe(money);
    expect(check('orders.statuses').evidence).toBe('Shipped 1');
    expect(check('orders.assumed').evidence).toBe('Nothing is assumed: every field came from the file');
  });

  it('say what was filled in, and which warnings there are', async () => {
    const customer = sampleCustomer({ identifier: undefined });
    const { code, check } = await of([sampleOrder({ transactions: undefined, customer })]);
    expect(code).toBe(0);
    expect(check('orders.assumed').evidence).toContain('transactions (1)');
    expect(check('orders.assumed').evidence).toContain('customer.identifier (1)');
  });

  it('give the sums of each currency', async () => {
    const { check } = await of([good, sampleOrder({ identifier: 'O-2', currency: 'EUR' })]);
    expect(check('orders.money').evidence.split('\n')).toHaveLength(2);
  });
});

describe('a fault', () => {
  const alike = [sampleRefund(), secondRefund({ identifier: sampleRefund()['identifier'] })];
  const ofFive = sampleRefund({ refund_line_items: [sampleRefundLine({ quantity: 5 })] });
  const cases: readonly (readonly [check: string, evidence: string, orders: readonly unknown[]])[] = [
    ['orders.findings', 'order.field.missing', [good, sampleOrder({ customer: undefined })]],
    ['orders.identifiers', 'refund.identifier.duplicate', [sampleOrder({ refunds: alike })]],
    ['orders.statuses', 'order.status.unknown', [good, sampleOrder({ status: 'shipped' })]],
    ['orders.statuses', 'no order has shipped', [created]],
    ['orders.money', 'order.total.unexplained', [good, sampleOrder({ total_amount_cents: 1 })]],
    ['orders.money', 'whole units instead of cents', [inUnits]],
    ['orders.refunds', 'refund.quantity.exceeded', [good, sampleOrder({ refunds: [ofFive] })]],
  ];
  it.each(cases)('fails %s: %s', async (id, evidence, orders) => {
    const { code, check, failedOf } = await of(orders);
    expect(check(id).evidence).toContain(evidence);
    expect(failedOf('orders')).toEqual([id]);
    expect(code).toBe(3);
  });

  it('names count, code, first place and sentence, and repeats nothing personal', async () => {
    const odd = sampleOrder({ identifier: 'O-3', status: 'x' });
    const { check, host } = await of([good, sampleOrder({ customer: undefined }), odd]);
    const found = /^1 order\.field\.missing \(at orders\.ndjson:2\): customer: /;
    expect(check('orders.findings').evidence).toMatch(found);
    expect(host.stdout()).not.toContain('shopper@shop.example');
  });

  it('of a warning fails with --strict only, and then fails the check of warnings', async () => {
    const address = { ...(sampleOrder()['shipping_address'] as object), country_code: 'XX' };
    const warned = [sampleOrder({ shipping_address: address })];
    const lax = await of(warned);
    expect(lax.failedOf('orders')).toEqual([]);
    expect(lax.check('orders.warnings').evidence).toContain('1 order.country.unknown');
    expect((await of(warned, '--strict')).failedOf('orders')).toEqual(['orders.warnings']);
  });
});

describe('a file that cannot be read', () => {
  it('fails one check with the hint of the failure, and leaves the others', async () => {
    const argv = ['--area', 'orders', '--orders', 'missing.csv'];
    const { code, check, document, failedOf } = await certified({}, argv);
    expect(code).toBe(3);
    expect(failedOf('orders')).toEqual(['orders.readable']);
    expect(check('orders.readable').evidence).toContain('missing.csv');
    const others = document.checks.filter(({ id }) => /^orders\.(?!readable)/.test(id));
    expect(others.map(({ result }) => result)).toEqual(ORDER_SUBJECTS.slice(1).map(() => 'not_tried'));
    expect(check('orders.money').evidence).toBe('The orders could not be read');
  });

  it('is one without any order, too', async () => {
    const argv = ['--area', 'orders', '--orders', 'o.json'];
    const { failedOf, check } = await certified({ 'o.json': '[]' }, argv);
    expect(failedOf('orders')).toEqual(['orders.readable']);
    expect(check('orders.readable').evidence).toContain('The file holds no orders');
  });

  it('does not keep the ASNs from being tried', async () => {
    const argv = ['--area', 'orders,asns', '--orders', 'missing.csv', '--asns', 'a.json'];
    const { failedOf, check } = await certified({ 'a.json': '[' }, argv);
    expect(failedOf('orders')).toEqual(['orders.readable']);
    expect(failedOf('asns')).toEqual(['asns.readable']);
    expect(check('asns.numbers').result).toBe('not_tried');
  });
});

describe('the groups of codes', () => {
  it('name checks that there are, and reach each of them', () => {
    const ids = new Set(ORDER_SUBJECTS.map(({ id }) => id));
    const groups = new Set([...ORDER_CATALOG.keys()].map((code) => checkOfCode('orders', code)));
    for (const group of groups) expect(ids).toContain(group);
    const subjects = ['findings', 'identifiers', 'money', 'refunds', 'statuses'];
    expect([...groups].sort()).toEqual(subjects.map((subject) => `orders.${subject}`));
  });
});
