// Have these units left? A status that says no, and columns that say otherwise.

import type { Lax, OrderItem } from '../../contract/order.ts';
import {
  lineWithoutShipDate,
  negatedStatus,
  newWords,
  openUnits,
  partlyShipped,
  shippedOtherwise,
} from '../../contract/order-rules/audit.ts';
import { addTo } from '../../input/rows.ts';
import type { AuditedOrder, Subject } from './subject.ts';
import {
  type Doubt,
  type ListMatch,
  listOf,
  type Question,
  remembered,
  speaksOf,
  VARIED,
  wordsIn,
} from './suspicion.ts';

const FIELD = 'status';
const SHIPPED = 'item.quantity_shipped';
export const hasShipped = ({ items }: AuditedOrder) =>
  items.some(({ quantity_shipped: shipped = 0 }) => shipped > 0);

const NOT =
  /^(not|no|non|never|nicht|nie|kein|keine|pas|jamais|nunca|sin|sem|nao|niet|geen|ikke|inte|ei|bez|yet|noch|awaiting|pending)$/;
const JOINED =
  /^(?:un|non|nicht|in|niet|nie|um)-?(?=ship|sent|d[ei]spatch|deliver|fulfil|versand|versend|geliefert|verschickt|expedi|livr|envi|entreg|sped|verzond|gelever|wysl)/;
/** Characters with which the negation of a Japanese or Chinese word begins. */
const SIGNS = /^[未不]/u;

export const isNegated = remembered(
  (status) =>
    SIGNS.test(status.trim()) || wordsIn(status).some((word) => NOT.test(word) || JOINED.test(word)),
);

export const CANCEL =
  /^(cancel(?!l?able|lation(?:policy|deadline))|storno|storniert|annul|anul|void|geannul|avbest|avbrut|avbok|abgebrochen|取消|キャンセル)/u;

const shippedUnderANegation: Question = (subject) => {
  // `no` under `cancelled` says that it was sent.
  const columns = subject.columnsOf(FIELD, SHIPPED).filter((name) => !speaksOf(name, CANCEL));
  const ofLines = new Set(columns.filter((name) => subject.isOfLines(name)));
  /** The words under which something of the order has shipped. */
  const wordsOf = (order: AuditedOrder) =>
    columns.flatMap((name) => {
      const texts = ofLines.has(name) ? subject.ofLines(order, name) : undefined;
      if (texts === undefined) return hasShipped(order) ? [subject.first(order, name)] : [];
      return texts.filter((_, i) => (order.items[i]!.quantity_shipped ?? 0) > 0);
    });
  const orders = subject.orders.filter((order) => wordsOf(order).some(isNegated));
  const word = orders.flatMap(wordsOf).find(isNegated) ?? '';
  return { rule: negatedStatus, field: FIELD, columns, orders, args: { word } };
};

const PARTLY =
  /^(?:partial|partly|part$|teil(?:weise|liefer|versand|versend|geliefert|lieferung)|parcial|partiel|deels|gedeeltelijk|parzial|czesciow|delvis|一部)/u;

/** Of an order that has shipped in part, some units have left and others have not. */
const shippedInPart: Question = (subject) => {
  const columns = subject.columnsOf(FIELD, 'raw_status');
  const isPart = (text: string) => speaksOf(text, PARTLY) && (speaksOf(text, SHIP) || /^teil/i.test(text));
  const isOne = ({ items, isSent }: AuditedOrder) => {
    const [shipped, left] = [
      items.some(({ quantity_shipped: units = 0 }) => units > 0),
      items.some(({ quantity = 0, quantity_shipped: units = 0 }) => units < quantity),
    ];
    return isSent && shipped !== left;
  };
  const orders = subject.orders.filter(
    (order) => isOne(order) && columns.some((name) => isPart(subject.first(order, name))),
  );
  const others = subject.unused.filter((name) =>
    subject.orders.every((order) => unitsOf(subject, order, name) !== undefined),
  );
  return { rule: partlyShipped, field: SHIPPED, columns, others, orders };
};

