// Roles that values give to columns under names that say nothing: units that have shipped, the postal code of an address, the date of
// the order. Only where the values fit one column, and no other.
import { type DayOrder, readCommon } from '../../../input/mapping/values/date-format.ts';
import { hasNameOf, MOST_NAMED, SHOP } from '../../audit/persons.ts';
import { isRest } from '../../audit/statuses.ts';
import { speaksOf, wordsIn } from '../../audit/suspicion.ts';
import { type Column, isBilling, ordersOf, type Row } from '../look/columns.ts';
import { dayOrderIn } from '../look/date-columns.ts';
import { partAlike } from '../look/order-key.ts';
import { hasEntries, isOfEntry } from '../look/status-lists.ts';
import { statusMeant } from '../look/words.ts';
import { isCodes, isEpoch, isHalfName, isName, isPlanned } from './cell-tests.ts';
import type { Assigned, Head } from './roles.ts';
import { BLOCKS, type Role } from './rules.ts';
import { FEWEST, type FoundSum, isMostly } from './sums.ts';

type Given = Map<Role, Assigned>;

/** With the roles so far. */
interface Known extends Head {
  readonly roles: Given;
}

const areMostly = (rows: readonly Row[], is: (row: Row) => boolean): boolean =>
  rows.length >= FEWEST && isMostly(rows, is);

const give = (roles: Given, role: Role, column: Column): void => {
  roles.set(role, { column, named: false, proven: true, rivals: [] });
};

/** What the sums show counts for more than names: their columns have no other role. */
export function giveSummed({ roles, columns }: Known, made: FoundSum | undefined): void {
  if (!made) return;
  for (const [role, index] of [
    ['item.quantity', made.quantity],
    ['item.price', made.price],
  ] as const) {
    const column = columns[index]!;
    if (roles.get(role)?.column === column) continue;
    for (const [other, { column: taken }] of [...roles]) if (taken === column) roles.delete(other);
    give(roles, role, column);
  }
}

/** @param absent roles that a person said no column has */
export function giveByValues(table: Known, absent: (role: Role) => boolean): void {
  const { roles } = table;
  placeByPrefix(roles);
  // A country or a name alone is that of one of the two addresses.
  const isAlone = roles.has('shipping_address.street1') && !roles.has('address.street1');
  const given = [...roles].filter(([role]) => !isAlone || !role.startsWith('address.'));
  const taken = new Set(given.map(([, { column }]) => column));
  const isFree = (one: Column) =>
    one !== table.key &&
    !hasEntries(one) &&
    !taken.has(one) &&
    one.filled > table.rows.length / 2 &&
    !one.meaning.concepts.has('other') &&
    !speaksOf(one.name, SHOP);
  const free = table.columns.filter(isFree);
  if (!roles.has('updated_at') && !absent('updated_at')) {
    const dates = datesOf(free).filter((one) => !isOfEntry(one) && isLastChange(one, table));
    if (dates.length === 1) give(roles, 'updated_at', dates[0]!);
  }
  giveHalves(free, table, absent);
  const found: [role: Role, columns: readonly Column[]][] = [
    ['item.quantity_shipped', free.filter((one) => isShipped(one, table))],
    [OPEN_UNITS, free.filter((one) => isRest(one.name) && isShipped(one, table, true))],
    ['created_at', datesOfOrder(free, table)],
    ['item.title', free.filter((one) => isOfArticle(one, 'item.sku', table) && isWords(one))],
    ['item.sku', free.filter((one) => isOfArticle(one, 'item.title', table) && isCodes(one))],
    ...BLOCKS.flatMap((block): [Role, Column[]][] => [
      [
        `${block}.zip_code`,
        free.filter((one) => one.distinct * 2 <= one.filled && isInTown(one, block, POSTAL_CODE, table)),
      ],
      [`${block}.country_code`, free.filter((one) => isCountry(one, block, table))],
      // What is the same in all orders is where the shop is.
      [`${block}.street1`, free.filter((one) => one.distinct > 1 && isInTown(one, block, STREET, table))],
      ...PARTS.map((part): [Role, Column[]] => [
        `${block}.${part}`,
        free.filter((one) => isOfOtherAddress(one, block, part, table)),
      ]),
    ]),
  ];
  for (const [role, columns] of found) {
    // Of two addresses each has its own: that with the prefix of the town.
    const [block, part = ''] = role.split('.');
    const isTwice = columns.length > 1 && ['street1', 'zip_code', 'country_code'].includes(part);
    const prefix = isTwice && prefixOf(roles.get(`${block}.city`)?.column);
    const [column, ...more] = columns.filter((one) => prefix === false || prefixOf(one) === prefix);
    if (column && more.length === 0 && !roles.has(role) && !absent(role)) give(roles, role, column);
  }
}

