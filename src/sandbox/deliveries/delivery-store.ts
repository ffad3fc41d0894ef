// Deliveries and their attempts in SQLite: everything is written at once, in the transaction of the caller if there is one.
import type { Database, SqlRow } from '../../platform/platform.ts';
import type {
  Attempt,
  Delivery,
  DeliveryFilter,
  DeliveryKind,
  DeliveryListener,
  DeliveryState,
  OutboundMessage,
} from './types.ts';

/** Where a delivery stands. */
export interface Progress {
  readonly state: DeliveryState;
  /** Of one that waits. */
  readonly nextAt: number | null;
  readonly reason: string | null;
  /** Attempts since it was sent or sent again; a second one after a 401 does not count. */
  readonly tries: number;
  /** Time of the first of them. */
  readonly firstAt: number | null;
  /** How many times it is still to be delivered. */
  readonly copies: number;
}

/** How a delivery begins, and begins again when it is sent once more: with all of its time. */
export const BEGINNING = { nextAt: null, reason: null, tries: 0, firstAt: null, copies: 1 } as const;

/** What does not change. */
interface Sent {
  readonly id: number;
  readonly createdAt: number;
  /** Attempted once, never queued. */
  readonly isSingle: boolean;
}

/** A delivery without its message: enough to queue it. */
export interface Queued extends Sent, Progress {
  readonly kind: DeliveryKind;
  readonly key: string;
}