/** Of a list in JSON with an entry for each change, words that the mapping does not name: they say nothing of the order. */
const wordsOfNoEntry: Question = (subject) => {
  const known = new Map<string, string[]>();
  for (const name of subject.columnsOf(FIELD, SHIPPED)) {
    const [, list, key, word] = /^([^[]+)\[([^\]=]+)=([^\]]*)\]\.\2$/.exec(name) ?? [];
    if (word !== undefined) addTo(known, `${list}[].${key}`, word);
  }
  // One word alone says what it says, and the others nothing.
  return [...known]
    .filter(([, words]) => new Set(words).size > 1)
    .map(([name, words]) => {
      const newOf = (order: AuditedOrder) =>
        subject.textsOf(order, name).find((text) => text !== '' && !words.includes(text)) ?? '';
      const orders = subject.orders.filter((order) => newOf(order) !== '');
      const word = orders[0] ? newOf(orders[0]) : '';
      return { rule: newWords, field: FIELD, columns: [name], orders, args: { word } };
    });
};

/** What a column with a state is called. */
export const STATUS = /status|state|zustand|etat|estado|stato|stan/i;

/** An unused status of the shipment that negates it, in orders that are sent as shipped. */
const shippedAgainstAStatus: Question = (subject) =>
  subject.unused
    .filter((name) => speaksOf(name, SHIP) && STATUS.test(name))
    .map((name) => ({
      rule: shippedOtherwise,
      field: 'item.quantity_shipped',
      others: [name],
      orders: subject.orders.filter((order) => hasShipped(order) && isNegated(subject.first(order, name))),
    }))
    .filter(({ orders }) => orders.length > 0)
    .slice(0, 1);

/** What a column is called whose units have not left: a plain word for it, or one for shipping behind a negation. */
export const OPEN =
  /^(?:open|pending|remaining|outstanding|short|shorted|awaiting|reste)$|^(?:backorder|offen|ausstehend|ruckstand|rueckstand|restmenge|restant|pendiente|faltan|pendente|nalever|openstaand|inevas)|^(?:not|non|no|un|yet|to|nicht|zu|niet|te|ikke|inte|nao|pas|a)(?:ship|sent|send|deliver|d[ei]spatch|fulfil|geliefert|versandt|versend|verschickt|liefer|expedi|livr|envi|entreg|sped|verzond|gelever|skick|levere)/;

const SHIP =
  /^(ship|fulfil|d[ei]spatch|deliver|sent|versand|versend|geliefert|verschickt|liefer|expedi|livr|envi|entreg|sped|verzond|gelever|wysl|出荷|発送)/u;

/** What else a list of shipments is called: it counts where it names the lines. */
const PARCEL = /^(?:parcel|package|paket|pakket|pakke|colis|kolli|carton|consignment|contents)/;

type Units = readonly number[] | undefined;

/** Whole numbers of a column that nothing names, which may be units of the lines; undefined for other columns. */
const unitsOf = (
  subject: Subject,
  order: AuditedOrder,
  column: string,
  blank = Number.NaN,
): readonly number[] | undefined => {
  const texts = subject.ofLines(order, column);
  const units = texts?.map((text) =>
    /^\d{1,4}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : text === '' ? blank : Number.NaN,
  );
  const isPart = ({ quantity = 0 }: Lax<OrderItem>, i: number) => units![i]! <= quantity;
  return units && order.items.every(isPart) ? units : undefined;
};

/** In JSON, of a list beside that of the lines: the key of its elements that says of which line they are, in all orders. */
function matchFor(subject: Subject, column: string): ListMatch | undefined {
  const [list, lines] = [column, subject.columnsOf('item.quantity', 'item.sku')[0] ?? ''].map(listOf);
  if (!list || !lines || list === lines) return undefined;
  const { orders } = subject;
  const named = subject.columnsOf('item.identifier', 'item.sku');
  const others = [...subject.used, ...subject.unused];
  const ofLines = [...new Set([...named, ...others])].filter(
    (own) =>
      listOf(own) === lines &&
      orders.every((order) => {
        const texts = subject.ofLines(order, own);
        return texts !== undefined && new Set(texts).size === texts.length;
      }),
  );
  const keys = others.filter((key) => key !== column && listOf(key) === list);
  const isMatch = ({ key, own }: Pick<ListMatch, 'key' | 'own'>) =>
    orders.every((order) => {
      const [texts, all] = [key, own].map((name) => subject.textsOf(order, name));
      return (
        texts!.length === subject.textsOf(order, column).length && texts!.every((text) => all!.includes(text))
      );
    });
  const beside = subject.unused.filter((name) => listOf(name) !== '' && list.startsWith(listOf(name)));
  const found = ofLines.flatMap((own) => keys.map((key) => ({ key, own }))).find(isMatch);
  return found && { ...found, beside };
}

