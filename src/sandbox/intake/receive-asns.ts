// Receives the ASNs of the sandbox, and has them: numbers are unique per program, changes are allowed while the ASN is
// active, unit identifiers are unique across all ASNs. They are worked on some time after their 202: "ASN request
// queued for creation" (interface, Errors). Until then an ASN is queued; then it is created, or rejected where a fault
// rule says so: then it never was.
import { canonicalJson, isObject } from '../../basics/json.ts';
import { unitDuplicate } from '../../contract/asn-rules/details.ts';
import { unitPlacesOf } from '../../contract/asn-words.ts';
import type { FieldError } from '../../contract/field-error.ts';
import { type Levels, levelAt } from '../../contract/levels.ts';
import { formatInstant } from '../../contract/time.ts';
import { validateAsn } from '../../contract/validate-asn.ts';
import type { Crypto, Database, SqlRow } from '../../platform/platform.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { SavedState } from '../database.ts';
import { fieldErrorsOf, NOT_UNIQUE } from './receive-message.ts';

type AsnState = 'queued' | 'created' | 'rejected';

interface StoredAsnVersion {
  readonly request: number;
  readonly time: string;
  /** Version of the interface with which it was sent. */
  readonly version: string;
  readonly status: string;
  readonly sha256: string;
}

export interface StoredAsn {
  readonly program_identifier: string;
  readonly asn_number: string;
  readonly status: string;
  readonly state: AsnState;
  /** When the service worked on it, after its 202; null while it is queued. */
  readonly worked_at: string | null;
  /** Why it was rejected; null otherwise. */
  readonly reason: string | null;
  readonly versions: readonly StoredAsnVersion[];
  /** Times at which goods of the ASN were received. After the first one the ASN cannot be changed. */
  readonly receptions: readonly string[];
  /** The body that arrived last. */
  readonly asn: unknown;
}

/** The result of an attempt to receive an ASN. */
export type Reception = 'received' | 'unknown' | 'ambiguous' | 'queued' | 'blocked';

type SandboxAsnVerdict = { readonly errors: readonly FieldError[] } | 'unknown';

/** How an ASN arrived. */
interface AsnArrival {
  /** Version of the interface. */
  readonly version: string;
  /** The number in the path of an update; undefined for a create. */
  readonly number: string | undefined;
  readonly now: number;
  readonly request: number;
  /** The creation is accepted, and rejected for this reason later. */
  readonly reject?: string | undefined;
}

/** Those that exist for the interface. */
const THERE = `state <> 'rejected'`;
const LIST = 'SELECT no, program, number, status, body, state, worked_at, reason FROM asns ORDER BY no';

interface AsnParts {
  readonly saved: SavedState;
  readonly timeline: Pick<Timeline, 'at' | 'clock'>;
  readonly crypto: Crypto;
  /** Time from the 202 to the creation, ms of the sandbox's clock. */
  readonly delayMs: number;
  readonly levels: Levels | undefined;
}

export class AsnStore {
  private cancel: (() => void) | undefined;
  private readonly database: Database;

  constructor(private readonly parts: AsnParts) {
    this.database = parts.saved.database;
    // What was queued when an earlier sandbox on the same data ended.
    this.plan();
  }

  receive(asn: unknown, arrival: AsnArrival): SandboxAsnVerdict {
    const { database } = this;
    const { levels } = this.parts;
    const { number } = arrival;
    if (number !== undefined && !database.get(`SELECT 1 FROM asns WHERE number = ? AND ${THERE}`, number))
      return 'unknown';
    const body = isObject(asn) ? asn : {};
    const row = this.find(number ?? String(body['asn_number']), String(body['program_identifier']));
    const errors = fieldErrorsOf(validateAsn(asn, arrival.version === '2' ? 2 : 1, { levels }));
    const add = (field: string, code: string) => {
      if (!errors.some((error) => error.field === field)) errors.push({ field, code });
    };
    if (number === undefined) {
      if (row) add('asn_number', NOT_UNIQUE);
    } else {
      if (body['asn_number'] !== number) add('asn_number', 'mismatch');
      // Only another program has an ASN with this number.
      if (!row && errors.length === 0) return 'unknown';
      // "allowed only while the ASN is active and has no receptions" (interface, States and transitions).
      if (row?.status === 'cancelled') add('status', 'not_active');
      if (row && database.get('SELECT 1 FROM receptions WHERE asn_no = ?', row.no))
        add('asn_number', 'has_receptions');
    }
    for (const unit of unitPlacesOf(body)) {
      const owner = database.get('SELECT asn_no FROM units WHERE identifier = ?', unit.bare)?.[0];
      // Without its program the ASN of an update is not known, nor whether the unit is its own.
      const isOwn = number !== undefined && typeof body['program_identifier'] !== 'string';
      const isTaken = owner !== undefined && owner !== row?.no && !isOwn;
      if (isTaken && levelAt(levels, unitDuplicate, unit.path) === 'error') add(unit.path, NOT_UNIQUE);
    }
    if (errors.length === 0) this.store(body, arrival);
    return { errors };
  }

