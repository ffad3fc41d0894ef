// How a snapshot keeps what was accepted: where it names no lines, their identifiers; where only the spelling of times differs, that.
import { freeName } from '../../basics/text.ts';
import type { Order, OrderItem, OrderRefund } from '../../contract/order.ts';
import { microsOf } from '../../contract/time.ts';
import { articleOf, hasSameTitle, sameCents } from '../../storage/forbidden-changes.ts';
import {
  type KnownOrder,
  type LineFacts,
  type OrderFacts,
  orderFactsOf,
  type ReadyOrder,
  type RefundFacts,
} from '../../storage/order-record.ts';

/**
 * How much speaks for a line of the same article being the accepted one; each fact counts more than all that follow it.
 * `hasSameRefunds`: of the refunds that were accepted, it has the same.
 */
function likeness(line: LineFacts, known: LineFacts, hasSameRefunds: boolean): number {
  const facts = [
    line.unitPriceCents === known.unitPriceCents,
    hasSameTitle(line, known),
    // Units that were shipped or cancelled stay so.
    line.shipped >= known.shipped && line.canceled >= known.canceled,
    hasSameRefunds,
    sameCents(line, known, 'discountCents'),
    sameCents(line, known, 'taxCents'),
    line.ordered === known.ordered,
    line.shipped === known.shipped,
    line.canceled === known.canceled,
    // Of a line that was parted, the part with most of what shipped: refunds and returns are of these units.
    known.shipped === 0 || 3 * Math.min(1, line.shipped / known.shipped),
  ].map((fact) => (typeof fact === 'number' ? fact : fact ? 3 : 0));
  // Before two that changed a little comes one that did not change at all; then one that had shipped, then the same name.
  const last = (facts.every((fact) => fact === 3) ? 2 : 0) + Math.sign(known.shipped);
  const isNamedSo = line.identifier === known.identifier ? 0.01 : 0;
  return [...facts, last, isNamedSo].reduce((sum, fact) => sum * 4 + fact, 0);
}

/**
 * Pairs rows and columns so that they are worth as much as possible together: the Hungarian method, of `size` rows and as
 * many columns, with one row more in each round.
 * @returns the row of each column; of pairs that are worth the same, those of the first rows and columns
 */
export function bestPairs(size: number, worth: (row: number, column: number) => number): number[] {
  // Rows and columns count from 1 here: row 0 is none yet, column 0 is where the path of a new row begins.
  const none = () => new Array<number>(size + 1).fill(0);
  const [rowCost, columnCost, rowOf] = [none(), none(), none()];
  for (let row = 1; row <= size; row++) {
    const [least, before] = [none().fill(Number.POSITIVE_INFINITY), none()];
    const passed = new Set<number>();
    let column = 0;
    rowOf[0] = row;
    while (rowOf[column] !== 0) {
      passed.add(column);
      const at = rowOf[column]!;
      let next = 0;
      for (let other = 1; other <= size; other++) {
        if (passed.has(other)) continue;
        const cost = -worth(at - 1, other - 1) - rowCost[at]! - columnCost[other]!;
        if (cost < least[other]!) [least[other], before[other]] = [cost, column];
        if (next === 0 || least[other]! < least[next]!) next = other;
      }
      const step = least[next]!;
      for (let other = 0; other <= size; other++) {
        if (!passed.has(other)) least[other]! -= step;
        else {
          rowCost[rowOf[other]!]! += step;
          columnCost[other]! -= step;
        }
      }
      column = next;
    }
    for (; column !== 0; column = before[column]!) rowOf[column] = rowOf[before[column]!]!;
  }
  return rowOf.slice(1).map((row) => row - 1);
}

/** What refunds took of each line, as a text; of those that are among `others`. */
function unitsByLine(
  refunds: readonly RefundFacts[],
  others: readonly RefundFacts[],
): ReadonlyMap<string, string> {
  const shared = new Set(others.map(({ identifier }) => identifier));
  const units = new Map<string, string>();
  for (const refund of refunds.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1)))
    for (const one of shared.has(refund.identifier) ? refund.lines : [])
      units.set(one.line, `${units.get(one.line) ?? ''}${JSON.stringify([refund.identifier, one.units])}`);
  return units;
}

