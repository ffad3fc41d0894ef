// Checks orders: finishes a raw order so that it is ready to send, or says why it cannot be; validates an order as the service
// does, without deriving anything, alone or in the whole body of a post (for 422 answers).

import type * as z from 'zod';
import { isObject } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import { fieldsWhere } from './compile-shape.ts';
import {
  type Finding,
  found,
  identifierOf,
  isCount,
  type Loose,
  type Report,
  reportTo,
  ruleList,
  UNREADABLE,
  wrongType,
} from './finding.ts';
import { applyLevels } from './levels.ts';
import { addressShape, customerShape, itemShape, type Order, orderShape, refundShape } from './order.ts';
import { sumOf } from './order-rules/amounts.ts';
import { checkOrder, type OrderContext } from './order-rules/check-order.ts';
import { fieldMissing, fieldType, oversize } from './order-rules/fields.ts';
import { refundLineDuplicate } from './order-rules/refund-lines.ts';
import { refundDuplicate } from './order-rules/refunds.ts';
import { sampleOrder } from './sample.ts';
import { Identifiers, listOf, optionalFields, shapeFindings } from './shape-findings.ts';

const derived = ruleList({}).note('order.derived', {
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
function deriveOrder(raw: Loose, report: Report) {
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

function noList(path: string, report: Report) {
  report(derived, path, ONE);
  return [];
}

/** "If the customer has no identifier, the shopper's e-mail is recommended" (interface, Customer object). */
function deriveCustomer(raw: Loose, report: Report) {
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
    const draft: Draft = lacksProduct || lacksAmount ? copyOf(item) : item;
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
function withoutNulls(object: Loose, nullsOf: NullsOf) {
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

const message = (...orders: readonly unknown[]) => ({ returns_portal_order: { orders } });

const rules = ruleList({
  source: 'Returns portal order message (request body)',
  good: message(sampleOrder()),
});

const bodyForm = rules.error('orders.body.form', {
  fixed: UNREADABLE,
  title: 'The body holds returns_portal_order, and that a list of orders',
  explanation: 'The body is {"returns_portal_order": {"orders": [...]}}, also for a single order.',
  say: (args, path) => `${path || 'The body'} must be ${args.expected}, found ${args.found}.`,
  bad: { orders: [sampleOrder()] },
});

export const bodyKey = rules.error('orders.body.key', {
  title: 'The body has one key, and so has what it holds',
  explanation:
    'The body is an object with one key, returns_portal_order, that holds an array orders. Anything beside them is not read. An upload makes its own bodies, so in an input file it is only a warning.',
  say: (_, path) => `The key ${quote(path)} stands beside the orders: it is not read, and not sent.`,
  bad: { ...message(sampleOrder()), meta: {} },
});

/** So many keys beside the orders are named: a hostile body could have any number. */
const MOST_KEYS = 20;

/** Paths of the keys beside the orders. */
export function keysBeside(body: Loose): string[] {
  const { returns_portal_order: wrapper, ...around } = body;
  const { orders, ...beside } = isObject(wrapper) ? wrapper : {};
  return [...Object.keys(around), ...Object.keys(beside).map((key) => `returns_portal_order.${key}`)]
    .slice(0, MOST_KEYS)
    .map(identifierOf);
}

const bodyEmpty = rules.warning('orders.body.empty', {
  title: 'A post holds at least one order',
  explanation:
    'An empty list of orders changes nothing; the request counts against the rate limit all the same.',
  source: 'this tool',
  say: () => 'The list of orders is empty.',
  bad: message(),
});

const orderRepeated = rules.warning('orders.order.repeated', {
  title: 'An order stands once in a post',
  explanation: 'Which of two snapshots in one post wins is not shown; send the latest only.',
  source: 'this tool',
  say: (args) => `The order ${quote(args.identifier)} already stands at ${args.first}.`,
  bad: message(sampleOrder(), sampleOrder()),
});

export const messageRules = [...rules.all, derived];

/**
 * Validates the whole body of a post (interface: Returns portal order message). Paths begin with the index of the order,
 * `orders[3].items[0].sku`; refund identifiers are compared across the orders, too.
 */
export function validateOrdersMessage(body: unknown, context: OrderContext): Finding[] {
  const wrong = (path: string, expected: string, value: unknown) => [
    found(bodyForm, path, wrongType(expected, value, 'nothing')),
  ];
  if (!isObject(body)) return wrong('', 'an object', body);
  const wrapper = body.returns_portal_order;
  if (!isObject(wrapper)) return wrong('returns_portal_order', 'an object', wrapper);
  const orders = wrapper.orders;
  if (!Array.isArray(orders)) return wrong('returns_portal_order.orders', 'a list of orders', orders);
  const whole = keysBeside(body).map((path) => found(bodyKey, path));
  if (orders.length === 0) whole.push(found(bodyEmpty, 'returns_portal_order.orders'));
  const findings: Finding[] = [...applyLevels(whole, context.levels)];
  let errors = 0;
  for (let i = 0; i < orders.length && errors < MAX_ERRORS; i++)
    for (const finding of validateOrder(orders[i], context)) {
      if (finding.severity === 'error') errors++;
      const path = finding.path === '' ? `orders[${i}]` : `orders[${i}].${finding.path}`;
      findings.push({ ...finding, path });
    }
  if (errors >= MAX_ERRORS) return findings;
  const across: Finding[] = [];
  checkAcrossOrders(orders, reportTo(across));
  findings.push(...applyLevels(across, context.levels));
  return findings;
}

// After this many errors the rest of a post is not validated: a hostile one could fill the memory with findings.
const MAX_ERRORS = 10_000;

/** Identifiers that two different orders share. When an order is repeated, so are its refunds: those are not reported. */
function checkAcrossOrders(orders: readonly unknown[], report: Report): void {
  const [ofOrders, ofRefunds, ofLines] = [orderRepeated, refundDuplicate, refundLineDuplicate].map(
    (rule) => new Identifiers(rule),
  );
  for (const [i, order] of orders.entries()) {
    if (!isObject(order)) continue;
    if (!ofOrders!.add(order.identifier, `orders[${i}].identifier`, report)) continue;
    // Each identifier once, with its first path: duplicates within one order are reported already.
    const [refunds, lines] = [new Map<unknown, string>(), new Map<unknown, string>()];
    for (const [r, refund] of listOf(order.refunds).entries()) {
      if (!isObject(refund)) continue;
      const at = `orders[${i}].refunds[${r}].`;
      if (!refunds.has(refund.identifier)) refunds.set(refund.identifier, `${at}identifier`);
      for (const [l, line] of listOf(refund.refund_line_items).entries())
        if (isObject(line) && !lines.has(line.identifier))
          lines.set(line.identifier, `${at}refund_line_items[${l}].identifier`);
    }
    for (const [value, path] of refunds) ofRefunds!.add(value, path, report);
    for (const [value, path] of lines) ofLines!.add(value, path, report);
  }
}

const findingsOfShape = shapeFindings(orderShape, { missing: fieldMissing, type: fieldType });

/**
 * Finishes an order: drops null in optional fields, derives what follows exactly from other fields (with a note), takes
 * given values unchanged; then checks shapes and rules (interface: Resources and their fields). `raw` is not modified; parts
 * that the finished order changes are not shared with it. `order` is as it is sent, undefined when a finding is an error; fields
 * may be missing where a level lowered a rule.
 */
export function finishOrder(raw: unknown, context: OrderContext) {
  if (!isObject(raw)) return { order: undefined, findings: [notAnOrder(raw)] };
  const tooLarge = oversize(raw);
  if (tooLarge) return { order: undefined, findings: [tooLarge] };
  const findings: Finding[] = [];
  const report = reportTo(findings);
  const order = deriveOrder(raw, report);
  for (const finding of findingsOfShape(order)) findings.push(finding);
  checkOrder(order, context, report);
  const counted = applyLevels(findings, context.levels);
  return {
    order: counted.some(({ severity }) => severity === 'error') ? undefined : (order as Order),
    findings: counted,
  };
}

/** The order as `finishOrder` made it of this `raw`, which passed, without checking it again. */
export const finishedBefore = (raw: unknown): Order => deriveOrder(raw as Loose, () => {}) as Order;

/** Validates an order as given: nothing is dropped or derived. */
export function validateOrder(order: unknown, context: OrderContext): Finding[] {
  if (!isObject(order)) return [notAnOrder(order)];
  const tooLarge = oversize(order);
  if (tooLarge) return [tooLarge];
  const findings = [...findingsOfShape(order)];
  checkOrder(order, context, reportTo(findings));
  return applyLevels(findings, context.levels);
}

const notAnOrder = (value: unknown) => found(fieldType, '', wrongType('an object', value));
