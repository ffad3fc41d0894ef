// Two addresses under the short names that programs give them: each is found, and nobody is asked whether there is one.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

const nameOf = (i: number) => `Anna Meier${'abcdefghijklmnopqrstuvwxyzabcd'[i]}`;
const TOWNS = [
  ['Bremen', '28195', 'Ring'],
  ['Hamburg', '20095', 'Lange Gasse'],
  ['Berlin', '10115', 'Am Markt'],
] as const;

/** The names of the columns with name, street, postal code, town and country, first of the invoice. */
const shop = (bill: readonly string[], ship: readonly string[]) =>
  csvOf(30, (i) => {
    const cells = (names: readonly string[], at: number) => {
      const [town, zip, street] = TOWNS[at % 3]!;
      const values = [nameOf(at % 30), `${street} ${(at % 9) + 1}`, zip, town, 'DE'];
      return Object.fromEntries(names.map((name, n) => [name, values[n]!]));
    };
    return {
      ...{ Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined },
      ...{
        Sku: `S-${i % 7}`,
        Title: `Shirt ${'abcdefg'[i % 7]}`,
        ...cells(bill, i),
        ...cells(ship, i + (i % 4)),
      },
    };
  });

test.each([
  [
    'Rech.-Name,Rech.-Straße,Rech.-PLZ,Rech.-Ort,Rech.-Land',
    'Lief.-Name,Lief.-Straße,Lief.-PLZ,Lief.-Ort,Lief.-Land',
  ],
  [
    'Factuurnaam,Factuurstraat,Factuurpostcode,Factuurplaats,Factuurland',
    'Aflevernaam,Afleverstraat,Afleverpostcode,Afleverplaats,Afleverland',
  ],
  ['InvName,InvAddr1,InvPostcode,InvTown,InvCountry', 'DelName,DelAddr1,DelPostcode,DelTown,DelCountry'],
  [
    'Nom fact.,Adresse fact.,CP fact.,Ville fact.,Pays fact.',
    'Nom livr.,Adresse livr.,CP livr.,Ville livr.,Pays livr.',
  ],
  [
    'Nome (fatt.),Indirizzo (fatt.),CAP (fatt.),Comune (fatt.),Nazione (fatt.)',
    'Nome (sped.),Indirizzo (sped.),CAP (sped.),Comune (sped.),Nazione (sped.)',
  ],
  [
    'Purchaser Name,Purchaser Address,Purchaser Postcode,Purchaser City,Purchaser Country',
    'Recipient Name,Recipient Address,Recipient Postcode,Recipient City,Recipient Country',
  ],
  [
    'Comprador Name,Comprador Address,Comprador Postcode,Comprador City,Comprador Country',
    'Recebedor Name,Recebedor Address,Recebedor Postcode,Recebedor City,Recebedor Country',
  ],
  [
    'Koper Name,Koper Address,Koper Postcode,Koper City,Koper Country',
    'Ontvanger Name,Ontvanger Address,Ontvanger Postcode,Ontvanger City,Ontvanger Country',
  ],
  [
    'Registered Name,Registered Address,Registered Postcode,Registered City,Registered Country',
    'Rec. Name,Rec. Address,Rec. Postcode,Rec. City,Rec. Country',
  ],
  [
    'Payer Name,Payer Address,Payer Postcode,Payer City,Payer Country',
    'Consignee Name,Consignee Address,Consignee Postcode,Consignee City,Consignee Country',
  ],
  [
    'Rechnungsempfänger Name,Rechnungsempfänger Address,Rechnungsempfänger Postcode,Rechnungsempfänger City,Rechnungsempfänger Country',
    'Warenempfänger Name,Warenempfänger Address,Warenempfänger Postcode,Warenempfänger City,Warenempfänger Country',
  ],
])('%s and %s', async (bill, ship) => {
  const text = shop(bill.split(','), ship.split(','));
  const { open } = await proposalOf(text, { statuses: { shipped: 'Shipped' } });
  expect(open).toEqual([]);
  const orders = await ordersSent(text, { statuses: { shipped: 'Shipped' } });
  expect(orders).toHaveLength(30);
  for (const [i, order] of orders.entries()) {
    const addressOf = (at: number) => {
      const [city, zip_code, street] = TOWNS[at % 3]!;
      return {
        name: nameOf(at % 30),
        street1: `${street} ${(at % 9) + 1}`,
        city,
        zip_code,
        country_code: 'DE',
      };
    };
    expect(order.billing_address).toMatchObject(addressOf(i));
    expect(order.shipping_address).toMatchObject(addressOf(i + (i % 4)));
  }
});

