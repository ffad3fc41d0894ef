// Finds the versions of an order among its rows: an export that was made again, or several in one file, holds an order as
// often as it was exported.
import type { Finding } from '../../../contract/finding.ts';
import { microsOf } from '../../../contract/time.ts';
import {
  addTo,
  type Cells,
  type Fields,
  type RowsMessage,
  readWithoutFindings,
  rowsIn,
  SEVERAL,
} from '../../rows.ts';
import type { RowPlace } from '../../types.ts';
import type { Compiled, OrderRows } from './compile.ts';
import { filesFinding } from './skipped-rows.ts';
import {
  anotherOrder,
  type Built,
  datedApart,
  hasError,
  isVersion,
  type Part,
  sharesLine,
  type VersionRows,
} from './version-proof.ts';

/** A version with the message that was built of its rows. */
export interface Version extends VersionRows {
  readonly message: RowsMessage;
  /** True when the version before has the same time, or both have one that was there twice: the one further down counts. */
  readonly isTie: boolean;
  /** Beside those of the message. */
  readonly findings: readonly Finding[];
}

type Made = Part & Pick<Built, 'message'>;

/** So long is the part of a night that a clock may have twice, microseconds. */
const TWICE = 3_600_000_000;

/** At least so many cells of the order stand on the first row of an order alone, where an export does so. */
const FEWEST_CELLS = 3;

/**
 * The versions of an order, the earliest first, in the order of the input where they have the same time; the whole order where
 * its rows are one version, or where it cannot be known.
 */
