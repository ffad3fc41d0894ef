// What the head of the file says about an unknown table: how orders are told apart, which column has which role, and which
// columns may make up the amounts. The whole file then confirms it.

import { type DecimalSign, decimalSignIn } from '../../../input/mapping/values/money.ts';
import { type Column, isBelowZero, levelOf, ordersOf, type Row, unplacedIn } from '../look/columns.ts';
import { timesIn, writtenDates } from '../look/date-columns.ts';
import {
  areEqual,
  isInternal,
  isNumberOfOrder,
  isPurchase,
  type KeyCandidate,
  keyByValues,
  keyCandidates,
  mayBeKey,
  mergedRow,
  partAlike,
  shopBeside,
} from '../look/order-key.ts';
import { meansOf } from '../look/words.ts';
import type { Answers } from '../types.ts';
import { amountColumns, type FoundColumns, MONEY_ROLES } from './amount-columns.ts';
import { giveByValues, giveSummed } from './by-values.ts';
import { asGiftCard, isArrival, isHalfName, isVoucher } from './cell-tests.ts';
import { type Equation, typedColumns } from './choose-reading.ts';
import { partsIn } from './line-parts.ts';
import { type Parcels, parcelsIn } from './parcels.ts';
import { rolesThatHold } from './refute.ts';
import { type Assigned, type Head, headRowsIn, type Roles, withoutHead } from './roles.ts';
import { BLOCKS, type Role } from './rules.ts';
import { wholeCentsIn } from './whole-cents.ts';

export type Hypothesis = ReturnType<typeof hypothesisOf>;

/** What a table is looked at with. */
interface Looked {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The columns of the order's number (`identifier`) and of roles that a person named; `none` where there is none. */
  readonly given: Readonly<Record<string, string>>;
  readonly answers: Answers;
  readonly typed?: Equation | undefined;
}

export function hypothesisOf(looked: Looked): ReturnType<typeof hypothesisOfSales> {
  const whole = hypothesisOfRows(looked);
  const parcels = parcelsIn(whole.columns, whole.roles, { rows: looked.rows, key: whole.key });
  if (!parcels || looked.given['item.quantity'] === parcels.units.name) return whole;
  const given = { 'item.quantity': parcels.quantity.name, ...looked.given };
  return { ...hypothesisOfRows({ ...looked, rows: parcels.rows, given }), parcels };
}

function hypothesisOfRows(looked: Looked): ReturnType<typeof hypothesisOfSales> {
  const { rows, answers } = looked;
  const found = hypothesisOfSales(looked);
  const { credits, key, roles } = found;
  const heads = answers['head_rows'] === 'no' ? undefined : headRowsIn(roles, rows, key);
  if (!credits && !heads) return found;
  // What a credit note says of its order, such as another date and another sum, says nothing of the sale.
  const sales = rows.filter((row) => !isBelowZero(row, credits));
  const lines = heads ? ordersOf(sales, key!.index).flatMap((order) => withoutHead(order, heads)) : sales;
  const creditRows = rows.filter((row) => isBelowZero(row, credits));
  return { ...hypothesisOfSales({ ...looked, rows: lines }), credits, creditRows, heads };
}

function hypothesisOfSales({ columns: named, rows, given, answers, typed }: Looked) {
  const { gift_cards: paid } = answers;
  const isPaid = (one: Column) => (paid === 'payment' || paid === 'refuse') && isVoucher(one);
  const columns = named.map((one) => (isPaid(one) ? asGiftCard(one) : one));
  const keyed = keyOf(columns, rows, given['identifier']);
  const { key } = keyed;
  const orders = key ? ordersOf(rows, key.index) : rows.map((row) => [row]);
  const levels = columns.map((one) => levelOf(orders, one));
  const head = { columns, levels, rows, key };
  const roles = rolesThatHold(head);
  const takenOut = giveNamed(roles, given, head);
  dropDoubtful(roles, given);
  for (const block of BLOCKS) completeNames(roles, block, rows);
  const found = amountColumns({
    ...{ columns, levels, roles, orders, takenOut },
    isUntaxed: given['tax'] === 'none',
  });
  const amounts = typed ? typedColumns(typed, found, levels) : found;
  const known = { ...head, roles };
  giveSummed(known, amounts.made);
  giveByValues(known, (role) => given[role] !== undefined);
  // Where nothing is an sku, the number of a product may be one, or a code beside it: a person is asked.
  if (!roles.has('item.sku') && !given['item.product']) roles.delete('item.product');
  const cents = wholeCentsIn({ columns, roles, rows }, amounts);
  const isCents = answers['cents'] === undefined ? cents?.isNamed : answers['cents'] === 'cents';
  const decimal = (answers['decimal'] as DecimalSign | undefined) ?? decimalOf(columns);
  const unplaced = unplacedIn(columns);
  return {
    ...keyed,
    names: columns.map(({ name }) => name),
    columns,
    levels,
    roles: roles as Roles,
    /** Roles of which a person said that no column has them. */
    absent: new Set(Object.keys(given).filter((role) => given[role] === 'none')),
    amounts: {
      ...amounts,
      ...(answers['fees'] === 'leave out' && { fees: [] }),
      ...(answers['fees'] === 'discount' && withFeesTakenOff(amounts)),
      isTyped: typed !== undefined,
      shipsFees: answers['fees'] === 'shipping' || typed !== undefined,
      addsCredits: answers['gift_cards'] === 'payment',
      cents: new Set(isCents ? cents?.whole.map(({ index }) => index) : []),
    },
    decimal,
    /** An amount that reads both ways, when nothing says which sign stands before the cents. */
    undecidedAmount: decimal ? undefined : undecidedIn(columns, roles),
    /** Columns whose numbers may be cents, when that is not certain. */
    cents,
    dates: writtenDates(roles, rows),
    /** Columns with the time of a day that stands in another one, by the role of that. */
    times: timesIn(roles, columns, rows),
    /** What the columns of two addresses begin with, while nobody has said which is that of the parcel. */
    unplaced: [...(unplaced ?? []), 'none'].includes(String(answers['delivery'])) ? undefined : unplaced,
    orders,
    /** The column that is blank in rows of whole orders. */
    heads: undefined as Column | undefined,
    /** Of rows that are parcels of lines. */
    parcels: undefined as Parcels | undefined,
    /** The units, where some rows have them below zero: credit notes, and no lines. */
    credits: creditsIn(roles, rows),
    creditRows: [] as readonly Row[],
    /** On lines that are parts of another line: which one. The other one has their price and units. */
    parts: partsIn(columns, roles, orders, amounts.prices),
  };
}

