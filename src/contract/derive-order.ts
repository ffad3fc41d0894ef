// Prepares an order before it is sent: treats null as absent, fills in fields that follow exactly from others, and reports both.
import type * as z from 'zod';
import { isObject } from '../basics/json.ts';
import { fieldsWhere } from './compile-shape.ts';
import { addressShape, customerShape, itemShape, orderShape, refundShape } from './order.ts';
import { sumOf } from './order-rules/amounts.ts';
import { isCount, type Loose, type Report } from './report.ts';
import { ruleList } from './rule-list.ts';
import { sampleOrder } from './sample.ts';
import { optionalFields } from './shape-findings.ts';

const rules = ruleList({});

export const derived = rules.note('order.derived', {
  title: 'What was absent and follows exactly from the rest was filled in',
  explanation:
    'Filled in when absent: the product amount of a line and the sums of the order (product, tax, discount), empty lists of transactions, refunds and discounts, product_identifier from the sku, the identifier of a customer from the e-mail, as the interface recommends. The total only without shipping and discount, since the interface does not show how those enter it. What is given is never touched.',
  say: (args, path) =>
    `${path} was absent and has been derived${path.startsWith('items') ? ` (${args.count} lines)` : ''}.`,
  good: sampleOrder(),
  bad: sampleOrder({ transactions: undefined }),
});

type Draft = Record<string, unknown>;

const LISTS = ['transactions', 'refunds', 'discounts'];
const SUMS_OF_LINES = ['product_amount_cents', 'tax_amount_cents', 'discount_amount_cents'];
const DERIVABLE = ['total_amount_cents', ...SUMS_OF_LINES, ...LISTS];

/** The fields that hold null, of those where null means absent. */
type NullsOf = (object: Loose) => readonly string[];
const nulls = (shape: z.ZodObject, ...more: readonly string[]): NullsOf =>
  fieldsWhere([...optionalFields(shape), ...more], (value) => value === null);

// Optional fields of the shapes, fields known only from the field notes, and fields that can be derived.
const NULLS = {
  order: nulls(orderShape, 'concept', 'note', ...DERIVABLE),
  item: nulls(
    itemShape,
    'concept',
    'dropship_identifier',
    'reverse_tracking_number',
    'return_policy_end_date',
    'variants',
    'product_identifier',
    'product_amount_cents',
  ),
  customer: nulls(customerShape, 'tags', 'identifier'),
  address: nulls(addressShape, 'street2'),
  refund: nulls(refundShape),
};

/**
 * `raw` with null dropped from optional fields and derivable fields filled in; `report` gets one note for each kind of
 * change. Where nothing changes, `raw` itself: the bytes that it was read from are sent then. Else a copy that shares the
 * unchanged parts.
 */
export function deriveOrder(raw: Loose, report: Report): Loose {
  const bare = withoutNulls(raw, NULLS.order);
  const customer = isObject(raw.customer) ? deriveCustomer(raw.customer, report) : raw.customer;
  const shipping = partOf(raw.shipping_address, NULLS.address);
  const billing = partOf(raw.billing_address, NULLS.address);
  const refunds = Array.isArray(raw.refunds)
    ? sameOr(raw.refunds, raw.refunds.map(withoutRefundNulls))
    : raw.refunds;
  const items = Array.isArray(raw.items) ? deriveItems(raw.items, report) : raw.items;
  const isComplete =
    bare === raw &&
    customer === raw.customer &&
    shipping === raw.shipping_address &&
    billing === raw.billing_address &&
    refunds === raw.refunds &&
    items === raw.items &&
    DERIVABLE.every((field) => raw[field] !== undefined);
  if (isComplete) return raw;
  const draft = copyOf(bare);
  if (isObject(raw.customer)) draft.customer = customer;
  if (isObject(raw.shipping_address)) draft.shipping_address = shipping;
  if (isObject(raw.billing_address)) draft.billing_address = billing;
  if (Array.isArray(raw.refunds)) draft.refunds = refunds;
  if (Array.isArray(raw.items)) draft.items = items;
  deriveSums(draft, report);
  // Measured: a loop over their names takes four times as long.
  draft.transactions ??= noList('transactions', report);
  draft.refunds ??= noList('refunds', report);
  draft.discounts ??= noList('discounts', report);
  return draft;
}

