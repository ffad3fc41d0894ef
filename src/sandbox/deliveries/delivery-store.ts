// Deliveries and their attempts in SQLite. A message is stored at once, in the transaction of the caller if there is one; what
// becomes of it is written in groups, because losing that means one more attempt and nothing else.
import type { Clock, Database, SqlRow, SqlValue } from '../../platform/platform.ts';
import {
  attemptOf,
  deliveryOf,
  idText,
  MESSAGE,
  messageOf,
  PROGRESS,
  type Progress,
  QUEUED,
  type Queued,
  queuedOf,
  SENT,
  type Sent,
  SHOWN,
  valuesOf,
} from './delivery-rows.ts';
import type {
  Attempt,
  Delivery,
  DeliveryFilter,
  DeliveryListener,
  DeliveryState,
  OutboundMessage,
} from './types.ts';

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

/** ms: with one group in each, a thousand attempts a second are a few hundred transactions. */
const GROUP_MS = 1;
/** A group is written when it is this large, whatever the time. */
const LARGEST_GROUP = 500;
/** Deliveries whose changes are kept for later while the disk takes nothing. */
const MOST_UNWRITTEN = 5_000;
/** Losing one means one more attempt. */
const LOSABLE = { durable: false };

/** What is not written yet of one delivery. */
interface Change {
  progress?: readonly SqlValue[];
  /** For listeners; it is not stored. */
  answer: string | null;
  readonly attempts: Attempt[];
}

export class DeliveryStore {
  private changes = new Map<number, Change>();
  private isScheduled = false;
  /** The highest id so far. */
  lastId: number;
  private readonly listeners = new Set<DeliveryListener>();

