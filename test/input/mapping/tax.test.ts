// Tax on top and inside, shared to the cent; sums of orders that have not shipped as a whole.

import { describe, expect, it } from 'vitest';
import { sharesOf } from '../../../src/basics/units.ts';
import type { Stated } from '../../../src/orders/read/shipped-amounts.ts';
import { taxMode, taxOfLines } from '../../../src/orders/read/tax-and-sums.ts';
import { fc } from '../../helpers/random.ts';
import { codes } from '../support.ts';
import { itemsOf, line, mappingOf, type Row, readRows } from './support.ts';

const stated = (total: number, subtotal: number, shipping = 0, tax = 0, discount = 0): Stated => ({
  total,
  subtotal,
  shipping,
  tax,
  discount,
  shipping_tax: undefined,
});
const spec = { total: 'x', subtotal: 'x', tax: 'x' };

describe('tax on top or inside', () => {
  it.each([
    ['on top', stated(5900, 5000, 500, 400), {}, 'on_top'],
    ['inside', stated(5500, 5000, 500, 400), {}, 'inside'],
    ['neither', stated(5700, 5000, 500, 400), {}, undefined],
    ['no tax', stated(5500, 5000, 500, 0), {}, 'on_top'],
    ['before the discount, on top', stated(4900, 5000, 0, 400, 500), {}, 'on_top'],
    ['before the discount, inside', stated(4500, 5000, 0, 400, 500), {}, 'inside'],
    ['both ways, since tax equals discount', stated(5000, 5000, 0, 400, 400), {}, undefined],
    [
      'known to be after the discount',
      stated(5000, 5000, 0, 400, 400),
      { subtotal_is: 'after_discount' },
      'inside',
    ],
    ['known to be before it', stated(5000, 5000, 0, 400, 400), { subtotal_is: 'before_discount' }, 'on_top'],
    ['forced and right', stated(5900, 5000, 500, 400), { mode: 'on_top' }, 'on_top'],
    ['forced and wrong', stated(5900, 5000, 500, 400), { mode: 'inside' }, undefined],
  ] as const)('%s', (_, given, more, mode) => {
    expect(taxMode(given, { ...spec, ...more })).toBe(mode);
  });
});

describe('shares', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1e11 }), { minLength: 1, maxLength: 30 });
  it('add up, and each is less than a cent from its exact part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), weights, (amount, list) => {
        const shares = sharesOf(amount, list);
        const sum = list.reduce((a, b) => a + b, 0);
        if (sum === 0) return;
        expect(shares.reduce((a, b) => a + b, 0)).toBe(amount);
        for (const [i, share] of shares.entries()) {
          const rest = BigInt(share) * BigInt(sum) - BigInt(amount) * BigInt(list[i]!);
          expect(rest < BigInt(sum) && rest > -BigInt(sum)).toBe(true);
        }
      }),
    );
  });

  it('of shipped units never fall while more ships, and are whole in the end', () => {
    const lines = fc.array(
      fc.record({ unitPrice: fc.nat(50_000), quantity: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.nat(100_000), lines, (tax, list) => {
        const at = (share: number) =>
          taxOfLines(
            tax,
            list.map((one) => ({
              ...one,
              shipped: Math.floor(one.quantity * share),
              remaining: one.quantity,
              rate: 1,
            })),
          );
        const [none, half, all] = [at(0), at(0.5), at(1)] as const;
        expect(none.every((one) => one === 0)).toBe(true);
        expect(half.every((one, i) => one <= all[i]!)).toBe(true);
        expect(all.reduce((a, b) => a + b, 0)).toBe(tax);
      }),
    );
  });
});

describe('the rates of lines', () => {
  const lineOf = (unitPrice: number, quantity: number, rate: number) => ({
    ...{ unitPrice, quantity, shipped: quantity, remaining: quantity, rate },
  });
  it.each<
    [tax: number, lines: readonly [price: number, units: number, rate: number][], taxes: readonly number[]]
  >([
    // 7 % of 24.50 is 1.72, 19 % of 12.90 and of 3 x 39.95 are 2.45 and 22.77.
    [
      2694,
      [
        [2450, 1, 7],
        [1290, 1, 19],
        [3995, 3, 19],
      ],
      [172, 245, 2277],
    ],
    [
      690,
      [
        [1000, 1, 0],
        [1000, 2, 20],
        [1450, 1, 20],
      ],
      [0, 400, 290],
    ],
    [
      300,
      [
        [1000, 1, 0.1],
        [1000, 2, 0.1],
      ],
      [100, 200],
    ],
    [
      300,
      [
        [1000, 1, 0],
        [2000, 1, 0],
      ],
      [100, 200],
    ],
    [
      300,
      [
        [0, 1, 7],
        [0, 1, 0],
      ],
      [300, 0],
    ],
  ])('share a tax of %s by price and rate', (tax, lines, taxes) => {
    expect(
      taxOfLines(
        tax,
        lines.map((one) => lineOf(...one)),
      ),
    ).toEqual(taxes);
  });
});

