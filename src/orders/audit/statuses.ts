// Have these units left? A status that says no, and columns that say otherwise.
import { negatedStatus, shippedOtherwise } from '../../contract/order-rules/audit.ts';
import type { AuditedOrder } from './subject.ts';
import { type Question, speaksOf, VARIED, wordsIn } from './suspicion.ts';

const FIELD = 'status';
const hasShipped = ({ items }: AuditedOrder) =>
  items.some(({ quantity_shipped: shipped = 0 }) => shipped > 0);

const NOT =
  /^(not|no|non|never|nicht|nie|kein|keine|pas|jamais|nunca|sin|sem|nao|niet|geen|ikke|inte|ei|bez|yet|noch|awaiting|pending)$/;
const JOINED =
  /^(?:un|non|nicht|in|niet|nie|um)-?(?=ship|sent|dispatch|deliver|fulfil|versand|versend|geliefert|verschickt|expedi|livr|envi|entreg|sped|verzond|gelever|wysl)/;
/** Characters with which the negation of a Japanese or Chinese word begins. */
const SIGNS = /^[未不]/u;

const isNegated = (status: string): boolean => {
  const words = wordsIn(status);
  return SIGNS.test(status.trim()) || words.some((word) => NOT.test(word) || JOINED.test(word));
};

const shippedUnderANegation: Question = (subject) => {
  const columns = subject.columnsOf('status', 'item.quantity_shipped');
  const isOne = (order: AuditedOrder) =>
    hasShipped(order) && columns.some((name) => isNegated(subject.first(order, name)));
  const orders = subject.orders.filter(isOne);
  const words = [
    ...new Set(orders.map((order) => columns.map((name) => subject.first(order, name)).find(isNegated))),
  ];
  return orders.length === 0
    ? []
    : [{ rule: negatedStatus, field: FIELD, columns, orders, args: { word: words[0] ?? '' } }];
};

const SHIP =
  /^(ship|fulfil|dispatch|deliver|sent|versand|versend|geliefert|verschickt|liefer|expedi|livr|envi|entreg|enviad|sped|verzond|gelever|wysl|出荷|発送)/u;

/** Everything shipped, although a column of shipped units or of ship dates is not full. */
const shippedAgainstAColumn: Question = (subject) => {
  const { orders, isMany } = subject;
  const isWhole = ({ items }: AuditedOrder) =>
    items.every(({ quantity = 0, quantity_shipped: shipped = 0 }) => shipped >= quantity);
  if (!isMany || !orders.every(isWhole)) return [];
  for (const column of subject.unused.filter((name) => speaksOf(name, SHIP))) {
    const texts = orders.map((order) => subject.first(order, column));
    const isLess = (order: AuditedOrder, i: number) => {
      const units = order.items.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
      return /^\d{1,4}$/.test(texts[i]!)
        ? Number(texts[i]) < units && order.items.length === 1
        : texts[i] === '';
    };
    const less = orders.filter(isLess);
    const isDateOrCount = texts.every((text) => text === '' || /^\d{1,4}$|\d[./-]\d+[./-]\d/.test(text));
    const filled = orders.length - less.length;
    if (isDateOrCount && less.length >= VARIED && filled >= VARIED)
      return [{ rule: shippedOtherwise, field: 'item.quantity_shipped', columns: [column], orders: less }];
  }
  return [];
};

export const STATUS_QUESTIONS: readonly Question[] = [shippedUnderANegation, shippedAgainstAColumn];
