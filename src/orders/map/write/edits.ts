// Puts answers into a mapping, whoever wrote it: the proposal, a platform's mapping or one from before. Each edit is a function
// from mapping to mapping.
import { inputFailure } from '../../../basics/failure.ts';
import { isObject } from '../../../basics/json.ts';
import { quote } from '../../../basics/text.ts';
import { parseCents } from '../../../basics/units.ts';
import { LIST } from '../../../input/mapping/json/json-paths.ts';
import { taxShape } from '../../../input/mapping/language/shape.ts';
import type { DayOrder } from '../../../input/mapping/values/date-format.ts';
import { ORDER_TABLE, REFUND_LEVELS, REFUND_TABLE } from '../../../input/message-table.ts';
import { listOf } from '../../audit/suspicion.ts';
import { NOT_ZERO } from '../decide/amounts.ts';
import { commonFormats } from '../look/columns.ts';
import {
  type Answers,
  columnOf,
  columnsOf,
  type MappingJson,
  part,
  replacedIn,
  withLimit,
  withPart,
  withRule,
} from '../types.ts';
import { withoutRows } from './edit-rows.ts';
import { placeValue } from './place-values.ts';

export { withPart };

export function withDateOrder(mapping: MappingJson, order: DayOrder): MappingJson {
  const own = (part(mapping, 'dates')['formats'] as string[] | undefined) ?? [];
  return withPart(mapping, 'dates', { formats: [...new Set([...own, ...commonFormats(order)])] });
}

/** What the file says about each order counts for more. */
export const withCurrency = (mapping: MappingJson, code: string): MappingJson =>
  part(mapping, 'order')['currency'] === undefined
    ? withPart(mapping, 'order', { currency: { constant: code } })
    : mapping;

/** Whether both addresses are read from the same columns: neither can stand for the other. */
export const hasOneAddress = (mapping: MappingJson): boolean =>
  new Set(BLOCKS.map((block) => JSON.stringify(valueIn(mapping, `${block}.street1`)))).size === 1;

/** Whether a part of the addresses is read from two columns. */
export const hasTwoAddresses = (mapping: MappingJson): boolean =>
  ['name', 'street1', 'city', 'zip_code'].some((one) => {
    const columns = BLOCKS.map((block) => JSON.stringify(valueIn(mapping, `${block}.${one}`)));
    return new Set(columns.filter((text) => text !== undefined)).size > 1;
  });
const BLOCKS = ['shipping_address', 'billing_address'];

/** Each address that is missing is the other one, when the answer is `yes`. */
export const withAddress =
  (missing: string, other: string, yes: string) =>
  (mapping: MappingJson, answer: string): MappingJson =>
    answer === yes && !hasOneAddress(mapping)
      ? withLimit(
          withPart(mapping, 'fallback', { [missing]: other }),
          `An order without a ${missing.replace('_', ' ')} is sent with its ${other.replace('_', ' ')}`,
        )
      : mapping;

export const withoutPostalCode = (mapping: MappingJson, answer: string): MappingJson =>
  answer === 'send'
    ? withLimit(
        withPart(mapping, 'levels', { 'order.field.missing:zip_code': 'warning' }),
        'An order without a postal code is sent without it',
      )
    : mapping;

/** Fields beside those of the template: of refunds, and what makes the total. */
export const MORE_FIELDS: readonly string[] = [
  ...REFUND_LEVELS.flatMap(({ fields }) => fields.map(({ name }) => name)),
  ...Object.keys(taxShape.omit({ taxable: true }).shape).map((key) => `tax.${key}`),
];

/** The part of a mapping in which a field stands, and its key there. */
const placeIn = (field: string): readonly [level: string, key: string] => {
  const [, level = 'order', key = field] = /^(item|refund|refund_line|tax)\.(.+)$/.exec(field) ?? [];
  return [level, key];
};

export function valueIn(mapping: MappingJson, field: string): unknown {
  const [level, key] = placeIn(field);
  return part(mapping, level)[key];
}