describe('orders', () => {
  const mapping = mappingOf({
    order: {
      total_amount_cents: 'Total',
      tax_amount_cents: 'Tax',
      product_amount_cents: 'Sub',
      shipping_amount_cents: { column: 'Ship', default: 0 },
    },
    item: {
      unit_price_amount_cents: 'P',
      quantity_shipped: 'Sent',
      product_amount_cents: { multiply: ['Qty', 'P'] },
    },
    tax: {
      total: 'Total',
      subtotal: 'Sub',
      shipping: 'Ship',
      tax: 'Tax',
      shipping_tax: 'ShipTax',
      taxable: { not: { column: 'Sku', startsWith: 'GIFT' } },
    },
  });
  const order = async (head: Row, ...lines: readonly Row[]) => {
    const rows = lines.map((one, i) =>
      line('1', { Ship: '', ShipTax: '', ...(i === 0 ? head : {}), ...one }),
    );
    const [snapshot] = await readRows(rows, mapping);
    return {
      snapshot,
      raw: snapshot!.raw as Row,
      taxes: itemsOf(snapshot!).map((i) => i['tax_amount_cents']),
    };
  };
  const two = [
    { P: '10.00', Qty: '2', Sent: '2' },
    { P: '5.01', Qty: '1', Sent: '1' },
  ];

  it('on top: shared over the lines, the sum left to them', async () => {
    const { taxes, raw, snapshot } = await order(
      { Sub: '25.01', Ship: '5', Tax: '2.01', Total: '32.02' },
      ...two,
    );
    expect([taxes, raw['tax_amount_cents'], raw['total_amount_cents']]).toEqual([[161, 40], undefined, 3202]);
    expect(codes(snapshot)).toEqual([]);
  });

  it('tax on shipping and lines without tax have no part in it', async () => {
    const head = { Sub: '25.01', Ship: '5', Tax: '2.01', ShipTax: '0.40', Total: '32.02' };
    const { taxes, raw } = await order(head, two[0]!, { ...two[1], Sku: 'GIFT-1' });
    expect([taxes, raw['shipping_tax_amount_cents']]).toEqual([[161, 0], 40]);
  });

  it('a rate that cannot be read leaves the tax open, and a line without one bears none', async () => {
    const { taxable: _, ...tax } = mapping.tax as Record<string, unknown>;
    const rated = { ...mapping, tax: { ...tax, rate: { column: 'Rate', default: 0 } } } as typeof mapping;
    const head = { Sub: '25.01', Ship: '5', ShipTax: '', Tax: '2.01', Total: '32.02' };
    const taxesFor = async (...rates: readonly string[]) => {
      const rows = two.map((one, i) => line('1', { ...head, ...one, Rate: rates[i]! }));
      const [snapshot] = await readRows(rows, rated);
      const codes = snapshot!.findings.map(({ code }) => code);
      return [
        itemsOf(snapshot!).map((item) => item['tax_amount_cents']),
        codes.includes('order.tax.undecidable'),
      ];
    };
    expect(await taxesFor('7', '19')).toEqual([[120, 81], false]);
    expect(await taxesFor('', '19')).toEqual([[0, 201], false]);
    expect(await taxesFor('7', 'reduced')).toEqual([[undefined, undefined], true]);
  });

  it('tax on shipping that is named here only is sent on top, and as 0 inside', async () => {
    const head = { Sub: '25.01', Ship: '5', Tax: '2.01' };
    for (const [ShipTax, Total, sent] of [
      ['0.40', '32.02', 40],
      ['0.00', '32.02', 0],
      ['0.40', '30.01', 0],
      ['', '32.02', undefined],
    ] as const) {
      const { raw } = await order({ ...head, ShipTax, Total }, ...two);
      expect(raw['shipping_tax_amount_cents'], `${ShipTax} ${Total}`).toBe(sent);
    }
  });

  it('the amounts may be sums over the line items', async () => {
    const of = mappingOf({
      order: { total_amount_cents: 'Total', shipping_amount_cents: { constant: 0 } },
      item: { unit_price_amount_cents: 'P', quantity_shipped: 'Qty' },
      tax: {
        total: 'Total',
        subtotal: { sum: [{ multiply: ['Qty', 'P'] }], over: 'items' },
        tax: { sum: ['Tax'], over: 'items' },
        shipping_tax: { sum: ['ShipTax'], over: 'items', default: 0 },
      },
    });
    const rows = [
      { P: '10.00', Qty: '2', Tax: '1.61', Total: '27.02' },
      { P: '5.01', Qty: '1', Tax: '0.40', Total: '27.02' },
    ].map((one) => line('1', { Ship: '', ShipTax: '', ...one }));
    const [snapshot] = await readRows(rows, of);
    expect(itemsOf(snapshot!).map((i) => i['tax_amount_cents'])).toEqual([161, 40]);
    expect((snapshot!.raw as Row)['shipping_tax_amount_cents']).toBe(0);
    expect(codes(snapshot)).toEqual([]);
  });

  it('inside: 0, with a note', async () => {
    const { taxes, snapshot } = await order({ Sub: '25.01', Ship: '5', Tax: '2.01', Total: '30.01' }, ...two);
    expect(taxes).toEqual([0, 0]);
    expect(codes(snapshot)).toEqual(['note order.tax.inside tax_amount_cents']);
  });

  it('neither: refused with all amounts, repaired never', async () => {
    const { snapshot, raw } = await order({ Sub: '25.01', Ship: '5', Tax: '2.01', Total: '31.00' }, ...two);
    expect(codes(snapshot)).toEqual(['error order.tax.undecidable tax_amount_cents']);
    expect(snapshot!.findings[0]!.args).toMatchObject({
      total: 3100,
      subtotal: 2501,
      shipping: 500,
      tax: 201,
    });
    expect(raw['total_amount_cents']).toBe(3100);
  });

  it('lines that miss the subtotal are reported', async () => {
    const { snapshot } = await order({ Sub: '30.00', Tax: '0', Total: '30.00' }, ...two);
    expect(codes(snapshot)).toEqual(['warning order.subtotal.mismatch product_amount_cents']);
  });

  it('a tax of the line itself counts where it is on top, and is 0 where it is inside', async () => {
    const own = { ...mapping, item: { ...(mapping['item'] as object), tax_amount_cents: 'LineTax' } };
    const of = async (total: string) => {
      const head = { Sub: '25.01', Ship: '5', ShipTax: '', Tax: '2.01', Total: total };
      const rows = two.map((one, i) =>
        line('1', { ...(i === 0 ? head : {}), ...one, LineTax: i === 0 ? '2.00' : '0.01' }),
      );
      const [snapshot] = await readRows(rows, own);
      return itemsOf(snapshot!).map((item) => item['tax_amount_cents']);
    };
    expect(await of('32.02')).toEqual([200, 1]);
    expect(await of('30.01')).toEqual([0, 0]);
  });

  it('partly shipped: tax and sums of the shipped units, the rest waits', async () => {
    const head = { Sub: '25.01', Ship: '5', Tax: '2.01', Total: '32.02' };
    const { raw, taxes, snapshot } = await order(head, { ...two[0], Sent: '1' }, { ...two[1], Sent: '0' });
    expect(taxes).toEqual([80, 0]);
    expect(raw).not.toHaveProperty('product_amount_cents');
    expect(raw['total_amount_cents']).toBe(1080);
    expect(codes(snapshot)).toEqual(['note order.total.shipped total_amount_cents']);
    expect(itemsOf(snapshot!).map((item) => item['product_amount_cents'])).toEqual([undefined, undefined]);
  });
});

