// The ledger's records of ASNs: the body queued last with its history, the ASN of each unit identifier, and intents: requests
// that were about to be sent when a process died.
import { storedJson } from '../basics/failure.ts';
import { canonicalJson } from '../basics/json.ts';
import { unitPlacesOf } from '../contract/asn-units.ts';
import type { AsnVersion } from '../contract/asn-words.ts';
import type { Crypto, Database, Platform, SqlRow, SqlValue } from '../platform/platform.ts';
import { columnText, decodeStoredText, storedText, targetNumber } from './names.ts';

/** Key of an ASN. It needs both: an ASN number is unique only within a program. */
export interface AsnKey {
  readonly program: string;
  readonly number: string;
}

/** One body that was queued (202). */
export interface AsnQueued {
  /** As it was sent, byte for byte. */
  readonly body: string;
  /** 128 bits of SHA-256 over the canonical JSON of the body, hexadecimal. */
  readonly digest: string;
  /** Version of the interface under which it was sent. */
  readonly version: AsnVersion;
  readonly status: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly run: string;
  readonly how: 'create' | 'update';
}

export interface AsnRecord extends AsnKey {
  readonly last: AsnQueued;
  /** Earlier bodies, newest first, at most ASN_HISTORY. */
  readonly past: readonly AsnQueued[];
}

/** How many earlier bodies are stored. */
export const ASN_HISTORY = 20;

/** An intent: what is about to be sent. Written before the request, removed when its answer is recorded. */
export interface AsnIntent {
  readonly digest: string;
  /** Only for an update: the body, to report later what may have reached the service. */
  readonly body?: string;
  /** Digests of other bodies that were sent before and whose answers are unknown. */
  readonly others?: readonly string[];
  readonly at: number;
  readonly run: string;
}

export const asnDigest = (crypto: Crypto, asn: unknown): string =>
  crypto.sha256(canonicalJson(asn)).slice(0, 32);

/** Columns of a version, in the order of `queuedOf`. */
const VERSION = 'v.body, v.digest, v.api_version, v.status, v.queued_at, v.run, v.how';

function queuedOf(store: Database, row: SqlRow): AsnQueued {
  const [body, digest, version, status, at, run, how] = row;
  storedJson(store, body!);
  return { body, digest, version, status, at, run, how } as AsnQueued;
}

export type AsnRecords = ReturnType<typeof asnRecordsOf>;

/** The ASN records of one target in the ledger. */
export function asnRecordsOf(platform: Platform, store: Database, targetKey: string) {
  const target = targetNumber(store, targetKey);
  const column = (text: string) => columnText(platform.crypto, text);
  const keyOf = (program: SqlValue, number: SqlValue): AsnKey => ({
    program: decodeStoredText(program as string),
    number: decodeStoredText(number as string),
  });
  /** For `target = ? AND number = ? AND program = ?`. */
  const stored = ({ number, program }: AsnKey) =>
    [target.read(), storedText(number), storedText(program)] as const;
  const recordOf = ([no, number, program]: SqlRow): AsnRecord => {
    const [last, ...past] = store
      .all(`SELECT ${VERSION} FROM asn_versions v WHERE v.asn_no = ? ORDER BY v.version DESC`, no!)
      .map((row) => queuedOf(store, row));
    return { ...keyOf(program!, number!), last: last!, past };
  };
  const find = (key: AsnKey) =>
    store.get(
      'SELECT no, number, program FROM asns WHERE target = ? AND number = ? AND program = ?',
      ...stored(key),
    );
  const withoutIntent = (key: AsnKey) =>
    store.run('DELETE FROM asn_intents WHERE target = ? AND number = ? AND program = ?', ...stored(key));
  const put = (key: AsnKey, queued: AsnQueued): void => {
    const of = target.write();
    const no =
      find(key)?.[0] ??
      store.insert('INSERT INTO asns (target, number, program) VALUES (?, ?, ?)', ...stored(key));
    const version =
      1 + Number(store.get('SELECT max(version) FROM asn_versions WHERE asn_no = ?', no)![0] ?? 0);
    store.run(
      `INSERT INTO asn_versions (asn_no, version, body, digest, api_version, status, queued_at, run, how)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[no, version, queued.body, queued.digest, queued.version, queued.status],
      ...[queued.at, queued.run, queued.how],
    );
    store.run('DELETE FROM asn_versions WHERE asn_no = ? AND version < ?', no, version - ASN_HISTORY);
    store.run('DELETE FROM asn_units WHERE asn_no = ?', no);
    for (const { bare } of unitPlacesOf(JSON.parse(queued.body)))
      store.run('INSERT OR REPLACE INTO asn_units VALUES (?, ?, ?)', of, column(bare), no);
    withoutIntent(key);
  };
  return {
    store,
    get(key: AsnKey): AsnRecord | undefined {
      const row = find(key);
      return row && recordOf(row);
    },
    /** The ASN that contains a unit identifier, given without what nobody sees; as far as recorded. */
    ownerOf(unit: string): AsnKey | undefined {
      const row = store.get(
        'SELECT a.program, a.number FROM asn_units u JOIN asns a ON a.no = u.asn_no WHERE u.target = ? AND u.identifier = ?',
        ...[target.read(), column(unit)],
      );
      return row && keyOf(row[0]!, row[1]!);
    },
    /** The records of all programs that have this ASN number. */
    byNumber: (number: string): readonly AsnRecord[] =>
      store
        .all(
          'SELECT no, number, program FROM asns WHERE target = ? AND number = ? ORDER BY program',
          ...[target.read(), storedText(number)],
        )
        .map(recordOf),
    /** In order of number, then program. */
    *list(): Iterable<AsnRecord> {
      const from = 'SELECT no, number, program FROM asns WHERE target = ? ORDER BY number, program';
      for (const row of store.each(from, target.read())) yield recordOf(row);
    },
    intent(key: AsnKey): AsnIntent | undefined {
      const row = store.get(
        'SELECT digest, body, others, intended_at, run FROM asn_intents WHERE target = ? AND number = ? AND program = ?',
        ...stored(key),
      );
      if (!row) return undefined;
      const [digest, body, others, at, run] = row;
      return {
        ...{ digest, at, run },
        ...(body !== null && { body }),
        ...(others !== null && { others: storedJson<string[]>(store, others!) }),
      } as AsnIntent;
    },
    /** Records intents in one transaction, before the requests are sent. */
    intend(intents: readonly (readonly [AsnKey, AsnIntent])[]) {
      store.transaction(() => {
        target.write();
        for (const [key, { digest, body, others, at, run }] of intents)
          store.run(
            `INSERT OR REPLACE INTO asn_intents (target, number, program, digest, body, others, intended_at, run)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            ...[...stored(key), digest, body ?? null],
            ...[others === undefined ? null : JSON.stringify(others), at, run],
          );
      });
    },
    /** Removes intents whose requests were answered but not accepted: the service did not store these bodies. */
    forgetIntent(keys: readonly AsnKey[]) {
      store.transaction(() => {
        for (const key of keys) withoutIntent(key);
      });
    },
    /**
     * Records queued bodies and removes their intents, in one transaction. If another process recorded a different body
     * meanwhile, that body goes into the history under the new one.
     */
    queued(entries: readonly (readonly [AsnKey, AsnQueued])[]) {
      store.transaction(() => {
        for (const [key, queued] of entries) put(key, queued);
      });
    },
  };
}
