// Puts answers into a mapping, whoever wrote it: the proposal, a platform's mapping or one from before. Each edit is a function
// from mapping to mapping.
import { isObject } from '../../basics/json.ts';
import type { Answers, MappingJson } from './proposal.ts';
import { dateFormats } from './trial.ts';

type Json = Record<string, unknown>;

const part = (mapping: MappingJson, key: string): Json =>
  isObject(mapping[key]) ? (mapping[key] as Json) : {};
const withPart = (mapping: MappingJson, key: string, more: Json): MappingJson => ({
  ...mapping,
  [key]: { ...part(mapping, key), ...more },
});
const withLimit = (mapping: MappingJson, text: string): MappingJson => ({
  ...mapping,
  limits: [...((mapping['limits'] as string[] | undefined) ?? []), text],
});
const withSkip = (mapping: MappingJson, when: Json, reason: string): MappingJson => {
  const skip = (part(mapping, 'rows')['skip'] as unknown[] | undefined) ?? [];
  return withPart(mapping, 'rows', { skip: [...skip, { when, reason, level: 'order' }] });
};

/** The column of a simple value: a name, or an object with `column`. */
export function columnOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const { column } = value;
  if (typeof column === 'string') return column;
  return Array.isArray(column) && typeof column[0] === 'string' ? column[0] : undefined;
}

const columnsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  const column = isObject(value) ? value['column'] : undefined;
  return typeof column === 'string' ? [column] : Array.isArray(column) ? (column as string[]) : [];
};

/** The mapping with all answers that are not columns of the proposal. */
export function withAnswers(mapping: MappingJson, answers: Answers): MappingJson {
  let edited = mapping;
  for (const [id, answer] of Object.entries(answers)) {
    if (id.startsWith('field:')) edited = withColumn(edited, id.slice('field:'.length), String(answer));
    else edited = EDITS[id]?.(edited, answer as never) ?? edited;
  }
  return edited;
}

const EDITS: Readonly<Record<string, (mapping: MappingJson, answer: never) => MappingJson>> = {
  timezone: (mapping, zone: string) => withPart(mapping, 'dates', { timezone: zone }),
  date_order: (mapping, order: string) => {
    const own = (part(mapping, 'dates')['formats'] as string[] | undefined) ?? [];
    const formats = dateFormats(order === 'month first' ? 'M/D/YYYY' : 'D/M/YYYY');
    return withPart(mapping, 'dates', {
      formats: [...own, ...formats, 'YYYY-MM-DD', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss'],
    });
  },
  decimal: (mapping, sign: string) => ({ ...mapping, decimal: sign }),
  currency: (mapping, code: string) => withPart(mapping, 'order', { currency: { constant: code } }),
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
  refunds: (mapping, answer: string) => (answer === 'refuse' ? withRefusedRefunds(mapping) : mapping),
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
  if (answer === 'leave out') return withSkip(mapping, { column, empty: true }, 'no e-mail address');
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

/** Adds words to the value map of the status, or leaves the orders with them out. */
function withStatuses(mapping: MappingJson, answer: Readonly<Record<string, string>>): MappingJson {
  const order = part(mapping, 'order');
  const map = valueMapIn(order['status']);
  const column = map && columnOf(map);
  if (!map || column === undefined) return mapping;
  const words = Object.entries(answer);
  const values = {
    ...(map['values'] as Json),
    ...Object.fromEntries(words.filter(([, meant]) => meant !== 'leave out')),
  };
  const edited = withPart(mapping, 'order', { status: replaced(order['status'], map, { ...map, values }) });
  return words
    .filter(([, meant]) => meant === 'leave out')
    .reduce((done, [word]) => withSkip(done, { column, equals: word }, `status ${word}`), edited);
}

/** The value with `values` inside a value of a mapping. */
export function valueMapIn(value: unknown): Json | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value['values'])) return value as Json;
  const inner = [
    value['else'],
    ...((value['cases'] as { value: unknown }[] | undefined) ?? []).map((one) => one.value),
  ];
  for (const one of inner) {
    const found = valueMapIn(one);
    if (found) return found;
  }
  return undefined;
}

function replaced(value: unknown, from: unknown, to: unknown): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((one) => replaced(one, from, to));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, from, to)]));
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

function withRefusedRefunds(mapping: MappingJson): MappingJson {
  const rows = part(mapping, 'rows');
  const warn = (rows['warn'] as unknown[] | undefined) ?? [];
  const refuse = (rows['refuse'] as unknown[] | undefined) ?? [];
  const { warn: _, ...rest } = rows;
  return { ...mapping, rows: { ...rest, refuse: [...refuse, ...warn] } };
}
