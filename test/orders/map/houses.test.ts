// A street whose number stands in a column of its own: both are sent, or the column is asked about.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

const STREETS = ['Polna', 'Hauptstr.', 'Lange Gasse', 'Am Markt', 'Ring'];
const NUMBERS = ['45/3', '12', '7a', '103', '8-10', '21', '5 m. 3'];
const shop = (street: string, house: string, isBefore = false) =>
  csvOf(30, (i) => {
    const pair = [
      [street, STREETS[i % 5]],
      [house, NUMBERS[i % 7]],
    ];
    const cells = Object.fromEntries(isBefore ? pair.reverse() : pair) as Record<string, string>;
    return {
      Sku: `S-${i % 7}`,
      Title: `Shirt ${'abcdefg'[i % 7]}`,
      Name: nameOf(i),
      Street: undefined,
      ...cells,
    };
  });
const nameOf = (i: number) => `Anna Meier${'abcdefghijklmnopqrstuvwxyzabcd'[i]}`;
const ANSWERS = { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' };

test.each([
  ['Ulica', 'Nr domu'],
  ['streetName', 'houseNumber'],
  ['Straat', 'Huisnr'],
  ['Calle', 'Número'],
  ['Gata', 'Gatunummer'],
  ['Adresse', 'Hausnummer'],
  ['Ulica', 'Numer budynku'],
])('%s and %s are one street', async (street, house) => {
  const [first] = await ordersSent(shop(street, house), ANSWERS);
  expect([first!.shipping_address.street1, first!.billing_address.street1]).toEqual([
    'Polna 45/3',
    'Polna 45/3',
  ]);
  const [other] = await ordersSent(shop(street, house, true), ANSWERS);
  expect(other!.shipping_address.street1).toBe('45/3 Polna');
});

test.each([
  ['Rue', 'N°', ['avenue Foch', 'rue du Bac', 'Quai de Seine'], '45/3 avenue Foch'],
  ['Street', 'House no', ['High Street', 'Mill Lane', 'King St.'], '45/3 High Street'],
  ['Rue', 'N°', ['avenue Foch', 'Hauptstr.', 'Ring'], 'avenue Foch 45/3'],
])('%s and %s: %s', async (street, house, streets, first) => {
  const text = csvOf(30, (i) => ({
    ...{ Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, Name: nameOf(i), Street: undefined },
    ...{ [street]: streets[i % 3]!, [house]: NUMBERS[i % 7]! },
  }));
  const [order] = await ordersSent(text, ANSWERS);
  expect(order!.shipping_address.street1).toBe(first);
});

test('of many streets the first does not decide for all', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const streetOf = (i: number) =>
    i === 0 ? 'Park Lane' : `${letters[i % 26]}${letters[(i >> 3) % 26]}erweg`;
  const text = csvOf(90, (i) => ({
    ...{
      Sku: `S-${i % 7}`,
      Title: `Shirt ${'abcdefg'[i % 7]}`,
      Name: `Anna ${streetOf(i)}`,
      Street: undefined,
    },
    ...{ Straat: streetOf(i), Huisnr: NUMBERS[i % 7]! },
  }));
  const orders = await ordersSent(text, ANSWERS);
  expect(orders.slice(0, 2).map((one) => one.shipping_address.street1)).toEqual([
    'Park Lane 45/3',
    'baerweg 12',
  ]);
});

test('under a name that nobody knows the number is asked for, and one answer is that of both addresses', async () => {
  const text = shop('Street', 'XNR');
  const { open, question } = await proposalOf(text, ANSWERS);
  expect(open).toEqual(['confirm:audit.address.house:shipping_address.street1']);
  const id = open[0]!;
  expect(question(id)?.choices.map(({ value }) => value)).toEqual([
    'yes',
    '{Street} {XNR}',
    '{XNR} {Street}',
    'no',
  ]);
  const [first] = await ordersSent(text, { ...ANSWERS, [id]: '{Street} {XNR}' });
  expect([first!.shipping_address.street1, first!.billing_address.street1]).toEqual([
    'Polna 45/3',
    'Polna 45/3',
  ]);
});

test('of two addresses each takes its own', async () => {
  const text = csvOf(30, (i) => ({
    ...{
      Sku: `S-${i % 7}`,
      Title: `Shirt ${'abcdefg'[i % 7]}`,
      Name: undefined,
      Street: undefined,
      Zip: undefined,
    },
    ...{ City: undefined, Country: undefined },
    ...{ 'Bill name': nameOf(i), 'Bill street': STREETS[i % 5], 'Bill house no': NUMBERS[i % 7] },
    ...{ 'Bill zip': '10115', 'Bill city': 'Berlin', 'Bill country': 'DE' },
    ...{
      'Ship name': nameOf((i + 3) % 30),
      'Ship street': STREETS[(i + 1) % 5],
      'Dlv XX': NUMBERS[(i + 2) % 7],
    },
    ...{ 'Ship zip': '20095', 'Ship city': 'Hamburg', 'Ship country': 'DE' },
  }));
  const { statuses } = ANSWERS;
  const { open } = await proposalOf(text, { statuses });
  expect(open).toEqual(['confirm:audit.address.house:shipping_address.street1']);
  const [first] = await ordersSent(text, { statuses, [open[0]!]: '{Ship street} {Dlv XX}' });
  expect([first!.shipping_address.street1, first!.billing_address.street1]).toEqual([
    'Hauptstr. 7a',
    'Polna 45/3',
  ]);
});

test('streets with their numbers in them ask nothing, whatever else counts', async () => {
  const text = csvOf(30, (i) => ({
    Sku: `S-${i % 7}`,
    Title: `Shirt ${i}`,
    Street: `Ring ${i + 1}`,
    'Row no': `${(i % 9) + 11}`,
  }));
  const { open } = await proposalOf(text, ANSWERS);
  expect(open.filter((id) => id.includes('address'))).toEqual([]);
});
