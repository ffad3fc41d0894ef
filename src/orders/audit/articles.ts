// Is this the article of the line? One sku for all, a sku that names a family of articles, a title in its place, or another
// column that is called sku; and addresses of pages where they cannot be.

import { groupBy } from '../../basics/groups.ts';
import { EXPONENT } from '../../contract/message-rules.ts';
import type { Lax, OrderItem } from '../../contract/order.ts';
import {
  addressAsId,
  betterSku,
  familySku,
  imageOfPage,
  noTracking,
  oneSku,
  shippingAsLine,
  shortSku,
  titleSku,
} from '../../contract/order-rules/audit.ts';
import { discountAsLine } from '../../contract/order-rules/audit-rows.ts';
import type { AuditedOrder, Subject } from './subject.ts';
import { type Doubt, NEARLY, type Question, remembered, speaksOf, VARIED, wordsIn } from './suspicion.ts';

const FIELD = 'item.sku';
const skusOf = ({ items }: AuditedOrder): string[] => items.map(({ sku = '' }) => sku);

const countOf = (texts: readonly string[]) => new Set(texts.filter((text) => text !== '')).size;

const oneSkuForAll: Question = (subject) => {
  const { orders, isMany } = subject;
  const titles = countOf(orders.flatMap(({ items }) => items.map(({ title = '' }) => title)));
  const skus = countOf(orders.flatMap(skusOf));
  return isMany && skus === 1 && titles >= Math.min(VARIED, orders.length)
    ? { rule: oneSku, field: FIELD, orders }
    : [];
};

const shortSkus: Question = (subject) => {
  const isShort = (order: AuditedOrder) => skusOf(order).some((sku) => sku !== '' && [...sku].length <= 2);
  const orders = subject.orders.filter(isShort);
  return subject.isMany && orders.length > subject.orders.length / 2
    ? { rule: shortSku, field: FIELD, orders }
    : [];
};

/** What a column is called that holds skus and nothing else. */
const PLAIN =
  /^(?:(?:item|line|lineitem|product|variant|article|artikel|producto|produto|produit) ?)?(?:sku|skus|sku code|article (?:number|no)|artikelnr|artikelnummer|artikel nr|art nr|artikelcode|referencia|item number|item code|product code|stock code)$/;
const isPlain = (column: string) => PLAIN.test(wordsIn(column.split('.').at(-1)!).join(' '));

const columnCalledSku: Question = (subject) => {
  const own = subject.columnsOf(FIELD);
  if (own.length === 0 || own.some(isPlain)) return [];
  const other = subject.unused.find((name) => isPlain(name) && subject.distinct(name) > 0);
  if (other === undefined) return [];
  const orders = subject.orders.filter((order) => subject.first(order, other) !== '');
  return { rule: betterSku, field: FIELD, others: [other], orders };
};

/** Texts that may be skus: without blanks at most one, not long, and with all digits. */
const isCode = (text: string) =>
  /^\S{2,40}$/.test(text) &&
  !EXPONENT.test(text) &&
  !/^[\d.,]+[.,]\d{2}$|^https?:|@|\d{4}-\d\d-\d\d|\d[./]\d+[./]\d/.test(text);

const MONEY =
  /^(cents|amounts?|price|tax|vat|tva|iva|total|betrag|preis|steuer|mwst|summe|montant|prix|importe|precio|valor)$/;

