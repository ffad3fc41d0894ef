// Which columns can be which field: the concepts that stand in their names, and what their cells look like.
import { SHOP } from '../../audit/persons.ts';
import { OPEN } from '../../audit/statuses.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import type { CellKind, Column } from '../look/columns.ts';
import { type Concept, conceptsIn } from '../look/words.ts';
import {
  ARRIVED,
  areSmall,
  hasMeaning,
  isCodes,
  isMoney,
  isName,
  isNamedCode,
  isNamedStatus,
  isOfSeller,
  isShippedTick,
  isStatus,
  isText,
  isWord,
  SUPPLIER,
} from './cell-tests.ts';

/** What a column can be. Most are fields of the interface; the others are needed to work out a field. */
export type Role = string;

export interface Rule {
  readonly role: Role;
  readonly level: 'order' | 'item';
  /** Alternatives: all concepts of one of them stand in the name. */
  readonly needs: readonly (readonly Concept[])[];
  /** Concepts that may stand there, too. */
  readonly may: readonly Concept[];
  /** Concepts with which the column is something else. */
  readonly never: readonly Concept[];
  readonly kind?: CellKind | undefined;
  /** Another look at the values. */
  readonly test?: ((column: Column) => boolean) | undefined;
  /** Nothing else stands in the name. */
  readonly exact?: boolean | undefined;
  /** The values alone say it, also under a name without meaning. */
  readonly proves?: boolean | undefined;
}

interface Written extends Pick<Rule, 'kind' | 'test' | 'exact' | 'proves'> {
  readonly may?: string;
  readonly never?: string;
}

/** `needs`: alternatives with a bar between them, each with the concepts that it needs. */
const at =
  (level: Rule['level']) =>
  (role: Role, needs: string, { may = '', never = '', ...more }: Written = {}): Rule => ({
    role,
    level,
    needs: needs.split('|').map(conceptsIn),
    may: conceptsIn(may),
    never: conceptsIn(never),
    ...more,
  });
const order = at('order');
const item = at('item');

const NOT_MONEY = 'quantity weight number rate code place count zip phone date status';
const MONEY = { kind: 'number', test: isMoney } as const;
/** Of an amount, whose name may say as well that it is in cents. */
const money = (may: string, never: string): Written => ({
  may: `${may} cents`,
  never: `${NOT_MONEY} ${never}`,
  ...MONEY,
});

const NOT_SKU =
  'coupon other payment status bill ship title price barcode quantity country tax discount customer order zip currency method link weight rate image model cost freight';
const ARTICLE_NUMBERS =
  'product number|product code|item code|item number|product reference|item reference|reference|code';
const isLineNumber = ({ concepts }: Column['meaning']): boolean =>
  concepts.has('line') && concepts.has('number');
