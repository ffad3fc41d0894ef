// How an export of the corpus is described: the shop that it comes from, its columns with what each holds, and its form.
import type { Cell, Form } from './cells.ts';
import { type Address, type Fact, goodsOf, type Line, type Shop, sum } from './facts.ts';

/** What a column holds; named like the fields of the interface where there is one. Any other name is a column of no use. */
export type Role = string;
export type Source = (order: Fact, line: Line) => Cell;
export type As = Partial<Form>;
/** Header, role or source of a column that is no field, and how its values are written. */
export type ColumnText = readonly [header: string, what: Role | Source, as?: As];

export interface Column {
  readonly role: Role;
  readonly of: 'order' | 'line';
  readonly source: Source;
  readonly as: As;
}

/** A JSON value: columns where values stand, lists of lines, and constants. */
export type Tree =
  | Column
  | { readonly lines: Tree }
  | { readonly [key: string]: Tree }
  | string
  | number
  | boolean
  | null
  | readonly Tree[];

export interface TableForm {
  readonly columns: readonly ColumnText[];
  readonly delimiter?: ',' | ';' | '\t' | '|';
  /** Rows of an order: one a line with everything, the order only on the first, or one for the whole order. */
  readonly rows?: 'repeated' | 'first' | 'order';
  readonly above?: readonly string[];
  readonly below?: (facts: readonly Fact[]) => readonly string[];
  readonly encoding?: 'utf-8' | 'windows-1252';
  readonly mark?: boolean;
  /** Every cell in quotes. */
  readonly quoted?: boolean;
  /** No cell in quotes: a quote is a sign of the text. */
  readonly unquoted?: boolean;
}

export interface JsonForm {
  readonly tree: Tree;
  /** Around the list of orders; one order a line when left out. */
  readonly around?: (orders: readonly unknown[]) => unknown;
}

export interface Description {
  readonly name: string;
  readonly shop: Shop;
  readonly form: Partial<Form> & Pick<Form, 'date'>;
  readonly table?: TableForm;
  readonly json?: JsonForm;
  /** What it holds besides its columns, such as the sku in a cell with all lines. */
  readonly holds?: readonly Role[];
  /** Changes the finished text, as damage does. */
  readonly spoil?: (text: string) => string;
  /** What only the shop knows; the rest of the answers follows from the columns. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Why no order of it can be sent: refusing is the only right outcome. */
  readonly mustBeRefused?: string;
  /** Orders that may be sent all the same, when they are equal to the truth. */
  readonly unless?: (order: Fact) => boolean;
}

/** A place of a JSON export. */
export const at = (what: Role | Source, as: As = {}): Column => columnOf(['', what, as]);

export function columnOf([, what, as = {}]: ColumnText): Column {
  if (typeof what !== 'string') return { role: '', of: what.length > 1 ? 'line' : 'order', source: what, as };
  const source = ROLES[what] ?? addressSource(what);
  if (!source) throw new Error(`The role ${what} is not known`);
  return { role: what, of: what.startsWith('item.') ? 'line' : 'order', source, as };
}

export const isColumn = (tree: unknown): tree is Column =>
  typeof tree === 'object' && tree !== null && 'source' in tree && 'role' in tree;

/** Columns of an address: `*` in the form of the header is the word. */
export const address = (
  block: string,
  header: string,
  words: Readonly<Record<string, string>>,
): ColumnText[] =>
  Object.entries(words).map(([part, word]) => [header.replace('*', word), `${block}.${part}`]);

/** Columns for each of the first lines of an order: `#` in the header is the number. */
export const numbered = (count: number, columns: readonly ColumnText[]): ColumnText[] =>
  Array.from({ length: count }, (_, i) =>
    columns.map(([header, what, as]): ColumnText => {
      const { source } = columnOf([header, what]);
      const own: Source = (order) => (order.lines[i] ? source(order, order.lines[i]!) : '');
      return [header.replace('#', String(i + 1)), own, as ?? {}];
    }),
  ).flat();

const money =
  (of: (order: Fact, line: Line) => number): Source =>
  (order, line) => ({
    money: of(order, line),
  });
const date =
  (of: (order: Fact) => number | undefined): Source =>
  (order) => ({ at: of(order) });
const lineDiscounts = (order: Fact) => sum(order.lines, ({ discount }) => discount);

