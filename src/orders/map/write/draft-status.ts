// The status of an order in a draft, how many units have shipped or were cancelled, and its dates.

import { CANCELED_LINES, type Role, STATUS_ROLES } from '../decide/rules.ts';
import { commonFormats, SHORT_DAYS, withTimes } from '../look/cell-kinds.ts';
import type { Column } from '../look/columns.ts';
import { type OrderStatus, statusMeant } from '../look/status-words.ts';
import type { Json, Writing } from './draft-fields.ts';

export function status(w: Writing): void {
  const role = STATUS_ROLES.find((one) => w.role(one));
  const column = role && w.role(role);
  if (!column) {
    withoutStatus(w);
    return;
  }
  // Lines that differ: an order of which anything is still to ship has not shipped.
  const differs = w.survey.mixed.has(column.index);
  w.field(w.order, 'raw_status', w.role('status') ? 'status' : role, (name) =>
    differs && name === column.name ? { column: name, take: 'first' } : name,
  );
  const meaning = statusesOf(w.survey.words.get(column.index), w.answers['statuses']);
  const byWord = { column: column.name, values: Object.fromEntries(meaning) };
  const take = differs && { take: ['Created', 'Shipped', 'Cancelled'] };
  // The lines of an order that was cancelled may still say what they said before.
  const isOff = role === 'item.status' ? canceledBy(w, 'status') : undefined;
  w.order['status'] = isOff
    ? { cases: [{ when: isOff, value: { constant: 'Cancelled' } }], else: byWord, ...take }
    : { ...byWord, ...take };
  w.note(
    'status',
    role,
    column,
    w.given['statuses'] === undefined ? 'likely' : 'sure',
    'meaning of its words',
  );
  const meant = (status: OrderStatus) => {
    const equals = [...meaning].filter(([, one]) => one === status).map(([word]) => word);
    return equals.length === 0 ? undefined : { column: column.name, equals };
  };
  units(w, meant, isOff ?? canceledLines(w));
}

/** The words of a column that say that something was cancelled; undefined when none does. */
function canceledBy(w: Writing, role: Role): Json | undefined {
  const column = w.role(role);
  const words = [...(w.survey.words.get(column?.index ?? -1)?.keys() ?? [])];
  const equals = words.filter((word) => statusMeant(word) === 'Cancelled');
  return column && equals.length > 0 ? { column: column.name, equals } : undefined;
}

/** Lines that were cancelled, beside a status of the whole order. */
function canceledLines(w: Writing): Json | undefined {
  const by = canceledBy(w, CANCELED_LINES);
  if (by)
    w.limits.push(
      `Lines with ${(by['equals'] as string[]).join(', ')} in ${by['column']} count as cancelled`,
    );
  return by;
}

/** A date of shipment says which orders have shipped; else a person does. */
function withoutStatus(w: Writing): void {
  const shipped = w.role('shipped_date') ?? w.role('item.shipped_date');
  const canceled = w.role('canceled_date');
  const whole = w.answers['status'];
  if (!shipped && typeof whole !== 'string') return;
  const isCanceled = canceled && { column: canceled.name, empty: false };
  const isShipped = shipped && { column: shipped.name, empty: false };
  const rest = shipped ? { constant: 'Created' } : { constant: whole };
  const cases = [
    ...(isCanceled ? [{ when: isCanceled, value: { constant: 'Cancelled' } }] : []),
    ...(isShipped ? [{ when: isShipped, value: { constant: 'Shipped' } }] : []),
  ];
  w.order['status'] = cases.length > 0 ? { cases, else: rest } : rest;
  if (shipped) w.note('status', 'shipped_date', shipped, 'likely', 'shipped when it has a date');
  w.limits.push(
    shipped
      ? `The export has no status: an order counts as shipped when ${shipped.name} is filled`
      : `The export has no status: all orders count as ${String(whole)}`,
  );
  units(
    w,
    (status) =>
      status === 'Cancelled' ? isCanceled : (isShipped ?? (whole === 'Shipped' ? 'all' : undefined)),
    canceledLines(w),
  );
}

/**
 * How many units of a line have shipped or were cancelled; without columns of their own, all or none by the status. `off`: lines that
 * were cancelled, whatever the status says.
 */
