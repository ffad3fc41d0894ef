// The tax of an order that is on its shipping as well, or on what discounts leave of its lines; discounts of an order that are of
// one line: each unit's refund is right to the cent.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopper, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const PRICES = [990, 5900, 1490, 2450, 3995, 8999, 1290];

interface Line {
  readonly sku: string;
  readonly price: number;
  readonly units: number;
  readonly off: number;
  readonly rate: number;
  readonly tax: number;
}
interface Sold {
  readonly lines: readonly Line[];
  readonly shipping: number;
  readonly shippingTax: number;
  readonly off: number;
  readonly tax: number;
  readonly total: number;
}
interface Kind {
  /** In percent; of a line, by its article. */
  readonly rateOf?: (order: number, article: number) => number;
  /** The rate of the shipping, from those of the lines with what they are worth. */
  readonly shipped?: (order: number, rates: readonly number[], worth: readonly number[]) => number;
  readonly hasOff?: boolean;
  readonly isTaxedBefore?: boolean;
  /** Prices include the tax: there is none to add. */
  readonly isGross?: boolean;
}
const highest = (_: number, rates: readonly number[]) => Math.max(...rates);
const average = (_: number, rates: readonly number[], worth: readonly number[]) =>
  rates.reduce((sum, rate, i) => sum + rate * worth[i]!, 0) / worth.reduce((a, b) => a + b);
const nothing = () => 0;

const COUNT = 36;
/** Orders of one to three lines. */
function soldIn({
  rateOf = () => 20,
  shipped = highest,
  hasOff,
  isTaxedBefore,
  isGross,
}: Kind): readonly Sold[] {
  return Array.from({ length: COUNT }, (_, order) => {
    const lines = Array.from({ length: 1 + (order % 3) }, (_, line): Line => {
      const article = (order * 2 + line * 3) % 7;
      const [price, units, rate] = [PRICES[article]!, 1 + ((order + line) % 3), rateOf(order, article)];
      const off = hasOff && (order + line) % 3 === 0 ? Math.round(price * units * 0.2) : 0;
      const worth = price * units - (isTaxedBefore ? 0 : off);
      return {
        sku: `S-${article}`,
        price,
        units,
        off,
        rate,
        tax: isGross ? 0 : Math.round((worth * rate) / 100),
      };
    });
    const shipping = [0, 490, 690][(order >> 1) % 3]!;
    const worth = lines.map(({ price, units, off }) => price * units - off);
    const rate = shipped(
      order,
      lines.map((line) => line.rate),
      worth,
    );
    const shippingTax = isGross ? 0 : Math.round((shipping * rate) / 100);
    const sumOf = (key: 'tax' | 'off') => lines.reduce((sum, line) => sum + line[key], 0);
    const [off, tax] = [sumOf('off'), sumOf('tax') + shippingTax];
    const total = worth.reduce((a, b) => a + b) + shipping + tax;
    return { lines, shipping, shippingTax, off, tax, total };
  });
}

