// What a message may quote of a cell: numbers and times, but no contact data of a person.
import { expect, it } from 'vitest';
import { shown } from '../../src/input/rows.ts';

it.each([
  '12,50',
  '€ 19,99',
  '1.23E+1',
  '(5.00)',
  '2021-05-13',
  '2021-05-13 11:01:12 +0200',
  '2026-05-01T10:00:00.123Z',
  '05/13/2021 9:05 PM',
  '12x',
  '#REF!',
  '-',
])('quotes %s', (text) => {
  expect(shown(text)).toBe(text);
});

it.each([
  ['1,36,301.78', '1,36,301…'],
  ['46266.38542', '46266.3…'],
  ['INR 1,23,456.78', 'INR 1,23,456…'],
])('quotes the beginning of %s', (text, beginning) => {
  expect(shown(text)).toBe(beginning);
});

it.each([
  '+12125550123',
  '(212) 555-0123',
  '4111 1111 1111 1111',
  'ada@example.com',
  'Ada',
  'Ada 12345.67',
  '2021-05-13 Ada Martin',
  '',
  '078-05-1120',
  '12-34-567890123',
])('gives the length of %j', (text) => {
  expect(shown(text)).toBe(`a text of ${text.length} characters`);
});
