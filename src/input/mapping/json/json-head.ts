// Finds out where a JSON document holds its records, from its first bytes: the list whose elements have the keys that the
// mapping reads, or the document itself as one record. And the record inside the object that holds it, as in answers of web
// services: `{"data": {...}}`, `{"node": {...}}`.
import { parse } from 'jsonc-parser';
import { inputFailure } from '../../../basics/failure.ts';
import { isObject, type Json, type JsonObject, MAX_NESTING, nestingFault } from '../../../basics/json.ts';
import { quote } from '../../../basics/text.ts';
import type { Subject } from '../../message-table.ts';
import { wrapped } from '../../message-text.ts';

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

export interface RecordsPlace {
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

export function severalLists(file: string, paths: readonly string[]) {
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
export const listsBeyond = (value: Json, seen: readonly string[]): string[] =>
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