type Cells = Record<string, string | undefined>;
const NONE: Cells = { Price: undefined, Quantity: undefined, Shipping: undefined, Total: undefined };
const csv = (sold: readonly Sold[], cellsOf: (sold: Sold, line: Line, order: number) => Cells): string => {
  const rows = sold.flatMap((one, order) => one.lines.map((line) => ({ one, line, order })));
  return csvOf(rows.length, (i) => {
    const { one, line, order } = rows[i]!;
    return {
      ...shopperCells(order),
      ...NONE,
      Sku: line.sku,
      Title: `Cup ${line.sku}`,
      ...cellsOf(one, line, order),
    };
  });
};
const ENGLISH = (sold: Sold, line: Line): Cells => ({
  'Unit Price': cents(line.price),
  Qty: String(line.units),
  'Shipping Cost': cents(sold.shipping),
  VAT: cents(sold.tax),
  'Order Total': cents(sold.total),
});
const GERMAN = (sold: Sold, line: Line): Cells => ({
  'Einzelpreis netto': cents(line.price),
  Menge: String(line.units),
  Versandkosten: cents(sold.shipping),
  'MwSt.-Betrag': cents(sold.tax),
  Gesamtbetrag: cents(sold.total),
});
const json = (sold: readonly Sold[]): string =>
  JSON.stringify(
    sold.map((one, order) => {
      const { email, ...address } = shopper(order);
      return {
        ...{ orderNumber: `A-${1001 + order}`, status: 'Shipped', currency: 'EUR' },
        ...{ createdAt: '2025-11-21T10:00:00Z', updatedAt: '2025-11-22T10:00:00Z' },
        ...{ customer: { email }, address: { ...address, country: 'DE' } },
        ...{ shipping: cents(one.shipping), tax: cents(one.tax), total: cents(one.total) },
        items: one.lines.map(({ sku, price, units }, n) => ({
          ...{ lineId: `${order}${n}`, sku, title: `Cup ${sku}`, quantity: units, price: cents(price) },
        })),
      };
    }),
  );

async function isRight(sold: readonly Sold[], text: string): Promise<void> {
  const sent = await ordersSent(text, { shipping_address: 'billing' });
  expect(sent).toHaveLength(COUNT);
  const seen = sent.map((order) => ({
    lines: order.items.map((item) => [item.sku, item.tax_amount_cents, item.discount_amount_cents]),
    sums: [order.shipping_tax_amount_cents, order.shipping_amount_cents, order.total_amount_cents],
  }));
  const right = sold.map(({ lines, shipping, shippingTax, total }) => ({
    lines: lines.map(({ sku, tax, off }) => [sku, tax, off]),
    sums: [shippingTax, shipping, total],
  }));
  expect(seen).toEqual(right);
}

/** 7 % for some articles, 19 % for the others. */
const mixed = (_: number, article: number) => (article % 3 === 0 ? 7 : 19);
/** As in the states of a country. */
const ofPlace = (order: number) => [8.875, 6.25, 4, 8.25][order % 4]!;

test.each<[what: string, kind: Kind, cellsOf: (sold: Sold, line: Line, order: number) => Cells]>([
  ['one rate for all', {}, ENGLISH],
  ['one rate for all, in German', { rateOf: () => 19 }, GERMAN],
  ['rates of places', { rateOf: ofPlace }, ENGLISH],
  [
    'rates of places in a column, in some of which shipping is free of tax',
    { rateOf: ofPlace, shipped: (order) => (order % 2 === 0 ? ofPlace(order) : 0) },
    (sold, line, order) => ({ ...ENGLISH(sold, line), 'Tax Rate': `${ofPlace(order)}%` }),
  ],
  [
    'rates of lines, and the highest for the shipping',
    { rateOf: mixed },
    (sold, line) => ({ ...GERMAN(sold, line), 'MwSt-Satz': `${line.rate},00 %` }),
  ],
  [
    'rates of lines, and their average for the shipping',
    { rateOf: mixed, shipped: average },
    (sold, line) => ({ ...GERMAN(sold, line), 'MwSt %': String(line.rate) }),
  ],
  [
    'with discounts of lines',
    { hasOff: true },
    (sold, line) => ({ ...ENGLISH(sold, line), 'Line Discount': cents(line.off) }),
  ],
])('shipping bears its part of the tax: %s', async (_, kind, cellsOf) => {
  const sold = soldIn(kind);
  await isRight(sold, csv(sold, cellsOf));
});

test('shipping bears its part of the tax in JSON', async () => {
  const sold = soldIn({});
  await isRight(sold, json(sold));
});

