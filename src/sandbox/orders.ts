// The orders of the sandbox. A post is stored completely or not at all; the last snapshot that arrives is the stored one.
import { canonicalJson, isObject } from '../basics/json.ts';
import type { FieldError } from '../contract/field-error.ts';
import { type Levels, levelAt } from '../contract/levels.ts';
import { refundLineDuplicate } from '../contract/order-rules/refund-lines.ts';
import { refundDuplicate } from '../contract/order-rules/refunds.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import { formatInstant, parseInstant } from '../contract/time.ts';
import { validateOrdersMessage } from '../contract/validate-order.ts';
import type { Crypto } from '../platform/platform.ts';
import { fieldErrorsOf, NOT_UNIQUE } from './answers.ts';
import type { AppendLine } from './journal.ts';

/** One snapshot that arrived. */
export interface Version {
  /** Number of the snapshot among those of all orders, from 1, in order of arrival. */
  readonly sequence: number;
  /** Sequence number of its request; 0 when it was restored from --data. */
  readonly request: number;
  readonly time: string;
  readonly updated_at: string;
  /** SHA-256 of its canonical JSON. */
  readonly sha256: string;
}

export interface StoredOrder {
  readonly identifier: string;
  readonly status: string;
  readonly updated_at: string;
  /** Number of snapshots that arrived. `versions` has the last ones, oldest first. */
  readonly received: number;
  readonly versions: readonly Version[];
  /** The snapshot that arrived last; absent when bodies are not stored. */
  readonly order?: unknown;
}

interface Row {
  readonly identifier: string;
  status: string;
  received: number;
  /** Latest `updated_at` that ever arrived, in microseconds. */
  newest: number;
  body: string | undefined;
  readonly versions: (Omit<Version, 'time'> & { readonly time: number })[];
}

export interface OrderOptions {
  readonly keepBodies: boolean;
  /** Maximum number of versions stored of one order. */
  readonly history: number;
  readonly statusSpelling: StatusSpelling;
  readonly levels?: Levels | undefined;
}

export interface OrderStore {
  /** Checks a post. Stores it, or returns its errors. */
  receive(
    message: unknown,
    now: number,
    request: number,
  ): { readonly errors: readonly FieldError[]; readonly count: number };
  /** Restores the entries of the journal. */
  restore(orders: readonly unknown[], time: number): void;
  find(identifier: string): StoredOrder | undefined;
  /** `body: false` leaves the snapshots out. */
  list(options: { body: boolean }): Generator<StoredOrder>;
  counts(): { stored: number; snapshots: number; older_after_newer: number };
}

/** The orders of a post, if it has any; nothing is checked. */
export function ordersOf(message: unknown): readonly unknown[] {
  const wrapper = isObject(message) ? message['returns_portal_order'] : undefined;
  const orders = isObject(wrapper) ? wrapper['orders'] : undefined;
  return Array.isArray(orders) ? orders : [];
}

