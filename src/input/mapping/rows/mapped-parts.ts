// Builds the parts of a message with a mapping: elements by their key, the lines, and the values that are known only after all
// lines were read.
import {
  addTo,
  allBlank,
  type Cells,
  type Fields,
  type MappedPart,
  nest,
  pick,
  put,
  type RowReading,
  readWithoutFindings,
} from '../../rows.ts';
import { filled, MAKES_WORTH, putShared, type Sharing, sharingOf } from '../values/shared-values.ts';
import type { OrderLine, OrderLines, SharedField, WholeOrder } from '../values/value.ts';
import type { Compiled, CompiledLevel, OrderRows } from './compile.ts';
import { repetition } from './repeated-lines.ts';

/** The state of one message while it is built. */
export interface Building extends OrderRows {
  readonly reading: RowReading;
  /** The identifier of the message. With the number of the line it makes generated line identifiers. */
  id: string;
  /** The cells of each line so far, with blank ones filled. */
  readonly lines: Cells[];
  /** For each row, whether it is a line item; undefined when the mapping has no `rows.item`. */
  readonly isLine: readonly boolean[] | undefined;
}

const NONE: readonly never[] = [];

/** A row whose blank cells are filled from the first rows of the parts that it belongs to. */
export function viewOf({ fills, levels }: Compiled, cells: Cells, heads: readonly Cells[]): Cells {
  let view = cells;
  if (fills)
    for (let depth = 0; depth < heads.length; depth++)
      view = filled(view, heads[depth]!, levels[depth]!.shared);
  return view;
}

/** Sets empty lists for lists that the export does not have, such as tags. */
export function putLists({ neededLists }: CompiledLevel, into: Fields): void {
  for (const key of neededLists) into[key] ??= [];
}

/** An element whose parts are built. */
interface Element {
  readonly rows: readonly number[];
  /** The first rows of the parts on the path to it. */
  readonly heads: readonly Cells[];
  /** Of its field paths. */
  readonly prefix: string;
}

/** Builds the parts below an element. */
export function partsBelow(
  building: Building,
  depth: number,
  element: Element,
  into: Fields,
): { readonly parts: readonly MappedPart[]; readonly lines: readonly number[] } {
  const { compiled, cells, places, around, reading } = building;
  const { heads, prefix } = element;
  const level = compiled.levels[depth + 1]!;
  const list: Fields[] = [];
  into[level.list] = list;
  const at = prefix + level.list;
  if (depth + 2 === compiled.levels.length)
    return { parts: NONE, lines: linesOf(building, level, element, list) };
  const parts = groups(building, level, element).map((group, n): MappedPart => {
    const views = group.map((row) => viewOf(compiled, cells[row]!, heads));
    const sharing = sharingOf(compiled, level.columns, { cells: views, places: pick(places, group), around });
    const fields: Fields = {};
    list.push(fields);
    const inside = `${at}[${n}].`;
    const before = reading.findings.length;
    putShared(level.fields, sharing, reading, fields);
    nest(reading.findings, before, inside);
    putLists(level, fields);
    const here = { rows: group, heads: [...heads, sharing.head], prefix: inside };
    const below = partsBelow(building, depth + 1, here, fields);
    return { head: group[0]!, rows: group, filledHead: sharing.head, ...below };
  });
  return { parts, lines: NONE };
}

/**
 * The rows of each element. A row whose cells of this level and of those below are all blank belongs to the level
 * above.
 */
function groups(
  { compiled, cells, places, reading }: Building,
  { fields, key, own: columns }: CompiledLevel,
  { rows, heads, prefix }: Element,
): number[][] {
  const identifier = fields.find(({ field }) => field.path === key[0])?.value;
  const read = readWithoutFindings();
  const groups = new Map<unknown, number[]>();
  for (const row of rows) {
    const view = viewOf(compiled, cells[row]!, heads);
    if (columns.length > 0 && allBlank(cells[row]!, columns)) {
      reading.cells = view;
      reading.line = places[row]!.line;
      const before = reading.findings.length;
      compiled.report?.(reading);
      nest(reading.findings, before, prefix.slice(0, -1));
      continue;
    }
    addTo(groups, identifier && read(identifier, view), row);
  }
  return [...groups.values()];
}

