// Puts the meaning of words of the status into a mapping: into its value map, and into the conditions that go by such words.

import { isObject } from '../../../basics/json.ts';
import { isRest } from '../../audit/statuses.ts';
import { NOT_ZERO } from '../decide/amounts.ts';
import { columnOf, type MappingJson, part, replacedIn, withPart, withRule } from '../types.ts';

/** The column with the words of the status. */
export const statusColumn = (mapping: MappingJson): string | undefined =>
  columnOf(valueMapIn(part(mapping, 'order')['status']));

/** The condition that a word of the status has this meaning; undefined where none has it. */
function wordsWith(mapping: MappingJson, meant: string): MappingJson | undefined {
  const map = valueMapIn(part(mapping, 'order')['status']);
  const equals = Object.entries(part(map ?? {}, 'values')).flatMap(([word, one]) =>
    one === meant ? word : [],
  );
  return map && equals.length > 0 ? { column: statusColumn(mapping), equals } : undefined;
}

/** Adds words to the value map of the status, or leaves the orders with them out. */
export function withStatuses(mapping: MappingJson, answer: Readonly<Record<string, string>>): MappingJson {
  const map = valueMapIn(part(mapping, 'order')['status']);
  const column = map && columnOf(map);
  if (!map || column === undefined) return mapping;
  let edited = mapping;
  // A word without a value refuses its orders.
  for (const [word, meant] of Object.entries(answer).filter(([, meant]) => meant !== 'refuse'))
    if (meant !== 'leave out') edited = withWord(edited, column, word, meant);
    else {
      const when = { column, equals: word };
      edited = withRule(edited, 'skip', { when, reason: `status ${word}`, level: 'order' });
    }
  return edited;
}

/**
 * The word means what the plainest word with that meaning means, wherever order and lines go by the status. Rules of `rows`
 * stay as they are: they are about words of their own.
 */
function withWord(mapping: MappingJson, column: string, word: string, meant: string): MappingJson {
  const order = part(mapping, 'order');
  const map = valueMapIn(order['status'])!;
  const values = map['values'] as MappingJson;
  if (values[word] === meant) return mapping;
  const like = plainestWord(mapping, column, values, meant);
  const isKnown = values[word] !== undefined;
  const alike = (names: readonly string[]): readonly string[] => {
    // Known words leave the conditions of their old meaning. Those of an unknown word may be about orders that nobody asked about.
    const others = isKnown ? names.filter((one) => one !== word) : names;
    return like !== undefined && names.includes(like) && !others.includes(word) ? [...others, word] : others;
  };
  const more = { ...map, values: { ...values, [word]: meant } };
  const status = replacedIn(order['status'], (one) => (one === map ? more : undefined));
  const edited = withPart(mapping, 'order', { status });
  const conditions = (value: unknown) => {
    if (!isObject(value) || value['column'] !== column || value['equals'] === undefined) return undefined;
    const names = alike(listOf(value['equals']));
    return { ...value, equals: names.length === 1 ? names[0] : names };
  };
  return {
    ...edited,
    order: replacedIn(part(edited, 'order'), conditions),
    item: replacedIn(part(edited, 'item'), conditions),
  };
}

/** The first word with this meaning; those that a rule of `rows` or a case of the status treats in another way come last. */
function plainestWord(
  mapping: MappingJson,
  column: string,
  values: MappingJson,
  meant: string,
): string | undefined {
  const special = [
    ...namesIn(part(mapping, 'rows'), column),
    ...namesIn(part(mapping, 'order')['status'], column),
  ];
  const words = Object.keys(values).filter((word) => values[word] === meant);
  return words.find((word) => !special.includes(word)) ?? words[0];
}

/** The texts that conditions on the column compare it with. */
function namesIn(value: unknown, column: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, column));
  if (!isObject(value)) return [];
  if (value['column'] === column && value['equals'] !== undefined) return listOf(value['equals']);
  return Object.values(value).flatMap((one) => namesIn(one, column));
}

const listOf = (equals: unknown): string[] => (Array.isArray(equals) ? equals : [String(equals)]);

/** The value with `values` inside a value of a mapping. */
function valueMapIn(value: unknown): MappingJson | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value['values'])) return value as MappingJson;
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

// Puts into a mapping which units of a line have shipped, which have not, and which were cancelled.

/** The status with another one in some rows. Lines of one order may differ: the first of these counts that one of them has. */
function withStatusWhen(mapping: MappingJson, when: MappingJson, constant: string): MappingJson {
  const { status } = part(mapping, 'order');
  const { take = ['Created', 'Shipped', 'Cancelled'], ...own } = isObject(status)
    ? (status as MappingJson)
    : {};
  const cases = [{ when, value: { constant } }];
  return withPart(mapping, 'order', { status: { cases, else: isObject(status) ? own : status, take } });
}