/** The number of the snapshot's line that each accepted line is: those of one article so that as much as possible is alike. */
function pairsOf(
  { lines, refunds }: OrderFacts,
  accepted: Pick<KnownOrder, 'lines' | 'refunds'>,
): ReadonlyMap<LineFacts, number> {
  const [isOf, wasOf] = [unitsByLine(refunds, accepted.refunds), unitsByLine(accepted.refunds, refunds)];
  const hasSameRefunds = (line: LineFacts, known: LineFacts) =>
    isOf.get(line.identifier) === wasOf.get(known.identifier);
  const articles = new Map<string, { readonly known: LineFacts[]; readonly at: number[] }>();
  const among = (line: LineFacts) => {
    const article = articles.get(articleOf(line)) ?? { known: [], at: [] };
    articles.set(articleOf(line), article);
    return article;
  };
  for (const line of accepted.lines) among(line).known.push(line);
  for (const [i, line] of lines.entries()) among(line).at.push(i);
  const pairs = new Map<LineFacts, number>();
  for (const { known, at } of articles.values()) {
    const size = Math.max(known.length, at.length);
    const worth = (k: number, i: number) => {
      const [line, was] = [lines[at[i] ?? -1], known[k]];
      return line && was ? likeness(line, was, hasSameRefunds(line, was)) : 0;
    };
    for (const [i, k] of bestPairs(size, worth).entries())
      if (k < known.length && i < at.length) pairs.set(known[k]!, at[i]!);
  }
  return pairs;
}

/**
 * The order with the identifiers of the accepted lines, in their sequence, for an export that names no lines; new lines come
 * after them. Lines of accepted refunds keep theirs, too. `names` gets the identifier of each line, by its own.
 */
export function withAcceptedNames(
  order: Order,
  { lines, refunds: known }: KnownOrder,
  names = new Map<string, string>(),
): Order {
  const pairs = pairsOf(orderFactsOf(order), { lines, refunds: known });
  const old = new Set(pairs.values());
  const taken = new Set(lines.map(({ identifier }) => identifier));
  const renamed = (item: OrderItem, identifier: string): OrderItem => {
    taken.add(identifier);
    names.set(item.identifier, identifier);
    return { ...item, identifier };
  };
  const items = lines.flatMap((line) => {
    const at = pairs.get(line);
    return at === undefined ? [] : [renamed(order.items[at]!, line.identifier)];
  });
  for (const item of order.items.filter((_, i) => !old.has(i))) {
    const { identifier } = item;
    const first = identifier.replace(/-\d+$/, '');
    const isCounted = lines.some((line) => line.identifier === first && line.sku === item.sku);
    const free = () => freeName(isCounted ? first : identifier, taken);
    items.push(renamed(item, taken.has(identifier) ? free() : identifier));
  }
  const isThere = new Set(order.refunds.map(({ identifier }) => identifier));
  const isMade = ({ identifier }: { readonly identifier: string }) =>
    identifier.startsWith(`${order.identifier}-R`) && MADE.test(identifier);
  const open = known.filter((one) => isMade(one) && !isThere.has(one.identifier));
  const refunds = order.refunds.map((given) => {
    const was = isMade(given) ? open.findIndex((one) => isSameRefund(given, one, names)) : -1;
    const refund = was < 0 ? given : { ...given, identifier: open.splice(was, 1)[0]!.identifier };
    const left = [...(known.findLast(({ identifier }) => identifier === refund.identifier)?.lines ?? [])];
    const accepted = new Set(left.map(({ identifier }) => identifier));
    const all = new Set([...accepted, ...refund.refund_line_items.map(({ identifier }) => identifier)]);
    const lineItems = refund.refund_line_items.map((line) => {
      const item = names.get(line.order_item_identifier) ?? line.order_item_identifier;
      const ofItem = left.filter((one) => one.line === item);
      const was = ofItem.find(({ units }) => units === line.quantity) ?? ofItem[0];
      if (was) left.splice(left.indexOf(was), 1);
      const own = accepted.has(line.identifier) ? freeName(line.identifier, all) : line.identifier;
      const identifier = was?.identifier ?? own;
      all.add(identifier);
      return { ...line, order_item_identifier: item, identifier };
    });
    return { ...refund, refund_line_items: lineItems };
  });
  return { ...order, items, refunds };
}

/** How an identifier ends that was made for a refund, of its time and the articles: in another spelling they make another one. */
const MADE = /-R[0-9a-f]{16}(?:-\d+)?$/;

/** Whether a refund has the time, the money and the units of an accepted one. `names`: see `withAcceptedNames` */
function isSameRefund(given: OrderRefund, was: RefundFacts, names: ReadonlyMap<string, string>): boolean {
  const units = given.refund_line_items.map(({ order_item_identifier: line, quantity }) => [
    names.get(line) ?? line,
    quantity,
  ]);
  const textOf = (list: readonly unknown[]) =>
    list
      .map((one) => JSON.stringify(one))
      .sort()
      .join();
  return (
    microsOf(given.created_at) === microsOf(was.createdAt) &&
    given.total_refund_amount_cents === was.amountCents &&
    textOf(units) === textOf(was.lines.map(({ line, units: n }) => [line, n]))
  );
}

/** The order in the spelling that was accepted, where nothing but the spelling of its times differs. */
export function inAcceptedSpelling(order: ReadyOrder, before: KnownOrder): ReadyOrder {
  // Of an order that comes again nothing else is made: the facts take a tenth of the time of such a file.
  if (order.digest === before.digest) return order;
  if (microsOf(order.facts.updatedAt) !== microsOf(before.updatedAt)) return order;
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

const respelled = (order: Order, spell: (text: string) => string) =>
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
