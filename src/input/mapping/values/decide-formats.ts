// Decides from whole columns what single cells cannot show: the decimal sign, and the order of day and month.

import { inputFailure, type Place } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import { rowsBehind } from '../../csv-records.ts';
import { type OpenedFile, partsOf } from '../../open-file.ts';
import { ELEMENT } from '../../rows.ts';
import { pathInRecord, pathOf, valuesOf } from '../json/json-paths.ts';
import type { JsonTable } from '../json/json-table.ts';
import type { Compiled } from '../rows/compile.ts';
import type { Decisions, Open } from './binding.ts';
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
const none = <T extends string>() => ({
  first: new Map<T, Spot>(),
  either: undefined as Spot | undefined,
});
type Evidence<T extends string> = ReturnType<typeof none<T>>;

interface DecidedFile {
  readonly file: OpenedFile;
  readonly compiled: Pick<Compiled, 'amounts' | 'dates' | 'joins' | 'names'>;
  /** The records of a JSON file. */
  readonly table?: JsonTable | undefined;
}

/** What a decision is between, in words. */
interface Words<T extends string> {
  readonly code: 'decimal' | 'dates';
  /** When all readings are the same. */
  readonly usual: T;
  mixed(name: string): { readonly message: string; readonly hint: string };
  undecidable(name: string): Readonly<Record<'message' | 'expected' | 'hint', string>>;
}

/** Decided from amounts, or from quantities when there are no amounts. */
const signWords = (one: string, many: string, samples: string): Words<DecimalSign> => ({
  code: 'decimal',
  usual: '.',
  mixed: () => ({
    message: `Some ${many} have a decimal point, others a decimal comma`,
    hint: `Correct the export. With --decimal . (or ,) the ${many} in the other spelling are refused one by one.`,
  }),
  undecidable: () => ({
    message: `No ${one} of the input tells whether it has a decimal point or a decimal comma`,
    expected: `at least one ${one} such as ${samples}`,
    hint: `Say which sign stands before the decimals: --decimal . or --decimal , (or "decimal" in the mapping).`,
  }),
});

const DAY_WORDS: Words<DayOrder> = {
  code: 'dates',
  usual: 'day first',
  mixed: (name) => ({
    message: `Some dates in column ${quote(name)} have the day first, others the month`,
    hint: 'Correct the export (spreadsheets turn some dates around and leave others), or name the format: --date-format D/M/YYYY',
  }),
  undecidable: (name) => ({
    message: `No date in column ${quote(name)} tells whether the day or the month comes first`,
    expected: 'at least one date with a day after the 12th',
    hint: 'Say how dates are written: --date-format "D/M/YYYY" or "M/D/YYYY", with H:mm behind where there are times (or dates.formats in the mapping).',
  }),
};

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
  const [one, many] = hasMoney ? ['amount', 'amounts'] : ['quantity', 'quantities'];
  const given = decisions.decimal;
  const hasAmounts = files.some(({ compiled }) => compiled.amounts.length > 0);
  const hasDates = files.some(({ compiled }) => compiled.dates.length > 0);
  if (!hasAmounts && !hasDates) return;
  const seen: Seen = { signs: none<DecimalSign>(), orders: new Map(), layouts: new Set() };
  // Any date may be the one that decides, so dates are read to the end.
  const isEnough = () => !hasDates && (!hasAmounts || (given !== undefined && seen.signs.first.has(given)));
  for (const file of files) {
    if (isEnough()) break;
    await look(file, seen, isEnough, signal);
  }
  if (hasAmounts && given === undefined) {
    const samples = hasMoney ? '12.50 or 12,50' : '5.0 or 5,0';
    decisions.decimal = chosen(seen.signs, signWords(one!, many!, samples));
  } else if (given !== undefined) checkGiven(given, seen.signs, one!, many!);
  for (const [name, evidence] of seen.orders) decisions.dayOrders.set(name, chosen(evidence, DAY_WORDS));
}

