// Orders of samples/exports/woocommerce-orders.csv as the service must hold them, written by hand from the file.
const none = { tags: [], transactions: [], refunds: [], discounts: [] };
const line = { quantity: 1, quantity_shipped: 1, quantity_canceled: 0, tags: [], discount_amount_cents: 0 };
const image = (product: number) => `https://shop.example.com/media/${product}.jpg`;

const coffee = {
  ...line,
  sku: 'KAFFEE-250',
  product_identifier: '101',
  variant_identifier: '101',
  title: 'Röstkaffee „Morgenrot“ 250 g',
  unit_price_amount_cents: 900,
  weight: 0.25,
  image_url: image(101),
};
const blueCup = {
  ...line,
  sku: 'TASSE-BL',
  product_identifier: '1021',
  variant_identifier: '102',
  title: 'Tasse - Blau',
  unit_price_amount_cents: 1000,
  weight: 0.38,
  image_url: image(102),
};
const whiteCup = { ...blueCup, sku: 'TASSE-WS', product_identifier: '1022', title: 'Tasse - Weiß' };
const pot = {
  ...line,
  sku: 'KANNE',
  product_identifier: '103',
  variant_identifier: '103',
  title: 'Teekanne "Gusseisen" 0,8 l',
  unit_price_amount_cents: 4200,
  weight: 1.9,
  image_url: image(103),
};
const grinder = {
  ...line,
  sku: 'MUEHLE',
  product_identifier: '105',
  variant_identifier: '105',
  title: 'Handmühle ☕',
  unit_price_amount_cents: 12900,
  weight: 0.9,
  image_url: image(105),
};
const shirt = {
  ...line,
  sku: 'SHIRT-L',
  product_identifier: '1071',
  variant_identifier: '107',
  title: 'T-Shirt „Röster“ - L',
  unit_price_amount_cents: 2100,
  weight: 0.2,
  image_url: image(107),
};

const berlin = {
  name: 'Jörg Müller',
  street1: 'Oranienstraße 12',
  street2: '2. Hinterhof',
  city: 'Berlin',
  state: 'DE-BE',
  zip_code: '10999',
  country_code: 'DE',
};
const vienna = {
  name: 'Łukasz Żółć',
  street1: 'Mariahilfer Straße 88a',
  city: 'Wien',
  state: '',
  zip_code: '1070',
  country_code: 'AT',
};
const dresden = {
  name: 'Anna Kühn',
  street1: 'Alaunstraße 3',
  city: 'Dresden',
  state: 'DE-SN',
  zip_code: '01099',
  country_code: 'DE',
};
const paris = {
  name: 'Émile Lefèvre',
  street1: '5 rue de l’Abbé; bât. B',
  city: 'Paris',
  state: '',
  zip_code: '75018',
  country_code: 'FR',
};
// The plugin has no phone of the shipping address.
const both = (address: object, phone?: string) => ({
  shipping_address: address,
  billing_address: { ...address, ...(phone === undefined ? {} : { phone }) },
});
const customer = (first: string, last: string, email: string, identifier = email, phone?: string) => ({
  customer: {
    identifier,
    email,
    first_name: first,
    last_name: last,
    ...(phone === undefined ? {} : { phone }),
  },
});

