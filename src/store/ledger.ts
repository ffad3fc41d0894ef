// The ledger: what each target has accepted and refused. One LMDB file for all targets; writes are synchronous
// transactions, so what is reported is on disk.
import path from 'node:path';
import type { Host, KeyValue } from '../base/host.ts';
import type { Folders } from './folders.ts';
import { beforeOf, isOlder, type OrderRecord, packRecord, succeed, unpackRecord } from './order-record.ts';

/** An order that was refused: by us or by the service, and what it looked like then. */
export interface RefusedRecord {
  readonly digest: string;
  readonly code: string;
  readonly field: string;
  /** HTTP status; 0 when our own check refused it and `digest` is of the input as it was. */
  readonly status: number;
  readonly at: number;
  readonly run: string;
}

export interface Ledger {
  order(id: string): OrderRecord | undefined;
  refused(id: string): RefusedRecord | undefined;
  /** Which order a refund identifier belongs to. */
  orderOfRefund(identifier: string): string | undefined;
  /**
   * In one transaction. A record never gives way to an older one, unless that was sent on purpose (`forced`): then it is
   * what the service holds. An accepted order is refused no more, and not
   * refused as it was accepted.
   */
  write(
    accepted: readonly OrderRecord[],
    refused: readonly (readonly [id: string, RefusedRecord])[],
    how?: { readonly forced: boolean },
  ): void;
  /**
   * Takes a run out: every order goes back to the version accepted before it, or is unknown again. Gives the counts.
   * What the service holds is not changed by that.
   */
  forget(run: string): { restored: number; removed: number; refusals: number };
  /** Orders that a run has settled: versions that were accepted by it, as far as the history goes, and refusals. */
  countRun(run: string): { accepted: number; refused: number };
  /** The store itself: runs and locks live beside the orders. */
  readonly store: KeyValue;
  close(): void;
}

/** Keys longer than LMDB allows, or with control characters, give way to their digest. */
export function keyPart(host: Host, id: string): string {
  return id.length > 400 || /[\u0000-\u001f]/.test(id) ? `#${host.crypto.sha256(id)}` : id;
}

export const ledgerPath = (folders: Folders): string => path.join(folders.state, 'ledger.mdb');

/** Opens the state dir's ledger. @throws Failure exit 7 */
export function openLedgerStore(host: Host, folders: Folders): KeyValue {
  host.files.makeFolder(folders.state);
  return host.keyValues.open(ledgerPath(folders), { durable: true });
}

/** The ledger of one target (orders address + client id). Closing it closes the store. */
export function ledgerOf(host: Host, store: KeyValue, target: string): Ledger {
  const orderKey = (id: string) => `order/${target}/${keyPart(host, id)}`;
  const refusedKey = (id: string) => `refused/${target}/${keyPart(host, id)}`;
  const refundKey = (id: string) => `refund/${target}/${keyPart(host, id)}`;
  const order = (id: string) => {
    const text = store.get(orderKey(id));
    return text === undefined ? undefined : unpackRecord(id, text);
  };
  const refused = (id: string) => {
    const text = store.get(refusedKey(id));
    return text === undefined ? undefined : (JSON.parse(text) as RefusedRecord);
  };
  return {
    store,
    order,
    refused,
    orderOfRefund: (identifier) => store.get(refundKey(identifier)),
    write(accepted, refusals, { forced } = { forced: false }) {
      store.transaction(() => {
        for (const record of accepted) {
          if (store.get(refusedKey(record.id)) !== undefined) store.remove(refusedKey(record.id));
          const before = order(record.id);
          if (before && !forced && isOlder(record, before)) continue;
          store.put(orderKey(record.id), packRecord(succeed(before, record)));
          for (const refund of record.refunds) {
            store.put(refundKey(refund.identifier), record.id);
            for (const line of refund.lines) store.put(refundKey(line.identifier), record.id);
          }
        }
        for (const [id, record] of refusals)
          if (order(id)?.digest !== record.digest) store.put(refusedKey(id), JSON.stringify(record));
      });
    },
    forget: (run) => forgetRun(store, target, run, refundKey),
    countRun: (run) => countRun(store, target, run),
    close: () => store.close(),
  };
}

function countRun(store: KeyValue, target: string, run: string) {
  const counts = { accepted: 0, refused: 0 };
  for (const [, text] of store.range(`order/${target}/`, `order/${target}0`)) {
    const { run: last, past } = unpackRecord('', text);
    if (last === run || past.some((version) => version.run === run)) counts.accepted++;
  }
  for (const [, text] of store.range(`refused/${target}/`, `refused/${target}0`))
    if ((JSON.parse(text) as RefusedRecord).run === run) counts.refused++;
  return counts;
}

/** Orders that are taken out in one transaction. */
const CHUNK = 2000;

function forgetRun(store: KeyValue, target: string, run: string, refundKey: (id: string) => string) {
  const counts = { restored: 0, removed: 0, refusals: 0 };
  for (let from = `order/${target}/`; ; ) {
    const entries = [...store.range(from, `order/${target}0`, { limit: CHUNK })];
    const ofRun = entries.filter(([, text]) => unpackRecord('', text).run === run);
    store.transaction(() => {
      for (const [key] of ofRun) {
        // Read again: another process may have sent a newer version since.
        const text = store.get(key);
        const record = text === undefined ? undefined : unpackRecord('', text);
        if (record?.run !== run) continue;
        const before = beforeOf(record);
        for (const refund of record.refunds)
          if (!before?.refunds.some(({ identifier }) => identifier === refund.identifier)) {
            store.remove(refundKey(refund.identifier));
            for (const line of refund.lines) store.remove(refundKey(line.identifier));
          }
        if (before) store.put(key, packRecord(before));
        else store.remove(key);
        counts[before ? 'restored' : 'removed']++;
      }
    });
    if (entries.length < CHUNK) break;
    from = `${entries.at(-1)![0]}\u0000`;
  }
  const isOfRun = (text: string | undefined) =>
    text !== undefined && (JSON.parse(text) as RefusedRecord).run === run;
  const refused = [...store.range(`refused/${target}/`, `refused/${target}0`)].filter(([, text]) =>
    isOfRun(text),
  );
  store.transaction(() => {
    for (const [key] of refused) {
      if (!isOfRun(store.get(key))) continue;
      store.remove(key);
      counts.refusals++;
    }
  });
  return counts;
}
