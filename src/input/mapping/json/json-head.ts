// Finds out where a JSON document holds its records, from its first bytes: the list whose elements have the keys that the
// mapping reads, or the document itself as one record. And the record inside the object that holds it, as in answers of web
// services: `{"data": {...}}`, `{"node": {...}}`.
import { type JSONVisitor, visit } from 'jsonc-parser';
import { inputFailure } from '../../../basics/failure.ts';
import { isObject, type Json, type JsonObject, MAX_NESTING, nestingFault } from '../../../basics/json.ts';
import { quote } from '../../../basics/text.ts';
import { wrapped } from '../../message-form.ts';
import type { Subject } from '../../message-table.ts';

/** Lists are searched below so many keys. */
const DEEPEST_LIST = 3;

interface FoundObject {
  readonly path: readonly string[];
  readonly keys: Set<string>;
}

/** Its keys are those of its first element. */
interface FoundList extends FoundObject {
  elements: number;
  /** True when elements are no objects. */
  hasOthers: boolean;
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
  const { objects, lists } = look(head);
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
  if (inner) throw wrapped(subject, { file, line: 1 }, { path: inner.path, list: false });
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

interface Level {
  readonly list: FoundList | undefined;
  /** The object itself, or the list of which it is the first element. */
  readonly found: FoundObject | undefined;
  readonly isList: boolean;
  key: string;
}

/** The objects of the document that are in no list, itself first, and its lists. The text may be cut off. */
function look(head: string) {
  const objects: FoundObject[] = [];
  const lists: FoundList[] = [];
  const open: Level[] = [];
  const pathHere = () => (open.every(({ isList }) => !isList) ? open.map(({ key }) => key) : undefined);
  const visitor: JSONVisitor = {
    onObjectBegin() {
      const above = open.at(-1);
      const inside = above?.isList ? above.list : undefined;
      if (inside) inside.elements++;
      const isFirst = inside?.elements === 1;
      const path = pathHere();
      const isNear = path !== undefined && path.length <= DEEPEST_LIST;
      // What stands in the element under a key such as `node` are keys of the element.
      const wrapped = above?.list && !above.isList && isWrapper([above.key]) ? above.list : undefined;
      const found = isFirst ? inside : (wrapped ?? (isNear ? { path, keys: new Set<string>() } : undefined));
      if (found && !isFirst && !wrapped) objects.push(found);
      open.push({ list: isFirst ? inside : undefined, found, isList: false, key: '' });
      return found !== undefined;
    },
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name) {
      const here = open.at(-1)!;
      here.key = name;
      here.found?.keys.add(name);
    },
    onArrayBegin() {
      const path = pathHere();
      const list =
        path !== undefined && path.length > 0 && path.length <= DEEPEST_LIST
          ? { path, keys: new Set<string>(), elements: 0, hasOthers: false }
          : undefined;
      if (list) lists.push(list);
      else if (open.at(-1)?.list && open.at(-1)!.isList) open.at(-1)!.list!.hasOthers = true;
      open.push({ list, found: list, isList: true, key: '' });
      return list !== undefined;
    },
    onArrayEnd: () => void open.pop(),
    onLiteralValue() {
      const here = open.at(-1);
      if (here?.isList && here.list) here.list.hasOthers = true;
    },
  };
  // The visit is recursive; a text that is nested too deeply is reported when it is read.
  if (!nestingFault(head, MAX_NESTING)) visit(head, visitor, { disallowComments: true });
  return { objects, lists };
}

/** The paths of the lists of objects in a document that were not seen in its head. */
export function listsBeyond(value: Json, seen: readonly string[]): string[] {
  const lists: string[] = [];
  const search = (inside: Json, path: readonly string[]): void => {
    if (Array.isArray(inside)) {
      const isList = inside.length > 0 && inside.every((element) => isObject(element));
      if (isList && !seen.includes(path.join('.'))) lists.push(path.join('.'));
    } else if (isObject(inside) && path.length < DEEPEST_LIST)
      for (const [key, below] of Object.entries(inside)) search(below as Json, [...path, key]);
  };
  search(value, []);
  return lists;
}

const WRAPPERS = ['data', 'order', 'orders', 'item', 'items', 'result', 'results', 'response', 'node'];
const DEEPEST = 3;

export const isWrapper = (path: readonly string[]): boolean => path.every((key) => WRAPPERS.includes(key));

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
