// What stands beside the right columns and looks like them: nothing of it is sent unless the values show what it is.
import { describe, expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const TOWNS = [
  ['Berlin', '10115'],
  ['Hamburg', '20095'],
  ['Bremen', '28195'],
] as const;
/** Orders that differ in everything that a shop has several of. */
const shop = (count: number, more: (i: number) => Record<string, string | undefined> = () => ({})) =>
  csvOf(count, (i) => {
    const price = 1998 + 137 * (i % 7);
    const units = 1 + (i % 3);
    const [City, Zip] = TOWNS[i % 3]!;
    return {
      ...{ Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, City, Zip },
      ...{ Quantity: String(units), Price: cents(price), Total: cents(units * price + 490) },
      ...{ Created: `2025-11-${10 + (i % 9)}T10:00:00Z`, Updated: `2025-11-${20 + (i % 9)}T12:30:00Z` },
      ...more(i),
    };
  });

test('what a carrier takes is no shipping of orders that have none', async () => {
  const text = shop(20, (i) => {
    const price = 1998 + 137 * (i % 7);
    return {
      ...{ Shipping: '0.00', Portokosten: cents(387 + 11 * (i % 4)) },
      Total: cents((1 + (i % 3)) * price),
    };
  });
  const { columnOf } = await proposalOf(text);
  expect(columnOf('shipping_amount_cents')?.column).not.toBe('Portokosten');
});

test.each(['customer_reference', 'Référence client', 'Referenz Kunde'])(
  '%s numbers what the customer ordered, and no shopper',
  async (name) => {
    const { columnOf } = await proposalOf(shop(4, (i) => ({ [name]: `45000${81 + i}` })));
    expect(columnOf('customer.identifier')?.column).toBe('Email');
  },
);

test.each([4, 20])('the position of a line is no number of its product: %s orders', async (count) => {
  const { columnOf } = await proposalOf(shop(count, () => ({ 'Product no': '1' })));
  expect(columnOf('item.product_identifier')?.column ?? '').toBe('');
});

test.each(['option2', 'Farbe 2', 'Color 2'])('%s is no second line of an address', async (name) => {
  const { columnOf } = await proposalOf(shop(20, (i) => ({ [name]: ['blue', 'red', 'black'][i % 3]! })));
  expect(columnOf('shipping_address.street2')?.column ?? '').toBe('');
  expect(columnOf('billing_address.street2')?.column ?? '').toBe('');
});

test('while the date of the order is open, Enter leaves that of the last change open as well', async () => {
  const text = shop(20, (i) => {
    const day = `2025-11-${10 + (i % 9)}`;
    return {
      ...{ Created: undefined, Updated: undefined },
      ...{ creat_dt: `${day} 05:29`, AEDAT: `${day} 23:16`, 'Date de facture': `${day} 06:16` },
      'Paid At': `${day} 05:33`,
    };
  });
  const { question } = await proposalOf(text);
  expect(question('column:updated_at')?.proposed ?? null).toBeNull();
});

describe('two amounts of which none follows the lines', () => {
  const text = shop(9, (i) => {
    const price = 750 + 913 * i;
    return {
      ...{ Quantity: '2', Price: cents(price), Total: cents(2 * price + 150 + 490), Shipping: undefined },
      ...{ Zuschlag: '1.50', shp_amt: '4.90' },
    };
  });
  test('are no tax', async () => {
    const { result, columnOf } = await proposalOf(text, {
      fees: 'shipping',
      amounts: 'Price x Quantity + Zuschlag = Total',
    }).catch(() => proposalOf(text));
    expect(columnOf('item.tax_amount_cents')?.column ?? '').toBe('');
    expect(result.mapping['tax']).toBeUndefined();
  });
});

test('a time right behind a day is that of the day, whatever it is called', async () => {
  const text = shop(20, (i) => ({
    ...{ Created: undefined, Updated: undefined, Zone: undefined },
    ...{ 'Order date': `2025-11-${10 + (i % 9)}`, ERZET: `${10 + (i % 9)}:2${i % 7}:00` },
    'Last update': `2025-11-${20 + (i % 9)} 12:30`,
  }));
  const { result } = await proposalOf(text, { timezone: 'Europe/Berlin' });
  expect(JSON.stringify(result.mapping['order'])).toContain('ERZET');
});

describe('two addresses under prefixes that no list of words has', () => {
  const NAMES = ['Jan Bakker', 'Eva Smit', 'Piet Visser', 'Lotte Mulder'];
  const street = (i: number) => `Kerkstraat ${1 + (i % 9)}`;
  /** Every fourth order goes to somebody else, in another town. */
  const isGift = (i: number) => i % 4 === 3;
  const bare = { Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined };
  const place = (i: number, names: readonly string[], isOther: boolean) => {
    const at = isOther ? i + 1 : i;
    const [city, zip] = TOWNS[at % 3]!;
    const values = [NAMES[at % 4]!, street(at), zip, city, 'DE'];
    return Object.fromEntries(names.map((name, n) => [name, values[n]!]));
  };
  const WE = ['WE_NAME1', 'WE_STRAS', 'WE_PSTLZ', 'WE_ORT01', 'WE_LAND1'];
  const RE = ['RE_NAME1', 'RE_STRAS', 'RE_PSTLZ', 'RE_ORT01', 'RE_LAND1'];
  const PLAIN = ['Naam', 'Straat', 'Postcode', 'Woonplaats', 'Land'];
  const AFL = ['Afl. naam', 'Afl. straat', 'Afl. postcode', 'Afl. plaats', 'Afl. land'];

  const twoOf = (ship: readonly string[], bill: readonly string[]) =>
    shop(20, (i) => ({ ...bare, ...place(i, bill, false), ...place(i, ship, isGift(i)) }));

  test('one prefix marks the invoice', async () => {
    const { open, columnOf } = await proposalOf(twoOf(WE, RE));
    expect(open).toEqual(['statuses']);
    for (const [n, part] of ['name', 'street1', 'zip_code', 'city', 'country_code'].entries()) {
      expect(columnOf(`shipping_address.${part}`)?.column).toBe(WE[n]);
      expect(columnOf(`billing_address.${part}`)?.column).toBe(RE[n]);
    }
  });

  test('a prefix beside columns without one is asked about', async () => {
    const { open } = await proposalOf(twoOf(AFL, PLAIN));
    expect(open).not.toEqual(['statuses']);
  });

  test('a warehouse that never is where the shopper lives is no address of the order', async () => {
    const WH = ['WH naam', 'WH straat', 'WH postcode', 'WH plaats', 'WH land'];
    const hall = Object.fromEntries(
      WH.map((name, n) => [name, ['Hal 2', 'Kade 5', '3011', 'Rotterdam', 'NL'][n]!]),
    );
    const text = shop(20, (i) => ({ ...bare, ...place(i, PLAIN, false), ...hall }));
    const { columnOf } = await proposalOf(text, { shipping_address: 'billing' });
    expect(columnOf('shipping_address.street1')?.column).toBe('Straat');
    expect(columnOf('shipping_address.zip_code')?.column).toBe('Postcode');
  });
});

test('a district is not the town of the invoice beside the town of the delivery', async () => {
  const text = shop(20, (i) => ({
    ...{ Street: undefined, Zip: undefined, City: undefined, Localidad: ['North', 'Centre', ''][i % 3]! },
    ...{ 'ship city': TOWNS[i % 3]![0], 'ship zip': TOWNS[i % 3]![1], 'ship address': `Weg ${i}` },
  }));
  const { columnOf } = await proposalOf(text);
  expect(columnOf('billing_address.city')?.column).toBe('ship city');
});

test('an sku of which an unknown word says more is asked for beside a plain one, also by Enter', async () => {
  const text = shop(20, (i) => ({
    ...{ Sku: undefined, Title: 'Tee S' },
    ...{ 'SKU associé': ['BAG-1', 'BOX-2', 'CARD'][i % 3]!, Référence: 'TEE-S' },
  }));
  const { question, open } = await proposalOf(text, {}, { assumes: true });
  expect(open).toContain('column:item.sku');
  expect(question('column:item.sku')?.proposed).toBeNull();
  expect(question('column:item.sku')?.choices.map(({ value }) => value)).toContain('Référence');
});

test('a text on some lines is no title where another stands on each', async () => {
  const text = shop(20, (i) => ({
    ...{ Title: undefined, Descrizione: `Maglia ${'abcdefg'[i % 7]}` },
    Positionstext: ['wrap it twice', '', 'engrave: for ever'][i % 3]!,
  }));
  const { columnOf } = await proposalOf(text);
  expect(columnOf('item.title')?.column).toBe('Descrizione');
});

describe('without a total', () => {
  test('the price of a unit and that of a line are both offered', async () => {
    const text = shop(20, () => ({ Total: undefined, 'Item value': '24.98', Price: undefined }));
    const values = (await proposalOf(text)).question('amounts')!.choices.map(({ value }) => value);
    expect(values.some((one) => one.startsWith('Item value x Quantity'))).toBe(true);
    expect(values.some((one) => one.startsWith('sum of Item value'))).toBe(true);
  });
});

test('an order is not numbered by its documents; a credit note changes nothing of its sale', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => i).flatMap((i) => {
    const one = { i, kind: 'RE', units: 2, total: 4486 + 274 * (i % 7), day: 10 };
    return i % 5 === 2
      ? [one, { ...one, kind: 'GS', units: -1, total: -1998 - 137 * (i % 7), day: 15 }]
      : [one];
  });
  const text = csvOf(rows.length, (n) => {
    const { i, kind, units, total, day } = rows[n]!;
    return {
      ...{ 'Order number': undefined, Updated: undefined, Email: `anna${i}@example.com` },
      ...{ Beleg: `${kind}-${300 + i}`, Bestellung: `${300 + i}`, Created: `2025-11-${day} 10:00` },
      ...{ Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, Quantity: String(units) },
      ...{
        Price: cents(1998 + 137 * (i % 7)),
        Total: cents(total),
        Shipping: kind === 'GS' ? '0.00' : '4.90',
      },
    };
  });
  const { question } = await proposalOf(text, {}, { assumes: true });
  expect(question('identifier')).toMatchObject({ answer: null, proposed: null });
  const answers = { identifier: 'Bestellung', timezone: 'Europe/Berlin', statuses: { shipped: 'Shipped' } };
  const { result, columnOf } = await proposalOf(text, answers);
  expect(columnOf('total_amount_cents')).toMatchObject({ column: 'Total', confidence: 'sure' });
  expect(columnOf('shipping_amount_cents')).toMatchObject({ column: 'Shipping', confidence: 'sure' });
  expect(result.mapping['rows']).toMatchObject({ order: 'Bestellung' });
});