  /** The warehouse receives goods of an ASN that is created. `program` is needed when several programs have the number. */
  addReception(number: string, program: string | undefined, now: number): Reception {
    const found = this.database.all(
      `SELECT no, status, state FROM asns WHERE number = ?1 AND (?2 IS NULL OR program = ?2) AND ${THERE}`,
      ...[number, program ?? null],
    );
    const [row] = found;
    if (!row) return 'unknown';
    if (found.length > 1) return 'ambiguous';
    const [no, status, state] = row;
    // "`cancelled` blocks receiving."
    if (status === 'cancelled') return 'blocked';
    if (state === 'queued') return 'queued';
    this.database.run('INSERT INTO receptions (asn_no, time) VALUES (?, ?)', no!, now);
    return 'received';
  }

  list(): StoredAsn[] {
    const { database } = this;
    const versions =
      'SELECT request, time, version, status, sha256 FROM asn_versions WHERE asn_no = ? ORDER BY sequence';
    const receptions = 'SELECT time FROM receptions WHERE asn_no = ? ORDER BY sequence';
    return database
      .all(LIST)
      .map(([no, program_identifier, asn_number, status, body, state, worked, reason]) => ({
        ...{ program_identifier, asn_number, status, state },
        worked_at: worked === null ? null : formatInstant(worked as number),
        reason: state === 'rejected' ? reason : null,
        versions: database.all(versions, no!).map(versionOf),
        receptions: database.all(receptions, no!).map(([time]) => formatInstant(time as number)),
        asn: JSON.parse(body as string) as unknown,
      })) as StoredAsn[];
  }

  get count(): number {
    return Number(this.database.get('SELECT count(*) FROM asns')![0]);
  }

  /** Nothing happens to the ASNs any more. */
  end(): void {
    this.cancel?.();
  }

  /** Plans the work on what is queued, if it is not planned. */
  private plan(): void {
    const [due] = this.database.get(`SELECT min(due_at) FROM asns WHERE state = 'queued'`)!;
    if (this.cancel || typeof due !== 'number') return;
    this.cancel = this.parts.timeline.at(due, () => {
      this.cancel = undefined;
      this.work(this.parts.timeline.clock.now());
      this.plan();
    });
  }

  private work(now: number): void {
    const { database } = this;
    database.transaction(() => {
      const isDue = `state = 'queued' AND due_at <= ?`;
      // The unit identifiers of what is rejected are free again.
      const rejected = `SELECT no FROM asns WHERE ${isDue} AND reason IS NOT NULL`;
      database.run(`DELETE FROM units WHERE asn_no IN (${rejected})`, now);
      database.run(
        `UPDATE asns SET state = iif(reason IS NULL, 'created', 'rejected'), worked_at = ? WHERE ${isDue}`,
        ...[now, now],
      );
    });
  }

  private find(number: string, program: string) {
    const row = this.database.get(
      `SELECT no, status FROM asns WHERE number = ? AND program = ? AND ${THERE}`,
      ...[number, program],
    );
    return row && { no: row[0] as number, status: row[1] as string };
  }

  private store(asn: Record<string, unknown>, arrival: AsnArrival): void {
    const { database } = this;
    database.transaction(() => {
      const { version, now, request } = arrival;
      const status = typeof asn['status'] === 'string' ? asn['status'] : '';
      const text = canonicalJson(asn);
      const no = this.write([status, text], asn, arrival);
      database.run('DELETE FROM units WHERE asn_no = ?', no);
      for (const { bare } of unitPlacesOf(asn))
        database.run('INSERT OR REPLACE INTO units VALUES (?, ?)', bare, no);
      database.run(
        'INSERT INTO asn_versions (asn_no, request, time, version, status, sha256) VALUES (?, ?, ?, ?, ?, ?)',
        ...[no, request, now, version, status, this.parts.crypto.sha256(text)],
      );
      this.plan();
    });
  }

  private write(
    values: readonly [status: string, body: string],
    asn: Record<string, unknown>,
    { number, now, reject }: AsnArrival,
  ): number {
    const sql =
      number === undefined
        ? `INSERT INTO asns (status, body, number, program, state, due_at, reason) VALUES (?, ?, ?, ?, 'queued', ?, ?)
           ON CONFLICT (number, program) DO UPDATE SET status = excluded.status, body = excluded.body,
             state = 'queued', due_at = excluded.due_at, worked_at = NULL, reason = excluded.reason RETURNING no`
        : 'UPDATE asns SET status = ?, body = ? WHERE number = ? AND program = ? RETURNING no';
    const key = [number ?? String(asn['asn_number']), String(asn['program_identifier'])] as const;
    const queued = number === undefined ? [now + this.parts.delayMs, reject ?? null] : [];
    return Number(this.database.get(sql, ...values, ...key, ...queued)![0]);
  }
}

const versionOf = ([request, time, version, status, sha256]: SqlRow): StoredAsnVersion =>
  ({ request, time: formatInstant(time as number), version, status, sha256 }) as StoredAsnVersion;
