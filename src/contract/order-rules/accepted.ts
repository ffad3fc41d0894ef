// Rules that hold a snapshot against the version of its order that was accepted: an accepted line keeps its article, and an
// accepted number its order.
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { type Finding, type FindingArguments, found, ruleList } from '../finding.ts';
import { microsOf } from '../time.ts';
import { lineText } from './input.ts';

const rules = ruleList({ source: 'Order object' });

const WAYS =
  'When the export is right, and the accepted order was wrong, lower the finding for this run: --level CODE=warning; --force does not. Otherwise take the mapping that the order was sent with, or let a mapping put a prefix before the numbers of a second shop.';
const KEPT = { identifier: 'W-1-CUP', sku: 'CUP', quantity_shipped: 1 };

export const lineArticle = rules.error('order.line.article', {
  title: 'An accepted line keeps its article',
  explanation: `Refunds and RMAs name a line by its identifier: under another article the refund of a cup becomes that of a mat. This is an error for a line of which units had shipped or were refunded, or that a recorded RMA names. ${WAYS}`,
  say: ({ line, sku, found }) =>
    `Line ${line} was accepted as ${quote(sku)}; here it ${found === undefined ? 'has the title of another line of it' : `is ${quote(found)}`}. Its refunds and RMAs would be those of another article`,
  good: { accepted_before: KEPT, item: KEPT },
  bad: { accepted_before: KEPT, item: { ...KEPT, sku: 'MAT' } },
});

export const lineLost = rules.error('order.line.lost', {
  title: 'A line with shipped, refunded or returned units does not vanish',
  explanation: `The service takes each post as the whole order: a line that is left out cannot be returned any more, and its RMA is not refunded. Of a cancelled line the units are cancelled; the line stays. ${WAYS}`,
  say: ({ line, sku }) =>
    `Line ${line} (${quote(sku)}) was accepted with units that shipped or were refunded, or an RMA names it; it is not in this snapshot`,
  good: { accepted_before: KEPT, items: [KEPT] },
  bad: { accepted_before: KEPT, items: [{ ...KEPT, identifier: 'W-1-MAT', sku: 'MAT' }] },
});

export const lineUnshipped = rules.warning('order.line.unshipped', {
  title: 'Units that RMAs name have shipped',
  explanation:
    'Fewer units of an accepted line have shipped here than were accepted, and than recorded RMAs name, whose units are not all refunded. It is sent, but the units that come back cannot be refunded as long as the order says so. Correct the shipped units in the export.',
  say: ({ line, sku, shipped, accepted, named }) =>
    `Of line ${line} (${quote(sku)}) ${plural(Number(accepted), 'unit')} had shipped, here ${shipped}; RMAs name ${named}`,
  good: { accepted_before: KEPT, item: KEPT },
  bad: { accepted_before: KEPT, item: { ...KEPT, quantity_shipped: 0 } },
});

export const linePrice = rules.error('order.line.price', {
  title: 'Two lines of one article keep their prices',
  explanation: `Where an article stands in an order at two prices, or with two discounts or taxes, one that moves from one line to the other changes what a refund pays. This is an error for a line of which units had shipped or were refunded, or that a recorded RMA names. ${WAYS}`,
  say: ({ line, sku, price, accepted }) =>
    price === undefined
      ? `Line ${line} (${quote(sku)}) has the discount and tax here that another line of the article was accepted with`
      : `Line ${line} (${quote(sku)}) was accepted at ${accepted} cents a unit; here it has ${price}: it may be another line of the article`,
  good: { accepted_before: [1000, 800], unit_prices: [1000, 800] },
  bad: { accepted_before: [1000, 800], unit_prices: [800, 800] },
});

export const lineEdited = rules.note('order.line.edited', {
  title: 'An accepted line was edited',
  explanation:
    'A line is new under the accepted updated_at, or an accepted line has another unit price, discount or tax of a unit, or fewer units that shipped or were cancelled, as in an older file; or it is gone, has another article, or the price, discount, tax or title of another line of its article, and nothing of it had shipped or was refunded, and no RMA names it: shops let shoppers change orders before they ship.',
  say: ({ line, sku, isNew, field, was, is }) => {
    if (isNew)
      return `Line ${line} (${quote(sku)}) was not accepted; here it is new, under the accepted updated_at`;
    const now = field === undefined ? 'it is not in this snapshot' : `its ${field} is ${is}, not ${was}`;
    return `Line ${line} (${quote(sku)}) was accepted; here ${now}`;
  },
  good: { accepted_before: KEPT, item: KEPT },
  bad: { accepted_before: { ...KEPT, quantity_shipped: 0 }, items: [] },
});

export const currencyChanged = rules.error('order.currency.changed', {
  title: 'An accepted order keeps its currency',
  explanation: `Its refunds were accepted in that currency, and would be of another one. ${WAYS}`,
  say: ({ found, accepted }) => `Expected ${accepted}, the currency that was accepted; found ${found}`,
  good: { accepted_before: 'USD', currency: 'USD' },
  bad: { accepted_before: 'USD', currency: 'EUR' },
});