test('a name that fits the e-mail address is not both halves of it', async () => {
  const people = ['Swantje Petersen', 'Owen Price', 'Joy Oneil', 'Luc Morel'];
  const text = shop(20, (i) => {
    const [first = '', last = ''] = people[i % 4]!.split(' ');
    return {
      ...{ Name: undefined, gvn_nm: first, Nachname: last },
      Email: `${first}.${last}${i}@example.com`.toLowerCase(),
    };
  });
  const { columnOf } = await proposalOf(text);
  expect(columnOf('customer.last_name')?.column).toBe('Nachname');
  expect(columnOf('customer.first_name')?.column ?? '').not.toBe('Nachname');
});

test.each(['Rechnungsnummer', 'Invoice number', 'Numéro de facture', 'Factuurnummer', 'Invoice no'])(
  'beside %s a number whose name says nothing is asked about as well',
  async (name) => {
    for (const count of [2, 20]) {
      const text = shop(count, (i) => ({
        ...{ 'Order number': undefined, [name]: `R-${118211 + i}`, VBELN: `${48210 + 3 * i}` },
      }));
      const { question } = await proposalOf(text, {}, { assumes: true });
      expect(question('identifier')).toMatchObject({ answer: null, proposed: null, unattended: null });
      expect(question('identifier')!.choices.map(({ value }) => value)).toEqual([name, 'VBELN']);
      const { columnOf } = await proposalOf(text, { identifier: 'VBELN' });
      expect(columnOf('identifier')?.column).toBe('VBELN');
    }
  },
);

