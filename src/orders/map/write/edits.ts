// Puts answers into a mapping, whoever wrote it: the proposal, a platform's mapping or one from before. Each edit is a function
// from mapping to mapping.
import { isObject } from '../../../basics/json.ts';
import type { DayOrder } from '../../../input/mapping/values/date-format.ts';
import { NOT_ZERO } from '../decide/amounts.ts';
import { commonFormats } from '../look/cell-kinds.ts';
import type { Answers, MappingJson } from '../proposal.ts';
import { withStatuses } from './edit-statuses.ts';
import { columnOf, part, withLimit, withPart, withRule } from './mapping-parts.ts';

const columnsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  const column = isObject(value) ? value['column'] : undefined;
  return typeof column === 'string' ? [column] : Array.isArray(column) ? (column as string[]) : [];
};

/** The mapping with all answers that are not columns of the proposal. `refunded`: the column of the money that went back. */
export function withAnswers(mapping: MappingJson, answers: Answers, refunded?: string): MappingJson {
  let edited = mapping;
  for (const [id, answer] of Object.entries(answers)) {
    if (id.startsWith('field:')) edited = withColumn(edited, id.slice('field:'.length), String(answer));
    else edited = EDITS[id]?.(edited, answer as never, refunded) ?? edited;
  }
  return edited;
}

type Edit = (mapping: MappingJson, answer: never, refunded: string | undefined) => MappingJson;

const EDITS: Readonly<Record<string, Edit>> = {
  timezone: (mapping, zone: string) => withPart(mapping, 'dates', { timezone: zone }),
  date_order: (mapping, order: DayOrder) => {
    const own = (part(mapping, 'dates')['formats'] as string[] | undefined) ?? [];
    return withPart(mapping, 'dates', { formats: [...new Set([...own, ...commonFormats(order)])] });
  },
  decimal: (mapping, sign: string) => ({ ...mapping, decimal: sign }),
  minor_units: (mapping, units: string) => ({ ...mapping, minor_units: units }),
  // What the file says about each order counts for more.
  currency: (mapping, code: string) =>
    part(mapping, 'order')['currency'] === undefined
      ? withPart(mapping, 'order', { currency: { constant: code } })
      : mapping,
  email: withEmail,
  sku: withSku,
  shipping_address: (mapping, answer: string) =>
    answer === 'billing'
      ? withLimit(
          { ...mapping, fallback: { shipping_address: 'billing_address' } },
          'An order without a shipping address is sent with its billing address',
        )
      : mapping,
  statuses: withStatuses,
  round: withRound,
  refunds: withRefunds,
};

/** Another column for one field; what else its value says about the column stays. `none` takes the field out. */
function withColumn(mapping: MappingJson, field: string, column: string): MappingJson {
  const isItem = field.startsWith('item.');
  const level = isItem ? 'item' : 'order';
  const key = isItem ? field.slice('item.'.length) : field;
  const { [key]: before, ...others } = part(mapping, level);
  if (column === 'none') return { ...mapping, [level]: others };
  const value = isObject(before) && 'column' in before ? { ...before, column } : column;
  return withPart(mapping, level, { [key]: value });
}

function withEmail(mapping: MappingJson, answer: string): MappingJson {
  const order = part(mapping, 'order');
  const email = order['customer.email'];
  const column = columnOf(email);
  if (column === undefined) return mapping;
  if (answer === 'leave out')
    return withRule(mapping, 'skip', {
      when: { column, empty: true },
      reason: 'no e-mail address',
      level: 'order',
    });
  const domain = /^placeholder:\s*@?([\w.-]+)$/.exec(answer)?.[1];
  const key = columnOf(part(mapping, 'rows')['order']) ?? columnOf(order['identifier']);
  if (domain === undefined || key === undefined) return mapping;
  const value = {
    cases: [{ when: { column, empty: false }, value: email }],
    else: { template: `order-{${key}}@${domain}` },
  };
  const sameIdentifier = JSON.stringify(order['customer.identifier']) === JSON.stringify(email);
  return withLimit(
    withPart(mapping, 'order', {
      'customer.email': value,
      ...(sameIdentifier && { 'customer.identifier': value }),
    }),
    `An order without an e-mail address gets one at ${domain}`,
  );
}

function withSku(mapping: MappingJson, answer: string): MappingJson {
  const item = part(mapping, 'item');
  const title = columnOf(item['title']);
  if (answer !== 'title' || title === undefined) return mapping;
  const more = (value: unknown): unknown => {
    const columns = [...columnsOf(value), title].filter((name, i, all) => all.indexOf(name) === i);
    return isObject(value) ? { ...value, column: columns } : { column: columns };
  };
  const fields = ['sku', 'variant_identifier', 'product_identifier'].filter(
    (field) => field === 'sku' || columnOf(item[field]) === columnOf(item['sku']),
  );
  return withLimit(
    withPart(mapping, 'item', Object.fromEntries(fields.map((field) => [field, more(item[field])]))),
    'A line without a sku is sent with its title as the sku',
  );
}

/** `round` beside every calculation that has none. */
function withRound(mapping: MappingJson, round: string): MappingJson {
  if (round === 'refuse') return mapping;
  const rounded = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rounded);
    if (!isObject(value)) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]));
    return 'divide' in value || 'multiply' in value ? { round, ...inner } : inner;
  };
  return { ...mapping, item: rounded(part(mapping, 'item')) };
}

/** The rule about orders with money in the column `refunded`. */
function withRefunds(mapping: MappingJson, answer: string, refunded: string | undefined): MappingJson {
  if (refunded === undefined) return mapping;
  const when = { column: refunded, matches: NOT_ZERO };
  return answer === 'refuse'
    ? withRule(mapping, 'refuse', { when, reason: 'money was refunded, which this mapping does not send' })
    : withRule(mapping, 'warn', { when, reason: 'money was refunded: the refund is not sent' });
}
