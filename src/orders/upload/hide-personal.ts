// A service may repeat a shopper's data in the message of a refusal. These messages are shown to users, so
// the data is removed as soon as the answer arrives.
import { isObject } from '../../basics/json.ts';
import { addressShape, customerShape } from '../../contract/order.ts';
import type { HttpAnswer } from '../../platform/platform.ts';

const EMAIL = /[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g;
/** Of an address: a state or a country alone says nothing about a person. `street2` is not in the interface. */
const ADDRESS = [...Object.keys(addressShape.shape), 'street2'].filter(
  (name) => name !== 'state' && name !== 'country_code',
);
/** The personal fields of an order: every field of the customer, and those of the addresses. */
const FIELDS = {
  customer: Object.keys(customerShape.shape),
  shipping_address: ADDRESS,
  billing_address: ADDRESS,
};
/** True for a personal field, by its path: also the note of a refund, which people write. */
export function isPersonal(path: string): boolean {
  const [part = '', name = ''] = path.replace(/\[\d*\]/g, '').split('.');
  if (path.endsWith('note')) return true;
  // Only the state and the country of an address say nothing about a person.
  return Object.hasOwn(FIELDS, part) && !(part !== 'customer' && /^(?:state|country_code)$/.test(name));
}

/** Shorter values are not replaced: they would hide too much. */
const SHORTEST = 2;

/** The answer to a request with these orders, without their personal data in the message of a refusal. */
export function withoutPersonal(answer: HttpAnswer, sent: string | Uint8Array): HttpAnswer {
  const content = parsed(answer.body);
  if (!isObject(content) || typeof content['message'] !== 'string') return answer;
  const message = hidePersonal(content['message'], parsed(sent));
  if (message === content['message']) return answer;
  return { ...answer, body: new TextEncoder().encode(JSON.stringify({ ...content, message })) };
}

function parsed(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}

/** `sent`: the body of the request. */
function hidePersonal(message: string, sent: unknown): string {
  const wrapper = isObject(sent) ? sent['returns_portal_order'] : undefined;
  const orders = isObject(wrapper) && Array.isArray(wrapper['orders']) ? wrapper['orders'] : [];
  // Longest first: one value can be a part of another, as a town in the name of a street.
  const values = [...new Set(orders.flatMap(valuesOf))].sort((a, b) => b.length - a.length);
  let clean = message.replace(EMAIL, '***');
  for (const value of values) clean = clean.replace(wholeWords(value), '***');
  return clean;
}

function valuesOf(order: unknown): string[] {
  if (!isObject(order)) return [];
  return Object.entries(FIELDS).flatMap(([part, names]) => {
    const holder = order[part];
    if (!isObject(holder)) return [];
    return names
      .map((name) => holder[name])
      .filter((value): value is string => typeof value === 'string' && value.length >= SHORTEST);
  });
}

const wholeWords = (value: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu');
