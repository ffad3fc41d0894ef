// A shop and its days: what is ordered, changed, sent, cancelled and refunded. Everything comes from one seed.
import type { Draw } from '../draw.ts';
import { type Article, netOf, type Order, openUnits, type Refund, refundedUnits } from './orders.ts';

export const FORMATS = ['template', 'ndjson', 'table', 'shopify', 'amazon', 'woocommerce'] as const;
export type FormatName = (typeof FORMATS)[number];

export interface Shop {
  readonly format: FormatName;
  /** Whether exports hold identifiers of lines, and a date that moves with every change. */
  readonly lineIds: boolean;
  readonly changeDates: boolean;
  /** Whether a refund moves the date of change. */
  readonly refundsMove: boolean;
  /** Whether refunds by the tool are booked in the shop some days later; else uploads have --keep-refunds. */
  readonly booksRefunds: boolean;
  readonly berlin: boolean;
  readonly twoStores: boolean;
  /** Whether the rows of an order change places between exports. */
  readonly rowsMove: boolean;
  readonly days: number;
  readonly orders: number;
  /** Midnight of the first day, UTC. */
  readonly start: number;
  /** How small a part of an order can be sent or cancelled alone. */
  readonly parts: 'unit' | 'line' | 'order';
  readonly hasRefunds: boolean;
  readonly hasEdits: boolean;
  /** So many days are uploaded by the build that named lines by their positions. */
  readonly oldDays: number;
}

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Europe/Berlin has 02:00 to 03:00 twice in this night, from 00:00Z to 02:00Z. */
export const NIGHT = Date.UTC(2026, 9, 25);

export function drawShop(draw: Draw): Shop {
  const format = draw.of(FORMATS);
  const table = format === 'table';
  const berlin = format === 'woocommerce' || (table && draw.chance(0.6));
  // Short months more often: they are quicker, and most of what goes wrong does so within days.
  const lineIds = table ? draw.chance(0.5) : format !== 'shopify' && format !== 'amazon';
  const days = Math.min(draw.from(8, 30), draw.from(8, 30), draw.from(8, 30));
  return {
    format,
    lineIds,
    changeDates: table ? draw.chance(0.7) : format !== 'shopify',
    refundsMove: draw.chance(0.5),
    booksRefunds: (format === 'template' || format === 'ndjson' || table) && draw.chance(0.6),
    berlin,
    // Numbers of a marketplace are those of one store.
    twoStores: draw.chance(0.2) && format !== 'amazon',
    rowsMove: draw.chance(0.6),
    days,
    orders: Math.min(draw.from(5, 40), draw.from(5, 40)),
    start: berlin && draw.chance(0.7) ? NIGHT - draw.from(3, days - 3) * DAY : Date.UTC(2026, 7, 3),
    parts: {
      template: 'unit',
      ndjson: 'unit',
      table: 'unit',
      shopify: 'line',
      amazon: 'line',
      woocommerce: 'order',
    }[format] as Shop['parts'],
    hasRefunds: format === 'template' || format === 'ndjson' || table,
    hasEdits: format !== 'amazon',
    oldDays: !lineIds && draw.chance(0.6) ? draw.from(1, 4) : 0,
  };
}

const SKUS = ['CUP-A', 'MAT-B', 'JAR-C', 'SOCK-3', 'TEE-M', 'TEE-L', 'LAMP-9', 'BAG-X'];

export class Days {
  readonly orders: Order[] = [];
  readonly #draw: Draw;
  readonly #shop: Shop;
  readonly #count: (kind: string) => void;
  #uid = 0;
  #number = 0;
  #refund = 0;

  constructor(shop: Shop, draw: Draw, count: (kind: string) => void) {
    this.#shop = shop;
    this.#draw = draw;
    this.#count = count;
  }