test.each(['MWSBP', 'KZWI6', 'НДС', 'St.Betr.', 'tx'])(
  'in an equation that a person writes, %s on each line is a tax, and no shipping',
  async (name) => {
    const text = csvOf(4, (i) => {
      const order = i >> 1;
      const [price, other] = [4000 + 1250 * i, 4000 + 1250 * (i % 2 === 0 ? i + 1 : i - 1)];
      return {
        ...{
          'Order number': `A-${order}`,
          Email: `anna${order}@example.com`,
          Sku: `S-${i}`,
          Title: `Cup ${i}`,
        },
        ...{ Quantity: '1', Price: cents(price), [name]: cents(price * 0.08) },
        Total: cents((price + other) * 1.08 + 490),
      };
    });
    const amounts = `Price x Quantity + Shipping + ${name} = Total`;
    const { result } = await proposalOf(text, { amounts, shipping_address: 'billing' });
    const shown = new Map(result.fields.map(({ field, example }) => [field, example[1]]));
    // 8 % of 40.00
    expect(shown.get('item.tax_amount_cents')).toBe('320');
    expect(shown.get('shipping_amount_cents')).toBe('490');
  },
);

describe('the number of the order under a name that says nothing', () => {
  /** Orders of a system that calls their number VBELN, two rows each where `rows` is 2. */
  const numbered = (name: string, number: (i: number) => string, rows = 1) =>
    shop(12 * rows, (i) => {
      const n = Math.floor(i / rows);
      const total = rows === 1 ? undefined : { Total: '50.00', Shipping: '0.00' };
      const dates = { Created: `2025-11-${10 + n}T10:00:00Z`, Updated: `2025-11-${11 + n}T10:00:00Z` };
      const same = { Email: `anna${n}@example.com`, ...dates, ...total };
      return {
        ...(rows === 2 && same),
        'Order number': undefined,
        [name]: number(i),
        VBELN: `${48210 + n}`,
      };
    });

  test.each(['tse_reference', 'Kassenbon Nr', 'wms no', 'Reference', 'Abruf code'])(
    '%s beside it is asked about',
    async (name) => {
      const { question } = await proposalOf(numbered(name, (i) => `r_AUN${(i * 7919) % 1000}KU46`));
      const asked = question('identifier');
      expect(asked?.choices.map(({ value }) => value)).toEqual(expect.arrayContaining([name, 'VBELN']));
      expect([asked?.proposed, asked?.unattended]).toEqual([null, null]);
    },
  );

  test.each(['psp_reference', 'settlement no', 'N° de série', 'Serial No', 'Seriennummer'])(
    '%s is another number',
    async (name) => {
      const text = numbered(name, (i) => `SN${1000 + ((i * 7919) % 1000)}`);
      const { result, question } = await proposalOf(text);
      const { choices = [] } = question('identifier') ?? {};
      expect(JSON.stringify(result.mapping ?? {})).not.toContain(name);
      expect(choices.map(({ value }) => value)).toContain('VBELN');
    },
  );

  test('what differs on each row of an order is asked about beside what its rows have in common', async () => {
    const { question } = await proposalOf(numbered('Beleg Nr', (i) => `B${1000 + ((i * 7919) % 1000)}`, 2));
    const values = question('identifier')?.choices.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['Beleg Nr', 'VBELN']));
  });
});

