// One instant in two spellings is one time: an order that has the times of the accepted version in other spellings is that version.
import type { Order } from '../../contract/order.ts';
import { microsOf } from '../../contract/time.ts';
import type { KnownOrder, ReadyOrder } from '../../storage/order-record.ts';

/** The order in the spelling that was accepted, where nothing but the spelling of its times differs. */
export function inAcceptedSpelling(order: ReadyOrder, before: KnownOrder): ReadyOrder {
  const isSame = microsOf(order.facts.updatedAt) === microsOf(before.updatedAt);
  if (!isSame || order.digest === before.digest) return order;
  const texts = [before.updatedAt, before.createdAt, ...before.refunds.map(({ createdAt }) => createdAt)];
  const known = new Map(texts.map((text) => [microsOf(text), text]));
  for (const style of new Set(texts)) {
    const spell = (text: string) => known.get(microsOf(text)) ?? like(style, text);
    const spelled = order.with(respelled(order.order, spell));
    if (spelled.digest === before.digest) return spelled;
  }
  return order;
}

const TIMES: readonly string[] = ['created_at', 'updated_at', 'shipped_date'];

const respelled = (order: Order, spell: (text: string) => string): Order =>
  JSON.parse(JSON.stringify(order), (key, value: unknown) =>
    TIMES.includes(key) && typeof value === 'string' ? spell(value) : value,
  ) as Order;

/** The same instant in the form of another time. */
function like(style: string, text: string): string {
  const [, clock = '', fraction = '', zone = ''] = /^.{11}([\d:]+)([.,]\d+)?(.*)$/.exec(style) ?? [];
  // What the other time is ahead of itself as UTC: its offset.
  const offset = microsOf(style.slice(0, style.length - zone.length)) - microsOf(style);
  const local = (microsOf(text) + offset) / 1000;
  if (Number.isNaN(local)) return text;
  const iso = new Date(Math.floor(local)).toISOString();
  const part = iso.slice(19, 19 + fraction.length).replace('Z', '');
  return `${iso.slice(0, 10)}${style[10]}${iso.slice(11, 11 + clock.length)}${part.padEnd(fraction.length, '0')}${zone}`;
}