const withFeesTakenOff = ({ fees, discounts }: FoundColumns) => ({
  fees: [],
  discounts: [...fees.map((one) => ({ ...one, kind: 'discount' as const })), ...discounts],
});

/** How the orders are told apart; `named` by a person. */
function keyOf(columns: readonly Column[], rows: readonly Row[], named: string | undefined) {
  const keys = keyCandidates(columns, rows);
  const chosen = columns.find(({ name }) => name === named);
  const isNamed = keys[0] !== undefined && !keys[0].isApart;
  const byValues = isNamed ? undefined : keyByValues(columns, rows);
  const sure = chosen ?? byValues;
  const key = sure ?? keys[0]?.column;
  const cut = chosen ?? [...keys.map(({ column }) => column), ...columns].find(isNumberOfOrder);
  const shops = chosen ? [] : keys.flatMap(({ column }) => shopBeside(column, columns, rows) ?? []);
  const keyRivals = key && !sure ? rivalsOf(keys, key, { columns, rows }) : [];
  return {
    /** Undefined when no column looks like the number of an order. */
    key,
    /** The columns with the shop and with the number, where several shops use the same numbers. */
    shops: shops.slice(0, 2),
    /** Columns that are as good a number of the order as `key`. */
    keyRivals,
    /** The column with the number, and a row of an order without it. */
    merged: cut && { name: cut.name, row: mergedRow(cut, rows) },
    /** Nobody chose the key, and its numbers come back after other orders, or another column may number them as well. */
    isKeyApart:
      shops.length > 0 ||
      (!sure && keys[0]?.isApart === true) ||
      keyRivals.some((one) => one.distinct !== key!.distinct || isReference(one, key!)),
  };
}

/** Gives the roles that a person named. Returns the columns of which a person said that they have not the role of their name. */
function giveNamed(
  roles: Map<Role, Assigned>,
  given: Looked['given'],
  { columns, key }: Head,
): ReadonlySet<Column> {
  const takenOut = new Set<Column>();
  for (const [role, name] of Object.entries(given)) {
    const column = columns.find((one) => one.name === name);
    // What was taken for the sku before it turned out to be the number of the order is none.
    const isKey = role === 'item.sku' && column === key;
    if (column && role !== 'identifier' && !isKey) {
      // A person may say the same column twice.
      for (const [other, { column: taken, isGiven }] of [...roles])
        if (taken === column && !isGiven && !mayShare(role, other)) roles.delete(other);
      const created = roles.get('created_at');
      if (role === 'updated_at' && created?.column === column && !created.isGiven) roles.delete('created_at');
      roles.set(role, { column, named: true, proven: true, isGiven: true, rivals: [] });
    }
    const before = roles.get(role);
    if (name !== 'none' || !before) continue;
    takenOut.add(before.column);
    roles.delete(role);
  }
  return takenOut;
}