/** Parcels that wait or were cancelled are counted with those that have left: no field can come from them. */
const isOneState = (subject: Subject, { beside }: ListMatch): boolean =>
  beside.every(
    (name) =>
      !/(?:status|state)$/i.test(name) ||
      new Set(subject.orders.flatMap((order) => subject.textsOf(order, name))).size <= 1,
  );

/** Units of each line in the elements of a list. */
function unitsIn(
  subject: Subject,
  order: AuditedOrder,
  column: string,
  { key, own }: ListMatch,
): readonly number[] | undefined {
  const keys = subject.textsOf(order, key);
  const counts = subject
    .textsOf(order, column)
    .map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN));
  const units = subject
    .textsOf(order, own)
    .map((line) => counts.reduce((sum, count, i) => (keys[i] === line ? sum + count : sum), 0));
  return order.items.every(({ quantity = 0 }, i) => units[i]! <= quantity) ? units : undefined;
}

/** Whether the shipped units come from a column of none of these fields, and say the same as the status in all orders. */
function isShippedSure(subject: Subject, ...fields: readonly string[]): boolean {
  const others = subject.columnsOf(...fields);
  const own = subject.columnsOf(SHIPPED).filter((name) => !others.includes(name));
  return own.length > 0 && isLikeStatus(subject, shippedUnits);
}

const shippedUnits = ({ items }: AuditedOrder): Units => items.map((item) => item.quantity_shipped ?? 0);

const isLikeStatus = ({ orders }: Subject, unitsIn: (order: AuditedOrder) => Units): boolean =>
  orders.every((order) => {
    const units = unitsIn(order);
    const isAll = order.items.every(({ quantity = 0 }, n) => (units?.[n] ?? 0) >= quantity);
    return isAll === (order.order.status === 'Shipped');
  });

/** A column of shipped units says otherwise; or everything shipped, although a column of ship dates is not full. */
const shippedAgainstAColumn: Question = (subject) => {
  const { orders, isMany } = subject;
  const isWhole = ({ items }: AuditedOrder) =>
    items.every(({ quantity = 0, quantity_shipped: shipped = 0 }) => shipped >= quantity);
  const found = (column: string, concerned: readonly AuditedOrder[], match?: ListMatch): Doubt => ({
    rule: shippedOtherwise,
    field: SHIPPED,
    others: [column],
    orders: concerned,
    match,
  });
  const isOwnSure = isShippedSure(subject, FIELD);
  for (const column of subject.unused) {
    if (speaksOf(column, OPEN)) continue;
    const match = speaksOf(column, SHIP) || speaksOf(column, PARCEL) ? matchFor(subject, column) : undefined;
    const isNamed = speaksOf(column, SHIP) || match !== undefined;
    const units = orders.map((order) =>
      match ? unitsIn(subject, order, column, match) : unitsOf(subject, order, column),
    );
    if (!isNamed && isOwnSure && !isLikeStatus(subject, ({ number }) => units[number])) continue;
    // In a list more than an order has is that of shipments that did not leave.
    const other = orders.filter(
      ({ items }, i) =>
        !(match && units[i] === undefined) &&
        items.some((item, n) => units[i]?.[n] !== item.quantity_shipped),
    );
    const areKnown = units.every((one) => one !== undefined);
    // Whatever it is called, where it is the same in nearly all orders, shipped or not.
    const isLike = isMany && isVariedIn(orders) && other.length <= orders.length * MOSTLY;
    if ((isNamed || isLike) && (areKnown || match) && other.length > 0)
      return found(column, other, areKnown && match && isOneState(subject, match) ? match : undefined);
    if (!isNamed) continue;
    const blank = orders.filter((order) => subject.first(order, column) === '');
    const isDate = orders.every((order) => /^$|\d[./-]\d+[./-]\d/.test(subject.first(order, column)));
    const isVaried = blank.length >= VARIED && orders.length - blank.length >= VARIED;
    if (isMany && isDate && isVaried && orders.every(isWhole)) return found(column, blank);
  }
  return [];
};