/** Of two addresses a part under a name of neither is that of its prefix: `WE_str` is where the parcel goes. */
function placeByPrefix(roles: Given): void {
  for (const part of ['city', ...PARTS]) {
    const one = roles.get(`address.${part}`);
    const bills = isBilling(prefixOf(one?.column) ?? '');
    const [block, other] = bills ? [TWO[1], TWO[0]] : TWO;
    const role = `${block}.${part}`;
    const isTwo = roles.has(`${other}.city`) && (part === 'city' || roles.has(`${block}.city`));
    if (!one || one.isGiven || bills === undefined || !isTwo || roles.has(role)) continue;
    roles.delete(`address.${part}`);
    roles.set(role, one);
  }
}
const TWO = ['shipping_address', 'billing_address'] as const;

const prefixOf = (column: Column | undefined): string | undefined =>
  /^(\p{L}{1,5}?)[_. -]/u.exec(column?.name ?? '')?.[1];

/** Units that have not left, which leave those that have. */
export const OPEN_UNITS: Role = 'item.quantity_open';

/** All units of what has shipped, and fewer of something that has not; `isRest`: of a column of those that have not. */
function isShipped({ index, share }: Column, { roles, rows }: Known, isRest = false): boolean {
  const [quantity, status] = ['item.quantity', 'status'].map((role) => roles.get(role)?.column.index);
  if (quantity === undefined || status === undefined || share.whole < 1) return false;
  let meant: ReturnType<typeof statusMeant>;
  const seen = { Shipped: 0, Created: 0, Cancelled: 0 };
  for (const row of rows) {
    // The cells of the order may stand on its first row only.
    if (row[status] !== '') meant = statusMeant(row[status]!, true);
    const [counted, all] = [Number(row[index]), Number(row[quantity])];
    if (row[index] === '' || counted > all) return false;
    // Of an order that went back in part, or shipped in part, its word says nothing; of what was cancelled nothing is left.
    if (meant === undefined || (isRest && meant === 'Cancelled')) continue;
    const units = isRest ? all - counted : counted;
    if ((meant === 'Shipped' && units < all) || (meant === 'Cancelled' && units > 0)) return false;
    if (meant === 'Shipped' || units === 0) seen[meant]++;
  }
  return seen.Shipped >= FEWEST && seen.Created > 0;
}

const isWords = (one: Column): boolean => one.share.word > 0.9 && !isCodes(one);

/** A text that stands beside one sku, or one title, and no other has it. */
function isOfArticle(one: Column, role: Role, table: Known): boolean {
  const known = table.roles.get(role)?.column;
  return known !== undefined && isBeside(one, known, table);
}

const isBeside = (one: Column, other: Column, { rows, levels }: Head): boolean =>
  levels[one.index] !== 'order' &&
  other.distinct >= FEWEST &&
  other.distinct * 2 <= other.filled &&
  one.distinct === other.distinct &&
  partAlike(rows, one.index, other.index);

const isCountry = (one: Column, block: string, { roles, levels, columns, rows }: Known): boolean =>
  roles.has(`${block}.city`) &&
  one.share.country > 0.9 &&
  // `IL` and `CO` beside `US` are states.
  !columns.some(
    (other) =>
      other.share.country > 0.9 &&
      other.distinct < one.distinct &&
      new Set(rows.map((row) => `${row[one.index]}\n${row[other.index]}`)).size === one.distinct,
  ) &&
  // `MA` is Massachusetts, too.
  !one.meaning.concepts.has('state') &&
  levels[one.index] !== 'item' &&
  // `NA` in all orders may be a region, or nothing.
  !(one.distinct === 1 && one.example === 'NA');

/** Words with the number of a house before or behind them. */
const STREET = /^(?:\d+[a-z]?,? \p{L}.*|\p{L}.* \d+ ?[a-z]?)$/iu;

