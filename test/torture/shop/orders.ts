// What a shop knows of its orders: articles, units, refunds, and what they cost. It shares no code with the program.

export interface Article {
  /** The article for ever, whatever the exports call it. */
  readonly uid: number;
  /** The shop's own identifier of the line. */
  line: string;
  sku: string;
  /** Cents a unit: price, tax on top, discount. */
  price: number;
  tax: number;
  discount: number;
  quantity: number;
  shipped: number;
  cancelled: number;
}

export interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly lines: readonly { readonly uid: number; readonly units: number }[];
  readonly createdAt: number;
  readonly rma: string | null;
}

/** Times are ms since the epoch, whole seconds. */
export interface Order {
  /** The order for ever: two stores may give one number to two orders. */
  readonly key: string;
  readonly number: string;
  readonly createdAt: number;
  readonly customer: number;
  /** Moved by every change, in shops whose refunds do that also by a refund. */
  changedAt: number;
  sentAt: number | null;
  cancelledAt: number | null;
  note: string;
  articles: Article[];
  refunds: Refund[];
  /** Kinds of what happened to it, for the counters and to name the cause of a difference. */
  readonly happened: Set<string>;
}

/** An order as one export saw it. */
export interface Version extends Order {
  readonly seenAt: number;
}

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

export const total = <T>(list: readonly T[], of: (one: T) => number): number => add(list.map(of));

/** What a unit costs the shopper, and gives back. */
export const netOf = ({ price, tax, discount }: Article): number => price + tax - discount;

export const openUnits = ({ quantity, shipped, cancelled }: Article): number =>
  quantity - shipped - cancelled;

export function statusOf({ articles }: Order): 'Created' | 'Shipped' | 'Cancelled' {
  if (articles.every(({ quantity, cancelled }) => quantity === cancelled)) return 'Cancelled';
  return articles.every((article) => openUnits(article) === 0) ? 'Shipped' : 'Created';
}

/** Units of an article that refunds of this list take back. */
export const refundedUnits = (refunds: readonly Refund[], uid: number): number =>
  total(refunds, ({ lines }) => total(lines, (line) => (line.uid === uid ? line.units : 0)));

/** The order as the interface counts it: amounts of shipped units. */
export function amountsOf(articles: readonly Article[]) {
  const product = total(articles, ({ price, shipped }) => price * shipped);
  const tax = total(articles, (article) => article.tax * article.shipped);
  const discount = total(articles, (article) => article.discount * article.shipped);
  return { product, tax, discount, total: product + tax - discount };
}

/** The order as a shop counts it: all ordered units, whatever became of them. */
export function orderedAmounts(articles: readonly Article[]) {
  return amountsOf(articles.map((article) => ({ ...article, shipped: article.quantity })));
}

/** What the service should hold of an order. */
export interface Wanted {
  readonly number: string;
  readonly status: string;
  readonly createdAt: number;
  readonly lines: readonly WantedLine[];
  readonly refunds: readonly Refund[];
  readonly total: number;
}

export interface WantedLine extends Article {
  /** The identifier that the export names; null where the tool makes one. */
  readonly explicit: string | null;
}

export const articleOf = (order: Pick<Order, 'articles'>, uid: number): Article =>
  order.articles.find((article) => article.uid === uid)!;

export const fold = (sku: string): string => sku.trim().toLowerCase();

/** What tells articles of one order apart without an identifier. */
export const kindOf = (sku: string, price: number): string => `${fold(sku)} at ${price}`;
