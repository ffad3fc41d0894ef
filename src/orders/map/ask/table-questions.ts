// The questions that the columns of an unknown table leave open: first those without whose answer nothing can be sent. Those that a
// check leaves open are in trial-questions.ts.
import { quote } from '../../../basics/text.ts';
import { NO_NAME } from '../../audit/persons.ts';
import { shippedUnitsIn } from '../decide/canceled-units.ts';
import { isArticleNumber, isCodes, isEpoch, isHalfName, isPlanned, isStatus } from '../decide/cell-tests.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import { follows } from '../decide/refute.ts';
import { BLOCKS, STATUS_ROLES } from '../decide/rules.ts';
import { type Column, isNumbers, plainName, type Row, samplesOf } from '../look/columns.ts';
import { DATE_ROLES } from '../look/date-columns.ts';
import { areEqual, isInternal, isNumberOfOrder, isPurchase, partAlike, together } from '../look/order-key.ts';
import { canName, entriesIn, hasEntries, isOfEntry } from '../look/status-lists.ts';
import { wordSet } from '../look/word-lists.ts';
import { conceptsIn, meansOf, statusMeant } from '../look/words.ts';
import type { Question } from '../types.ts';
import {
  type Asking,
  askingOf,
  columnChoices,
  dateOrderText,
  hasPlace,
  isTexts,
  money,
  statusQuestion,
} from './asking.ts';
import { freeShipping } from './discount-questions.ts';
import { places } from './place-questions.ts';

/** Questions that follow from the columns of an unknown table. */
export function tableQuestions(...looked: Parameters<typeof askingOf>): Question[] {
  const asking = askingOf(...looked);
  for (const part of [needed, rivals, people, statuses, dates, places, money, freeShipping]) part(asking);
  return asking.questions;
}

/** What programs call the number that a shopper sees, beside their own `id`. */
const SHOWN = /(?:^|\.)(?:number|increment_id)$/i;

/** Without these no order can be sent. */
function needed(asking: Asking): void {
  const { h, ask, askColumn, free } = asking;
  const rival = [...(h.key ? [h.key] : []), ...h.keyRivals];
  if (!h.key || h.isKeyApart)
    ask('identifier', 'Which column holds the number of the order?', {
      choices: [
        ...bothTogether(h.shops),
        ...columnChoices([...rival, ...h.columns.filter((one) => mayNumber(one) && !rival.includes(one))]),
        { value: 'none', text: 'there is none' },
      ],
    });
  else if (h.keyRivals.length > 0)
    ask('identifier', 'Which column is the order number that the shopper knows?', {
      choices: columnChoices(rival),
      // Only a name tells it from the number of a payment.
      proposed:
        (isNumberOfOrder(h.key) && !isPurchase(h.key)) ||
        (SHOWN.test(h.key.name) && h.keyRivals.every(isInternal))
          ? h.key.name
          : null,
    });
  if (h.heads)
    ask(
      'head_rows',
      `Rows without ${h.heads.name} stand above the other rows of an order. Are they the whole order?`,
      {
        proposed: 'yes',
        unattended: null,
      },
    );
  const mails = free.filter(({ share }) => share.email > 0);
  if (!h.roles.has('customer.email')) askColumn('customer.email', mails);
  if (!hasPlace(h))
    for (const role of ['address.street1', 'address.city', 'address.zip_code'] as const)
      askColumn(role, free.filter(isTexts));
  recipient(asking);
  // Of two addresses the name in one is not that in the other: they differ where it is a present.
  const people = free.filter((one) => isPersonal(one) && h.levels[one.index] !== 'item' && !isCodes(one));
  const mayBe = people.filter((one) => !meansOf(one.meaning, NO_PERSON));
  for (const block of ['shipping_address', 'billing_address']) {
    // A first name alone is no name of the shopper, either.
    const shopper = h.roles.has('address.name') || h.roles.has('address.last_name');
    const isShopper = block === 'billing_address' && shopper;
    const isLost = hasPlace(h, [block]) && !hasName(h, [block]) && !isShopper;
    const others = BLOCKS.filter((one) => one !== block);
    if (isLost && hasPlace(h, others) && mayBe.length > 0)
      askColumn(`${block}.name`, mayBe, { none: 'there is none: it is the name of the shopper' });
  }
  if (h.amounts.prices.length === 0)
    askColumn(
      'item.price',
      h.columns.filter((one) => one !== h.key && isNumbers(one) && !isNumber(one) && one.share.date < 0.5),
    );
}

