// The differences between two messages of an RMA, unit by unit, and their text for users.
import { isObject } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import { plural } from '../basics/units.ts';
import {
  type ChangeValue,
  compareUnits,
  type RmaChange,
  shortenedText,
  UNIT_AMOUNTS,
  UNIT_TEXTS,
  type UnitKey,
  type UnitState,
  type UnitsCompared,
  unitsOfRma,
} from './rma-units.ts';

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
