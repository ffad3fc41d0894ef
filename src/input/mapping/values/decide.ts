// Decides from whole columns what single cells cannot show: the decimal sign, and the order of day and month.
import { type Failure, inputFailure, type Place } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import { rowsBehind } from '../../csv-records.ts';
import { type OpenedFile, partsOf } from '../../opened-file.ts';
import type { Join } from '../joins/joins.ts';
import { ELEMENT, pathInRecord, pathOf, valuesOf } from '../json/json-paths.ts';
import type { JsonTable } from '../json/json-table.ts';
import type { Decisions, Open } from '../rows/bind.ts';
import type { Compiled } from '../rows/compile.ts';
import { stripper } from './column-value.ts';
import { type DayOrder, dayOrderIn } from './date-format.ts';
import { type DecimalSign, decimalSignIn } from './money.ts';

/** A cell with the name of its column. */
interface Spot {
  readonly place: Place;
  readonly name: string;
  readonly text: string;
}

/** For each of the two readings the first cell that proves it, and the first cell that is valid in both. */
interface Evidence<T extends string> {
  readonly first: Map<T, Spot>;
  either: Spot | undefined;
}

const none = <T extends string>(): Evidence<T> => ({ first: new Map(), either: undefined });

export interface DecidedFile {
  readonly file: OpenedFile;
  readonly compiled: Pick<Compiled, 'amounts' | 'dates' | 'joins' | 'names'>;
  /** The records of a JSON file. */
  readonly table?: JsonTable | undefined;
}

/** Words for findings about the decimal sign: decided from amounts, or from quantities when there are no amounts. */
interface SignWords {
  readonly one: string;
  readonly many: string;
  readonly samples: string;
}
const AMOUNTS: SignWords = { one: 'amount', many: 'amounts', samples: '12.50 or 12,50' };
const QUANTITIES: SignWords = { one: 'quantity', many: 'quantities', samples: '5.0 or 5,0' };

/**
 * Reads the files once when a column is undecided, until the first amount confirms the given decimal sign. @throws
 * Failure exit 6 when a column stays undecided, or when no amount has the given sign and some have the other
 */
export async function decide(
  files: readonly DecidedFile[],
  decisions: Decisions,
  hasMoney: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const words = hasMoney ? AMOUNTS : QUANTITIES;
  const given = decisions.decimal;
  const hasAmounts = files.some(({ compiled }) => compiled.amounts.length > 0);
  const hasDates = files.some(({ compiled }) => compiled.dates.length > 0);
  if (!hasAmounts && !hasDates) return;
  const seen: Seen = { signs: none<DecimalSign>(), orders: new Map(), columns: new Map() };
  // Any date may be the one that decides, so dates are read to the end.
  const isEnough = () => !hasDates && (!hasAmounts || (given !== undefined && seen.signs.first.has(given)));
  for (const one of files) {
    if (isEnough()) break;
    await look(one, seen, isEnough, signal);
  }
  if (hasAmounts && given === undefined) decisions.decimal = signOf(seen.signs, words);
  else if (given !== undefined) checkGiven(given, seen.signs, words);
  for (const [name, evidence] of seen.orders) decisions.dayOrders.set(name, orderOf(evidence));
}

/** What was found so far, in all files. */
interface Seen {
  readonly signs: Evidence<DecimalSign>;
  /** By column name. */
  readonly orders: Map<string, Evidence<DayOrder>>;
  /** Joined files that were read, with their columns. Files with the same header share them. */
  readonly columns: Map<Join, Set<string>>;
}

const distinct = (list: readonly Open[]): Open[] => [
  ...new Map(list.map((open) => [open.index, open])).values(),
];

async function look(
  decided: DecidedFile,
  seen: Seen,
  isEnough: () => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { compiled } = decided;
  const amounts = distinct(compiled.amounts);
  const dates = distinct(compiled.dates);
  const within = (list: readonly Open[], from: number, end: number) =>
    list.filter(({ index }) => index >= from && index < end);
  let first = compiled.names.length;
  const own = [within(amounts, 0, first), within(dates, 0, first)] as const;
  for (const { join } of compiled.joins) {
    const end = first + join.names.length;
    readJoined(join, within(amounts, first, end), within(dates, first, end), first, seen);
    first = end;
  }
  if (own.flat().length > 0) await scan(decided, ...own, seen, isEnough, signal);
}

/** Joined files are already in memory. */
function readJoined(
  join: Join,
  amounts: readonly Open[],
  dates: readonly Open[],
  first: number,
  seen: Seen,
): void {
  const known = seen.columns.get(join) ?? new Set<string>();
  seen.columns.set(join, known);
  const news = (list: readonly Open[]) => list.filter(({ name }) => !known.has(name));
  const observe = observerOf(join.spec.path, news(amounts), news(dates), first, join.names, seen);
  for (const { name } of [...amounts, ...dates]) known.add(name);
  for (const { cells, line } of join.records()) observe(cells, line);
}

async function scan(
  { file, compiled, table }: DecidedFile,
  amounts: readonly Open[],
  dates: readonly Open[],
  seen: Seen,
  isEnough: () => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const observe = observerOf(file.name, amounts, dates, 0, compiled.names, seen);
  // A number of JSON has a decimal point whatever sign the texts have: it shows nothing about them.
  const records = table?.reading(observe, () => '') ?? rowsBehind(file.csv!.header, file.name, observe);
  for await (const chunk of partsOf(file, signal)) {
    records.write(chunk);
    if (isEnough()) return;
  }
  records.end();
}