const ROLES: Readonly<Record<Role, Source>> = {
  identifier: (o) => o.number,
  internal_id: (o) => o.internalId,
  status: (o) => o.word,
  created_at: date((o) => o.created),
  'created_at.time': (o) => new Date(o.created).toISOString().slice(11, 16),
  updated_at: date((o) => o.modified),
  paid_at: date((o) => o.paid),
  shipped_date: date((o) => o.shipped),
  cancelled_at: date((o) => o.cancelled),
  'customer.email': (o) => o.email,
  'customer.phone': (o) => o.phone,
  'customer.identifier': (o) => o.customerId,
  'customer.first_name': (o) => (o.billing ?? o.shipping)!.first,
  'customer.last_name': (o) => (o.billing ?? o.shipping)!.last,
  'customer.name': (o) => fullName((o.billing ?? o.shipping)!),
  currency: (o) => o.currency,
  tracking_number: (o) => o.tracking,
  discount: money((o) => o.discount),
  'discount.all': money((o) => o.discount + lineDiscounts(o)),
  shipping: money((o) => o.freight),
  'shipping.gross': money((o) => o.freight + o.freightTax),
  shipping_tax: money((o) => o.freightTax),
  tax: money((o) => o.tax),
  'tax.goods': money((o) => o.tax - o.freightTax),
  subtotal: money((o) => goodsOf(o.lines)),
  'subtotal.after': money((o) => goodsOf(o.lines) - o.discount - lineDiscounts(o)),
  fee: money((o) => o.fee),
  tip: money((o) => o.tip),
  total: money((o) => o.total),
  refunded: money((o) => o.refunded),
  'item.identifier': (_, l) => l.id,
  'item.status': (_, l) => l.word,
  'item.sku': (_, l) => l.sku,
  'item.title': (_, l) => l.title,
  'item.upc': (_, l) => l.ean,
  'item.quantity': (_, l) => l.quantity,
  'item.quantity_shipped': (_, l) => l.shipped,
  'item.quantity_canceled': (_, l) => l.cancelled,
  'item.quantity_refunded': (_, l) => l.refunded,
  'item.unit_price': money((_, l) => l.unit),
  'item.amount': money((_, l) => l.unit * l.quantity),
  'item.amount.after': money((_, l) => l.unit * l.quantity - l.discount),
  'item.discount': money((_, l) => l.discount),
  'item.tax': money((_, l) => l.tax),
  'item.shipping': money((_, l) => l.shipping),
};

const fullName = ({ first, last }: Address): string => `${first} ${last}`;
const lines = ({ street, house, country }: Address): string =>
  street === '' ? '' : streetOf({ street, house, country });

const PARTS: Readonly<Record<string, (address: Address) => string>> = {
  name: fullName,
  first_name: ({ first }) => first,
  last_name: ({ last }) => last,
  street1: lines,
  street: ({ street }) => street,
  house: ({ house }) => house,
  street2: ({ street2 }) => street2,
  zip_code: ({ zip }) => zip,
  city: ({ city }) => city,
  state: ({ stateCode }) => stateCode,
  state_name: ({ stateName }) => stateName,
  country_code: ({ country }) => country.code,
  phone: ({ phone }) => phone,
};

/** `shipping_address.city`, and `address.city` where an order has one address; `country_de` is the name of the country in German. */
function addressSource(role: Role): Source | undefined {
  const [block = '', part = ''] = role.split('.');
  if (!['shipping_address', 'billing_address', 'address'].includes(block)) return undefined;
  const language = /^country_([a-z]{2})$/.exec(part)?.[1];
  const of = language
    ? ({ country }: Address) => countryName(country.code, language)
    : (PARTS[part] ?? undefined);
  if (!of) return undefined;
  return (order) => {
    const own = block === 'shipping_address' ? order.shipping : order.billing;
    const found = block === 'address' ? (order.billing ?? order.shipping) : own;
    return found ? of(found) : '';
  };
}

/** The form of an export with everything that its shop decides. */
export function formOf({ shop: { home }, form }: Description): Form {
  const decimals = DECIMALS[home.currency] ?? 2;
  return { decimal: '.', zone: home.zone, decimals, ...form };
}
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, CLP: 0, KWD: 3 };

const streetOf = ({ street, house, country }: Pick<Address, 'street' | 'house' | 'country'>): string =>
  country.numberFirst ? `${house} ${street}` : `${street} ${house}`;
const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code)!;
