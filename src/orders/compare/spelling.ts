// One instant in two spellings is one time: an order that has the times of the accepted version in other spellings is that version.
import type { Order } from '../../contract/order.ts';
import { microsOf } from '../../contract/time.ts';
import type { KnownOrder, ReadyOrder } from '../../storage/order-record.ts';

/** The order in the spelling that was accepted, where nothing but the spelling of its times differs. */
export function inAcceptedSpelling(order: ReadyOrder, before: KnownOrder): ReadyOrder {
  if (microsOf(order.facts.updatedAt) !== microsOf(before.updatedAt) || order.digest === before.digest)
    return order;
  const refunded = before.refunds.map(({ createdAt }) => createdAt);
  const texts = [before.updatedAt, before.createdAt, ...refunded];
  const known = new Map(texts.map((text) => [microsOf(text), text]));
  for (const style of new Set(texts)) {
    const spelled = order.with(
      respelled(order.order, (text) => known.get(microsOf(text)) ?? like(style, text)),
    );
    if (spelled.digest === before.digest) return spelled;
  }
  return order;
}

function respelled(order: Order, spell: (text: string) => string): Order {
  const withTime = <T extends object>(of: T, field: keyof T): T =>
    typeof of[field] === 'string' ? { ...of, [field]: spell(of[field]) } : of;
  return {
    ...withTime(withTime(order, 'created_at'), 'updated_at'),
    items: order.items.map((item) => withTime(item, 'shipped_date')),
    refunds: order.refunds.map((refund) => withTime(refund, 'created_at')),
  };
}

const FORM = /^.{10}(.)\d\d:\d\d(:\d\d)?(?:([.,])(\d+))?(\s?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?)$/;

/** The same instant in the form of another time. */
function like(style: string, text: string): string {
  const form = FORM.exec(style);
  const micros = microsOf(text);
  if (!form || Number.isNaN(micros)) return text;
  const [, between, seconds = '', point = '', digits = '', zone] = form;
  // What the other time is ahead of itself as UTC: its offset.
  const offset = microsOf(style.slice(0, style.length - zone!.length)) - microsOf(style);
  const local = micros + offset;
  const iso = new Date(Math.floor(local / 1000)).toISOString();
  const fraction = String(((local % 1e6) + 1e6) % 1e6)
    .padStart(6, '0')
    .padEnd(digits.length, '0');
  const clock = iso.slice(11, seconds === '' ? 16 : 19);
  return `${iso.slice(0, 10)}${between}${clock}${point}${fraction.slice(0, digits.length)}${zone}`;
}