const bothTogether = ([shop, number]: readonly Column[]): Question['choices'] => {
  if (!shop || !number) return [];
  const example = `${shop.example}-${number.example}`;
  const text = `both together, as ${example}: each ${shop.name} numbers its orders by itself`;
  return [{ value: together(shop, number), text }];
};

/** A name may stand in two columns, of which one may be known: both orders of them can be chosen. */
function recipient({ h, askColumn, free }: Asking): void {
  const known = BLOCKS.flatMap((block) =>
    ['name', 'first_name', 'last_name'].flatMap((part) => {
      const { column, isGiven = false } = h.roles.get(`${block}.${part}`) ?? {};
      return column ? [{ block, part, column, isGiven }] : [];
    }),
  );
  const [half, ...more] = known;
  const isWhole = half?.part === 'name' && (half.isGiven || !isHalfName(half.column));
  if (!hasPlace(h) || more.length > 0 || isWhole) return;
  const { block = 'address', column } = half ?? {};
  const ofPerson = free.filter((one) => isPersonal(one) && h.levels[one.index] !== 'item');
  const halves = [...(column ? [column] : []), ...ofPerson.filter(isHalfName)];
  const pairs = halves.flatMap((one) =>
    halves.flatMap((other) => {
      const roles = { first_name: one.name, last_name: other.name };
      const answers = Object.entries(roles).map(([half, name]) => [`column:${block}.${half}`, name]);
      const text = `first and family name, such as ${samplesOf(one)} and ${samplesOf(other)}`;
      const pair = { value: `{${one.name}} {${other.name}}`, text, answers: Object.fromEntries(answers) };
      return one === other ? [] : [pair];
    }),
  );
  const named = ofPerson.filter((one) => !isFewWords(one) || halves.includes(one));
  if (half ? pairs.length === 0 : named.length === 0) return;
  askColumn('address.name', named, {
    choices: [
      ...pairs.slice(0, MOST_PAIRS),
      ...columnChoices(half ? [half.column, ...named] : named),
      { value: 'none', text: 'there is none' },
    ],
  });
}
const MOST_PAIRS = 6;

/** Two columns that fit alike. */
function rivals({ h, askColumn, free }: Asking): void {
  const rows = h.orders.flat();
  const title = h.roles.get('item.title')?.column.index;
  for (const [role, { column, rivals: all, isGiven = false }] of h.roles) {
    // Beside an sku with another word in its name, or that never comes back and does not follow the titles: codes that do.
    const isOne = ({ index }: Column) => title !== undefined && partAlike(rows, index, title);
    const isOther = column.meaning.unknown > 0;
    const isDoubtful = role === 'item.sku' && !isGiven && (isOther || column.distinct === column.filled);
    const mayBe = (one: Column) => !isOne(column) || (isOther && isArticleNumber(one));
    const codes = isDoubtful ? free.filter((one) => isCodes(one) && isOne(one) && mayBe(one)) : [];
    // The same text in every row: either will do.
    const rivals = [...new Set([...all, ...codes])].filter(
      ({ index }) => !areEqual(rows, index, column.index),
    );
    const plain = plainName(column.name, h.names);
    // `Street` twice: nobody can tell which of the two addresses is meant.
    const isTwice = rivals.some(({ name }) => plainName(name, h.names) === plain);
    if (rivals.length > 0 && (NEEDED.has(role) || (isTwice && role.includes('address.'))))
      askColumn(role, [column, ...rivals], {
        // An unknown word may say of what else it is.
        proposed: isTwice || isOther || codes.length > 0 ? null : column.name,
        ...(role.includes('quantity') && { unattended: null }),
      });
  }
}

const NO_ARTICLE = conceptsIn('related parent district city state note method');