/** Texts of this form beside the town, of which each lies in one: that of a warehouse does not. */
function isInTown(one: Column, block: string, form: RegExp, { roles, rows, levels }: Known): boolean {
  const city = roles.get(`${block}.city`)?.column;
  if (!city || levels[one.index] === 'item') return false;
  const filled = rows.filter((row) => row[one.index] !== '' && row[city.index] !== '');
  return areMostly(filled, (row) => form.test(row[one.index]!)) && areMostly(filled, inOneTown(one, city));
}

/** Whether the town of a row is that of the first row with the same text. */
function inOneTown(one: Column, city: Column): (row: Row) => boolean {
  const towns = new Map<string, string>();
  return (row) => {
    const town = towns.get(row[one.index]!) ?? row[city.index]!;
    towns.set(row[one.index]!, town);
    return town === row[city.index];
  };
}

/** First and family name, by the e-mail addresses of the shoppers: `joy.oneil@example.net`. One may be known, as `Name` perhaps. */
function giveHalves(
  free: readonly Column[],
  { roles, rows, levels }: Known,
  absent: (role: Role) => boolean,
): void {
  const email = roles.get('customer.email')?.column;
  const named = [...roles].filter(([role]) => /address\.(?:first_|last_)?name$/.test(role));
  const [[role = '', half] = [], ...others] = named;
  const isPlace = (one: string) => roles.has(`${one}.city`) || roles.has(`${one}.street1`);
  const block = half ? role.split('.')[0] : BLOCKS.find(isPlace);
  const isKnown = /\.(?:first|last)_name$/.test(role);
  const isWhole = others.length > 0 || half?.isGiven || (half && !isKnown && !isHalfName(half.column));
  if (!email || !block || isWhole || rows.length < FEWEST || absent('address.name')) return;
  const lettersOf = (row: Row, { index }: Column) => wordsIn(row[index]!).join('');
  const most = (is: (row: Row) => boolean) => rows.filter(is).length > rows.length * MOST_NAMED;
  const halves = [...new Set([...(half ? [half.column] : []), ...free])].filter(
    (one) =>
      levels[one.index] !== 'item' &&
      (isKnown ? isName(one) : isHalfName(one)) &&
      most((row) => hasNameOf(row[email.index]!, [row[one.index]!])),
  );
  const [one, other, ...more] = halves;
  if (!one || !other || more.length > 0) return;
  // The whole name beside a half of it.
  if (most((row) => row[other.index]!.includes(row[one.index]!))) return;
  const at = (row: Row, name: Column) => lettersOf(row, email).indexOf(lettersOf(row, name));
  const isFirst =
    role.endsWith('.first_name') ||
    (!role.endsWith('.last_name') && most((row) => at(row, one) < at(row, other)));
  if (role.endsWith('.name')) roles.delete(role);
  give(roles, `${block}.first_name`, isFirst ? one : other);
  give(roles, `${block}.last_name`, isFirst ? other : one);
}

/** ms since the epoch, by the wall clock of the text. */
const momentOf = (text: string, order: DayOrder = 'day first'): number => {
  const number = Number(text);
  if (Number.isNaN(number)) return readCommon(text, order)?.wall ?? Number.NaN;
  return text.length <= 10 ? number * 1000 : number;
};

/** The first of the dates near the last change. */
function datesOfOrder(free: readonly Column[], { roles, rows, levels }: Known): readonly Column[] {
  const changed = roles.get('updated_at')?.column;
  const dates = changed ? datesNear(free, changed, rows) : datesOf(free);
  const near = dates.filter(({ index }) => levels[index] !== 'item');
  return near.filter(
    (one) =>
      near.every((other) => one === other || isEarlier(one, other, rows)) &&
      (changed ||
        near.some((other) => isBefore(one, other, rows) && datesNear([one], other, rows).length > 0)),
  );
}

const DAY = 86_400_000;
const middle = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1]!;

export const datesOf = (columns: readonly Column[]): Column[] =>
  columns.filter((one) => one.filled > 0 && (one.share.date > 0.9 || isEpoch(one)) && !isPlanned(one));

