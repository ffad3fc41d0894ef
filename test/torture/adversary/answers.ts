// Answers to the questions of `orders map`, by someone who knows what each column of the export means.
import type { Export } from './exports.ts';

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  readonly proposed: unknown;
  readonly words?: readonly { readonly word: string; readonly proposed: string | null }[];
  answer: unknown;
}

export interface Answered {
  readonly answer: unknown;
  /** The question that is answered in place of the one that was asked. */
  readonly id?: string;
  /** What is right is not among the choices. */
  readonly isTyped: boolean;
}

/** Which of the format's meanings a field may come from, best first. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  identifier: ['number'],
  status: ['status'],
  currency: ['currency'],
  created_at: ['created'],
  updated_at: ['updated'],
  'customer.email': ['email'],
  'customer.first_name': ['first'],
  'customer.last_name': ['last'],
  'customer.identifier': ['customer', 'email'],
  'customer.phone': ['phone'],
  'address.name': ['ship.name', 'bill.name'],
  'item.sku': ['sku'],
  'item.title': ['title'],
  'item.quantity': ['units'],
  'item.quantity_shipped': ['shipped'],
  'item.price': ['price'],
  'item.unit_price_amount_cents': ['price'],
  'item.tax_amount_cents': ['lineTax'],
  'item.discount_amount_cents': ['lineDiscount'],
  'item.identifier': ['lineId'],
  'item.variant_identifier': ['variant'],
  tax: ['orderTax', 'lineTax'],
  tax_amount_cents: ['orderTax'],
  discount_amount_cents: ['orderDiscount'],
  shipping_amount_cents: ['shipping'],
  total_amount_cents: ['total'],
};

/** `address.street1`, `shipping_address.city` and the like. */
function sourcesOf(field: string): readonly string[] {
  const known = SOURCES[field];
  if (known) return known;
  const [side, part] = field.split('.');
  if (part === undefined) return [];
  if (side === 'shipping_address') return [`ship.${part}`];
  if (side === 'billing_address') return [`bill.${part}`, `ship.${part}`];
  return side === 'address' ? [`ship.${part}`, `bill.${part}`] : [];
}

function columnAnswer({ columns, kinds }: Export, field: string, question: Question): Answered | undefined {
  const values = question.choices.map(({ value }) => value);
  const named = (meaning: string) => columns.find((column) => column.meaning === meaning)?.name;
  const right = sourcesOf(field)
    .map(named)
    .filter((name) => name !== undefined);
  const offered = right.find((name) => values.includes(name));
  if (offered !== undefined) return { answer: offered, isTyped: false };
  const allowed = kinds
    .filter(({ allows }) => allows.includes(field))
    .map(({ name }) => named(`decoy:${name}`));
  const second = allowed.find((name) => name !== undefined && values.includes(name));
  if (second !== undefined) return { answer: second, isTyped: false };
  const [first, last] = [named('first'), named('last')];
  const whole = first && last ? `{${first}} {${last}}` : undefined;
  const takesBoth = question.id.startsWith('field:') || values.some((value) => value === whole);
  if (right.length === 0 && whole && /address\.name$/.test(field) && takesBoth)
    return { answer: whole, isTyped: false };
  if (right.length === 0 && values.includes('none')) return { answer: 'none', isTyped: false };
  if (right.length > 0) return { answer: right[0], isTyped: true };
  return undefined;
}

/** The columns that make the total, and those that do not matter for it. */
function equation({ columns, shop, format }: Export) {
  const named = (meaning: string) => columns.find((column) => column.meaning === meaning)?.name;
  const some = (names: (string | undefined)[]) => names.filter((name) => name !== undefined);
  const surcharges = columns.filter(({ meaning }) => /^decoy:.* in the total$/.test(meaning));
  const tax = format.taxInside ? [] : some([named('lineTax'), named('orderTax')]);
  const isFree = shop.orders.every(({ shipping }) => shipping === 0);
  const plus = [...some([named('shipping')]), ...tax, ...surcharges.map(({ name }) => name)];
  const minus = some([named('lineDiscount'), named('orderDiscount')]);
  const isZero = (name: string) =>
    (isFree && name === named('shipping')) || isWithoutDiscount(shop, name, minus);
  const own = { price: named('price')!, units: named('units')!, total: named('total') };
  return { ...own, plus, minus, isZero, surcharges: surcharges.map(({ name }) => name) };
}

const isWithoutDiscount = (shop: Export['shop'], name: string, minus: readonly string[]) =>
  minus.includes(name) && shop.orders.every(({ lines }) => lines.every(({ discount }) => discount === 0));

function amountsAnswer(given: Export, question: Question): Answered {
  const { price, units, plus, minus, total, isZero, surcharges } = equation(given);
  let needed = [price, units, ...plus, ...minus].filter((name) => !isZero(name));
  const isRight = (value: string, end: string | undefined) => {
    const [left = '', right = ''] = value.replace(/, the prices.*$/, '').split(/ = (?!.* = )/);
    const parts = left.split(/ [x+-] /).map((part) => part.replace(/^sum of /, ''));
    const extra = parts.filter((part) => !needed.includes(part) && !isZero(part));
    return extra.length === 0 && needed.every((name) => parts.includes(name)) && right === end;
  };
  // Money that goes with the shipping, as was answered before, stands in no equation; that all orders add up is seen.
  const isWhole = (text: string) => /^(\d+) of \1 orders? add/.test(text.replaceAll(',', ''));
  const all = needed;
  const found = [
    ...[total, 'the total'].map((end) => question.choices.find(({ value }) => isRight(value, end))),
    question.choices.find(({ value, text }) => {
      needed = all.filter((name) => !surcharges.includes(name));
      return isWhole(text) && isRight(value, total);
    }),
  ].find((choice) => choice !== undefined);
  if (found) return { answer: found.value, isTyped: false };
  const parts = [...plus.map((name) => ` + ${name}`), ...minus.map((name) => ` - ${name}`)].join('');
  return { answer: `${price} x ${units}${parts} = ${total ?? 'the total'}`, isTyped: true };
}

