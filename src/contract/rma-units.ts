// The units of an RMA as a multiset: they have no identifier, so equal units are counted and the others are paired by similarity.
import { isObject } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import { plural } from '../basics/units.ts';
import type { Loose } from './finding.ts';
import { amountsOf, type UnitAmounts } from './rma-words.ts';

/** What identifies a unit as far as possible: its order, line and sku. */
export interface UnitKey {
  readonly order: string;
  readonly line: string;
  readonly sku: string;
}

/** Units that are equal in all stored fields. No personal data. */
export interface UnitState extends UnitKey, UnitAmounts {
  /** Number of such units. */
  readonly units: number;
  readonly tracking: string | null;
  readonly status: string | null;
  readonly receiving: string | null;
  readonly refundType: string | null;
  readonly reason: string | null;
  readonly exchangeOrder: string | null;
  readonly condition: string | null;
}

/** Units that are probably the same in two messages. */
export interface UnitPair {
  readonly before: UnitState;
  readonly after: UnitState;
  readonly units: number;
}

export interface UnitsCompared {
  /** Only pairs that differ. */
  readonly changed: readonly UnitPair[];
  readonly appeared: readonly UnitState[];
  readonly gone: readonly UnitState[];
}

export type ChangeValue = string | number | boolean | null;

/** One difference between two messages of an RMA. */
export interface RmaChange {
  /** The unit that changed; null for the RMA itself. */
  readonly unit: UnitKey | null;
  /** Number of units with this change; 1 for the RMA itself. */
  readonly units: number;
  /** Field of the message: `status`, `package_tracking_status`; `unit` when units appeared (before 0) or disappeared (after 0). */
  readonly field: string;
  readonly before: ChangeValue;
  readonly after: ChangeValue;
}

/** The fields of a unit that are texts and do not identify it: as they are stored, and in a message. */
const UNIT_TEXTS = {
  status: 'package_tracking_status',
  tracking: 'tracking_number',
  receiving: 'receiving_status',
  refundType: 'refund_type',
  reason: 'return_reason',
  exchangeOrder: 'exchange_order_identifier',
  condition: 'warehouse_receipt_condition',
} as const satisfies Partial<Record<keyof UnitState, string>>;

const UNIT_AMOUNTS = ['estimated', 'provider', 'shopper'] as const;

/** Most kinds of units that are stored per RMA. */
const MAX_UNIT_KINDS = 500;
// Identifiers are short; longer texts are compared by their beginning and their length.
const LONGEST = 120;

/** The units of a message, equal ones counted; null when there are more kinds than are stored. */
function unitsOfRma(message: Loose): UnitState[] | null {
  const items = message.items;
  if (!Array.isArray(items)) return [];
  const kinds = new Map<string, UnitState>();
  for (const item of items.filter(isObject)) {
    const unit = unitOf(item);
    const name = sameness(unit);
    const known = kinds.get(name);
    if (!known && kinds.size >= MAX_UNIT_KINDS) return null;
    kinds.set(name, known ? { ...known, units: known.units + 1 } : unit);
  }
  return [...kinds.values()];
}

/** One item as a unit. */
export function unitOf(item: Loose): UnitState {
  const text = (field: string) => shortenedText(item[field]);
  const texts = Object.entries(UNIT_TEXTS).map(([name, field]) => [name, text(field)]);
  return {
    order: text('order_identifier') ?? '',
    line: text('order_line_item_identifier') ?? '',
    sku: text('sku') ?? '',
    units: 1,
    ...(Object.fromEntries(texts) as Record<keyof typeof UNIT_TEXTS, string | null>),
    ...amountsOf(item),
  };
}

/** A text as it is stored; null for an empty text and for anything that is not a text. */
export function shortenedText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return value.length <= LONGEST ? value : `${value.slice(0, LONGEST)}... (${value.length})`;
}

/** The progress of a package; statuses of the same rank exclude each other. Undefined for unknown words. */
export const packageRank = (status: string | null): number | undefined =>
  status === null ? 0 : PACKAGE_RANKS.get(status);

const PACKAGE_RANKS: ReadonlyMap<string, number> = new Map([
  ['PRE_TRANSIT', 1],
  ['NOT_DROPPED_OFF', 1],
  ['ACCEPTED', 2],
  ['TRANSIT', 3],
  ['FAILURE', 3],
  ['DELIVERED', 4],
  ['RETURNED', 4],
]);

/** A kind of unit and how many of its units are not paired yet. */
interface Rest {
  readonly state: UnitState;
  left: number;
}

/**
 * Compares the units of two messages. Equal units are unchanged; then units with the same tracking number are paired; then
 * the units of one line, ordered by progress. So a step back is reported only if no other pairing avoids it.
 */
function compareUnits(before: readonly UnitState[], after: readonly UnitState[]): UnitsCompared {
  const were = groupsOf(before);
  const are = groupsOf(after);
  const changed: UnitPair[] = [];
  const appeared: UnitState[] = [];
  const gone: UnitState[] = [];
  for (const [key, old] of were) {
    const now = are.get(key) ?? [];
    are.delete(key);
    const alike = new Map(now.map((rest) => [sameness(rest.state), rest]));
    for (const rest of old) {
      const twin = alike.get(sameness(rest.state));
      if (twin) take(rest, twin);
    }
    const numbers = new Set(old.map(({ state }) => state.tracking).filter((number) => number !== null));
    for (const number of numbers) {
      const has = ({ state }: Rest) => state.tracking === number;
      pair(old.filter(has), now.filter(has), changed);
    }
    pair(old, now, changed);
    for (const { state, left } of old) if (left > 0) gone.push({ ...state, units: left });
    for (const { state, left } of now) if (left > 0) appeared.push({ ...state, units: left });
  }
  for (const rests of are.values()) for (const { state } of rests) appeared.push(state);
  return { changed, appeared, gone };
}