export function versionsIn(
  at: OrderRows,
  whole: Version,
  build: (rows: readonly number[]) => RowsMessage,
): readonly Version[] {
  const { message: order } = whole;
  const { compiled, cells, places, around } = at;
  const isHead = headsOf(compiled.ofOrder, cells);
  const heads = isHead.filter(Boolean).length;
  if (heads === 1 && order.closes === true) return [whole];
  const isRight = order.skip === undefined && order.closes && !hasError(order);
  const read = readWithoutFindings();
  const { changedAt } = compiled;
  const timeOf = ({ skip, raw }: RowsMessage, [row]: readonly number[]) =>
    microsIn(skip === undefined ? raw['updated_at'] : changedAt && read(changedAt, order.cells[row!]!));
  const isNamed = compiled.levels.at(-1)!.generates === undefined;
  const compared = comparedRows(compiled, cells);
  const { textOf, isEqual, isAlike } = compared;
  /** Rows that stand several times are one where the sums say so. */
  const withoutCopies = (part: Part, message = build(part.rows)) => {
    const [first, ...rest] = part.rows;
    const isRepeated = !isExact(message) && rest.some((row) => isEqual(first!, row));
    const hasCopies = isRepeated && rest.every((row) => isAlike(first!, row));
    for (const copyOf of hasCopies ? copiesIn(part.rows.map(textOf)) : []) {
      const rows = part.rows.filter((_, i) => copyOf[i] === 0);
      const once = build(rows);
      const others = part.rows.filter((_, i) => copyOf[i] !== 0);
      if (once.closes && once.closes !== message.closes)
        return { ...part, rows, repeats: [...part.repeats, ...others], message: once };
    }
    return { ...part, message };
  };
  const versionOf = ({ rows, repeats, message }: Made, isTie: boolean, all: Built[] = []): Version => {
    const [one, two] = [places[rows[0]!]!, places[repeats[0]!]];
    const repeated = two ? [filesFinding('order.files.repeated', [one!, two], around)] : [];
    const findings = [...repeated, ...anotherOrder(at, { rows, message }, all)];
    return { rows, repeats, message, findings, isTie };
  };
  // The sums are right for all rows, and for each part of them that stands apart.
  let isDoubtful = false;
  /** Rows with dates of change of their own, of which nothing else says that they are versions. */
  let unproven: Finding | undefined;
  /** Some sums are right by what was cancelled, so that another way may be surer. */
  let chance: readonly Version[] | undefined;
  for (const parts of heads === 1 ? [] : candidates(at, order, compared, isHead)) {
    // Of cancelled or unshipped lines the sums close by chance.
    const isSure = ({ proof }: Part) => proof === 'order cells' || (isNamed && proof === 'lines or sums');
    const needsSums = isRight && !parts.every(isSure);
    if (needsSums && !parts.every(({ proof }) => proof === 'lines or sums')) {
      const isPart = ({ closes, lines }: RowsMessage) =>
        closes && (isNamed ? parts.length > 1 : lines.length < order.lines.length);
      const all = parts.map(({ rows }) => ({ message: build(rows) }));
      isDoubtful ||= all.every(({ message }) => isPart(message) && sharesLine(message, all));
      continue;
    }
    const built = parts.map((part): Built => {
      const one = withoutCopies(part);
      return { ...one, micros: timeOf(one.message, part.rows), isAmbiguous: isAmbiguous(one.message) };
    });
    if (needsSums && !built.every(({ message }) => message.closes && message.skip === undefined)) continue;
    if (!built.every((one) => isVersion(at, one, built))) {
      const isDated = !order.closes && built.every(({ proof }) => proof === 'lines or sums');
      if (isDated) unproven = datedApart(at, built);
      continue;
    }
    if (built.length > 1 && built.some(({ micros }) => Number.isNaN(micros))) {
      // Which of them is the later one is not known.
      isDoubtful = true;
      continue;
    }
    built.sort((a, b) => (isTie(a, b) ? 0 : a.micros - b.micros) || a.rows[0]! - b.rows[0]!);
    const apart = losesShipped(built) ? datedApart(at, built) : undefined;
    if (apart) {
      unproven = apart;
      continue;
    }
    const found = built.map((one, i) => versionOf(one, i > 0 && isTie(built[i - 1]!, one), built));
    if (built.every(({ proof, message }) => proof !== 'sums' || isExact(message))) return found;
    chance ??= found;
  }
  if (chance) return chance;
  const all: Part = { rows: rowsIn(cells), repeats: [], proof: 'sums' };
  const once = isDoubtful ? undefined : withoutCopies(all, order);
  if (once && once.repeats.length > 0) return [versionOf(once, false)];
  if (unproven) return [{ ...whole, findings: [unproven] }];
  const dated = compiled.levels[0]!.fields.find(({ field }) => field.name === compiled.table.version)?.value;
  const saidOn = (row: number) => `${compared.orderOf(row)} ${dated && read(dated, order.cells[row]!)}`;
  const isRest = isNamed || !comesBack(order, places);
  if (!isDoubtful && !isMultiplied(order, places) && !isApartTwice(order, saidOn) && isRest) return [whole];
  const overlap = filesFinding('order.files.overlap', [places[0]!, places.at(-1)!], around);
  return [{ ...whole, findings: [overlap] }];
}

/**
 * Whether the latest of these, without sums that prove it, lacks a line of which units had shipped: then they may be rows with a date
 * each, and no versions.
 */
function losesShipped(built: readonly Built[]): boolean {
  const itemsOf = ({ raw }: RowsMessage) => (raw['items'] ?? []) as readonly Fields[];
  const latest = built.at(-1)!.message;
  const kept = new Set(itemsOf(latest).map((item) => item['identifier']));
  const isLost = (item: Fields) => Number(item['quantity_shipped']) > 0 && !kept.has(item['identifier']);
  return latest.closes === undefined && built.some(({ message }) => itemsOf(message).some(isLost));
}

/** Microseconds since the epoch; NaN for what is no time. */
const microsIn = (time: unknown): number => (typeof time === 'string' ? microsOf(time) : Number.NaN);

/** Whether the lines are all that was ordered, or no sum is stated. */
const isExact = ({ closes }: RowsMessage): boolean => closes === true || closes === undefined;

const isTie = (a: Built, b: Built): boolean =>
  a.micros === b.micros || (a.isAmbiguous && b.isAmbiguous && Math.abs(a.micros - b.micros) < TWICE);

const isAmbiguous = ({ findings }: RowsMessage): boolean =>
  findings.some(({ code, path }) => code === 'date.ambiguous' && path === 'updated_at');

