// What values say against a role that a name gives: an sku with two titles, a customer since for the date of an order, the address of
// somebody else. The next best column then has the role.
import { BY_CHANCE, hasNameOf, MOST_NAMED } from '../../audit/persons.ts';
import type { Column, Row } from '../look/columns.ts';
import { partAlike, textsIn } from '../look/order-key.ts';
import { meansOf } from '../look/words.ts';
import { datesNear, datesOf, isBefore, isBeforeAll, isYearsBefore } from './by-values.ts';
import { isCodes, isDigits, isName } from './cell-tests.ts';
import { type Assigned, type Head, headRowsIn, type Roles, rolesOf } from './roles.ts';
import type { Role } from './rules.ts';

/** Texts that come again, to show something. */
const ENOUGH = 3;

/** Whether rows with one text in a column mostly have one in the other, as far as texts come again. */
export function follows(column: Column, other: Column, rows: readonly Row[]): boolean {
  const values = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = row[other.index]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    values.set(key, (values.get(key) ?? new Set()).add(row[column.index]!));
  }
  const again = [...values].filter(([key]) => key !== '' && counts.get(key)! > 1);
  return again.length < ENOUGH || again.filter(([, of]) => of.size > 1).length <= again.length / 2;
}

/** The roles by name, without those that the values speak against: then the next best column has the role. */
export function rolesThatHold(head: Head): Map<Role, Assigned> {
  const refuted = new Set<string>();
  for (;;) {
    const roles = rolesOf(head, refuted);
    const before = refuted.size;
    for (const [role, { column }] of roles)
      if (isRefuted(role, column, roles, head)) refuted.add(`${role} ${column.index}`);
    if (refuted.size === before) return roles;
  }
}

/**
 * An e-mail address is that of the shopper, an sku stands in most rows and has one title, other codes of an article follow its sku, a
 * shopper has one number, a postal code lies in one town, and a town in one state.
 */
function isRefuted(role: Role, column: Column, roles: Roles, head: Head): boolean {
  const { columns, rows } = head;
  const of = (other: Role) => roles.get(other)?.column;
  if (role === 'item.quantity_shipped') {
    const all = of('item.quantity')?.index;
    return rows.some((row) => Number(row[column.index]) > Number(row[all ?? column.index]));
  }
  if (role === 'customer.email') return isOfSomebodyElse(column, roles, head);
  const [sku, title] = [of('item.sku'), of('item.title')];
  const email = of('customer.email');
  if (role === 'customer.identifier')
    return (
      email !== undefined &&
      (column.distinct * 2 < email.distinct ||
        !follows(column, email, rows) ||
        (email.distinct < ENOUGH && differsIn(column, email, rows)))
    );
  const least = role === 'item.sku' ? 0.5 : role === 'item.title' ? 0.9 : 0;
  const isBelowHeads = role === 'item.title' && headRowsIn(roles, rows, head.key) === column;
  if (!isBelowHeads && column.filled < rows.length * least) return true;
  if (role === 'created_at') return isOfAnotherDay(column, roles, head);
  // A number of the program's own, beside a code.
  const isSame = (one: Column) =>
    one !== column && isCodes(one) && !isDigits(one) && partAlike(rows, one.index, column.index);
  if (role === 'item.sku' && isDigits(column) && columns.some(isSame)) return true;
  if (role.endsWith('address.name')) return email !== undefined && isNobody(column, email, head);
  if (role === 'item.sku') return title !== undefined && title !== column && !follows(title, column, rows);
  if (role === 'item.variant' || role === 'item.product')
    return (
      sku !== undefined &&
      sku !== column &&
      ((column.distinct === 1 && sku.distinct > 1) || differsIn(column, sku, rows))
    );
  const [block, part] = role.split('.');
  if (part === 'street1') return !of(`${block}.house`) && isNoStreet(column, head);
  const other = part === 'city' ? 'zip_code' : part === 'state' ? 'city' : undefined;
  const leads = other && (of(`${block}.${other}`) ?? of(`address.${other}`));
  return leads !== undefined && !follows(column, leads, rows);
}

/** No text of it has a digit, and those of another part of an address nearly all have: it is a name in an address. */
function isNoStreet({ index }: Column, { rows, columns }: Head): boolean {
  const isStreet = (row: Row, at: number) => /\p{L}{2,}.*\s\d|^\d\S*\s.*\p{L}{2}/u.test(row[at]!);
  const isOne = (one: Column) =>
    meansOf(one.meaning, ['address', 'ship', 'bill']) &&
    !meansOf(one.meaning, ['zip']) &&
    rows.filter((row) => isStreet(row, one.index)).length > rows.length * MOST_NAMED;
  return !rows.some((row) => /\d/.test(row[index]!)) && columns.some(isOne);
}

/** Where another column has the addresses with the names of the shoppers in them; of a few orders the audit says nothing. */
function isOfSomebodyElse(column: Column, roles: Roles, { rows, columns }: Head): boolean {
  const names = [...roles].filter(([role]) => /name$/.test(role)).map(([, { column: one }]) => one.index);
  const namesOf = (row: Row) => names.map((name) => row[name]!);
  const named = ({ index }: Column) =>
    rows.filter((row) => hasNameOf(row[index]!, namesOf(row))).length / rows.length;
  const isOne = (one: Column) => one !== column && one.share.email > MOST_NAMED && named(one) > MOST_NAMED;
  return columns.some(isOne) && named(column) < BY_CHANCE;
}

/** Whether rows with one text in a column have several in the other. */
const differsIn = ({ index }: Column, other: Column, rows: readonly Row[]): boolean =>
  textsIn(rows, other.index, index) > other.distinct;

/** The day of something else: months before the last change, after it, or later than another date, as that of a payment. */
function isOfAnotherDay(column: Column, roles: Roles, { rows, columns }: Head): boolean {
  const changed = roles.get('updated_at')?.column;
  const isPlain = column.meaning.unknown === 0 && meansOf(column.meaning, ['order', 'created']);
  if (changed === column) return false;
  if (!changed) {
    const dates = datesOf(columns).filter((one) => one !== column);
    const isBirth = (day: Column) => dates.some((one) => isYearsBefore(day, one, rows));
    if (!isPlain && isBeforeAll(column, dates, rows)) return true;
    return isBirth(column) || (!isPlain && dates.some((one) => isBefore(one, column, rows) && !isBirth(one)));
  }
  const near = datesNear(columns, changed, rows).filter((one) => one !== column && one !== changed);
  return (
    (near.length > 0 && !datesNear([column], changed, rows).includes(column)) ||
    (!isPlain && near.some((one) => isBefore(one, column, rows)))
  );
}

/** No part of the e-mail addresses, where that of another column is: somebody who packed the order. */
function isNobody(column: Column, email: Column, { rows, columns }: Head): boolean {
  // Presents may all go to the same person.
  if (column.meaning.unknown === 0 && meansOf(column.meaning, ['address', 'recipient'])) return false;
  const named = ({ index }: Column) =>
    rows.filter((row) => hasNameOf(row[email.index]!, [row[index]!])).length / rows.length;
  const isOne = (one: Column) => one !== column && one !== email && isName(one) && named(one) > MOST_NAMED;
  return named(column) < BY_CHANCE && column.distinct * 2 <= email.distinct && columns.some(isOne);
}
