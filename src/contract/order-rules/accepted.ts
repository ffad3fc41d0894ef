// Rules that hold a snapshot against the version of its order that was accepted: an accepted line keeps its article, and an
// accepted number its order.
import { quote } from '../../basics/text.ts';
import { ruleList } from '../rule-list.ts';

const rules = ruleList({ source: 'Order object' });

const WAYS =
  'When the export is right, and the accepted order was wrong, lower the finding for this run: --level CODE=warning; --force does not. Otherwise take the mapping that the order was sent with, or let a mapping put a prefix before the numbers of a second shop.';
const KEPT = { identifier: 'W-1-CUP', sku: 'CUP', quantity_shipped: 1 };

export const lineArticle = rules.error('order.line.article', {
  title: 'An accepted line keeps its article',
  explanation: `Refunds and RMAs name a line by its identifier: under another article the refund of a cup becomes that of a mat. This is an error for a line of which units had shipped or were refunded. ${WAYS}`,
  say: ({ line, sku, found }) =>
    `Line ${line} was accepted as ${quote(sku)}; here it is ${quote(found)}. Its refunds and RMAs would be those of another article`,
  good: { accepted_before: KEPT, item: KEPT },
  bad: { accepted_before: KEPT, item: { ...KEPT, sku: 'MAT' } },
});

export const lineLost = rules.error('order.line.lost', {
  title: 'A line with shipped or refunded units does not vanish',
  explanation: `The service takes each post as the whole order: a line that is left out cannot be returned any more, and its RMA is not refunded. Of a cancelled line the units are cancelled; the line stays. ${WAYS}`,
  say: ({ line, sku }) =>
    `Line ${line} (${quote(sku)}) was accepted with units that shipped or were refunded; it is not in this snapshot`,
  good: { accepted_before: KEPT, items: [KEPT] },
  bad: { accepted_before: KEPT, items: [{ ...KEPT, identifier: 'W-1-MAT', sku: 'MAT' }] },
});

export const linePrice = rules.error('order.line.price', {
  title: 'Two lines of one article keep their prices',
  explanation: `Where an article stands in an order at two prices, a price that moves from one line to the other changes what a refund pays. This is an error for a line of which units had shipped or were refunded. ${WAYS}`,
  say: ({ line, sku, price, accepted }) =>
    `Line ${line} (${quote(sku)}) was accepted at ${accepted}; here it has ${price}, the price of another line of the article`,
  good: { accepted_before: [1000, 800], unit_prices: [1000, 800] },
  bad: { accepted_before: [1000, 800], unit_prices: [800, 800] },
});

export const lineEdited = rules.note('order.line.edited', {
  title: 'An accepted line was edited',
  explanation:
    'An accepted line has another unit price, or fewer units that shipped or were cancelled, as in an older file; or it is gone, has another article, or the price of another line of its article, and nothing of it had shipped or was refunded: shops let shoppers change orders before they ship.',
  say: ({ line, sku }) =>
    `Line ${line} (${quote(sku)}) was accepted; here it is gone, or has another article or price, or fewer shipped units`,
  good: { accepted_before: KEPT, item: KEPT },
  bad: { accepted_before: { ...KEPT, quantity_shipped: 0 }, items: [] },
});

export const createdElsewhere = rules.error('order.created.changed', {
  title: 'A number is that of one order',
  explanation: `An accepted number comes with another time of creation, more than a day away: an order of another shop, or a number that is used again. Sent, it would replace the accepted order. ${WAYS}`,
  say: ({ created, accepted }) =>
    `Created at ${created}, but the order that was accepted under this number at ${accepted}: another order`,
  good: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-01-02T11:00:00+01:00' },
  bad: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-06-02T10:00:00Z' },
});

export const createdMoved = rules.warning('order.created.moved', {
  title: 'The time of creation stays',
  explanation:
    'An accepted order comes with another time of creation, at most a day away: often a time zone that was read otherwise (--timezone), or a column that holds another time.',
  say: ({ created, accepted }) => `Created at ${created}, accepted before with ${accepted}`,
  good: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-01-02T10:00:00Z' },
  bad: { accepted_before: '2026-01-02T10:00:00Z', created_at: '2026-01-02T11:00:00Z' },
});

export const ACCEPTED_RULES = rules.all;
