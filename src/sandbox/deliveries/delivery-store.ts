// Deliveries and their attempts in SQLite: everything is written at once, in the transaction of the caller if there is one.
import type { Database, SqlRow } from '../../platform/platform.ts';
import { rowOf } from '../database.ts';
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

const MESSAGE = 'kind, key, rma, method, path, body';
const ATTEMPT = 'at, ms, status, fault, answer, note';
const SHOWN = 'state, created_at AS createdAt, next_at AS nextAt, reason';
const QUEUED = `id, is_single AS isSingle, kind, key, tries, first_at AS firstAt, copies, ${SHOWN}`;

const messageOf = rowOf<OutboundMessage>(MESSAGE);
const attemptOf = rowOf<Attempt>(ATTEMPT);
const shownOf = rowOf<Pick<Delivery, 'state' | 'createdAt' | 'nextAt' | 'reason'>>(SHOWN);
const readQueued = rowOf<Queued>(QUEUED);
const queuedOf = (row: SqlRow): Queued => ({ ...readQueued(row), isSingle: row[1] === 1 });

const valuesOf = ({ state, nextAt, reason, tries, firstAt, copies }: Progress) =>
  [state, state === 'waiting' ? nextAt : null, reason, tries, firstAt, copies] as const;

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
      `INSERT INTO deliveries (id, created_at, is_single, ${MESSAGE}, state, next_at, reason, tries, first_at, copies)
       VALUES (${'?, '.repeat(14)}?)`,
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
      `INSERT INTO delivery_attempts (delivery, number, ${ATTEMPT})
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
    const row = this.database.get(`SELECT ${SHOWN}, ${MESSAGE}, id FROM deliveries WHERE id = ?`, id);
    return row && this.shown(row);
  }

  list({ rma, state, limit }: DeliveryFilter): Delivery[] {
    return this.database
      .all(
        `SELECT ${SHOWN}, ${MESSAGE}, id FROM deliveries WHERE (?1 IS NULL OR rma = ?1) AND (?2 IS NULL OR state = ?2)
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
    const id = Number(row.at(-1));
    const attempts = this.database.all(
      `SELECT ${ATTEMPT} FROM delivery_attempts WHERE delivery = ? ORDER BY number`,
      id,
    );
    return {
      ...shownOf(row),
      id: idText(id),
      message: messageOf(row.slice(4)),
      attempts: attempts.map(attemptOf),
    };
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