function groupsOf(units: readonly UnitState[]): Map<string, Rest[]> {
  const groups = new Map<string, Rest[]>();
  for (const state of units) {
    const key = JSON.stringify(state, LINE);
    groups.set(key, [...(groups.get(key) ?? []), { state, left: state.units }]);
  }
  for (const group of groups.values()) group.sort((a, b) => progress(a.state) - progress(b.state));
  return groups;
}

const LINE: (keyof UnitState)[] = ['order', 'line', 'sku'];
const STORED = [...LINE, ...Object.keys(UNIT_TEXTS), ...UNIT_AMOUNTS];

/** A key that is equal for units that are equal in all stored fields. */
export const sameness = (unit: UnitState): string => JSON.stringify(unit, STORED);

const progress = ({ status, receiving }: UnitState): number =>
  (packageRank(status) ?? 2.5) * 2 + (receiving === 'RECEIVED' ? 1 : 0);

/** Pairs the remaining units of both sides in their order. */
function pair(before: readonly Rest[], after: readonly Rest[], changed: UnitPair[]): void {
  for (const was of before)
    for (const is of after) {
      const units = take(was, is);
      if (units > 0) changed.push({ before: was.state, after: is.state, units });
    }
}

function take(a: Rest, b: Rest): number {
  const units = Math.min(a.left, b.left);
  a.left -= units;
  b.left -= units;
  return units;
}

// The differences between two messages of an RMA, unit by unit, and their text for users.

/** What is stored of an RMA's newest message. No personal data. */
export interface RmaState {
  readonly status: string | null;
  readonly createdAt: string | null;
  readonly returnMethod: string | null;
  readonly shippingCost: number | null;
  readonly giftOnly: boolean | null;
  /** Null when it has more kinds of units than are stored. */
  readonly units: readonly UnitState[] | null;
}

export function stateOf(message: unknown): RmaState {
  const rma = isObject(message) ? message : {};
  const cost = rma.return_shipping_cost_cents;
  const gift = rma.gift_refund_only;
  return {
    status: shortenedText(rma.status),
    createdAt: shortenedText(rma.created_at),
    returnMethod: shortenedText(rma.return_method),
    shippingCost: Number.isSafeInteger(cost) ? (cost as number) : null,
    giftOnly: typeof gift === 'boolean' ? gift : null,
    units: unitsOfRma(rma),
  };
}

const RMA_FIELDS = [
  ['status', 'status'],
  ['created_at', 'createdAt'],
  ['return_method', 'returnMethod'],
  ['return_shipping_cost_cents', 'shippingCost'],
  ['gift_refund_only', 'giftOnly'],
] as const;

const UNIT_FIELDS: readonly (readonly [name: keyof UnitState, field: string])[] = [
  ...(Object.entries(UNIT_TEXTS) as [keyof typeof UNIT_TEXTS, string][]),
  ...UNIT_AMOUNTS.map((name) => [name, `${name}_refund_amount_cents`] as const),
];

/** The differences of the units; null when one side had too many kinds of units to be stored. */
export const unitsBetween = (before: RmaState, after: RmaState): UnitsCompared | null =>
  before.units && after.units ? compareUnits(before.units, after.units) : null;

/** The differences: the RMA's own fields first, then units in the order of the lines. */
export function changesBetween(
  before: RmaState,
  after: RmaState,
  units: UnitsCompared | null = unitsBetween(before, after),
): RmaChange[] {
  const changes: RmaChange[] = [];
  for (const [field, name] of RMA_FIELDS)
    if (before[name] !== after[name])
      changes.push({ unit: null, units: 1, field, before: before[name], after: after[name] });
  if (!units) return changes;
  for (const pair of units.changed)
    for (const [name, field] of UNIT_FIELDS)
      if (pair.before[name] !== pair.after[name])
        changes.push({
          unit: keyOf(pair.after),
          units: pair.units,
          field,
          before: pair.before[name],
          after: pair.after[name],
        });
  for (const unit of units.appeared)
    changes.push({ unit: keyOf(unit), units: unit.units, field: 'unit', before: 0, after: unit.units });
  for (const unit of units.gone)
    changes.push({ unit: keyOf(unit), units: unit.units, field: 'unit', before: unit.units, after: 0 });
  return changes;
}

const keyOf = ({ order, line, sku }: UnitState): UnitKey => ({ order, line, sku });

/** `2 units of L1 (TEE-GRN-M): package_tracking_status none -> TRANSIT`. Values are escaped. */
export function describeChange({ unit, units, field, before, after }: RmaChange): string {
  if (!unit) return `${field} ${valueText(before)} -> ${valueText(after)}`;
  const which = `${plural(units, 'unit')} of ${bare(unit.line)} (${bare(unit.sku)})`;
  if (field === 'unit') return `${which}: ${after === 0 ? 'gone' : 'new'}`;
  return `${which}: ${field} ${valueText(before)} -> ${valueText(after)}`;
}

const bare = (text: string): string => quote(text).slice(1, -1);
const valueText = (value: ChangeValue): string =>
  value === null ? 'none' : typeof value === 'string' ? bare(value) : String(value);
