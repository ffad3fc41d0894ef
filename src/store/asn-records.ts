// What the ledger keeps of ASNs: the body queued last with its history, who owns a unit identifier, and what was about to
// be sent when a process died.
import type { Crypto, Host, KeyValue } from '../base/host.ts';
import { canonicalJson } from '../base/json.ts';
import type { AsnVersion } from '../contract/asn.ts';
import { unitsOf } from '../contract/asn-units.ts';
import { keyPart } from './ledger.ts';

/** An ASN is known by both: the number alone is unique within a program only. */
export interface AsnKey {
  readonly program: string;
  readonly number: string;
}

/** One body that was queued (202), or adopted from another system. */
export interface AsnQueued {
  /** As it was sent, byte for byte. */
  readonly body: string;
  /** 128 bits of SHA-256 over the canonical JSON of the body, hexadecimal. */
  readonly digest: string;
  /** Version of the interface it was sent under. */
  readonly version: AsnVersion;
  readonly status: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly run: string;
  /** `adopt`: another system sent it; nothing came from here. */
  readonly how: 'create' | 'update' | 'adopt';
}

export interface AsnRecord extends AsnKey {
  readonly last: AsnQueued;
  /** Earlier bodies, newest first, at most ASN_HISTORY. */
  readonly past: readonly AsnQueued[];
}

/** How many earlier bodies are kept. */
export const ASN_HISTORY = 20;

/** What was about to be sent: written before the request, taken out with its answer. */
export interface AsnIntent {
  readonly digest: string;
  /** Of an update: the body, to say later what may have reached the service. */
  readonly body?: string;
  /** Digests of other bodies that were sent before and never answered. */
  readonly others?: readonly string[];
  readonly at: number;
  readonly run: string;
}

export interface AsnRecords {
  get(key: AsnKey): AsnRecord | undefined;
  /** All programs that a number is recorded for. */
  byNumber(number: string): readonly AsnRecord[];
  /** In order of number and program. */
  list(): Iterable<AsnRecord>;
  /** The ASN that a unit identifier stands in, as far as recorded. */
  ownerOf(unit: string): AsnKey | undefined;
  intent(key: AsnKey): AsnIntent | undefined;
  /** In one transaction, before the requests go out. */
  intend(intents: readonly (readonly [AsnKey, AsnIntent])[]): void;
  /** The service's answer is known and it was not accepted: nothing of ours lies there. */
  forgetIntent(keys: readonly AsnKey[]): void;
  /**
   * Records queued bodies and takes their intents out, in one transaction. A body that was changed meanwhile by another
   * process goes into the history under the new one.
   */
  queued(entries: readonly (readonly [AsnKey, AsnQueued])[]): void;
  readonly store: KeyValue;
}

export const asnDigest = (crypto: Crypto, asn: unknown): string =>
  crypto.sha256(canonicalJson(asn)).slice(0, 32);

/** A number or program as one step of a key: without slash or control character, and short. */
function step(host: Host, text: string): string {
  const plain = JSON.stringify(text).slice(1, -1).replaceAll('/', '\\u002f');
  return plain.length > 200 ? `#${host.crypto.sha256(text)}` : plain;
}

/** The ASNs of one target, in the ledger's store. */
export function asnRecordsOf(host: Host, store: KeyValue, target: string): AsnRecords {
  const under = (room: string, { number, program }: AsnKey) =>
    `${room}/${target}/${step(host, number)}/${step(host, program)}`;
  const unitKey = (unit: string) => `asnunit/${target}/${keyPart(host, unit)}`;
  const read = (text: string | undefined): AsnRecord | undefined =>
    text === undefined ? undefined : (JSON.parse(text) as AsnRecord);
  const range = function* (prefix: string): Iterable<AsnRecord> {
    for (const [, text] of store.range(`${prefix}/`, `${prefix}0`)) yield JSON.parse(text) as AsnRecord;
  };
  const get = (key: AsnKey) => read(store.get(under('asn', key)));
  const ownerOf = (unit: string) => {
    const text = store.get(unitKey(unit));
    return text === undefined ? undefined : (JSON.parse(text) as AsnKey);
  };
  const owns = (key: AsnKey, unit: string) => {
    const owner = ownerOf(unit);
    return owner?.number === key.number && owner.program === key.program;
  };
  return {
    store,
    get,
    ownerOf,
    byNumber: (number) => [...range(`asn/${target}/${step(host, number)}`)],
    list: () => range(`asn/${target}`),
    intent(key) {
      const text = store.get(under('asnintent', key));
      return text === undefined ? undefined : (JSON.parse(text) as AsnIntent);
    },
    intend(intents) {
      store.transaction(() => {
        for (const [key, intent] of intents) store.put(under('asnintent', key), JSON.stringify(intent));
      });
    },
    forgetIntent(keys) {
      store.transaction(() => {
        for (const key of keys) store.remove(under('asnintent', key));
      });
    },
    queued(entries) {
      store.transaction(() => {
        for (const [key, queued] of entries) {
          const before = get(key);
          const past = before ? [before.last, ...before.past].slice(0, ASN_HISTORY) : [];
          for (const { identifier } of before ? unitsOf(JSON.parse(before.last.body)) : [])
            if (owns(key, identifier)) store.remove(unitKey(identifier));
          for (const { identifier } of unitsOf(JSON.parse(queued.body)))
            store.put(unitKey(identifier), JSON.stringify({ program: key.program, number: key.number }));
          const record: AsnRecord = { program: key.program, number: key.number, last: queued, past };
          store.put(under('asn', key), JSON.stringify(record));
          store.remove(under('asnintent', key));
        }
      });
    },
  };
}
