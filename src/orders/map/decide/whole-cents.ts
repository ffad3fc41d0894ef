// Whether the amounts of a table are whole cents: 2498 for 24.98.
import type { Column, Row } from '../look/columns.ts';
import { type FoundColumns, MONEY_ROLES } from './amount-columns.ts';
import type { Roles } from './roles.ts';

/**
 * Columns that hold cents by their names; else all with money, when no cell of them has decimals. An amount of 2498 says nothing of
 * its unit; amounts of which half are below 1.00 as cents are none. What may add up with them is in cents, too.
 */
export function wholeCentsIn(
  {
    columns,
    roles,
    rows,
  }: { readonly columns: readonly Column[]; readonly roles: Roles; readonly rows: readonly Row[] },
  { prices, total, watched }: FoundColumns,
) {
  const cellsOf = ({ index }: Column) => rows.map((row) => row[index]!).filter((text) => /\d/.test(text));
  const isWhole = (one: Column) => cellsOf(one).every((text) => /^\D*\d+\D*$/.test(text));
  const whole = columns.filter((one) => one.share.number > 0.9 && isWhole(one));
  const named = whole.filter((one) => one.meaning.concepts.has('cents'));
  const beside = [...prices, ...total, ...watched.map(({ index }) => index)].map((index) => columns[index]!);
  const withBeside = (own: readonly Column[]) => [
    ...new Set([...own, ...beside.filter((one) => whole.includes(one))]),
  ];
  if (named.length > 0)
    return { columns: withBeside(named), whole, proposed: 'cents', isNamed: true } as const;
  const money = MONEY_ROLES.flatMap((role) => roles.get(role)?.column ?? []);
  if (money.length === 0 || !money.every(isWhole)) return undefined;
  const numbers = money
    .flatMap(cellsOf)
    .map((text) => Number(text.replace(/\D/g, '')))
    .filter((number) => number > 0);
  const share = (fits: (number: number) => boolean) => numbers.filter(fits).length / numbers.length;
  if (numbers.length < 3) return undefined;
  const isSmall = share((number) => number < 100) >= 0.5;
  const isRound = share((number) => number % 100 === 0) >= 0.5;
  // What the values look like; null where they say nothing.
  const proposed = isSmall ? 'units' : isRound ? null : 'cents';
  return { columns: withBeside(money), whole, proposed, isNamed: false } as const;
}
