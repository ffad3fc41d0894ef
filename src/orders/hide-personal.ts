// A service may repeat a shopper's data when it refuses an order. Its words are shown, so that data is taken out of them
// where the answer comes in.
import { isObject } from '../basics/json.ts';
import type { HttpAnswer } from '../platform/platform.ts';
import type { OrderTransport } from './parts.ts';

const EMAIL = /[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g;
/** Of a customer and of an address; shorter values than two characters would hide every second letter. */
const FIELDS = {
  customer: ['identifier', 'first_name', 'last_name', 'email', 'phone'],
  shipping_address: ['name', 'street1', 'street2', 'city', 'zip_code', 'phone'],
  billing_address: ['name', 'street1', 'street2', 'city', 'zip_code', 'phone'],
} as const;
const SHORTEST = 2;

/** The same way to the service, with refusals whose message holds nothing personal of the orders that were sent. */
export const withoutPersonal =
  (post: OrderTransport['post']): OrderTransport['post'] =>
  async (body, token, signal) => {
    const answer = await post(body, token, signal);
    return answer.status >= 400 && answer.status < 500 ? cleaned(answer, body) : answer;
  };

function cleaned(answer: HttpAnswer, sent: string): HttpAnswer {
  const said = parsed(new TextDecoder().decode(answer.body));
  if (!isObject(said) || typeof said['message'] !== 'string') return answer;
  const message = hidePersonal(said['message'], parsed(sent));
  if (message === said['message']) return answer;
  return { ...answer, body: new TextEncoder().encode(JSON.stringify({ ...said, message })) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `sent`: the body of the post. */
export function hidePersonal(message: string, sent: unknown): string {
  const wrapper = isObject(sent) ? sent['returns_portal_order'] : undefined;
  const orders = isObject(wrapper) && Array.isArray(wrapper['orders']) ? wrapper['orders'] : [];
  // The longest first: a street holds the name of a town.
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
