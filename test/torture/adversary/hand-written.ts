// Mappings as someone writes them with the pages at hand, for three of the formats.

const address = (prefix: string, own: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(own).map(([key, column]) => [`${prefix}.${key}`, column]));

const GERMAN = {
  name: 'Our shop, CSV',
  decimal: ',',
  dates: { formats: ['DD.MM.YYYY HH:mm'], timezone: 'Europe/Berlin' },
  order: Object.assign(
    {
      identifier: 'Bestellnummer',
      raw_status: 'Status',
      status: {
        column: 'Status',
        values: { versendet: 'Shipped', offen: 'Created', storniert: 'Cancelled' },
      },
      created_at: 'Bestelldatum',
      updated_at: 'Geändert am',
      currency: 'Währung',
      tags: { constant: [] },
      'customer.identifier': 'E-Mail',
      'customer.email': 'E-Mail',
      'customer.first_name': 'Vorname',
      'customer.last_name': 'Nachname',
      shipping_amount_cents: 'Versandkosten',
      shipping_tax_amount_cents: { constant: 0 },
      discount_amount_cents: { constant: 0 },
      total_amount_cents: 'Gesamtbetrag',
    },
    ...(['shipping', 'billing'] as const).map((side) => {
      const german = side === 'shipping' ? 'Lieferadresse' : 'Rechnungsadresse';
      return address(`${side}_address`, {
        name: `${german} Name`,
        street1: `${german} Straße`,
        zip_code: `${german} PLZ`,
        city: `${german} Ort`,
        country_code: `${german} Land`,
        state: { constant: '' },
      });
    }),
  ),
  item: {
    identifier: { generate: 'line' },
    sku: 'Artikelnummer',
    variant_identifier: 'Artikelnummer',
    title: 'Bezeichnung',
    tags: { constant: [] },
    quantity: 'Menge',
    quantity_shipped: {
      cases: [{ when: { column: 'Status', equals: 'versendet' }, value: 'Menge' }],
      else: { constant: 0 },
    },
    quantity_canceled: {
      cases: [{ when: { column: 'Status', equals: 'storniert' }, value: 'Menge' }],
      else: { constant: 0 },
    },
    unit_price_amount_cents: 'Einzelpreis',
    tax_amount_cents: { constant: 0 },
    discount_amount_cents: { constant: 0 },
  },
};

const JSON_SHOP = {
  name: 'Our shop, JSON',
  order: Object.assign(
    {
      identifier: 'orderNumber',
      raw_status: 'state',
      status: { column: 'state', values: { SHIPPED: 'Shipped', CANCELLED: 'Cancelled' }, else: 'Created' },
      created_at: 'placedAt',
      updated_at: 'changedAt',
      currency: 'currency',
      tags: { constant: [] },
      'customer.identifier': 'customer.id',
      'customer.email': 'customer.email',
      'customer.first_name': 'customer.firstName',
      'customer.last_name': 'customer.lastName',
      shipping_amount_cents: 'totals.shipping',
      shipping_tax_amount_cents: { constant: 0 },
      discount_amount_cents: { constant: 0 },
      total_amount_cents: 'totals.total',
    },
    ...(['shipping', 'billing'] as const).map((side) => {
      const node = side === 'shipping' ? 'delivery' : 'invoice';
      const keys = {
        name: 'name',
        street1: 'street',
        city: 'city',
        state: 'state',
        zip_code: 'zip',
        country_code: 'country',
      };
      return address(
        `${side}_address`,
        Object.fromEntries(Object.entries(keys).map(([field, key]) => [field, `${node}.${key}`])),
      );
    }),
  ),
  item: {
    identifier: 'positions[].id',
    sku: 'positions[].sku',
    variant_identifier: 'positions[].sku',
    title: 'positions[].title',
    tags: { constant: [] },
    quantity: 'positions[].quantity',
    quantity_shipped: 'positions[].shipped',
    quantity_canceled: { constant: 0 },
    unit_price_amount_cents: 'positions[].unitPrice',
    tax_amount_cents: 'positions[].tax',
    discount_amount_cents: { constant: 0 },
  },
};

const oneAddress = {
  street1: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'Zip',
  country_code: 'Country',
};

const NUMBERED = {
  name: 'Our shop, an order a row',
  rows: { split: { numbered: ['Item [] SKU', 'Item [] Name', 'Item [] Qty', 'Item [] Price'] } },
  order: Object.assign(
    {
      identifier: 'Order No',
      raw_status: 'Status',
      status: {
        column: 'Status',
        values: { shipped: 'Shipped', processing: 'Created', cancelled: 'Cancelled' },
      },
      created_at: 'Placed',
      updated_at: 'Updated',
      currency: 'Currency',
      tags: { constant: [] },
      'customer.identifier': 'Email',
      'customer.email': 'Email',
      'customer.first_name': 'First Name',
      'customer.last_name': 'Last Name',
      'shipping_address.name': { template: '{First Name} {Last Name}' },
      'billing_address.name': { template: '{First Name} {Last Name}' },
      shipping_amount_cents: 'Shipping',
      shipping_tax_amount_cents: { constant: 0 },
      discount_amount_cents: { constant: 0 },
      total_amount_cents: 'Total',
    },
    address('shipping_address', oneAddress),
    address('billing_address', oneAddress),
  ),
  item: {
    identifier: { generate: 'line' },
    sku: 'Item [] SKU',
    variant_identifier: 'Item [] SKU',
    title: 'Item [] Name',
    tags: { constant: [] },
    quantity: 'Item [] Qty',
    quantity_shipped: {
      cases: [{ when: { column: 'Status', equals: 'shipped' }, value: 'Item [] Qty' }],
      else: { constant: 0 },
    },
    quantity_canceled: {
      cases: [{ when: { column: 'Status', equals: 'cancelled' }, value: 'Item [] Qty' }],
      else: { constant: 0 },
    },
    unit_price_amount_cents: 'Item [] Price',
    tax_amount_cents: { constant: 0 },
    discount_amount_cents: { constant: 0 },
  },
};

export const HAND_WRITTEN: readonly (readonly [format: string, mapping: object])[] = [
  ['german', GERMAN],
  ['json', JSON_SHOP],
  ['numbered items', NUMBERED],
];
