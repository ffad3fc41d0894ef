// The ASNs of the sandbox: numbers are unique per program, changes are allowed while the ASN is active, unit identifiers
// are unique across all ASNs.
import { canonicalJson, isObject } from '../basics/json.ts';
import { unitDuplicate } from '../contract/asn-rules/details.ts';
import { unitPlacesOf } from '../contract/asn-units.ts';
import type { FieldError } from '../contract/field-error.ts';
import { type Levels, levelAt } from '../contract/levels.ts';
import { formatInstant } from '../contract/time.ts';
import { validateAsn } from '../contract/validate-asn.ts';
import type { Crypto } from '../platform/platform.ts';
import { fieldErrorsOf, NOT_UNIQUE } from './answers.ts';
import type { AppendLine } from './journal.ts';

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

interface Row {
  readonly program: string;
  readonly number: string;
  status: string;
  body: string;
  units: readonly string[];
  readonly versions: StoredAsnVersion[];
  readonly receptions: string[];
}

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
  restore(asn: unknown, version: string, time: number): void;
  list(): StoredAsn[];
  readonly count: number;
}

export function makeAsnStore(crypto: Crypto, append: AppendLine, levels?: Levels): AsnStore {
  const rows = new Map<string, Row>();
  /** Unit identifier -> key of its ASN. */
  const owners = new Map<string, string>();
  const numbers = new Set<string>();

  const store = (
    asn: Record<string, unknown>,
    text: string,
    version: string,
    time: number,
    request: number,
  ) => {
    const [program = '', number = ''] = [asn['program_identifier'], asn['asn_number']].map(String);
    const status = typeof asn['status'] === 'string' ? asn['status'] : '';
    const key = keyOf(program, number);
    const row = rows.get(key) ?? {
      program,
      number,
      status,
      body: text,
      units: [],
      versions: [],
      receptions: [],
    };
    rows.set(key, row);
    numbers.add(number);
    for (const unit of row.units) owners.delete(unit);
    row.units = unitPlacesOf(asn).map((unit) => unit.identifier);
    for (const unit of row.units) owners.set(unit, key);
    row.status = status;
    row.body = text;
    row.versions.push({ request, time: formatInstant(time), version, status, sha256: crypto.sha256(text) });
  };

  return {
    receive(asn, version, number, now, request) {
      if (number !== undefined && !numbers.has(number)) return 'unknown';
      const body = isObject(asn) ? asn : {};
      const key = keyOf(String(body['program_identifier']), number ?? String(body['asn_number']));
      const row = rows.get(key);
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
        if (row && row.receptions.length > 0) add('asn_number', 'has_receptions');
      }
      for (const unit of unitPlacesOf(body)) {
        const owner = owners.get(unit.identifier);
        const isTaken = owner !== undefined && owner !== key;
        if (isTaken && levelAt(levels, unitDuplicate, unit.path) === 'error') add(unit.path, NOT_UNIQUE);
      }
      if (errors.length > 0) return { errors };
      const text = canonicalJson(body);
      append(() => `{"kind":"asn","time":${now},"version":"${version}","asn":${text}}`);
      store(body, text, version, now, request);
      return { errors };
    },
    addReception(number, program, now) {
      const found = [...rows.values()].filter(
        (row) => row.number === number && (program === undefined || row.program === program),
      );
      const [row] = found;
      if (!row) return 'unknown';
      if (found.length > 1) return 'ambiguous';
      // "`cancelled` blocks receiving."
      if (row.status === 'cancelled') return 'blocked';
      const key = JSON.stringify({ number: row.number, program: row.program });
      append(() => `{"kind":"reception","time":${now},"of":${key}}`);
      row.receptions.push(formatInstant(now));
      return 'received';
    },
    restore(asn, version, time) {
      if (isObject(asn)) store(asn, canonicalJson(asn), version, time, 0);
    },
    list: () =>
      [...rows.values()].map((row) => ({
        program_identifier: row.program,
        asn_number: row.number,
        status: row.status,
        versions: [...row.versions],
        receptions: [...row.receptions],
        asn: JSON.parse(row.body) as unknown,
      })),
    get count() {
      return rows.size;
    },
  };
}

const keyOf = (program: string, number: string) => JSON.stringify([program, number]);