/** The column has a value, and none that says no. */
export const saysSo = (column: string): MappingJson => ({
  all: [{ column, empty: false }, { not: { column, matches: SAYS_NO } }],
});

/** Where the column says so, nothing has shipped and everything is cancelled. */
export const withCanceled = (mapping: MappingJson, column: string): MappingJson =>
  withLinesThat(mapping, 'Cancelled', saysSo(column));

/** Lines with one of these texts in its column were cancelled, or have not left. */
export const withTexts =
  (status: 'Cancelled' | 'Created') =>
  (mapping: MappingJson, words: Readonly<Record<string, string>>): MappingJson => {
    const any = Object.entries(words).map(([equals, column]) => ({ column, equals }));
    return withLinesThat(mapping, status, { any });
  };

/** Nothing of such lines has shipped; an order is cancelled when all its lines are. */
export function withLinesThat(
  mapping: MappingJson,
  status: 'Cancelled' | 'Created',
  when: MappingJson,
): MappingJson {
  const { quantity, quantity_shipped: shipped, quantity_canceled: canceled } = part(mapping, 'item');
  const either = (value: unknown, otherwise: unknown) => ({ cases: [{ when, value }], else: otherwise });
  const units = {
    quantity_shipped: either({ constant: 0 }, shipped),
    ...(status === 'Cancelled' && { quantity_canceled: either(quantity, canceled) }),
  };
  return withPart(withStatusWhen(mapping, when, status), 'item', units);
}
const SAYS_NO = '^(?:[tT]?[nN][oO]|[nN]|[fF][aA][lL][sS][eE]|[nN][eE][iI][nN]|[nN][oO][nN]|[0.,:\\s-]+)$';

/** Of lines whose units shipped as a whole, those of the column have not. */
function withoutUnits(mapping: MappingJson, column: string): MappingJson {
  const { quantity, quantity_shipped: shipped } = part(mapping, 'item');
  const isAll = (value: unknown) => JSON.stringify(value) === JSON.stringify(quantity);
  const rest = { subtract: [quantity, column] };
  const left = replacedIn(shipped, (value) => (isAll(value) ? rest : undefined));
  return withPart(mapping, 'item', { quantity_shipped: left });
}

export const withCanceledUnits = (mapping: MappingJson, column: string): MappingJson =>
  withPart(withoutUnits(mapping, column), 'item', { quantity_canceled: column });

/** Until they leave, their order has not shipped. Where the column counts all of them, the others have left. */
export function withOpenUnits(mapping: MappingJson, column: string): MappingJson {
  const open = { column, matches: NOT_ZERO };
  const canceled = wordsWith(mapping, 'Cancelled');
  const when = canceled ? { all: [open, { not: canceled }] } : open;
  const edited = isRest(column) ? withAllThatLeft(mapping, column, canceled) : withoutUnits(mapping, column);
  return withStatusWhen(edited, when, 'Created');
}

/** Whatever the status says, the units that are not in the column have shipped, but for what was cancelled. */
function withAllThatLeft(mapping: MappingJson, column: string, canceled: MappingJson | undefined) {
  const { quantity, quantity_shipped: shipped } = part(mapping, 'item');
  const rest = { subtract: [quantity, column] };
  const left = canceled ? { cases: [{ when: canceled, value: { constant: 0 } }], else: rest } : rest;
  const isAll = (value: unknown) => JSON.stringify(value) === JSON.stringify(quantity);
  const change = (value: unknown) => {
    const { cases, else: otherwise } = isObject(value) ? (value as MappingJson) : {};
    const isByStatus = isObject(otherwise) && otherwise['constant'] === 0 && Array.isArray(cases);
    if (isByStatus) return cases.every((one: MappingJson) => isAll(one['value'])) ? left : undefined;
    return isAll(value) ? rest : undefined;
  };
  const isNone = isObject(shipped) && shipped['constant'] === 0;
  return withPart(mapping, 'item', { quantity_shipped: isNone ? left : replacedIn(shipped, change) });
}

/** The units of a line that stand in the elements of another list, which name the line; and what they say of its parcel. */
export function withShippedUnits(
  mapping: MappingJson,
  { key = '', own, ...columns }: Readonly<Record<string, string>>,
): MappingJson {
  const { quantity_shipped: units, ...others } = columns;
  const of = (column: string | undefined) => ({ column, match: { [key]: own } });
  const item = part(mapping, 'item');
  const lacking = Object.entries(others).filter(([field, column]) => column !== '' && !(field in item));
  return withPart(mapping, 'item', {
    quantity_shipped: { sum: [of(units)], default: 0 },
    ...Object.fromEntries(lacking.map(([field, column]) => [field, of(column)])),
  });
}
