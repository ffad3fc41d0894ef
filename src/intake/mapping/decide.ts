// Decides over whole columns what single cells leave open: the decimal sign, and the order of day and month.
import { type Failure, inputFailure } from '../../base/failure.ts';
import { quote } from '../../base/text.ts';
import { CsvRecords } from '../csv-records.ts';
import type { OpenedFile } from '../opened.ts';
import type { Decisions, Open } from './bind.ts';
import { type DayOrder, dayOrderIn } from './date-format.ts';
import { type DecimalSign, signIn } from './money.ts';

interface Spot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly text: string;
}

/** The first cell that says one thing, the first that says the other, and the first that reads both ways. */
interface Evidence<T extends string> {
  readonly first: Map<T, Spot>;
  either: Spot | undefined;
}

const none = <T extends string>(): Evidence<T> => ({ first: new Map(), either: undefined });

export interface DecidedFile {
  readonly file: OpenedFile;
  readonly compiled: { readonly amounts: readonly Open[]; readonly dates: readonly Open[] };
}

/** What the decimal sign is decided over, in the words of messages. */
export interface SignWords {
  readonly one: string;
  readonly many: string;
  readonly samples: string;
}
export const AMOUNTS: SignWords = { one: 'amount', many: 'amounts', samples: '12.50 or 12,50' };
export const QUANTITIES: SignWords = { one: 'quantity', many: 'quantities', samples: '5.0 or 5,0' };

/** Reads all files once when something is open. @throws Failure exit 6 when it stays undecided */
export async function decide(
  files: readonly DecidedFile[],
  decisions: Decisions,
  words: SignWords,
): Promise<void> {
  const wantsSign =
    decisions.decimal === undefined && files.some(({ compiled }) => compiled.amounts.length > 0);
  if (!wantsSign && files.every(({ compiled }) => compiled.dates.length === 0)) return;
  const signs = none<DecimalSign>();
  const orders = new Map<string, Evidence<DayOrder>>();
  for (const { file, compiled } of files)
    await scan(file, wantsSign ? distinct(compiled.amounts) : [], distinct(compiled.dates), signs, orders);
  if (wantsSign) decisions.decimal = signOf(signs, words);
  for (const [name, evidence] of orders) decisions.dayOrders.set(name, orderOf(evidence));
}

const distinct = (list: readonly Open[]): Open[] => [
  ...new Map(list.map((open) => [open.index, open])).values(),
];

async function scan(
  file: OpenedFile,
  amounts: readonly Open[],
  dates: readonly Open[],
  signs: Evidence<DecimalSign>,
  orders: Map<string, Evidence<DayOrder>>,
): Promise<void> {
  const evidence = dates.map(({ name }) => {
    const known = orders.get(name) ?? none<DayOrder>();
    orders.set(name, known);
    return known;
  });
  let isHeader = true;
  const records = new CsvRecords(file.name, file.csv!.header.delimiter, (cells, line) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const at = ({ index, name }: Open): Spot => ({
      file: file.name,
      line,
      column: index + 1,
      name,
      text: cells[index]!,
    });
    for (const open of amounts) {
      const text = cells[open.index]!;
      if (text !== '') note(signs, signIn(stripped(text, open.strip)), () => at(open));
    }
    for (const [i, open] of dates.entries()) {
      const text = cells[open.index]!;
      if (text !== '') note(evidence[i]!, dayOrderIn(text.trim()), () => at(open));
    }
  });
  for await (const chunk of file.reader.stream()) records.write(chunk);
  records.end();
}

function stripped(text: string, strip: string | undefined): string {
  let result = text.trim();
  while (strip && result !== '' && strip.includes(result[0]!)) result = result.slice(1);
  while (strip && result !== '' && strip.includes(result.at(-1)!)) result = result.slice(0, -1);
  return result;
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
  // Where day and month are always equal, both are right.
  return [...first.keys()][0] ?? 'day first';
}

interface More {
  readonly hint: string;
  readonly expected?: string;
}

/** Amounts and dates are no personal data; the spot has been read as one of them. */
const undecided = (code: string, message: string, spot: Spot, more: More): Failure =>
  inputFailure(code, message, {
    place: { file: spot.file, line: spot.line, column: spot.column },
    found: `${quote(spot.text)}, which reads both ways`,
    ...more,
  });

const contradiction = (code: string, message: string, one: Spot, two: Spot, more: More): Failure =>
  inputFailure(code, message, {
    place: { file: two.file, line: two.line, column: two.column },
    expected: 'one spelling in the whole input',
    found: `${quote(one.text)} on line ${one.line}${one.file === two.file ? '' : ` of ${one.file}`}, ${quote(two.text)} here`,
    ...more,
  });