/** Dates that are mostly days before the last change, and in no row after it. */
export const datesNear = (columns: readonly Column[], changed: Column, rows: readonly Row[]): Column[] =>
  datesOf(columns).filter((one) => {
    const gaps = gapsBetween(one, changed, rows);
    return gaps.every((gap) => gap >= 0) && middle(gaps) < 60 * DAY;
  });

/** In no row later, and in some before. */
export const isBefore = (one: Column, other: Column, rows: readonly Row[]): boolean =>
  one !== other && isEarlier(one, other, rows) && !isEarlier(other, one, rows);

/** In most rows by more than a year, and under a name that says less: a date of birth. */
export const isYearsBefore = (one: Column, other: Column, rows: readonly Row[]): boolean =>
  other.meaning.unknown < one.meaning.unknown && isFarBefore(one, other, rows);

/** Years before all other dates, of which two are near each other: since when somebody is a customer. */
export const isBeforeAll = (one: Column, others: readonly Column[], rows: readonly Row[]): boolean =>
  others.every((other) => isFarBefore(one, other, rows)) &&
  others.some((other) => datesNear(others, other, rows).length > 1);

function isFarBefore(one: Column, other: Column, rows: readonly Row[]): boolean {
  const gaps = gapsBetween(one, other, rows);
  return gaps.filter((gap) => gap > YEAR_MS).length * 2 > gaps.length;
}
const YEAR_MS = 400 * DAY;

/** In no row later. */
const isEarlier = (one: Column, other: Column, rows: readonly Row[]): boolean =>
  gapsBetween(one, other, rows).every((gap) => gap >= 0);

/** ms from one date to the other, in the rows that have both. */
function gapsBetween(one: Column, other: Column, rows: readonly Row[]): number[] {
  const months = [one, other].some((column) => dayOrderIn([column], rows) === 'month first');
  const at = (text: string) => momentOf(text, months ? 'month first' : 'day first');
  const both = rows.filter((row) => row[one.index] !== '' && row[other.index] !== '');
  return both.map((row) => at(row[other.index]!) - at(row[one.index]!));
}

/** Times longer after the order where it has shipped. */
const LATER = 3;

/** Filled in all orders, never before another date of the order, and much later where the order has shipped: it moves with it. */
function isLastChange(one: Column, { roles, rows, columns, key, levels }: Known): boolean {
  const [created, status] = ['created_at', 'status'].map((role) => roles.get(role)?.column);
  if (!key || !created || !status || one.filled < rows.length || levels[one.index] === 'item') return false;
  const others = datesOf(columns).filter((other) => other !== one && levels[other.index] !== 'item');
  if (!others.every((other) => isEarlier(other, one, rows))) return false;
  const heads = ordersOf(rows, key.index).map(([row]) => row!);
  const meant = heads.map((row) => statusMeant(row[status.index]!));
  const [shipped, open] = [true, false].map((isShipped) => {
    const own = heads.filter((_, i) => meant[i] !== undefined && (meant[i] === 'Shipped') === isShipped);
    return gapsBetween(created, one, own);
  }) as [number[], number[]];
  const isVaried = new Set(shipped).size >= FEWEST && open.length >= SEVERAL;
  return isVaried && middle(shipped) > LATER * middle(open) && middle(open) > 0;
}
const SEVERAL = 3;

const PARTS = ['name', 'street1', 'city', 'zip_code', 'state', 'country_code', 'phone'];

/** In most orders the same as in the other address: a part of the one that lacks it. */
function isOfOtherAddress({ index }: Column, block: string, part: string, { roles, rows }: Known): boolean {
  const other = block === 'shipping_address' ? 'billing_address' : 'shipping_address';
  const column = roles.get(`${other}.${part}`)?.column;
  const own = PARTS.filter((one) => roles.has(`${block}.${one}`)).length;
  if (!column || own < 2 || roles.has(`${block}.last_name`)) return false;
  const same = rows.filter((row) => row[index] !== '' && row[index] === row[column.index]);
  return same.length > rows.length / 2;
}

/** Codes of five digits and those with letters or a hyphen, as countries write them. */
const POSTAL_CODE =
  /^(?:\d{5}(?:-\d{3,4})?|\d{4} ?[A-Z]{2}|\d{3} \d{2}|\d{2}-\d{3}|\d{3}-\d{4}|\d{4}-\d{3}|[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/;