/** What was found so far, in all files. */
interface Seen {
  readonly signs: Evidence<DecimalSign>;
  /** By column name. */
  readonly orders: Map<string, Evidence<DayOrder>>;
  /** Files with the same header share one: their joined files are looked at once. */
  readonly layouts: Set<object>;
}

const distinct = (list: readonly Open[]): Open[] => [
  ...new Map(list.map((open) => [open.index, open])).values(),
];

async function look(
  { file, compiled, table }: DecidedFile,
  seen: Seen,
  isEnough: () => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const amounts = distinct(compiled.amounts);
  const dates = distinct(compiled.dates);
  let first = compiled.names.length;
  // Joined files are already in memory.
  for (const { join } of seen.layouts.has(compiled) ? [] : compiled.joins) {
    const isOf = ({ index }: Open) => index >= first && index < first + join.names.length;
    const source = { path: join.spec.path, names: join.names, first };
    const observe = observerOf(source, amounts.filter(isOf), dates.filter(isOf), seen);
    for (const { cells, line } of join.records()) observe(cells, line);
    first += join.names.length;
  }
  seen.layouts.add(compiled);
  const isOwn = ({ index }: Open) => index < compiled.names.length;
  const own = [amounts.filter(isOwn), dates.filter(isOwn)] as const;
  if (own.flat().length === 0) return;
  const observe = observerOf({ path: file.name, names: compiled.names, first: 0 }, ...own, seen);
  // A number of JSON has a decimal point whatever sign the texts have: it shows nothing about them.
  const records = table?.reading(observe, () => '') ?? rowsBehind(file.csv!.header, file.name, observe);
  for await (const chunk of partsOf(file, signal)) {
    records.write(chunk);
    if (isEnough()) return;
  }
  records.end();
}

type Observe = (cells: readonly string[], line: number) => void;

/** Returns a function that takes one record after the other; `first` is the index of its first column among all columns. */
function observerOf(
  { path: file, names, first }: { path: string; names: readonly string[]; first: number },
  amounts: readonly Open[],
  dates: readonly Open[],
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

/** Amounts and dates are not personal data, and the cell has been read as one of them. @throws Failure exit 6 */
function chosen<T extends string>({ first, either }: Evidence<T>, words: Words<T>): T {
  const [one, two] = [...first.values()];
  if (one && two) {
    const { message, hint } = words.mixed(one.name);
    const file = one.place.file === two.place.file ? '' : ` of ${one.place.file}`;
    throw inputFailure(`input.${words.code}.mixed`, message, {
      place: two.place,
      expected: 'one spelling in the whole input',
      found: `${quote(one.text)} on line ${one.place.line}${file}, ${quote(two.text)} here`,
      hint,
    });
  }
  if (!one && either) {
    const { message, ...more } = words.undecidable(either.name);
    const found = `${quote(either.text)}, which reads both ways`;
    throw inputFailure(`input.${words.code}.undecidable`, message, { place: either.place, found, ...more });
  }
  return [...first.keys()][0] ?? words.usual;
}

/**
 * Single amounts with the other sign are refused one by one. When no amount has the given sign, the given sign is
 * wrong.
 */
function checkGiven(given: DecimalSign, { first }: Evidence<DecimalSign>, one: string, many: string): void {
  const other = given === '.' ? ',' : '.';
  const spot = first.get(other);
  if (!spot || first.has(given)) return;
  const name = (sign: DecimalSign) => (sign === '.' ? 'point' : 'comma');
  throw inputFailure(
    'input.decimal.disproved',
    `No ${one} of the input has a decimal ${name(given)}, as was said, but there is one with a decimal ${name(other)}`,
    {
      place: spot.place,
      expected: `${many} with a decimal ${name(given)} (--decimal ${given}, or "decimal" in the mapping)`,
      found: quote(spot.text),
      hint: `Give --decimal ${other} (or correct "decimal" in the mapping); if that ${one} is wrong, correct the export. Nothing was sent.`,
    },
  );
}
