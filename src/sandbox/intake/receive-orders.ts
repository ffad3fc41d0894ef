// Receives the orders of the sandbox, and has them. A post is stored completely or not at all; the last snapshot that
// arrives is the stored one.
import { canonicalJson, isObject } from '../../basics/json.ts';
import { type Levels, levelAt } from '../../contract/levels.ts';
import { refundLineDuplicate } from '../../contract/order-rules/refund-lines.ts';
import { overRefundedIn, refundDuplicate } from '../../contract/order-rules/refunds.ts';
import type { OverRefunded } from '../../contract/refund-amount.ts';
import type { StatusSpelling } from '../../contract/status-spelling.ts';
import { formatInstant, parseInstant } from '../../contract/time.ts';
import { validateOrdersMessage } from '../../contract/validate-order.ts';
import type { Crypto, SqlRow } from '../../platform/platform.ts';
import type { SavedState } from '../database.ts';
import { fieldErrorsOf, NOT_UNIQUE } from './receive-message.ts';

/** One snapshot that arrived. */
export interface Version {
  /** Number of the snapshot among those of all orders, from 1, in order of arrival. */
  readonly sequence: number;
  /** Sequence number of its request, counted from the start of the sandbox that received it; 0 when the sandbox made it. */
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
  /** What its refunds have too much; null when nothing. */
  readonly over_refunded: OverRefunded | null;
  /** The snapshot that arrived last; absent when bodies are not stored. */
  readonly order?: unknown;
}

interface OrderOptions {
  readonly keepBodies: boolean;
  /** Maximum number of versions stored of one order, at least 1. */
  readonly history: number;
  readonly statusSpelling: StatusSpelling;
  readonly levels?: Levels | undefined;
  /** Whether an order with refunds of too much is refused. */
  readonly refusesOverRefunded: () => boolean;
}

interface Listing {
  readonly body: boolean;
  readonly offset?: number;
  /** At most so many; all when left out. */
  readonly limit?: number;
}

/** The orders of a post, if it has any; nothing is checked. */
export function ordersOf(message: unknown): readonly unknown[] {
  const wrapper = isObject(message) ? message['returns_portal_order'] : undefined;
  const orders = isObject(wrapper) ? wrapper['orders'] : undefined;
  return Array.isArray(orders) ? orders : [];
}

const STORE = `INSERT INTO orders (identifier, status, updated_at, received, newest, body, over_refunded)
  VALUES (?, ?, ?, 1, ?, ?, ?)
  ON CONFLICT (identifier) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at,
    received = received + 1, newest = max(newest, excluded.newest), body = excluded.body, over_refunded = excluded.over_refunded
  RETURNING no, received, newest`;
const ADD_VERSION =
  'INSERT INTO order_versions (order_no, request, time, updated_at, sha256) VALUES (?, ?, ?, ?, ?)';
const FORGET_VERSIONS = `DELETE FROM order_versions WHERE order_no = ?1 AND sequence <= (
  SELECT sequence FROM order_versions WHERE order_no = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)`;
const LISTED = 'SELECT no, identifier, status, updated_at, received, over_refunded';
const OLDER = 'older_after_newer';
const OVER = 'over_refunded';

export type OrderStore = ReturnType<typeof makeOrderStore>;

