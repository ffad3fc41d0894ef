// Decides which units of an RMA message are due for a refund, given earlier refunds, and why the other units are not.
import { groupBy } from '../../basics/groups.ts';
import { isObject } from '../../basics/json.ts';
import { type CallFinding, type Loose, wordOf } from '../../contract/finding.ts';
import { packageRank, shortenedText } from '../../contract/rma-units.ts';
import {
  CANCELED_STATUSES,
  FIELD_PACKAGE_STATUSES,
  PACKAGE_STATUSES,
  RECEIVING_STATUSES,
} from '../../contract/rma-words.ts';
import type { PlannedRefund } from '../../storage/refund-plans.ts';

/** A refund to be made. Its amount is derived from the order when it is posted. */
export type DueRefund = Pick<PlannedRefund, 'order' | 'units'>;

/** Units of one line in one parcel. Units have no identifier; the tracking number is the only value that distinguishes them. */
type RefundedUnits = PlannedRefund['units'][number];

/** The field that prevents the refund of a unit, and its value in printable form; null when it has none. */
interface UnrefundedReason {
  readonly field:
    | 'refund_type'
    | 'return_method'
    | 'package_tracking_status'
    | 'receiving_status'
    | 'status'
    /** A newer message of the RMA says that these units are not due. */
    | 'updated_at'
    | 'order_line_item_identifier'
    /** By an error of the message it is undecided which units came back. */
    | 'order_identifier'
    | 'sku'
    | 'items'
    | 'rma_identifier';
  readonly value: string | null;
}

/**
 * Units of one order that are not refunded for the same reason. Units that have not reached the status yet are not
 * included.
 */
export interface UnrefundedUnits {
  readonly order: string;
  readonly reason: UnrefundedReason;
  readonly lines: readonly { readonly line: string; readonly units: number }[];
}

/** The only refund status that is a receiving_status; all others are a package_tracking_status. */
export const ON_RECEIPT = 'RECEIVED';
/** The only method for which the interface shows a refund at the carrier's scan. */
const BY_MAIL = 'mail-back';
/** With this method the shopper keeps the goods, so nothing is ever received. */
export const CUSTOMER_KEEP = 'customer-keep';
/** The delivery failed or the parcel went back. A parcel in such a state does not count as having passed earlier states. */
export const FAILED_STATES: ReadonlySet<string> = new Set(['FAILURE', 'RETURNED', 'NOT_DROPPED_OFF']);
/** The service expects no refund for an RMA in these states. */
export const CLOSED: ReadonlySet<unknown> = new Set(['REFUNDED', 'PARTIAL_REFUND', ...CANCELED_STATUSES]);

interface Unit {
  readonly order: string;
  readonly line: string;
  readonly tracking: string;
  readonly isRefund: boolean;
  /** `later`: not due yet, and no field prevents the refund. */
  readonly now: 'due' | 'later' | UnrefundedReason;
}

/**
 * The units to refund now, by order. `before` holds the earlier refunds of this RMA. The function compares counts, so
 * repeated and late messages are safe: of equal units, only those beyond the count already refunded are due, and never more
 * of a line than the message returns for a refund. Nothing is due of a line of which an error of the message says that the
 * units are not those that it names.
 */
export function decideRefunds(
  message: unknown,
  status: string,
  before: readonly DueRefund[],
  findings: readonly Pick<CallFinding, 'severity' | 'path'>[] = [],
) {
  const due: DueRefund[] = [];
  const unrefunded: UnrefundedUnits[] = [];
  if (!isObject(message) || !Array.isArray(message['items'])) return { due, unrefunded };
  const { items } = message;
  const undecided = undecidedOf(items, findings);
  const units = items.filter(isObject).map((item) => {
    const unit = unitOf(item, message, status);
    const reason = undecided.get('') ?? undecided.get(lineKey(item));
    return unit.now === 'due' && reason ? { ...unit, now: reason } : unit;
  });
  for (const [order, its] of groupBy(units, (unit) => unit.order)) {
    const earlier = before.filter((refund) => refund.order === order).flatMap((refund) => refund.units);
    const fresh: RefundedUnits[] = [];
    const reasons = new Map<string, { reason: UnrefundedReason; lines: { line: string; units: number }[] }>();
    for (const [line, ofLine] of groupBy(its, (unit) => unit.line)) {
      const refunded = earlier.filter((one) => one.line === line);
      const now = dueOf(line, ofLine, refunded);
      fresh.push(...now);
      // A unit that was refunded is not reported as unrefunded, even if its status changes later.
      let left = ofLine.length - countOf(refunded) - countOf(now);
      for (const [key, alike] of groupBy(ofLine, ({ now: is }) =>
        typeof is === 'string' ? is : `${is.field}=${is.value}`,
      )) {
        const reason = alike[0]!.now;
        if (typeof reason === 'string' || left <= 0) continue;
        const entry = reasons.get(key) ?? { reason, lines: [] };
        reasons.set(key, entry);
        entry.lines.push({ line, units: Math.min(left, alike.length) });
        left -= alike.length;
      }
    }
    if (fresh.length > 0) due.push({ order, units: fresh });
    for (const entry of reasons.values()) unrefunded.push({ order, ...entry });
  }
  return { due, unrefunded };
}