function dropDoubtful(roles: Map<Role, Assigned>, given: Looked['given']): void {
  // What a person said of an order counts for its lines, too.
  for (const role of ['status', 'shipped_date'])
    if (given[role] !== undefined && given[`item.${role}`] === undefined) roles.delete(`item.${role}`);
  if (given['item.shipped_date'] === 'none') roles.delete('shipped_date');
  // Where there is a column for each, a parcel leaves before it arrives.
  const dates = ['shipped_date', 'item.shipped_date'].filter((role) => roles.has(role));
  const late = dates.filter((role) => {
    const { column, isGiven } = roles.get(role)!;
    return !isGiven && isArrival(column);
  });
  if (late.length === 1 && dates.length === 2) roles.delete(late[0]!);
  // A town alone is no address beside another one.
  const hasOne = (block: string, ...parts: readonly string[]) =>
    parts.some((part) => roles.has(`${block}.${part}`));
  const isBeside = BLOCKS.some((one) => one !== 'address' && hasOne(one, 'street1', 'zip_code', 'city'));
  if (isBeside && !hasOne('address', 'street1', 'zip_code')) roles.delete('address.city');
}

const creditsIn = (roles: Roles, rows: readonly Row[]): Column | undefined => {
  const units = roles.get('item.quantity')?.column;
  return rows.some((row) => isBelowZero(row, units)) ? units : undefined;
};

/** A title stands for the sku as well, and one date for two fields. */
const mayShare = (...both: Role[]): boolean =>
  both.every((role) => /^item\.(?:sku|title)$|_(?:at|date)$/.test(role));

/** `Nombre` beside `Apellidos` is the first name, `Nom` beside `Prenom` the last one, unless it holds the other one as well. */
function completeNames(roles: Map<Role, Assigned>, block: string, rows: readonly Row[]): void {
  const whole = roles.get(`${block}.name`);
  const first = roles.get(`${block}.first_name`);
  const last = roles.get(`${block}.last_name`);
  const other = first ?? last;
  if (!whole || !other) return;
  const isWhole = (row: Row) =>
    row[whole.column.index]!.toLowerCase().includes(row[other.column.index]!.toLowerCase());
  const filled = rows.filter((row) => row[whole.column.index] !== '' && row[other.column.index] !== '');
  if (filled.length === 0 || filled.filter(isWhole).length > filled.length / 2) return;
  // `NAME1` of an ERP is the whole name of the recipient, who may be somebody else.
  const isBoth = first !== undefined && last !== undefined;
  if (!isBoth && !isHalfName(whole.column)) return;
  roles.delete(`${block}.name`);
  // Beside both it is the name of something else.
  if (isBoth) return;
  roles.set(`${block}.${first ? 'last_name' : 'first_name'}`, whole);
}

/**
 * Columns that part the rows alike and are named as well: `Order number` and `Order reference`; beside a number that is not said to
 * be that of the order also those whose names say nothing, and the one that parts them as people and dates do.
 */
function rivalsOf(
  keys: readonly KeyCandidate[],
  key: Column,
  { columns, rows }: Pick<Head, 'columns' | 'rows'>,
): Column[] {
  // The number under which a business orders is its own: the shop has another.
  const isOwn = ({ column, isApart }: KeyCandidate) =>
    isPurchase(key) && !isApart && partAlike(rows, column.index, key.index);
  const likely = keys.filter(
    (one) =>
      one.column !== key && (one.score >= keys[0]!.score - 1 || isReference(one.column, key) || isOwn(one)),
  );
  const isUnnamed = (one: Column) =>
    one.meaning.concepts.size === 0 &&
    mayBeKey(one, key.distinct, rows) &&
    partAlike(rows, one.index, key.index);
  const isSaid = key.meaning.concepts.has('order') && !key.meaning.concepts.has('bill');
  const unnamed = isSaid ? [] : columns.filter(isUnnamed);
  const byValues = isSaid && key.distinct < rows.length ? undefined : keyByValues(columns, rows);
  const all = new Set([...likely.map(({ column }) => column), ...unnamed, ...(byValues ? [byValues] : [])]);
  const differs = ({ index }: Column) => !areEqual(rows, key.index, index);
  return [...all].filter(differs);
}

/** `reference` beside `id_order`: shoppers know it, or another system. */
const isReference = (one: Column, key: Column): boolean =>
  isInternal(key) &&
  !isInternal(one) &&
  one.meaning.unknown === 0 &&
  !meansOf(one.meaning, ['order', 'bill']);

/** An amount that reads both ways. */
function undecidedIn(columns: readonly Column[], roles: Roles): string | undefined {
  const money = MONEY_ROLES.flatMap((role) => roles.get(role)?.column ?? []);
  return (money.length > 0 ? money : columns)
    .flatMap(({ texts }) => texts)
    .find((text) => decimalSignIn(text) === 'either');
}

/** The sign before the decimals, from all columns with numbers; undefined when no cell decides it. */
function decimalOf(columns: readonly Column[]): DecimalSign | undefined {
  const numbers = columns.filter(
    ({ share }) => share.number >= 0.9 && share.date <= 0.5 && share.phone <= 0.9,
  );
  const signs = numbers.flatMap(({ texts }) => texts.map(decimalSignIn));
  return signs.find((sign) => sign === '.' || sign === ',');
}