  /** @param onDefect called when a group cannot be written, and with what a listener throws */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly onDefect: (error: unknown) => void,
  ) {
    this.lastId = Number(database.get('SELECT max(id) FROM deliveries')?.[0] ?? 0);
  }

  add(sent: Sent, message: OutboundMessage, progress: Progress): Delivery {
    const { kind, key, rma, method, path, body } = message;
    this.database.run(
      `INSERT INTO deliveries (${SENT}, ${MESSAGE}, ${PROGRESS}) VALUES (${'?, '.repeat(15)}?)`,
      ...[sent.id, sent.createdAt, Number(sent.isSingle), sent.firstNote],
      ...[kind, key, rma, method, path, body],
      ...valuesOf(progress),
    );
    this.lastId = Math.max(this.lastId, sent.id);
    this.changeOf(sent.id);
    this.soon();
    const { state, nextAt, reason } = progress;
    return { id: idText(sent.id), message, state, createdAt: sent.createdAt, nextAt, attempts: [], reason };
  }

  /** Written with the next group. @param answer for listeners */
  save(id: number, progress: Progress, answer: string | null = null): void {
    Object.assign(this.changeOf(id), { progress: valuesOf(progress), answer });
    this.soon();
  }

  record(id: number, attempt: Attempt): void {
    this.changeOf(id).attempts.push(attempt);
    this.soon();
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
    }, LOSABLE);
  }

  queued(id: number): Queued | undefined {
    this.flush();
    const row = this.database.get(`SELECT ${QUEUED} FROM deliveries WHERE id = ?`, id);
    return row && queuedOf(row);
  }

  /** What waits, in order. */
  waiting(): Queued[] {
    this.flush();
    return this.database
      .all(`SELECT ${QUEUED} FROM deliveries WHERE state = 'waiting' ORDER BY id`)
      .map(queuedOf);
  }

  find(id: number): Delivery | undefined {
    this.flush();
    return this.read(id);
  }

  list({ rma, state, limit }: DeliveryFilter): Delivery[] {
    this.flush();
    return this.database
      .all(
        `SELECT ${SHOWN} FROM deliveries WHERE (?1 IS NULL OR rma = ?1) AND (?2 IS NULL OR state = ?2)
         ORDER BY id DESC LIMIT ?3`,
        ...[rma ?? null, state ?? null, limit],
      )
      .map((row) => this.shown(row));
  }

  counts(): Record<DeliveryState, number> {
    this.flush();
    const counts = { waiting: 0, sending: 0, delivered: 0, given_up: 0 };
    for (const [state, count] of this.database.all('SELECT state, count(*) FROM deliveries GROUP BY state'))
      counts[state as DeliveryState] = Number(count);
    return counts;
  }

  /** Called in the transaction of each group with what changed, in order of the ids. */
  subscribe(listener: DeliveryListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Writes what was not written yet. @throws Failure exit 7 */
  flush(): void {
    if (this.changes.size === 0) return;
    const group = this.changes;
    this.changes = new Map();
    try {
      // Listeners are part of it: what they store of an answer is there exactly when the answer is.
      this.database.transaction(() => {
        for (const [id, one] of group) this.write(id, one);
        for (const id of [...group.keys()].sort((one, other) => one - other))
          this.tell(id, group.get(id)!.answer);
      }, LOSABLE);
    } catch (error) {
      this.keepForLater(group);
      throw error;
    }
  }

  /** The same; an error goes to `onDefect`. */
  flushSafely(): void {
    try {
      this.flush();
    } catch (error) {
      this.onDefect(error);
    }
  }

  clear(): void {
    this.changes = new Map();
    this.database.transaction(
      () => this.database.exec('DELETE FROM deliveries; DELETE FROM delivery_attempts'),
      LOSABLE,
    );
    this.lastId = 0;
  }

  /** Writes what there is; nobody is told of anything any more. */
  close(): void {
    this.flushSafely();
    this.listeners.clear();
  }

  private read(id: number): Delivery | undefined {
    const row = this.database.get(`SELECT ${SHOWN} FROM deliveries WHERE id = ?`, id);
    return row && this.shown(row);
  }

  private shown(row: SqlRow): Delivery {
    const attempts = this.database.all(
      'SELECT at, ms, status, fault, answer, note FROM delivery_attempts WHERE delivery = ? ORDER BY number',
      Number(row[0]),
    );
    return deliveryOf(row, attempts.map(attemptOf));
  }

  private write(id: number, { progress, attempts }: Change): void {
    for (const { at, ms, status, fault, answer, note } of attempts)
      this.database.run(
        `INSERT INTO delivery_attempts (delivery, number, at, ms, status, fault, answer, note)
         SELECT ?1, ifnull(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7 FROM delivery_attempts WHERE delivery = ?1`,
        ...[id, at, ms, status, fault, answer, note],
      );
    if (progress)
      this.database.run(
        'UPDATE deliveries SET state = ?, next_at = ?, reason = ?, tries = ?, first_at = ?, copies = ? WHERE id = ?',
        ...[...progress, id],
      );
  }

  private tell(id: number, answer: string | null): void {
    const delivery = this.listeners.size > 0 ? this.read(id) : undefined;
    if (delivery)
      for (const listener of this.listeners)
        try {
          // What a listener wrote before it failed is half a decision: none of it may be stored with the delivery.
          this.database.transaction(() => listener(delivery, answer));
        } catch (error) {
          this.onDefect(error);
        }
  }

  /** The disk may have room again later. */
  private keepForLater(group: Map<number, Change>): void {
    const since = this.changes;
    if (group.size > MOST_UNWRITTEN) return;
    this.changes = group;
    for (const [id, { attempts, ...saved }] of since) {
      const one = this.changeOf(id);
      one.attempts.push(...attempts);
      if (saved.progress) Object.assign(one, saved);
    }
  }

  private changeOf(id: number): Change {
    const one = this.changes.get(id) ?? { answer: null, attempts: [] };
    this.changes.set(id, one);
    return one;
  }

  /** The next group is written soon. */
  private soon(): void {
    if (this.changes.size >= LARGEST_GROUP) this.flushSafely();
    if (this.isScheduled) return;
    this.isScheduled = true;
    void this.clock.sleep(GROUP_MS).then(() => {
      this.isScheduled = false;
      this.flushSafely();
    });
  }
}
