// Are these the shoppers? One person for all orders, the shop itself, columns of a second person, and values that are no names.
import { groupBy } from '../../basics/groups.ts';
import {
  halfName,
  mailOfShop,
  noHouse,
  noName,
  oneEmail,
  onePerson,
  otherPerson,
} from '../../contract/order-rules/audit.ts';
import { severalStreets } from '../../contract/order-rules/audit-rows.ts';
import { addTo } from '../../input/rows.ts';
import type { AuditedOrder, Subject } from './subject.ts';
import { ALL, type Doubt, MANY, NEARLY, type Question, speaksOf, VARIED, wordsIn } from './suspicion.ts';

const EMAIL = 'customer.email';

/** Fields that differ from shopper to shopper, each with what it is in an order. */
const PERSONAL: Readonly<Record<string, (order: AuditedOrder) => string>> = {
  [EMAIL]: ({ order }) => order.customer?.email ?? '',
  'shipping_address.name': ({ order }) => order.shipping_address?.name ?? '',
  'shipping_address.street1': ({ order }) => order.shipping_address?.street1 ?? '',
  'billing_address.name': ({ order }) => order.billing_address?.name ?? '',
  'billing_address.street1': ({ order }) => order.billing_address?.street1 ?? '',
};

const onePersonForAll: Question = (subject) => {
  if (!subject.isMany) return [];
  const values = Object.entries(PERSONAL).map(([field, of]) => {
    const groups = groupBy(subject.orders, (order) => of(order).toLowerCase());
    groups.delete('');
    const most = [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    return { field, distinct: groups.size, most };
  });
  const varied = Math.max(...values.map(({ distinct }) => distinct));
  return values.flatMap(({ field, most }): readonly Doubt[] => {
    const isEmail = field === EMAIL;
    const isAll = (isEmail || subject.orders.length >= ALL) && most.length >= subject.orders.length * NEARLY;
    // A constant is what somebody wrote on purpose.
    return isAll && subject.columnsOf(field).length > 0 && varied >= Math.min(VARIED, subject.orders.length)
      ? [{ rule: isEmail ? oneEmail : onePerson, field, orders: most }]
      : [];
  });
};

/** What a column is called that is about the shop itself. */
export const SHOP =
  /^(return|retour|rucksend|ruecksend|devoluc|devolv|zwrot|retur|sell|vendor|merchant|supplier|store|shop(?!per)|support|service|staff|employee|agent|operator|admin|from|sender|sending|noreply|marketplace|affiliate|warehouse|pickup|relais|collection|abhol|retrait|recogida|retirada|ritiro|afhaal|verkauf|handler|haendler|lieferant|absender|mitarbeiter|vendeur|fournisseur|boutique|magasin|expediteur|vendedor|tienda|proveedor|remitente|loja|fornecedor|remetente|venditore|negozio|mittente|verkoper|winkel|leverancier|afzender|sprzedaw|sklep|nadawca)/;

const shopsOwnMail: Question = (subject) => {
  const columns = subject.columnsOf(EMAIL).filter((name) => speaksOf(name, SHOP));
  const orders = subject.orders.filter((order) => columns.some((name) => subject.first(order, name) !== ''));
  return { rule: mailOfShop, field: EMAIL, columns, orders };
};

/** A text that is nobody's name. */
export const NO_NAME =
  /^(?:y|n|yes|no|true|false|ja|nein|oui|non|si|sim|nao|tak|nie|on|off|[\d.,:/%\s€$£+-]+|[^@\s]+@[^@\s]+|null|none|n\/a)$/i;

const valuesThatAreNoNames: Question = (subject) => {
  const { orders, isMany } = subject;
  const fields: Readonly<Record<string, (order: AuditedOrder) => string>> = {
    'customer.first_name': ({ order }) => order.customer?.first_name ?? '',
    'customer.last_name': ({ order }) => order.customer?.last_name ?? '',
    'shipping_address.name': PERSONAL['shipping_address.name']!,
    'billing_address.name': PERSONAL['billing_address.name']!,
  };
  return Object.entries(fields).flatMap(([field, of]): readonly Doubt[] => {
    const wrong = orders.filter(
      (order) =>
        of(order) !== '' &&
        (NO_NAME.test(of(order).trim()) || of(order) === order.order.shipping_address?.street1),
    );
    return isMany && subject.columnsOf(field).length > 0 && wrong.length > orders.length * MANY
      ? [{ rule: noName, field, orders: wrong }]
      : [];
  });
};

/** One word, or what is too short for a Japanese name with its family name. */
const ONE_WORD =
  /^(?:[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}'\u2019-]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,2})$/u;

const firstNamesOnly: Question = (subject) =>
  ['shipping_address.name', 'billing_address.name'].flatMap((field): readonly Doubt[] => {
    const orders = subject.orders.filter((order) => ONE_WORD.test(PERSONAL[field]!(order).trim()));
    const isAll = orders.length >= subject.orders.length * NEARLY && orders.length >= subject.fewest;
    const isOther = (name: string) =>
      subject.distinct(name) >= Math.min(VARIED, orders.length) &&
      subject.orders.every((order) => /^[\p{L}' -]+$/u.test(subject.first(order, name)));
    return subject.columnsOf(field).length > 0 && isAll
      ? [{ rule: halfName, field, others: subject.unused.filter(isOther), orders }]
      : [];
  });

/** Fields that have one in each of the two addresses. */
const PARTS = ['name', 'street1', 'city', 'state', 'zip_code'] as const;
/** So many orders have the same in both columns, where two persons are mostly one. */
const MOSTLY = 0.3;
/** Towns of a few orders. */
const SEVERAL = 3;

const sentIn = ({ order }: AuditedOrder, part: (typeof PARTS)[number]) =>
  [order.shipping_address, order.billing_address].map((address) => address?.[part]);

/** Of JSON, the name beside the shopper's e-mail address is no second recipient where that stands with its street. */
function isOfShopper(subject: Subject, name: string, recipients: readonly string[]): boolean {
  const object = objectOf(name);
  const objectsOf = (...fields: readonly string[]) => subject.columnsOf(...fields).map(objectOf);
  const streets = objectsOf('shipping_address.street1', 'billing_address.street1');
  const isApart = (one: string) => objectOf(one) !== object && streets.includes(objectOf(one));
  return object !== '' && objectsOf(EMAIL).includes(object) && recipients.every(isApart);
}
const objectOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

const secondPerson: Question = (subject) => {
  if (!subject.isMany || subject.unused.length === 0) return [];
  return PARTS.flatMap((part): readonly Doubt[] => {
    const fields = ['shipping_address', 'billing_address'].map((block) => `${block}.${part}`);
    const columns = subject.columnsOf(...fields);
    const [own] = columns;
    if (own === undefined || subject.distinct(own) < SEVERAL) return [];
    for (const other of subject.unused) {
      if (part === 'name' && isOfShopper(subject, other, columns)) continue;
      const filled = subject.orders.filter((order) => subject.first(order, other) !== '');
      // A name may be made of two columns.
      const isSame = (order: AuditedOrder) =>
        [...columns.map((name) => subject.first(order, name)), ...sentIn(order, part)].includes(
          subject.first(order, other),
        );
      const differ = filled.filter((order) => !isSame(order));
      if (differ.length === 0 || filled.length - differ.length < subject.orders.length * MOSTLY) continue;
      return fields
        .filter((field) => columns.length === 1 || subject.columnsOf(field).length !== 1)
        .map((field) => ({ rule: otherPerson, field, columns, others: [other], orders: differ }));
    }
    return [];
  });
};

/** A postal code has one town, but several districts. */
const TOWNS = ['shipping_address.city', 'billing_address.city'];

const districtAsTown: Question = (subject) => {
  const columns = subject.columnsOf(...TOWNS);
  if (!subject.isMany || columns.length !== 1) return [];
  const ofCode = new Map<string, AuditedOrder[]>();
  for (const one of subject.orders) addTo(ofCode, one.order.shipping_address?.zip_code ?? '', one);
  ofCode.delete('');
  const several = [...ofCode.values()].filter((orders) => orders.length > 1);
  const isOneIn = (column: string) => (orders: readonly AuditedOrder[]) =>
    new Set(orders.map((order) => wordsIn(subject.first(order, column)).join(' '))).size === 1;
  const moving = several.filter((orders) => !isOneIn(columns[0]!)(orders));
  if (moving.flat().length < subject.fewest || moving.length * 2 < several.length) return [];
  const others = subject.unused.filter(
    (other) =>
      several.every(isOneIn(other)) &&
      subject.orders.every((order) => /^\p{L}[\p{L} .'/-]*$/u.test(subject.first(order, other))),
  );
  if (others.length === 0) return [];
  const doubt = { rule: otherPerson, others, orders: moving.flat() };
  return TOWNS.filter((field) => subject.columnsOf(field).length > 0).map((field) => ({ ...doubt, field }));
};

/** Whether an e-mail address has a part of the shopper's name: `owen.price@example.net`, `Owen Price`. */
export const hasNameOf = (email: string, names: readonly string[]): boolean => {
  const own = wordsIn(email.replace(/@.*/, '')).join('');
  return wordsIn(names.join(' ')).some((word) => word.length >= LEAST_LETTERS && own.includes(word));
};
const LEAST_LETTERS = 3;

/** Shares of the orders in which addresses of shoppers have their names, and in which those of others do by chance. */
export const [MOST_NAMED, BY_CHANCE] = [0.5, 0.1];

/** Names take long to compare, and so many orders show enough. */
const SOME = 100;

const mailOfSomebodyElse: Question = (subject) => {
  if (!subject.isMany || subject.columnsOf(EMAIL).length === 0) return [];
  const namesOf = ({ order: { customer, shipping_address, billing_address } }: AuditedOrder) =>
    [
      customer?.first_name,
      customer?.last_name,
      ...[shipping_address, billing_address].map((one) => one?.name),
    ].filter((one) => one !== undefined);
  const some = subject.orders.slice(0, SOME);
  const named = (mailOf: (order: AuditedOrder) => string) =>
    some.filter((order) => hasNameOf(mailOf(order), namesOf(order))).length / some.length;
  if (named(PERSONAL[EMAIL]!) > BY_CHANCE) return [];
  const others = subject.unused.filter(
    (name) =>
      subject.first(subject.orders[0]!, name).includes('@') &&
      named((order) => subject.first(order, name)) > MOST_NAMED,
  );
  return others.length > 0 ? { rule: otherPerson, field: EMAIL, others, orders: subject.orders } : [];
};

/** The number of a house as it stands in a column of its own: 12, 7a, 12 bis, 45/3, 12-14, 45 m. 3, 3/2/1. */
export const HOUSE = /^(?=.{1,8}$)\d{1,5} ?\p{L}{0,3}\.?(?:[ /-]{1,3}\d{1,4} ?\p{L}?){0,2}$/u;

/** What a column with such numbers is called, also as a part of a word: `Afleverhuisnummer`. */
const OF_HOUSE = /(?<!ware)house|building|hausn|huisn|husn|gatun|domu|budynku|lokalu|popisn|orientac|civico/;
const STREETS = ['shipping_address', 'billing_address'] as const;

/** Streets without a number, and a column with the numbers that no field uses. */
const streetsWithoutNumber: Question = (subject) => {
  const isSame = (one: string, other: string) =>
    subject.columnsOf(one).join('\n') === subject.columnsOf(other).join('\n');
  const fields = STREETS.map((block) => `${block}.street1`);
  const [both] = fields;
  return STREETS.flatMap((block, i): readonly Doubt[] => {
    const field = fields[i]!;
    const isBoth = isSame(fields[0]!, fields[1]!);
    if (subject.columnsOf(field).length !== 1 || (isBoth && field !== both)) return [];
    const orders = subject.orders.filter(({ order }) => {
      const street = order[block]?.street1 ?? '';
      return street !== '' && !/\p{N}/u.test(street);
    });
    const share = orders.length / subject.orders.length;
    if (orders.length < subject.fewest || share < MANY_STREETS) return [];
    const textsOf = (name: string) =>
      orders.map((order) => subject.first(order, name)).filter((text) => text !== '');
    const found = subject.unused.filter(
      (name) => !name.includes('[].') && textsOf(name).length >= orders.length * HAVE_NUMBERS,
    );
    // A house may have a name in place of a number.
    const isMostly = (name: string) => {
      const texts = textsOf(name);
      return texts.filter((text) => HOUSE.test(text)).length >= texts.length * HAVE_NUMBERS;
    };
    const named = found.filter((name) => OF_HOUSE.test(wordsIn(name).join('')) && isMostly(name));
    const isLikely = (name: string) =>
      share >= NEARLY &&
      subject.distinct(name) >= VARIED &&
      textsOf(name).every((text) => HOUSE.test(text)) &&
      // A count of something else has no letters.
      textsOf(name).some((text) => /\D/.test(text));
    const likely = named.length > 0 ? named : found.filter(isLikely);
    // Of several, those of the same address: `Aflever...`, `shipmentDetails....`.
    const [street = ''] = subject.columnsOf(field);
    const alike = (name: string) => [...name].findIndex((letter, at) => letter !== street[at]);
    const most = Math.max(...likely.map(alike));
    const others = likely.filter((name) => alike(name) === most);
    return others.length === 0 ? [] : [{ rule: noHouse, field, others, orders, args: { isBoth } }];
  });
};
const [MANY_STREETS, HAVE_NUMBERS] = [0.5, 0.5];

const linesThatPart: Question = (subject) => {
  const [both] = STREETS.map((block) => `${block}.street1`);
  const columns = subject.columnsOf(both!);
  if (columns.length !== 1) return [];
  const textsOf = (order: AuditedOrder) =>
    subject
      .textsOf(order, columns[0]!)
      .filter((text) => text !== '')
      .map((text) => text.toLowerCase());
  // Two columns may have that name.
  const isApart = (order: AuditedOrder) =>
    new Set(textsOf(order)).size > 1 && subject.textsOf(order, columns[0]!).length <= order.rows;
  const orders = subject.orders.filter(isApart);
  const isSome = orders.length > subject.orders.length * FEW;
  return isSome ? [{ rule: severalStreets, field: both!, columns, orders }] : [];
};
const FEW = 0.01;

export const PERSON_QUESTIONS: readonly Question[] = [
  onePersonForAll,
  shopsOwnMail,
  valuesThatAreNoNames,
  firstNamesOnly,
  secondPerson,
  districtAsTown,
  mailOfSomebodyElse,
  streetsWithoutNumber,
  linesThatPart,
];