/** A column of codes that divides the skus further: each of its values has one sku, and some skus have several of them. */
const skuOfAFamily: Question = (subject) => {
  const [own] = subject.columnsOf(FIELD);
  if (own === undefined) return [];
  const barcodes = subject.columnsOf('item.upc').filter((name) => name !== own);
  for (const other of [...barcodes, ...subject.unused.filter((name) => !speaksOf(name, MONEY))]) {
    const pairs = subject.orders.flatMap((order) => {
      const [skus, codes] = [subject.ofLines(order, own), subject.ofLines(order, other)];
      return skus && codes ? skus.map((sku, i) => ({ order, sku, code: codes[i]! })) : [];
    });
    const filled = pairs.filter(({ sku, code }) => sku !== '' && code !== '');
    if (filled.length < pairs.length * NEARLY || !filled.every(({ code }) => isCode(code))) continue;
    const byCode = groupBy(filled, ({ code }) => code);
    const bySku = groupBy(filled, ({ sku }) => sku);
    const skusIn = (list: typeof filled) => new Set(list.map(({ sku }) => sku)).size;
    const families = [...bySku.values()].filter((list) => new Set(list.map(({ code }) => code)).size > 1);
    // A number of the line or of the parcel stands once; an article comes again.
    const comeAgain = [...byCode.values()].filter((list) => new Set(list.map(({ order }) => order)).size > 1);
    // An article may have an old barcode and a new one.
    const least = barcodes.includes(other) ? Math.max(2, bySku.size / 4) : 2;
    const isDivided = families.length >= least && [...byCode.values()].every((list) => skusIn(list) === 1);
    const startsAlike = filled.every(({ sku, code }) => code.startsWith(sku) || sku.startsWith(code));
    if (!isDivided || (comeAgain.length < 2 && !startsAlike)) continue;
    const orders = [...new Set(families.flat().map(({ order }) => order))];
    return { rule: familySku, field: FIELD, others: [other], orders };
  }
  return [];
};

const titleAsSku: Question = (subject) => {
  const isTitle = ({ items }: AuditedOrder) =>
    items.some(({ sku, title }) => sku !== undefined && sku === title && /\s/.test(sku));
  const orders = subject.orders.filter(isTitle);
  if (orders.length < subject.orders.length * NEARLY) return [];
  const codes = subject.unused.find((name) => {
    const texts = subject.orders
      .flatMap((order) => subject.textsOf(order, name))
      .filter((text) => text !== '');
    const isMixed = texts.filter((text) => /\d/.test(text) && /\p{L}/u.test(text)).length > texts.length / 2;
    return texts.length > 0 && texts.every(isCode) && isMixed && countOf(texts) < texts.length;
  });
  return codes === undefined ? [] : { rule: titleSku, field: FIELD, others: [codes], orders };
};

const IMAGE =
  /\.(?:jpe?g|png|webp|gif|avif|svg|bmp|tiff?)\b|image|img|photo|picture|media|cdn|thumb|assets|static/i;
const isPage = (text: string) => /^https?:/i.test(text);

/** Addresses of pages, and texts that are too short. */
const valuesOfAnotherKind: Question = (subject) => {
  const { orders: all } = subject;
  const against = (rule: Doubt['rule'], field: string, isWrong: (order: AuditedOrder) => boolean): Doubt => {
    const wrong = subject.columnsOf(field).length > 0 ? all.filter(isWrong) : [];
    return { rule, field, orders: wrong.length > all.length / 2 ? wrong : [] };
  };
  return [
    against(imageOfPage, 'item.image_url', ({ items }) =>
      items.some(({ image_url: url = '' }) => isPage(url) && !IMAGE.test(url)),
    ),
    against(noTracking, 'item.tracking_number', ({ items }) =>
      items.some(({ tracking_number: text = '' }) => isPage(text) || /^\d{1,3}$/.test(text)),
    ),
    against(addressAsId, 'identifier', ({ id }) => isPage(id)),
  ];
};

const SHIPPING =
  /^(?:shipping|delivery|versand|porto|postage|freight|fracht|livraison|envio|spedizione|frakt|送料)$/u;
const SHIPPING_COST =
  /^(?:(?:standard|express)?(?:shipping|delivery|postage)(?:cost|fee|charge|$)|(?:versand|porto|liefer|fracht)(?:kosten|gebuhr|pauschale)|frais(?:de)?(?:port|livraison)|gastos(?:de)?envio|costi?(?:di)?spedizione|spesedispedizione|verzendkosten|fraktkostnad|koszt(?:y|wysylki))/u;

const isShipping = remembered((sku) => SHIPPING.test(wordsIn(sku).join('')));
const isShippingCost = remembered((title) => SHIPPING_COST.test(wordsIn(title).join('')));

const CARRIER =
  /^(?:dhl|ups|gls|dpd|fedex|hermes|usps|postnl|bpost|chronopost|colissimo|mondialrelay|correos|seur|mrw|inpost|postnord|bring|brt|paketdienst|paketversand|pakettjanst)$/u;
