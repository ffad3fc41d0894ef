// Keeps the index of RMAs near the end of the calls record: while a receiver is idle, at its end, and before calls are purged. Says
// what the index needs of a recorded call: whether it is settled, and what its message says of the RMA.
import { isObject } from '../basics/json.ts';
import { instantOf, rmaOf } from '../contract/rma-history.ts';
import { packageRank, shortenedText } from '../contract/rma-units.ts';
import type { Crypto, Database, Platform } from '../platform/platform.ts';
import type { CallRecord } from '../storage/calls.ts';
import type { Folders } from '../storage/folders.ts';
import { columnText } from '../storage/names.ts';
import { type DueUnits, SOURCES, type Source, withRmaIndex } from '../storage/rma-index.ts';
import { type CatchUpOptions, catchUpRmaIndex } from '../storage/rma-index-catch-up.ts';
import type { CallTrace, RmaTrace } from '../storage/rma-index-rows.ts';
import { bodyValue } from './call-body.ts';
import { CLOSED, CUSTOMER_KEEP, decideRefunds, FAILED_STATES, ON_RECEIPT } from './due-refunds.ts';
import { isSuccess, retryKey, wasRefused } from './open-calls.ts';
import { wasChecked } from './restore.ts';

/** Reads what was recorded since the last time. @returns whether the end of the record was reached. @throws Failure exit 7 */
export const catchUpCalls = (
  platform: Platform,
  folders: Folders,
  index: Database,
  options: Omit<CatchUpOptions, 'traceOf'> = {},
): Promise<boolean> =>
  catchUpRmaIndex(platform, folders, index, {
    traceOf: (record) => callTraceOf(platform, record),
    ...options,
  });

/** A receiver is idle when no call came for this long, ms. */
const IDLE_MS = 5_000;
/** How often an idle receiver looks, ms. */
const LOOK_MS = 30_000;
/** Bytes that are read in one piece while a receiver runs: about 100 messages, a few ms. */
const SMALL_PIECE = 256_000;
const PAUSE_MS = 50;
/** How long the end of a receiver may take for it, ms. What is left is read by whoever needs it. */
const LAST_MS = 500;

/**
 * The index is derived, so nothing that goes wrong with it disturbs the receiver: the next `status` reports it. While another process
 * writes it, it is left alone: to wait for a process that may be suspended would leave calls without an answer.
 */
export function keepIndex(platform: Platform, folders: Folders, signal: AbortSignal) {
  const { clock } = platform;
  let last = Number.NEGATIVE_INFINITY;
  let isBehind = true;
  const isBusy = () => clock.monotonic() - last < IDLE_MS;
  const catchUp = async (options: Omit<CatchUpOptions, 'traceOf'>) => {
    isBehind = false;
    try {
      const isDone = await withRmaIndex(
        platform,
        folders,
        (index) => catchUpCalls(platform, folders, index, options),
        { waits: false },
      );
      if (!isDone) isBehind = true;
    } catch {
      // See above. The next look tries again.
      isBehind = true;
    }
  };
  const watch = async () => {
    for (;;) {
      await clock.sleep(LOOK_MS, signal);
      if (signal.aborted) return;
      if (isBehind && !isBusy())
        await catchUp({
          piece: SMALL_PIECE,
          pauseMs: PAUSE_MS,
          isEnough: () => signal.aborted || isBusy(),
        });
    }
  };
  const watching = watch();
  return {
    /** A call arrived. */
    onCall(): void {
      last = clock.monotonic();
      isBehind = true;
    },
    /** Ends with the last calls in the index, as far as that is quick. */
    async close(): Promise<void> {
      await watching;
      const began = clock.monotonic();
      // A receiver that got nothing leaves nothing behind.
      if (isBehind && last > Number.NEGATIVE_INFINITY)
        await catchUp({ isEnough: () => clock.monotonic() - began > LAST_MS });
    },
  };
}

/** The carrier's scan: the only status at which the interface shows a refund. Units that were received are due with any method. */
const DUE_AT = 'TRANSIT';
/** More orders and lines than a real RMA has: a hostile message must not fill the index. Their identifiers are bounded as well. */
const MOST = 200;

function callTraceOf({ crypto }: Pick<Platform, 'crypto'>, record: CallRecord): CallTrace {
  const { id, at, kind, rma, replayOf } = record;
  const isImported = record.imported !== undefined;
  return {
    ...{ id, at, kind, rma, replayOf, source: sourceOf(record) },
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

/** By the User-Agent that our own programs send; a replay has that of its call. */
function sourceOf({ headers }: CallRecord): Source {
  const agent = headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  if (agent === 'returns-sandbox') return SOURCES.sandbox;
  return agent === 'returns-scenario' || agent === 'returns-trigger' ? SOURCES.play : SOURCES.service;
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
    ...stepsOf(message),
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

/** How far the parcels of an open RMA are. */
function stepsOf(message: Readonly<Record<string, unknown>>): Pick<RmaTrace, 'hasLabel' | 'hasScan'> {
  const isOpen = !CLOSED.has(message['status']) && message['return_method'] !== CUSTOMER_KEEP;
  const units = isOpen && Array.isArray(message['items']) ? message['items'].filter(isObject) : [];
  const ranks = units.map((unit) => {
    const status = shortenedText(unit['package_tracking_status']);
    const rank = unit['receiving_status'] === ON_RECEIPT ? SCANNED : (packageRank(status) ?? 0);
    return { rank, isFailed: FAILED_STATES.has(status ?? ''), isRefund: unit['refund_type'] === 'REFUND' };
  });
  return {
    hasLabel: ranks.some(({ rank }) => rank === LABELLED),
    hasScan: ranks.some(({ rank, isFailed, isRefund }) => rank >= SCANNED && isRefund && !isFailed),
  };
}

/** Ranks of a package's progress (`packageRank`): it has a label, and the carrier has it. */
const [LABELLED, SCANNED] = [1, 2];

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
