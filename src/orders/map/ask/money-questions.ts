// What the amounts of an unknown table leave open: whether they are cents, which sign stands before the cents, how they add up, and
// money that the interface has no field for.
import { quote } from '../../../basics/text.ts';
import { formatCount, plural } from '../../../basics/units.ts';
import { ALL } from '../../audit/suspicion.ts';
import type { Reading, Seen } from '../decide/amounts.ts';
import { unitsOfLine } from '../decide/canceled-units.ts';
import { readingText } from '../decide/choose-reading.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import { isNumbers } from '../look/columns.ts';
import { isVoucher } from '../look/vouchers.ts';
import { type Asking, decimalText } from './asking.ts';
import { isWhole, type Place } from './country-defaults.ts';
import { KINDS, kindOf } from './kinds.ts';

/** Currencies in which prices are rarely whole. */
const WITH_CENTS = new Set('EUR USD GBP CHF AUD CAD NZD PLN'.split(' '));

export function money(asking: Asking): void {
  const { h, survey, amounts, refunds, place, ask } = asking;
  const { cents } = h;
  if (cents && (cents.isNamed || !isWhole(place.currency))) {
    const named = cents.columns.map(({ name }) => name).join(', ');
    const example = cents.columns.find(({ example }) => /[1-9]/.test(example))?.example ?? '';
    const digits = example.replace(/\D/g, '').padStart(3, '0');
    const both = `${digits.slice(0, -2)}.${digits.slice(-2)} or ${digits}.00`;
    ask('cents', `Are the amounts in ${named} whole cents? ${example}: ${both}?`, {
      proposed: cents.isNamed || WITH_CENTS.has(place.currency ?? '') ? cents.proposed : null,
      // A name with `cents` in it says so of all that adds up with it.
      unattended: cents.isNamed ? 'cents' : null,
    });
  }
  // Where orders add up without it, the money is no part of the total: a commission of the marketplace.
  const { fees, shipsFees, credits, addsCredits } = h.amounts;
  // Nobody means to refuse most orders.
  const isMost = (seen: readonly Seen[]) => seen.some(({ orders }) => orders * 2 > survey.orders);
  const apart = [
    {
      ...{ id: 'fees', kind: 'fee', columns: fees, isTaken: shipsFees, proposed: 'shipping' },
      text: 'the interface has no field for such money. What shall happen to orders with it?',
    },
    {
      ...{ id: 'gift_cards', kind: 'credit', columns: credits, isTaken: addsCredits, proposed: 'payment' },
      text: 'was that paid with gift cards, so that the total in the file is what was left to pay?',
    },
  ];
  for (const { id, kind, columns, isTaken, proposed, text } of apart) {
    const seen = (survey.readings[0]?.watched ?? []).filter(
      ({ column, orders, fits }) => column.kind === kind && fits < orders * 0.9,
    );
    const names = columns.map(({ index }) => h.columns[index]!.name).join(' and ');
    if ((seen.length > 0 || isTaken) && !h.amounts.isTyped)
      ask(id, `${names}: ${text}`, {
        choices: kindOf(id)!.choices!.filter(({ value }) => value !== 'discount'),
        // How the amounts add up is asked after it.
        // Enter takes it only where the totals do not add up without it.
        proposed:
          isTaken || seen.every(({ orders, fits, explains }) => explains * 2 > orders - fits)
            ? proposed
            : null,
        unattended: isPart(seen) ? proposed : amounts?.kind === 'open' || isMost(seen) ? null : 'refuse',
        orders: Math.max(1, ...seen.map(({ orders }) => orders)),
      });
  }
  vouchers(asking);
  if (h.undecidedAmount !== undefined)
    ask('decimal', decimalText(quote(h.undecidedAmount)), {
      proposed: h.likelyDecimal ?? (isWhole(place.currency) ? otherSign(h.undecidedAmount) : null),
      unattended: null,
    });
  // Which sums add up is seen once the amounts can be read.
  else if (amounts?.kind === 'open') {
    const nameAt = (index: number) => h.columns[index]!.name;
    const isEnough = amounts.of > 0 && amounts.fits >= amounts.of * 0.9 && amounts.against.length === 0;
    const texts = amounts.others.map(({ reading, fits, of }) => ({
      value: readingText(reading, h.amounts.quantity, nameAt),
      text: of === 0 ? 'no column says it' : `${formatCount(fits)} of ${plural(of, 'order')} add up`,
    }));
    const leftOut = amounts.against.map(
      ({ column, orders }) => `${nameAt(column.index)} is not 0 in ${plural(orders, 'order')}`,
    );
    const why =
      leftOut.length > 0 ? ` The best equation does not explain all money: ${leftOut.join('; ')}.` : '';
    ask('amounts', `How do the amounts of an order add up?${why}`, {
      choices: texts,
      proposed: isEnough || isMade(h, amounts.reading, place) ? texts[0]!.value : null,
      unattended: null,
      orders: amounts.of - amounts.fits || survey.orders,
    });
  }
  typedTax(asking);
  const line = amounts?.reading.per === 'line' ? amounts.reading.price : undefined;
  if (line !== undefined && unitsOfLine(h, line) === undefined)
    ask('line_units', `Where units of a line were cancelled, of which is the amount in ${h.names[line]}?`, {
      proposed: null,
      unattended: null,
    });
  const refunded = h.roles.get('refunded');
  if (refunds)
    ask('refunds', `${refunds.names.join(', ')} look like refunds. What shall happen to them?`, {
      ...{ proposed: 'send', unattended: null, orders: refunds.orders },
    });
  else if (refunded && survey.refunded > 0)
    ask(
      'refunds',
      `${refunded.column.name} holds refunded money. A refund needs a number, a date and lines, so it cannot be sent. What shall happen to these orders?`,
      { choices: WITHOUT_SENDING, proposed: 'warn', orders: survey.refunded },
    );
}