export const idText = (id: number): string => `D-${id}`;
/** Undefined when the text is not an id. */
export const idOf = (text: string): number | undefined => {
  const digits = /^D-([1-9]\d{0,14})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

export const DELIVERY_TABLES = `
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    rma TEXT,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    body TEXT,
    created_at INTEGER NOT NULL,
    is_single INTEGER NOT NULL,
    first_note TEXT,
    state TEXT NOT NULL,
    next_at INTEGER,
    reason TEXT,
    tries INTEGER NOT NULL,
    first_at INTEGER,
    copies INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_by_state ON deliveries (state, id);
  CREATE INDEX IF NOT EXISTS deliveries_by_rma ON deliveries (rma, id);
  CREATE TABLE IF NOT EXISTS delivery_attempts (
    delivery INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    status INTEGER,
    fault TEXT,
    answer TEXT NOT NULL,
    note TEXT,
    PRIMARY KEY (delivery, number)
  ) STRICT, WITHOUT ROWID;
`;

const MESSAGE = 'kind, key, rma, method, path, body';
const SENT = 'id, created_at, is_single';
const PROGRESS = 'state, next_at, reason, tries, first_at, copies';
const QUEUED = `${SENT}, ${PROGRESS}, kind, key`;
const SHOWN = `id, ${MESSAGE}, state, created_at, next_at, reason`;

const valuesOf = ({ state, nextAt, reason, tries, firstAt, copies }: Progress) =>
  [state, state === 'waiting' ? nextAt : null, reason, tries, firstAt, copies] as const;

const messageOf = ([kind, key, rma, method, path, body]: SqlRow): OutboundMessage =>
  ({ kind, key, rma, method, path, body }) as unknown as OutboundMessage;

const attemptOf = ([at, ms, status, fault, answer, note]: SqlRow): Attempt =>
  ({ at, ms, status, fault, answer, note }) as unknown as Attempt;

function deliveryOf(row: SqlRow, attempts: readonly Attempt[]): Delivery {
  const [state, createdAt, nextAt, reason] = row.slice(7);
  return {
    id: idText(Number(row[0])),
    message: messageOf(row.slice(1)),
    ...({ state, createdAt, nextAt, reason } as Pick<Delivery, 'state' | 'createdAt' | 'nextAt' | 'reason'>),
    attempts,
  };
}

function queuedOf(row: SqlRow): Queued {
  const [id, createdAt, isSingle, state, nextAt, reason, tries, firstAt, copies, kind, key] = row;
  const values = { id, createdAt, state, nextAt, reason, tries, firstAt, copies, kind, key };
  return { ...values, isSingle: isSingle === 1 } as unknown as Queued;
}

export class DeliveryStore {
  /** The highest id so far. */
  lastId: number;
  private readonly listeners = new Set<DeliveryListener>();

  /** @param onDefect called with what a listener throws */
  constructor(
    private readonly database: Database,
    private readonly onDefect: (error: unknown) => void,
  ) {
    this.lastId = Number(database.get('SELECT max(id) FROM deliveries')?.[0] ?? 0);
  }

  add(sent: Sent, message: OutboundMessage, progress: Progress): Delivery {
    const { kind, key, rma, method, path, body } = message;
    this.database.run(
      `INSERT INTO deliveries (${SENT}, ${MESSAGE}, ${PROGRESS}) VALUES (${'?, '.repeat(14)}?)`,
      ...[sent.id, sent.createdAt, Number(sent.isSingle)],
      ...[kind, key, rma, method, path, body],
      ...valuesOf(progress),
    );
    this.lastId = Math.max(this.lastId, sent.id);
    return this.tell(sent.id, null)!;
  }

  /** Listeners are part of it: what they store of an answer is there exactly when the answer is. @throws Failure exit 7 */
  save(id: number, progress: Progress, answer: string | null = null): void {
    this.database.transaction(() => {
      this.database.run(
        'UPDATE deliveries SET state = ?, next_at = ?, reason = ?, tries = ?, first_at = ?, copies = ? WHERE id = ?',
        ...[...valuesOf(progress), id],
      );
      this.tell(id, answer);
    });
  }

  /** @throws Failure exit 7 */
  record(id: number, { at, ms, status, fault, answer, note }: Attempt): void {
    this.database.run(
      `INSERT INTO delivery_attempts (delivery, number, at, ms, status, fault, answer, note)
       SELECT ?1, ifnull(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7 FROM delivery_attempts WHERE delivery = ?1`,
      ...[id, at, ms, status, fault, answer, note],
    );
  }

  message(id: number): OutboundMessage | undefined {
    const row = this.database.get(`SELECT ${MESSAGE} FROM deliveries WHERE id = ?`, id);
    return row && messageOf(row);
  }

  /** What the last run left under way waits again; single attempts are given up for this reason. */
  resume(reason: string): void {
    this.database.transaction(() => {
      this.database.run(
        "UPDATE deliveries SET state = 'given_up', next_at = NULL, reason = ? WHERE state = 'sending' AND is_single = 1",
        reason,
      );
      this.database.run("UPDATE deliveries SET state = 'waiting' WHERE state = 'sending'");
    });
  }

  queued(id: number): Queued | undefined {
    const row = this.database.get(`SELECT ${QUEUED} FROM deliveries WHERE id = ?`, id);
    return row && queuedOf(row);
  }

  /** What waits, in order. */
  waiting(): Queued[] {
    return this.database
      .all(`SELECT ${QUEUED} FROM deliveries WHERE state = 'waiting' ORDER BY id`)
      .map(queuedOf);
  }

  find(id: number): Delivery | undefined {
    const row = this.database.get(`SELECT ${SHOWN} FROM deliveries WHERE id = ?`, id);
    return row && this.shown(row);
  }

  list({ rma, state, limit }: DeliveryFilter): Delivery[] {
    return this.database
      .all(
        `SELECT ${SHOWN} FROM deliveries WHERE (?1 IS NULL OR rma = ?1) AND (?2 IS NULL OR state = ?2)
         ORDER BY id DESC LIMIT ?3`,
        ...[rma ?? null, state ?? null, limit],
      )
      .map((row) => this.shown(row));
  }

  counts(): Record<DeliveryState, number> {
    const counts = { waiting: 0, sending: 0, delivered: 0, given_up: 0 };
    for (const [state, count] of this.database.all('SELECT state, count(*) FROM deliveries GROUP BY state'))
      counts[state as DeliveryState] = Number(count);
    return counts;
  }

  /** Called in the transaction of each change. */
  subscribe(listener: DeliveryListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  clear(): void {
    this.database.transaction(() =>
      this.database.exec('DELETE FROM deliveries; DELETE FROM delivery_attempts'),
    );
    this.lastId = 0;
  }

  /** Nobody is told of anything any more. */
  close(): void {
    this.listeners.clear();
  }

  private shown(row: SqlRow): Delivery {
    const attempts = this.database.all(
      'SELECT at, ms, status, fault, answer, note FROM delivery_attempts WHERE delivery = ? ORDER BY number',
      Number(row[0]),
    );
    return deliveryOf(row, attempts.map(attemptOf));
  }

  private tell(id: number, answer: string | null): Delivery | undefined {
    const delivery = this.find(id);
    if (delivery)
      for (const listener of this.listeners)
        try {
          // What a listener wrote before it failed is half a decision: none of it may be stored with the delivery.
          this.database.transaction(() => listener(delivery, answer));
        } catch (error) {
          this.onDefect(error);
        }
    return delivery;
  }
}
