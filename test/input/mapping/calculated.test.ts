// What a mapping calculates: by hand, and against a second way with BigInt.
import { describe, expect, it } from 'vitest';
import {
  type Fraction,
  fractionIn,
  minus,
  over,
  plus,
  type Rounding,
  times,
  wholeFrom,
} from '../../../src/input/mapping/values/fraction.ts';
import { fractionOf } from '../../../src/input/mapping/values/money.ts';
import { fc } from '../../helpers/random.ts';
import { codes } from '../support.ts';
import { failRows, line, mappingOf, one } from './support.ts';

const ROUNDINGS = ['half_up', 'half_even', 'up', 'down'] as const;

describe('calculations of amounts', () => {
  const cells = { T: '10.00', U: '4', P: '12.50', D: '-2.00', R: '19%', E: '', C: '250', X: '0.015' };
  const of = async (spec: unknown) => {
    const { item, snapshot } = await one(cells, mappingOf({ item: { discount_amount_cents: spec } }));
    return codes(snapshot).length > 0 ? codes(snapshot) : item['discount_amount_cents'];
  };
  it.each([
    ['a sum', { sum: ['T', 'P', 'D'] }, 2050],
    ['blank columns are left out of a sum', { sum: ['T', 'E'] }, 1000],
    ['a sum of nothing has no value', { sum: ['E'] }, undefined],
    ['a number in a sum', { sum: ['T', 0.5] }, 1050],
    ['fractions of a cent that make a cent', { sum: ['X', 'X', { multiply: ['X', 2] }] }, 6],
    ['a difference', { subtract: ['P', 'T', 'D'] }, 450],
    ['blank columns are not taken off', { subtract: ['P', 'E'] }, 1250],
    ['what is blank cannot be made smaller', { subtract: ['E', 'T'] }, undefined],
    ['units times a price', { multiply: ['U', 'P'] }, 5000],
    ['a percentage of an amount', { multiply: ['T', 'R'] }, 190],
    ['an amount without its tax', { divide: ['T', { sum: [1, { constant: '0.25' }] }] }, 800],
    ['a product with a blank has no value', { multiply: ['T', 'E'] }, undefined],
    ['a price for one unit', { divide: ['T', 'U'] }, 250],
    ['a default of the result, in cents', { divide: ['E', 'U'], default: 7 }, 7],
    ['a default inside, as the export writes it', { sum: ['T', { column: 'E', default: 7 }] }, 1700],
    ['whole cents inside', { sum: ['T', { column: 'C', unit: 'cents' }] }, 1250],
    ['values inside each other', { divide: [{ subtract: ['P', { multiply: ['T', 0.25] }] }, 'U'] }, 250],
    [
      'a choice inside',
      {
        sum: [
          'T',
          {
            cases: [{ when: { column: 'E', empty: true }, value: { multiply: ['U', 'P'] } }],
            else: { constant: 1 },
          },
        ],
      },
      6000,
    ],
    ['a value map inside', { multiply: ['T', { column: 'U', values: { '4': '0.5' } }] }, 500],
    ['rounded inside', { multiply: [{ divide: ['T', 3], round: 'half_up' }, 3] }, 999],
    ['exact inside', { multiply: [{ divide: ['T', 3] }, 3] }, 1000],
    ['half up', { column: 'X', round: 'half_up' }, 2],
    ['up', { divide: ['T', 3], round: 'up' }, 334],
  ])('%s', async (_, spec, expected) => {
    expect(await of(spec)).toEqual(expected);
  });

  it.each([
    ['an inexact quotient', { divide: ['T', 3] }, 'cell.inexact'],
    ['an inexact product', { multiply: ['X', 3] }, 'cell.inexact'],
    ['an amount with three decimals', 'X', 'cell.amount'],
    ['a division by zero', { divide: ['T', { subtract: ['U', 4] }] }, 'cell.division'],
    ['a division by zero is not defaulted', { divide: ['T', 0], default: 1 }, 'cell.division'],
    ['a result that is too large', { multiply: ['T', 1e15, 'U'] }, 'cell.large'],
    ['a text', { sum: ['T', 'Sku'] }, 'cell.amount'],
    ['a word that no value map has', { sum: ['T', { column: 'U', values: { '3': '1' } }] }, 'cell.unmapped'],
    ['such a word, once', { sum: [{ column: 'Sku', values: { B: '1' } }] }, 'cell.unmapped'],
  ])('%s refuses the order', async (_, spec, code) => {
    expect(await of(spec)).toEqual([`error ${code} items[0].discount_amount_cents`]);
  });

  it('says what the result would be, and where', async () => {
    const mapping = mappingOf({ item: { discount_amount_cents: { divide: ['T', 'U'] } } });
    const { snapshot } = await one({ T: '-10.00', U: '3' }, mapping);
    expect(snapshot.findings[0]!.args).toMatchObject({
      found: '-3.333333',
      column: 'T',
      cell: 5,
      line: 2,
    });
    expect(snapshot.placeOf('items[0].discount_amount_cents')).toMatchObject({ line: 2, column: 5 });
    expect(snapshot.ruleOf?.('items[0].discount_amount_cents')).toBe('calculated');
  });

  it('names the column of the text that cannot be read', async () => {
    const mapping = mappingOf({ item: { discount_amount_cents: { sum: ['T', { column: ['E', 'X'] }] } } });
    const { snapshot } = await one({ T: '1.00', E: '', X: 'none' }, mapping);
    expect(snapshot.findings[0]!.args).toMatchObject({ column: 'X', cell: 7, line: 2 });
  });

  it('quantities are whole numbers, weights are not', async () => {
    const item = { quantity: { divide: ['T', 'P'] }, weight: { multiply: ['W', '2'] } };
    const of = async (T: string) => await one({ T, P: '2.50', W: '0.45', '2': '2' }, mappingOf({ item }));
    expect((await of('10.00')).item).toMatchObject({ quantity: 4, weight: 0.9 });
    expect(codes((await of('9.00')).snapshot)).toEqual(['error cell.inexact items[0].quantity']);
  });

  it.each([
    ['a date', { order: { updated_at: { sum: ['Qty'] } } }, 'order.updated_at'],
    [
      'a latest date inside',
      { item: { discount_amount_cents: { sum: [{ latest: ['At'] }] } } },
      'item.discount_amount_cents.sum[0]',
    ],
    [
      'a constant text inside',
      { item: { discount_amount_cents: { sum: [{ constant: 'x' }] } } },
      'item.discount_amount_cents.sum[0].constant',
    ],
    ['a rounded text', { order: { note: { column: 'Sku', round: 'up' } } }, 'order.note.round'],
  ])('%s is a fault of the mapping', async (_, more, path) => {
    const failure = await failRows([line('1')], mappingOf(more));
    expect([failure.code, failure.exitCode, failure.place?.path]).toEqual(['input.map.value', 6, path]);
  });
});