/** Of these, what is not in stock: the others have not left for that reason alone. */
const BACKORDERED = /^(?:backorder|ruckstand|rueckstand|short|awaiting|nalever|inevas)/;
/** The column counts all units that have not left. */
export const isRest = (column: string): boolean => speaksOf(column, OPEN) && !speaksOf(column, BACKORDERED);

/** A column counts units that have not left: some are sent as shipped because a status says so, or others are not. */
const openUnitsSentAsShipped: Question = (subject) => {
  if (isShippedSure(subject, FIELD, 'item.quantity')) return [];
  return subject.unused
    .filter((name) => speaksOf(name, OPEN))
    .flatMap((name): readonly Doubt[] => {
      const open = subject.orders.map((order) => unitsOf(subject, order, name, 0));
      const isMore = ({ quantity = 0, quantity_shipped: shipped = 0 }: Lax<OrderItem>, units: number) =>
        units > 0 && shipped + units > quantity;
      const orders = subject.orders.filter(({ items }, i) =>
        items.some((item, n) => isMore(item, open[i]?.[n] ?? 0)),
      );
      const isCount = open.every((units) => units !== undefined);
      const lineColumn = subject.isOfLines(name) ? name : undefined;
      const doubt = { rule: openUnits, field: SHIPPED, others: [name], lineColumn };
      if (!isCount || orders.length > 0) return isCount ? [{ ...doubt, orders }] : [];
      const isCounted = isRest(name) && open.some((units) => units!.some((one) => one > 0));
      const others = isCounted ? subject.orders.filter((order) => hasLeft(order, open[order.number]!)) : [];
      return [{ ...doubt, orders: others, args: { isFewer: true } }];
    });
};

/** Of a line more units have left than are sent as shipped. */
const hasLeft = ({ order, items }: AuditedOrder, open: readonly number[]): boolean =>
  order.status !== 'Cancelled' &&
  items.some(
    ({ quantity = 0, quantity_shipped: shipped = 0, quantity_canceled: canceled = 0 }, n) =>
      shipped + canceled + open[n]! < quantity,
  );

/** Share of the orders in which a column of shipped units may say otherwise. */
const MOSTLY = 0.25;

/** Some units have shipped, others have not, and lines have several. */
function isVariedIn(orders: readonly AuditedOrder[]): boolean {
  const shipped = orders.flatMap(({ items }) => items.map((item) => item.quantity_shipped ?? 0));
  return shipped.includes(0) && new Set(shipped).size >= 3;
}

/** Of an order, some lines have a ship date, and those without have shipped, too. */
const linesThatHaveNotLeft: Question = (subject) => {
  const [column] = subject.columnsOf('item.shipped_date');
  const [ordered] = subject.columnsOf('created_at');
  if (column === undefined || ordered === undefined || column === ordered) return [];
  const isOne = (order: AuditedOrder) => {
    const [dates, rows] = [column, ordered].map((name) => subject.ofLines(order, name));
    // What stands for the whole order on its first row only is blank on the others.
    const isBlank = (date: string, i: number) =>
      date === '' && rows?.[i] !== '' && (order.items[i]!.quantity_shipped ?? 0) > 0;
    return dates?.some(isBlank) === true && dates.some((date) => date !== '');
  };
  const orders = subject.orders.filter(isOne);
  return { rule: lineWithoutShipDate, field: SHIPPED, columns: [column], orders };
};

export const STATUS_QUESTIONS: readonly Question[] = [
  shippedUnderANegation,
  shippedInPart,
  wordsOfNoEntry,
  shippedAgainstAStatus,
  shippedAgainstAColumn,
  openUnitsSentAsShipped,
  linesThatHaveNotLeft,
];