test.each(['Artikel serial', 'Item batch code', 'Artikel Kürzel ZZ'])(
  '%s may be another thing than the sku of the line, and Enter does not take it',
  async (name) => {
    const text = shop(20, (i) => ({ Sku: undefined, [name]: `SN${1000 + ((i * 7919) % 1000)}` }));
    const { question } = await proposalOf(text);
    expect(question('column:item.sku')?.proposed).not.toBe(name);
  },
);

test.each(['Zustand der Regelung', 'Règlement', 'wf_step'])(
  'words of a status under %s are no status unless somebody says so',
  async (name) => {
    const word = (i: number) => ['open', 'completed', 'cancelled'][i % 3]!;
    const { question } = await proposalOf(shop(20, (i) => ({ Status: undefined, [name]: word(i) })));
    expect(question('column:status')?.unattended ?? null).toBeNull();
  },
);

test('a list price that fits one order by chance is not the price where all orders have a tip', async () => {
  const text = shop(20, (i) => {
    const price = 1998 + 137 * (i % 7);
    const units = 1 + (i % 3);
    return {
      ...{ tip_amount: '2.50', 'List Price': cents(price + 250), Shipping: '0.00' },
      Total: cents(units * price + 250),
    };
  });
  const { columnOf, question } = await proposalOf(text);
  expect(columnOf('item.unit_price_amount_cents')?.column).toBe('Price');
  expect(question('fees')?.unattended).toBe('shipping');
});

