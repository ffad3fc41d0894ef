// Values whose form can be checked: times (readable, with an offset, in a plausible order, not in the future), currency, e-mail,
// image address, tags.

import { formatDuration } from '../../basics/units.ts';
import {
  itemPrefix,
  type Loose,
  meantOf,
  NEWEST_SNAPSHOT,
  type Report,
  type Rule,
  ruleList,
  SNAPSHOT_TIME,
  unknownWordArguments,
} from '../finding.ts';
import { currencyRule, timeRules } from '../message-rules.ts';
import { sampleCustomer, sampleOrder, withLine } from '../sample.ts';

/** How far updated_at may be ahead of this machine's clock, ms, because clocks differ. */
export const AHEAD_MS = 5 * 60_000;

const rules = ruleList({ good: sampleOrder() });
const times = timeRules('order', (created_at) => sampleOrder({ created_at }), SNAPSHOT_TIME);

const updatedAhead = rules.error('order.updated_at.ahead', {
  fixed: NEWEST_SNAPSHOT,
  title: 'updated_at is at most 5 minutes ahead of now',
  explanation:
    'Snapshots are ordered by updated_at: one from the future would beat every correction until that time has come. Usually the zone of the export is wrong.',
  say: (args) => `updated_at is ${formatDuration(Number(args.ahead_minutes) * 60_000)} ahead of now.`,
  bad: sampleOrder({ updated_at: '2999-01-01T00:00:00Z' }),
});

const updatedBeforeCreated = rules.warning('order.updated_at.before_created', {
  title: 'updated_at is not before created_at',
  explanation:
    'A snapshot cannot be older than its order; the two columns may be swapped or have different zones.',
  source: 'field notes',
  say: () => 'updated_at is before created_at.',
  bad: sampleOrder({ updated_at: '2026-02-28T10:00:00Z' }),
});

/** Checks the order's own timestamps; `now` is ms since the epoch. */
export function checkOrderTimes(order: Loose, now: number, report: Report): void {
  const created = checkTime(order.created_at, 'created_at', '', report);
  const updated = checkTime(order.updated_at, 'updated_at', '', report);
  if (updated > (now + AHEAD_MS) * 1000) {
    const minutes = Math.round((updated / 1000 - now) / 60_000);
    report(updatedAhead, 'updated_at', { ahead_minutes: minutes });
  }
  if (updated < created) report(updatedBeforeCreated, 'updated_at');
}

/** Checks the ship date of a line. */
export function checkLineTime(item: Loose, index: number, report: Report): void {
  checkTime(item.shipped_date, 'shipped_date', itemPrefix(index), report);
}

/** Checks one timestamp. Returns its microseconds since the epoch, or NaN when it cannot be used for comparisons. */
export function checkTime(value: unknown, field: string, prefix: string, report: Report): number {
  const micros = times.check(value, prefix + field, report);
  // The base parser accepts a space in place of the T, so snapshots can be compared; the service may not accept it.
  if (!Number.isNaN(micros) && typeof value === 'string' && value.includes(' '))
    report(times.invalid, prefix + field, { length: value.length, meant: withT(value) });
  return micros;
}

/** Formats a readable time: `2026-05-01 10:00:00 +0200` becomes `2026-05-01T10:00:00+02:00`. */
const withT = (text: string): string =>
  text
    .replace(/^(.{10}) /, '$1T')
    .replace(' ', '')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');

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

export const valueRules: readonly Rule[] = [...times.all, ...currency.all, ...rules.all];

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
