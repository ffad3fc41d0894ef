// The base messages that the verdict tables change, and the type of a row. All expectations are written by hand.

/** The time at which all messages are checked, ms since the epoch. */
export const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

/**
 * One row: the changes to the base message, and all expected findings as `severity code path`. Keys of `change` are field
 * paths; a value of undefined removes the field.
 */
export interface Verdict {
  readonly name: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly expect: readonly string[];
}

/** A row of one changed field; its finding, without the path, is expected at this field, and none when it is left out. */
export const at = (name: string, path: string, value: unknown, finding?: string): Verdict =>
  row(name, { [path]: value }, ...(finding === undefined ? [] : [`${finding} ${path}`]));

/** A row of several changes, or of findings elsewhere. */
export const row = (name: string, change: Verdict['change'], ...expect: readonly string[]): Verdict => ({
  name,
  change,
  expect,
});

/** A row of several changed fields, each with the finding that is expected at it. */
export const each = (
  name: string,
  change: Readonly<Record<string, readonly [value: unknown, finding?: string]>>,
): Verdict =>
  row(
    name,
    Object.fromEntries(Object.entries(change).map(([path, [value]]) => [path, value])),
    ...Object.entries(change).flatMap(([path, [, finding]]) => (finding ? [`${finding} ${path}`] : [])),
  );

/** Rows that are expected to have the same finding: the changes by the names of the rows. */
export const found = (finding: string, changes: Readonly<Record<string, Verdict['change']>>): Verdict[] =>
  Object.entries(changes).map(([name, change]) => row(name, change, finding));

/** As many elements, or one more than a message may have. */
export const many = (element: unknown = 1, count = 10_001): unknown[] =>
  Array.from({ length: count }, () => element);

/** Paths of fields, written one behind the other. */
export const fields = (text: string): string[] => text.trim().split(/\s+/);

/** A shipped line whose SKU begins with its product, without discount. */
const lineOf = (identifier: string, sku: string, upc: string, units: number, cents: number, tax: number) => ({
  ...{ identifier, sku, upc, quantity: units, quantity_shipped: units, quantity_canceled: 0 },
  ...{ tracking_number: '1Z999', shipped_date: '2026-11-03T08:30:00Z', tags: [] as string[] },
  ...{ product_amount_cents: units * cents, tax_amount_cents: tax, discount_amount_cents: 0 },
  unit_price_amount_cents: cents,
});

const ADDRESS = {
  ...{ name: 'Jo Doe', street1: '5 Side St', city: 'Salem', state: 'OR', zip_code: '97301' },
  ...{ country_code: 'US', phone: '555' },
};

/** A valid order: two lines, 60.00 + 15.00 and 6.00 tax, no shipping, all shipped. */
export const ORDER = {
  ...{ identifier: 'W-20077', raw_status: 'complete', status: 'Shipped', currency: 'USD', tags: [] },
  ...{ total_amount_cents: 8100, product_amount_cents: 7500, tax_amount_cents: 600 },
  ...{ discount_amount_cents: 0, shipping_amount_cents: 0, shipping_tax_amount_cents: 0 },
  ...{ created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-03T10:00:00+01:00' },
  items: [
    {
      ...lineOf('1', 'HAT-BLK', '400000000017', 2, 3000, 480),
      ...{ product_identifier: 'HAT', variant_identifier: 'HAT-V', title: 'Hat', weight: 0.4 },
      image_url: 'https://img.example/hat.png',
    },
    {
      ...lineOf('2', 'SCARF-RED', '400000000024', 1, 1500, 120),
      ...{ product_identifier: 'SCARF', variant_identifier: 'SCARF-V', title: 'Scarf', weight: 1 },
      ...{ image_url: 'https://img.example/scarf.png', tags: ['FinalSale'] },
    },
  ],
  customer: { identifier: 'c-9', first_name: 'Jo', last_name: 'Doe', email: 'jo@mail.example', phone: '555' },
  ...{ shipping_address: ADDRESS, billing_address: ADDRESS },
  ...{ transactions: [], refunds: [], discounts: [] },
};

/** A shipped line as the ledger knows it, without discount. */
export const knownLine = (identifier: string, sku: string, units: number, cents: number, tax: number) => ({
  ...{ identifier, sku, ordered: units, shipped: units, canceled: 0 },
  ...{ unitPriceCents: cents, taxCents: tax, discountCents: 0 },
});

/** The same order with a refund of one hat, dated one hour after NOW. */
export const REFUNDED = {
  ...ORDER,
  refunds: [
    {
      identifier: 'RF-1',
      total_refund_amount_cents: 3240,
      refund_line_items: [{ identifier: 'RFL-1', quantity: 1, order_item_identifier: '1' }],
      note: 'worn once',
      created_at: '2026-11-20T13:00:00Z',
      rma_identifier: 'RMA-5',
    },
  ],
};

/** A valid ASN of unit type with two units in one carton. */
export const UNIT_ASN = {
  program_identifier: 'prog',
  from: { identifier: 'S-12', type: 'store' },
  to: { identifier: 'W-1', type: 'warehouse' },
  asn_number: 'RMA-5',
  shipment_identifier: 'SH-1',
  tracking_number: '1Z5',
  carrier: 'UPS',
  ship_date: '2026-11-19T00:00:00',
  status: 'shipped',
  details_type: 'unit',
  asn_type: 'standard',
  cartons: [
    {
      identifier: 'CT-1',
      reference: { type: 'ReturnsPortalOrder', identifier: 'W-20077' },
      details: [
        {
          line_identifier: '1',
          unit_identifier: 'UN-1',
          sku: 'HAT-BLK',
          upc: '400000000017',
          quantity: 1,
          serial_number: 'AB12',
          sell_date: '2026-11-01T09:00:00Z',
          return_date: '2026-11-10T09:00:00',
        },
        { line_identifier: '2', unit_identifier: 'UN-2', sku: 'SCARF-RED', quantity: 1 },
      ],
    },
  ],
  messagetimestamp: '2026-11-19T07:00:00.125Z',
};

/** A valid ASN of sku type. */
export const SKU_ASN = {
  program_identifier: 'prog',
  from: { identifier: 'S-12', type: 'store' },
  to: { identifier: 'W-1', type: 'warehouse' },
  asn_number: 'TR-9',
  status: 'pending',
  details_type: 'sku',
  cartons: [{ details: [{ line_identifier: '1', sku: 'HAT-BLK', quantity: 40 }] }],
};

// Through JSON, because structuredClone preserves shared references inside a message.
const cloned = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A copy of a message with the changes of a row. */
export function changed(message: unknown, change: Verdict['change']): unknown {
  let copy = cloned(message);
  for (const [path, value] of Object.entries(change)) {
    const parts = path === '' ? [] : path.replaceAll('[', '.').replaceAll(']', '').split('.');
    const last = parts.pop();
    if (last === undefined) {
      copy = cloned(value);
      continue;
    }
    let at = copy as Record<string, unknown>;
    for (const part of parts) at = at[part] as Record<string, unknown>;
    if (at === undefined || (value === undefined && !(last in at))) throw new Error(`no such field: ${path}`);
    if (value === undefined) delete at[last];
    else at[last] = cloned(value);
  }
  return copy;
}
