// The flags that name lines of an order: `--lines L1=1,L2=2` and `--exchange L1=SKU`.
import { badValue } from '../../basics/units.ts';
import { flag } from '../../cli/flags.ts';

/** Units by line. */
export type LineCounts = Readonly<Record<string, number>>;

export const linesFlag = (text: string) =>
  flag('--lines <line=units>', `${text}; several with commas`, { repeat: true, parse: parseLines });

/** The number is last, so that the identifier of a line may hold `=` and commas. @throws Failure exit 2 */
function parseLines(text: string, word: string): LineCounts {
  const counts: Record<string, number> = {};
  let rest = text;
  while (rest !== '') {
    const [whole, line, units] = /^(.+?)=([1-9]\d{0,8})(?:,|$)/.exec(rest) ?? [];
    if (whole === undefined || line === undefined || Object.hasOwn(counts, line))
      throw badValue(word, text, 'lines with a number of units, such as L1=1,L2=2');
    counts[line] = Number(units);
    rest = rest.slice(whole.length);
  }
  if (Object.keys(counts).length === 0)
    throw badValue(word, text, 'lines with a number of units, such as L1=1,L2=2');
  return counts;
}

/** Undefined when the flag was not given. @throws Failure exit 2 for a line that was given twice */
export function joinedLines(given: readonly LineCounts[]): LineCounts | undefined {
  if (given.length === 0) return undefined;
  const all = given.flatMap((counts) => Object.keys(counts));
  const twice = all.find((line, i) => all.indexOf(line) !== i);
  if (twice !== undefined) throw badValue('--lines', twice, 'each line once');
  return Object.assign({}, ...given) as LineCounts;
}

/** What a shopper takes instead: one SKU for every line, or a SKU by line. */
export interface WantedExchange {
  readonly line?: string;
  readonly sku: string;
}

/** `SKU`, or `LINE=SKU`. @throws Failure exit 2 */
export function parseExchange(text: string, word: string): WantedExchange {
  const [, line, sku] = /^(?:(.+?)=)?(.+)$/s.exec(text) ?? [];
  if (sku === undefined) throw badValue(word, text, 'a SKU, or LINE=SKU for one line');
  return line === undefined ? { sku } : { line, sku };
}
