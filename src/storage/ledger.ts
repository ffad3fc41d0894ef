// The ledger: what each target has accepted and refused. One database for all targets. A transaction is on disk when it
// returns, so everything that is reported is recorded.
import path from 'node:path';
import type { Database, Platform, SqlRow } from '../platform/platform.ts';
import { type Folders, guardDisk } from './folders.ts';
import { type Doubts, doubtsOf, type Unanswered, unsettledIn } from './in-doubt.ts';
import { checkHead, createLedger, openMigrated } from './ledger-migrations.ts';
import {
  columnText,
  type Numbers,
  namesOf,
  numbersIn,
  spellingsOf,
  storedText,
  targetNumber,
} from './names.ts';
import { isOlder, type KnownOrder, type OrderRecord, succeed } from './order-record.ts';
import { KNOWN_COLUMNS, KnownRow, putOrder } from './order-rows.ts';

/** An order that this tool or the service refused, with its digest at that time. */
export interface RefusedRecord {
  readonly digest: string;
  readonly code: string;
  readonly field: string;
  /** HTTP status; 0 when this tool's own check refused it, and `digest` is then of the unchanged input. */
  readonly status: number;
  readonly at: number;
  readonly run: string;
}

/** Refunds and refund lines have separate sets of identifiers: each is unique within its own set. */
type RefundKind = 'refund' | 'line';

/** The state of the ledger against which a snapshot is compared. */
export interface LedgerView {
  /** Another order than `besides` that has this refund or refund line. */
  ownerOfRefund(kind: RefundKind, identifier: string, besides: string): string | undefined;
  known(id: string): KnownOrder | undefined;
  /** An accepted order whose number is this one in another spelling. */
  respelled(id: string): KnownOrder | undefined;
  refused(id: string): RefusedRecord | undefined;
  /** Versions of an order that the service may hold: their requests had no answer, and none was accepted since. */
  unanswered(id: string): readonly Unanswered[];
  /** Whether a run posted a refund that this tool built. */
  isRefund(run: string): boolean;
}

/** The records of some orders, with their row numbers. */
export interface NumberedView extends LedgerView {
  known(id: string): KnownRow | undefined;
}

export const ledgerPath = (folders: Folders): string => path.join(folders.state, 'ledger.db');

/** Opens the state dir's ledger. @throws Failure exit 7 */
export function openLedgerStore(platform: Platform, folders: Folders): Database {
  const { files } = platform;
  const file = ledgerPath(folders);
  files.makeFolder(folders.state);
  if (guardDisk(file, () => files.stat(file))) checkHead(platform, file);
  else createLedger(platform, file);
  return openMigrated(platform, file);
}

/** Opens a copy of the ledger in `file`, which stays as it is; the copy is made at `place`. @throws Failure exit 7 */
export function openLedgerCopy(platform: Platform, file: string, place: string): Database {
  checkHead(platform, file);
  platform.databases.copy(file, place);
  return openMigrated(platform, place, file);
}

/** How many orders are looked up together. */
const CHUNK = 2000;

const REFUSED_COLUMNS = `x.identifier, x.digest, x.code, x.field, x.status, x.refused_at,
  (SELECT text FROM names WHERE no = x.run)`;

function refusedOf(row: SqlRow | undefined): RefusedRecord | undefined {
  const [, digest, code, field, status, at, run] = row ?? [];
  return row && ({ digest, code, field, status, at, run } as RefusedRecord);
}

/** The ledger of one target (orders address + client id). Closing the ledger closes the database. */
export class Ledger implements LedgerView {
  /** Orders that a request without an answer may still change at the service. */
  readonly doubts: Doubts;
  readonly target: ReturnType<typeof targetNumber>;
  private readonly numberOf: ReturnType<typeof namesOf>;
  private readonly starts = new Map<string, boolean>();

  /** @param store the database itself: runs and locks are in the same file as the orders */
  constructor(
    private readonly platform: Platform,
    readonly store: Database,
    targetKey: string,
  ) {
    this.target = targetNumber(store, targetKey);
    this.numberOf = namesOf(store);
    this.doubts = doubtsOf(platform, store, this.target);
  }

  known(id: string): KnownRow | undefined {
    const row = this.store.get(
      `SELECT ${KNOWN_COLUMNS} FROM orders x WHERE x.target = ? AND x.identifier = ?`,
      ...[this.target.read(), this.column(id)],
    );
    return row && new KnownRow(this.store, row, id);
  }

  respelled(id: string): KnownRow | undefined {
    const others = spellingsOf(id, (start) => this.hasNumbersFrom(start));
    return others.map((other) => this.known(other)).find((row) => row !== undefined);
  }