/** Where no `rows.item` says it: whether a row has a text in a column of lines alone. */
export function isLineRow({ compiled, cells, isLine }: Building, row: number): boolean {
  const { own } = compiled.levels.at(-1)!;
  return isLine ? isLine[row]! : own.length === 0 || !allBlank(cells[row]!, own);
}

/** Adds a line for every row that is a line, and returns these rows. */
function linesOf(
  building: Building,
  level: CompiledLevel,
  { rows: own, heads, prefix }: Element,
  into: Fields[],
): number[] {
  const { compiled, cells, places, reading } = building;
  const { findings } = reading;
  const { early, key } = level;
  const { report } = compiled;
  const at = prefix + level.list;
  const seen = level.generates || own.length === 1 ? undefined : new Map<unknown, number>();
  const lines: number[] = [];
  for (const row of own) {
    reading.cells = viewOf(compiled, cells[row]!, heads);
    reading.line = places[row]!.line;
    const n = lines.length;
    const blank = !isLineRow(building, row);
    const first = findings.length;
    report?.(reading);
    if (findings.length > first) nest(findings, first, blank ? prefix.slice(0, -1) : `${at}[${n}]`);
    if (blank) continue;
    const before = findings.length;
    const line: Fields = {};
    for (const { field, value } of early) {
      const one = value.generated ? lineName(building) : value.read(reading);
      if (one !== undefined) put(line, field.keys, one);
    }
    putLists(level, line);
    const name = seen && nameOf(line, key);
    const known = name === undefined ? undefined : seen!.get(name);
    if (known !== undefined) {
      findings.length = before;
      const first = { line: into[known]!, row: lines[known]! };
      findings.push(...repetition(building, level, [first, { line, row }], `${at}[${known}]`));
      continue;
    }
    if (findings.length > before) nest(findings, before, `${at}[${n}].`);
    if (name !== undefined) seen!.set(name, n);
    into.push(line);
    lines.push(row);
    building.lines.push(reading.cells);
  }
  return lines;
}

/** The generated identifier of the next line: its number in the message, behind the identifier of an order. */
const lineName = ({ compiled, id, lines }: Building): string =>
  compiled.table.of === 'asn' ? String(lines.length + 1) : `${id}-${lines.length + 1}`;

/** The key of a line; undefined when it has none. */
function nameOf(line: Fields, key: readonly string[]): unknown {
  const first = line[key[0]!];
  return first === undefined || key.length === 1 ? first : JSON.stringify(key.map((one) => line[one]));
}

/** `rows`: for each line item the number of its row. */
export function putLateValues(
  { compiled, places, lines: filled, reading, cells: all }: Building,
  wholeOrder: WholeOrder,
  { sharing, rows }: { readonly sharing: Sharing; readonly rows: readonly number[] },
  raw: Fields,
): void {
  const top = compiled.levels[0]!;
  const level = compiled.levels.at(-1)!;
  const items = raw[level.list] as Fields[];
  const lines = rows.map(
    (row, i): OrderLine => ({ cells: filled[i]!, line: places[row]!.line, item: items[i]! }),
  );
  const order: OrderLines = {
    reading,
    lines,
    get rows() {
      return all.map((row, i): OrderLine => ({ cells: row, line: places[i]!.line, item: {} }));
    },
    shared(one) {
      const found: Fields = {};
      putShared([one], sharing, reading, found);
      return one.field.keys.reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], found);
    },
  };
  const ofItem = (index: number) => `${level.list}[${index}].`;
  const putOfLines = (fields: readonly SharedField[]) => {
    if (fields.length === 0) return;
    wholeOrder.each(order, ofItem, ({ item }) => {
      for (const { field, value } of fields) {
        const one = value.read(reading);
        if (one !== undefined) put(item, field.keys, one);
      }
    });
  };
  const isPriced = ({ field }: SharedField) => MAKES_WORTH.has(field.path);
  for (const step of wholeOrder.steps) step(order);
  putShared(top.late, sharing, reading, raw);
  putOfLines(level.late.filter(isPriced));
  for (const step of wholeOrder.pricedSteps) step(order);
  putOfLines(level.late.filter((one) => !isPriced(one)));
}