  /** One day of work; changes are minutes apart from each other. */
  work(day: number): void {
    const { start, days, orders } = this.#shop;
    const morning = start + day * DAY + 6 * 60 * MINUTE;
    const due = Math.ceil((orders * (day + 1)) / Math.max(1, days - 3));
    while (this.#number < Math.min(orders, due)) this.#order(morning);
    for (const order of this.orders) this.#change(order, morning + this.#draw.from(30, 600) * MINUTE);
  }

  /** A change to some orders at one moment of a night: what the first leaves is for the second. */
  nightly(at: number, isSecond: boolean): void {
    for (const order of this.orders) {
      const waiting = order.articles.filter((article) => openUnits(article) > 0);
      if (this.#draw.chance(0.3)) continue;
      const [first] = waiting;
      if (first === undefined || (!isSecond && this.#shop.parts === 'order')) order.note = `looked at ${at}`;
      else this.#send(order, at, isSecond ? waiting : [first]);
      this.#move(order, at, 'changed in the hour that comes twice');
    }
  }

  /** What the shop books for a refund that the tool has sent. */
  book(order: Order, refund: Refund, at: number): void {
    order.refunds.push(refund);
    this.#move(order, at, 'own refund booked by the shop', !this.#shop.refundsMove);
  }

  #move(order: Order, at: number, kind: string, stays = false): void {
    // A clock of a shop has seconds, and no two changes of an order the same.
    if (!stays) order.changedAt = Math.max(at, order.changedAt + MINUTE);
    order.happened.add(kind);
    this.#count(kind);
  }

  #article(order: string, sku: string): Article {
    const uid = ++this.#uid;
    const price = this.#draw.from(5, 90) * 100;
    // Shopify's tax is shared by prices, whatever discount a line has.
    const isReduced = this.#shop.format !== 'shopify' && this.#draw.chance(0.2);
    const discount = isReduced ? this.#draw.from(1, 4) * 100 : 0;
    const tax = this.#draw.chance(0.5) ? (price - discount) / 10 : 0;
    const quantity = this.#draw.chance(0.4) ? this.#draw.from(2, 4) : 1;
    return { uid, line: `${order}/${uid}`, sku, price, tax, discount, quantity, shipped: 0, cancelled: 0 };
  }

  #order(morning: number): void {
    const draw = this.#draw;
    const again = this.orders.length > 3 && this.#shop.twoStores && draw.chance(0.2);
    const number = again ? draw.of(this.orders).number : `${1000 + ++this.#number}`;
    if (again) this.#count('number used again');
    const articles: Article[] = [];
    for (let left = draw.from(1, 4); left > 0; left--) {
      const last = articles.at(-1);
      const next = this.#article(number, draw.of(SKUS));
      const kind = last === undefined ? 'another' : draw.of(['twin', 'sku', 'another', 'another', 'another']);
      if (kind === 'twin') {
        this.#count('twin articles');
        articles.push({ ...last!, uid: next.uid, line: next.line });
      } else if (kind === 'sku') {
        this.#count('one sku at two prices');
        articles.push({ ...next, sku: last!.sku });
      } else articles.push(next);
    }
    // Where the order has one amount of tax, all its lines bear tax at one rate.
    if (this.#shop.format === 'shopify')
      for (const article of articles) article.tax = (article.price - article.discount) / 10;
    // Three hours of the morning: after those that a clock may have twice.
    const createdAt = morning - draw.from(1, 180) * MINUTE + this.orders.length * 1000;
    this.orders.push({
      key: `${number} of ${createdAt}`,
      number,
      createdAt,
      customer: this.orders.length,
      changedAt: createdAt,
      sentAt: null,
      cancelledAt: null,
      note: '',
      articles,
      refunds: [],
      happened: new Set(),
    });
  }

  #change(order: Order, at: number): void {
    const draw = this.#draw;
    const waiting = order.articles.filter((article) => openUnits(article) > 0);
    const sent = order.articles.some(({ shipped }) => shipped > 0);
    if (waiting.length > 0 && draw.chance(0.25)) {
      const all = this.#shop.parts === 'order' || draw.chance(0.5);
      this.#send(order, at, all ? waiting : [draw.of(waiting)], !all && this.#shop.parts === 'unit');
      this.#move(order, at, all ? 'sent' : 'sent in part');
    } else if (waiting.length > 0 && draw.chance(0.12)) this.#cancel(order, at, waiting);
    else if (!sent && order.cancelledAt === null && this.#shop.hasEdits && draw.chance(0.15))
      this.#edit(order, at);
    else if (sent && this.#shop.hasRefunds && draw.chance(0.1)) this.#refunded(order, at);
    else if (draw.chance(0.04)) {
      order.note = `note of ${at}`;
      this.#move(order, at, 'note changed');
    } else if (draw.chance(0.03)) this.#rename(order, at);
  }

  #send(order: Order, at: number, articles: readonly Article[], some = false): void {
    for (const article of articles) {
      const open = openUnits(article);
      article.shipped += some ? this.#draw.from(1, open) : open;
    }
    order.sentAt = at;
  }

  #cancel(order: Order, at: number, waiting: readonly Article[]): void {
    const whole = this.#shop.parts === 'order' || this.#draw.chance(0.3);
    const one = this.#draw.of(waiting);
    const twin = order.articles.some(
      ({ uid, sku, price }) => uid !== one.uid && sku === one.sku && price === one.price,
    );
    for (const article of whole ? waiting : [one]) {
      const units = this.#shop.parts === 'unit' && this.#draw.chance(0.4) ? 1 : openUnits(article);
      article.cancelled += units;
      if (this.#shop.parts !== 'unit' || whole) article.cancelled = article.quantity - article.shipped;
    }
    this.#close(order, at);
    this.#move(
      order,
      at,
      whole ? 'order cancelled' : twin ? 'one of twins cancelled' : 'line or units cancelled',
    );
  }

  /** An order of which everything is cancelled is cancelled itself. */
  #close(order: Order, at: number): void {
    if (order.articles.every(({ cancelled, quantity }) => cancelled === quantity)) order.cancelledAt = at;
  }