const LINE_RULES: readonly Rule[] = [
  item('item.identifier', 'line number|item number|order item number|order line number|line', {
    may: 'order item code',
    never: 'address bill ship customer product sku title price total tax discount quantity count',
    // The number of an article comes back in other orders; a position is small.
    // `Line ID` may stand on several rows.
    test: (c) => isText(c) && (c.distinct >= c.filled * 0.98 || areSmall(c) || isLineNumber(c.meaning)),
  }),
  item('item.sku', 'sku|item sku|product sku', {
    may: 'item line product variant number code',
    // `Seller SKU` is one, but not that of a supplier.
    never: NOT_SKU.replace(' other', ' count'),
    test: (c) => isText(c) && !speaksOf(c.name, SUPPLIER),
  }),
  item('item.sku', ARTICLE_NUMBERS, {
    may: 'item line product variant number code',
    never: `${NOT_SKU} count`,
    test: isCodes,
  }),
  item('item.sku', `sku|item sku|product sku|${ARTICLE_NUMBERS}`, {
    may: 'item line product variant number code other',
    never: NOT_SKU.replace(' other', ' count'),
    test: isOfSeller,
  }),
  item('item.sku', 'item|product', { may: 'line', never: `${NOT_SKU} count number total`, test: isCodes }),
  item('item.identifier', 'product number', {
    may: 'item',
    never: 'sku reference',
    test: (c) => c.name.endsWith('[].id') && c.distinct === c.filled && c.distinct > 20,
  }),
  item('item.product', 'product number|product reference', {
    may: 'code line item',
    never: 'variant sku title price quantity count model',
    test: (c) =>
      isText(c) &&
      !speaksOf(c.name, SHOP) &&
      c.meaning.unknown === 0 &&
      !(isLineNumber(c.meaning) && areSmall(c)),
  }),
  item('item.variant', 'variant number|variant sku|variant code|parent sku|model', {
    may: 'product item sku',
    never: 'price title quantity',
    test: (c) => isText(c) && c.meaning.unknown === 0,
  }),
  item('item.title', 'title|product title|product name|item name|item title|product|item|name', {
    may: 'item line product name',
    never:
      'number reference sku price quantity count barcode code image link customer ship bill variant other recipient method status state',
    // `Ms` is one of a person.
    test: (c) => isWord(c) && !isStatus(c) && !isNamedCode(c) && c.texts.some((text) => text.length > 3),
  }),
  // Spanish `Nombre` is a name, French `Nombre` is a number; whole numbers in the cells decide.
  item('item.quantity', 'quantity|item quantity|order quantity|product quantity|line quantity', {
    may: 'item product order line created',
    never: 'cancel ship refund bill price total unit other count cents',
    kind: 'whole',
  }),
  item('item.quantity', 'count|name', {
    may: 'item product order created',
    never: 'cancel ship refund bill price total unit other line cents',
    kind: 'whole',
  }),
  item('item.quantity_shipped', 'ship quantity|ship', {
    may: 'item product line',
    never: 'cancel refund cents',
    kind: 'whole',
    test: ({ name }) => !speaksOf(name, OPEN),
  }),
  item('item.quantity_canceled', 'cancel quantity', {
    may: 'item product line',
    never: 'cents',
    kind: 'whole',
  }),
  item('item.price', 'unit price|item price|product price|line price|price|price order|unit total', {
    may: 'item product line cents',
    never: `weight number rate code place count tax discount ship refund subtotal cost bought freight other payment coupon`,
    ...MONEY,
  }),
  item(
    'item.total',
    'line total|item total|product total|line subtotal|item subtotal|total price|total|subtotal|line price',
    money(
      'item product line price',
      'tax discount ship order refund coupon other cost bought freight payment unit',
    ),
  ),
  item(
    'item.tax',
    'line tax|item tax|product tax|tax',
    money('item line product total', 'ship freight method refund order'),
  ),
  item(
    'item.discount',
    'line discount|item discount|product discount|discount',
    money('item line product total', 'refund order'),
  ),
  item('item.tracking_number', 'tracking number|tracking', {
    may: 'code ship order',
    never: 'date link status method company',
    // The page of a parcel is no number of it.
    test: (c) => isText(c) && !c.texts.every((text) => /^https?:/i.test(text)),
  }),
  item('item.shipped_date', 'ship date|ship', {
    may: 'item line',
    never: 'updated price cost bill payment refund',
    kind: 'date',
    test: ({ name }) => !speaksOf(name, ARRIVED),
  }),
  item('item.weight', 'weight', { may: 'item product unit', never: 'total order ship', kind: 'number' }),
  item('item.image_url', 'image|link', {
    may: 'product item link',
    // `Product URL` is that of a page, unless its values say otherwise.
    test: ({ example, meaning }) =>
      /^https?:\/\//.test(example) &&
      (meaning.concepts.has('image') || /\.(?:jpe?g|png|webp|gif)\b/i.test(example)),
  }),
  item('item.upc', 'barcode', { may: 'product item code number', test: isText }),
];