/** Of money whole cents, of a count a number, of a list its texts. @throws Failure exit 6 */
function constantOf(field: string, text: string): unknown {
  const kind = (ORDER_TABLE.columns.get(field) ?? REFUND_TABLE.columns.get(field))?.field.kind;
  if (kind === 'list') return text === '' ? [] : text.split(',');
  const isNumber = kind === 'integer' || kind === 'number';
  const value =
    kind === 'cents' || field.startsWith('tax.') ? parseCents(text) : isNumber ? Number(text) : text;
  if (value !== undefined && (!isNumber || (text !== '' && Number.isFinite(value)))) return value;
  throw inputFailure('input.answers.value', `${quote(text)} cannot be the value of ${field}`, {
    place: { path: `field:${field}` },
    hint: `Give ${isNumber ? 'a number, such as 1' : 'an amount with its decimals, such as 4.90'}, after a second "=".`,
  });
}

/** Names and streets may be made of several texts: columns, or all of a list in JSON. */
const MAY_BE_SEVERAL = /address\.(?:name|street\d)$|^identifier$/;

/** The columns that an answer names, of several as a template: `{First name} {Last name}`. */
export const columnsNamed = (field: string, answer: string): readonly string[] => {
  const names = [...answer.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!);
  return names.length > 1 && MAY_BE_SEVERAL.test(field) ? names : [answer];
};

/** Fields that are words of the mapping, and no columns. */
export const TAX_WORDS: readonly string[] = ['tax.mode', 'tax.subtotal_is', 'tax.base_is', 'tax.is_on'];

/** `unit` beside each column with whole cents, wherever a field holds money. */
export function withCents(mapping: MappingJson, isCents: (column: string) => boolean): MappingJson {
  const units = columnsOf(part(mapping, 'item')['quantity']);
  const marked = (one: unknown) => {
    const column = columnOf(one);
    const isOne = column !== undefined && isCents(column) && !units.includes(column);
    return isOne ? { ...(isObject(one) ? one : { column }), unit: 'cents' } : undefined;
  };
  const levels = ['order', 'item', 'refund', 'tax'].filter((level) => mapping[level] !== undefined);
  const edited = levels.map((level) => {
    const isMoney = (key: string) => level === 'tax' || key.endsWith('_amount_cents');
    const fields = Object.entries(part(mapping, level));
    return [level, Object.fromEntries(fields.map(([k, v]) => [k, isMoney(k) ? replacedIn(v, marked) : v]))];
  });
  return { ...mapping, ...Object.fromEntries(edited) };
}

/**
 * Another column for one field; what else its value says about the column stays. `none` takes the field out, `=TEXT` is a value for
 * all orders: of money with its decimals, `=4.90`.
 */
export function withColumn(mapping: MappingJson, field: string, column: string): MappingJson {
  const [, block] = /^(\w+_address)\./.exec(field) ?? [];
  const edited = withValue(mapping, field, column);
  return block === undefined ? edited : withState(edited, block, valueIn(mapping, `${block}.country_code`));
}

/** An address of which a column was named has a state: an empty one where none is named, else one of its country. */
function withState(mapping: MappingJson, block: string, countryBefore: unknown): MappingJson {
  const field = `${block}.state`;
  const { [field]: state, ...others } = part(mapping, 'order');
  const column = columnOf(state);
  const isOwn =
    column !== undefined &&
    JSON.stringify(state) === JSON.stringify(placeValue(field, column, countryBefore));
  if (isOwn)
    return withPart(mapping, 'order', {
      [field]: placeValue(field, column, others[`${block}.country_code`]),
    });
  const lacks = state === undefined && Object.keys(others).some((key) => key.startsWith(`${block}.`));
  return lacks ? withPart(mapping, 'order', { [field]: { constant: '' } }) : mapping;
}

