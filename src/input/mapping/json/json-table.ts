// JSON and NDJSON exports as tables: where their records are, the columns that a mapping has in them, and their rows.

import { parse } from 'jsonc-parser';
import { inputFailure } from '../../../basics/failure.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  MAX_NESTING,
  nestingFault,
  parseJsonStrictly,
} from '../../../basics/json.ts';
import { quote } from '../../../basics/text.ts';
import { messagesIn } from '../../json-messages.ts';
import type { Subject } from '../../message-table.ts';
import { isReject, type MessageForm, parseMessageText, textOf, unwrap, wrapped } from '../../message-text.ts';
import type { OnRow, OpenedFile, RowReading } from '../../open-file.ts';
import { tidied } from '../../rows.ts';
import type { JsonColumns, PathNode, PathsSeen } from './json-columns.ts';
import { LIST } from './json-paths.ts';
import { exactly, JsonRows, type JsonRowsOptions } from './json-rows.ts';

// Finds out where a JSON document holds its records, from its first bytes: the list whose elements have the keys that the
// mapping reads, or the document itself as one record. And the record inside the object that holds it, as in answers of web
// services: `{"data": {...}}`, `{"node": {...}}`.

/** Lists are searched below so many keys. */
const DEEPEST_LIST = 3;

interface FoundObject {
  readonly path: readonly string[];
  readonly keys: ReadonlySet<string>;
}

/** Its keys are those of its first element. */
interface FoundList extends FoundObject {
  readonly hasOthers: boolean;
}

interface RecordsPlace {
  /** Undefined when the document is one record. */
  readonly list: readonly string[] | undefined;
  /** The paths of all lists that were seen. */
  readonly seen: readonly string[];
}

/**
 * `head` is the beginning of the text of a document, `known` are the first keys of the paths of the mapping. @throws Failure
 * exit 6 when several lists are equally likely
 */
export function recordsIn(
  head: string,
  known: ReadonlySet<string>,
  file: string,
  subject: Subject,
): RecordsPlace {
  // The parse is recursive; a text that is nested too deeply is reported when it is read. What is cut off at the end is left out.
  const isTooDeep = nestingFault(head, MAX_NESTING) !== undefined;
  const { objects, lists } = look(isTooDeep ? null : (parse(head, [], { disallowComments: true }) as Json));
  const keys = objects.find(({ path }) => path.length === 0)?.keys ?? new Set();
  const score = (found: ReadonlySet<string>): number => [...found].filter((key) => known.has(key)).length;
  const candidates = lists.filter(({ hasOthers }) => !hasOthers);
  const best = Math.max(0, ...candidates.map((list) => score(list.keys)));
  const own = score(keys);
  const seen = lists.map(({ path }) => path.join('.'));
  const chosen = (list: FoundList | undefined): RecordsPlace => ({ list: list?.path, seen });
  // A list of the record itself is no list of records; nor are those of a line of a rejects file.
  const isReject = [subject.key, 'errors', 'source'].every((key) => keys.has(key));
  if (isReject || (own > 0 && own >= best)) return chosen(undefined);
  const inner = objects.find((one) => score(one.keys) > own && score(one.keys) >= best);
  if (inner && isWrapper(inner.path)) return chosen(undefined);
  if (inner) throw wrapped(subject, { file, line: 1 }, inner.path);
  const likely = best > 0 ? candidates.filter((list) => score(list.keys) === best) : candidates;
  const data = likely.find(({ path }) => path.length === 1 && path[0] === 'data');
  if (likely.length <= 1 || data) return chosen(data ?? likely[0]);
  throw severalLists(
    file,
    likely.map(({ path }) => path.join('.')),
  );
}

function severalLists(file: string, paths: readonly string[]) {
  return inputFailure('input.json.records', 'The document has several lists that may be the records', {
    place: { file, line: 1 },
    expected: 'the path of one list',
    found: paths.map(quote).join(', '),
    hint: `Say in the mapping which one it is: "file": {"records": ${quote(paths[0]!)}}.`,
  });
}