test.each<[what: string, kind: Kind, cellsOf: (sold: Sold, line: Line, order: number) => Cells]>([
  ['one rate for all', {}, ENGLISH],
  [
    'rates of lines',
    { rateOf: mixed },
    (sold, line) => ({ ...ENGLISH(sold, line), 'VAT %': `${line.rate}.00%` }),
  ],
  [
    'less their discounts',
    { hasOff: true },
    (sold, line) => ({ ...ENGLISH(sold, line), 'Line Discount': cents(line.off) }),
  ],
  [
    'less their discounts, at rates of their own',
    { hasOff: true, rateOf: mixed },
    (sold, line) => ({
      ...GERMAN(sold, line),
      Positionsrabatt: cents(-line.off),
      'USt-Satz': `${line.rate},0`,
    }),
  ],
  [
    'before their discounts',
    { hasOff: true, isTaxedBefore: true },
    (sold, line) => ({ ...ENGLISH(sold, line), 'Line Discount': cents(line.off) }),
  ],
])('lines alone bear the tax: %s', async (_, kind, cellsOf) => {
  const sold = soldIn({ ...kind, shipped: nothing });
  await isRight(sold, csv(sold, cellsOf));
});

test.each<[what: string, kind: Kind, cellsOf: (sold: Sold, line: Line) => Cells]>([
  [
    'what is left of the line',
    { isGross: true },
    (sold, line) => ({
      'Line Subtotal': cents(line.price * line.units - line.off),
      Discount: cents(sold.off),
    }),
  ],
  [
    'what is left of the line, with tax on top',
    { shipped: nothing },
    (sold, line) => ({
      Amount: cents(line.price * line.units - line.off),
      'Total Discount': cents(-sold.off),
    }),
  ],
  [
    'what is left of a unit',
    { isGross: true },
    (sold, { price, off }) => ({
      'Sale Price': cents(off > 0 ? price * 0.8 : price),
      Discount: cents(sold.off),
    }),
  ],
  [
    'a percentage',
    { isGross: true },
    (sold, { off }) => ({ 'Disc %': off > 0 ? '20' : '0', Discount: cents(sold.off) }),
  ],
  [
    'a percentage with its sign',
    {},
    (sold, { off }) => ({ 'Discount rate': off > 0 ? '20.00 %' : '', 'Order Discount': cents(sold.off) }),
  ],
])('a discount of the order is of the lines that have it: %s', async (_, kind, cellsOf) => {
  // Whole cents of each unit.
  const sold = soldIn({ ...kind, hasOff: true }).map((one) => one);
  await isRight(
    sold,
    csv(sold, (one, line) => {
      const { VAT, ...cells } = ENGLISH(one, line);
      return { ...cells, ...(kind.isGross ? {} : { VAT }), ...cellsOf(one, line) };
    }),
  );
});

test.each([
  ['VAT Rate', ['19.00%', '7.00%'], [19, 7]],
  ['MwSt-Satz', ['19,00', '7,00'], [19, 7]],
  ['MwSt', ['8,1%', '2,6%'], [8.1, 2.6]],
  ['Tax rate', ['8.875', '4'], [8.875, 4]],
  ['VAT', ['19% VAT', '7% VAT'], [19, 7]],
  ['Taux de TVA', ['TVA 20 %', 'TVA 5,5 %'], [20, 5.5]],
])('%s %s is a rate', async (name, texts, rates) => {
  const sold = soldIn({ rateOf: (_, article) => rates[article % 2]!, shipped: nothing });
  await isRight(
    sold,
    csv(sold, (one, line) => {
      const { VAT, ...cells } = ENGLISH(one, line);
      return { ...cells, 'Tax amount': VAT, [name]: texts[rates.indexOf(line.rate)]! };
    }),
  );
});

test('a tax that no rate explains is said to be shared by price', async () => {
  const sold = soldIn({
    rateOf: (order, article) => [3, 19, 7, 25, 11][(order * 3 + article) % 5]!,
    shipped: nothing,
  });
  const { result } = await proposalOf(csv(sold, ENGLISH), { shipping_address: 'billing' }, { assumes: true });
  expect(JSON.stringify(result.mapping)).toContain('No few rates explain the tax');
});
