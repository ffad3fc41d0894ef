// How the dates of an unknown table are written, from all cells at its head, where they are not written in a common way.

import type { DayOrder } from '../../../input/mapping/values/date-format.ts';
import type { Roles } from '../decide/roles.ts';
import type { Role } from '../decide/rules.ts';
import { type Column, isCommonDate, moreDaysOf, type Row, SHORT_DAYS } from './columns.ts';

export const DATE_ROLES: readonly Role[] =
  'created_at updated_at shipped_date item.shipped_date canceled_date paid_date'.split(' ');

/**
 * `days`: formats of the days beyond the common ones, without times; `hasCommon`: some dates are written in a common way; `undecided`: a
 * column with `03/04/26` where no date of the head tells the day from the month, or some say one and others the other; `serial`: one
 * with the days of a spreadsheet, which can be counted from two beginnings.
 */
export function writtenDates(roles: Roles, rows: readonly Row[]) {
  const short = Object.values(SHORT_DAYS);
  const days = new Set<string>();
  const possible = new Set(short);
  let hasCommon = false;
  let undecided: { readonly column: Column; readonly example: string } | undefined;
  let serial: typeof undecided;
  for (const role of DATE_ROLES) {
    const column = roles.get(role)?.column;
    if (!column) continue;
    const texts = [...new Set(rows.map((row) => row[column.index]!.trim()))].filter((text) => text !== '');
    const others = texts.filter((text) => !isCommonDate(text));
    hasCommon ||= others.length < texts.length;
    for (const text of others) {
      const fits = moreDaysOf(text);
      for (const day of fits) days.add(day);
      if (fits.includes('serial')) serial ??= { column, example: text };
      if (!fits.some((day) => short.includes(day))) continue;
      undecided ??= { column, example: text };
      for (const day of short) if (!fits.includes(day)) possible.delete(day);
    }
  }
  const isDecided = possible.size === 1;
  return {
    days: [...days].filter((day) => !isDecided || !short.includes(day) || possible.has(day)),
    hasCommon,
    serial,
    undecided: isDecided ? undefined : undecided,
  };
}

/** The columns with the times of days that stand in other ones: `Order Time` beside `Order Date`, or `Time` right after it. */
export function timesIn(roles: Roles, columns: readonly Column[], rows: readonly Row[]) {
  const times = new Map<Role, Column>();
  for (const role of DATE_ROLES) {
    const day = roles.get(role)?.column;
    if (!day || rows.some((row) => /\d:\d\d/.test(row[day.index]!))) continue;
    const of = [...day.meaning.concepts];
    const time = columns.find(({ index, share, meaning: { concepts } }) => {
      const isBehind = index === day.index + 1;
      if (share.time < 0.9 || !(concepts.has('date') || (isBehind && concepts.size === 0))) return false;
      const isSame = concepts.size === of.length && of.every((concept) => concepts.has(concept));
      return isSame || (concepts.size <= 1 && isBehind);
    });
    if (time) times.set(role, time);
  }
  return times;
}

const DAY_AND_MONTH = /^(\d{1,2})([./-])(\d{1,2})\2\d{2,4}\b/;

/** What some date of the table shows about all of them: a 13th is no month, and nobody puts points behind a month. */
export function dayOrderIn(columns: readonly Column[], rows: readonly Row[]): DayOrder | undefined {
  const orders = new Set<DayOrder>();
  for (const { index } of columns.filter(({ share }) => share.date > 0.5))
    for (const row of rows) {
      const [, first, sign, second] = DAY_AND_MONTH.exec(row[index]!.trim()) ?? [];
      if (sign === '.' || Number(first) > 12) orders.add('day first');
      else if (Number(second) > 12) orders.add('month first');
    }
  return orders.size === 1 ? [...orders][0] : undefined;
}