function people({ h, askColumn, free }: Asking): void {
  const lacks = (role: string) => !h.roles.has(role);
  const texts = free.filter((one) => isTexts(one) && h.levels[one.index] !== 'order');
  const mayBe = texts.filter((one) => !meansOf(one.meaning, NO_ITEM));
  // In a shop with one product everything about it is constant.
  const known = h.roles.get('item.title') ?? h.roles.get('item.sku');
  const isOne = !known || known.column.distinct === 1;
  const likely = mayBe.filter((one) => one.distinct > 1 || one.filled === 1 || isOne);
  const asks = (role: string, likely: readonly Column[], none?: string) => {
    // Of several nobody can tell; where none is left, there is none.
    const plain =
      likely.length === 1
        ? likely.find(
            ({ meaning: { concepts, unknown } }) =>
              concepts.size > 0 && unknown === 0 && !NO_ARTICLE.some((one) => concepts.has(one)),
          )
        : undefined;
    const isNone =
      likely.length === 0 && !texts.some((one) => role === 'item.sku' && isCodes(one) && isNumber(one));
    const proposed = isNone ? 'none' : (plain?.name ?? null);
    if (lacks(role) && texts.length > 0) askColumn(role, texts, { ...(none && { none }), proposed });
  };
  const sku = h.roles.get('item.sku')?.column;
  const isOfSku = (one: Column) => !sku || follows(one, sku, h.orders.flat());
  const titles = likely.filter((one) => one.share.word > 0.9 && !isCodes(one) && isOfSku(one));
  asks('item.title', titles);
  asks('item.sku', likely.filter(isCodes), 'there is none: the title stands for it');
  const counts = free.filter(
    (one) => one.share.whole > 0.9 && isNumbers(one) && !meansOf(one.meaning, NO_COUNT),
  );
  const none = 'there is none: each line is one unit';
  if (lacks('item.quantity'))
    askColumn('item.quantity', counts, {
      none,
      unattended: null,
      proposed: counts.length > 1 ? null : (counts[0]?.name ?? 'none'),
    });
}

function statuses(asking: Asking): void {
  const { h, survey, questions, ask, askColumn, free } = asking;
  const few = free.filter((one) => isFewWords(one) && !(isNumbers(one) && meansOf(one.meaning, COUNT)));
  if (statusList(asking, few)) return;
  const found = STATUS_ROLES.flatMap((role) => h.roles.get(role) ?? [])[0];
  const fitting = [...(found ? [found.column] : []), ...few];
  // Another word says of what else it is the status: of a transmission.
  const { concepts, unknown } = found?.column.meaning ?? { concepts: [], unknown: 0 };
  const isOther = unknown > 0 || [...concepts].some((one) => !OF_STATUS.includes(one));
  // In a few orders one word may stand in all of them.
  const others = free.filter((one) => !fitting.includes(one) && one.share.word > 0.5 && isShortList(one));
  const isDoubtful = isOther && !found?.isGiven && [...fitting, ...others.filter(isStatus)].length > 1;
  const asksColumn = (!found?.named || isDoubtful) && (h.absent.has('status') || fitting.length > 0);
  if (asksColumn) {
    askColumn('status', [...fitting, ...others], {
      proposed: fitting.length === 1 && !isDoubtful ? (found?.column.name ?? null) : null,
      // Its words alone may be those of something else, such as the payment.
      unattended: null,
    });
    // What is asked about its words depends on the column.
    if (!found?.isGiven && !h.absent.has('status')) return;
  }
  if (!found) {
    if (!shippedUnitsIn(h) && !SHIPPED.some((role) => h.roles.has(role)))
      ask('status', 'No column holds the status of a whole order. Have all orders shipped?');
    return;
  }
  const words = [...(survey.words.get(found.column.index) ?? [])].sort((a, b) => b[1] - a[1]);
  if (words.every(([word]) => word === 'Shipped' || word === 'Created' || word === 'Cancelled')) return;
  const text = `What do the words in ${found.column.name} mean?`;
  const isDated = (word: string) => POSTED.test(word) && isDatedAt(h, found.column, word);
  const hasUnits = h.roles.has('item.quantity_shipped');
  questions.push(statusQuestion(text, words, survey.orders, hasUnits, isDated));
}

const SHIPPED = ['shipped_date', 'item.shipped_date', 'shipped_tick'];

/** Of a parcel or of a ledger: the dates of shipment say of which. */
const POSTED = /^posted\b/i;
function isDatedAt({ roles, orders }: Hypothesis, status: Column, word: string): boolean {
  const shipped = (roles.get('shipped_date') ?? roles.get('item.shipped_date'))?.column;
  const isOf = (row: Row) => row[status.index] === word;
  return (
    shipped !== undefined &&
    orders.every((rows) => !rows.some(isOf) || rows.some((row) => row[shipped.index]))
  );
}

const COUNT = conceptsIn('quantity count');
const OF_STATUS = conceptsIn('order status state item line product ship');

/** Where only a list of changes has the status, a person says so. Returns whether that is open. */
function statusList({ h, askColumn }: Asking, fitting: readonly Column[]): boolean {
  const list = h.columns.find(hasEntries);
  const isKnown = h.absent.has('status') || STATUS_ROLES.some((role) => h.roles.get(role)?.named);
  if (!list || isKnown) return false;
  const isNamed = list.texts.flatMap(entriesIn).every(canName);
  const text = `in a list with several entries in an order, ${samplesOf(list)}: an order is cancelled, or has shipped, when an entry says so; one with both is refused`;
  askColumn('status', fitting, {
    choices: [
      ...(isNamed ? [{ value: list.name, text }] : []),
      ...columnChoices(fitting),
      { value: 'none', text: `there is none: ${list.name} has an entry for each change, and is left out` },
    ],
  });
  return true;
}

