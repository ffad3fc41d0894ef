// Required fields of an order, recommended fields, and fields that must not be empty; findings of the shapes.
import { quote } from '../../basics/text.ts';
import { anyField } from '../compile-shape.ts';
import type { Finding } from '../finding.ts';
import { found, type Loose, leafOf } from '../report.ts';
import { ORDER_FRAME, ORDER_IDENTITY, ruleList, TOO_LARGE, UNREADABLE } from '../rule-list.ts';
import { sampleAddress, sampleCustomer, sampleOrder, withLine } from '../sample.ts';

/** The most elements that the lists of one order may have together. */
const MAX_ELEMENTS = 10_000;

const rules = ruleList({ source: 'Resources and their fields', good: sampleOrder() });

export const fieldMissing = rules.error('order.field.missing', {
  fixed: ORDER_FRAME,
  title: 'A required field of the order message is there',
  explanation:
    'The service needs this field. Amounts that follow exactly from others are filled in when absent, so a missing total means that it could not be derived: state it.',
  say: ({ empty }, path) =>
    `The required field ${leafOf(path)} is missing${empty === undefined ? '' : `: column ${quote(empty)} is empty`}.`,
  bad: sampleOrder({ customer: sampleCustomer({ email: undefined }) }),
});

export const fieldType = rules.error('order.field.type', {
  fixed: UNREADABLE,
  title: 'A field of the order message has the type the interface names',
  explanation:
    'Identifiers are texts even when they look like numbers (write them in quotes); money is an integer of cents; quantities are integers.',
  say: (args, path) =>
    `${leafOf(path)} must be ${args.expected}, found ${args.found}.${args.found === 'null' && path ? ' Omit the field instead.' : ''}`,
  good: sampleOrder({ identifier: '1001' }),
  bad: sampleOrder({ identifier: 1001 }),
});

export const fieldRecommended = rules.warning('order.field.recommended', {
  title: 'A field of the interface that is not strictly required is given',
  explanation:
    'The interface lists the field without calling it optional. The order is accepted without it, but something for the shopper may be missing, such as the image or the eligibility for express returns.',
  source: 'field notes',
  say: (_args, path) => `${leafOf(path)} is missing; the interface lists it.`,
  bad: sampleOrder({ raw_status: undefined }),
});

export const fieldEmpty = rules.warning('order.field.empty', {
  title: 'A required text is not empty',
  explanation: 'The field is there, but holds no text. Send what the shopper or the carrier needs to see.',
  source: 'this tool',
  say: (_args, path) => `${leafOf(path)} is empty.`,
  bad: sampleOrder({ shipping_address: sampleAddress({ city: '' }) }),
});

export const identifierEmpty = rules.error('order.identifier.empty', {
  fixed: ORDER_IDENTITY,
  title: 'An identifier is not empty',
  explanation:
    'An empty identifier refers to nothing: refunds and RMAs could not find the order or the line.',
  say: (_args, path) => `${leafOf(path)} is empty; it must identify something.`,
  bad: withLine({ sku: ' ' }),
});

export const itemsEmpty = rules.warning('order.items.empty', {
  title: 'An order has lines',
  explanation: 'Without lines the shopper finds nothing to return.',
  source: 'this tool',
  say: () => 'The order has no lines.',
  bad: sampleOrder({ items: [], total_amount_cents: 0, product_amount_cents: 0, tax_amount_cents: 0 }),
});

export const sizeLimit = rules.error('order.size.limit', {
  fixed: TOO_LARGE,
  title: `The lists of an order have at most ${MAX_ELEMENTS} elements together`,
  explanation:
    'Lines, tags, refunds and their lines are counted. Limits on line counts are not shown in the interface; this one keeps a hostile or broken message from taking all memory.',
  source: 'this tool',
  say: (args) =>
    `The lists of the order have ${args.found} elements together; at most ${MAX_ELEMENTS} are checked.`,
  // A getter: the large sample is built only on use, not at start-up.
  get bad() {
    return sampleOrder({ tags: Array.from({ length: MAX_ELEMENTS + 1 }, () => 'FinalSale') });
  },
});

export const fieldRules = rules.all;

/** Texts that must not be empty, texts that should not be empty, and fields whose absence gives a warning. */
interface FieldLists {
  readonly identifiers: readonly string[];
  readonly texts: readonly string[];
  readonly recommended: readonly string[];
  /** Whether one of them gives a finding. */
  readonly hasGap: (object: Loose) => boolean;
}

function fieldLists(lists: Omit<FieldLists, 'hasGap'>): FieldLists {
  const hasBlank = anyField([...lists.identifiers, ...lists.texts], isBlank);
  const hasAbsent = anyField(lists.recommended, (value) => value === undefined);
  return { ...lists, hasGap: (object) => hasBlank(object) || hasAbsent(object) };
}

export const ORDER_FIELDS = fieldLists({
  identifiers: ['identifier'],
  texts: [],
  recommended: ['raw_status'],
});
export const ITEM_FIELDS = fieldLists({
  identifiers: ['identifier', 'sku', 'product_identifier', 'variant_identifier'],
  texts: ['title'],
  recommended: ['image_url', 'weight'],
});
export const CUSTOMER_FIELDS = fieldLists({
  identifiers: ['identifier'],
  texts: [],
  recommended: ['first_name', 'last_name', 'phone'],
});
// Many countries have no state and some have no postal code: there the empty text is correct.
export const ADDRESS_FIELDS = fieldLists({
  identifiers: [],
  texts: ['name', 'street1', 'city', 'country_code'],
  recommended: ['phone'],
});
export const REFUND_FIELDS = fieldLists({ identifiers: ['identifier'], texts: [], recommended: [] });
export const REFUND_LINE_FIELDS = fieldLists({
  identifiers: ['identifier', 'order_item_identifier'],
  texts: [],
  recommended: [],
});

/** Checks empty and recommended fields of one object; `prefix` is its path with a dot, or empty. */
export function checkFields(object: Loose, lists: FieldLists, prefix: string, findings: Finding[]): void {
  if (!lists.hasGap(object)) return;
  for (const key of lists.identifiers)
    if (isBlank(object[key])) findings.push(found(identifierEmpty, prefix + key));
  for (const key of lists.texts) if (isBlank(object[key])) findings.push(found(fieldEmpty, prefix + key));
  for (const key of lists.recommended)
    if (object[key] === undefined) findings.push(found(fieldRecommended, prefix + key));
}

/** The finding for an order whose lists are too long to be checked in limited time and memory. */
export function oversize(order: Loose): Finding | undefined {
  let size = lengthOf(order.tags) + lengthOf(order.items) + lengthOf(order.refunds);
  const { items, refunds } = order;
  if (Array.isArray(items)) for (let i = 0; i < items.length; i++) size += lengthOf(items[i]?.tags);
  if (Array.isArray(refunds))
    for (let i = 0; i < refunds.length; i++) size += lengthOf(refunds[i]?.refund_line_items);
  size += lengthOf(order.transactions) + lengthOf(order.discounts);
  return size > MAX_ELEMENTS ? found(sizeLimit, '', { found: size }) : undefined;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function isBlank(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return value === '' || (value.charCodeAt(0) <= 0x20 && value.trim() === '');
}
