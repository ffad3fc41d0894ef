// Decimal amounts in currencies that have not two decimals: what is sent by each reading, worked out by hand, and that nothing
// is sent while nobody said which it is.
import { describe, expect, test } from 'vitest';
import type { MinorUnits } from '../../src/basics/minor-units.ts';
import { callMoneyText } from '../../src/calls/text/show-text.ts';
import { paintFor } from '../../src/cli/presenter.ts';
import type { Order } from '../../src/contract/order.ts';
import { explainMoney } from '../../src/contract/rma-money.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { ORDER_TABLE } from '../../src/input/message-table.ts';
import { writeCsv } from '../../src/input/write-csv.ts';
import { knownLine } from '../contract/verdicts.ts';
import { completeMapping } from '../input/mapping/mapped-cli.ts';
import { type Cli, inProcess as makeCli } from './map/in-process.ts';

const REFUSED = 'refused';
const ASKED = 'asked';

/** An amount and its currency; what is sent by iso, by hundredths, and without a setting. */
const TABLE: readonly (readonly [string, string, ...(number | string)[]])[] = [
  ['5400', 'JPY', 5400, 540000, ASKED],
  ['5400.00', 'JPY', 5400, 540000, ASKED],
  ['5400.50', 'JPY', REFUSED, 540050, ASKED],
  ['1.234', 'KWD', 1234, REFUSED, ASKED],
  ['1.23', 'KWD', 1230, 123, ASKED],
  ['0.5', 'CLF', 5000, 50, ASKED],
  ['12.34', 'EUR', 1234, 1234, 1234],
  ['12.345', 'EUR', REFUSED, REFUSED, REFUSED],
];
const SETTINGS = ['iso', 'hundredths', undefined] as const;
const ROWS = TABLE.flatMap(([amount, currency, ...sent]) =>
  SETTINGS.map((units, i): [string, string, MinorUnits | undefined, number | string] => [
    amount,
    currency,
    units,
    sent[i]!,
  ]),
);

/** One shipped unit without tax. The amounts stand in columns without `_cents`. */
function templateOf(amount: string, currency: string): string {
  const { items, ...order } = sampleOrder({ currency, refunds: [] }) as unknown as Order;
  const none = { product_amount_cents: undefined, tax_amount_cents: 0, discount_amount_cents: 0 };
  const unit = { ...items[0], ...none, quantity: 1, quantity_shipped: 1, unit_price_amount_cents: amount };
  const sums = {
    ...none,
    total_amount_cents: amount,
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
  };
  return writeCsv(ORDER_TABLE, [{ ...order, ...sums, items: [unit] }]).replaceAll('_amount_cents', '_amount');
}

const EXPORT = 'Order,Changed,Total,Sku,Qty,Price\n';
const MAPPING = (units: MinorUnits | undefined, currency: string) =>
  completeMapping({
    minor_units: units,
    dates: undefined,
    rows: { order: 'Order' },
    order: {
      identifier: 'Order',
      currency: { constant: currency },
      total_amount_cents: 'Total',
      created_at: { constant: '2026-03-01T10:00:00Z' },
      updated_at: 'Changed',
      'customer.identifier': undefined,
      'customer.email': { constant: 'a@shop.example' },
    },
    item: { shipped_date: undefined, unit_price_amount_cents: 'Price', tax_amount_cents: { constant: 0 } },
  });

/** The total that is sent, that it is refused, or that it is asked what is meant. */
async function sentBy(cli: Cli, ...input: string[]): Promise<number | string> {
  const { code, stdout, stderr } = await cli.run(['orders', 'check', ...input, '--out', '-', '--quiet']);
  if (code === 6) {
    expect(stderr).toContain('(iso) or as');
    expect(stderr).toContain('returns profile set minor-units iso');
    return ASKED;
  }
  if (code === 3) return REFUSED;
  expect([code, stderr]).toEqual([0, '']);
  const order = JSON.parse(stdout) as Order;
  expect(order.items[0]!.unit_price_amount_cents).toBe(order.total_amount_cents);
  return order.total_amount_cents;
}

describe.each(ROWS)('%s %s with minor units %s', (amount, currency, units, sent) => {
  test('in a mapped export', async () => {
    const cli = makeCli();
    cli.file('orders.csv', `${EXPORT}1,2026-03-01T10:00:00Z,${amount},A,1,${amount}\n`);
    cli.file('map.json', JSON.stringify(MAPPING(units, currency)));
    expect(await sentBy(cli, 'orders.csv', '--map', 'map.json')).toBe(sent);
  });

  test('in the columns of the template', async () => {
    const cli = makeCli();
    const addresses = ['auth-url', 'orders-url'].flatMap((name) => [name, 'http://127.0.0.1:4500']);
    await cli.run(['profile', 'set', ...addresses.slice(0, 2), '--profile', 'shop']);
    await cli.run(['profile', 'set', ...addresses.slice(2), '--profile', 'shop']);
    await cli.run(['profile', 'set', 'client-id', 'me', '--profile', 'shop']);
    if (units) await cli.run(['profile', 'set', 'minor-units', units, '--profile', 'shop']);
    cli.file('orders.csv', templateOf(amount, currency));
    expect(await sentBy(cli, 'orders.csv', '--profile', 'shop')).toBe(sent);
  });
});

test.each([
  ['5400.50', 'JPY', 'iso', 'an amount without decimals such as 1250 in'],
  ['1.2345', 'KWD', 'iso', 'an amount such as 12.500 in'],
  ['1.234', 'KWD', 'hundredths', 'an amount such as 12.50 in'],
  ['12,345', 'EUR', undefined, 'an amount such as 12,50 (this mapping reads a comma as the decimal sign) in'],
] as const)('what is wrong with %s %s is said with an example of that currency', async (...row) => {
  const [amount, currency, units, example] = row;
  const cli = makeCli();
  cli.file('orders.csv', `${EXPORT}1,2026-03-01T10:00:00Z,"${amount}",A,1,"${amount}"\n`);
  const decimal = currency === 'EUR' ? ',' : '.';
  cli.file('map.json', JSON.stringify({ ...MAPPING(units, currency), decimal }));
  const { stdout } = await cli.run(['orders', 'check', 'orders.csv', '--map', 'map.json', '--json']);
  expect(stdout).toContain(example);
});

test('integers of *_cents are sent as they stand, and shown as such', async () => {
  const cli = makeCli();
  cli.file('orders.ndjson', `${JSON.stringify(sampleOrder({ currency: 'JPY' }))}\n`);
  const { code, stdout } = await cli.run(['orders', 'check', 'orders.ndjson']);
  expect(code).toBe(0);
  expect(stdout).toContain('JPY 5,400 (minor units)');
});

test.each([
  ['iso', '4,900'],
  ['hundredths', '49.00'],
] as const)('the money of a call counts in %s', (units, theirs) => {
  const accepted = {
    ...{ status: 'Shipped', currency: 'JPY', totalCents: 4900, refunds: [] },
    lines: [knownLine('L', 'S', 1, 4900, 0)],
  };
  const money = explainMoney({ items: [{ order_identifier: '1' }] }, () => accepted as never);
  expect(callMoneyText(money, paintFor({}, false, false), units)).toContain(`order 1, total ${theirs}`);
});