describe('fractions', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(8))
    .map(([digits, places]) => {
      const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
      const cut = text.length - places;
      return {
        text: `${digits < 0n ? '-' : ''}${text.slice(0, cut)}${places > 0 ? `.${text.slice(cut)}` : ''}`,
        top: digits,
        bottom: 10n ** BigInt(places),
      };
    });
  type Exact = { readonly top: bigint; readonly bottom: bigint };
  const same = (found: Fraction | undefined, { top, bottom }: Exact) =>
    BigInt(found!.top) * bottom === BigInt(found!.bottom) * top && found!.bottom > 0;

  it('are those of the second way, for all four operations', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [x, y] = [fractionIn(a.text)!, fractionIn(b.text)!];
        const shared = { top: a.top * b.bottom, bottom: a.bottom * b.bottom };
        const other = b.top * a.bottom;
        expect(same(x, a)).toBe(true);
        expect(same(plus(x, y), { ...shared, top: shared.top + other })).toBe(true);
        expect(same(minus(x, y), { ...shared, top: shared.top - other })).toBe(true);
        expect(same(times(x, y), { ...shared, top: a.top * b.top })).toBe(true);
        if (b.top === 0n) expect(over(x, y)).toBeUndefined();
        else expect(same(over(x, y), { top: shared.top, bottom: other })).toBe(true);
      }),
    );
  });

  /** By comparing with the two neighbours instead of with the rest. */
  function roundedAgain(top: bigint, bottom: bigint, rounding: Rounding): bigint {
    const [t, b] = bottom < 0n ? [-top, -bottom] : [top, bottom];
    const size = t < 0n ? -t : t;
    let lower = size / b;
    while ((lower + 1n) * b <= size) lower++;
    const upper = lower * b === size ? lower : lower + 1n;
    const [toLower, toUpper] = [size - lower * b, upper * b - size];
    const nearer = toLower < toUpper ? lower : toUpper < toLower ? upper : undefined;
    const even = lower % 2n === 0n ? lower : upper;
    const found = { up: upper, down: lower, half_up: nearer ?? upper, half_even: nearer ?? even }[rounding];
    return t < 0n ? -found : found;
  }

  it('are rounded as a second way rounds, and only when they are not whole', () => {
    const small = fc
      .bigInt({ min: -2000n, max: 2000n })
      .map((top) => ({ text: String(top), top, bottom: 1n }));
    const any = fc.oneof(decimal, small);
    fc.assert(
      fc.property(
        any,
        any,
        fc.constantFrom(...ROUNDINGS),
        fc.constantFrom(1, 100),
        (a, b, rounding, scale) => {
          fc.pre(b.top !== 0n);
          const value = over(fractionIn(a.text)!, fractionIn(b.text)!)!;
          const [top, bottom] = [a.top * b.bottom * BigInt(scale), a.bottom * b.top];
          const expected = roundedAgain(top, bottom, rounding);
          expect(BigInt(wholeFrom(value, scale, rounding)!)).toBe(expected);
          const exact = wholeFrom(value, scale, undefined);
          expect(exact === undefined ? undefined : BigInt(exact)).toBe(
            top % bottom === 0n ? expected : undefined,
          );
          expect(Object.is(wholeFrom(value, scale, rounding), -0)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['19%', '.', 19, 100],
    ['19,5 %', ',', 195, 1000],
    ['-7.25%', '.', -725, 10_000],
    ['1,234.5678', '.', 12_345_678, 10_000],
    ['1.234,5', ',', 12_345, 10],
    ['(3.20) ', '.', -32, 10],
    ['€ 5', '.', 5, 1],
  ] as const)('%s under %s', (text, decimalSign, top, bottom) => {
    const value = fractionOf(text, decimalSign)!;
    expect(BigInt(value.top) * BigInt(bottom)).toBe(BigInt(value.bottom) * BigInt(top));
  });

  it.each(['', '%', 'five', '1e3', '1,23', '5%%', '--1'])('%s is no number', (text) => {
    expect(fractionOf(text, '.')).toBeUndefined();
  });
});
