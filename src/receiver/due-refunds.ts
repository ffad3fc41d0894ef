// Which units of an RMA message are due for a refund, given those that were refunded before: a pure decision.
import { isObject } from '../base/json.ts';
import { packageRank } from '../contract/rma-units.ts';
import { amountsOf } from '../contract/rma-words.ts';

/** Units of one line in one parcel. Units have no identifier; the parcel's number tells them apart as far as anything does. */
export interface RefundedUnits {
  readonly line: string;
  readonly tracking: string;
  readonly units: number;
}

/** A refund that was decided upon. */
export interface DueRefund {
  readonly order: string;
  readonly units: readonly RefundedUnits[];
  /** Sum of the units' estimates; null when one has none. */
  readonly cents: number | null;
}

/** A parcel that has come so far has passed the status that was asked for, unless it went astray. */
const ASTRAY: ReadonlySet<string> = new Set(['FAILURE', 'RETURNED', 'NOT_DROPPED_OFF']);
/** An RMA that is closed is nobody's any more. */
const CLOSED: ReadonlySet<unknown> = new Set(['REFUNDED', 'PARTIAL_REFUND', 'CANCELED']);

interface Unit {
  readonly line: string;
  readonly tracking: string;
  readonly isDue: boolean;
  readonly cents: number | null;
}

/**
 * What is to be refunded now, order by order. `before` holds what was decided for this RMA. Counting makes it right
 * whatever comes twice or late: of units that are alike only those beyond the ones refunded before are due, and never more
 * of a line than the message returns.
 */
export function dueRefunds(message: unknown, status: string, before: readonly DueRefund[]): DueRefund[] {
  if (!isObject(message) || CLOSED.has(message['status']) || !Array.isArray(message['items'])) return [];
  const orders = new Map<string, Unit[]>();
  for (const item of message['items']) {
    if (!isObject(item)) continue;
    const order = item['order_identifier'];
    const line = item['order_line_item_identifier'];
    if (typeof order !== 'string' || typeof line !== 'string' || order === '' || line === '') continue;
    const unit = unitOf(item, line, status);
    orders.set(order, [...(orders.get(order) ?? []), unit]);
  }
  return [...orders].flatMap(([order, units]) => {
    const earlier = before.filter((refund) => refund.order === order).flatMap((refund) => refund.units);
    const due = dueOf(units, earlier);
    return due.units.length > 0 ? [{ order, ...due }] : [];
  });
}

function unitOf(item: Readonly<Record<string, unknown>>, line: string, status: string): Unit {
  const now = item['package_tracking_status'];
  const tracking = item['tracking_number'];
  const isRefund = item['refund_type'] === 'REFUND' && item['is_exchange'] !== true;
  return {
    line,
    tracking: typeof tracking === 'string' ? tracking : '',
    isDue: isRefund && typeof now === 'string' && hasReached(now, status),
    cents: amountsOf(item).estimated,
  };
}

function hasReached(now: string, status: string): boolean {
  if (now === status) return true;
  const [is, wanted] = [packageRank(now), packageRank(status)];
  return is !== undefined && wanted !== undefined && is > wanted && !ASTRAY.has(now);
}

function dueOf(
  units: readonly Unit[],
  earlier: readonly RefundedUnits[],
): Pick<DueRefund, 'units' | 'cents'> {
  const sum = (list: readonly RefundedUnits[]) => list.reduce((total, { units: count }) => total + count, 0);
  const due: RefundedUnits[] = [];
  let cents: number | null = 0;
  for (const line of new Set(units.map((unit) => unit.line))) {
    const ofLine = units.filter((unit) => unit.line === line);
    const before = earlier.filter((unit) => unit.line === line);
    // A parcel that gets another number must not be refunded again.
    let left = ofLine.length - sum(before);
    for (const tracking of new Set(ofLine.map((unit) => unit.tracking))) {
      const inParcel = ofLine.filter((unit) => unit.tracking === tracking && unit.isDue);
      const refunded = sum(before.filter((unit) => unit.tracking === tracking));
      const fresh = inParcel.slice(refunded, refunded + Math.max(0, left));
      if (fresh.length === 0) continue;
      left -= fresh.length;
      due.push({ line, tracking, units: fresh.length });
      for (const unit of fresh) cents = cents === null || unit.cents === null ? null : cents + unit.cents;
    }
  }
  return { units: due, cents };
}
