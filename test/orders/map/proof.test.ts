// What the data proves about amounts, units and order numbers, and what it does not: that is asked, never taken as sure.
import { describe, expect, test } from 'vitest';
import { csvOf, proposalOf } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
/** Prices that differ from order to order. */
const priced = (i: number, more: (price: number) => Record<string, string | undefined> = () => ({})) => {
  const price = 1998 + 137 * i;
  return { Price: cents(price), Total: cents(2 * price + 490), ...more(price) };
};

/** Two units and 4.90 in each of twenty such orders. */
const PAID = Array.from({ length: 20 }, (_, i) => 2 * (1998 + 137 * i) + 490).reduce((a, b) => a + b);
const USUAL = { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' };

test('an export that proves everything asks nothing', async () => {
  const { open, result, columnOf } = await proposalOf(csvOf(20, (i) => priced(i)));
  expect(open).toEqual(['statuses', 'shipping_address']);
  expect(result.amounts).toMatchObject({ kind: 'sure', fits: 20, of: 20 });
  expect(columnOf('shipping_amount_cents')).toMatchObject({ column: 'Shipping', confidence: 'sure' });
});

test.each([
  ['four decimals, as databases write amounts', (text: string) => `${text}00`],
  ['six decimals', (text: string) => `${text}0000`],
  ['groups as in India', (text: string) => `₹ ${text.replace(/\B(?=(?:\d\d)*\d{3}\.)/g, ',')}`],
])('%s: shipping is part of the sum', async (_, written) => {
  const { open, columnOf } = await proposalOf(
    csvOf(20, (i) => {
      const price = 100_000_00 + 137 * i;
      const amounts = { Price: price, Shipping: 490, Total: 2 * price + 490 };
      return Object.fromEntries(Object.entries(amounts).map(([name, one]) => [name, written(cents(one))]));
    }),
  );
  expect(open).toEqual(['statuses', 'shipping_address']);
  expect(columnOf('shipping_amount_cents')).toMatchObject({ column: 'Shipping', confidence: 'sure' });
});

describe('a set with units and a price of its own is one line', () => {
  const SET = 'Care set (2x roller + 1x serum)';
  test.each<[string, (i: number) => Record<string, string>]>([
    ['one title', (i) => (i === 3 ? { Title: SET } : {})],
    ['most titles', (i) => (i < 15 ? { Title: SET } : {})],
    ['every title', () => ({ Title: '2x roller + 1x serum' })],
    ['one sku', (i) => (i === 3 ? { Sku: '1x-a + 1x-b' } : { Sku: `S-${i}` })],
    ['most skus', (i) => (i < 15 ? { Sku: `1x-a${i} + 1x-b` } : { Sku: `S-${i}` })],
  ])('%s', async (_, change) => {
    const { columnOf, result } = await proposalOf(csvOf(20, (i) => priced(i, () => change(i))));
    expect(columnOf('item.title')).toMatchObject({ column: 'Title' });
    expect(columnOf('item.sku')).toMatchObject({ column: 'Sku' });
    expect(result.trial?.summary.input.rows).toBe(20);
  });

  test.each<[string, Record<string, string>]>([
    ['units', { Quantity: '' }],
    ['a price', { Price: '' }],
  ])('without %s it is named with its row', async (_, lacks) => {
    const text = csvOf(20, (i) => priced(i, () => ({ Title: SET, ...(i === 3 ? lacks : {}) })));
    await expect(proposalOf(text)).rejects.toMatchObject({
      message: expect.stringMatching(
        /"Title" holds several items in one cell, .* \(row 4 below the header\)/,
      ),
    });
  });
});

describe('an equation is no proof', () => {
  test.each<[string, (i: number) => Record<string, string | undefined>, string]>([
    [
      'when everything in it is zero',
      (i) => priced(i, () => ({ Price: '0.00', Shipping: '0.00', Total: '0.00', 'Paid amount': '54.86' })),
      '',
    ],
    [
      'when a column of shipping is left out',
      (i) => priced(i, (price) => ({ Total: cents(2 * price) })),
      'Shipping is not 0 in 20 orders',
    ],
    [
      'when a larger total is left out that nothing explains',
      (i) =>
        priced(i, (price) => ({
          Shipping: '0.00',
          Total: cents(2 * price),
          'Grand total': cents(2 * price + 777),
        })),
      'Grand total is not 0 in 20 orders',
    ],
    [
      'when most orders with a tax do not add up without it',
      (i) => priced(i, () => (i % 10 === 0 ? { Tax: '1.00', Total: '99.00' } : { Tax: '0.00' })),
      'Tax is not 0 in 2 orders',
    ],
  ])('%s', async (_, change, why) => {
    const { question, result } = await proposalOf(csvOf(20, change));
    expect(result.amounts?.kind).toBe('open');
    const asked = question('amounts');
    expect(asked?.unattended).toBeNull();
    expect(asked?.text).toContain(why);
    expect(asked?.choices.length).toBeGreaterThan(0);
  });

  test('tax and discount that are in the prices already are no reason to ask', async () => {
    const { open, result } = await proposalOf(
      csvOf(20, (i) => priced(i, () => ({ Tax: '3.00', Discount: '1.00' }))),
    );
    expect(result.amounts?.kind).toBe('sure');
    expect(open).not.toContain('amounts');
  });

  test('a tax of one unit counts for each unit', async () => {
    const text = csvOf(20, (i) =>
      priced(i, (price) => ({
        ...{ Quantity: String(1 + (i % 3)), tax: cents(300 + i) },
        Total: cents((1 + (i % 3)) * (price + 300 + i) + 490),
      })),
    );
    const { result, open } = await proposalOf(text);
    expect(open).not.toContain('amounts');
    expect(result.mapping['item']).toMatchObject({
      tax_amount_cents: { multiply: ['tax', 'Quantity'], default: 0 },
    });
  });

  test('the answer is the equation itself, and the proposal follows it', async () => {
    const text = csvOf(20, (i) => priced(i, (price) => ({ Total: cents(2 * price) })));
    const { question } = await proposalOf(text);
    const [first] = question('amounts')!.choices;
    expect(first).toEqual({ value: 'Price x Quantity = Total', text: '20 of 20 orders add up' });
    const { result, columnOf } = await proposalOf(text, { amounts: first!.value });
    expect(result.amounts?.kind).toBe('sure');
    // Who takes this equation says that the total is all that was paid: what else there is may be what the carrier takes.
    expect(columnOf('shipping_amount_cents')?.column ?? '').toBe('');
    expect(result.mapping['order']).toMatchObject({ shipping_amount_cents: { constant: 0 } });
  });

  test('a subtotal never holds the shipping, which is sent beside it', async () => {
    const text = csvOf(20, (i) => priced(i, (price) => ({ Total: undefined, Subtotal: cents(2 * price) })));
    const { columnOf } = await proposalOf(text, { amounts: 'Price x Quantity = Subtotal' });
    expect(columnOf('shipping_amount_cents')).toMatchObject({ column: 'Shipping' });
  });
});

test('without a total the sum of the parts is offered', async () => {
  const text = csvOf(20, (i) => priced(i, () => ({ Total: undefined })));
  const { question } = await proposalOf(text);
  const { choices } = question('amounts')!;
  expect(choices[0]).toEqual({
    value: 'Price x Quantity + Shipping = the total',
    text: 'no column says it',
  });
  const { result } = await proposalOf(text, { ...USUAL, amounts: choices[0]!.value });
  expect(result.trial?.summary.orders.refused).toBe(0);
  expect(result.trial?.summary.money[0]?.total_cents).toBe(PAID);
});

test.each([
  ['Surcharge', 'Total', 'To pay'],
  ['Handling', 'Total', 'Paid'],
  ['Transporteur', 'Total', 'Payé'],
  ['Kuljetus', 'Summa', 'Maksettava'],
])('the equation with more of the money is asked for: %s, %s, %s', async (part, sum, whole) => {
  const text = csvOf(20, (i) =>
    priced(i, (price) => ({
      ...{ Shipping: undefined, Total: undefined },
      [part]: i % 4 === 0 ? '0.00' : '4.90',
      [sum]: cents(2 * price),
      [whole]: cents(2 * price + (i % 4 === 0 ? 0 : 490)),
    })),
  );
  const { question, columnOf, result } = await proposalOf(text, {}, { assumes: true });
  expect(question('amounts')).toMatchObject({
    proposed: `Price x Quantity + ${part} = ${whole}`,
    unattended: null,
  });
  expect(columnOf('total_amount_cents')).toMatchObject({ column: whole, confidence: 'likely' });
  expect(result.trial?.summary.orders.refused).toBe(0);
});

test.each([2, 3, 6, 40])(
  'a total that lacks a tax without a name is asked about: %s orders',
  async (count) => {
    const text = csvOf(count, (i) => {
      const [net, tax] = [5486 + 137 * i, 999 + 27 * i];
      return {
        ...{ Price: cents((net - 490) / 2), Total: undefined },
        ...{ 'Total Net': cents(net), StBetr: cents(tax), ttl: cents(net + tax) },
      };
    });
    const { open } = await proposalOf(text, USUAL);
    const wanted = ['amounts', 'confirm:audit.money.unused:total_amount_cents'];
    expect(open.some((id) => wanted.includes(id))).toBe(true);
  },
);

/** Orders of two lines with the same freight on both. */
const freight = (total: number | undefined) =>
  csvOf(24, (i) => {
    const order = i >> 1;
    const one = { 'Order number': `A-${order}`, Email: `anna${order}@example.com`, Sku: `S-${i % 2}` };
    const money = {
      Quantity: '2',
      Price: i % 2 === 0 ? '10.00' : '12.00',
      Shipping: '1.99',
      Total: total?.toFixed(2),
    };
    return { ...one, ...money };
  });

test.each([
  ['once', 45.99, 'Shipping'],
  ['on each line', 47.98, 'Shipping'],
])('the total says that freight counts %s', async (_, total, column) => {
  const { result, columnOf } = await proposalOf(freight(total));
  expect(result.amounts).toMatchObject({ kind: 'sure', fits: 12 });
  expect(columnOf('shipping_amount_cents')?.column).toBe(column);
  expect(result.trial?.summary.orders.refused).toBe(0);
});

test.each([
  ['the same article, units and price are one line', '2', 'Line ID'],
  ['other units are other lines', '3', 'order and article'],
])('rows of one number with %s', async (_, quantity, column) => {
  const text = csvOf(36, (i) => {
    const [order, row] = [Math.floor(i / 3), i % 3];
    const one = { 'Order number': `A-${order}`, Email: `anna${order}@example.com`, Total: '64.86' };
    const other = { Sku: 'S-2', Title: 'Cap', Price: '10.00', Quantity: '1', 'Line ID': `A-${order}-2` };
    const line = { 'Line ID': `A-${order}-1`, Quantity: row === 1 ? quantity : '2' };
    return { ...one, ...line, Coupon: `C${row}`, ...(row === 2 && other) };
  });
  const { result, columnOf } = await proposalOf(text);
  expect(columnOf('item.identifier')?.column).toBe(column);
  if (quantity !== '2') return;
  expect(result.amounts).toMatchObject({ kind: 'sure', fits: 12 });
  expect(result.trial?.summary.money[0]?.total_cents).toBe(12 * 6486);
  expect(result.trial?.summary.orders).toMatchObject({ refused: 0, pending: 12 });
});

test('without a total freight once or on each line, and prices of a unit or a line, are offered', async () => {
  const { question } = await proposalOf(freight(undefined));
  const values = question('amounts')!.choices.map(({ value }) => value);
  expect(values).toEqual([
    'Price x Quantity + Shipping = the total',
    'Price x Quantity + sum of Shipping = the total',
    'sum of Price + Shipping = the total',
    'sum of Price + sum of Shipping = the total',
  ]);
  const { result } = await proposalOf(freight(undefined), { ...USUAL, amounts: values[3]! });
  expect(result.trial?.summary.money[0]?.total_cents).toBe(12 * 2598);
});

describe('whole numbers', () => {
  const whole = (names: readonly [string, string, string]) =>
    csvOf(20, (i) =>
      priced(i, (price) => ({
        ...{ Price: undefined, Shipping: undefined, Total: undefined },
        [names[0]]: String(price),
        [names[1]]: '490',
        [names[2]]: String(2 * price + 490),
      })),
    );

  test.each([
    ['names that say cents', ['price_cents', 'shipping_cents', 'total_amount_cents'], 'cents'],
    ['values that look like cents', ['Price', 'Shipping', 'Total'], 'cents'],
  ] as const)('%s are asked', async (_, names, proposed) => {
    const { question } = await proposalOf(whole(names));
    // A name says it; what values look like is no proof.
    const unattended = names[0] === 'price_cents' ? proposed : null;
    expect(question('cents')).toMatchObject({ proposed, unattended });
    expect(question('cents')?.text).toContain('1998: 19.98 or 1998.00?');
  });

  test.each([
    ['cents', 1],
    ['units', 100],
  ] as const)('%s', async (answer, factor) => {
    const { result } = await proposalOf(whole(['Price', 'Shipping', 'Total']), {
      ...USUAL,
      cents: answer,
    });
    expect(result.trial?.summary.money[0]?.total_cents).toBe(PAID * factor);
    expect(result.trial?.summary.orders.refused).toBe(0);
  });

  test.each([
    ['a price that only the sums show', ['KBETR', 'Shipping', 'Total']],
    ['a price under a word that may be another', ['Each', 'Shipping', 'Total']],
    ['names that say cents, and one that does not', ['Each', 'shipping_cents', 'total_cents']],
  ] as const)('cents are those of every column with money: %s', async (_, names) => {
    const text = whole(names);
    const first = text.split('\n').slice(0, 4).join('\n');
    for (const table of [text, first]) {
      const { result, question } = await proposalOf(table, {
        ...USUAL,
        cents: 'cents',
        'column:item.price': names[0],
        'field:item.product_amount_cents': names[0],
      });
      expect(question('cents')?.text).toContain(names[0]);
      const price = { column: names[0], unit: 'cents' };
      expect(result.mapping['item']).toMatchObject({
        ...{ quantity: 'Quantity', unit_price_amount_cents: price, product_amount_cents: price },
      });
      expect(result.mapping['order']).toMatchObject({
        total_amount_cents: { column: names[2], unit: 'cents' },
      });
    }
  });
});

test('the sums are searched again once the sign before the decimals is known', async () => {
  // 85.525 is eighty-five thousand: a price of a unit, and the line with both units beside it.
  const text = csvOf(20, (i) => {
    const price = 85_525 + 1000 * i;
    const dotted = (amount: number) => String(amount).replace(/(\d)(?=(\d{3})+$)/g, '$1.');
    const line = {
      'Line total': dotted(2 * price),
      Total: dotted(2 * price),
      Currency: 'ARS',
      Country: 'AR',
    };
    return { ...line, Price: dotted(price), Shipping: undefined, Status: 'open' };
  });
  const first = await proposalOf(text);
  expect(first.open).toContain('decimal');
  expect(first.open).not.toContain('amounts');
  const { result } = await proposalOf(text, { decimal: ',' });
  expect(result.amounts).toMatchObject({ kind: 'sure', fits: 20 });
  expect(result.mapping['item']).toMatchObject({ unit_price_amount_cents: 'Price' });
});

describe('units and lines', () => {
  test('are asked when no column holds them', async () => {
    const { question } = await proposalOf(
      csvOf(20, (i) => priced(i, (price) => ({ Quantity: undefined, Total: cents(price + 490) }))),
    );
    expect(question('column:item.quantity')).toMatchObject({ proposed: 'none', unattended: null });
  });

  test.each([
    ['Qty', '-1'],
    ['Menge', '-2'],
    ['Units', '-1.0'],
    ['Cantidad', '-1'],
  ])('below zero in %s (%s) are credit notes, and the orders are reported', async (name, below) => {
    const text = csvOf(20, (i) => {
      const isSale = i % 2 === 0 || i > 7;
      const of = isSale ? i : i - 1;
      const units = isSale ? below.replace(/-./, '2') : below;
      const order = { 'Order number': `A-${of}`, Email: `anna${of}@example.com`, Quantity: undefined };
      return { ...priced(of), ...order, [name]: units };
    });
    const { result, open } = await proposalOf(text, USUAL);
    expect(open).toEqual([]);
    expect(result.mapping['item']).toMatchObject({ quantity: name });
    expect(result.trial?.summary.orders).toMatchObject({ refused: 0 });
    expect(result.trial?.summary.input.orders).toBe(16);
    expect(result.mapping['rows']).toMatchObject({ credit: { when: { column: name, lessThan: 0 } } });
    expect(JSON.stringify(result.mapping['limits'])).toContain(`Rows with ${name} below 0 are left out`);
  });

  test('an order whose rows hold fewer units than the export counts is refused', async () => {
    const { result } = await proposalOf(
      csvOf(20, (i) => priced(i, () => ({ 'Item count': i === 3 ? '5' : '2' }))),
      USUAL,
    );
    expect(result.mapping['rows']).toMatchObject({ count: 'Item count' });
    expect(result.trial?.summary.refused.by_code.map(({ code, count }) => [code, count])).toEqual([
      ['order.lines.count', 1],
    ]);
  });

  test('are those ordered, not those invoiced or shipped', async () => {
    const { columnOf } = await proposalOf(
      csvOf(20, (i) => priced(i, () => ({ 'Invoiced quantity': '1', 'Shipped quantity': '1' }))),
    );
    expect(columnOf('item.quantity')?.column).toBe('Quantity');
    expect(columnOf('item.quantity_shipped')?.column).toBe('Shipped quantity');
  });
});

describe('the number of the order', () => {
  test.each<[string, string, Record<string, string>]>([
    ['Order Reference', 'is asked for nothing', {}],
    ['Bestell-Nr.', 'is asked for nothing', {}],
    ['Vorgang', 'was chosen', { identifier: 'Vorgang' }],
  ])('that stands on the first row of an order only is asked about: %s %s', async (name, _, answers) => {
    const blank = 'Created Updated Status Email Name Street Zip City Country Currency Total'.split(' ');
    const below = Object.fromEntries([name, ...blank].map((one) => [one, '']));
    const text = csvOf(12, (i) => {
      const line = priced(i, () => ({ 'Order number': undefined, [name]: `S-${i}`, Shipping: undefined }));
      return i % 4 === 1 ? { ...line, ...below } : line;
    });
    const { question } = await proposalOf(text, answers);
    expect(question('fill_down')).toMatchObject({ proposed: 'yes', unattended: null, answer: null });
    await expect(proposalOf(text, { ...answers, fill_down: 'no' })).rejects.toMatchObject({
      message: `"${name}" is blank on further rows of an order`,
      found: 'none in row 2 below the header',
    });
  });

  test.each<[string, (i: number) => Record<string, string | undefined>]>([
    [
      'the number of a seller',
      (i) => ({ 'Order number': undefined, id: `${5000 + i}`, salesRepId: `${i % 3}` }),
    ],
    [
      'a key of the program',
      (i) => ({ 'Order number': undefined, id: `${5000 + i}`, order_key: `wc_order_5a${i}b9c3d7e1f` }),
    ],
    [
      'the code of a currency',
      (i) => ({ 'Order number': undefined, id: `${5000 + i}`, 'Order currency code': 'EUR' }),
    ],
  ])('is not %s', async (_, change) => {
    const { result } = await proposalOf(csvOf(20, (i) => priced(i, () => change(i))));
    expect(result.hypothesis?.key?.name).toBe('id');
  });

  test('is asked, with nothing preselected, when the best column comes back after other orders', async () => {
    const { question } = await proposalOf(
      csvOf(20, (i) => priced(i, () => ({ 'Order number': `W-${i % 4}` }))),
    );
    expect(question('identifier')).toMatchObject({ proposed: null, unattended: null });
  });

  /** Two rows an order, the number of the row first. */
  const ofRows = (row: string, order: string) =>
    csvOf(20, (i) => {
      const first = { [row]: `${901 + i}`, [order]: `M-${i >> 1}`, 'Order number': undefined };
      const half = { Email: `anna${i >> 1}@example.com`, Quantity: undefined, Total: undefined };
      return { ...first, ...half, Sku: `S-${i % 3}` };
    });
  test.each([
    ['id_order_unit', 'id_order'],
    ['Order unit no', 'Order no'],
    ['order_unit_number', 'order_id'],
    ['order_item_number', 'order_id'],
    ['Auftragsposition Nr', 'Auftrags-ID'],
  ])('is not %s beside %s', async (row, order) => {
    const { result, question } = await proposalOf(ofRows(row, order));
    expect(result.hypothesis?.key?.name).toBe(order);
    expect(question('identifier')).toBeUndefined();
  });

  test('is not that of the invoice', async () => {
    const text = csvOf(6, (i) => ({
      'Order number': undefined,
      order_id: `${42 + i}`,
      invoice_no: `R-${i}`,
    }));
    const { result, question } = await proposalOf(text);
    expect(result.hypothesis?.key?.name).toBe('order_id');
    expect(question('identifier')).toBeUndefined();
  });

  const unique = (one: string, other: string) =>
    csvOf(6, (i) => ({ 'Order number': undefined, [one]: `${42 + i}`, [other]: `XK${i}B` }));
  test.each([
    ['order_detail_no', 'order_id', ofRows],
    ['Order entry number', 'Order ID', ofRows],
    ['order_number', 'order_id', ofRows],
    ['id_order', 'reference', unique],
    ['order_id', 'Referenz', unique],
    ['OrderId', 'Ref no', unique],
    ['ID commande', 'Code', unique],
  ])('is asked, with nothing preselected: %s or %s', async (one, other, table) => {
    const { question } = await proposalOf(table(one, other));
    expect(question('identifier')).toMatchObject({ proposed: null, unattended: null });
    const choices = question('identifier')!.choices.map(({ value }) => value);
    expect(choices).toEqual(expect.arrayContaining([one, other]));
  });
});

test.each([
  ['$', 'US', 'USD', 'USD'],
  // A dollar is no euro: nothing is proposed, and the trial reads the amounts all the same.
  ['$', 'DE', null, 'XXX'],
  ['€', 'DE', 'EUR', 'EUR'],
])('amounts with %s to %s: the proposed currency is %s', async (sign, country, proposed, tried) => {
  const dressed = (i: number, cells: Record<string, string | undefined>) => ({
    ...cells,
    ...{
      Price: `${sign}10.${i + 10}`,
      Shipping: `${sign}4.90`,
      Total: `${sign}${(24.9 + (20 + 2 * i) / 100).toFixed(2)}`,
    },
    ...{ Country: country, Currency: undefined },
  });
  const text = csvOf(20, (i) =>
    dressed(
      i,
      priced(i, () => ({})),
    ),
  );
  const { question, result } = await proposalOf(text, {}, { assumes: true });
  expect(question('currency')?.proposed).toBe(proposed);
  expect(result.mapping['order']).toMatchObject({ currency: { constant: tried } });
  expect(result.trial?.summary.refused.by_code).toEqual([]);
});

test('a coordinate is no amount of shipping', async () => {
  const { result, columnOf } = await proposalOf(
    csvOf(20, (i) =>
      priced(i, () => ({ 'Ship latitude': `52.51${i}234`, 'Shipping point': `13.40${i}5678` })),
    ),
  );
  expect(columnOf('shipping_amount_cents')?.column).toBe('Shipping');
  expect(result.amounts?.kind).toBe('sure');
});

test('a total after refunds is no refund, and the total only when no other adds up', async () => {
  const text = (more: Record<string, string | undefined>) =>
    csvOf(20, (i) => {
      const back = i === 3 ? 1000 : 0;
      return { ...more, 'Total after refunds': cents(5486 - back), 'Refunded amount': cents(back) };
    });
  const { columnOf, question } = await proposalOf(text({}));
  expect(columnOf('total_amount_cents')).toMatchObject({ column: 'Total', confidence: 'sure' });
  expect(question('refunds')).toMatchObject({ orders: 1 });
  const alone = await proposalOf(text({ Total: undefined }));
  expect(alone.columnOf('total_amount_cents')).toMatchObject({ column: 'Total after refunds' });
  // The order with a refund does not add up, and is refused.
  expect(alone.result.trial?.summary.orders).toMatchObject({ refused: 1, pending: 19 });
});

describe('what was paid with a gift card', () => {
  const text = (left: (amount: number) => number, card = 'Gift card', sign = '') =>
    csvOf(20, (i) => {
      const paid = i % 5 === 0 ? 1000 : 0;
      return { [card]: paid === 0 ? '' : sign + cents(paid), Total: cents(left(5486 - paid)) };
    });

  test.each([
    ['Gift card', ''],
    ['Geschenkgutschein', '-'],
    ['Tarjeta regalo', ''],
  ])('%s belongs to the total where that is what was left to pay', async (name, sign) => {
    const csv = text((amount) => amount, name, sign);
    const { question } = await proposalOf(csv);
    expect(question('gift_cards')).toMatchObject({ proposed: 'payment', unattended: 'refuse', orders: 4 });
    expect(question('gift_cards')?.text).toMatch(new RegExp(`^${name}: was that paid with gift cards`));
    const { result } = await proposalOf(csv, { gift_cards: 'payment' }, { assumes: true });
    expect(result.amounts).toMatchObject({ kind: 'sure', fits: 20, of: 20 });
    expect(result.trial?.summary.orders).toMatchObject({ refused: 0, pending: 20 });
    expect(result.trial?.plan.money).toMatchObject([{ totalCents: 20 * 5486, smallestCents: 5486 }]);
    const refused = await proposalOf(csv, { gift_cards: 'refuse' }, { assumes: true });
    expect(refused.result.trial?.summary.orders).toMatchObject({ refused: 4, pending: 16 });
  });

  test('is not asked about where orders add up without it', async () => {
    const { open, columnOf } = await proposalOf(text(() => 5486));
    expect(open).toEqual(['statuses', 'shipping_address']);
    expect(columnOf('total_amount_cents')).toMatchObject({ column: 'Total' });
  });
});