const ORDER_RULES: readonly Rule[] = [
  order('address.name', 'customer', { test: isName, exact: true }),
  order('customer.email', 'email', {
    // Beside a plain one, that of the invoice or of the recipient is somebody else's.
    may: 'customer address order number',
    kind: 'email',
    proves: true,
    test: ({ name }) => !speaksOf(name, SHOP),
  }),
  order('customer.identifier', 'customer number|customer code', {
    may: 'code',
    // `customer_reference` is how the customer calls an order.
    never: 'bill ship tax phone zip address reference',
    // `Bestellnummer Kunde` is the number of an order.
    test: (c) => isText(c) && !/order,number/.test([...c.meaning.concepts].join()),
  }),
  order('status', 'order status|status|order state|state', {
    never: 'payment refund tax ship item product line address bill customer',
    test: isNamedStatus,
  }),
  // What each line has of its own counts for more than what the order has.
  item('item.status', 'status|item status|line status|product status|ship status', {
    may: 'order item line product ship',
    never: 'payment refund tax address bill customer',
    test: (c) => isStatus(c) || (c.meaning.concepts.has('status') && hasMeaning(c, 'Shipped')),
  }),
  order('shipping_status', 'ship status|ship state', {
    may: 'order',
    never: 'payment refund',
    test: (c) => isStatus(c) || (c.meaning.concepts.has('status') && isNamedStatus(c)),
  }),
  order('currency', 'currency', { may: 'order code total', kind: 'currency', proves: true }),
  order('created_at', 'order date|bought date|created date|created|date|order created', {
    may: 'order',
    never: 'product ship updated payment cancel refund customer tax bill first last other',
    kind: 'date',
  }),
  order('updated_at', 'updated|updated date', {
    may: 'order status last',
    never: 'ship payment customer',
    kind: 'date',
  }),
  order('shipped_date', 'ship date|ship', {
    may: 'order',
    never: 'updated price cost bill payment refund',
    kind: 'date',
    test: ({ name }) => !speaksOf(name, ARRIVED),
  }),
  order('shipped_tick', 'ship', { may: 'order status', test: isShippedTick }),
  order('canceled_date', 'cancel date|cancel', { may: 'order', kind: 'date' }),
  order('paid_date', 'payment date|payment', { may: 'order', kind: 'date' }),
  order(
    'total',
    'order total|total',
    money(
      'order price',
      'tax ship discount item line product unit subtotal refund coupon other freight bought cost',
    ),
  ),
  order(
    'subtotal',
    'subtotal|subtotal total|product total|item total',
    money('order price', 'ship discount line unit refund'),
  ),
  order(
    'shipping',
    'ship cost|ship total|ship price|ship|freight|freight cost|freight total|ship freight|freight price',
    money('order total price cost', 'tax discount refund other'),
  ),
  order('shipping_tax', 'ship tax|freight tax', money('cost total order', 'refund')),
  order(
    'tax',
    'tax|total tax|order tax',
    money('total order cost', 'ship freight method item line product refund customer bill company'),
  ),
  order(
    'discount',
    'discount|total discount|order discount|coupon total|coupon discount|coupon',
    money('total order price', 'item line product refund tax'),
  ),
  order('item_count', 'count|count item|count product', { may: 'order total item product', kind: 'whole' }),
  ...([order, item] as const).map((rule) =>
    rule('refunded', 'refund total|refund', {
      may: 'total order price item line product cents',
      never: `${NOT_MONEY} tracking link method`,
      kind: 'number',
      // `Return window (days)` is no money.
      test: ({ meaning: { concepts, unknown } }) => unknown === 0 || concepts.has('total'),
    }),
  ),
  order('note', 'note', { may: 'order customer ship', test: isWord }),
  order('tags', 'tags', { may: 'order', test: isWord }),
];

/** The parts of an address; each block has them under the concept that marks it. */
const ADDRESS_RULES: readonly Rule[] = [
  order('first_name', 'first', { may: 'name', test: isName }),
  order('last_name', 'last', { may: 'name', test: isName }),
  order('name', 'name|recipient|recipient name', {
    never: 'company title first last email number code',
    test: isName,
  }),
  order('phone', 'phone', { may: 'number', kind: 'phone' }),
  order('street1', 'address', {
    may: 'number name',
    never: 'second email',
    test: (c) => isText(c) && c.share.house < 0.9,
  }),
  order('house', 'house|house number|address number|number', {
    never: 'order customer code bill phone zip reference',
    kind: 'house',
    test: (c) => c.distinct > 3,
  }),
  order('street2', 'second address|second', {
    may: 'number',
    // `option2` is no part of an address.
    never: 'variant model title weight tags coupon email image',
    test: (c) => isText(c) && (c.meaning.unknown === 0 || c.meaning.concepts.has('address')),
  }),
  order('city', 'city|district', { may: 'name address', test: isWord }),
  order('zip_code', 'zip', { may: 'code address city', test: isText }),
  order('state', 'state', {
    may: 'code name address',
    never: 'order refund',
    test: (c) => isWord(c) && !isStatus(c) && c.meaning.unknown === 0,
  }),
  order('country_code', 'country', { may: 'code name address', kind: 'country' }),
];
export const BLOCKS = ['shipping_address', 'billing_address', 'address'];
const NOT_ADDRESS = conceptsIn(
  'product item line price cost tax status method company note payment other place',
);
const block = (prefix: string, mark: readonly Concept[], may: readonly Concept[]): Rule[] =>
  ADDRESS_RULES.map((rule) => ({
    ...rule,
    role: `${prefix}.${rule.role}`,
    test: (column) => !speaksOf(column.name, SHOP) && (rule.test?.(column) ?? true),
    needs: rule.needs.map((needs) => [...mark, ...needs]),
    may: [...rule.may, ...may],
    never: [...rule.never.filter((concept) => !mark.includes(concept)), ...NOT_ADDRESS],
  }));

export const RULES: readonly Rule[] = [
  ...block('shipping_address', ['ship'], ['customer', 'address', 'order']),
  ...block('billing_address', ['bill'], ['customer', 'address', 'order']),
  ...block('address', [], ['customer', 'order']),
  ...ORDER_RULES,
  ...LINE_RULES,
];

export const ROLES: readonly Role[] = [...new Set(RULES.map(({ role }) => role))];
/** Where the status of an order stands, the best first. */
export const STATUS_ROLES: readonly Role[] = ['item.status', 'status', 'shipping_status'];
