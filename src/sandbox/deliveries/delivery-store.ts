// Deliveries and their attempts in SQLite. A message is stored at once, in the transaction of the caller if there is one; what
// becomes of it is written in groups, because losing that means one more attempt and nothing else.
import type { Clock, Database, SqlRow } from '../../platform/platform.ts';
import type { Attempt, Delivery, DeliveryKind, DeliveryState, OutboundMessage } from './types.ts';

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

/** Where a delivery stands. */
export interface Progress {
  readonly state: DeliveryState;
  readonly nextAt: number | null;
  readonly reason: string | null;
  /** Attempts since it was sent or sent again; a second one after a 401 does not count. */
  readonly tries: number;
  /** Time of the first of them. */
  readonly firstAt: number | null;
  /** How many times it is still to be delivered. */
  readonly copies: number;
}

/** What does not change. */
export interface Sent {
  readonly id: number;
  readonly createdAt: number;
  /** Attempted once, never queued. */
  readonly isSingle: boolean;
  /** What the delivery options do to the first attempt. */
  readonly firstNote: string | null;
}

/** A delivery without its message: enough to queue it. */
export interface Queued extends Sent, Progress {
  readonly kind: DeliveryKind;
  readonly key: string;
}

export interface DeliveryStore {
  readonly lastId: number;
  add(sent: Sent, message: OutboundMessage, progress: Progress): Delivery;
  /** Written with the next group. */
  save(id: number, progress: Progress): void;
  record(id: number, attempt: Attempt): void;
  message(id: number): OutboundMessage | undefined;
  /** What the last run left under way waits again; single attempts are given up for this reason. */
  resume(reason: string): void;
  queued(id: number): Queued | undefined;
  /** What waits, with an id above `after`, in order. */
  waiting(after: number, limit: number): Queued[];
  find(id: number): Delivery | undefined;
  list(filter: { readonly rma?: string; readonly state?: DeliveryState; readonly limit: number }): Delivery[];
  counts(): Record<DeliveryState, number>;
  /** Writes what was not written yet. @throws Failure exit 7 */
  flush(): void;
  /** The same; an error goes to `onDefect`. */
  flushSafely(): void;
  clear(): void;
}

export const idText = (id: number): string => `D-${id}`;
/** Undefined when the text is not an id. */
export const idOf = (text: string): number | undefined => {
  const digits = /^D-([1-9]\d{0,14})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** ms: with one group in each, a thousand attempts a second are a few hundred transactions. */
const GROUP_MS = 1;
/** A group is written when it is this large, whatever the time. */
const LARGEST_GROUP = 500;
/** Attempts that are kept for later while the disk takes nothing. */
const MOST_UNWRITTEN = 5_000;

const MESSAGE = 'kind, key, rma, method, path, body';
const SENT = 'id, created_at, is_single, first_note';
const PROGRESS = 'state, next_at, reason, tries, first_at, copies';
const QUEUED = `${SENT}, ${PROGRESS}, kind, key`;
const SHOWN = `id, ${MESSAGE}, state, created_at, next_at, reason`;

/** @param onWritten called in the transaction of each group, with the ids that changed @param onDefect called when a group cannot be written */
export function makeDeliveryStore(
  database: Database,
  clock: Clock,
  onWritten: (ids: ReadonlySet<number>) => void,
  onDefect: (error: unknown) => void,
): DeliveryStore {
  let saved = new Map<number, Progress>();
  let attempts: (readonly [id: number, attempt: Attempt])[] = [];
  let added = new Set<number>();
  let isScheduled = false;
  let lastId = Number(database.get('SELECT max(id) FROM deliveries')?.[0] ?? 0);

  const flush = () => {
    if (saved.size === 0 && attempts.length === 0 && added.size === 0) return;
    const group = { saved, attempts };
    const ids = new Set([...added, ...saved.keys()]);
    [saved, attempts, added] = [new Map(), [], new Set()];
    try {
      // Listeners are part of it: what they store of an answer is there exactly when the answer is.
      database.transaction(
        () => {
          write(database, group);
          onWritten(ids);
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
    get lastId() {
      return lastId;
    },
    add(sent, message, progress) {
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
    save(id, progress) {
      saved.set(id, progress);
      soon();
    },
    record(id, attempt) {
      attempts.push([id, attempt]);
      soon();
    },
    message(id) {
      const row = database.get(`SELECT ${MESSAGE} FROM deliveries WHERE id = ?`, id);
      return row && messageOf(row);
    },
    resume(reason) {
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
    queued(id) {
      flush();
      const row = database.get(`SELECT ${QUEUED} FROM deliveries WHERE id = ?`, id);
      return row && queuedOf(row);
    },
    waiting(after, limit) {
      flush();
      return database
        .all(
          `SELECT ${QUEUED} FROM deliveries WHERE state = 'waiting' AND id > ? ORDER BY id LIMIT ?`,
          after,
          limit,
        )
        .map(queuedOf);
    },
    find(id) {
      flush();
      const row = database.get(`SELECT ${SHOWN} FROM deliveries WHERE id = ?`, id);
      return row && shown(row);
    },
    list({ rma, state, limit }) {
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
    counts() {
      flush();
      const counts = { waiting: 0, sending: 0, delivered: 0, given_up: 0 };
      for (const [state, count] of database.all('SELECT state, count(*) FROM deliveries GROUP BY state'))
        counts[state as DeliveryState] = Number(count);
      return counts;
    },
    flush,
    flushSafely,
    clear() {
      [saved, attempts, added] = [new Map(), [], new Set()];
      database.transaction(() => database.exec('DELETE FROM deliveries; DELETE FROM delivery_attempts'), {
        durable: false,
      });
      lastId = 0;
    },
  };
}

interface Group {
  readonly saved: ReadonlyMap<number, Progress>;
  readonly attempts: readonly (readonly [id: number, attempt: Attempt])[];
}

function write(database: Database, { saved, attempts }: Group): void {
  for (const [id, { at, ms, status, fault, answer, note }] of attempts)
    database.run(
      `INSERT INTO delivery_attempts (delivery, number, at, ms, status, fault, answer, note)
       SELECT ?1, ifnull(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7 FROM delivery_attempts WHERE delivery = ?1`,
      ...[id, at, ms, status, fault, answer, note],
    );
  for (const [id, progress] of saved)
    database.run(
      'UPDATE deliveries SET state = ?, next_at = ?, reason = ?, tries = ?, first_at = ?, copies = ? WHERE id = ?',
      ...valuesOf(progress),
      id,
    );
}

const valuesOf = ({ state, nextAt, reason, tries, firstAt, copies }: Progress) =>
  [state, nextAt, reason, tries, firstAt, copies] as const;

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
  const [id, createdAt, isSingle, firstNote, state, nextAt, reason, tries, firstAt, copies, kind, key] = row;
  const values = { id, createdAt, firstNote, state, nextAt, reason, tries, firstAt, copies, kind, key };
  return { ...values, isSingle: isSingle === 1 } as unknown as Queued;
}
