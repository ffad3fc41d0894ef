// Amounts and the decision over the decimal sign.

import { describe, expect, it } from 'vitest';
import { describeOrderFinding } from '../../../src/contract/order-catalog.ts';
import { centsOf, decimalSignIn } from '../../../src/input/mapping/values/money.ts';
import { fc } from '../../helpers/random.ts';
import { codes } from '../support.ts';
import { failRows, itemsOf, line, mappingOf, one, readRows } from './support.ts';

describe('amounts', () => {
  it.each([
    ['12.5', '.', 1250],
    ['12.500', '.', 1250],
    ['1,234.56', '.', 123456],
    ['1.234,56', ',', 123456],
    ['1 234,56', ',', 123456],
    ['1\u202f234,56', ',', 123456],
    ["1'234.50", '.', 123450],
    ['€ 1.234,56', ',', 123456],
    ['USD 12.00', '.', 1200],
    ['12.00 kr', '.', 1200],
    ['-3.20', '.', -320],
    ['$-3.20', '.', -320],
    ['(3.20)', '.', -320],
    ['\u22123.20', '.', -320],
    ['-0.00', '.', 0],
    ['1,234', '.', 123400],
    ['1.234', ',', 123400],
    ['1.234,500000', ',', 123450],
    ['1,23,456.78', '.', 12345678],
    ['12,34,56,789.5000', '.', 12345678950],
    ['Rs. 1,23,456/-', '.', 12345600],
    ['1\u00a023\u00a0456.78', '.', 12345678],
    ['1,23', ',', 123],
    ['15,00-', ',', -1500],
    ['15,00\u2212', ',', -1500],
  ] as const)('%s under %s', (text, sign, cents) => {
    expect(centsOf(text, sign)).toBe(cents);
  });

  it.each([
    ['1.234', '.'],
    ['1e3', '.'],
    ['8.80123E+11', '.'],
    ['12,34', '.'],
    ['1,23,45.00', '.'],
    ['1,23 456.00', '.'],
    ['01,23,456', '.'],
    ['1.2345', '.'],
    ["1,234'567.00", '.'],
    ['--5', '.'],
    ['(-5)', '.'],
    ['(5', '.'],
    ['5-', '.'],
    ['15,-', ','],
    ['-5,00-', ','],
    ['five', '.'],
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
    ['1,234,567', '.'],
    ['12345.678', '.'],
    ['0,500', ','],
    ['1,23,456', '.'],
    ['1,23', ','],
    ['1,234', 'either'],
    ['1.234', 'either'],
    ['1234', undefined],
    ['about 5.00', undefined],
  ])('%s says %s', (text, sign) => {
    expect(decimalSignIn(text)).toBe(sign);
  });
});

describe('an amount beside a code or a sign of a currency', () => {
  it.each([
    ['$1.00', 'USD CAD AUD NZD SGD HKD MXN ARS CLP COP BRL TWD', 'EUR GBP JPY INR'],
    ['€1.00', 'EUR', 'USD GBP CHF'],
    ['£1.00', 'GBP EGP FKP GIP SHP SYP LBP SDG SSP', 'EUR USD'],
    ['¥1.00', 'JPY CNY', 'USD KRW'],
    ['￥1.00', 'JPY CNY', 'USD KRW'],
    ['1.00 zł', 'PLN', 'EUR CZK'],
    ['1.00 Kč', 'CZK', 'EUR PLN'],
    ['1.00 Ft', 'HUF', 'EUR'],
    ['1.00 kr', 'SEK NOK DKK ISK', 'EUR CZK'],
    ['1.00 kr.', 'DKK', 'EUR'],
    ['₹1.00', 'INR', 'PKR USD'],
    ['Rs. 1.00', 'INR PKR LKR NPR MUR SCR', 'USD IDR'],
    ['R$ 1.00', 'BRL', 'USD EUR'],
    ['Rp 1.00', 'IDR', 'INR'],
    ['RM1.00', 'MYR', 'USD'],
    ['Fr. 1.00', 'CHF XOF', 'EUR'],
    ['A$1.00', 'AUD', 'USD ARS CAD'],
    ['AU$1.00', 'AUD', 'USD'],
    ['US$1.00', 'USD', 'CAD EUR'],
    ['CA$1.00', 'CAD', 'USD'],
    ['C$1.00', 'CAD NIO', 'USD'],
    ['NZ$1.00', 'NZD', 'AUD'],
    ['EUR 1.00', 'EUR', 'USD'],
    ['1.00 EUR', 'EUR eur', 'GBP'],
    ['$1.00 USD', 'USD', 'CAD EUR'],
    ['-€1.00', 'EUR', 'USD'],
    // What nobody knows may be any currency.
    ['RMB 1.00', 'CNY USD', ''],
    ['¤1.00', 'USD EUR', ''],
    ['$1.00', 'XXX', ''],
    ['1.00', 'USD', ''],
  ])('%s can be in %s, not in %s', (text, own, others) => {
    const isRead = (currency: string) => centsOf(text, '.', 2, currency) !== undefined;
    expect(own.split(' ').filter((currency) => !isRead(currency))).toEqual([]);
    expect(others.split(' ').filter((currency) => currency !== '' && isRead(currency))).toEqual([]);
  });

  const item = { unit_price_amount_cents: 'P', tax_amount_cents: { multiply: ['T', 1] } };
  const read = async (cells: Record<string, string>, currency: unknown, more = {}) => {
    const { snapshot } = await one(
      { P: '1', T: '0', ...cells },
      mappingOf({ ...more, order: { currency }, item: { ...item, ...(more as { item?: object }).item } }),
    );
    return [codes(snapshot), snapshot.findings[0]?.args, itemsOf(snapshot)[0]!['unit_price_amount_cents']];
  };
  const usd = { constant: 'USD' };

  it('of another currency refuses the order and names both', async () => {
    const refused = ['error cell.amount items[0].unit_price_amount_cents'];
    expect(await read({ P: 'EUR 12.50', C: 'USD' }, 'C')).toMatchObject([
      refused,
      { found: 'EUR 12.50', currency: 'USD' },
      'EUR 12.50',
    ]);
    expect(await read({ P: 'AUD 1,234.50' }, usd)).toMatchObject([refused, { found: 'AUD 1,234.50' }, {}]);
    expect(await read({ P: '5,00 €' }, usd, { decimal: ',' })).toMatchObject([refused, {}, {}]);
    expect(await read({ T: '€ 0.10' }, usd)).toMatchObject([
      ['error cell.amount items[0].tax_amount_cents'],
      { found: '€ 0.10', currency: 'USD' },
      100,
    ]);
    const found = { code: 'cell.amount', severity: 'error', path: 'p', args: {} } as const;
    const args = { found: 'EUR 12.50', currency: 'USD', column: 'P', cell: 5, line: 2 };
    expect(describeOrderFinding({ ...found, args })).toContain('found "EUR 12.50"; the order is in USD');
  });

  it('of its own passes; so does one whose sign the mapping takes off', async () => {
    expect(await read({ P: 'USD 1,234.50' }, usd)).toEqual([[], undefined, 123450]);
    expect(await read({ P: 'R$ 10,00', T: '0,0' }, { constant: 'BRL' }, { decimal: ',' })).toEqual([
      [],
      undefined,
      1000,
    ]);
    const stripped = { item: { unit_price_amount_cents: { column: 'P', strip: '€ ' } } };
    expect(await read({ P: '€ 5.00' }, usd, stripped)).toEqual([[], undefined, 500]);
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
