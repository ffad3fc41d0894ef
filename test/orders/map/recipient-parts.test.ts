// A recipient in two columns, under names of many kinds: first and family name are put together where the e-mail addresses show them;
// in a few orders a person chooses both, and never one half without a word.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopper } from './proposal-of.ts';

type Names = readonly [first: string, last: string];
const priceOf = (i: number) => 1999 + 300 * (i % 5);
const cents = (amount: number) => (amount / 100).toFixed(2);

const csv = (count: number, [first, last]: Names) =>
  csvOf(count, (i) => {
    const { name, email: Email, street: Street, zip: Zip, city: City } = shopper(i);
    const [one, other] = name.split(' ');
    return {
      ...{ Name: undefined, Email, Street, Zip, City, Status: 'Shipped', Quantity: '1' },
      ...{ Sku: `S-${i % 5}`, Title: `Cup ${'abcde'[i % 5]}` },
      ...{ Price: cents(priceOf(i)), Total: cents(priceOf(i) + 490), [first]: one, [last]: other },
    };
  });

const json = (count: number, [first, last]: Names) =>
  JSON.stringify(
    Array.from({ length: count }, (_, i) => {
      const { name, email, ...place } = shopper(i);
      const [one, other] = name.split(' ');
      return {
        ...{ orderNumber: `A-${1001 + i}`, status: 'Shipped', currency: 'EUR' },
        ...{ createdAt: '2025-11-21T10:00:00Z', updatedAt: '2025-11-22T10:00:00Z' },
        buyer: { email, [first]: one, [last]: other },
        address: { ...place, country: 'DE' },
        ...{ shipping: '4.90', total: cents(priceOf(i) + 490) },
        items: [
          {
            ...{ sku: `S-${i % 5}`, title: `Cup ${'abcde'[i % 5]}` },
            ...{ quantity: 1, price: cents(priceOf(i)) },
          },
        ],
      };
    }),
  );

const NAMES: readonly Names[] = [
  ['Имя', 'ln'],
  ['first name', 'last name'],
  ['gvn', 'sn'],
  ['Imię', 'nazw'],
  ['Name', 'ln'],
  ['名', '姓'],
];

test.each(['Van Dyke', 'de la Cruz', 'von der Heide', 'Dos Santos', 'St. John'])(
  'of two orders, a family name such as %s is offered beside the first name',
  async (last) => {
    const text = csv(2, ['Nome', 'Фамилия']).replace(/,(?!Фамилия)[^,\n]*$/gm, `,${last}`);
    const { question } = await proposalOf(text, { shipping_address: 'billing' });
    expect(question('column:address.name')?.choices.map(({ value }) => value)).toContain('{Nome} {Фамилия}');
  },
);
const FORMS = [csv, json] as const;
const ROWS = NAMES.flatMap((names) =>
  FORMS.map((make) => [names.join(' and '), make.name, make, names] as const),
);

test.each(ROWS)('%s in %s are the recipient, by the e-mail addresses', async (_, __, make, names) => {
  const sent = await ordersSent(make(25, names), { shipping_address: 'billing' });
  expect(sent).toHaveLength(25);
  for (const [i, order] of sent.entries()) {
    const { name } = shopper(i);
    const { first_name: first, last_name: last } = order.customer;
    expect([order.shipping_address.name, order.billing_address.name, `${first} ${last}`]).toEqual([
      ...[name, name, name],
    ]);
  }
});

test('a first name beside the columns of a delivery is never both halves', async () => {
  const text = csv(25, ['名', 'NN']).replace(/^.*\n/, (header) =>
    header.replace('Street', 'ship street').replace('City', 'ship city').replace('Zip', 'ship zip'),
  );
  const { columnOf } = await proposalOf(text, {}, { assumes: true });
  const fields = ['customer.first_name', 'customer.last_name', 'shipping_address.name'];
  expect(fields.map((field) => columnOf(field)?.column)).toEqual(['名', 'NN', '名 NN']);
});

test.each(ROWS.filter(([names]) => !/first name|姓/.test(names)))(
  'of two orders, %s in %s are asked about, and the choice of both is sent',
  async (_, __, make, names) => {
    const text = make(2, names);
    const { question } = await proposalOf(text, { shipping_address: 'billing' });
    const asked = question('column:address.name')!;
    expect([asked.proposed, asked.unattended]).toEqual([null, null]);
    const both = asked.choices.map(({ value }) => value).filter((value) => value.startsWith('{'));
    expect(both).toHaveLength(2);
    const whole = both.find((value) => value.indexOf(names[0]) < value.indexOf(names[1]))!;
    const statuses = { Shipped: 'Shipped' };
    const sent = await ordersSent(text, {
      shipping_address: 'billing',
      statuses,
      'column:address.name': whole,
    });
    expect(sent.map((order) => order.shipping_address.name)).toEqual([shopper(0).name, shopper(1).name]);
    expect(sent.map((order) => order.billing_address.name)).toEqual([shopper(0).name, shopper(1).name]);
  },
);

test.each(['Rnm', 'Имя', 'nazw'])(
  'of two addresses, the recipient of one under %s is asked about, beside a first name',
  async (name) => {
    const place = ({ street, zip, city }: ReturnType<typeof shopper>) => ({
      street,
      zip,
      city,
      country: 'DE',
    });
    const text = JSON.stringify(
      (JSON.parse(json(2, ['firstname', 'ln'])) as Record<string, unknown>[]).map(
        ({ address: _, ...order }, i) => ({
          ...order,
          billingAddress: { ...place(shopper(i)), [name]: shopper(i).name },
          shippingAddress: { ...place(shopper(i)), name: shopper(i + 1).name },
        }),
      ),
    );
    const { question } = await proposalOf(text);
    const own = `billingAddress.${name}`;
    expect(question('column:billing_address.name')).toMatchObject({ proposed: null, unattended: null });
    const answers = { statuses: { Shipped: 'Shipped' }, 'column:billing_address.name': own };
    const sent = await ordersSent(text, answers);
    const names = sent.map(({ billing_address: bill, shipping_address: ship }) => [bill.name, ship.name]);
    expect(names).toEqual([0, 1].map((i) => [shopper(i).name, shopper(i + 1).name]));
  },
);
