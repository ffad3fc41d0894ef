// Texts damaged by an export: NULL in place of an empty value, lost characters, numbers in Excel's scientific notation.
import { isObject } from '../../basics/json.ts';
import { fieldsWhere } from '../compile-shape.ts';
import type { Finding } from '../finding.ts';
import { found, itemPrefix, type Loose, leafOf, refundPrefix } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { sampleAddress, sampleCustomer, sampleOrder, withLine } from '../sample.ts';

const rules = ruleList({ source: 'this tool' });

export const textNull = rules.warning('order.text.null', {
  title: 'No field holds the text NULL',
  explanation:
    'Databases and their exports write NULL where there is no value; in a message it is a text of four letters that the shopper sees. Leave the cell empty or omit the field; a mapping can turn NULL into nothing with a value map.',
  say: (_args, path) => `${leafOf(path)} holds the text NULL instead of no value.`,
  good: withLine({ upc: undefined }),
  bad: withLine({ upc: 'NULL' }),
});

export const textReplaced = rules.warning('order.text.replaced', {
  title: 'Texts hold no replacement character (U+FFFD)',
  explanation:
    'The character U+FFFD stands where a program met bytes that it could not read: the letters that were there, often ones with an accent, are lost. Export again with the right encoding; what was lost cannot be found again here.',
  say: (_args, path) =>
    `${leafOf(path)} holds the replacement character U+FFFD: a letter was lost before this input was written.`,
  good: withLine({ title: 'Café mug' }),
  bad: withLine({ title: 'Caf\ufffd mug' }),
});

export const numberExponent = rules.warning('order.text.exponent', {
  title: 'Phone, UPC and tracking numbers are written out',
  explanation:
    'A number such as 4.47912E+11 is how Excel shows a long number: the digits behind are gone once the sheet is saved as CSV. Format the column as text before the numbers are put in, or export again without Excel.',
  say: (_args, path) =>
    `${leafOf(path)} is a number in E-notation, as Excel shows long numbers; its digits are lost.`,
  good: sampleOrder({ customer: sampleCustomer({ phone: '+447912000000' }) }),
  bad: sampleOrder({ shipping_address: sampleAddress({ phone: '4.47912E+11' }) }),
});

export const textRules = rules.all;

type SpoiltFields = (object: Loose) => readonly string[];
const textFields = (...names: readonly string[]): SpoiltFields => fieldsWhere(names, isSpoilt);

const ORDER_TEXTS = textFields('identifier', 'raw_status', 'currency', 'note');
const CUSTOMER_TEXTS = textFields('identifier', 'first_name', 'last_name', 'email', 'phone');
const ADDRESS_TEXTS = textFields(
  ...['name', 'street1', 'street2', 'city', 'state', 'zip_code', 'country_code', 'phone'],
);
const ITEM_TEXTS = textFields(
  ...['identifier', 'sku', 'upc', 'tracking_number', 'product_identifier', 'variant_identifier', 'title'],
  ...['image_url'],
);
const REFUND_TEXTS = textFields('identifier', 'note', 'rma_identifier');
const REFUND_LINE_TEXTS = textFields('identifier', 'order_item_identifier');

/** Checks all texts of an order. */
export function checkTexts(order: Loose, findings: Finding[]): void {
  const { customer, shipping_address: shipping, billing_address: billing, items, refunds } = order;
  checkObject(order, ORDER_TEXTS, '', findings);
  if (isObject(customer)) {
    checkObject(customer, CUSTOMER_TEXTS, 'customer.', findings);
    if (isExponent(customer.phone)) findings.push(found(numberExponent, 'customer.phone'));
  }
  if (isObject(shipping)) checkAddress(shipping, 'shipping_address.', findings);
  if (isObject(billing)) checkAddress(billing, 'billing_address.', findings);
  if (Array.isArray(items))
    for (let i = 0; i < items.length; i++)
      if (isObject(items[i])) checkItem(items[i], itemPrefix(i), findings);
  if (Array.isArray(refunds))
    for (let i = 0; i < refunds.length; i++)
      if (isObject(refunds[i])) checkRefund(refunds[i], refundPrefix(i), findings);
}

function checkAddress(address: Loose, at: string, findings: Finding[]): void {
  checkObject(address, ADDRESS_TEXTS, at, findings);
  if (isExponent(address.phone)) findings.push(found(numberExponent, `${at}phone`));
}

function checkItem(item: Loose, at: string, findings: Finding[]): void {
  checkObject(item, ITEM_TEXTS, at, findings);
  if (isExponent(item.upc)) findings.push(found(numberExponent, `${at}upc`));
  if (isExponent(item.tracking_number)) findings.push(found(numberExponent, `${at}tracking_number`));
}

function checkRefund(refund: Loose, at: string, findings: Finding[]): void {
  checkObject(refund, REFUND_TEXTS, at, findings);
  const lines = refund.refund_line_items;
  if (!Array.isArray(lines)) return;
  for (let i = 0; i < lines.length; i++)
    if (isObject(lines[i]))
      checkObject(lines[i], REFUND_LINE_TEXTS, `${at}refund_line_items[${i}].`, findings);
}

function isSpoilt(value: unknown): boolean {
  return typeof value === 'string' && (isNullText(value) || value.includes('\ufffd'));
}

// It runs for every text: comparing the length first is quicker.
const isNullText = (value: string): boolean => value.length === 4 && value === 'NULL';

function checkObject(object: Loose, spoiltFields: SpoiltFields, prefix: string, findings: Finding[]): void {
  for (const key of spoiltFields(object))
    findings.push(found(object[key] === 'NULL' ? textNull : textReplaced, prefix + key));
}

function isExponent(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  // One to three digits after the plus.
  const { length } = value;
  const hasPlus =
    value.charCodeAt(length - 3) === PLUS ||
    value.charCodeAt(length - 2) === PLUS ||
    value.charCodeAt(length - 4) === PLUS;
  return hasPlus && /^\s*[+-]?\d(?:[.,]\d+)?[eE]\+\d{1,3}$/.test(value);
}
const PLUS = 0x2b;
