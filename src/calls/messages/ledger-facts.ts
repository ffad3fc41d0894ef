// What the ledger knows of the orders in messages, while calls arrive, and for a command.
import { knownTarget } from '../../account/known-target.ts';
import type { TargetFlags } from '../../account/resolve.ts';
import type { FactsOf } from '../../contract/rma-ledger.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import { type Ledger, ledgerOf, ledgerPath, openLedgerStore } from '../../storage/ledger.ts';
import { holderOf, uploadLock } from '../../storage/locks.ts';
import type { EmitReceived } from '../receive/events.ts';

/** Looks orders of the target of this moment up in the ledger, as soon as it exists. Never creates one. A damaged ledger does not prevent listening. */
export function ledgerFacts(
  platform: Platform,
  folders: Folders,
  target: () => string | undefined,
  emit: EmitReceived,
  closing: (() => void | Promise<void>)[],
): () => FactsOf | undefined {
  let store: Database | undefined;
  let known: { readonly key: string; readonly ledger: Ledger } | undefined;
  let isBroken = false;
  const broken = (error: unknown) => {
    isBroken = true;
    const why = error instanceof Error ? error.message : 'it cannot be read';
    emit({ type: 'notice', severity: 'warning', text: `messages are not compared with the ledger: ${why}` });
    return undefined;
  };
  const lookUp = (order: string) => {
    try {
      return isBroken ? undefined : known?.ledger.order(order);
    } catch (error) {
      return broken(error);
    }
  };
  const factsOf: FactsOf = Object.assign(lookUp, {
    isSending() {
      try {
        return !!store && !!known && holderOf(platform, store, uploadLock(known, null)) !== undefined;
      } catch {
        // The store is busy: somebody writes.
        return true;
      }
    },
  });
  return () => {
    const key = isBroken ? undefined : target();
    if (key === undefined) return undefined;
    if (known?.key === key) return factsOf;
    try {
      if (!store) {
        if (!platform.files.stat(ledgerPath(folders))) return undefined;
        const opened = openLedgerStore(platform, folders);
        store = opened;
        closing.push(() => opened.close());
      }
      known = { key, ledger: ledgerOf(platform, store, key) };
    } catch (error) {
      return broken(error);
    }
    return factsOf;
  };
}

export interface CallFacts {
  /** Undefined when nothing was ever uploaded: then an order cannot be reported as missing. */
  readonly factsOf: FactsOf | undefined;
  close(): void;
}

/** @throws Failure exit 2 (a profile that does not exist), exit 7 */
export function openCallFacts(platform: Platform, folders: Folders, flags: TargetFlags): CallFacts {
  const target = knownTarget(platform, folders, flags);
  if (!target || !platform.files.stat(ledgerPath(folders))) return { factsOf: undefined, close() {} };
  const ledger = ledgerOf(platform, openLedgerStore(platform, folders), target.key);
  return { factsOf: (order) => ledger.order(order), close: () => ledger.close() };
}