test('nobody refuses most orders unasked: a fee that explains no total', async () => {
  const text = shop(20, (i) => ({ tip_amount: i % 5 === 0 ? '0.00' : cents(250 + 13 * i) }));
  const { question } = await proposalOf(text);
  expect(question('fees')?.unattended ?? null).toBeNull();
});

test.each(['Nettosumme', 'Total net', 'Total HT', 'Total excl. VAT', 'Netto Total'])(
  '%s without the tax that stands beside it is asked about',
  async (name) => {
    const text = shop(20, (i) => {
      const goods = (1998 + 137 * (i % 7)) * (1 + (i % 3));
      return { Total: undefined, [name]: cents(goods + 490), Tax: cents(150 + 13 * i) };
    });
    const { open } = await proposalOf(text);
    expect(open).toContain('amounts');
  },
);

test('a total under a strange name is taken where the named amounts make it with the tax, and the named total is without', async () => {
  const text = shop(20, (i) => {
    const goods = (1998 + 137 * (i % 7)) * (1 + (i % 3));
    const tax = 150 + 13 * i;
    return { Total: cents(goods + 490), Tax: cents(tax), ttl: cents(goods + 490 + tax) };
  });
  const { columnOf } = await proposalOf(text);
  expect(columnOf('total_amount_cents')?.column).toBe('ttl');
});

describe('an equation that a person wrote, with a part that no name explains', () => {
  const text = shop(4, (i) => ({
    ...{ Quantity: '1', Price: '20.00', MWSBK: cents(160 + i), Total: cents(2000 + 490 + 160 + i) },
  }));
  const amounts = 'Price x Quantity + Shipping + MWSBK = Total';

  test('is asked about: it may be the tax', async () => {
    const { question } = await proposalOf(text, { amounts });
    expect(question('column:tax')?.choices.map(({ value }) => value)).toEqual(['MWSBK', 'none']);
    expect(question('column:tax')?.proposed).toBeNull();
  });

  test.each([
    ['MWSBK', 490, 160],
    ['none', 650, 0],
  ])('%s: shipping of %s and tax of %s cents', async (answer, shipping, tax) => {
    const [order] = await ordersSent(text, { amounts, 'column:tax': answer });
    expect(order).toMatchObject({ shipping_amount_cents: shipping, tax_amount_cents: tax });
  });
});