function withValue(mapping: MappingJson, field: string, column: string): MappingJson {
  if (field.startsWith('tax.') && mapping['tax'] === undefined)
    return withColumn(withTax(mapping), field, column);
  const [level, key] = placeIn(field);
  const { [key]: before, ...others } = part(mapping, level);
  if (column === 'none') return { ...mapping, [level]: others };
  if (TAX_WORDS.includes(field)) return withPart(mapping, level, { [key]: column.replace(/^=/, '') });
  if (column.startsWith('='))
    return withPart(mapping, level, { [key]: { constant: constantOf(field, column.slice(1)) } });
  const isList = column.endsWith(LIST) && MAY_BE_SEVERAL.test(field);
  if (isList || columnsNamed(field, column).length > 1)
    return withPart(mapping, level, { [key]: { template: isList ? `{${column}}` : column } });
  const country = part(mapping, level)[field.replace(/\w+$/, 'country_code')];
  const value =
    isObject(before) && 'column' in before ? { ...before, column } : placeValue(field, column, country);
  const follower = FOLLOWERS[field] ?? key;
  const follows = JSON.stringify(part(mapping, level)[follower]) === JSON.stringify(before);
  return withPart(mapping, level, { [key]: value, [follows ? follower : key]: value });
}

/** Fields that have the value of another one where no column is their own. */
const FOLLOWERS: Readonly<Record<string, string>> = {
  'customer.email': 'customer.identifier',
  'item.sku': 'variant_identifier',
};

/** How the amounts that are sent make the total: where `tax` begins. */
function withTax(mapping: MappingJson): MappingJson {
  const { total_amount_cents: total, shipping_amount_cents: shipping } = part(mapping, 'order');
  const { unit_price_amount_cents: price, quantity } = part(mapping, 'item');
  const subtotal = { sum: [{ multiply: [price, quantity] }], over: 'items' };
  return { ...mapping, tax: { mode: 'auto', total, subtotal, shipping } };
}

/** What must be there beside one field of refunds or of `tax`, before a mapping can be read. */
const TOGETHER = [
  ['refund.identifier', 'refund_line.quantity', 'refund.total_refund_amount_cents', 'refund.created_at'],
  ['tax.total', 'tax.subtotal', 'tax.tax'],
];
/** What says which line a refund is of: in a table its row does, in a list of refunds a value. */
const LINE_KEYS: readonly string[] = ['refund_line.order_item_identifier', 'refund_line.sku'];

function lacksLineKey(mapping: MappingJson): boolean {
  const items = part(part(mapping, 'rows'), 'item')['list'];
  const isApart = (name: string) => name.includes('[].') && !name.startsWith(`${items}.`);
  const named = ['refund', 'refund_line'].flatMap((level) => Object.values(part(mapping, level)));
  return (
    named.some((value) => columnsOf(value).some(isApart)) &&
    LINE_KEYS.every((field) => valueIn(mapping, field) === undefined)
  );
}

/** In JSON, money that stands in the lines of a refund is added over them. */
function withLinesAdded(mapping: MappingJson): MappingJson {
  const { total_refund_amount_cents: total, ...whole } = part(mapping, 'refund');
  const [list, ofLines] = [total, valueIn(mapping, 'refund_line.quantity')].map(listAt);
  const isApart = Object.values(whole).some((one) => columnOf(one) !== undefined && listAt(one) !== list);
  const sum = { total_refund_amount_cents: { sum: [total], over: 'refund_lines' } };
  return list !== '' && list === ofLines && isApart ? withPart(mapping, 'refund', sum) : mapping;
}
const listAt = (value: unknown): string => listOf(columnOf(value) ?? '');

/** Without the refunds or the tax of which fields are not named yet; and these fields. Nothing is asked where one is `none`. */
export function unfinishedIn(given: MappingJson, answers: Answers) {
  const lacking: string[] = [];
  const isBegunIn = (level: string) => Object.keys(part(given, level)).length > 0;
  // A number can be made, the others cannot.
  const isMade = answers['field:refund.identifier'] === 'none' && isBegunIn('refund');
  const named = isMade ? withPart(given, 'refund', { identifier: { generate: 'refund' } }) : given;
  const mapping = withLinesAdded(named);
  let finished = mapping;
  for (const all of TOGETHER) {
    const fields = all[0] === 'refund.identifier' && lacksLineKey(mapping) ? [LINE_KEYS[0]!, ...all] : all;
    const levels = new Set(fields.map((field) => placeIn(field)[0]));
    const lacks = fields.filter((field) => valueIn(mapping, field) === undefined);
    const isNone = lacks.some((field) => answers[`field:${field}`] === 'none');
    if ([...levels].some(isBegunIn) && !isNone) lacking.push(...lacks);
    if (lacks.length > 0)
      finished = Object.fromEntries(Object.entries(finished).filter(([key]) => !levels.has(key)));
  }
  return { finished, lacking };
}

