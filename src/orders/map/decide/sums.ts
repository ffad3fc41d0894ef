// Finds the sum that gives the total of the orders to the cent where names do not say it: units, prices, and the amounts beside
// them. Names in any language will do.
import { centsIn } from '../../audit/subject.ts';
import type { Level, Row } from '../look/columns.ts';

/** The columns of a sum by their index: those that names say nothing of, or say otherwise. */
export interface FoundSum {
  readonly quantity: number;
  readonly price: number;
  readonly total: number;
  readonly shipping: readonly number[];
  readonly taxes: readonly number[];
  readonly discounts: readonly number[];
  /** Beside the shipping that a name says. */
  readonly fees: readonly number[];
  /** Parts of which the amounts show what they are: a tax follows the lines, shipping does not, a discount stands on lines. */
  readonly proven: readonly number[];
}

interface Given {
  readonly orders: readonly (readonly Row[])[];
  readonly levels: readonly Level[];
  /** Those that names say, and then all that may be one. */
  readonly quantities: Choice;
  readonly prices: Choice;
  readonly totals: Choice;
  /** Totals whose names say that nothing but the lines is in them. */
  readonly subtotals: ReadonlySet<number>;
  /** Columns whose names say it. */
  readonly named: Readonly<Record<'shipping' | 'added' | 'takenOff', readonly number[]>>;
  readonly others: readonly number[];
  /** Columns whose names speak of shipping: they are no tax. */
  readonly freights: ReadonlySet<number>;
  /** A person said that no column is the tax. */
  readonly isUntaxed: boolean;
}

interface Choice {
  readonly named: readonly number[];
  readonly all: readonly number[];
}

interface Part {
  readonly index: number;
  readonly sign: 1 | -1;
  readonly isNamed: boolean;
  readonly cents: readonly number[];
}

/** The fewest rows or orders that show something. */
export const FEWEST = 5;
/** Orders that are looked at, and the most amounts beside the lines. */
const MOST_ORDERS = 60;
const MOST_PARTS = 4;
const MOST_OTHERS = 10;
/** Share that may be otherwise. */
const MAY_DIFFER = 0.05;

/** Undefined where the named columns make the total, or where nothing does. */
export function foundSum({
  orders: all,
  levels,
  named,
  others,
  freights,
  isUntaxed,
  ...columns
}: Given): FoundSum | undefined {
  const orders = all.slice(0, MOST_ORDERS);
  if (orders.length < FEWEST) return undefined;
  const { quantities, prices, totals, subtotals } = columns;
  const known = new Map<number, readonly (readonly number[])[] | undefined>();
  const cellsOf = (index: number) => {
    if (!known.has(index)) {
      const cents = centsIn(orders.flatMap((rows) => rows.map((row) => row[index]!.trim())));
      let at = 0;
      known.set(index, cents && orders.map((rows) => rows.map(() => cents[at++] ?? 0)));
    }
    return known.get(index);
  };
  const sumOf = (index: number): readonly number[] | undefined =>
    cellsOf(index)?.map((cells) =>
      levels[index] === 'item' ? sum(cells) : (cells.find((one) => one !== 0) ?? 0),
    );
  const partsOf = (index: number, sign: 1 | -1, isNamed: boolean): Part[] => {
    const cents = sumOf(index)?.map(Math.abs);
    return cents?.some((one) => one !== 0) ? [{ index, sign, isNamed, cents }] : [];
  };
  const parts = [
    ...[...named.shipping, ...named.added].flatMap((index) => partsOf(index, 1, true)),
    ...named.takenOff.flatMap((index) => partsOf(index, -1, true)),
    ...others
      .filter((one) => !Object.values(named).flat().includes(one))
      .slice(0, MOST_OTHERS)
      .flatMap((index) => [...partsOf(index, 1, false), ...partsOf(index, -1, false)]),
  ];
  const isShipping = ({ index }: Part) => named.shipping.includes(index);
  const search = (quantities: readonly number[], prices: readonly number[], totals: readonly number[]) => {
    let best: (FoundSum & { readonly size: number; readonly isNamed: boolean }) | undefined;
    for (const quantity of quantities)
      for (const price of prices.filter((one) => one !== quantity)) {
        const [counts, cells] = [cellsOf(quantity), cellsOf(price)];
        if (!counts || !cells) continue;
        const lines = cells.map((row, i) => sum(row.map((cents, n) => (cents * counts[i]![n]!) / 100)));
        for (const total of totals.filter((one) => one !== price && one !== quantity)) {
          const sums = sumOf(total);
          if (!sums || isMostly(sums, (one) => one === 0)) continue;
          const isUsed = ({ index, cents }: Part) =>
            [total, price, quantity].includes(index) ||
            isMostly(cents, (one, i) => one === sums[i] || one === lines[i]);
          const missing = sums.map((cents, i) => cents - lines[i]!);
          const found = partsThatMake(
            missing,
            parts.filter((one) => !isUsed(one)),
          );
          // The same sum turned round would have the total among its parts.
          const isLess = ({ cents }: Part) => sum(cents) > sum(sums);
          if (!found || found.some(isLess)) continue;
          // A total has more in it than a subtotal; what names say as well comes first.
          const isNamed = found.every((one) => one.isNamed);
          const size = found.length + (isNamed && found.length > 0 ? MOST_PARTS : 0);
          if (size <= (best?.size ?? -1)) continue;
          const own = sorted(found, lines, {
            levels,
            freights,
            isUntaxed,
            hasShipping: found.some(isShipping),
          });
          // Of two totals, with and without what no name says, only a person can tell which was paid.
          const rest = sums.map((one, i) => one - madeOf(found, i));
          const isOther = (one: number) =>
            ![total, price].includes(one) && sumOf(one)?.every((cents, i) => cents === rest[i]);
          const proven = columns.totals.all.some(isOther) ? [] : own.proven;
          best = { quantity, price, total, ...own, proven, size, isNamed };
        }
      }
    return best;
  };
  const own = search(quantities.named, prices.named, totals.named);
  if (own && (own.size > 0 || !subtotals.has(own.total))) return own.isNamed ? undefined : own;
  const found = search(quantities.all, prices.all, totals.all);
  if (own && (found?.size ?? 0) === 0) return undefined;
  // Lines alone are the total of one line.
  if (!found || (found.size === 0 && orders.every((rows) => rows.length === 1))) return undefined;
  return found;
}

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