test.each([
  ['Total EUR', 'Währung', 'CHF'],
  ['Gesamt (EUR)', 'Landeswährung', 'SEK'],
  ['Summe in €', 'Currency', 'PLN'],
])('the currency of %s beside %s with %s is asked about', async (total, name, other) => {
  const text = shop(20, (i) => ({ Currency: undefined, Total: undefined, [name]: i % 3 ? 'EUR' : other }))
    .split('\n')
    .map((line, i) => (line === '' ? '' : i === 0 ? `${line},${total}` : `${line},${amountOf(i - 1)}`))
    .join('\n');
  const { question } = await proposalOf(text);
  expect([question('column:currency')?.proposed, question('column:currency')?.unattended]).toEqual([
    null,
    null,
  ]);
  expect(question('column:currency')?.choices.map(({ value }) => value)).toEqual([name, 'none']);
});
const amountOf = (i: number) => cents((1 + (i % 3)) * (1998 + 137 * (i % 7)) + 490);

test.each([
  ['AG_', 'WE_'],
  ['Kunde ', 'Empfänger '],
  ['Besteller_', 'Warenempfänger_'],
  ['Kaeufer ', 'Lieferung '],
])('%s buys, and %s receives', async (buyer, recipient) => {
  const place = (of: string, i: number) => ({
    [`${of}Name`]: `${of === buyer ? 'Anna' : 'Cem'} Kaya${'abcdefg'[i % 7]}`,
    [`${of}Strasse`]: `${of === buyer ? 'Hauptstr.' : 'Weg'} ${1 + i}`,
    ...{ [`${of}PLZ`]: TOWNS[i % 3]![1], [`${of}Ort`]: TOWNS[i % 3]![0], [`${of}Land`]: 'DE' },
  });
  const none = Object.fromEntries('Name Street Zip City Country'.split(' ').map((one) => [one, undefined]));
  const text = shop(20, (i) => ({ ...none, ...place(buyer, i), ...place(recipient, i) }));
  const { columnOf, open } = await proposalOf(text, { statuses: { shipped: 'Shipped' } });
  expect(columnOf('billing_address.street1')?.column).toBe(`${buyer}Strasse`);
  expect(columnOf('shipping_address.street1')?.column).toBe(`${recipient}Strasse`);
  expect(open).not.toContain('shipping_address');
});

test.each(['Geburtsdatum', 'dob', 'member_dt', 'Warranty from'])(
  'years before the other dates %s is not proposed as the date of the order',
  async (name) => {
    const text = shop(20, (i) => ({
      ...{ Created: undefined, Updated: undefined, [name]: `19${80 + (i % 19)}-08-2${i % 9}T00:00:00Z` },
      ...{ dt1: `2025-11-${10 + (i % 9)}T10:00:00Z`, dt2: `2025-11-${20 + (i % 9)}T12:30:00Z` },
    }));
    const { question, columnOf } = await proposalOf(text);
    expect(question('column:created_at')?.proposed ?? columnOf('created_at')?.column ?? null).not.toBe(name);
  },
);

describe('percentages are no amounts', () => {
  test.each([
    ['USt', [19, 7], {}],
    ['Rabatt', [0, 5, 10, 20], {}],
    ['Discount', ['0 %', '20 %'], {}],
    ['MwSt %', [19, 7], { Total: undefined, 'Gesamt brutto': '60.00' }],
  ])('%s beside amounts with cents is asked about', async (name, values, more) => {
    const text = shop(20, (i) => ({
      ...{ Total: undefined, [name]: String(values[i % values.length]) },
      ...more,
    }));
    const { question } = await proposalOf(text);
    const asked = question('amounts');
    expect([asked?.proposed, asked?.unattended]).toEqual([null, null]);
    expect(asked?.text).toContain(`${name}: percentages`);
    expect(asked?.choices.every(({ value }) => !value.includes(name))).toBe(true);
    const amounts = `Price x Quantity + Shipping + ${name} = the total`;
    await expect(proposalOf(text, { amounts })).rejects.toMatchObject({
      message: expect.stringContaining('percentages'),
    });
  });

  test.each(['5.00', '12', '8.90'])('but money is money: a discount such as %s', async (cents5) => {
    const text = shop(20, (i) => ({ Discount: i % 2 ? cents5 : String(i), Total: undefined }));
    const { question } = await proposalOf(text);
    expect(question('amounts')?.text ?? '').not.toContain('percentages');
  });
});

