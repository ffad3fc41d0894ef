// What must not stop: the exports of 90 days, of few orders each, with a mapping that is right. A stop on such a day is a job
// that fails at night for nothing.
import { describe, expect, it } from 'vitest';
import { inForm } from '../../helpers/form.ts';
import { csvOf, generateOrders } from '../../helpers/orders.ts';
import { Draw } from '../draw.ts';
import { columnsOf, fileOf } from './cells.ts';
import { deltaOf, partsOf, SAMPLES, type Sample, sampleText } from './deltas.ts';
import { FORMATS, type Format } from './formats.ts';
import { HAND_WRITTEN } from './hand-written.ts';
import { freshTool } from './tool.ts';
import { drawShop, type Line, type Order, type Shop, totalOf } from './truth.ts';

const DAYS = inForm({ short: 2, share: 6, long: 90 });
/** Exit code of a file that cannot be read, or is asked about. */
const STOPS = 6;

/** Runs of `orders check` that stopped, with what they said; of files with nothing wrong also those that refused an order. */
async function stopsOf(
  files: Readonly<Record<string, string>>,
  dayOf: (day: number) => string,
  name: string,
  flags: readonly string[],
  isRight = false,
): Promise<string[]> {
  const tool = freshTool(files, 'latin1');
  const stops: string[] = [];
  for (let day = 1; day <= DAYS; day++) {
    tool.write(name, dayOf(day));
    const { code, stdout, stderr } = await tool.run('orders', 'check', name, ...flags);
    if (code === STOPS || (isRight && code !== 0))
      stops.push(`day ${day}, exit ${code}: ${(stderr || stdout).slice(0, 400)}`);
  }
  tool.close();
  return stops;
}

const countOf = (day: number) => new Draw(day).from(1, 10);

describe('shipped mappings', () => {
  it.each(SAMPLES.map((sample): [string, Sample] => [sample.mapping, sample]))(
    '%s',
    async (mapping, sample) => {
      const parts = partsOf(sample);
      expect(parts.orders.length, 'orders of the sample').toBeGreaterThan(15);
      const side = Object.fromEntries(sample.side.map((file) => [file, sampleText(file)]));
      const dayOf = (day: number) => deltaOf(new Draw(day), parts, countOf(day));
      const flags = ['--map', mapping, ...sample.flags];
      expect(await stopsOf(side, dayOf, sample.file, flags)).toEqual([]);
    },
  );

  it('the template', async () => {
    const dayOf = (day: number) => csvOf(generateOrders({ seed: day, orders: countOf(day) }).snapshots).text;
    expect(await stopsOf({}, (day) => Buffer.from(dayOf(day)).toString('latin1'), 'day.csv', [])).toEqual([]);
  });

  it('knows what a day without orders does', async () => {
    // Today such a day stops. Whether it should is not for this test to say: it only tells when it changes.
    const before = partsOf(SAMPLES[0]!).before;
    expect((await stopsOf({}, () => before, 'day.csv', ['--map', 'shopify-orders'])).length).toBe(DAYS);
  });
});

/** Shops in which what usually differs does not. */
const SHOPS: Readonly<Record<string, (order: Order, first: Order) => Order>> = {
  usual: (order) => order,
  'one product': (order, first) => {
    const { sku, variant, title, price } = first.lines[0]!;
    const shipped = ({ units }: Line) => (order.status === 'Shipped' ? units : 0);
    const lines = order.lines
      .slice(0, 1)
      .map((line) => Object.assign({}, line, { sku, variant, title, price, shipped: shipped(line) }));
    return Object.assign({}, order, { lines, isPartly: false });
  },
  'one wholesale buyer': (order, { customer, email, first, last, shipTo, billTo }) =>
    Object.assign({}, order, { customer, email, first, last, shipTo, billTo }),
  'skus 7 and A1': (order) => {
    const lines = order.lines.map((line, at) => Object.assign({}, line, { sku: at % 2 === 0 ? '7' : 'A1' }));
    return Object.assign({}, order, { lines });
  },
};

function shopOf(
  format: Format,
  change: (order: Order, first: Order) => Order,
  seed: number,
  count: number,
): Shop {
  const wishes = { hasDiscount: false, hasTwoAddresses: true, hasSurcharge: false, hasTax: true };
  const { country, taxInside } = format;
  const hasPartly = format.columns.some(([, meaning]) => meaning === 'shipped');
  const shop = drawShop(new Draw(seed), Object.assign(wishes, { country, taxInside, hasPartly }));
  const orders = shop.orders.slice(0, count).map((order) => change(order, shop.orders[0]!));
  const summed = orders.map((order) => Object.assign({}, order, { total: totalOf(order, taxInside) }));
  return Object.assign({}, shop, { orders: summed });
}

describe.each(HAND_WRITTEN)('a mapping written by hand: %s', (name, mapping) => {
  it.each(Object.entries(SHOPS))('%s', async (_, change) => {
    const format = FORMATS.find((one) => one.name === name)!;
    const dayOf = (day: number) => {
      const { text } = fileOf(format, shopOf(format, change, day, countOf(day)), columnsOf(format));
      return Buffer.from(text).toString('latin1');
    };
    const files = { 'map.json': Buffer.from(JSON.stringify(mapping)).toString('latin1') };
    const file = format.shape === 'json' ? 'day.json' : 'day.csv';
    expect(await stopsOf(files, dayOf, file, ['--map', 'map.json'], true)).toEqual([]);
  });
});
