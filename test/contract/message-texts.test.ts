// Damaged and invisible characters: every text field of every message that has the rules is checked for what its use says.
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bareOf } from '../../src/basics/text.ts';
import { asnShape } from '../../src/contract/asn.ts';
import { asnTexts } from '../../src/contract/asn-rules/fields.ts';
import { exchangeOrderShape } from '../../src/contract/exchange-order.ts';
import { exchangeTexts } from '../../src/contract/exchange-rules/order.ts';
import { type Finding, reportTo } from '../../src/contract/finding.ts';
import { orderShape } from '../../src/contract/order.ts';
import { orderTexts } from '../../src/contract/order-rules/fields.ts';
import { rmaShape } from '../../src/contract/rma.ts';
import { rmaTexts } from '../../src/contract/rma-rules/fields.ts';
import { describeFinding } from '../helpers/contract-rules.ts';

type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** The paths of all texts of a schema, `items[0].sku`, without those of times. */
function textPaths(schema: Schema, path = ''): string[] {
  const types = [schema['type']].flat();
  const isTime = schema['format'] === 'date-time' || schema['pattern'] !== undefined;
  return [
    ...(schema.anyOf ?? []).flatMap((one) => textPaths(one, path)),
    ...(schema.items ? textPaths(schema.items, `${path}[0]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      textPaths(one, path ? `${path}.${name}` : name),
    ),
    // Of an order, the status is a word of a list, which has its own rule.
    ...(types.includes('string') && !isTime && !String(schema['enum']).startsWith('Created') ? [path] : []),
  ];
}

/** A message that holds only this text. */
const holding = (path: string, text: string): unknown =>
  path
    .split(/\.|(?=\[)/)
    .reverse()
    .reduce<unknown>((inner, step) => (step === '[0]' ? [inner] : { [step]: inner }), text);

const FAMILIES = { order: orderTexts, asn: asnTexts, rma: rmaTexts, exchange: exchangeTexts };
const SHAPES = { order: orderShape, asn: asnShape, rma: rmaShape, exchange: exchangeOrderShape };
type Family = keyof typeof FAMILIES;

function found(family: Family, path: string, text: string): readonly Finding[] {
  const findings: Finding[] = [];
  FAMILIES[family].check(holding(path, text), reportTo(findings));
  expect(findings.filter((one) => one.path !== path)).toEqual([]);
  return findings;
}
const codes = (family: Family, path: string, text: string) =>
  found(family, path, text).map(({ severity, code }) => `${severity} ${code}`);

// By hand: all other texts are identifiers.
const NAMES = /(^|[._])(name|city)$/;
const SHOWN = /(^|\.)(title|note|street\d|image_url)$/;
const COMPARED =
  /(^|[._])(email|phone|type|status|condition|flags\[0\]|tags\[0\]|value|merchant|concept|reason|carrier|currency|state|province|zip_code|postal_code|country_code|method)$/;

describe.each(Object.keys(SHAPES) as Family[])('%s', (family) => {
  const paths = textPaths(z.toJSONSchema(SHAPES[family], { io: 'input' }) as Schema);

  test('has texts', () => expect(paths.length).toBeGreaterThan(8));

  test.each(paths)('%s', (path) => {
    const isName = NAMES.test(path);
    const isOther = SHOWN.test(path) || COMPARED.test(path);
    const isIdentifier = !isName && !isOther;
    expect(codes(family, path, '1.23457E+11')).toEqual([
      isIdentifier ? `error ${family}.identifier.exponent` : `warning ${family}.text.exponent`,
    ]);
    const unseen = isName || SHOWN.test(path) ? [] : [`warning ${family}.text.invisible`];
    for (const text of [
      ' A1',
      'A1\u00a0',
      'A\u200b1',
      'A\u00ad1',
      'A1\u2002',
      'A\t1',
      'A1\ufeff',
      'A\u00a01',
    ])
      expect(codes(family, path, text), JSON.stringify(text)).toEqual(unseen);
    for (const text of ['NULL', 'null', 'NaN', 'nan', 'None'])
      expect(codes(family, path, text), text).toEqual(isName ? [] : [`warning ${family}.text.null`]);
    for (const text of ['(null)', '[NULL]', '<null>', '\\N', 'N/A', 'n/a', 'undefined', '(none)'])
      expect(codes(family, path, text), text).toEqual([`warning ${family}.text.null`]);
    for (const text of ['A\u00011', 'A\u001b', 'A\u007f1', 'A\u00001'])
      expect(codes(family, path, text), text).toEqual([`warning ${family}.text.invisible`]);
    for (const text of '#N/A #REF! #VALUE! #DIV/0! #NAME? #WERT! #NV ####### ="00123"'.split(' '))
      expect(codes(family, path, text), text).toEqual([`warning ${family}.text.spreadsheet`]);
    for (const text of ["'00123", "'+49 30 1234", "'2026-08-22 02:56", "'A-1", "'", '="K""1"', '="A"&"1"'])
      expect(codes(family, path, text), text).toEqual([`warning ${family}.text.spreadsheet`]);
    for (const text of ["'Wool", "'S-HERTOGENBOSCH", "'80s"])
      expect(codes(family, path, text), text).toEqual(
        isIdentifier ? [`warning ${family}.text.spreadsheet`] : [],
      );
    const lost = ['M\ufffdnchen', 'M?nchen', 'STRA??E'];
    const twice = ['MÃ¼nchen', 'Itâ€™s', 'GdaÅ„sk', 'ÐŸÑ€', 'M√ºnchen', 'M├╝nchen'];
    const escaped = ['M&uuml;nchen', '&#201;charpe', '&#xE9;', 'A &amp; B', '&lt;3', 'M\\u00fcnchen'];
    for (const text of [...lost, ...twice, ...escaped])
      expect(codes(family, path, text), text).toEqual([`warning ${family}.text.replaced`]);
  });

  test.each(paths)('%s: what is no damage', (path) => {
    const good = ['12E3', '1E+5', '885038123456', 'A 1', '#1001', 'Null-1', 'Nanette', 'München', ' '];
    for (const text of [
      ...good,
      'https://shop.example/a.jpg?v=1&w=a?b',
      'Ready?',
      'A & B; C',
      'R&D;',
      'Q&A',
      '√2',
      "Rock 'n' 2",
      '東京',
    ])
      expect(codes(family, path, text), text).toEqual([]);
  });
});

test('Null is a surname, and a town; fields of the field notes are looked at, unknown ones and times are not', () => {
  expect(codes('order', 'customer.last_name', 'Null')).toEqual([]);
  expect(codes('order', 'shipping_address.city', 'Null')).toEqual([]);
  expect(codes('order', 'shipping_address.street2', 'NULL')).toEqual(['warning order.text.null']);
  expect(codes('order', 'note', '#N/A')).toEqual(['warning order.text.spreadsheet']);
  expect(codes('order', 'own_field', 'NULL')).toEqual([]);
  expect(codes('order', 'created_at', 'NULL ')).toEqual([]);
});

test('the message names the characters and where they are', () => {
  const said = (text: string) => describeFinding(found('asn', 'asn_number', text)[0]!);
  expect(said('T-12\u00a0')).toBe('asn_number holds what nobody sees: U+00A0 no-break space at the end.');
  expect(said(' T\u200b-12\t')).toBe(
    'asn_number holds what nobody sees: U+0020 blank at the start, U+200B zero width space inside, U+0009 tab at the end.',
  );
  expect(JSON.stringify(found('asn', 'asn_number', 'T-12\u2003'))).not.toContain('T-12');
});

test('an identifier is compared without what nobody sees; blanks that are seen stay apart', () => {
  for (const text of ['U-1', ' U-1', 'U-1\u00a0', 'U\u200b-1', '\ufeffU-1', 'U\u00ad-1', 'U-1\r\n'])
    expect(bareOf(text), JSON.stringify(text)).toBe('U-1');
  expect(bareOf('1\u00a0 23')).toBe('1 23');
  expect(new Set(['1 23', '12 3', '123'].map(bareOf)).size).toBe(3);
});