test.each([
  ['Trinkgeld', 15],
  ['Handling fee', 16],
  ['Tip', 18],
])('%s in most orders leaves too few to show how the others add up', async (name, most) => {
  const text = shop(20, (i) => {
    const price = 1998 + 138 * (i % 7);
    const units = i < most ? 1 + (i % 3) : 2;
    const money = i < most ? 150 + 50 * (i % 3) : 0;
    return {
      ...{ Total: undefined, Shipping: undefined, Price: cents(price), Quantity: String(units) },
      ...{
        total_cost: cents((units * price) / 2),
        [name]: cents(money),
        'Ges.': cents(units * price + money),
      },
    };
  });
  const { question } = await proposalOf(text, { fees: 'refuse' });
  expect(question('amounts')?.proposed).toBeNull();
});

test.each(['Freight', 'Fracht', 'Frais de port'])(
  '%s beside what the carrier takes is the shipping, and no tax, in an equation that a person wrote',
  async (name) => {
    const text = shop(6, (i) => {
      const price = 1998 + 137 * i;
      const units = 1 + (i % 3);
      const [freight, extra, tax] = [i % 2 === 0 ? 490 : 1250, 150 + 50 * (i % 2), Math.round(price * 0.08)];
      return {
        ...{ Shipping: undefined, Total: undefined, Recargo: cents(extra), [name]: cents(freight) },
        ...{ 'Actual shipping cost': cents(356 + 91 * i), 'Tax amount': cents(tax), Quantity: String(units) },
        'Amount due': cents(units * price + freight + extra + tax),
      };
    });
    const amounts = `Price x Quantity + ${name} + Tax amount + Recargo = Amount due`;
    const sent = await ordersSent(text, {
      amounts,
      statuses: { shipped: 'Shipped' },
      shipping_address: 'billing',
    });
    const taxOf = (i: number) => Math.round((1998 + 137 * i) * 0.08);
    expect(sent.map((one) => one.tax_amount_cents)).toEqual([0, 1, 2, 3, 4, 5].map(taxOf));
  },
);

describe('two taxes of the order beside a net total', () => {
  const netOf = (i: number) => (1 + (i % 3)) * (1998 + 137 * (i % 7));
  const taxesOf = (i: number) => [
    i % 2 === 0 ? Math.round(netOf(i) * 0.07) : 0,
    i % 2 === 0 ? 0 : Math.round(netOf(i) * 0.19),
  ];
  const text = shop(24, (i) => {
    const [low = 0, high = 0] = taxesOf(i);
    return {
      ...{
        Shipping: undefined,
        Total: undefined,
        Net: cents(netOf(i)),
        'VAT 7': cents(low),
        'VAT 19': cents(high),
      },
      'Order total': cents(netOf(i) + low + high),
      Name: `Anna Meier${'abcdefghijklmnopqrstuvwx'[i]}`,
      Street: `Ring ${i + 1}`,
    };
  });
  const ANSWERS = { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' };

  test('an equation that a person wrote adds both', async () => {
    const amounts = 'Price x Quantity + VAT 7 + VAT 19 = Order total';
    const sent = await ordersSent(text, { ...ANSWERS, amounts });
    const taxes = sent.map((one) => [one.tax_amount_cents, one.shipping_tax_amount_cents]);
    expect(taxes).toEqual(sent.map((_, i) => [taxesOf(i)[0]! + taxesOf(i)[1]!, 0]));
  });

  test('whoever takes the net sum hears of the larger total', async () => {
    const { open } = await proposalOf(text, { ...ANSWERS, amounts: 'Price x Quantity = Net' });
    expect(open).toEqual(['confirm:audit.money.total:total_amount_cents']);
  });
});