/** The objects of a document that are in no list, itself first, and its lists. */
function look(value: Json, path: readonly string[] = []): { objects: FoundObject[]; lists: FoundList[] } {
  if (Array.isArray(value) && path.length > 0) {
    const [first] = value;
    const keys = new Set(isObject(first) ? Object.keys(first) : []);
    // What stands in the element under a key such as `node` are keys of the element.
    for (const [key, below] of isObject(first) ? Object.entries(first) : [])
      if (isWrapper([key]) && isObject(below)) for (const inner of Object.keys(below)) keys.add(inner);
    return { objects: [], lists: [{ path, keys, hasOthers: !value.every(isObject) }] };
  }
  if (!isObject(value)) return { objects: [], lists: [] };
  const below = path.length < DEEPEST_LIST ? Object.entries(value) : [];
  const found = below.map(([key, one]) => look(one as Json, [...path, key]));
  return {
    objects: [{ path, keys: new Set(Object.keys(value)) }, ...found.flatMap(({ objects }) => objects)],
    lists: found.flatMap(({ lists }) => lists),
  };
}

/** The paths of the lists of objects in a document that were not seen in its head. */
const listsBeyond = (value: Json, seen: readonly string[]): string[] =>
  look(value)
    .lists.filter(({ keys, hasOthers }) => keys.size > 0 && !hasOthers)
    .map(({ path }) => path.join('.'))
    .filter((path) => !seen.includes(path));

const WRAPPERS = ['data', 'order', 'orders', 'item', 'items', 'result', 'results', 'response', 'node'];
const DEEPEST = 3;

const isWrapper = (path: readonly string[]): boolean => path.every((key) => WRAPPERS.includes(key));

interface Inside {
  readonly record: JsonObject;
  /** How many of its keys are known. */
  readonly score: number;
}

/** The object itself, unless one inside it has by far more of the known keys. */
export function recordInside(
  value: JsonObject,
  isKnown: (key: string) => boolean,
  deepest = DEEPEST,
): Inside {
  let best: Inside | undefined;
  for (const key of deepest > 0 ? WRAPPERS : []) {
    const inner = value[key];
    if (!isObject(inner)) continue;
    const found = recordInside(inner as JsonObject, isKnown, deepest - 1);
    if (found.score > (best?.score ?? 0)) best = found;
  }
  if (!best && deepest === DEEPEST) return { record: value, score: 0 };
  const score = Object.keys(value).filter(isKnown).length;
  return best && best.score >= 2 * score ? best : { record: value, score };
}

/** Bytes at the beginning of a file from which the place of the records and the unmapped keys are found. */
const HEAD = 1024 * 1024;
/** An object with so many keys that the mapping reads is a record. */
const FEWEST_KNOWN = 3;
/** Records that are looked at for unmapped keys. */
const MOST_LOOKED_AT = 200;

interface ReadRecord {
  readonly value: Json;
  /** A sentence that names a key that stands twice. */
  readonly repeated: string | undefined;
}

interface JsonTableOptions extends JsonRowsOptions {
  /** Path of the list of records in a document; undefined to find it. */
  readonly records: string | undefined;
}

export class JsonTable {
  readonly seen: PathsSeen = { met: [], reached: [], ended: [] };
  /** Other lists of objects in the document: known when it has been read. */
  beside: readonly string[] = [];
  /** Keys and lists at the head of the file that the mapping does not use. */
  readonly unmapped: readonly string[];
  private readonly place: RecordsPlace;

  /** @throws Failure exit 6 when the list of records is not clear */
  constructor(
    private readonly file: Pick<OpenedFile, 'name' | 'format' | 'reader'>,
    private readonly subject: Subject,
    readonly columns: JsonColumns,
    private readonly options: JsonTableOptions,
  ) {
    const head = file.reader.read(0, HEAD);
    const { records } = options;
    if (records !== undefined) this.place = { list: records.replaceAll(LIST, '').split('.'), seen: [] };
    else if (file.format === 'ndjson') this.place = { list: undefined, seen: [] };
    else
      this.place = recordsIn(
        textOf(head).replace(/^\ufeff/, ''),
        new Set(columns.root.keys.keys()),
        file.name,
        subject,
      );
    this.unmapped = this.lookAt(head);
  }

  /** Consumes the bytes of the file and passes its rows on. */
  reading(onRow: OnRow, number = this.options.number): RowReading {
    const { file, columns, options } = this;
    const rows = new JsonRows(columns, { structures: options.structures, number }, this.seen);
    return this.splitting(({ value, repeated }, line, from, end) => {
      const found = rows.rowsOf(value, file.name, line);
      if (repeated !== undefined) found[0]![found[0]!.length - 1] = remarkOn(repeated);
      for (const cells of found) onRow(tidied(cells), line, from, end);
    });
  }

