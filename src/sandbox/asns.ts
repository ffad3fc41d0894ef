// The ASNs of the sandbox: numbers are unique per program, changes are allowed while the ASN is active, unit identifiers
// are unique across all ASNs.
import { canonicalJson, isObject } from '../basics/json.ts';
import { unitDuplicate } from '../contract/asn-rules/details.ts';
import { unitPlacesOf } from '../contract/asn-units.ts';
import type { FieldError } from '../contract/field-error.ts';
import { type Levels, levelAt } from '../contract/levels.ts';
import { formatInstant } from '../contract/time.ts';
import { validateAsn } from '../contract/validate-asn.ts';
import type { Crypto, SqlRow } from '../platform/platform.ts';
import { fieldErrorsOf, NOT_UNIQUE } from './answers.ts';
import type { SavedState } from './database.ts';

export interface StoredAsnVersion {
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
  readonly versions: readonly StoredAsnVersion[];
  /** Times at which goods of the ASN were received. After the first one the ASN cannot be changed. */
  readonly receptions: readonly string[];
  /** The body that arrived last. */
  readonly asn: unknown;
}

/** The result of an attempt to receive an ASN. */
export type Reception = 'received' | 'unknown' | 'ambiguous' | 'blocked';

export type SandboxAsnVerdict = { readonly errors: readonly FieldError[] } | 'unknown';

export interface AsnStore {
  /** `number` is the one in the path of an update; undefined for a create. */
  receive(
    asn: unknown,
    version: string,
    number: string | undefined,
    now: number,
    request: number,
  ): SandboxAsnVerdict;
  /** The warehouse receives goods of an ASN. `program` is needed when several programs have the number. */
  addReception(number: string, program: string | undefined, now: number): Reception;
  list(): StoredAsn[];
  readonly count: number;
}

interface Row {
  readonly no: number;
  readonly status: string;
}

export function makeAsnStore(saved: SavedState, crypto: Crypto, levels?: Levels): AsnStore {
  const { database } = saved;
  const find = (number: string, program: string): Row | undefined => {
    const row = database.get('SELECT no, status FROM asns WHERE number = ? AND program = ?', number, program);
    return row && { no: row[0] as number, status: row[1] as string };
  };
  const isReceived = (no: number) =>
    database.get('SELECT 1 FROM receptions WHERE asn_no = ?', no) !== undefined;
  const ownerOf = (unit: string) => database.get('SELECT asn_no FROM units WHERE identifier = ?', unit)?.[0];

  const store = (asn: Record<string, unknown>, version: string, now: number, request: number) =>
    database.transaction(() => {
      const [program = '', number = ''] = [asn['program_identifier'], asn['asn_number']].map(String);
      const status = typeof asn['status'] === 'string' ? asn['status'] : '';
      const text = canonicalJson(asn);
      const no = Number(
        database.get(
          `INSERT INTO asns (number, program, status, body, state, due_at) VALUES (?, ?, ?, ?, 'created', ?)
           ON CONFLICT (number, program) DO UPDATE SET status = excluded.status, body = excluded.body RETURNING no`,
          ...[number, program, status, text, now],
        )![0],
      );
      database.run('DELETE FROM units WHERE asn_no = ?', no);
      for (const { identifier } of unitPlacesOf(asn))
        database.run('INSERT OR REPLACE INTO units VALUES (?, ?)', identifier, no);
      database.run(
        'INSERT INTO asn_versions (asn_no, request, time, version, status, sha256) VALUES (?, ?, ?, ?, ?, ?)',
        ...[no, request, now, version, status, crypto.sha256(text)],
      );
    });

  return {
    receive(asn, version, number, now, request) {
      if (number !== undefined && !database.get('SELECT 1 FROM asns WHERE number = ?', number))
        return 'unknown';
      const body = isObject(asn) ? asn : {};
      const row = find(number ?? String(body['asn_number']), String(body['program_identifier']));
      const errors = fieldErrorsOf(validateAsn(asn, version === '2' ? 2 : 1, { levels }));
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
        if (row && isReceived(row.no)) add('asn_number', 'has_receptions');
      }
      for (const unit of unitPlacesOf(body)) {
        const owner = ownerOf(unit.identifier);
        const isTaken = owner !== undefined && owner !== row?.no;
        if (isTaken && levelAt(levels, unitDuplicate, unit.path) === 'error') add(unit.path, NOT_UNIQUE);
      }
      if (errors.length === 0) store(body, version, now, request);
      return { errors };
    },
    addReception(number, program, now) {
      const found = database.all(
        'SELECT no, status FROM asns WHERE number = ?1 AND (?2 IS NULL OR program = ?2)',
        ...[number, program ?? null],
      );
      const [row] = found;
      if (!row) return 'unknown';
      if (found.length > 1) return 'ambiguous';
      const [no, status] = row;
      // "`cancelled` blocks receiving."
      if (status === 'cancelled') return 'blocked';
      database.run('INSERT INTO receptions (asn_no, time) VALUES (?, ?)', no!, now);
      return 'received';
    },
    list: () =>
      database.all('SELECT no, program, number, status, body FROM asns ORDER BY no').map((row) => ({
        program_identifier: row[1] as string,
        asn_number: row[2] as string,
        status: row[3] as string,
        versions: database
          .all(
            'SELECT request, time, version, status, sha256 FROM asn_versions WHERE asn_no = ? ORDER BY sequence',
            row[0]!,
          )
          .map(versionOf),
        receptions: database
          .all('SELECT time FROM receptions WHERE asn_no = ? ORDER BY sequence', row[0]!)
          .map(([time]) => formatInstant(time as number)),
        asn: JSON.parse(row[4] as string) as unknown,
      })),
    get count() {
      return Number(database.get('SELECT count(*) FROM asns')![0]);
    },
  };
}

function versionOf([request, time, version, status, sha256]: SqlRow): StoredAsnVersion {
  return {
    request: request as number,
    time: formatInstant(time as number),
    version: version as string,
    status: status as string,
    sha256: sha256 as string,
  };
}
