// A JSON or NDJSON export as an unknown table: finds its records, the list of the line items in them, and the paths that hold
// values. The paths are the columns.
import { isObject, type Json } from '../../../basics/json.ts';
import { JsonMessages, NdjsonMessages } from '../../../input/json-messages.ts';
import { jsonColumns } from '../../../input/mapping/json/json-columns.ts';
import {
  allValuesOf,
  chosenStep,
  LIST,
  listsOn,
  type PathStep,
} from '../../../input/mapping/json/json-paths.ts';
import { JsonTable, parseExport, recordInside, recordsIn } from '../../../input/mapping/json/json-table.ts';
import { ORDERS } from '../../../input/message-table.ts';
import { type MessageForm, parseMessageText, textOf } from '../../../input/message-text.ts';
import type { OpenedFile } from '../../../input/open-file.ts';
import { addTo, SEVERAL } from '../../../input/rows.ts';
import { REFUND } from '../../audit/money.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import { countsOf, type Row } from './columns.ts';
import { entriesCell, entryOf, statusListOf } from './status-lists.ts';
import { type Concept, conceptsIn, meaningOf, meansOf } from './words.ts';

const HEAD = 1024 * 1024;
const MOST_RECORDS = 300;

/** @throws Failure exit 6 when the records cannot be found */
export function openJson(file: OpenedFile) {
  const head = file.reader.read(0, HEAD);
  const known = knownKeys(textOf(head));
  const list =
    file.format === 'ndjson'
      ? undefined
      : recordsIn(textOf(head).replace(/^\ufeff/, ''), known, file.name, ORDERS).list;
  const values = recordsAt(file, head, list, (key) => known.has(key));
  const items = itemListOf(values);
  const lists = [...(items === undefined ? [] : [items]), ...singleListsOf(values, items)];
  const outside = listsOutside(values);
  const found = pathsOf(values, lists, chosenIn(outside, items));
  const history = statusListOf(outside, items);
  // What tells an entry apart is the same in all orders.
  const names = history === undefined ? found : [...found.filter((one) => entryOf(one) !== history), history];
  const columns = jsonColumns(names, items === undefined ? [] : [items]);
  const texts = [...names.keys()].filter((i) => names[i]!.endsWith(LIST));
  const records = list?.join('.');
  const table = new JsonTable(file, ORDERS, columns, {
    records,
    structures: new Set(),
    number: (text) => text,
  });
  return {
    /**
     * Paths of the values of an order and of its line items, also inside lists that never have more than one element, or that hold
     * a street.
     */
    names,
    /** The list whose elements are line items; undefined when a record has none. */
    items,
    /** Paths of the values in all that speaks of refunds. */
    refundNames: pathsThrough(values, ALL).filter((path) => path.includes(LIST) && speaksOf(path, REFUND)),
    /** Path of the list of records in a document; undefined when the document is the list, or for NDJSON. */
    records,
    /** Bytes are written to it. @throws Failure exit 6 */
    reading(onRow: (row: Row) => void) {
      const all = history === undefined ? -1 : columns.names.indexOf(allValuesOf(history));
      return table.reading((cells) => {
        const row = cells.slice(1, names.length + 1);
        for (const i of texts)
          row[i] = cells[columns.names.indexOf(allValuesOf(names[i]!))]!.replaceAll(SEVERAL, ', ');
        onRow(all < 0 ? row : row.with(-1, entriesCell(cells[all]!)));
      });
    },
  };
}

/** What keys of line items mean, and those of an order do not. */
const OF_ITEMS = conceptsIn('sku quantity item product variant title price unit');

/** Keys in the text that mean something in an order and hold no list: a record has most of them. */
function knownKeys(text: string): Set<string> {
  const keys = new Set([...text.matchAll(/"((?:[^"\\]|\\.){1,60})"\s*:(?!\s*\[)/g)].map(([, key]) => key!));
  const isOfOrder = (key: string) => {
    const meaning = meaningOf(key);
    return meaning.concepts.size > 0 && !meansOf(meaning, OF_ITEMS);
  };
  return new Set([...keys].filter(isOfOrder));
}