function units(w: Writing, meant: (status: OrderStatus) => unknown, off: Json | undefined): void {
  const when = (status: OrderStatus) => {
    const own = meant(status);
    if (!off) return own;
    if (status === 'Cancelled') return own ? { any: [off, own] } : off;
    return own === 'all' ? { not: off } : own && { all: [{ not: off }, own] };
  };
  const quantity = w.role('item.quantity')?.name;
  const all = quantity === undefined ? { constant: 1 } : quantity;
  const by = (condition: unknown) =>
    condition === undefined
      ? { constant: 0 }
      : condition === 'all'
        ? all
        : { cases: [{ when: condition, value: all }], else: { constant: 0 } };
  if (!w.field(w.item, 'quantity_shipped', 'item.quantity_shipped')) {
    w.item['quantity_shipped'] = by(when('Shipped'));
    w.limits.push(
      'Which units of an order have shipped is not in the export: all of them when the order has shipped, else none',
    );
  }
  if (!w.field(w.item, 'quantity_canceled', 'item.quantity_canceled'))
    w.item['quantity_canceled'] = by(when('Cancelled'));
}

export function dates(w: Writing): void {
  const moment = (role: Role) => {
    const day = w.role(role);
    const time = w.hypothesis.times.get(role);
    return day && time ? { template: `{${day.name}} {${time.name}}` } : day?.name;
  };
  w.field(w.order, 'created_at', 'created_at', () => moment('created_at'));
  const moved = w.role('updated_at');
  const others = (['created_at', 'shipped_date', 'item.shipped_date', 'canceled_date', 'paid_date'] as const)
    .map((role) => ({ name: w.role(role)?.name, value: moment(role) }))
    .filter(({ name }) => name !== undefined);
  if (moved) w.field(w.order, 'updated_at', 'updated_at', () => moment('updated_at'));
  else if (w.answers['updated_at'] === 'latest' && others.length > 0) {
    w.order['updated_at'] =
      others.length > 1 ? { latest: others.map(({ value }) => value) } : others[0]!.value;
    w.limits.push(
      `No column moves with every change of an order: updated_at is the latest of ${others.map(({ name }) => name).join(', ')}`,
    );
    const column = w.role('created_at') ?? w.role('shipped_date');
    if (column) w.note('updated_at', 'created_at', column, 'likely', 'latest of the dates');
  }
  if (!w.field(w.item, 'shipped_date', 'item.shipped_date')) w.field(w.item, 'shipped_date', 'shipped_date');
  w.field(w.item, 'tracking_number', 'item.tracking_number');
}

/** Formats of dates beyond those that are read without being named; then all of them are named. */
export function formats(w: Writing): string[] {
  const { days, hasCommon, undecided } = w.hypothesis.dates;
  if (days.length === 0) return [];
  const other = SHORT_DAYS[w.answers['date_order'] === 'month first' ? 'day first' : 'month first'];
  const kept = undecided ? days.filter((day) => day !== other) : days;
  return [...new Set([...kept.flatMap((day) => withTimes(day)), ...(hasCommon ? commonFormats() : [])])];
}

/** Columns of the order that lines need and that stand on its first row only. */
export function orderColumns(w: Writing): Json {
  const { orders, roles } = w.hypothesis;
  const needed = ['item.tracking_number', 'shipped_date', 'item.shipped_date', 'tracking_number'].flatMap(
    (role) => roles.get(role)?.column ?? [],
  );
  const isOnce = ({ index }: Column) =>
    orders.some((rows) => rows.length > 1 && rows[0]![index] !== '') &&
    orders.every(([first, ...more]) => more.every((row) => row[index] === '') || first![index] === '');
  const names = [...new Set(needed.filter(isOnce).map(({ name }) => name))];
  return names.length > 0 ? { order_columns: names } : {};
}

/** Each word of the status column with its meaning, from the answers or as proposed. */
function statusesOf(words: ReadonlyMap<string, number> | undefined, answer: unknown): Map<string, string> {
  const given = typeof answer === 'object' && answer !== null ? (answer as Record<string, string>) : {};
  const meaning = new Map<string, string>();
  for (const word of words?.keys() ?? []) {
    const meant = given[word] ?? statusMeant(word);
    if (meant !== undefined && meant !== 'leave out' && meant !== 'refuse') meaning.set(word, meant);
  }
  return meaning;
}
