// The status of an order in a draft, how many units have shipped or were cancelled, and its dates.

import { NOT_ZERO } from '../decide/amounts.ts';
import { OPEN_UNITS } from '../decide/by-values.ts';
import { shippedUnitsIn } from '../decide/canceled-units.ts';
import { type Role, STATUS_ROLES } from '../decide/rules.ts';
import { type Column, commonFormats, SHORT_DAYS, withTimes } from '../look/columns.ts';
import { DATE_ROLES } from '../look/date-columns.ts';
import { canName, entryColumn, hasEntries } from '../look/status-lists.ts';
import { type OrderStatus, statusMeant } from '../look/words.ts';
import type { MappingJson } from '../types.ts';
import type { Writing } from './draft-fields.ts';
import { saysSo, withCanceledUnits, withLinesThat, withOpenUnits } from './edit-statuses.ts';

export function status(w: Writing): void {
  const role = STATUS_ROLES.find((one) => w.role(one));
  const column = role && w.role(role);
  if (!column) {
    withoutStatus(w);
    return;
  }
  if (hasEntries(column)) {
    byEntries(w, column);
    return;
  }
  // Lines that differ: an order of which anything is still to ship has not shipped.
  const differs = w.survey.mixed.has(column.index);
  w.field('raw_status', w.role('status') ? 'status' : role, (name) =>
    differs && name === column.name ? { column: name, take: 'first' } : name,
  );
  const meaning = statusesOf(w.survey.words.get(column.index), w.answers['statuses']);
  const value = {
    column: column.name,
    values: Object.fromEntries(meaning),
    ...(differs && { take: OF_LINES }),
  };
  const confidence = w.given['statuses'] === undefined ? 'likely' : 'sure';
  w.take('status', column, 'meaning of its words', { confidence, value });
  const by = (status: OrderStatus) => {
    const equals = [...meaning].filter(([, one]) => one === status).map(([word]) => word);
    return equals.length === 0 ? undefined : { column: column.name, equals };
  };
  units(w, by('Shipped'), by('Cancelled'));
}

/** Of the lines of an order the first of these counts that one of them has. */
const OF_LINES = ['Created', 'Shipped', 'Cancelled'];

/** An order is what an entry of its list says; one that has shipped and was cancelled is neither, and is refused. */
function byEntries(w: Writing, column: Column): void {
  const words = w.survey.words.get(column.index);
  // A condition can be about each of them, or the status stays open.
  if (![...(words?.keys() ?? [])].every(canName)) return;
  const meaning = statusesOf(words, w.answers['statuses']);
  const some = (is: (meant: string | undefined) => boolean): MappingJson[] => {
    const named = [...(words?.keys() ?? [])].filter((word) => is(meaning.get(word)));
    const filled = named.map((word) => ({ column: entryColumn(column.name, word), empty: false }));
    return filled.length > 1 ? [{ any: filled }] : filled;
  };
  const none = (is: Parameters<typeof some>[0]) => some(is).map((not) => ({ not }));
  const has = (status: OrderStatus, ...others: readonly OrderStatus[]): MappingJson | undefined => {
    const own = some((meant) => meant === status);
    const isElse = (meant: string | undefined) => meant === undefined || others.some((one) => one === meant);
    const all = [...own, ...none(isElse)];
    return own.length === 0 ? undefined : all.length === 1 ? all[0] : { all };
  };
  const conditions = {
    Cancelled: has('Cancelled', 'Shipped'),
    Shipped: has('Shipped', 'Cancelled'),
    Created: has('Created', 'Shipped', 'Cancelled'),
  };
  const cases = Object.entries(conditions).flatMap(([constant, when]) =>
    when ? [{ when, value: { constant } }] : [],
  );
  const confidence = w.given['statuses'] === undefined ? 'likely' : 'sure';
  w.take('status', column, 'meaning of its words', { confidence, value: { cases } });
  w.limits.push(
    `An order is cancelled, or has shipped, when an entry of ${column.name} says so; words that this export has not say nothing`,
  );
  units(w, conditions.Shipped, conditions.Cancelled);
}

/** The units that have left say which orders have shipped, a date of shipment, or a tick; else a person does. */
function withoutStatus(w: Writing): void {
  const counted = shippedUnitsIn(w.hypothesis);
  const dated = w.role('shipped_date') ?? w.role('item.shipped_date');
  const ticked = dated ? undefined : w.role('shipped_tick');
  const shipped = counted ?? dated ?? ticked;
  const canceled = w.role('canceled_date');
  const whole = w.answers['status'];
  if (!shipped && typeof whole !== 'string') return;
  const filled = (column: Column | undefined) => column && { column: column.name, empty: false };
  const left = counted ? allOf(w, counted) : ticked ? saysSo(ticked.name) : filled(dated);
  const conditions = { Cancelled: filled(canceled), Shipped: left };
  const cases = Object.entries(conditions).flatMap(([constant, when]) =>
    when ? { when, value: { constant } } : [],
  );
  const otherwise = { constant: shipped ? 'Created' : whole };
  const value =
    cases.length > 0 ? { cases, else: otherwise, ...((counted ?? ticked) && { take: OF_LINES }) } : otherwise;
  w.put('status', value);
  const when = counted ? 'has all units of each line' : ticked ? 'is ticked' : 'is filled';
  if (shipped) w.take('status', shipped, `shipped when it ${when}`, { value });
  const how = shipped
    ? `an order counts as shipped when ${shipped.name} ${when}`
    : `all orders count as ${whole}`;
  w.limits.push(`The export has no status: ${how}`);
  const isShipped = conditions.Shipped ?? (whole === 'Shipped' ? 'all' : undefined);
  units(w, isShipped, conditions.Cancelled);
}