  /** Whether numbers begin in this way, looked up once. */
  private hasNumbersFrom(start: string): boolean {
    const known = this.starts.get(start);
    if (known !== undefined) return known;
    const next = start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1);
    const row = this.store.get(
      'SELECT 1 FROM orders WHERE target = ? AND identifier >= ? AND identifier < ? LIMIT 1',
      ...[this.target.read(), start, next],
    );
    this.starts.set(start, row !== undefined);
    return row !== undefined;
  }

  ownerOfRefund(kind: RefundKind, identifier: string, besides: string): string | undefined {
    return this.store.get(
      // CROSS JOIN forces the plan from the refund to its order; the other direction would scan all orders.
      `SELECT o.identifier FROM ${kind === 'refund' ? 'refunds' : 'refund_lines'} x CROSS JOIN orders o ON o.no = x.order_no
       WHERE x.identifier = ? AND o.target = ? AND o.identifier <> ? LIMIT 1`,
      ...[storedText(identifier), this.target.read(), this.column(besides)],
    )?.[0] as string | undefined;
  }

  isRefund(run: string): boolean {
    return this.store.get("SELECT 1 FROM runs WHERE id = ? AND kind = 'orders refund'", run) !== undefined;
  }

  /** Everything on record about an accepted order. */
  order(id: string): OrderRecord | undefined {
    return this.store.snapshot(() => this.known(id)?.record());
  }

  refused(id: string): RefusedRecord | undefined {
    const sql = `SELECT ${REFUSED_COLUMNS} FROM refusals x WHERE x.target = ? AND x.identifier = ?`;
    return refusedOf(this.store.get(sql, this.target.read(), this.column(id)));
  }

  unanswered(id: string): readonly Unanswered[] {
    return unsettledIn(this.doubts.unanswered(), id, (one) => this.known(one));
  }

  /** The same answers for these orders as currently recorded, looked up together. */
  view(ids: readonly string[]): NumberedView {
    const { store } = this;
    const heads = new Map<string, SqlRow>();
    const refusals = new Map<string, SqlRow>();
    const no = this.target.read();
    // Most targets have no refusals, and a new one has no orders.
    const [orders, refused] = store.get(
      'SELECT EXISTS (SELECT 1 FROM orders WHERE target = ?), EXISTS (SELECT 1 FROM refusals WHERE target = ?)',
      ...[no, no],
    )!;
    const lookUp = (columns: string, table: 'orders' | 'refusals', found: (row: SqlRow) => void) => {
      for (let at = 0; at < ids.length; at += CHUNK)
        store
          .all(
            // CROSS JOIN forces the plan: iterate over the identifiers and look each one up.
            `SELECT ${columns} FROM json_each(?) j CROSS JOIN ${table} x ON x.target = ? AND x.identifier = j.value`,
            ...[JSON.stringify(ids.slice(at, at + CHUNK).map(this.column)), no],
          )
          .forEach(found);
    };
    if (orders) lookUp(KNOWN_COLUMNS, 'orders', (row) => heads.set(row[1] as string, row));
    if (refused) lookUp(REFUSED_COLUMNS, 'refusals', (row) => refusals.set(row[0] as string, row));
    const all = this.doubts.unanswered(no);
    const known = (id: string) => {
      const row = heads.size === 0 ? undefined : heads.get(this.column(id));
      return row && new KnownRow(store, row, id);
    };
    return {
      unanswered: (id) => unsettledIn(all, id, known),
      ownerOfRefund: (kind, identifier, besides) => this.ownerOfRefund(kind, identifier, besides),
      isRefund: (run) => this.isRefund(run),
      respelled: (id) => (orders ? this.respelled(id) : undefined),
      known,
      refused: (id) => (refused ? refusedOf(refusals.get(this.column(id))) : undefined),
    };
  }

  /** An accepted order whose identifier differs from this one only in upper and lower case. */
  otherSpelling(id: string): string | undefined {
    return this.store.get(
      'SELECT identifier FROM orders WHERE target = ? AND identifier = ? COLLATE NOCASE LIMIT 1',
      ...[this.target.read(), this.column(id)],
    )?.[0] as string | undefined;
  }

  /**
   * Writes in one transaction. A record is never replaced by an older version, unless that was sent with --force (`forced`), or
   * the newest was forgotten: then the older version is what the service has. Accepting an order removes its refusals. A refusal
   * of the same version that was accepted is not recorded.
   */
  write(
    accepted: readonly OrderRecord[],
    refusals: readonly (readonly [id: string, RefusedRecord])[],
    { forced } = { forced: false },
  ): void {
    this.store.transaction(() => {
      this.doubts.settle();
      const ofOrder = 'DELETE FROM refusals WHERE target = ? AND identifier = ?';
      // An order that is accepted twice in one transaction is looked up for each.
      const isRepeated = new Set(accepted.map(({ id }) => id)).size < accepted.length;
      const there = isRepeated ? this : this.view(accepted.map(({ id }) => id));
      const numbers = {
        target: accepted.length > 0 ? this.target.write() : 0,
        numberOf: numbersIn(this.numberOf),
      };
      for (const record of accepted) {
        if (there.refused(record.id)) this.store.run(ofOrder, this.target.read(), this.column(record.id));
        const before = there.known(record.id);
        if (!before || forced || before.isRestored || !isOlder(record.updatedAt, before.updatedAt))
          this.accept(record, before, numbers);
      }
      for (const [id, record] of refusals) this.refuse(id, record);
    });
  }

  private accept(record: OrderRecord, there: KnownRow | undefined, numbers: Numbers): void {
    const before = there?.record();
    this.put(succeed(before, { ...record, refunds: this.withRuns(record, before) }), there?.no, numbers);
  }

  /** Writes a whole record in place of that with this row number, if there is one, whatever is newer. */
  put(
    record: OrderRecord,
    no: number | undefined,
    { target, numberOf }: Numbers = { target: this.target.write(), numberOf: this.numberOf },
  ): void {
    putOrder(this.store, numberOf, { no, target, identifier: this.column(record.id) }, record);
  }

  /** A refund of this tool, which is the last of its run, keeps that run in later versions. */
  private withRuns(record: OrderRecord, before: OrderRecord | undefined): OrderRecord['refunds'] {
    const { refunds } = record;
    if (refunds.length === 0) return refunds;
    const ownOf = (one = record) => (this.isRefund(one.run) ? one.refunds.at(-1) : undefined);
    const [own, ownBefore] = [ownOf(), before && ownOf(before)];
    return refunds.map((refund) => {
      const known = before?.refunds.find(({ identifier }) => identifier === refund.identifier);
      // A ledger of an earlier build does not have the run.
      const isBefore = known && known === ownBefore;
      const by = known?.run ?? (isBefore ? before!.run : known || refund !== own ? undefined : record.run);
      return by === undefined ? refund : { ...refund, run: by };
    });
  }

  private refuse(id: string, { digest, code, field, status, at, run }: RefusedRecord): void {
    if (this.known(id)?.digest === digest) return;
    if (status !== 0) this.doubts.refused({ id, digest });
    this.store.run(
      'INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[this.target.write(), this.column(id), digest, code, field, status, at, this.numberOf(run)],
    );
  }

  /** Orders with a final result in a run: versions it accepted, as far as the history reaches, and refusals. */
  countRun(run: string) {
    const [no, ofRun] = [this.target.read(), this.runNumber(run)];
    const [accepted, refusals] = this.store.get(
      `SELECT (SELECT count(*) FROM orders o WHERE +o.target = ? AND (o.run = ? OR EXISTS
           (SELECT 1 FROM order_versions v WHERE v.order_no = o.no AND v.run = ?))),
         (SELECT count(*) FROM refusals WHERE target = ? AND run = ?)`,
      ...[no, ofRun, ofRun, no, ofRun],
    ) as [number, number];
    return { accepted, refused: refusals };
  }

  /**
   * Runs of other input that were under way after an input was begun: after the start of the first run, not forgotten, that
   * read all files with these digests. Empty when no run did.
   */
  runsSince(digests: readonly string[]): ReadonlySet<string> {
    const rows = this.store.all(
      `WITH same AS (SELECT r.id, r.started_at FROM runs r WHERE r.target = ? AND r.kind = 'orders upload' AND r.state <> 'forgotten'
         AND NOT EXISTS (SELECT 1 FROM json_each(?) d WHERE d.value NOT IN (SELECT f.sha256 FROM run_files f WHERE f.run = r.id)))
       SELECT id FROM runs WHERE target = ? AND id NOT IN (SELECT id FROM same)
         AND coalesce(ended_at, started_at) > (SELECT min(started_at) FROM same)`,
      ...[this.target.read(), JSON.stringify(digests), this.target.read()],
    );
    return new Set(rows.map(([id]) => id as string));
  }

  close(): void {
    this.store.close();
  }

  /** The row number of a run; 0, which no row has, when nothing is recorded about the run. */
  runNumber(run: string): number {
    return Number(this.store.get('SELECT no FROM names WHERE text = ?', run)?.[0] ?? 0);
  }

  private readonly column = (id: string): string => columnText(this.platform.crypto, id);
}
