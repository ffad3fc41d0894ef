// Converts a recorded call to what the page gets. All sizes are limited, for any body.
import { isObject } from '../../basics/json.ts';
import { stateText } from '../call-body.ts';
import type { CallDetail, CallRecord, CallSummary } from './types.ts';

const MOST = { text: 120, orders: 5, codes: 8, changes: 12, also: 24 };
/** Maximum size of a body that is read for the list. */
const LISTED_BODY = 256 * 1024;
/** Maximum size of a body that the page shows; the rest can be downloaded. */
export const SHOWN_TEXT = 256 * 1024;
/** A multiple of 4, so that base64 is not cut inside a group. */
export const SHOWN_BASE64 = 64 * 1024;

const cut = (text: string): string => (text.length > MOST.text ? `${text.slice(0, MOST.text - 1)}…` : text);

export function summaryOf(record: CallRecord): CallSummary {
  const items = itemsOf(record);
  return {
    id: record.id,
    at: record.at,
    kind: record.kind,
    method: cut(record.method),
    target: cut(record.target),
    rma: record.rma === null ? null : cut(record.rma),
    orders: record.orders.slice(0, MOST.orders).map(cut),
    status: record.status === null ? null : cut(record.status),
    state: record.kind === 'rma' && items ? cut(stateText(record.status, items)) : null,
    units: record.kind === 'rma' ? (items?.length ?? null) : null,
    verdict: record.verdict,
    anomaly: record.anomaly,
    findings: record.findings.length,
    codes: [...new Set(record.findings.map(({ code }) => cut(code)))].slice(0, MOST.codes),
    changes: record.changes.slice(0, MOST.changes),
    moreChanges: Math.max(0, record.changes.length - MOST.changes),
    answer: record.response.dropped ? 0 : record.response.status,
    by: record.response.by,
    bytes: record.bytes,
    imported: record.imported !== undefined,
    replayOf: record.replayOf ?? null,
    also: searchable(items),
  };
}

export function detailOf(record: CallRecord): CallDetail {
  const most = record.encoding === 'utf8' ? SHOWN_TEXT : SHOWN_BASE64;
  const isCut = record.body.length > most;
  const call = isCut ? { ...record, body: record.body.slice(0, most) } : record;
  return { schema: 'inspector-call/1', call, cut: isCut };
}

function itemsOf({ body, encoding }: CallRecord): readonly unknown[] | null {
  if (encoding !== 'utf8' || body.length > LISTED_BODY) return null;
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return null;
  }
  const items = isObject(message) ? message['items'] : undefined;
  return Array.isArray(items) ? items : null;
}

function searchable(items: readonly unknown[] | null): string[] {
  const found = new Set<string>();
  for (const item of items ?? [])
    for (const name of ['sku', 'tracking_number', 'order_line_item_identifier']) {
      if (found.size >= MOST.also) return [...found];
      const value = isObject(item) ? item[name] : undefined;
      if (typeof value === 'string' && value !== '') found.add(cut(value));
    }
  return [...found];
}