/** By identifier. */
export const expected: Readonly<Record<string, object>> = {
  // Net prices, tax of each line, shipping with tax of its own, a customer with an account.
  5001: {
    identifier: '5001',
    raw_status: 'Completed',
    status: 'Shipped',
    currency: 'EUR',
    created_at: '2025-08-04T09:12:00+02:00',
    updated_at: '2025-08-06T16:05:00+02:00',
    total_amount_cents: 7868,
    product_amount_cents: 6200,
    tax_amount_cents: 1178,
    discount_amount_cents: 0,
    shipping_amount_cents: 412,
    shipping_tax_amount_cents: 78,
    items: [
      {
        ...blueCup,
        identifier: '8801',
        quantity: 2,
        quantity_shipped: 2,
        shipped_date: '2025-08-06T16:05:00+02:00',
        product_amount_cents: 2000,
        tax_amount_cents: 380,
      },
      {
        ...pot,
        identifier: '8802',
        shipped_date: '2025-08-06T16:05:00+02:00',
        product_amount_cents: 4200,
        tax_amount_cents: 798,
      },
    ],
    ...customer('Jörg', 'Müller', 'joerg.5001@example.com', '87', '+49 30 5550112'),
    ...both(berlin, '+49 30 5550112'),
    ...none,
  },
  // Two tax rates; emoji; no state, no phone.
  5002: {
    identifier: '5002',
    raw_status: 'Completed',
    status: 'Shipped',
    currency: 'EUR',
    note: 'Bitte als Geschenk 🎁 – danke schön!',
    created_at: '2025-08-05T18:40:00+02:00',
    updated_at: '2025-08-07T11:30:00+02:00',
    total_amount_cents: 5878,
    product_amount_cents: 4800,
    tax_amount_cents: 588,
    discount_amount_cents: 0,
    shipping_amount_cents: 412,
    shipping_tax_amount_cents: 78,
    items: [
      {
        ...shirt,
        identifier: '8803',
        shipped_date: '2025-08-07T11:30:00+02:00',
        product_amount_cents: 2100,
        tax_amount_cents: 399,
      },
      {
        ...coffee,
        identifier: '8804',
        quantity: 3,
        quantity_shipped: 3,
        shipped_date: '2025-08-07T11:30:00+02:00',
        product_amount_cents: 2700,
        tax_amount_cents: 189,
      },
    ],
    ...customer('Łukasz', 'Żółć', 'lukasz.5002@example.com', '112'),
    ...both(vienna),
    ...none,
  },
  // Of a marketplace, with the tax inside the price.
  5003: {
    identifier: '5003',
    raw_status: 'Completed',
    status: 'Shipped',
    currency: 'EUR',
    created_at: '2025-08-07T21:03:00+02:00',
    updated_at: '2025-08-08T10:00:00+02:00',
    total_amount_cents: 4998,
    product_amount_cents: 4998,
    tax_amount_cents: 0,
    discount_amount_cents: 0,
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
    items: [
      {
        ...pot,
        identifier: '8805',
        unit_price_amount_cents: 4998,
        shipped_date: '2025-08-08T10:00:00+02:00',
        product_amount_cents: 4998,
        tax_amount_cents: 0,
      },
    ],
    ...customer('Anna', 'Kühn', 'anna.5003@example.com', undefined, '0351 5550134'),
    ...both(dresden, '0351 5550134'),
    ...none,
  },
  // Cancelled: nothing has shipped, nothing is owed.
  5005: {
    identifier: '5005',
    raw_status: 'Cancelled',
    status: 'Cancelled',
    currency: 'EUR',
    created_at: '2025-08-10T08:30:00+02:00',
    updated_at: '2025-08-10T19:45:00+02:00',
    product_amount_cents: 0,
    tax_amount_cents: 0,
    discount_amount_cents: 0,
    items: [
      {
        ...grinder,
        identifier: '8808',
        quantity_shipped: 0,
        quantity_canceled: 1,
        product_amount_cents: 0,
        tax_amount_cents: 0,
      },
    ],
    ...customer('Émile', 'Lefèvre', 'emile.5005@example.com'),
    ...both(paris),
    ...none,
  },
  // 9.63 were refunded: the change moved updated_at, but no refund is made up.
  5006: {
    identifier: '5006',
    raw_status: 'Completed',
    status: 'Shipped',
    currency: 'EUR',
    created_at: '2025-08-12T10:10:00+02:00',
    updated_at: '2025-08-19T09:00:00+02:00',
    total_amount_cents: 3606,
    product_amount_cents: 2800,
    tax_amount_cents: 316,
    discount_amount_cents: 0,
    shipping_amount_cents: 412,
    shipping_tax_amount_cents: 78,
    items: [
      {
        ...coffee,
        identifier: '8809',
        quantity: 2,
        quantity_shipped: 2,
        shipped_date: '2025-08-13T15:00:00+02:00',
        product_amount_cents: 1800,
        tax_amount_cents: 126,
      },
      {
        ...whiteCup,
        identifier: '8810',
        shipped_date: '2025-08-13T15:00:00+02:00',
        product_amount_cents: 1000,
        tax_amount_cents: 190,
      },
    ],
    ...customer('Jörg', 'Müller', 'joerg.5006@example.com', '87', '+49 30 5550112'),
    ...both(berlin, '+49 30 5550112'),
    ...none,
  },
  // The spreadsheet's customer 301.0.
  5010: {
    identifier: '5010',
    raw_status: 'Completed',
    status: 'Shipped',
    currency: 'EUR',
    created_at: '2025-08-18T20:00:00+02:00',
    updated_at: '2025-08-20T14:00:00+02:00',
    total_amount_cents: 4342,
    product_amount_cents: 3600,
    tax_amount_cents: 252,
    discount_amount_cents: 0,
    shipping_amount_cents: 412,
    shipping_tax_amount_cents: 78,
    items: [
      {
        ...coffee,
        identifier: '8814',
        quantity: 4,
        quantity_shipped: 4,
        shipped_date: '2025-08-20T14:00:00+02:00',
        product_amount_cents: 3600,
        tax_amount_cents: 252,
      },
    ],
    ...customer('Anna', 'Kühn', 'anna.5010@example.com', '301', '0351 5550134'),
    ...both(dresden, '0351 5550134'),
    ...none,
  },
  // A coupon: the discount of the order is that of its lines, the tax is that after the discount.
  5014: {
    identifier: '5014',
    raw_status: 'Completed',
    status: 'Shipped',
    currency: 'EUR',
    created_at: '2025-08-25T14:05:00+02:00',
    updated_at: '2025-08-27T15:00:00+02:00',
    total_amount_cents: 16039,
    product_amount_cents: 14700,
    tax_amount_cents: 2319,
    discount_amount_cents: 1470,
    shipping_amount_cents: 412,
    shipping_tax_amount_cents: 78,
    items: [
      {
        ...grinder,
        identifier: '8820',
        shipped_date: '2025-08-27T15:00:00+02:00',
        product_amount_cents: 12900,
        tax_amount_cents: 2206,
        discount_amount_cents: 1290,
      },
      {
        ...coffee,
        identifier: '8821',
        quantity: 2,
        quantity_shipped: 2,
        shipped_date: '2025-08-27T15:00:00+02:00',
        product_amount_cents: 1800,
        tax_amount_cents: 113,
        discount_amount_cents: 180,
      },
    ],
    ...customer('Émile', 'Lefèvre', 'emile.5014@example.com'),
    ...both(paris),
    ...none,
  },
};