export function makeOrderStore(crypto: Crypto, options: OrderOptions, append: AppendLine): OrderStore {
  const rows = new Map<string, Row>();
  // Refund identifier -> its order; refund line identifier -> its order and refund.
  const refunds = new Map<string, string>();
  const lines = new Map<string, string>();
  let snapshots = 0;
  let older = 0;

  const store = (order: Record<string, unknown>, text: string, time: number, request: number) => {
    const identifier = order['identifier'] as string;
    const updated = order['updated_at'] as string;
    const micros = parseInstant(updated)?.micros ?? 0;
    let row = rows.get(identifier);
    if (!row) {
      row = { identifier, status: '', received: 0, newest: micros, body: undefined, versions: [] };
      rows.set(identifier, row);
    }
    if (micros < row.newest) older++;
    else row.newest = micros;
    row.status = typeof order['status'] === 'string' ? order['status'] : '';
    row.received++;
    if (options.keepBodies) row.body = text;
    row.versions.push({
      sequence: ++snapshots,
      request,
      time,
      updated_at: updated,
      sha256: crypto.sha256(text),
    });
    if (row.versions.length > options.history) row.versions.shift();
  };
  const claim = (claims: Claims) => {
    for (const [id, owner] of claims.refunds) refunds.set(id, owner);
    for (const [id, owner] of claims.lines) lines.set(id, owner);
  };

  return {
    receive(message, now, request) {
      const { statusSpelling, levels } = options;
      const findings = validateOrdersMessage(message, { now, statusSpelling, levels });
      const errors = fieldErrorsOf(findings);
      const orders = ordersOf(message);
      const claims = claimsOf(orders, { refunds, lines });
      const insists = {
        refunds: levelAt(levels, refundDuplicate, 'refunds.identifier') === 'error',
        lines: levelAt(levels, refundLineDuplicate, 'refunds.refund_line_items.identifier') === 'error',
      };
      const named = new Set(errors.map((error) => error.field));
      for (const { kind, field } of claims.taken)
        if (insists[kind] && !named.has(field)) errors.push({ field, code: NOT_UNIQUE });
      if (errors.length > 0) return { errors, count: orders.length };
      const texts = orders.map(canonicalJson);
      // The journal first: a snapshot that cannot be written to disk must not be accepted.
      append(() => `{"kind":"orders","time":${now},"orders":[${texts.join(',')}]}`);
      claim(claims);
      for (let i = 0; i < orders.length; i++)
        store(orders[i] as Record<string, unknown>, texts[i]!, now, request);
      return { errors, count: orders.length };
    },
    restore(orders, time) {
      claim(claimsOf(orders, { refunds, lines }));
      for (const order of orders) if (isObject(order)) store(order, canonicalJson(order), time, 0);
    },
    find(identifier) {
      const row = rows.get(identifier);
      return row && viewOf(row, true);
    },
    *list({ body }) {
      for (const row of rows.values()) yield viewOf(row, body);
    },
    counts: () => ({ stored: rows.size, snapshots, older_after_newer: older }),
  };
}

function viewOf(row: Row, body: boolean): StoredOrder {
  return {
    identifier: row.identifier,
    status: row.status,
    updated_at: row.versions.at(-1)?.updated_at ?? '',
    received: row.received,
    versions: row.versions.map((version) => ({ ...version, time: formatInstant(version.time) })),
    ...(body && row.body !== undefined && { order: JSON.parse(row.body) as unknown }),
  };
}

interface Claims {
  readonly refunds: Map<string, string>;
  readonly lines: Map<string, string>;
  /** Fields with an identifier that already belongs to another refund. */
  readonly taken: { readonly kind: 'refunds' | 'lines'; readonly field: string }[];
}

/** "Unique across all refunds" (interface, Refund object). The same refund of the same order may be sent again. */
function claimsOf(orders: readonly unknown[], known: Pick<Claims, 'refunds' | 'lines'>): Claims {
  const claims: Claims = { refunds: new Map(), lines: new Map(), taken: [] };
  const take = (kind: 'refunds' | 'lines', id: unknown, owner: string, field: string) => {
    if (typeof id !== 'string' || id === '') return;
    const other = known[kind].get(id) ?? claims[kind].get(id);
    if (other !== undefined && other !== owner) claims.taken.push({ kind, field });
    else claims[kind].set(id, owner);
  };
  orders.forEach((order, index) => {
    if (!isObject(order) || !Array.isArray(order['refunds']) || order['refunds'].length === 0) return;
    const identifier = String(order['identifier']);
    order['refunds'].forEach((refund: unknown, r) => {
      if (!isObject(refund)) return;
      const at = `orders[${index}].refunds[${r}]`;
      take('refunds', refund['identifier'], identifier, `${at}.identifier`);
      if (!Array.isArray(refund['refund_line_items'])) return;
      const owner = JSON.stringify([identifier, refund['identifier']]);
      refund['refund_line_items'].forEach((line: unknown, l) => {
        if (isObject(line))
          take('lines', line['identifier'], owner, `${at}.refund_line_items[${l}].identifier`);
      });
    });
  });
  return claims;
}
