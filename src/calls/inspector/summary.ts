// Converts a recorded call to what the page gets. All sizes are limited, for any body.

import { isObject, parsedJson } from '../../basics/json.ts';
import { rmaState } from '../../contract/rma-words.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { wasRefusedUnchecked } from '../record/call-state.ts';
import { itemsOf } from '../record/recorded-call.ts';

const MOST = { text: 120, orders: 5, codes: 8, changes: 12, also: 24 };
/** Maximum size of a body that is read for the list. */
const LISTED_BODY = 256 * 1024;
/** Maximum size of a body that the page shows. */
const SHOWN_TEXT = 256 * 1024;
/** A multiple of 4, so that base64 is not cut inside a group. */
const SHOWN_BASE64 = 64 * 1024;

const cut = (text: string): string => (text.length > MOST.text ? `${text.slice(0, MOST.text - 1)}…` : text);

/** A call in the list: small, because there are thousands. */
export type CallSummary = Readonly<ReturnType<typeof summaryOf>>;

export function summaryOf(record: CallRecord) {
  const { id, at, kind, verdict, anomaly, rma, orders, status, changes, response, bytes } = record;
  const isListed = record.encoding === 'utf8' && record.body.length <= LISTED_BODY;
  const items = isListed ? itemsOf(parsedJson(record.body)) : undefined;
  const cutOrNone = (text: string | null) => (text === null ? null : cut(text));
  return {
    ...{ id, at, kind, verdict, anomaly, bytes },
    method: cut(record.method),
    target: cut(record.target),
    rma: cutOrNone(rma),
    orders: orders.slice(0, MOST.orders).map(cut),
    status: cutOrNone(status),
    /** `CREATED · TRANSIT`: the status with those of the parcels; null when the body does not say. */
    state: kind === 'rma' && items ? cut(rmaState(status, items)) : null,
    /** Units of an RMA message; null when the body does not say. */
    units: kind === 'rma' ? (items?.length ?? null) : null,
    /** Codes of the findings, without duplicates. */
    codes: [...new Set(record.findings.map(({ code }) => cut(code)))].slice(0, MOST.codes),
    changes: changes.slice(0, MOST.changes),
    moreChanges: Math.max(0, changes.length - MOST.changes),
    /** Status of the answer; 0 when the connection was dropped on purpose, or the call was imported. */
    answer: response.dropped ? 0 : response.status,
    by: response.by,
    /** Refused before its check: it is not a message of its RMA. */
    isUnchecked: wasRefusedUnchecked(record),
    /** The call that this one repeats. */
    replayOf: record.replayOf ?? null,
    /** More search words: skus and tracking numbers. */
    also: searchable(items),
  };
}

export type CallDetail = Readonly<ReturnType<typeof detailOf>>;

/** A complete call; `cut`: its body is shorter than the recorded one, because the page could not show all of it. */
export function detailOf(record: CallRecord) {
  const most = record.encoding === 'utf8' ? SHOWN_TEXT : SHOWN_BASE64;
  const isCut = record.body.length > most;
  const call = isCut ? { ...record, body: record.body.slice(0, most) } : record;
  return { schema: 'inspector-call/1' as const, call, cut: isCut };
}

function searchable(items: readonly unknown[] | undefined): string[] {
  const found = new Set<string>();
  for (const item of items ?? [])
    for (const name of ['sku', 'tracking_number', 'order_line_item_identifier']) {
      if (found.size >= MOST.also) return [...found];
      const value = isObject(item) ? item[name] : undefined;
      if (typeof value === 'string' && value !== '') found.add(cut(value));
    }
  return [...found];
}