/** What an equation takes off as `Gutschein` may be a gift card: whoever paid with one gets its money back as well. */
function vouchers({ h, survey, amounts, questions, ask }: Asking): void {
  const others = amounts?.kind === 'open' ? amounts.others : [];
  const readings = [amounts, ...others].flatMap((one) => one?.reading ?? []);
  const taken = new Set(readings.flatMap(({ discounts }) => discounts.map(({ index }) => index)));
  const found = h.columns.filter((one) => taken.has(one.index) && isVoucher(one) && isNumbers(one));
  const ofOrder = found.filter(({ index }) => h.levels[index] !== 'item');
  if (ofOrder.length === 0 || h.amounts.isTyped) return;
  // Beside a column that is one of gift cards both are asked about at once.
  const asked = questions.findIndex(({ id }) => id === 'gift_cards');
  if (asked >= 0) questions.splice(asked, 1);
  const cards = h.amounts.credits.map(({ index }) => h.columns[index]!);
  const names = [...new Set([...cards, ...ofOrder])].map(({ name }) => name).join(' and ');
  const seen = (survey.readings[0]?.watched ?? []).filter(({ column }) =>
    ofOrder.some(({ index }) => index === column.index),
  );
  ask('gift_cards', `${names}: was that paid with gift cards, or is it a discount?`, {
    ...{ proposed: null, unattended: null, orders: Math.max(1, ...seen.map(({ orders }) => orders)) },
  });
}

/** What was added to the total by a person, under a name that says nothing, may be the tax. */
function typedTax({ h, askColumn }: Asking): void {
  const { isTyped, taxes, shipping, fees } = h.amounts;
  const added = [...shipping, ...fees].map(({ index }) => h.columns[index]!);
  const unknown = added.filter(({ meaning }) => meaning.concepts.size === 0);
  if (isTyped && taxes.length === 0 && unknown.length > 0)
    askColumn('tax', unknown, { none: 'there is none: all of it is sent with the shipping' });
}

/** Every order with the money adds up with it, and none without. */
const isPart = (seen: readonly Seen[]): boolean =>
  seen.length > 0 &&
  seen.every(({ orders, fits, explains }) => orders >= ALL && fits === 0 && explains === orders);

const WITHOUT_SENDING = KINDS.refunds.choices.filter(({ value }) => value !== 'send');

/** What stands before three digits of a currency without decimals is no decimal sign. */
const otherSign = (amount: string): string => (amount.includes('.') ? ',' : '.');

/**
 * Without a total: when the name says whose price it is, and it is known whether a tax is in it. In the United States and Canada it
 * never is.
 */
const isMade = (
  { amounts, columns }: Hypothesis,
  { total, price, per }: Reading,
  { currency }: Place,
): boolean =>
  total === undefined &&
  (per === 'line' ? amounts.ofLine.has(price) : columns[price]!.meaning.concepts.has('unit')) &&
  (currency === 'USD' ||
    currency === 'CAD' ||
    amounts.taxes.every(({ index }) => !isNumbers(columns[index]!)));
