// Amounts and the decision over the decimal sign.

import { describe, expect, it } from 'vitest';
import { centsOf, decimalSignIn } from '../../../src/input/mapping/values/money.ts';
import { fc } from '../../helpers/random.ts';
import { codes } from '../support.ts';
import { failRows, itemsOf, line, mappingOf, one, readRows } from './support.ts';

describe('amounts', () => {
  it.each([
    ['12', '.', 1200],
    ['12.5', '.', 1250],
    ['12.500', '.', 1250],
    ['1,234.56', '.', 123456],
    ['1,234,567.00', '.', 123456700],
    ['1.234,56', ',', 123456],
    ['1 234,56', ',', 123456],
    ['1\u202f234,56', ',', 123456],
    ["1'234.50", '.', 123450],
    ['12,5', ',', 1250],
    ['€ 1.234,56', ',', 123456],
    ['1.234,56 €', ',', 123456],
    ['USD 12.00', '.', 1200],
    ['US$12.00', '.', 1200],
    ['12.00 kr', '.', 1200],
    ['-3.20', '.', -320],
    ['$-3.20', '.', -320],
    ['(3.20)', '.', -320],
    ['\u22123.20', '.', -320],
    ['-0.00', '.', 0],
    ['1,234', '.', 123400],
    ['1.234', ',', 123400],
    ['12.5000', '.', 1250],
    ['1.234,500000', ',', 123450],
    ['1,23,456.78', '.', 12345678],
    ['1,23,456', '.', 12345600],
    ['12,34,56,789.5000', '.', 12345678950],
    ['-1,23,456.78', '.', -12345678],
    ['(₹1,23,456.78)', '.', -12345678],
    ['₹ -1,23,456.78', '.', -12345678],
    ['Rs. 1,23,456/-', '.', 12345600],
    ['INR 1,00,00,000', '.', 1000000000],
    ['1\u00a023\u00a0456.78', '.', 12345678],
    ['1,23', ',', 123],
  ] as const)('%s under %s', (text, sign, cents) => {
    expect(centsOf(text, sign)).toBe(cents);
  });

  it.each([
    ['1.234', '.'],
    ['12.345', '.'],
    ['1e3', '.'],
    ['8.80123E+11', '.'],
    ['12,34', '.'],
    ['1,23,45.00', '.'],
    ['1,23,456', ','],
    ['1,23 456.00', '.'],
    ['01,23,456', '.'],
    ['1.2345', '.'],
    ['1.234.56', '.'],
    ["1,234'567.00", '.'],
    ['--5', '.'],
    ['(-5)', '.'],
    ['(5', '.'],
    ['5-', '.'],
    ['five', '.'],
    ['12.34.', '.'],
    ['', '.'],
  ] as const)('%s is none under %s', (text, sign) => {
    expect(centsOf(text, sign)).toBeUndefined();
  });

  it('whatever is written in either way reads back to the cent', () => {
    const amount = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(amount, fc.boolean(), fc.constantFrom('.', ','), (cents, grouped, sign) => {
        const digits = String(Math.abs(cents)).padStart(3, '0');
        const whole = digits.slice(0, -2);
        const group = sign === '.' ? ',' : '.';
        const text = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
        expect(centsOf(`${cents < 0 ? '-' : ''}${text}${sign}${digits.slice(-2)}`, sign)).toBe(cents);
      }),
    );
  });

  it.each([
    ['12.50', '.'],
    ['12,50', ','],
    ['1,234.56', '.'],
    ['1.234,56', ','],
    ['1,234,567', '.'],
    ['1.234.567', ','],
    ['12345.678', '.'],
    ['0,500', ','],
    ['1,23,456', '.'],
    ['1,23,456.78', '.'],
    ['1,23', ','],
    ['1,234', 'either'],
    ['1.234', 'either'],
    ['1234', undefined],
    ['about 5.00', undefined],
  ])('%s says %s', (text, sign) => {
    expect(decimalSignIn(text)).toBe(sign);
  });
});

describe('the decimal sign of the input', () => {
  const mapping = mappingOf({ decimal: undefined, item: { unit_price_amount_cents: 'P' } });
  const prices = async (list: readonly string[], options = {}) =>
    (
      await readRows(
        list.map((P, i) => line(String(i), { P })),
        mapping,
        options,
      )
    ).map((snapshot) => itemsOf(snapshot)[0]!['unit_price_amount_cents']);

  it('is decided over the whole column, wherever the telling cell stands', async () => {
    expect(await prices(['1,234', '5', '2.50'])).toEqual([123400, 500, 250]);
    expect(await prices(['1,234', '5', '2,50'].map((p) => p.replace('1,', '1.')))).toEqual([
      123400, 500, 250,
    ]);
    expect(await prices(['5', '7'])).toEqual([500, 700]);
  });

  it('undecidable: exit 6 that asks for --decimal, which settles it', async () => {
    const failure = await failRows([line('1', { P: '12' }), line('2', { P: '1,234' })], mapping);
    expect([failure.code, failure.exitCode, failure.hint]).toEqual([
      'input.decimal.undecidable',
      6,
      expect.stringContaining('--decimal'),
    ]);
    expect(failure.place).toEqual({ file: 'f1.csv', line: 3, column: 5 });
    expect(await prices(['12', '1,234'], { decimal: '.' })).toEqual([1200, 123400]);
  });

  it('both signs: exit 6 that names both places', async () => {
    const failure = await failRows([line('1', { P: '12.50' }), line('2', { P: '12,50' })], mapping);
    expect([failure.code, failure.exitCode]).toEqual(['input.decimal.mixed', 6]);
    expect(failure.found).toBe('"12.50" on line 2, "12,50" here');
  });

  it('an amount finer than a cent refuses its order and is never rounded', async () => {
    const { snapshot } = await one({ P: '12.345' }, mappingOf({ item: { unit_price_amount_cents: 'P' } }));
    expect(codes(snapshot)).toEqual(['error cell.amount items[0].unit_price_amount_cents']);
    expect(snapshot.findings[0]!.args).toMatchObject({ found: '12.345', column: 'P', cell: 5, line: 2 });
  });
});
