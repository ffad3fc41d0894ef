// Finds what makes the total where names do not say it: columns of amounts that, with the lines and what is named, give the total
// of the orders to the cent. Names in any language will do.
import { centsIn } from '../../audit/subject.ts';
import type { Level, Row } from '../look/columns.ts';

/** Columns by their index. */
export interface UnnamedAmounts {
  readonly shipping: readonly number[];
  readonly taxes: readonly number[];
  readonly discounts: readonly number[];
}

interface Given {
  readonly orders: readonly (readonly Row[])[];
  readonly levels: readonly Level[];
  readonly quantity: number | undefined;
  readonly prices: readonly number[];
  readonly totals: readonly number[];
  /** Columns whose names say it; discounts are taken off. */
  readonly named: Readonly<Record<keyof UnnamedAmounts, readonly number[]>>;
  readonly others: readonly number[];
}

interface Part {
  readonly index: number;
  readonly sign: 1 | -1;
  readonly isNamed: boolean;
  readonly cents: readonly number[];
}

/** Orders that are looked at, the fewest that show something, and the most amounts beside the lines. */
const MOST_ORDERS = 200;
const FEWEST = 5;
const MOST_PARTS = 4;
const MOST_OTHERS = 8;
/** Share of the orders that may be otherwise. */
const MAY_DIFFER = 0.05;

export function unnamedAmounts({
  orders: all,
  levels,
  quantity,
  prices,
  totals,
  named,
  others,
}: Given): UnnamedAmounts {
  const nothing = { shipping: [], taxes: [], discounts: [] };
  const orders = all.slice(0, MOST_ORDERS);
  if (orders.length < FEWEST || quantity === undefined) return nothing;
  const cellsOf = (index: number) => {
    const cents = centsIn(orders.flatMap((rows) => rows.map((row) => row[index]!.trim())));
    let at = 0;
    return cents && orders.map((rows) => rows.map(() => cents[at++] ?? 0));
  };
  const sumOf = (index: number): readonly number[] | undefined =>
    cellsOf(index)?.map((cells) =>
      levels[index] === 'item' ? sum(cells) : (cells.find((one) => one !== 0) ?? 0),
    );
  const partsOf = (index: number, sign: 1 | -1, isNamed: boolean): Part[] => {
    const cents = sumOf(index)?.map(Math.abs);
    return cents && cents.filter((one) => one !== 0).length >= FEWEST / 2
      ? [{ index, sign, isNamed, cents }]
      : [];
  };
  const known = [
    ...[...named.shipping, ...named.taxes].flatMap((index) => partsOf(index, 1, true)),
    ...named.discounts.flatMap((index) => partsOf(index, -1, true)),
  ];
  const unknown = others
    .slice(0, MOST_OTHERS)
    .flatMap((index) => [...partsOf(index, 1, false), ...partsOf(index, -1, false)]);
  for (const price of prices) {
    const units = orders.map((rows) => rows.map((row) => Number.parseInt(row[quantity]!, 10) || 0));
    const cells = cellsOf(price);
    for (const total of cells ? [...totals, ...others] : []) {
      const sums = sumOf(total);
      if (!sums || total === price || isMostly(sums, (one) => one === 0)) continue;
      const lines = cells!.map((row, i) => sum(row.map((cents, n) => cents * units[i]![n]!)));
      const missing = sums.map((cents, i) => cents - lines[i]!);
      const isSum = ({ cents }: Part) => isMostly(cents, (one, i) => one === sums[i] || one === lines[i]);
      const parts = [...known, ...unknown].filter((one) => one.index !== total && !isSum(one));
      const found = partsThatMake(missing, parts);
      if (found) return sorted(found, lines, levels);
    }
  }
  return nothing;
}

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

const isMostly = <T>(list: readonly T[], is: (one: T, i: number) => boolean) =>
  list.filter((one, i) => !is(one, i)).length <= list.length * MAY_DIFFER;

/** The fewest parts that make the amounts, at least one of them without a name; of equally many those with the most names. */
function partsThatMake(missing: readonly number[], parts: readonly Part[]): readonly Part[] | undefined {
  let sets: { readonly rest: readonly number[]; readonly from: number; readonly chosen: readonly Part[] }[] =
    [{ rest: missing, from: 0, chosen: [] }];
  for (let size = 0; size < MOST_PARTS; size++) {
    const next: typeof sets = [];
    for (const { rest, from, chosen } of sets)
      for (let i = from; i < parts.length; i++) {
        const part = parts[i]!;
        if (chosen.some(({ index }) => index === part.index)) continue;
        next.push({
          rest: rest.map((one, n) => one - part.sign * part.cents[n]!),
          from: i + 1,
          chosen: [...chosen, part],
        });
      }
    const found = next.find(
      ({ rest, chosen }) => chosen.some(({ isNamed }) => !isNamed) && isMostly(rest, (one) => one === 0),
    );
    if (found) return found.chosen;
    // Named parts alone make it: nothing is missing.
    if (next.some(({ rest }) => isMostly(rest, (one) => one === 0))) return undefined;
    sets = next;
  }
  return undefined;
}

/** A tax is of a line, or follows the lines; what is left of the order is shipping. */
function sorted(found: readonly Part[], lines: readonly number[], levels: readonly Level[]): UnnamedAmounts {
  const own = found.filter(({ isNamed }) => !isNamed);
  const added = own.filter(({ sign }) => sign === 1);
  const rates = ({ cents }: Part) =>
    new Set(cents.flatMap((one, i) => (one > 0 && lines[i]! > 0 ? [Math.round((one / lines[i]!) * 50)] : [])))
      .size;
  const isTax = (one: Part) =>
    levels[one.index] === 'item' || (added.length > 1 && rates(one) === Math.min(...added.map(rates)));
  const indexes = (list: readonly Part[]) => list.map(({ index }) => index);
  return {
    shipping: indexes(added.filter((one) => !isTax(one))),
    taxes: indexes(added.filter(isTax)),
    discounts: indexes(own.filter(({ sign }) => sign === -1)),
  };
}