describe('the total of an order that has not shipped as a whole', () => {
  const mapping = mappingOf({
    order: {
      total_amount_cents: 'Total',
      shipping_amount_cents: { column: 'Ship', default: 0 },
      discount_amount_cents: { column: 'Off', default: 0 },
    },
    item: {
      unit_price_amount_cents: 'P',
      quantity_shipped: 'Sent',
      quantity_canceled: { column: 'Gone', default: 0 },
      tax_amount_cents: { column: 'Tax', default: 0 },
    },
  });
  // Three units of 10.00, of which the case says how many have left.
  const base = { P: '10.00', Qty: '3', Sent: '0', Ship: '4.90', Off: '', Tax: '', Gone: '' };

  it.each([
    ['goods and shipping', { Total: '34.90' }, true],
    ['one has left', { Total: '34.90', Sent: '1' }, true],
    ['less a discount', { Total: '32.90', Off: '2.00' }, true],
    ['with tax on top', { Total: '40.60', Tax: '5.70' }, true],
    ['less a cancelled unit', { Total: '24.90', Gone: '1' }, true],
    ['the price was that of a line: 60.00 would be sent once it ships', { Total: '34.90', Qty: '6' }, false],
    ['money that no column holds', { Total: '37.40' }, false],
  ])('is held against what was ordered: %s', async (_, cells, fits) => {
    const [snapshot] = await readRows([line('1', { ...base, ...cells })], mapping);
    expect(codes(snapshot).includes('error order.total.unexplained total_amount_cents')).toBe(!fits);
  });
});

it.each([
  ['units', { Qty: '3', Items: '3' }, true],
  ['lines', { Qty: '3', Items: '1' }, true],
  ['nothing', { Qty: '3', Items: '' }, true],
  ['more than the rows hold', { Qty: '1', Items: '3' }, false],
  ['fewer', { Qty: '4', Items: '2' }, false],
])('rows.count: the export counts %s', async (_, cells, fits) => {
  const mapping = mappingOf({
    rows: { count: 'Items' },
    item: { unit_price_amount_cents: 'P', quantity_shipped: 'Qty' },
  });
  const [snapshot] = await readRows([line('1', { P: '10.00', ...cells })], mapping);
  expect(codes(snapshot).some((code) => code.startsWith('error order.lines.count'))).toBe(!fits);
});