  private splitting(
    onRecord: (record: ReadRecord, line: number, start: number, end: number) => void,
  ): RowReading {
    return messagesIn(this.file, onRecord, this.form());
  }

  private form(): MessageForm<ReadRecord> {
    const { subject, place, options, columns } = this;
    const isKnown = (key: string) => columns.root.keys.has(key);
    const isLike = (record: JsonObject) => Object.keys(record).filter(isKnown).length >= FEWEST_KNOWN;
    return {
      subject,
      list: place.list,
      read(bytes, spot) {
        let repeated: string | undefined;
        const message = exactly(textOf(bytes), (text) =>
          parseMessageText(subject, text, spot, (sentence) => {
            repeated = sentence;
          }),
        );
        return { value: recordInside(unwrap(message, subject), isKnown).record, repeated };
      },
      parseAround: parseExport,
      checkAround: (value, file, hasList) => {
        this.beside = hasList ? listsBeyond(value, [place.list?.join('.') ?? '']) : [];
        if (isObject(value) && isReject(value, subject)) return;
        // What a web hook or a web service gives of one order is the record itself.
        const isRecord = isObject(value) && isLike(recordInside(value, isKnown).record);
        if (options.records !== undefined && !hasList && !isRecord)
          throw noList(file, options.records, value);
        if (!isObject(value) && !hasList)
          throw inputFailure(`input.json.${subject.key}s`, `The document holds no ${subject.many}`, {
            place: { file, line: 1 },
            expected: 'a list of records, or one record',
            hint: 'Check the export.',
          });
        // A list that began after the head may be the right one.
        const further = options.records === undefined && hasList ? listsBeyond(value, place.seen) : [];
        if (further.length > 0 && !(place.list?.join('.') === 'data'))
          throw severalLists(file, [...(place.list ? [place.list.join('.')] : []), ...further]);
      },
    };
  }

  /** Faults in the text are left to the reading. */
  private lookAt(head: Uint8Array): string[] {
    const found = new Set<string>();
    let count = 0;
    try {
      const reading = this.splitting(({ value }) => {
        if (count++ < MOST_LOOKED_AT) keysBeside(value, this.columns.root, found);
      });
      reading.write(head);
      if (head.length === this.file.reader.stat.size) reading.end();
    } catch {
      // The same text is read again from the beginning.
    }
    return [...found];
  }
}

/** A key that stands twice is no fault of an export: its last value counts. */
export function parseExport(text: string): ReturnType<typeof parseJsonStrictly> {
  const parsed = parseJsonStrictly(text, MAX_NESTING, true);
  return parsed.fault?.code === 'duplicate' ? { value: JSON.parse(text) as Json } : parsed;
}

const remarkOn = (found: string): string =>
  JSON.stringify({ code: 'cell.key.repeated', severity: 'note', path: '', args: { found } });

const noList = (file: string, records: string, value: Json) =>
  inputFailure('input.json.records', `The document has no list at ${quote(records)}`, {
    place: { file, line: 1 },
    expected: `a list of records at ${quote(records)}, as file.records of the mapping says`,
    found: isObject(value)
      ? `the keys ${Object.keys(value).slice(0, 12).map(quote).join(', ')}`
      : 'no object',
    hint: 'Check that this is the export that the mapping is for; "records" in the mapping says where its list stands.',
  });

/** Adds the paths of the keys and lists that no column names; of a part that is not used at all, its first key. Keys that begin with `_` do not count. */
function keysBeside(value: Json, node: PathNode, found: Set<string>): void {
  if (node.columns.length > 0) return;
  if (Array.isArray(value)) {
    const { elements } = node;
    // The elements that are chosen by a key are among all of them.
    if (elements) for (const element of value) keysBeside(element, elements, found);
    else for (const [below, element] of node.chosenIn(value)) keysBeside(element, below, found);
    return;
  }
  if (!isObject(value)) return;
  // A list of one may be written as its element.
  const here = node.keys.size === 0 && node.elements ? node.elements : node;
  for (const [key, below] of Object.entries(value) as [string, Json][]) {
    const next = here.keys.get(key);
    if (next) keysBeside(below, next, found);
    else if (!key.startsWith('_'))
      found.add(`${here.path === '' ? '' : `${here.path}.`}${key}${Array.isArray(below) ? LIST : ''}`);
  }
}