  #edit(order: Order, at: number): void {
    const draw = this.#draw;
    const fresh = this.#article(order.number, draw.of(SKUS));
    if (this.#shop.format === 'shopify') fresh.tax = (fresh.price - fresh.discount) / 10;
    const place = draw.from(0, order.articles.length - 1);
    const old = order.articles[place]!;
    if (draw.chance(0.4)) {
      order.articles.splice(place, 0, fresh);
      this.#move(order, at, 'line added');
    } else if (order.articles.length > 1 && draw.chance(0.5)) {
      order.articles.splice(place, 1);
      this.#move(order, at, 'line removed');
    } else {
      const keeps = draw.chance(0.4);
      order.articles[place] = keeps ? { ...fresh, line: old.line } : fresh;
      this.#move(order, at, keeps ? 'article swapped under its line' : 'article swapped');
    }
    this.#close(order, at);
  }

  #refunded(order: Order, at: number): void {
    const open = order.articles.filter(({ uid, shipped }) => shipped > refundedUnits(order.refunds, uid));
    if (open.length === 0) return;
    const article = this.#draw.of(open);
    const units = this.#draw.from(1, article.shipped - refundedUnits(order.refunds, article.uid));
    const amount = units * netOf(article);
    if (amount === 0) return;
    const lines = [{ uid: article.uid, units }];
    order.refunds.push({ id: `SR-${++this.#refund}`, amount, lines, createdAt: at, rma: null });
    this.#move(order, at, 'refund by the shop', !this.#shop.refundsMove);
  }

  #rename(order: Order, at: number): void {
    const article = this.#draw.of(order.articles);
    const truly = this.#draw.chance(0.3);
    const { sku } = article;
    article.sku = truly ? `${sku}-NEW` : sku === sku.toLowerCase() ? sku.toUpperCase() : sku.toLowerCase();
    this.#move(order, at, truly ? 'sku renamed truly' : 'sku renamed in case');
  }
}