export const orderRespelled = rules.error('order.identifier.respelled', {
  title: 'An accepted order keeps its number',
  explanation: `An order with the same time of creation and an article in common was accepted under this number in another spelling: a spreadsheet takes zeros off the front, puts .0 behind or parts thousands; another mapping keeps the #; letters change their case, blanks come in. Sent, it would be a second order, whose goods can be returned twice. ${WAYS}`,
  say: ({ accepted }) => `Expected ${accepted}, the number that this order was accepted with`,
  good: { accepted_before: '007', identifier: '007' },
  bad: { accepted_before: '007', identifier: '7' },
});

const REFUND = { identifier: 'RF-1', total_refund_amount_cents: 1250 };
const sayRefund = ({ refund, was, is }: FindingArguments) =>
  `Refund ${refund} was accepted as ${was}; here it is ${is}`;

const refundChanged = rules.error('order.refund.changed', {
  title: 'An accepted refund keeps its line, its RMA and its money',
  explanation: `A refund comes under an accepted identifier with other lines or another RMA, or, in an older version of its order, with less money or units: what the shopper got would be taken back. ${WAYS}`,
  say: sayRefund,
  good: { accepted_before: REFUND, refunds: [REFUND] },
  bad: { accepted_before: REFUND, refunds: [{ ...REFUND, total_refund_amount_cents: 1000 }] },
});

const refundCorrected = rules.warning('order.refund.corrected', {
  title: 'An accepted refund was corrected',
  explanation:
    'A later version of an order has an accepted refund with another amount, or other units of the same lines. It is sent: the service takes each post as the whole order.',
  say: sayRefund,
  good: { accepted_before: REFUND, refunds: [REFUND] },
  bad: { accepted_before: REFUND, refunds: [{ ...REFUND, total_refund_amount_cents: 1500 }] },
});

/** For an accepted refund that has another amount, other units, lines or another RMA here. */
export const refundApart = (isOther: boolean, path: string, args: FindingArguments) =>
  found(isOther ? refundChanged : refundCorrected, path, args);

const createdElsewhere = rules.error('order.created.changed', {
  title: 'A number is that of one order',
  explanation: `A number comes with another time of creation than was accepted, or with two in the input, more than a day apart or with another e-mail: an order of another shop, or a number that is used again. Sent, one would replace the other. Where each line has a time of its own, a mapping says so with "take": "min". ${WAYS}`,
  say: ({ created, accepted, other = accepted, file, line }) => {
    const version = line === undefined ? 'another version in the input' : `that on ${lineText(file, line)}`;
    return `Created at ${created}, but ${accepted === undefined ? version : 'the order that was accepted under this number'} at ${other}: another order`;
  },
  good: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-01-02T11:00:00+01:00' },
  bad: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-06-02T10:00:00Z' },
});

const createdMoved = rules.warning('order.created.moved', {
  title: 'The time of creation stays',
  explanation:
    'An order comes with another time of creation than was accepted, or with two in the input, at most a day apart: often a time zone that was read otherwise (--timezone), or a column that holds another time.',
  say: ({ created, accepted, other }) =>
    `Created at ${created}, ${accepted === undefined ? `in another version of the input ${other}` : `accepted before with ${accepted}`}`,
  good: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-01-02T10:00:00Z' },
  bad: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-01-02T11:00:00Z' },
});

const DAY_MICROS = 86_400_000_000;

/**
 * For two times of creation under one number; `where`: of the accepted order, or of another version in the input, of which
 * `more` says the `file` and `line`, and with `isOtherCustomer` that it has another e-mail.
 */
export function createdApart(
  created: string,
  at: string,
  where: 'accepted' | 'other',
  more: FindingArguments = {},
): Finding {
  const isOther = more.isOtherCustomer || Math.abs(microsOf(created) - microsOf(at)) > DAY_MICROS;
  return found(isOther ? createdElsewhere : createdMoved, 'created_at', { created, [where]: at, ...more });
}

export const versionDoubtful = rules.warning('order.version.doubtful', {
  title: 'A later version has a later updated_at',
  explanation:
    'Which version is newer cannot be told from `updated_at`. Either this very version was accepted before and replaced under the same time: it is sent, because a shop may undo a change, but an old file looks the same. Or it has other content, and a time that is earlier only by the second that a refund of this tool adds, in the hour that a clock has twice, or because it is a day without a time: it is not sent. A change under an older time that only refunds of this tool passed is sent, and named. Let the export move `updated_at` with every change.',
  say: ({ at, accepted, isAgain, isAfterRefund, isUnanswered }) =>
    isUnanswered
      ? `updated_at ${at} is before ${accepted} of a version that was sent without an answer, and may be stored: it is not sent; upload that version again`
      : isAfterRefund
        ? `Only refunds of this tool are later than updated_at ${at}, and it has other content: it is sent; an old file?`
        : isAgain
          ? `This version was accepted before and replaced, all under updated_at ${at}; it is sent again: an old file?`
          : `updated_at ${at} is before the accepted ${accepted}, but may be later in truth: a refund adds a second, a clock that is set back has an hour twice, and a day without a time begins at midnight; it is not sent`,
  good: { accepted_before: ['10:00 A', '10:00 B'], version: '11:00 A' },
  bad: { accepted_before: ['10:00 A', '10:00 B'], version: '10:00 A' },
});

export const ACCEPTED_RULES = rules.all;
