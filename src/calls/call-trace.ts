// What the index of RMAs needs of a recorded call: whether it is settled, and what its message says of the RMA.
import { isObject } from '../basics/json.ts';
import { instantOf, rmaOf } from '../contract/rma-history.ts';
import { shortenedText } from '../contract/rma-units.ts';
import type { Crypto, Platform } from '../platform/platform.ts';
import type { CallRecord } from '../storage/calls.ts';
import { columnText } from '../storage/names.ts';
import type { DueUnits } from '../storage/rma-index.ts';
import type { CallTrace, RmaTrace } from '../storage/rma-index-rows.ts';
import { bodyValue } from './call-body.ts';
import { decideRefunds } from './due-refunds.ts';
import { isSuccess, retryKey, wasRefused } from './open-calls.ts';
import { wasChecked } from './restore.ts';

/** The carrier's scan: the only status at which the interface shows a refund. Units that were received are due with any method. */
const DUE_AT = 'TRANSIT';
/** More orders and lines than a real RMA has: a hostile message must not fill the index. Their identifiers are bounded as well. */
const MOST = 200;

export function callTraceOf({ crypto }: Pick<Platform, 'crypto'>, record: CallRecord): CallTrace {
  const { id, at, kind, rma, replayOf } = record;
  const isImported = record.imported !== undefined;
  return {
    ...{ id, at, kind, rma, replayOf },
    isError: record.verdict === 'error',
    isRefused: wasRefused(record),
    isSuccess: !isImported && isSuccess(record.response.status),
    content() {
      const key = retryKey(record);
      return key === undefined ? null : crypto.sha256(key).slice(0, 32);
    },
    message: isImported || wasChecked(record) ? rmaTraceOf(crypto, record) : undefined,
  };
}

function rmaTraceOf(crypto: Crypto, record: CallRecord): RmaTrace | undefined {
  if (record.kind !== 'rma') return undefined;
  const message = bodyValue(record);
  const identifier = rmaOf(message);
  if (identifier === undefined || !isObject(message)) return undefined;
  return {
    identifier,
    orders: ordersOf(crypto, message['items']),
    status: shortenedText(message['status']),
    updated: instantOf(message),
    isDuplicate: record.anomaly === 'duplicate',
    due: dueOf(crypto, message),
  };
}

function ordersOf(crypto: Crypto, items: unknown): string[] {
  const orders = new Set<string>();
  for (const item of Array.isArray(items) ? items : []) {
    const order: unknown = isObject(item) ? item['order_identifier'] : undefined;
    if (typeof order === 'string' && order !== '') orders.add(columnText(crypto, order));
    if (orders.size === MOST) break;
  }
  return [...orders];
}

/** As `listen --auto-refund TRANSIT` decides, when nothing was refunded before. */
function dueOf(crypto: Crypto, message: unknown): DueUnits[] {
  const units = new Map<string, DueUnits>();
  for (const refund of decideRefunds(message, DUE_AT, []).due)
    for (const unit of refund.units) {
      const [order, line] = [columnText(crypto, refund.order), columnText(crypto, unit.line)];
      const key = JSON.stringify([order, line]);
      units.set(key, { order, line, units: unit.units + (units.get(key)?.units ?? 0) });
    }
  return [...units.values()].slice(0, MOST);
}
