// The ASNs of the sandbox: created once per program, changed while active, unit identifiers unique across all of them.
import type { Crypto } from '../base/host.ts';
import { canonicalJson, isObject } from '../base/json.ts';
import { formatInstant } from '../base/time.ts';
import { unitsOf } from '../contract/asn-units.ts';
import type { FieldError } from '../contract/field-error.ts';
import { judgeAsn } from '../contract/judge-asn.ts';
import { fieldErrorsOf, NOT_UNIQUE } from './answers.ts';
import type { Keep } from './journal.ts';

export interface AsnVersion {
  readonly request: number;
  readonly time: string;
  /** Version of the interface it came under. */
  readonly version: string;
  readonly status: string;
  readonly sha256: string;
}

export interface StoredAsn {
  readonly program_identifier: string;
  readonly asn_number: string;
  readonly status: string;
  readonly versions: readonly AsnVersion[];
  /** The body that arrived last. */
  readonly asn: unknown;
}

interface Row {
  readonly program: string;
  readonly number: string;
  status: string;
  body: string;
  units: readonly string[];
  readonly versions: AsnVersion[];
}

export type AsnVerdict = { readonly errors: readonly FieldError[] } | 'unknown';

export interface AsnStore {
  /** `number` is the path's on an update; undefined on a create. */
  receive(
    asn: unknown,
    version: string,
    number: string | undefined,
    now: number,
    request: number,
  ): AsnVerdict;
  restore(asn: unknown, version: string, time: number): void;
  list(): StoredAsn[];
  readonly count: number;
}

/** "allowed only while the ASN is active" (interface, States and transitions). */
const ENDED = new Set(['cancelled', 'delivered']);

export function makeAsnStore(crypto: Crypto, keep: Keep): AsnStore {
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
    const [program, number, status] = [asn['program_identifier'], asn['asn_number'], asn['status']].map(
      String,
    ) as [string, string, string];
    const key = keyOf(program, number);
    const row = rows.get(key) ?? { program, number, status, body: text, units: [], versions: [] };
    rows.set(key, row);
    numbers.add(number);
    for (const unit of row.units) owners.delete(unit);
    row.units = unitsOf(asn).map((unit) => unit.identifier);
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
      const errors = fieldErrorsOf(judgeAsn(asn, version === '2' ? 2 : 1));
      const add = (field: string, code: string) => {
        if (!errors.some((error) => error.field === field)) errors.push({ field, code });
      };
      if (number === undefined) {
        if (row) add('asn_number', NOT_UNIQUE);
      } else {
        if (body['asn_number'] !== number) add('asn_number', 'mismatch');
        // Known under another program only.
        if (!row && errors.length === 0) return 'unknown';
        if (row && ENDED.has(row.status)) add('status', 'not_active');
      }
      for (const unit of unitsOf(body)) {
        const owner = owners.get(unit.identifier);
        if (owner !== undefined && owner !== key) add(unit.path, NOT_UNIQUE);
      }
      if (errors.length > 0) return { errors };
      const text = canonicalJson(body);
      keep(() => `{"kind":"asn","time":${now},"version":"${version}","asn":${text}}`);
      store(body, text, version, now, request);
      return { errors };
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
        asn: JSON.parse(row.body) as unknown,
      })),
    get count() {
      return rows.size;
    },
  };
}

const keyOf = (program: string, number: string) => JSON.stringify([program, number]);