const UNDECIDED =
  /^(?:items\[(\d+)\]\.)?(items|rma_identifier|order_identifier|order_line_item_identifier|sku)$/;

const lineKey = (item: Loose): string =>
  JSON.stringify([item['order_identifier'], item['order_line_item_identifier']]);

/** The lines, by key, of which an error says that it is undecided which units came back; the empty key stands for all. */
function undecidedOf(
  items: readonly unknown[],
  findings: readonly Pick<CallFinding, 'severity' | 'path'>[],
): ReadonlyMap<string, UnrefundedReason> {
  const lines = new Map<string, UnrefundedReason>();
  for (const { severity, path } of findings) {
    const [is, index, field] = (severity === 'error' && UNDECIDED.exec(path)) || [];
    const item = index === undefined ? {} : items[Number(index)];
    if (is === undefined || !isObject(item)) continue;
    lines.set(index === undefined ? '' : lineKey(item), reasonOf(field as UnrefundedReason['field'], item));
  }
  return lines;
}

function reasonOf(field: UnrefundedReason['field'], of: Loose): UnrefundedReason {
  const value = shortenedText(of[field]);
  return { field, value: value === null ? null : wordOf(value) };
}

function unitOf(item: Loose, rma: Loose, status: string): Unit {
  const [order, line] = [item['order_identifier'], item['order_line_item_identifier']];
  const tracking = item['tracking_number'];
  const isNamed = typeof order === 'string' && typeof line === 'string' && order !== '' && line !== '';
  return {
    order: isNamed ? order : '',
    line: isNamed ? line : '',
    tracking: typeof tracking === 'string' ? tracking : '',
    isRefund: item['refund_type'] === 'REFUND',
    now: isNamed ? stateOf(item, rma, status) : { field: 'order_line_item_identifier', value: null },
  };
}

function stateOf(item: Loose, rma: Loose, status: string): Unit['now'] {
  if (item['refund_type'] !== 'REFUND') return reasonOf('refund_type', item);
  if (CLOSED.has(rma['status'])) return reasonOf('status', rma);
  const receiving = item['receiving_status'];
  // A unit that the warehouse received counts as due, without a scan.
  if (receiving === ON_RECEIPT) return 'due';
  const method = rma['return_method'];
  const isScanned = status !== ON_RECEIPT && method === BY_MAIL;
  if (!isScanned && receiving === 'NOT_RECEIVED') return reasonOf('receiving_status', item);
  if (!isScanned && (status !== ON_RECEIPT || method === CUSTOMER_KEEP))
    return reasonOf('return_method', rma);
  if (!isScanned)
    return isUnknown(receiving, RECEIVING_STATUSES) ? reasonOf('receiving_status', item) : 'later';
  const now = item['package_tracking_status'];
  if (typeof now !== 'string') return 'later';
  if (hasReached(now, status)) return 'due';
  return FAILED_STATES.has(now) || isUnknown(now, PARCEL_STATUSES)
    ? reasonOf('package_tracking_status', item)
    : 'later';
}

const PARCEL_STATUSES: readonly string[] = [...PACKAGE_STATUSES, ...FIELD_PACKAGE_STATUSES];

/** Null and the empty text mean "none yet". */
const isUnknown = (word: unknown, known: readonly string[]): boolean =>
  typeof word === 'string' && word !== '' && !known.includes(word);

function hasReached(now: string, status: string): boolean {
  if (now === status) return true;
  const [is, wanted] = [packageRank(now), packageRank(status)];
  return is !== undefined && wanted !== undefined && is > wanted && !FAILED_STATES.has(now);
}

/** The units of a line that are due now and were not refunded before. */
function dueOf(line: string, units: readonly Unit[], before: readonly RefundedUnits[]): RefundedUnits[] {
  const parcels = groupBy(units, (unit) => unit.tracking);
  // A parcel with a new tracking number must not be refunded again. So units refunded under a number that no longer occurs
  // are counted against units with another number.
  let renumbered = countOf(before.filter(({ tracking }) => !parcels.has(tracking)));
  let left = units.filter(({ isRefund }) => isRefund).length - countOf(before);
  const due: RefundedUnits[] = [];
  for (const [tracking, its] of parcels) {
    const refunded = countOf(before.filter((one) => one.tracking === tracking));
    const reached = Math.max(0, its.filter(({ now }) => now === 'due').length - refunded);
    const same = Math.min(reached, renumbered);
    renumbered -= same;
    const fresh = Math.min(reached - same, Math.max(0, left));
    left -= fresh;
    if (fresh > 0) due.push({ line, tracking, units: fresh });
  }
  return due;
}

const countOf = (list: readonly { readonly units: number }[]): number =>
  list.reduce((total, { units }) => total + units, 0);
