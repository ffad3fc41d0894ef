// What stands beside the right columns and looks like them: nothing of it is sent unless the values show what it is.
import { describe, expect, test } from 'vitest';
import { csvOf, proposalOf } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const TOWNS = [
  ['Berlin', '10115'],
  ['Hamburg', '20095'],
  ['Bremen', '28195'],
] as const;
/** Orders that differ in everything that a shop has several of. */
const shop = (count: number, more: (i: number) => Record<string, string | undefined> = () => ({})) =>
  csvOf(count, (i) => {
    const price = 1998 + 137 * (i % 7);
    const units = 1 + (i % 3);
    const [City, Zip] = TOWNS[i % 3]!;
    return {
      ...{ Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, City, Zip },
      ...{ Quantity: String(units), Price: cents(price), Total: cents(units * price + 490) },
      ...{ Created: `2025-11-${10 + (i % 9)}T10:00:00Z`, Updated: `2025-11-${20 + (i % 9)}T12:30:00Z` },
      ...more(i),
    };
  });

test('what a carrier takes is no shipping of orders that have none', async () => {
  const text = shop(20, (i) => {
    const price = 1998 + 137 * (i % 7);
    return {
      ...{ Shipping: '0.00', Portokosten: cents(387 + 11 * (i % 4)) },
      Total: cents((1 + (i % 3)) * price),
    };
  });
  const { columnOf } = await proposalOf(text);
  expect(columnOf('shipping_amount_cents')?.column).not.toBe('Portokosten');
});

test.each(['customer_reference', 'Référence client', 'Referenz Kunde'])(
  '%s numbers what the customer ordered, and no shopper',
  async (name) => {
    const { columnOf } = await proposalOf(shop(4, (i) => ({ [name]: `45000${81 + i}` })));
    expect(columnOf('customer.identifier')?.column).toBe('Email');
  },
);

test.each([4, 20])('the position of a line is no number of its product: %s orders', async (count) => {
  const { columnOf } = await proposalOf(shop(count, () => ({ 'Product no': '1' })));
  expect(columnOf('item.product_identifier')?.column ?? '').toBe('');
});

test.each(['option2', 'Farbe 2', 'Color 2'])('%s is no second line of an address', async (name) => {
  const { columnOf } = await proposalOf(shop(20, (i) => ({ [name]: ['blue', 'red', 'black'][i % 3]! })));
  expect(columnOf('shipping_address.street2')?.column ?? '').toBe('');
  expect(columnOf('billing_address.street2')?.column ?? '').toBe('');
});

test('while the date of the order is open, Enter leaves that of the last change open as well', async () => {
  const text = shop(20, (i) => {
    const day = `2025-11-${10 + (i % 9)}`;
    return {
      ...{ Created: undefined, Updated: undefined },
      ...{ creat_dt: `${day} 05:29`, AEDAT: `${day} 23:16`, 'Date de facture': `${day} 06:16` },
      'Paid At': `${day} 05:33`,
    };
  });
  const { question } = await proposalOf(text);
  expect(question('column:updated_at')?.proposed ?? null).toBeNull();
});

describe('two amounts of which none follows the lines', () => {
  const text = shop(9, (i) => {
    const price = 750 + 913 * i;
    return {
      ...{ Quantity: '2', Price: cents(price), Total: cents(2 * price + 150 + 490), Shipping: undefined },
      ...{ Zuschlag: '1.50', shp_amt: '4.90' },
    };
  });
  test('are no tax', async () => {
    const { result, columnOf } = await proposalOf(text, {
      fees: 'shipping',
      amounts: 'Price x Quantity + Zuschlag = Total',
    }).catch(() => proposalOf(text));
    expect(columnOf('item.tax_amount_cents')?.column ?? '').toBe('');
    expect(result.mapping['tax']).toBeUndefined();
  });
});

test('a time right behind a day is that of the day, whatever it is called', async () => {
  const text = shop(20, (i) => ({
    ...{ Created: undefined, Updated: undefined, Zone: undefined },
    ...{ 'Order date': `2025-11-${10 + (i % 9)}`, ERZET: `${10 + (i % 9)}:2${i % 7}:00` },
    'Last update': `2025-11-${20 + (i % 9)} 12:30`,
  }));
  const { result } = await proposalOf(text, { timezone: 'Europe/Berlin' });
  expect(JSON.stringify(result.mapping['order'])).toContain('ERZET');
});