/** Whether an order holds the same lines several times although it stands in several files, or its subtotal has them once. */
function isMultiplied(order: RowsMessage, places: readonly RowPlace[]): boolean {
  if (order.closes) return false;
  const isMultiple = ({ code, args }: Finding) =>
    code === 'order.subtotal.mismatch' && Number(args['expected']) % Number(args['found']) === 0;
  const isSeveral = places.some(({ file }) => file !== places[0]!.file) || order.findings.some(isMultiple);
  return isSeveral && copiesIn(linesIn(order)).length > 0;
}

/**
 * Whether no sum is stated, and several lines stand again on rows that say another thing of the order, or have another date of
 * change: other versions of it.
 */
function isApartTwice(order: RowsMessage, keyOf: (row: number) => string): boolean {
  if (order.closes !== undefined) return false;
  const versions = new Map<string, string[]>();
  for (const [i, line] of linesIn(order).entries()) addTo(versions, keyOf(order.lines[i]!), line);
  const [first, ...others] = [...versions.values()].map((lines) => lines.sort().join('\n'));
  const isSeveral = new Set(versions.values().next().value).size > 1;
  return isSeveral && others.length > 0 && others.every((lines) => lines === first);
}

/** Whether no sum is stated, and an article stands in two files: the second then has another version, and not the rest of the order. */
function comesBack({ closes, raw, lines }: RowsMessage, places: readonly RowPlace[]): boolean {
  if (closes !== undefined) return false;
  const filesOf = new Map<string, number>();
  return ((raw['items'] ?? []) as readonly Fields[]).some((item, i) => {
    const article = textIn(item['sku'] || item['title']).toLowerCase();
    const { file } = places[lines[i]!]!;
    const before = filesOf.get(article);
    filesOf.set(article, file);
    return before !== undefined && before !== file;
  });
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isRising = (numbers: readonly number[]) => numbers.every((one, i) => i === 0 || one >= numbers[i - 1]!);

/**
 * Where each of these texts stands several times: the ways to divide them into equal copies, the most copies first; for each
 * text, to which copy it belongs, from 0.
 */
function copiesIn(texts: readonly string[]): readonly (readonly number[])[] {
  const counts = new Map<string, number>();
  const nth = texts.map((text) => counts.set(text, (counts.get(text) ?? 0) + 1).get(text)! - 1);
  const most = [...counts.values()].reduce(greatestDivisor, 0);
  const divisors = Array.from({ length: most }, (_, i) => most - i).filter((by) => by > 1 && most % by === 0);
  return divisors.map((by) => texts.map((text, i) => Math.floor((nth[i]! * by) / counts.get(text)!)));
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

const linesIn = ({ raw }: RowsMessage): string[] =>
  ((raw['items'] ?? []) as readonly Fields[]).map((item) =>
    JSON.stringify([item['sku'], item['title'], item['unit_price_amount_cents'], item['quantity']]),
  );

/**
 * The cells of a row as a text, and whether two rows have the same, without those of columns that a mapping ignores; and whether
 * they have the same of the order, as far as all rows say it.
 */
function comparedRows({ names, ofOrder }: Compiled, cells: readonly Cells[]) {
  const isLeftOut = (index: number) => names[index]!.startsWith('_');
  const isFilled = (index: number) => cells.every((own) => own[index] !== '');
  let filled: readonly number[] | undefined;
  const isAlike = (one: number, other: number): boolean => {
    filled ??= ofOrder.filter(isFilled);
    return filled.every((index) => cells[one]![index] === cells[other]![index]);
  };
  return {
    isAlike,
    /** The first row that says the same of the order. */
    orderOf: (row: number) => cells.findIndex((_, other) => isAlike(other, row)),
    textOf: (row: number) => cells[row]!.filter((_, index) => !isLeftOut(index)).join(SEVERAL),
    isEqual: (one: number, other: number) =>
      cells[one]!.every((text, index) => text === cells[other]![index] || isLeftOut(index)),
  };
}

/** The ways to divide the rows, the surest first. */
function* candidates(
  { compiled, cells, places }: OrderRows,
  whole: RowsMessage,
  { textOf, isAlike, orderOf }: ReturnType<typeof comparedRows>,
  isHead: readonly boolean[],
): Generator<readonly Part[]> {
  const divide = (
    keyOf: (row: number) => unknown,
    proofOf: (row: number) => Part['proof'] = () => 'sums',
  ) => {
    const groups = new Map<unknown, number[]>();
    for (const row of rowsIn(cells)) addTo(groups, keyOf(row), row);
    if (groups.size === 1) return [];
    const distinct = new Map<string, { rows: number[]; repeats: number[]; proof: Part['proof'] }>();
    for (const rows of groups.values()) {
      const text = rows.map(textOf).sort().join('\n');
      const known = distinct.get(text);
      if (known) known.repeats.push(...rows);
      else distinct.set(text, { rows, repeats: [], proof: proofOf(rows[0]!) });
    }
    return [...distinct.values()];
  };
  if (isHead.includes(true)) {
    let head = 0;
    yield divide(
      (row) => (head = isHead[row] ? row : head),
      () => 'order cells',
    );
    return;
  }
  const stamps = stampsOf(compiled, cells, places);
  const files = places.map(({ file }) => file);
  const filesOf = new Map<string, Set<number>>();
  for (const [row, stamp] of stamps.entries())
    filesOf.set(stamp, (filesOf.get(stamp) ?? new Set()).add(files[row]!));
  const runs: number[] = [];
  for (const [row, { file, line }] of places.entries()) {
    const before = places[row - 1];
    runs.push(before?.file === file && before.line + 1 >= line ? runs[row - 1]! : row);
  }
  const copied = whole.closes === false ? copiesIn(linesIn(whole)).filter(isRising) : [];
  const copyOfRow = copied.map((copies) => new Map(whole.lines.map((row, i) => [row, copies[i]!])));
  // Copies of whole rows come first: of equal lines, only the cells tell which belong together.
  const isOne = whole.closes === false && cells.every((_, row) => isAlike(0, row));
  const exact = isOne ? copiesIn(rowsIn(cells).map(textOf)) : [];
  // Without sums, several lines that stand again, with another order between, were exported again. A single one may be two lines.
  const copiedRuns = whole.closes === undefined ? divide((row) => runs[row]) : [];
  const isCopied = copiedRuns.length === 1 && new Set(copiedRuns[0]!.rows.map(textOf)).size > 1;
  const ways = [
    divide(
      (row) => `${stamps[row]}\n${files[row]}`,
      (row) => (filesOf.get(stamps[row]!)!.size > 1 ? 'sums' : 'lines or sums'),
    ),
    divide(
      (row) => stamps[row],
      () => 'lines or sums',
    ),
    divide(orderOf),
    divide((row) => runs[row], isCopied ? () => 'order cells' : undefined),
    ...exact.map((copies) => divide((row) => copies[row])),
    ...copyOfRow.map((copies) => divide((row) => copies.get(row) ?? 0)),
  ];
  for (const parts of ways) if (parts.length > 0) yield parts;
}

/**
 * The rows with which a version begins, where the export leaves the cells of the order empty on further rows; none where it
 * does not.
 */
function headsOf(columns: readonly number[], cells: readonly Cells[]): readonly boolean[] {
  const own = columns.filter((index) => cells[0]![index] !== '' && cells.some((row) => row[index] === ''));
  if (own.length < FEWEST_CELLS) return [];
  const filled = cells.map(
    (row) => own.reduce((n, index) => (row[index] === '' ? n : n + 1), 0) / own.length,
  );
  if (filled.some((share) => share > 0 && share < 0.5)) return [];
  return filled.map((share) => share > 0);
}

/** The text of the date of change, for each row; a row without one has that of the row before. */
function stampsOf({ changedAt }: Compiled, cells: readonly Cells[], places: readonly RowPlace[]): string[] {
  const stamps: string[] = [];
  for (const [row, own] of cells.entries()) {
    const text = changedAt === undefined ? '' : own[changedAt.source(own)]!;
    const isNext = places[row - 1]?.file === places[row]!.file;
    stamps.push(text === '' && isNext ? stamps[row - 1]! : text);
  }
  return stamps;
}