test('a family name and a given name in Japanese are one name', async () => {
  const FAMILY = ['山田', '佐藤', '鈴木', '高橋', '田中', '伊藤'];
  const GIVEN = ['太郎', '花子', '葵', '健', '美咲', '翔'];
  const text = csvOf(30, (i) => ({
    ...{ Name: undefined, Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, Street: `Ring ${i + 1}` },
    ...{ 姓: FAMILY[i % 6]!, 名: GIVEN[(i + (i >> 2)) % 6]! },
  }));
  const [first] = await ordersSent(text, { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' });
  expect(first!.shipping_address.name).toBe('太郎 山田');
  expect([first!.customer.first_name, first!.customer.last_name]).toEqual(['太郎', '山田']);
});

test('a province of the invoice is that of the invoice', async () => {
  const bill = 'Nombre fact.,Dirección fact.,CP fact.,Población fact.,País fact.'.split(',');
  const ship = 'Nombre envío,Dirección envío,CP envío,Población envío,País envío'.split(',');
  const text = shop(bill, ship);
  const [header, ...rows] = text.trim().split('\n');
  const STATES = { Bremen: 'Bizkaia', Hamburg: 'Madrid', Berlin: 'Sevilla' };
  const stateIn = (cells: readonly string[], column: string) =>
    STATES[cells[header!.split(',').indexOf(column)] as keyof typeof STATES];
  const all = rows.map((row) => {
    const cells = row.split(',');
    return `${row},${stateIn(cells, 'Población fact.')},${stateIn(cells, 'Población envío')}`;
  });
  const csv = [`${header},Provincia fact.,Provincia envío`, ...all].join('\n');
  const { columnOf } = await proposalOf(csv, { statuses: { shipped: 'Shipped' } });
  expect(columnOf('billing_address.state')?.column).toBe('Provincia fact.');
  expect(columnOf('shipping_address.state')?.column).toBe('Provincia envío');
});

test('of two addresses of which neither says that it is that of the parcel, one question decides', async () => {
  const parts = ['Name', 'Address', 'Postcode', 'City', 'Country'];
  const text = shop(
    parts.map((part) => `Home ${part}`),
    parts.map((part) => `Work ${part}`),
  );
  const statuses = { shipped: 'Shipped' };
  const { open } = await proposalOf(text, { statuses });
  expect(open).toEqual(['delivery']);
  await expect(proposalOf(text, { statuses, delivery: 'Hom' })).rejects.toMatchObject({
    exitCode: 6,
    message: expect.stringContaining('Did you mean "Home"?'),
  });
  for (const [delivery, ahead] of [
    ['Work', 1],
    ['Home', 0],
  ] as const) {
    const orders = await ordersSent(text, { statuses, delivery });
    const ship = (i: number) => nameOf((ahead ? i + (i % 4) : i) % 30);
    const bill = (i: number) => nameOf((ahead ? i : i + (i % 4)) % 30);
    expect(orders.map(({ shipping_address }) => shipping_address?.name)).toEqual(
      orders.map((_, i) => ship(i)),
    );
    expect(orders.map(({ billing_address }) => billing_address?.name)).toEqual(orders.map((_, i) => bill(i)));
  }
});

test('addresses that say what they are, but have few parts in common, are no question', async () => {
  const text = csvOf(30, (i) => ({
    ...{ Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined },
    ...{ 'invoice name': nameOf(i), 'invoice zip': '28195', 'invoice country': 'DE' },
    ...{ 'delivery street': `Ring ${i + 1}`, 'delivery city': 'Bremen', 'delivery zip': '28195' },
  }));
  const { open } = await proposalOf(text, { statuses: { shipped: 'Shipped' } });
  expect(open).not.toContain('delivery');
});

test('an address of a few branches beside that of the shopper is no question', async () => {
  const text = csvOf(30, (i) => ({
    ...{ Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined },
    ...{
      'Home Name': nameOf(i),
      'Home Address': `Ring ${i + 1}`,
      'Home City': 'Bremen',
      'Home Country': 'DE',
    },
    ...{ 'Home Postcode': '28195', 'Hub Name': `Hub ${'AB'[i % 2]}`, 'Hub Address': `Markt ${(i % 2) + 1}` },
    ...{ 'Hub City': ['Kiel', 'Essen'][i % 2]!, 'Hub Postcode': ['24103', '45127'][i % 2]! },
  }));
  const { open } = await proposalOf(text, { statuses: { shipped: 'Shipped' } });
  expect(open).not.toContain('delivery');
});

test('lines of an order that go to different addresses are asked about', async () => {
  const gone = { Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined };
  const text = (apart: (i: number) => boolean) =>
    csvOf(60, (i) => {
      const order = i >> 1;
      const place = (block: string, at: number) => ({
        [`${block} Name`]: nameOf(at % 30),
        [`${block} Street`]: `Ring ${at + 1}`,
        ...{ [`${block} Zip`]: '28195', [`${block} City`]: 'Bremen', [`${block} Country`]: 'DE' },
      });
      return {
        ...{ ...gone, 'Order number': `A-${1001 + order}`, Email: `anna${order}@example.com` },
        ...{ Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, Price: `1${i % 7}.00` },
        ...{
          Quantity: '1',
          Total: `${20 + (i % 2 ? (i % 7) + ((i - 1) % 7) : (i % 7) + ((i + 1) % 7)) + 4}.90`,
        },
        ...{ ...place('Billing', order), ...place('Shipping', apart(i) ? order + 40 : order) },
      };
    });
  const id = 'confirm:audit.address.several:shipping_address.street1';
  const statuses = { shipped: 'Shipped' };
  const { open, columnOf } = await proposalOf(
    text((i) => i % 6 === 1),
    { statuses },
  );
  expect(open).toContain(id);
  expect(columnOf('shipping_address.street1')?.column).toBe('Shipping Street');
  expect(
    (
      await proposalOf(
        text(() => false),
        { statuses },
      )
    ).open,
  ).not.toContain(id);
});