/** The list as it was, when each of its elements stayed. */
const sameOr = (list: readonly unknown[], derived: readonly unknown[]): readonly unknown[] =>
  list.every((one, i) => one === derived[i]) ? list : derived;

const partOf = (value: unknown, nullsOf: NullsOf): unknown =>
  isObject(value) ? withoutNulls(value, nullsOf) : value;

const ONE = Object.freeze({ count: 1 });

function noList(path: string, report: Report): never[] {
  report(derived, path, ONE);
  return [];
}

/** "If the customer has no identifier, the shopper's e-mail is recommended" (interface, Customer object). */
function deriveCustomer(raw: Loose, report: Report): Loose {
  const customer = withoutNulls(raw, NULLS.customer);
  const { identifier, email } = customer;
  if (identifier !== undefined || typeof email !== 'string' || email.trim() === '') return customer;
  report(derived, 'customer.identifier', ONE);
  const draft = copyOf(customer);
  draft.identifier = email;
  return draft;
}

function deriveItems(items: readonly unknown[], report: Report): readonly unknown[] {
  let products = 0;
  let amounts = 0;
  const drafts: unknown[] = [];
  for (const raw of items) {
    if (!isObject(raw)) {
      drafts.push(raw);
      continue;
    }
    const item = withoutNulls(raw, NULLS.item);
    const { unit_price_amount_cents: unitPrice, quantity_shipped: shipped, sku } = item;
    const lacksProduct =
      item.product_identifier === undefined && typeof sku === 'string' && sku.trim() !== '';
    const lacksAmount = item.product_amount_cents === undefined && isCount(unitPrice) && isCount(shipped);
    if (!lacksProduct && !lacksAmount) {
      drafts.push(item);
      continue;
    }
    const draft = copyOf(item);
    if (lacksProduct) {
      draft.product_identifier = sku;
      products++;
    }
    if (lacksAmount) {
      draft.product_amount_cents = unitPrice * shipped;
      amounts++;
    }
    drafts.push(draft);
  }
  if (products > 0) report(derived, 'items[].product_identifier', { count: products });
  if (amounts > 0) report(derived, 'items[].product_amount_cents', { count: amounts });
  return sameOr(items, drafts);
}

function deriveSums(draft: Draft, report: Report): void {
  const items = Array.isArray(draft.items) && draft.items.length > 0 ? draft.items : undefined;
  for (const field of SUMS_OF_LINES) {
    const sum = draft[field] === undefined && items ? sumOf(items, field) : undefined;
    if (sum === undefined) continue;
    draft[field] = sum;
    report(derived, field, ONE);
  }
  const { product_amount_cents: product, tax_amount_cents: tax } = draft;
  const isPlain =
    draft.discount_amount_cents === 0 &&
    draft.shipping_amount_cents === 0 &&
    draft.shipping_tax_amount_cents === 0;
  if (draft.total_amount_cents === undefined && isPlain && isCount(product) && isCount(tax)) {
    draft.total_amount_cents = product + tax;
    report(derived, 'total_amount_cents', ONE);
  }
}

/** The same object when none of the fields is null, else a copy without those that are. */
function withoutNulls(object: Loose, nullsOf: NullsOf): Loose {
  const names = nullsOf(object);
  if (names.length === 0) return object;
  const copy = copyOf(object);
  for (const name of names) delete copy[name];
  // V8 makes an object slow after a delete; a copy of it is fast again.
  return copyOf(copy);
}

/**
 * A copy to which fields are added by name. Measured: after a spread, V8 gives every copy a hidden class of its own for each
 * added field, which makes all later code several times slower. Only a field named `__proto__` needs the spread.
 */
const copyOf = (object: Loose): Draft =>
  Object.hasOwn(object, '__proto__') ? { ...object } : Object.assign({}, object);

const withoutRefundNulls = (refund: unknown): unknown => partOf(refund, NULLS.refund);
