// The columns of the rows that JSON records become under a mapping, and the lists whose elements are rows.

import { isObject, type Json } from '../../../basics/json.ts';
import { type MessageTable, REFUND_LEVELS, type TableLevel } from '../../message-table.ts';
import { ELEMENT, REMARK } from '../../rows.ts';
import { namedColumns } from '../language/columns.ts';
import type { MappingFile } from '../language/shape.ts';
import { conditionsIn, type ValueSpec } from '../language/value-shape.ts';
import { allValuesOf, LIST, listsOn, type PathStep, placedValuesOf, stepsOf } from './json-paths.ts';

/** A place in a record that a path leads to or through. */
export class PathNode {
  readonly keys = new Map<PathStep, PathNode>();
  /** The elements of a list at this place. */
  elements: PathNode | undefined;
  /** Single elements of it, by their steps. */
  readonly chosen = new Map<PathStep, PathNode>();
  /** Columns with the value at this place. */
  readonly columns: number[] = [];
  /** Whether an object was found here. */
  isReached = false;
  /** The hidden column with all values, for a place inside a list of several. */
  all = -1;
  /** The hidden column with all values and the indexes of their elements, for a place that `match` names; -1 for others. */
  placed = -1;
  /** Inside elements that `match` chooses: those that are not wanted may have values of another shape here. */
  isMixed = false;
  /** When its elements are rows: the lists that such a row counts for when no list inside it has an element. */
  lists: readonly string[] | undefined;

  /** `path`: with LIST for the elements of lists. */
  constructor(readonly path: string) {}

  below(step: PathStep): PathNode | undefined {
    return step === LIST ? this.elements : (step.startsWith('[') ? this.chosen : this.keys).get(step);
  }

  /** The first of the elements that each step chooses, with its index. */
  *chosenIn(values: readonly Json[]): Generator<readonly [PathNode, Json, number]> {
    for (const [step, node] of this.chosen) {
      const [, key = '', wanted] = /^\[(.*?)=(.*)\]$/.exec(step)!;
      const at = values.findIndex((one) => isObject(one) && String(one[key]) === wanted);
      if (at >= 0) yield [node, values[at]!, at];
    }
  }
}

export interface JsonColumns {
  /** ELEMENT, the paths, the hidden columns, and REMARK. */
  readonly names: readonly string[];
  readonly root: PathNode;
  /** The lists whose elements are rows, each from the record on. */
  readonly rowLists: readonly string[];
}

/** For each column, what the records have shown about its path. */
export interface PathsSeen {
  /** Its key was there. */
  readonly met: boolean[];
  /** The object that should have it was there. */
  readonly reached: boolean[];
  /** The way to it ended in a null or an empty list: whether the path is right cannot be seen there. */
  readonly ended: boolean[];
}

/** `paths` are the columns that the mapping names, `matched` those of them that `match` compares or takes, with the number of lists in which elements are chosen. */
export function jsonColumns(
  paths: readonly string[],
  rowLists: readonly string[],
  matched: ReadonlyMap<string, number> = new Map(),
): JsonColumns {
  const isOfRow = (list: string) => rowLists.some((rows) => rows === list || rows.startsWith(`${list}.`));
  const several = paths.filter((path) => listsOn(path).some((list) => !isOfRow(list)));
  const placed = paths.filter((path) => matched.has(path));
  const names = [ELEMENT, ...paths, ...several.map(allValuesOf), ...placed.map(placedValuesOf), REMARK];
  const root = new PathNode('');
  const reach = (path: string): PathNode => {
    let node = root;
    for (const step of stepsOf(path)) {
      const isOfList = step.startsWith('[');
      const next =
        node.below(step) ??
        new PathNode(isOfList || node.path === '' ? node.path + step : `${node.path}.${step}`);
      if (step === LIST) node.elements = next;
      else (isOfList ? node.chosen : node.keys).set(step, next);
      node = next;
    }
    return node;
  };
  for (const [i, path] of paths.entries()) reach(path).columns.push(i + 1);
  for (const path of several) reach(path).all = names.indexOf(allValuesOf(path));
  for (const path of placed) {
    reach(path).placed = names.indexOf(placedValuesOf(path));
    let lists = 0;
    let node = root;
    for (const step of stepsOf(path)) {
      node = node.below(step)!;
      if (lists >= matched.get(path)!) node.isMixed = true;
      if (step === LIST) lists++;
    }
  }
  for (const list of rowLists)
    for (const outer of listsOn(list))
      reach(outer).lists = rowLists.filter((one) => one === outer || one.startsWith(`${outer}.`));
  return { names, root, rowLists };
}

/** The lists whose elements are rows. */
export interface RowLists {
  /** Those whose elements are line items, when conditions do not say it. */
  readonly lines: string | undefined;
  readonly all: readonly string[];
}

/**
 * The lists that conditions in rows.item and rows.refund name. Where they name none: the list of the fields that tell one line
 * item (or line of a refund) from the next, or else the list that all paths of these fields share.
 */
export function rowListsOf(table: MessageTable, mapping: MappingFile): RowLists {
  const { rows } = mapping;
  const ofItems = conditionsIn(rows?.item).flatMap(({ list }) => list ?? []);
  const lines = ofItems.length > 0 ? undefined : listOf(mapping, table, [table.levels.at(-1)!]);
  const ofRefunds = conditionsIn(rows?.refund).flatMap(({ list }) => list ?? []);
  const refunds = ofRefunds.length > 0 ? undefined : listOf(mapping, table, REFUND_LEVELS);
  const all = [...ofItems, lines, ...ofRefunds, refunds].filter((list) => list !== undefined);
  return { lines, all: [...new Set(all)] };
}

/** Fields that are different for each line. */
const IDENTIFYING = ['identifier', 'order_item_identifier', 'line_identifier', 'sku', 'quantity'];

/** The list that has an element for each line at the last of these levels. */
function listOf(
  mapping: MappingFile,
  table: MessageTable,
  levels: readonly TableLevel[],
): string | undefined {
  const targets = mapping[levels.at(-1)!.name] ?? {};
  const plain = IDENTIFYING.flatMap((target) => plainColumns(targets[target]));
  const identifying = plain.filter((path) => path.includes(LIST)).map(listsOn);
  if (identifying.length > 0) {
    // On one way through the record, the innermost list has an element for each line.
    const deepest = identifying.reduce((a, b) => (b.length > a.length ? b : a));
    if (identifying.every((lists) => lists.every((list) => deepest.includes(list)))) return deepest.at(-1);
  }
  const given = Object.fromEntries(levels.map(({ name }) => [name, mapping[name]]));
  const named = namedColumns({ ...table, levels }, given as unknown as MappingFile).names;
  const [first = [], ...others] = [...named].filter((path) => path.includes(LIST)).map(listsOn);
  return first.filter((list) => others.every((lists) => lists.includes(list))).at(-1);
}

const plainColumns = (spec: ValueSpec | undefined): string[] =>
  [typeof spec === 'object' ? ('column' in spec ? spec.column : []) : (spec ?? [])].flat();