function wordAnswers({ format, columns }: Export, question: Question): Answered {
  const { Shipped, Created, Cancelled, Partly } = format.words;
  const meaning = new Map([
    [Shipped, 'Shipped'],
    [Created, 'Created'],
    [Partly, 'Created'],
    [Cancelled, 'Cancelled'],
  ]);
  const isStatus = columns.some(
    (column) => column.meaning === 'status' && question.text.includes(` in ${column.name} mean`),
  );
  const answer = (word: string) => (isStatus ? meaning.get(word) : undefined) ?? 'refuse';
  return {
    answer: Object.fromEntries((question.words ?? []).map(({ word }) => [word, answer(word)])),
    isTyped: !isStatus,
  };
}

/** Whether a field may come from what the column means; a field that the export does not know may come from anywhere. */
const isRight = ({ kinds, columns }: Export, field: string, meaning: string) => {
  const best = sourcesOf(field).find((source) => columns.some((column) => column.meaning === source));
  const allowed = kinds.filter(({ allows }) => allows.includes(field)).map(({ name }) => `decoy:${name}`);
  return best === undefined ? !meaning.startsWith('decoy:') : [best, ...allowed].includes(meaning);
};

/** A field that somebody doubts: right as it is, a column that was offered, or the right column by its name. */
function confirmed(given: Export, question: Question, meaningOf: (field: string) => string): Answered {
  const field = question.id.split(':')[2]!;
  const meaning = meaningOf(field);
  const named = (one: string) => given.columns.find((column) => column.meaning === one)?.name;
  const [first, last] = [named('first'), named('last')];
  if (question.id.startsWith('confirm:audit.person.half') && first && last && !named('ship.name')) {
    const whole = `{${first}} {${last}}`;
    const isOffered = question.choices.some(({ value }) => value === whole);
    return { ...(!isOffered && { id: `field:${field}` }), answer: whole, isTyped: false };
  }
  if (isRight(given, field, meaning)) return { answer: 'yes', isTyped: false };
  const means = (name: string) => given.columns.find((column) => column.name === name)?.meaning ?? '';
  const other = question.choices.find(({ value }) => value !== 'yes' && isRight(given, field, means(value)));
  if (other) return { answer: other.value, isTyped: false };
  const right = given.columns.find((column) => isRight(given, field, column.meaning))?.name;
  return { id: `field:${field}`, answer: right ?? 'none', isTyped: false };
}

/** `meaningOf`: what the column means that a field comes from. Undefined when nobody who knows the export could say it. */
export function truthful(
  given: Export,
  question: Question,
  meaningOf: (field: string) => string,
): Answered | undefined {
  const { id, text } = question;
  const has = (value: string) => question.choices.some((choice) => choice.value === value);
  const say = (answer: string): Answered => ({
    answer,
    isTyped: !has(answer) && question.choices.length > 0,
  });
  const hasMeaning = (meaning: string) => given.columns.some((column) => column.meaning === meaning);
  if (id.startsWith('confirm:')) return confirmed(given, question, meaningOf);
  if (id === 'statuses') return wordAnswers(given, question);
  if (id === 'amounts') return amountsAnswer(given, question);
  if (id === 'timezone') return say(given.shop.zone);
  if (id === 'cents') return say(given.format.money === 'cents' ? 'cents' : 'units');
  if (id === 'minor_units') return say('hundredths');
  if (id === 'date_order') return say(given.format.date === 'mdy' ? 'month first' : 'day first');
  if (id === 'shipping_address') return say(hasMeaning('bill.street1') ? 'refuse' : 'billing');
  if (id === 'billing_address') return say(hasMeaning('bill.street1') ? 'refuse' : 'shipping');
  if (id === 'country') return say(given.shop.country);
  if (id === 'postal_code') return say('refuse');
  if (id === 'fees') {
    const isPart = given.columns.some(
      ({ name, meaning }) => text.startsWith(`${name}:`) && meaning.endsWith(' in the total'),
    );
    return say(isPart ? 'shipping' : 'refuse');
  }
  if (id === 'updated_at') return say(hasMeaning('updated') ? 'stop' : 'latest');
  if (id === 'identifier' || id.startsWith('column:') || id.startsWith('field:'))
    return columnAnswer(given, id.replace(/^(?:column|field):/, ''), question);
  return undefined;
}

/** What Enter takes; undefined when the question has no usual answer. */
export function byEnter(question: Question): unknown {
  if (question.id !== 'statuses') return question.proposed ?? undefined;
  const words = question.words ?? [];
  if (words.some(({ proposed }) => proposed === null)) return undefined;
  return Object.fromEntries(words.map(({ word, proposed }) => [word, proposed]));
}