export function makeOrderStore(saved: SavedState, crypto: Crypto, options: OrderOptions) {
  const { database } = saved;
  const { statusSpelling, levels, keepBodies } = options;
  const history = Math.max(1, options.history);

  const store = (order: Record<string, unknown>, now: number, request: number) => {
    // With --level, fields may be absent that the interface requires.
    const [identifier, status, updated] = [order['identifier'], order['status'], order['updated_at']].map(
      (value) => (typeof value === 'string' ? value : ''),
    ) as [string, string, string];
    const micros = parseInstant(updated)?.micros ?? 0;
    const text = canonicalJson(order);
    const body = keepBodies ? text : null;
    const over = overRefundedIn(order);
    if (over) saved.count(OVER);
    const row = database.get(STORE, identifier, status, updated, micros, body, over && JSON.stringify(over));
    const [no, received, newest] = row as [number, number, number];
    if (newest > micros) saved.count(OLDER);
    database.run(ADD_VERSION, no, request, now, updated, crypto.sha256(text));
    if (received > history) database.run(FORGET_VERSIONS, no, history);
  };
  const ownerOf = (kind: string, id: string) =>
    database.get('SELECT owner FROM refund_ids WHERE kind = ? AND identifier = ?', kind, id)?.[0] as
      | string
      | undefined;
  const accept = (
    orders: readonly unknown[],
    claims: ReturnType<typeof claimsOf>,
    ...when: [number, number]
  ) =>
    database.transaction(() => {
      for (const { kind, id, owner } of claims.made)
        database.run('INSERT OR REPLACE INTO refund_ids VALUES (?, ?, ?)', kind, id, owner);
      for (const order of orders) store(order as Record<string, unknown>, ...when);
    });
  const viewOf = ([no, identifier, status, updated_at, received, over, body]: SqlRow) =>
    ({
      ...{ identifier, status, updated_at, received },
      versions: database
        .all(
          'SELECT sequence, request, time, updated_at, sha256 FROM order_versions WHERE order_no = ? ORDER BY sequence',
          no!,
        )
        .map(versionOf),
      over_refunded: JSON.parse((over as string | null) ?? 'null') as OverRefunded | null,
      ...(typeof body === 'string' && { order: JSON.parse(body) as unknown }),
    }) as StoredOrder;

  return {
    /** Checks a post. Stores it, or returns its errors. */
    receive(message: unknown, now: number, request: number) {
      const errors = fieldErrorsOf(validateOrdersMessage(message, { now, statusSpelling, levels }));
      const orders = ordersOf(message);
      const claims = claimsOf(orders, ownerOf);
      const insists = {
        refunds: levelAt(levels, refundDuplicate, 'refunds.identifier') === 'error',
        lines: levelAt(levels, refundLineDuplicate, 'refunds.refund_line_items.identifier') === 'error',
      };
      const named = new Set(errors.map((error) => error.field));
      for (const { kind, field } of claims.taken)
        if (insists[kind] && !named.has(field)) errors.push({ field, code: NOT_UNIQUE });
      if (options.refusesOverRefunded())
        orders.forEach((order, index) => {
          if (overRefundedIn(order)) errors.push({ field: `orders[${index}].refunds`, code: OVER });
        });
      if (errors.length === 0) accept(orders, claims, now, request);
      return { errors, count: orders.length };
    },
    /** Stores snapshots that are known to be right, without checks. */
    add: (orders: readonly object[], now: number): void => accept(orders, claimsOf(orders, ownerOf), now, 0),
    find(identifier: string): StoredOrder | undefined {
      const row = database.get(`${LISTED}, body FROM orders WHERE identifier = ?`, identifier);
      return row && viewOf(row);
    },
    /** The last snapshot alone; undefined for an unknown order, and when bodies are not stored. */
    snapshot(identifier: string): unknown {
      const body = database.get('SELECT body FROM orders WHERE identifier = ?', identifier)?.[0];
      return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    },
    /** In order of first arrival. `body: false` leaves the snapshots out. */
    *list({ body, offset = 0, limit = -1 }: Listing): Generator<StoredOrder> {
      const sql = `${LISTED}${body ? ', body' : ''} FROM orders ORDER BY no LIMIT ? OFFSET ?`;
      for (const row of database.each(sql, limit, offset)) yield viewOf(row);
    },
    counts() {
      // Rows are removed all at once only, so the highest number is the count, and no table is read.
      const [stored, snapshots] = database.get(
        'SELECT (SELECT max(no) FROM orders), (SELECT max(sequence) FROM order_versions)',
      )!;
      return {
        stored: Number(stored ?? 0),
        snapshots: Number(snapshots ?? 0),
        older_after_newer: saved.counted(OLDER),
        over_refunded: saved.counted(OVER),
      };
    },
  };
}

const versionOf = ([sequence, request, time, updated, sha256]: SqlRow): Version =>
  ({ sequence, request, time: formatInstant(time as number), updated_at: updated, sha256 }) as Version;

type ClaimKind = 'refunds' | 'lines';

/**
 * "Unique across all refunds" (interface, Refund object). The same refund of the same order may be sent again; twice in one post
 * is a finding of the contract.
 * @param ownerOf the owner that is stored
 * @returns every identifier of these orders that is free, or belongs to the same refund already; and the fields with one that
 * belongs to another refund
 */
function claimsOf(
  orders: readonly unknown[],
  ownerOf: (kind: ClaimKind, identifier: string) => string | undefined,
) {
  const made: { readonly kind: ClaimKind; readonly id: string; readonly owner: string }[] = [];
  const taken: { readonly kind: ClaimKind; readonly field: string }[] = [];
  const take = (kind: ClaimKind, id: unknown, owner: string, field: string) => {
    if (typeof id !== 'string' || id === '') return;
    const other = ownerOf(kind, id) ?? owner;
    if (other === owner) made.push({ kind, id, owner });
    else taken.push({ kind, field });
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
  return { made, taken };
}