type Observe = (cells: readonly string[], line: number) => void;

/**
 * Returns a function that takes one record after the other; `first` is the index of its first column among all columns.
 */
function observerOf(
  file: string,
  amounts: readonly Open[],
  dates: readonly Open[],
  first: number,
  names: readonly string[],
  { signs, orders }: Seen,
): Observe {
  const element = names.indexOf(ELEMENT);
  const strips = amounts.map(stripper);
  const evidence = dates.map(({ name }) => {
    const known = orders.get(name) ?? none<DayOrder>();
    orders.set(name, known);
    return known;
  });
  return (cells, line) => {
    const textOf = ({ index }: Open): string => cells[index - first]!;
    const at = (open: Open, text = textOf(open)): Spot => {
      const path = element < 0 ? undefined : pathInRecord(open.name, cells[element]!);
      const cell = path === undefined ? { column: open.index - first + 1 } : { jsonPath: path };
      return { place: { file, line, ...cell }, name: pathOf(open.name), text };
    };
    for (const [i, open] of amounts.entries()) {
      const text = textOf(open);
      if (text === '') continue;
      for (const one of element < 0 ? [text] : valuesOf(text)) {
        const bare = one.trim();
        note(signs, decimalSignIn(strips[i]?.(bare) ?? bare), () => at(open, one));
      }
    }
    for (const [i, open] of dates.entries()) {
      const text = textOf(open);
      if (text !== '') note(evidence[i]!, dayOrderIn(text.trim()), () => at(open));
    }
  };
}

function note<T extends string>(evidence: Evidence<T>, says: T | 'either' | undefined, at: () => Spot): void {
  if (says === undefined) return;
  if (says === 'either') evidence.either ??= at();
  else if (!evidence.first.has(says)) evidence.first.set(says, at());
}

function signOf({ first, either }: Evidence<DecimalSign>, words: SignWords): DecimalSign {
  const [one, two] = [...first.values()];
  if (one && two)
    throw contradiction(
      'input.decimal.mixed',
      `Some ${words.many} have a decimal point, others a decimal comma`,
      one,
      two,
      {
        hint: `Correct the export. With --decimal . (or ,) the ${words.many} in the other spelling are refused one by one.`,
      },
    );
  if (!one && either)
    throw undecided(
      'input.decimal.undecidable',
      `No ${words.one} of the input tells whether it has a decimal point or a decimal comma`,
      either,
      {
        expected: `at least one ${words.one} such as ${words.samples}`,
        hint: `Say which sign stands before the decimals: --decimal . or --decimal , (or "decimal" in the mapping).`,
      },
    );
  return [...first.keys()][0] ?? '.';
}

/**
 * Single amounts with the other sign are refused one by one. When no amount has the given sign, the given sign is
 * wrong.
 */
function checkGiven(given: DecimalSign, { first }: Evidence<DecimalSign>, words: SignWords): void {
  const other = given === '.' ? ',' : '.';
  const spot = first.get(other);
  if (!spot || first.has(given)) return;
  const name = (sign: DecimalSign) => (sign === '.' ? 'point' : 'comma');
  throw inputFailure(
    'input.decimal.disproved',
    `No ${words.one} of the input has a decimal ${name(given)}, as was said, but there is one with a decimal ${name(other)}`,
    {
      place: spot.place,
      expected: `${words.many} with a decimal ${name(given)} (--decimal ${given}, or "decimal" in the mapping)`,
      found: quote(spot.text),
      hint: `Give --decimal ${other} (or correct "decimal" in the mapping); if that ${words.one} is wrong, correct the export. Nothing was sent.`,
    },
  );
}

function orderOf({ first, either }: Evidence<DayOrder>): DayOrder {
  const [one, two] = [...first.values()];
  if (one && two)
    throw contradiction(
      'input.dates.mixed',
      `Some dates in column ${quote(one.name)} have the day first, others the month`,
      one,
      two,
      {
        hint: 'Correct the export (spreadsheets turn some dates around and leave others), or name the format: --date-format D/M/YYYY',
      },
    );
  if (!one && either)
    throw undecided(
      'input.dates.undecidable',
      `No date in column ${quote(either.name)} tells whether the day or the month comes first`,
      either,
      {
        expected: 'at least one date with a day after the 12th',
        hint: 'Say how dates are written: --date-format "D/M/YYYY" or "M/D/YYYY", with H:mm behind where there are times (or dates.formats in the mapping).',
      },
    );
  // When day and month are equal in every date, both orders are right.
  return [...first.keys()][0] ?? 'day first';
}

interface More {
  readonly hint: string;
  readonly expected?: string;
}

/** Amounts and dates are not personal data, and the cell has been read as one of them. */
const undecided = (code: string, message: string, spot: Spot, more: More): Failure =>
  inputFailure(code, message, {
    place: spot.place,
    found: `${quote(spot.text)}, which reads both ways`,
    ...more,
  });

const contradiction = (code: string, message: string, one: Spot, two: Spot, more: More): Failure =>
  inputFailure(code, message, {
    place: two.place,
    expected: 'one spelling in the whole input',
    found: `${quote(one.text)} on line ${one.place.line}${one.place.file === two.place.file ? '' : ` of ${one.place.file}`}, ${quote(two.text)} here`,
    ...more,
  });