/** All units of a line have left, or some were cancelled. */
function allOf(w: Writing, { name: column }: Column): MappingJson {
  const same = { column, sameAs: w.role('item.quantity')!.name };
  const canceled = w.canceledUnits();
  return canceled ? { any: [same, { column: canceled.name, matches: NOT_ZERO }] } : same;
}

/** How many units of a line have shipped or were cancelled; without columns of their own, all or none by the status. */
function units(
  w: Writing,
  shipped: MappingJson | 'all' | undefined,
  canceled: MappingJson | undefined,
): void {
  const all = w.role('item.quantity')?.name ?? { constant: 1 };
  const none = { constant: 0 };
  const by = (when: MappingJson | 'all' | undefined) =>
    when === 'all' ? all : when ? { cases: [{ when, value: all }], else: none } : none;
  const { parcels } = w.hypothesis;
  if (parcels) {
    const value = { sum: [parcels.units.name], over: 'line', default: 0 };
    w.take('item.quantity_shipped', parcels.units, 'added over the parcels of a line', { value });
    w.limits.push(
      `Rows with the same ${parcels.line.name} are parcels of one line: their ${parcels.units.name} are added, and the first tells tracking number and ship date`,
    );
  } else if (!w.field('item.quantity_shipped')) {
    w.put('item.quantity_shipped', by(shipped));
    if (!w.role(OPEN_UNITS))
      w.limits.push(
        'Which units of an order have shipped is not in the export: all of them when the order has shipped, else none',
      );
  }
  if (!w.field('item.quantity_canceled')) w.put('item.quantity_canceled', by(canceled));
}

/** With the units that were taken off, and the lines of orders whose own status says that they were cancelled. */
export function withCancellations(mapping: MappingJson, w: Writing): MappingJson {
  const taken = w.canceledUnits();
  const open = w.role('item.quantity_shipped') ? undefined : w.role(OPEN_UNITS);
  const left = open ? withOpenUnits(mapping, open.name) : mapping;
  const counted = taken ? withCanceledUnits(left, taken.name) : left;
  const column = w.role('item.status') && w.role('status');
  const words = [...(w.survey.words.get(column?.index ?? -1)?.keys() ?? [])];
  const equals = words.filter((word) => statusMeant(word) === 'Cancelled');
  return column && equals.length > 0
    ? withLinesThat(counted, 'Cancelled', { column: column.name, equals })
    : counted;
}

export function dates(w: Writing): void {
  const moment = (role: Role) => {
    const day = w.role(role);
    const time = w.hypothesis.times.get(role);
    return day && time ? { template: `{${day.name}} {${time.name}}` } : day?.name;
  };
  w.field('created_at', 'created_at', () => moment('created_at'));
  // In a few orders the lines differ in it, and no line stands twice.
  const isOfLines = w.survey.dated.lines > 2 && w.survey.dated.versions === 0;
  const moved = w.field('updated_at', 'updated_at', (column) =>
    isOfLines && !w.hypothesis.times.has('updated_at') ? { column, take: 'max' } : moment('updated_at'),
  );
  if (isOfLines)
    w.limits.push(`Each line has its own ${w.role('updated_at')!.name}: of an order the latest counts`);
  const known = DATE_ROLES.filter((role) => w.role(role));
  const columns = known.map((role) => w.role(role)!);
  if (!moved && w.answers['updated_at'] === 'latest' && columns[0]) {
    const value = known.length > 1 ? { latest: known.map(moment) } : moment(known[0]!);
    w.take('updated_at', columns[0], 'latest of the dates', { value });
    w.limits.push(
      `No column moves with every change of an order: updated_at is the latest of ${columns.map(({ name }) => name).join(', ')}`,
    );
  }
  if (!w.field('item.shipped_date')) w.field('item.shipped_date', 'shipped_date');
  w.field('item.tracking_number');
}

/** Formats of dates beyond those that are read without being named; then all of them are named. */
export function formats(w: Writing): string[] {
  const { days, hasCommon, undecided } = w.hypothesis.dates;
  if (days.length === 0) return [];
  const other = SHORT_DAYS[w.answers['date_order'] === 'month first' ? 'day first' : 'month first'];
  const serial = String(w.answers['date_serial'] ?? 'serial');
  const kept = days.flatMap((day) => (undecided && day === other ? [] : day === 'serial' ? serial : day));
  return [...new Set([...kept.flatMap((day) => withTimes(day)), ...(hasCommon ? commonFormats() : [])])];
}

/** Columns of the order that lines need and that stand on its first row only; and of lines, those that say which have left. */
export function orderColumns(w: Writing): MappingJson {
  const { orders, roles } = w.hypothesis;
  const needed = ['item.tracking_number', 'shipped_date', 'item.shipped_date', 'shipped_tick'].flatMap(
    (role) => roles.get(role)?.column ?? [],
  );
  const isOnce = ({ index }: Column) =>
    orders.some((rows) => rows.length > 1 && rows[0]![index] !== '') &&
    orders.every(([first, ...more]) => more.every((row) => row[index] === '') || first![index] === '');
  const names = [...new Set(needed.filter(isOnce).map(({ name }) => name))];
  const told = [shippedUnitsIn(w.hypothesis), w.role('shipped_tick')].flatMap((one) => one?.name ?? []);
  const ofLines = STATUS_ROLES.some((role) => w.role(role)) ? [] : told.filter((one) => !names.includes(one));
  return {
    ...(names.length > 0 && { order_columns: names }),
    ...(ofLines.length > 0 && { line_columns: ofLines }),
  };
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
