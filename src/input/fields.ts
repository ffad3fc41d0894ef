// The one table of order fields as columns: header check, reading, writing and the template all come from it.

/** How a cell's text becomes a value. `timestamp` and `day` stay text in a template; `json` is a JSON value in one cell. */
export type Kind = 'text' | 'integer' | 'cents' | 'number' | 'list' | 'json' | 'timestamp' | 'day';

/** A field of any message, as far as reading a cell into it goes. */
export interface TargetField {
  /** Column name of the template. */
  readonly name: string;
  readonly kind: Kind;
  /** Path below the message, or below its line. */
  readonly path: string;
}

export interface Field extends TargetField {
  readonly level: 'order' | 'item';
  /** Object inside the order that holds it; empty for the order or the item itself. */
  readonly parent: '' | 'customer' | 'shipping_address' | 'billing_address';
  readonly key: string;
  /** Whether `returns orders template` shows it; the others are accepted as well. */
  readonly template: boolean;
}

type Spec = readonly [keys: string, kind: Kind, template?: false];

const ORDER: readonly Spec[] = [
  ['identifier raw_status status currency', 'text'],
  ['created_at updated_at', 'timestamp'],
  ['tags', 'list'],
  ['total_amount_cents product_amount_cents tax_amount_cents discount_amount_cents', 'cents'],
  ['shipping_amount_cents shipping_tax_amount_cents', 'cents'],
  ['concept note', 'text', false],
];
const CUSTOMER: readonly Spec[] = [
  ['identifier first_name last_name email phone', 'text'],
  ['tags', 'list', false],
];
const ADDRESS: readonly Spec[] = [
  ['name street1', 'text'],
  ['street2', 'text', false],
  ['city state zip_code country_code phone', 'text'],
];
const ARRAYS: readonly Spec[] = [
  ['refunds', 'json'],
  ['transactions discounts', 'json', false],
];
const ITEM: readonly Spec[] = [
  ['identifier sku upc', 'text'],
  ['quantity quantity_shipped quantity_canceled', 'integer'],
  ['quantity_refunded', 'integer', false],
  ['tracking_number', 'text'],
  ['shipped_date', 'timestamp'],
  ['product_identifier variant_identifier title', 'text'],
  ['tags', 'list'],
  ['product_amount_cents tax_amount_cents discount_amount_cents unit_price_amount_cents', 'cents'],
  ['image_url', 'text'],
  ['weight', 'number'],
  ['concept dropship_identifier reverse_tracking_number', 'text', false],
  ['return_policy_end_date', 'timestamp', false],
  ['variants', 'json', false],
];

function fieldsOf(specs: readonly Spec[], level: Field['level'], parent: Field['parent']): Field[] {
  const prefix = level === 'item' ? 'item.' : parent && `${parent}.`;
  return specs.flatMap(([keys, kind, template]) =>
    keys.split(' ').map((key) => ({
      name: prefix + key,
      kind,
      level,
      parent,
      key,
      path: parent === '' ? key : `${parent}.${key}`,
      template: template !== false,
    })),
  );
}

/** Every field that a column can hold, in the order of the template. */
export const FIELDS: readonly Field[] = [
  ...fieldsOf(ORDER, 'order', ''),
  ...fieldsOf(CUSTOMER, 'order', 'customer'),
  ...fieldsOf(ADDRESS, 'order', 'shipping_address'),
  ...fieldsOf(ADDRESS, 'order', 'billing_address'),
  ...fieldsOf(ARRAYS, 'order', ''),
  ...fieldsOf(ITEM, 'item', ''),
];

/** The columns of `returns orders template`. */
export const TEMPLATE_COLUMNS: readonly string[] = FIELDS.filter((field) => field.template).map(
  (field) => field.name,
);

/** Columns without which rows cannot be grouped into snapshots. */
export const NEEDED_COLUMNS = ['identifier', 'updated_at'] as const;

/** What a column name stands for: a field, or a money field written as a decimal amount. */
export interface ColumnMeaning {
  readonly field: Field;
  readonly decimal: boolean;
}

function columnNames(): Map<string, ColumnMeaning> {
  const names = new Map<string, ColumnMeaning>();
  for (const field of FIELDS) names.set(field.name, { field, decimal: false });
  // `item.unit_price_amount_cents` may also come as `item.unit_price_amount` or `item.unit_price` in decimal.
  for (const field of FIELDS)
    if (field.kind === 'cents')
      for (const name of [field.name.replace(/_cents$/, ''), field.name.replace(/_amount_cents$/, '')])
        if (!names.has(name)) names.set(name, { field, decimal: true });
  return names;
}

/** Every column name that is understood. */
export const COLUMNS: ReadonlyMap<string, ColumnMeaning> = columnNames();
