// Values whose form can be checked: currency, e-mail, image address, tags. None of these findings is an error.
import type { Rule } from '../finding.ts';
import { currencyRule } from '../message-rules.ts';
import { itemPrefix, type Loose, meantOf, type Report, unknownWordArguments } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { sampleCustomer, sampleOrder, withLine } from '../sample.ts';

const rules = ruleList({ good: sampleOrder() });

const currency = currencyRule('order', (code) => sampleOrder({ currency: code }));

const emailForm = rules.warning('order.email.form', {
  title: 'The e-mail looks like one',
  explanation:
    'The shopper signs in to the portal with order number and e-mail, so a wrong one locks them out.',
  source: 'Customer object',
  say: (args) => `The e-mail (${args.length} characters) does not look like one.`,
  bad: sampleOrder({ customer: sampleCustomer({ email: 'at the till' }) }),
});

const imageForm = rules.warning('item.image_url.form', {
  title: 'image_url is an http or https address',
  explanation:
    'The portal shows the image to the shopper; an address without a scheme, or a file name, shows nothing.',
  source: 'Item object (order line)',
  say: () => 'image_url does not begin with https:// or http://.',
  bad: withLine({ image_url: 'tee.jpg' }),
});

const tagUnknown = rules.warning('order.tag.unknown', {
  title: 'Tags are among those known in the field',
  explanation:
    'The interface does not show the allowed tags. An unknown tag is sent as it is, but probably has no effect; capitals count.',
  source: 'field notes',
  say: (args, path) => {
    const known = args.meant === undefined ? [...(path.startsWith('items') ? ITEM_TAGS : ORDER_TAGS)] : [];
    return `Unknown tag ${meantOf(args)}${known.length > 0 ? ` Known are ${known.join(', ')}.` : ''}`;
  },
  good: sampleOrder({ tags: ['FinalSale', 'pickup_in_store'] }),
  bad: sampleOrder({ tags: ['final-sale'] }),
});

export const valueRules: readonly Rule[] = [...currency.all, ...rules.all];

const SHARED_TAGS = ['FinalSale', 'gift-card', 'canceled', 'Thirdparty', 'pickup_in_store'];
/** Known tags of orders and of lines (field notes, Order message). */
export const ORDER_TAGS: ReadonlySet<string> = new Set([...SHARED_TAGS, 'ShippingRateOverride']);
const ITEM_TAGS: ReadonlySet<string> = new Set([...SHARED_TAGS, 'cs-required']);

// Limits the findings: thousands of unknown tags would add no information.
const MOST_TAGS = 20;

/** Checks values of the order itself. */
export function checkOrderValues(order: Loose, report: Report): void {
  currency.check(order.currency, report);
  checkTags(order.tags, ORDER_TAGS, '', report);
}

export function checkEmail(email: unknown, report: Report): void {
  if (typeof email === 'string' && !EMAIL.test(email))
    report(emailForm, 'customer.email', { length: email.length });
}

/** Checks values of one line. */
export function checkLineValues(item: Loose, index: number, report: Report): void {
  const image = item.image_url;
  if (typeof image === 'string' && !/^https?:\/\//i.test(image))
    report(imageForm, `${itemPrefix(index)}image_url`);
  checkTags(item.tags, ITEM_TAGS, itemPrefix(index), report);
}

function checkTags(tags: unknown, known: ReadonlySet<string>, prefix: string, report: Report): void {
  if (!Array.isArray(tags)) return;
  let unknown = 0;
  for (let i = 0; i < tags.length && unknown < MOST_TAGS; i++) {
    const tag: unknown = tags[i];
    if (typeof tag !== 'string' || known.has(tag)) continue;
    unknown++;
    report(tagUnknown, `${prefix}tags[${i}]`, unknownWordArguments(tag, known));
  }
}

/** A text, one @, a host; no white space. A stricter check would refuse valid addresses. */
const EMAIL = /^[^\0- @]+@[^\0- @]+$/;