function recordsAt(
  file: OpenedFile,
  head: Uint8Array,
  list: readonly string[] | undefined,
  isKnown: (key: string) => boolean,
): Json[] {
  const values: Json[] = [];
  const form: MessageForm<Json> = {
    subject: ORDERS,
    list,
    read: (bytes, spot) =>
      recordInside(
        parseMessageText(ORDERS, textOf(bytes), spot, () => {}),
        isKnown,
      ).record,
    parseAround: parseExport,
    checkAround: () => {},
  };
  const onMessage = (value: Json) => {
    if (values.length < MOST_RECORDS) values.push(value);
  };
  const Messages = file.format === 'ndjson' ? NdjsonMessages : JsonMessages;
  const messages = new Messages(file.name, onMessage, form);
  try {
    messages.write(head);
    if (head.length === file.reader.stat.size) messages.end();
  } catch {
    // The same text is read again from the beginning, and then its fault is reported.
  }
  return values;
}

/** The step to an element of a list; undefined where it is not entered. */
type Enters = (list: string, element: Json) => PathStep | undefined;
const ALL: Enters = () => LIST;

/** Every value in a record with its path, and those in the lists that are entered. */
function* valuesIn(value: Json, path: string, enters: Enters): Generator<[string, Json]> {
  yield [path, value];
  if (Array.isArray(value))
    for (const element of value) {
      const step = enters(path, element);
      if (step !== undefined) yield* valuesIn(element, path + step, enters);
    }
  else if (isObject(value))
    for (const [key, below] of Object.entries(value))
      if (!/[.[\]]/.test(key)) yield* valuesIn(below as Json, path === '' ? key : `${path}.${key}`, enters);
}

/** The list of objects, of those that most records have, whose keys are most like those of a line item. */
export function itemListOf(values: readonly Json[]): string | undefined {
  const keys = new Map<string, Set<string>>();
  const records = new Map<string, Set<Json>>();
  for (const value of values)
    for (const [path, one] of valuesIn(value, '', ALL))
      if (path.endsWith(LIST) && isObject(one)) {
        // GraphQL has each element of a list in an edge.
        const { node } = one;
        keys.set(path, new Set([...(keys.get(path) ?? []), ...Object.keys(isObject(node) ? node : one)]));
        records.set(path, (records.get(path) ?? new Set()).add(value));
      }
  const isRare = (path: string) => records.get(path)!.size < values.length / 2;
  const scoreOf = (path: string, own: ReadonlySet<string>) => itemScore(path, own) - (isRare(path) ? 6 : 0);
  const scored = [...keys].map(([path, own]) => ({ path, score: scoreOf(path, own) }));
  const best = scored.sort((a, b) => b.score - a.score || a.path.length - b.path.length)[0];
  if (best && best.score >= ENOUGH) return best.path;
  // Whatever its keys are called: the only list of objects that nearly all records have.
  const likely = [...keys].filter(
    ([path, own]) => own.size >= FEWEST_KEYS && !isRare(path) && !OTHER.test(path),
  );
  return likely.length === 1 ? likely[0]![0] : undefined;
}

/** A line item has at least an article, units and a price. */
const FEWEST_KEYS = 3;
const EDGES = /\.edges\[\]$/;
const OTHER = /refund|fulfil|shipment|tax|discount|payment|coupon|fee/i;
/** A list of objects with a quantity is one of line items, whatever its name. */
const ENOUGH = 2;

function itemScore(path: string, keys: ReadonlySet<string>): number {
  const isNamed = meansOf(meaningOf(path.replace(EDGES, LIST).split('.').at(-1)!.replace(LIST, '')), [
    'line',
    'item',
    'product',
  ]);
  const has = (concept: Concept) => [...keys].some((key) => meaningOf(key).concepts.has(concept));
  return (
    (has('quantity') ? 2 : -2) +
    (has('sku') ? 2 : 0) +
    (has('title') || has('name') ? 1 : 0) +
    (has('price') ? 1 : 0) +
    (isNamed ? 2 : 0) -
    (OTHER.test(path) ? 6 : 0)
  );
}

