// The ledger's records of ASNs: the body queued last with its history, the ASN of each unit identifier, and intents: requests
// that were about to be sent when a process died.
import { storedJson } from '../basics/failure.ts';
import { canonicalJson } from '../basics/json.ts';
import { type AsnVersion, unitPlacesOf } from '../contract/asn-words.ts';
import type { Crypto, Database, Platform, SqlRow, SqlValue } from '../platform/platform.ts';
import { type Doubts, doubtsOf } from './in-doubt.ts';
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
const ASN_HISTORY = 20;

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
const OF_KEY = 'target = ? AND number = ? AND program = ?';

function queuedOf(store: Database, row: SqlRow) {
  const [body, digest, version, status, at, run, how] = row;
  storedJson(store, body!);
  return { body, digest, version, status, at, run, how } as AsnQueued;
}

const keyOf = ([number, program]: SqlRow): AsnKey => ({
  program: decodeStoredText(program as string),
  number: decodeStoredText(number as string),
});

/** The ASN records of one target in the ledger. */
export class AsnRecords {
  readonly doubts: Doubts;
  private readonly target: ReturnType<typeof targetNumber>;

  constructor(
    private readonly platform: Pick<Platform, 'clock' | 'crypto'>,
    readonly store: Database,
    targetKey: string,
  ) {
    this.target = targetNumber(store, targetKey);
    this.doubts = doubtsOf(platform, store, this.target);
  }

  get(key: AsnKey): AsnRecord | undefined {
    return this.select(OF_KEY, ...this.stored(key).slice(1))[0];
  }

  /** The ASN that contains a unit identifier, given without what nobody sees; as far as recorded. */
  ownerOf(unit: string): AsnKey | undefined {
    const row = this.store.get(
      'SELECT a.number, a.program FROM asn_units u JOIN asns a ON a.no = u.asn_no WHERE u.target = ? AND u.identifier = ?',
      ...[this.target.read(), this.column(unit)],
    );
    return row && keyOf(row);
  }

  /** The records of all programs that have this ASN number. */
  byNumber(number: string): readonly AsnRecord[] {
    return this.select('target = ? AND number = ? ORDER BY program', storedText(number));
  }

  /** In order of number, then program. */
  list(): readonly AsnRecord[] {
    return this.select('target = ? ORDER BY number, program');
  }

  intent(key: AsnKey): AsnIntent | undefined {
    const row = this.store.get(
      `SELECT digest, body, others, intended_at, run FROM asn_intents WHERE ${OF_KEY}`,
      ...this.stored(key),
    );
    if (!row) return undefined;
    const [digest, body, others, at, run] = row;
    return {
      ...{ digest, at, run },
      ...(body !== null && { body }),
      ...(others !== null && { others: storedJson<string[]>(this.store, others!) }),
    } as AsnIntent;
  }

  /** Records intents in one transaction, before the requests are sent. */
  intend(intents: readonly (readonly [AsnKey, AsnIntent])[]): void {
    this.store.transaction(() => {
      this.target.write();
      for (const [key, { digest, body, others, at, run }] of intents)
        this.store.run(
          `INSERT OR REPLACE INTO asn_intents (target, number, program, digest, body, others, intended_at, run)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[...this.stored(key), digest, body ?? null],
          ...[others === undefined ? null : JSON.stringify(others), at, run],
        );
    });
  }

  /** Removes intents whose requests were answered but not accepted: the service did not store these bodies. */
  forgetIntent(keys: readonly AsnKey[]): void {
    this.store.transaction(() => {
      for (const key of keys) this.withoutIntent(key);
    });
  }

  /**
   * Records queued bodies and removes their intents, in one transaction. If another process recorded a different body
   * meanwhile, that body goes into the history under the new one.
   */
  queued(entries: readonly (readonly [AsnKey, AsnQueued])[]): void {
    this.store.transaction(() => {
      for (const [key, queued] of entries) this.put(key, queued);
      this.doubts.settle();
    });
  }

  private put(key: AsnKey, queued: AsnQueued): void {
    const { store } = this;
    const target = this.target.write();
    const no =
      store.get(`SELECT no FROM asns WHERE ${OF_KEY}`, ...this.stored(key))?.[0] ??
      store.insert('INSERT INTO asns (target, number, program) VALUES (?, ?, ?)', ...this.stored(key));
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
      store.run('INSERT OR REPLACE INTO asn_units VALUES (?, ?, ?)', target, this.column(bare), no);
    this.withoutIntent(key);
  }

  private withoutIntent(key: AsnKey): void {
    this.store.run(`DELETE FROM asn_intents WHERE ${OF_KEY}`, ...this.stored(key));
  }

  /** `values`: those of the condition but for the target, which stands first in it. */
  private select(condition: string, ...values: readonly SqlValue[]): AsnRecord[] {
    const { store } = this;
    return store
      .all(`SELECT number, program, no FROM asns WHERE ${condition}`, this.target.read(), ...values)
      .map((row) => {
        const [last, ...past] = store
          .all(`SELECT ${VERSION} FROM asn_versions v WHERE v.asn_no = ? ORDER BY v.version DESC`, row[2]!)
          .map((version) => queuedOf(store, version));
        return { ...keyOf(row), last: last!, past };
      });
  }

  /** For OF_KEY. */
  private stored({ number, program }: AsnKey) {
    return [this.target.read(), storedText(number), storedText(program)] as const;
  }

  private column(text: string): string {
    return columnText(this.platform.crypto, text);
  }
}
