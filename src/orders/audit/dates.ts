// Are these the dates? A deadline in place of a ship date, ship dates that cannot be, and a date of change that never moves.
import {
  deadline,
  equalDistance,
  impossibleShipDate,
  unmovedUpdate,
} from '../../contract/order-rules/audit.ts';
import { microsOf } from '../../contract/time.ts';
import { readCommon } from '../../input/mapping/values/date-format.ts';
import type { AuditedOrder, Subject } from './subject.ts';
import { type Doubt, type Question, speaksOf, VARIED } from './suspicion.ts';

const SHIP = 'item.shipped_date';
const DAY_MS = 86_400_000;
const dayOf = (text: string | undefined): number =>
  Math.floor(microsOf(`${(text ?? '').slice(0, 10)}T00:00:00Z`) / 1000 / DAY_MS);

/** The orders with both dates: days from the order to the shipment of its first line. */
const shippedIn = ({ orders }: Subject) =>
  orders.flatMap((one) => {
    const created = dayOf(one.order.created_at);
    const days = dayOf(one.items.find(({ shipped_date: day }) => day)?.shipped_date) - created;
    return Number.isNaN(days) ? [] : [{ one, created, days }];
  });

/** What a column is called whose dates are planned. */
export const DEADLINE =
  /^(by|latest|deadline|due|promise|expected|estimate|eta|planned|scheduled|target|requested|limit|max|until|spatest|spaetest|bis|frist|geplant|voraussichtlich|zugesagt|prevu|estimee|previs|estimada|estimado|desejad|desead|desired|gewunsch|wunsch|souhait|prometid|prazo|verwacht|uiterlijk|planowan|termin|entro|tard|vencim|vence|echeance|scaden|fallig|faellig|verval|expir|before|ablauf)/;

type Shipped = ReturnType<typeof shippedIn>;

/**
 * Nothing of it has left: a date of shipment says when it was to leave, where all such orders have one. A status that was not
 * understood says nothing.
 */
const isWaiting = ({ order, items }: AuditedOrder) =>
  (order.status === 'Created' || order.status === 'Cancelled') &&
  items.every(({ quantity_shipped: shipped = 0 }) => shipped === 0);
const PLANNED = 2;

function deadlineAsShipDate(subject: Subject, shipped: Shipped): Doubt {
  const orders = shipped.map(({ one }) => one);
  const columns = subject.columnsOf(SHIP).filter((name) => speaksOf(name, DEADLINE));
  if (columns.length > 0) return { rule: deadline, field: SHIP, columns, orders };
  const waiting = subject.orders.filter(isWaiting);
  const planned = waiting.filter(({ items }) => items.every(({ shipped_date: day }) => day));
  if (subject.isMany && planned.length >= PLANNED && planned.length === waiting.length)
    return { rule: deadline, field: SHIP, orders: planned };
  const distances = new Set(shipped.map(({ days }) => days));
  const created = new Set(shipped.map((one) => one.created));
  const isEqual = distances.size === 1 && !distances.has(0) && created.size >= VARIED;
  return {
    rule: equalDistance,
    field: SHIP,
    orders: isEqual && orders.length >= subject.fewest ? orders : [],
  };
}

/** Single orders are corrected by hand. */
const WRONG = 0.2;

/** A time zone moves a day by one. */
function shipDatesThatCannotBe(subject: Subject, shipped: Shipped, now: number): Doubt {
  const tomorrow = Math.floor(now / DAY_MS) + 1;
  const isAhead = ({ items }: AuditedOrder) => items.some(({ shipped_date: day }) => dayOf(day) > tomorrow);
  const orders = shipped.filter(({ one, days }) => days < -1 || isAhead(one)).map(({ one }) => one);
  const isOften = orders.length > Math.max(2, shipped.length * WRONG) && subject.isMany;
  return { rule: impossibleShipDate, field: SHIP, orders: isOften ? orders : [] };
}

const NO_CHANGE = /^(birth|geburt|naissance|nacimiento|print|druck|invoice|rechnung|facture|factura)/;

const updateThatNeverMoves: Question = (subject) => {
  const { orders } = subject;
  if (orders.length === 0 || !orders.every(({ order }) => order.updated_at === order.created_at)) return [];
  const [created] = subject.columnsOf('created_at');
  const own = subject.columnsOf('updated_at');
  if (created === undefined || own.some((name) => name !== created)) return [];
  const later = subject.unused.filter((name) => {
    if (speaksOf(name, NO_CHANGE) || speaksOf(name, DEADLINE)) return false;
    const distances = orders.map((order) => wallOf(subject, order, name) - wallOf(subject, order, created));
    return distances.every((one) => one >= 0) && distances.some((one) => one > 0);
  });
  return later.length === 0
    ? []
    : { rule: unmovedUpdate, field: 'updated_at', columns: [created], others: later, orders };
};

/** Seconds or milliseconds since the epoch. */
const EPOCH = /^1\d{9}(?:\d{3})?$/;

function wallOf(subject: Subject, order: AuditedOrder, column: string): number {
  const text = subject.first(order, column);
  if (EPOCH.test(text)) return Number(text.slice(0, 10)) * 1000;
  return readCommon(text, 'day first')?.wall ?? Number.NaN;
}

export const dateQuestions = (now: number): readonly Question[] => [
  (subject) => {
    const shipped = shippedIn(subject);
    return [deadlineAsShipDate(subject, shipped), shipDatesThatCannotBe(subject, shipped, now)];
  },
  updateThatNeverMoves,
];