function dates({ h, ask, askColumn, free }: Asking): void {
  const dated = free.filter((one) => one.share.date > 0.9 || isEpoch(one));
  // By its name a date, which is written in a way of its own.
  const others = free.filter((one) => !dated.includes(one) && one.texts.some((text) => /\d/.test(text)));
  const unread = others.find(isDateOfOrder);
  if (!h.roles.has('created_at'))
    askColumn('created_at', unread ? [...dated, unread] : dated, {
      ...(unread && { text: unreadText(unread) }),
    });
  const changed = others.filter(({ meaning: { concepts } }) => concepts.has('updated'));
  const moments = [...dated, ...changed].filter(
    (one) => h.levels[one.index] !== 'item' && !isPlanned(one) && !isOfEntry(one),
  );
  const asksMoment = !h.roles.has('updated_at') && (moments.length > 0 || h.absent.has('updated_at'));
  if (asksMoment)
    askColumn('updated_at', moments, { none: 'none of these moves with every change of an order' });
  const isDated = DATE_ROLES.some((role) => h.roles.has(role));
  const text =
    'No column moves with every change of an order. What says which snapshot of an order is newer?';
  if (!h.roles.has('updated_at') && isDated && (!asksMoment || h.absent.has('updated_at')))
    ask('updated_at', text, { proposed: 'latest' });
  const { undecided, serial } = h.dates;
  if (serial)
    ask('date_serial', `What do the numbers in ${serial.column.name} count, such as ${serial.example}?`);
  if (undecided) ask('date_order', dateOrderText(undecided.column.name, quote(undecided.example)));
}

const isDateOfOrder = ({ meaning: { concepts } }: Column): boolean =>
  (concepts.has('date') || concepts.has('created')) &&
  [...concepts].every((one) => ['date', 'created', 'order'].includes(one));
const unreadText = ({ name, example }: Column): string =>
  `Which column is the date of the order? ${quote(name)} is not read, such as ${quote(example)}: once it is chosen, check and upload need --date-format, such as "DD.MM.YYYY HH:mm"`;

const hasName = ({ roles }: Hypothesis, blocks = BLOCKS): boolean =>
  blocks.some((block) => ['name', 'first_name', 'last_name'].some((part) => roles.has(`${block}.${part}`)));

/** Names of other things than people. */
const NO_PERSON = conceptsIn('product item line company method other payment title freight tracking variant');

/** What is neither the title nor the sku of an item. */
const NO_ITEM = conceptsIn(
  'payment status method customer address ship bill tax coupon note tags other company order email phone link first second zip city state country discount place recipient',
);
const NO_COUNT = conceptsIn('total price weight zip phone place cents rate number tax discount');

/** A number of something that is no amount. */
const isNumber = ({ meaning }: Column): boolean => meansOf(meaning, NO_AMOUNT);
const NO_AMOUNT = conceptsIn('number zip phone place weight');
/** Names of people: no yes, number or address of a page among them. */
const isPersonal = (one: Column): boolean =>
  isTexts(one) &&
  one.share.word > 0.6 &&
  one.texts.every((text) => !NO_NAME.test(text) && !text.includes('://')) &&
  one.texts.some((text) => statusMeant(text) === undefined);

/** Many different texts on nearly all rows, as numbers of orders are. */
const mayNumber = (one: Column): boolean =>
  one.filled > 0 &&
  !isFewWords(one) &&
  (['date', 'email', 'currency', 'country', 'phone'] as const).every((kind) => one.share[kind] < 0.5) &&
  (one.distinct > 1 || one.filled === 1) &&
  !one.texts.some((text) => /^\d+[.,]\d\d$/.test(text));

/** Few different texts, as statuses are. */
const isFewWords = (one: Column): boolean =>
  isShortList(one) && one.distinct > 1 && one.distinct < one.filled / 2;

const isShortList = ({ words, distinct, share }: Column): boolean =>
  words !== undefined &&
  distinct <= 12 &&
  (['date', 'email', 'currency', 'country'] as const).every((kind) => share[kind] < 0.5);

/** Roles whose wrong column would send wrong orders; sums decide those of amounts. */
const NEEDED = wordSet(
  'created_at updated_at status customer.email item.sku item.title item.quantity shipped_date item.shipped_date',
);