/** `Positionstyp`, `Line type`; none of the ways to ship a line. */
const isKindOfLines = (name: string): boolean =>
  wordsIn(name).some((word) => /(?:typ|type|art|kind|tipo|class|klasse|soort|rodzaj)$/.test(word)) &&
  !speaksOf(name, SHIPS);
const SHIPS = /^(?:ship|deliver|versand|liefer|fulfil|livr|expedi|envio|entrega|spediz|verzend|frakt)/;
const isShippingKind = remembered(
  (word) =>
    /^(?:versand|porto|liefer|fracht)(?:position|artikel|zeile)/.test(wordsIn(word).join('')) ||
    speaksOf(word, SHIPPING),
);
/** Orders that show that no article is called so. */
const ENOUGH = 3;

/** Titles after a carrier, of one unit in an order that has other lines: that of an article may stand alone. */
function carriersIn({ orders }: Subject): ReadonlySet<string> {
  const lines = orders.flatMap(({ items }) =>
    items.map(({ title = '', quantity }) => ({ title, isBeside: items.length > 1 && quantity === 1 })),
  );
  const called = groupBy(
    lines.filter(({ title }) => speaksOf(title, CARRIER)),
    ({ title }) => title,
  );
  const isOne = (all: typeof lines) => all.length >= ENOUGH && all.every(({ isBeside }) => isBeside);
  return new Set([...called].filter(([, all]) => isOne(all)).map(([title]) => title));
}

/** Lines with a price that are called after the shipping, or are so by a column of kinds of lines, in orders that have none. */
const shippingThatIsALine: Question = (subject) => {
  const [own] = subject.columnsOf(FIELD);
  const [title] = subject.columnsOf('item.title');
  const kinds = subject.unused.filter((name) => isKindOfLines(name) && subject.isOfLines(name));
  const carriers = carriersIn(subject);
  const words: Record<string, string> = {};
  const isOne = (order: AuditedOrder, item: Lax<OrderItem>, nth: number) => {
    const { sku = '', title: text = '', unit_price_amount_cents: cents = 0 } = item;
    const told: readonly (readonly [text: string, column: string | undefined])[] = [
      ...kinds
        .map((name) => [subject.ofLines(order, name)?.[nth] ?? '', name] as const)
        .filter(([word]) => isShippingKind(word)),
      ...(isShipping(sku) ? [[sku, own] as const] : []),
      ...(isShippingCost(text) || carriers.has(text) ? [[text, title] as const] : []),
    ];
    const [[word, column] = ['', undefined]] = told;
    if (cents <= 0 || told.length === 0) return false;
    if (column !== undefined) words[word] = column;
    return true;
  };
  const orders = subject.orders.filter(
    (one) =>
      one.order.shipping_amount_cents === 0 &&
      one.items.filter((item, nth) => isOne(one, item, nth)).length > 0,
  );
  return { rule: shippingAsLine, field: FIELD, orders, words };
};

const PRICE = 'item.unit_price_amount_cents';

/** What is taken off the order stands among its lines; a line of an article that another one has was returned. */
const discountThatIsALine: Question = (subject) => {
  const isOne = (
    { sku = '', unit_price_amount_cents: price = 0, quantity = 0 }: Lax<OrderItem>,
    all: readonly Lax<OrderItem>[],
  ) =>
    price < 0 &&
    quantity > 0 &&
    !all.some((one) => one.sku === sku && (one.unit_price_amount_cents ?? 0) >= 0);
  const orders = subject.orders.filter(({ items }) => items.some((item) => isOne(item, items)));
  const isBelow = (name: string) =>
    orders.every((order) => subject.textsOf(order, name).some((text) => /^[-\u2212]/.test(text)));
  return {
    rule: discountAsLine,
    field: PRICE,
    columns: subject.columnsOf(PRICE).filter(isBelow).slice(0, 1),
    orders,
  };
};

export const ARTICLE_QUESTIONS: readonly Question[] = [
  oneSkuForAll,
  shortSkus,
  columnCalledSku,
  skuOfAFamily,
  titleAsSku,
  valuesOfAnotherKind,
  shippingThatIsALine,
  discountThatIsALine,
];
