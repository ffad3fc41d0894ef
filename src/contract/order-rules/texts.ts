// Texts damaged by an export: NULL in place of an empty value, lost characters, numbers in Excel's scientific notation.
import { isObject } from '../../basics/json.ts';
import type { Finding, Rule } from '../finding.ts';
import { found, type Loose, leafOf } from '../report.ts';
import { sampleAddress, sampleCustomer, sampleOrder, withLine } from '../sample.ts';
import { itemPrefix, refundPrefix } from './paths.ts';

export const textNull: Rule = {
  code: 'order.text.null',
  severity: 'warning',
  title: 'No field holds the text NULL',
  explanation:
    'Databases and their exports write NULL where there is no value; in a message it is a text of four letters that the shopper sees. Leave the cell empty or omit the field; a mapping can turn NULL into nothing with a value map.',
  source: 'this tool',
  say: (_args, path) => `${leafOf(path)} holds the text NULL instead of no value.`,
  good: withLine({ upc: undefined }),
  bad: withLine({ upc: 'NULL' }),
};

export const textReplaced: Rule = {
  code: 'order.text.replaced',
  severity: 'warning',
  title: 'Texts hold no replacement character (U+FFFD)',
  explanation:
    'The character U+FFFD stands where a program met bytes that it could not read: the letters that were there, often ones with an accent, are lost. Export again with the right encoding; what was lost cannot be found again here.',
  source: 'this tool',
  say: (_args, path) =>
    `${leafOf(path)} holds the replacement character U+FFFD: a letter was lost before this input was written.`,
  good: withLine({ title: 'Café mug' }),
  bad: withLine({ title: 'Caf\ufffd mug' }),
};

export const numberExponent: Rule = {
  code: 'order.text.exponent',
  severity: 'warning',
  title: 'Phone, UPC and tracking numbers are written out',
  explanation:
    'A number such as 4.47912E+11 is how Excel shows a long number: the digits behind are gone once the sheet is saved as CSV. Format the column as text before the numbers are put in, or export again without Excel.',
  source: 'this tool',
  say: (_args, path) =>
    `${leafOf(path)} is a number in E-notation, as Excel shows long numbers; its digits are lost.`,
  good: sampleOrder({ customer: sampleCustomer({ phone: '+447912000000' }) }),
  bad: sampleOrder({ shipping_address: sampleAddress({ phone: '4.47912E+11' }) }),
};

export const textRules: readonly Rule[] = [textNull, textReplaced, numberExponent];

const ORDER_TEXTS = ['identifier', 'raw_status', 'currency', 'note'];
const CUSTOMER_TEXTS = ['identifier', 'first_name', 'last_name', 'email', 'phone'];
const ADDRESS_TEXTS = ['name', 'street1', 'street2', 'city', 'state', 'zip_code', 'country_code', 'phone'];
const ITEM_TEXTS = [
  ...['identifier', 'sku', 'upc', 'tracking_number', 'product_identifier', 'variant_identifier', 'title'],
  ...['image_url'],
];
const REFUND_TEXTS = ['identifier', 'note', 'rma_identifier'];
const REFUND_LINE_TEXTS = ['identifier', 'order_item_identifier'];

/** Checks all texts of an order. It runs for every order; naming the fields one by one is faster than a loop over keys. */
export function checkTexts(order: Loose, findings: Finding[]): void {
  const { customer, shipping_address: shipping, billing_address: billing, items, refunds } = order;
  if (
    isSpoilt(order.identifier) ||
    isSpoilt(order.raw_status) ||
    isSpoilt(order.currency) ||
    isSpoilt(order.note)
  )
    report(order, ORDER_TEXTS, '', findings);
  if (isObject(customer)) checkCustomer(customer, findings);
  if (isObject(shipping)) checkAddress(shipping, 'shipping_address.', findings);
  if (isObject(billing)) checkAddress(billing, 'billing_address.', findings);
  if (Array.isArray(items))
    for (let i = 0; i < items.length; i++) if (isObject(items[i])) checkItem(items[i], i, findings);
  if (Array.isArray(refunds))
    for (let i = 0; i < refunds.length; i++) if (isObject(refunds[i])) checkRefund(refunds[i], i, findings);
}

function checkCustomer(customer: Loose, findings: Finding[]): void {
  const { identifier, first_name: first, last_name: last, email, phone } = customer;
  if (isSpoilt(identifier) || isSpoilt(first) || isSpoilt(last) || isSpoilt(email) || isSpoilt(phone))
    report(customer, CUSTOMER_TEXTS, 'customer.', findings);
  if (isExponent(phone)) findings.push(found(numberExponent, 'customer.phone'));
}

function checkAddress(address: Loose, at: string, findings: Finding[]): void {
  const { name, street1, street2, city, state, zip_code: zip, country_code: country, phone } = address;
  if (isSpoilt(name) || isSpoilt(street1) || isSpoilt(street2) || isSpoilt(city) || isSpoilt(state))
    report(address, ADDRESS_TEXTS, at, findings);
  else if (isSpoilt(zip) || isSpoilt(country) || isSpoilt(phone))
    report(address, ADDRESS_TEXTS, at, findings);
  if (isExponent(phone)) findings.push(found(numberExponent, `${at}phone`));
}

function checkItem(item: Loose, index: number, findings: Finding[]): void {
  const { identifier, sku, upc, tracking_number: tracking, title, image_url: image } = item;
  const at = itemPrefix(index);
  if (isSpoilt(identifier) || isSpoilt(sku) || isSpoilt(upc) || isSpoilt(tracking) || isSpoilt(title))
    report(item, ITEM_TEXTS, at, findings);
  else if (isSpoilt(item.product_identifier) || isSpoilt(item.variant_identifier) || isSpoilt(image))
    report(item, ITEM_TEXTS, at, findings);
  if (isExponent(upc)) findings.push(found(numberExponent, `${at}upc`));
  if (isExponent(tracking)) findings.push(found(numberExponent, `${at}tracking_number`));
}

function checkRefund(refund: Loose, index: number, findings: Finding[]): void {
  const at = refundPrefix(index);
  report(refund, REFUND_TEXTS, at, findings);
  const lines = refund.refund_line_items;
  if (!Array.isArray(lines)) return;
  for (let i = 0; i < lines.length; i++)
    if (isObject(lines[i])) report(lines[i], REFUND_LINE_TEXTS, `${at}refund_line_items[${i}].`, findings);
}

// Faster than `includes`: the expression rejects a Latin-1 string at once, while `includes` compares each character.
const LOST = /\ufffd/;
const isSpoilt = (value: unknown): boolean =>
  typeof value === 'string' && (value === 'NULL' || LOST.test(value));

function report(object: Loose, keys: readonly string[], prefix: string, findings: Finding[]): void {
  for (const key of keys) {
    const value = object[key];
    if (!isSpoilt(value)) continue;
    findings.push(found(value === 'NULL' ? textNull : textReplaced, prefix + key));
  }
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