export const isMostly = <T>(list: readonly T[], is: (one: T, i: number) => boolean) =>
  list.filter((one, i) => !is(one, i)).length <= list.length * MAY_DIFFER;

/** The fewest parts that make the amounts, with names where those do; none where nothing is missing. */
function partsThatMake(missing: readonly number[], parts: readonly Part[]): readonly Part[] | undefined {
  const named = parts.filter(({ isNamed }) => isNamed);
  return fewestOf(missing, named) ?? fewestOf(missing, parts);
}

/** What parts without a name add to an order. */
const madeOf = (parts: readonly Part[], i: number): number =>
  sum(parts.map(({ isNamed, sign, cents }) => (isNamed ? 0 : sign * cents[i]!)));

function fewestOf(missing: readonly number[], parts: readonly Part[]): readonly Part[] | undefined {
  if (isMostly(missing, (one) => one === 0)) return [];
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
    const found = next.find(({ rest }) => isMostly(rest, (one) => one === 0));
    if (found) return found.chosen;
    sets = next;
  }
  return undefined;
}

/**
 * A tax is of a line, or follows the lines; what is left of the order is shipping, and a fee beside a shipping that has a name.
 */
function sorted(
  found: readonly Part[],
  lines: readonly number[],
  {
    levels,
    freights,
    isUntaxed,
    hasShipping,
  }: Pick<Given, 'levels' | 'freights' | 'isUntaxed'> & { readonly hasShipping: boolean },
): Omit<FoundSum, 'quantity' | 'price' | 'total'> {
  const own = found.filter(({ isNamed }) => !isNamed);
  const added = own.filter(({ sign }) => sign === 1);
  const rates = ({ cents }: Part) => {
    const both = cents.flatMap((one, i) => (one > 0 && lines[i]! > 0 ? [{ one, line: lines[i]! }] : []));
    return {
      count: both.length,
      own: deviation(both.map(({ one, line }) => Math.log2(one / line))),
      lines: deviation(both.map(({ line }) => Math.log2(line))),
    };
  };
  const least = Math.min(...added.map((one) => rates(one).own));
  const isTax = (one: Part) => {
    if (isUntaxed || freights.has(one.index)) return false;
    const { own, lines: varied } = rates(one);
    return (
      levels[one.index] === 'item' ||
      // Where the lines hardly differ, the same shipping is the same share of them as well.
      (varied > HARDLY && own < varied / 2) ||
      // An amount that is always the same follows nothing.
      (added.length > 1 && !hasShipping && own === least && own < varied * 0.9)
    );
  };
  const isProven = (one: Part) => {
    const { count, own, lines: varied } = rates(one);
    if (one.sign === -1) return levels[one.index] === 'item';
    if (count < MANY_ORDERS || varied < HARDLY) return false;
    return isTax(one) ? own < varied * 0.2 : levels[one.index] !== 'item' && own > varied * 0.8;
  };
  const indexes = (list: readonly Part[]) => list.map(({ index }) => index);
  const untaxed = indexes(added.filter((one) => !isTax(one)));
  const others = untaxed.toSorted((a, b) => Number(freights.has(b)) - Number(freights.has(a)));
  return {
    proven: indexes(own.filter(isProven)),
    shipping: hasShipping ? [] : others.slice(0, 1),
    fees: hasShipping ? others : others.slice(1),
    taxes: indexes(added.filter(isTax)),
    discounts: indexes(own.filter(({ sign }) => sign === -1)),
  };
}

/** So many orders with an amount show what it follows. */
const MANY_ORDERS = 12;
/** How far the lines of orders lie apart, in powers of two: below it they are alike. */
const HARDLY = 0.3;

/** The standard deviation. */
function deviation(list: readonly number[]): number {
  const middle = sum(list) / list.length;
  return Math.sqrt(sum(list.map((one) => (one - middle) ** 2)) / list.length);
}