export function withEmail(mapping: MappingJson, answer: string): MappingJson {
  const order = part(mapping, 'order');
  const email = order['customer.email'];
  const column = columnOf(email);
  const when = { column, empty: true };
  if (answer === 'leave out' && column !== undefined)
    return withRule(mapping, 'skip', { when, reason: 'no e-mail address', level: 'order' });
  const domain = /^placeholder:\s*@?([\w.-]+)$/.exec(answer)?.[1];
  const key = columnOf(part(mapping, 'rows')['order']) ?? columnOf(order['identifier']);
  if (domain === undefined || key === undefined) return mapping;
  const template = { template: `order-{${key}}@${domain}` };
  const value =
    column === undefined
      ? template
      : { cases: [{ when: { column, empty: false }, value: email }], else: template };
  const sameIdentifier = JSON.stringify(order['customer.identifier']) === JSON.stringify(email);
  return withLimit(
    withPart(mapping, 'order', {
      'customer.email': value,
      ...(sameIdentifier && { 'customer.identifier': value }),
    }),
    `An order without an e-mail address gets one at ${domain}`,
  );
}

export function withSku(mapping: MappingJson, answer: string): MappingJson {
  const item = part(mapping, 'item');
  const title = columnOf(item['title']);
  if (answer !== 'title' || item['title'] === undefined) return mapping;
  const more = (value: unknown): unknown => {
    if (title === undefined) {
      const filled = columnsOf(value).map((column) => ({ column, empty: false }));
      const when = filled.length > 1 ? { any: filled } : filled[0];
      return when ? { cases: [{ when, value }], else: item['title'] } : item['title'];
    }
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

export function withLineColumn(mapping: MappingJson, column: string): MappingJson {
  const before = (part(mapping, 'rows')['line_columns'] ?? []) as readonly string[];
  return withPart(mapping, 'rows', { line_columns: [...new Set([...before, column])] });
}

/** `round` beside every calculation that has none. */
export function withRound(mapping: MappingJson, round: string): MappingJson {
  if (round === 'refuse') return mapping;
  const rounded = (value: unknown): unknown =>
    replacedIn(value, (one) => {
      const isMade = one !== value && isObject(one) && ('divide' in one || 'multiply' in one);
      return isMade ? { round, ...(rounded(one) as MappingJson) } : undefined;
    });
  return { ...mapping, item: rounded(part(mapping, 'item')) };
}

/** The column with the money that went back, and the levels of a mapping that sends it. */
export interface RefundPlace {
  readonly column: string;
  readonly mapping: MappingJson;
  /** Rows that are refunds, and neither lines nor left out. */
  readonly when?: MappingJson;
}

/** Sends the refunds, or a rule about orders that have one. A field that a person named stays. */
export function withRefunds(mapping: MappingJson, answer: string, refunds?: RefundPlace): MappingJson {
  if (!refunds) return mapping;
  const { when } = refunds;
  if (answer === 'send') {
    const joined = (level: string) => ({ ...part(refunds.mapping, level), ...part(mapping, level) });
    const levels = Object.keys(refunds.mapping).map((level) => [level, joined(level)]);
    const sent = { ...mapping, ...Object.fromEntries(levels) };
    return when
      ? withPart(sent, 'rows', { ...CREDITED, item: withoutRows(part(sent, 'rows')['item'], when) })
      : sent;
  }
  // Rows that are left out as credits are reported so.
  if (when && answer === 'warn') return mapping;
  const of = when ?? { column: refunds.column, matches: NOT_ZERO };
  const isRefused = answer === 'refuse';
  const what = isRefused ? ', which this mapping does not send' : ': the refund is not sent';
  const whole = when ? withPart(mapping, 'rows', CREDITED) : mapping;
  return withRule(whole, isRefused ? 'refuse' : 'warn', { when: of, reason: `money was refunded${what}` });
}
/** Such rows are no longer left out. */
const CREDITED = { credit: undefined };
