// Deliveries and their attempts in SQLite. A message is stored at once, in the transaction of the caller if there is one; what
// becomes of it is written in groups, because losing that means one more attempt and nothing else.
import type { Clock, Database, SqlRow } from '../../platform/platform.ts';
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
import type { Attempt, Delivery, DeliveryFilter, DeliveryState, OutboundMessage } from './types.ts';

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
/** Attempts that are kept for later while the disk takes nothing. */
const MOST_UNWRITTEN = 5_000;

export type DeliveryStore = ReturnType<typeof makeDeliveryStore>;

/** @param onWritten called in the transaction of each group, with what changed: ids in order, and the answers that were saved with them @param onDefect called when a group cannot be written */
export function makeDeliveryStore(
  database: Database,
  clock: Clock,
  onWritten: (changes: ReadonlyMap<number, string | null>) => void,
  onDefect: (error: unknown) => void,
) {
  let saved = new Map<number, Saved>();
  let attempts: (readonly [id: number, attempt: Attempt])[] = [];
  let added = new Set<number>();
  let isScheduled = false;
  let lastId = Number(database.get('SELECT max(id) FROM deliveries')?.[0] ?? 0);

  const flush = () => {
    if (saved.size === 0 && attempts.length === 0 && added.size === 0) return;
    const group = { saved, attempts };
    const ids = [...new Set([...added, ...saved.keys()])].sort((one, other) => one - other);
    [saved, attempts, added] = [new Map(), [], new Set()];
    try {
      // Listeners are part of it: what they store of an answer is there exactly when the answer is.
      database.transaction(
        () => {
          write(database, group);
          onWritten(new Map(ids.map((id) => [id, group.saved.get(id)?.answer ?? null])));
        },
        { durable: false },
      );
    } catch (error) {
      // The disk may have room again later.
      if (group.attempts.length > MOST_UNWRITTEN) throw error;
      saved = new Map([...group.saved, ...saved]);
      attempts = [...group.attempts, ...attempts];
      added = new Set([...ids, ...added]);
      throw error;
    }
  };
  const flushSafely = () => {
    try {
      flush();
    } catch (error) {
      onDefect(error);
    }
  };
  const soon = () => {
    if (attempts.length >= LARGEST_GROUP || saved.size >= LARGEST_GROUP) flushSafely();
    if (isScheduled) return;
    isScheduled = true;
    void clock.sleep(GROUP_MS).then(() => {
      isScheduled = false;
      flushSafely();
    });
  };
  const attemptsOf = (id: number): Attempt[] =>
    database
      .all(
        'SELECT at, ms, status, fault, answer, note FROM delivery_attempts WHERE delivery = ? ORDER BY number',
        id,
      )
      .map(attemptOf);
  const shown = (row: SqlRow): Delivery => deliveryOf(row, attemptsOf(Number(row[0])));

  return {
    get lastId(): number {
      return lastId;
    },
    add(sent: Sent, message: OutboundMessage, progress: Progress): Delivery {
      const { kind, key, rma, method, path, body } = message;
      database.run(
        `INSERT INTO deliveries (${SENT}, ${MESSAGE}, ${PROGRESS}) VALUES (${'?, '.repeat(15)}?)`,
        ...[sent.id, sent.createdAt, Number(sent.isSingle), sent.firstNote],
        ...[kind, key, rma, method, path, body],
        ...valuesOf(progress),
      );
      lastId = Math.max(lastId, sent.id);
      added.add(sent.id);
      soon();
      const { state, nextAt, reason } = progress;
      return { id: idText(sent.id), message, state, createdAt: sent.createdAt, nextAt, attempts: [], reason };
    },
    /** Written with the next group. @param answer for listeners; it is not stored */
    save(id: number, progress: Progress, answer: string | null = null): void {
      saved.set(id, { progress, answer });
      soon();
    },
    record(id: number, attempt: Attempt): void {
      attempts.push([id, attempt]);
      soon();
    },
    message(id: number): OutboundMessage | undefined {
      const row = database.get(`SELECT ${MESSAGE} FROM deliveries WHERE id = ?`, id);
      return row && messageOf(row);
    },
    /** What the last run left under way waits again; single attempts are given up for this reason. */
    resume(reason: string): void {
      database.transaction(
        () => {
          database.run(
            "UPDATE deliveries SET state = 'given_up', next_at = NULL, reason = ? WHERE state = 'sending' AND is_single = 1",
            reason,
          );
          database.run("UPDATE deliveries SET state = 'waiting' WHERE state = 'sending'");
        },
        { durable: false },
      );
    },
    queued(id: number): Queued | undefined {
      flush();
      const row = database.get(`SELECT ${QUEUED} FROM deliveries WHERE id = ?`, id);
      return row && queuedOf(row);
    },
    /** What waits, with an id above `after`, in order. */
    waiting(after: number, limit: number): Queued[] {
      flush();
      return database
        .all(
          `SELECT ${QUEUED} FROM deliveries WHERE state = 'waiting' AND id > ? ORDER BY id LIMIT ?`,
          after,
          limit,
        )
        .map(queuedOf);
    },
    find(id: number): Delivery | undefined {
      flush();
      const row = database.get(`SELECT ${SHOWN} FROM deliveries WHERE id = ?`, id);
      return row && shown(row);
    },
    /** For listeners, of which few look at the attempts: these are read when somebody does. */
    findForListeners(id: number): Delivery | undefined {
      const row = database.get(`SELECT ${SHOWN} FROM deliveries WHERE id = ?`, id);
      if (!row) return undefined;
      let attempts: readonly Attempt[] | undefined;
      return Object.defineProperty(deliveryOf(row, []), 'attempts', {
        enumerable: true,
        get: () => {
          attempts ??= attemptsOf(id);
          return attempts;
        },
      });
    },
    list({ rma, state, limit }: DeliveryFilter): Delivery[] {
      flush();
      const conditions = [
        ...(rma === undefined ? [] : [['rma = ?', rma] as const]),
        ...(state === undefined ? [] : [['state = ?', state] as const]),
      ];
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([text]) => text).join(' AND ')}`;
      return database
        .all(
          `SELECT ${SHOWN} FROM deliveries ${where} ORDER BY id DESC LIMIT ?`,
          ...conditions.map(([, value]) => value),
          limit,
        )
        .map(shown);
    },
    counts(): Record<DeliveryState, number> {
      flush();
      const counts = { waiting: 0, sending: 0, delivered: 0, given_up: 0 };
      for (const [state, count] of database.all('SELECT state, count(*) FROM deliveries GROUP BY state'))
        counts[state as DeliveryState] = Number(count);
      return counts;
    },
    /** Writes what was not written yet. @throws Failure exit 7 */
    flush,
    /** The same; an error goes to `onDefect`. */
    flushSafely,
    clear(): void {
      [saved, attempts, added] = [new Map(), [], new Set()];
      database.transaction(() => database.exec('DELETE FROM deliveries; DELETE FROM delivery_attempts'), {
        durable: false,
      });
      lastId = 0;
    },
  };
}

interface Saved {
  readonly progress: Progress;
  readonly answer: string | null;
}

interface Group {
  readonly saved: ReadonlyMap<number, Saved>;
  readonly attempts: readonly (readonly [id: number, attempt: Attempt])[];
}

function write(database: Database, { saved, attempts }: Group): void {
  for (const [id, { at, ms, status, fault, answer, note }] of attempts)
    database.run(
      `INSERT INTO delivery_attempts (delivery, number, at, ms, status, fault, answer, note)
       SELECT ?1, ifnull(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7 FROM delivery_attempts WHERE delivery = ?1`,
      ...[id, at, ms, status, fault, answer, note],
    );
  for (const [id, { progress }] of saved)
    database.run(
      'UPDATE deliveries SET state = ?, next_at = ?, reason = ?, tries = ?, first_at = ?, copies = ? WHERE id = ?',
      ...valuesOf(progress),
      id,
    );
}