/** Lists of objects that never have a second element, where nothing else is a line item: a shipment, with its address. */
function singleListsOf(values: readonly Json[], items: string | undefined): string[] {
  const isOther = (list: string) =>
    list !== items && !items?.startsWith(`${list}.`) && !NOT_NOW.test(list.split('.').at(-1)!);
  const lists = new Map<string, boolean>();
  for (const value of values)
    for (const [path, one] of valuesIn(value, '', ALL))
      if (Array.isArray(one) && one.length > 0 && isOther(path + LIST)) {
        const isSingle = one.length === 1 && isObject(one[0]);
        lists.set(path + LIST, isSingle && lists.get(path + LIST) !== false);
      }
  const isWhole = (list: string) =>
    listsOn(list).every((one) => one === items || items?.startsWith(`${one}.`) || lists.get(one) === true);
  return [...lists.keys()].filter(isWhole);
}

/** By their paths, the lists of objects of all records that are in no other list. */
function listsOutside(values: readonly Json[]): ReadonlyMap<string, readonly (readonly Json[])[]> {
  const lists = new Map<string, (readonly Json[])[]>();
  for (const value of values)
    for (const [path, one] of valuesIn(value, '', () => undefined))
      if (Array.isArray(one) && one.every(isObject)) addTo(lists, path, one as readonly Json[]);
  return lists;
}

/**
 * Lists in which a key tells one element from the next, and most records have the same of them: the two addresses by their type. By
 * list the key and its texts.
 */
function chosenIn(lists: ReturnType<typeof listsOutside>, items: string | undefined) {
  const found = new Map<string, { readonly key: string; readonly texts: readonly string[] }>();
  for (const [path, all] of lists) {
    if (path + LIST === items) continue;
    const isApart = (key: string) =>
      all.every((list) => new Set(list.map((one) => textAt(one, key))).size === list.length);
    const textsOf = (key: string) => {
      const counts = countsOf(all.flatMap((list) => list.map((one) => textAt(one, key))));
      const often = [...counts].filter(([text, count]) => TEXT.test(text) && count * 2 > all.length);
      return often.map(([text]) => text);
    };
    for (const key of Object.keys(all[0]?.[0] ?? {})) {
      const texts = isApart(key) ? textsOf(key) : [];
      if (texts.length > 1 && !found.has(path)) found.set(path, { key, texts });
    }
  }
  return found;
}

const textAt = (element: Json, key: string): string => {
  const value = isObject(element) ? element[key] : '';
  return typeof value === 'string' ? value : '';
};
/** Words that a path can name. */
const TEXT = /^\p{L}[^.[\]=]{0,39}$/u;

/** What happened later or elsewhere: a second one may come. */
const NOT_NOW = /refund|return|credit|history|event|log|note|comment|message/i;

/** The paths of values outside of lists, and inside the lists that are entered; in the order in which they come up. */
export function pathsOf(
  values: readonly Json[],
  lists: readonly string[],
  chosen: ReturnType<typeof chosenIn> = new Map(),
): string[] {
  const enters: Enters = (path, element) => {
    const { key = '', texts = [] } = chosen.get(path) ?? {};
    const text = textAt(element, key);
    if (texts.includes(text)) return chosenStep(key, text);
    const isIn = lists.some((one) => one === path + LIST || one.startsWith(`${path}${LIST}.`));
    return isIn || (typeof element === 'string' && isStreet(path)) ? LIST : undefined;
  };
  return pathsThrough(values, enters);
}

/** Texts in a list outside of others that are the lines of a street: `address.street[]`. */
const isStreet = (path: string): boolean => {
  const list = path.endsWith(LIST) ? path.slice(0, -LIST.length) : path;
  const last = list.split('.').at(-1)!;
  return (
    !list.includes('[') &&
    meansOf(meaningOf(last), ['address', 'line']) &&
    meansOf(meaningOf(list), ['address']) &&
    !meansOf(meaningOf(last), ['email'])
  );
};

function pathsThrough(values: readonly Json[], enters: Enters): string[] {
  const paths = new Set<string>();
  const structured = new Set<string>();
  for (const value of values)
    for (const [path, one] of valuesIn(value, '', enters))
      if (path !== '' && (!path.endsWith(LIST) || isStreet(path)))
        (Array.isArray(one) || isObject(one) ? structured : paths).add(path);
  // An object that is null in some records is no value.
  return [...paths].filter((path) => !structured.has(path));
}
