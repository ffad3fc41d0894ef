// What the ledger knows of the orders in messages.
import type { FactsOf } from '../contract/rma-ledger.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { type Ledger, ledgerOf, ledgerPath, openLedgerStore } from '../storage/ledger.ts';
import type { EmitReceived } from './types.ts';

/** Looks orders up in the ledger when it exists. Never creates one. A damaged ledger does not prevent listening. */
export function ledgerFacts(
  platform: Platform,
  folders: Folders,
  target: string,
  emit: EmitReceived,
  closing: (() => void | Promise<void>)[],
): () => FactsOf | undefined {
  let ledger: Ledger | undefined;
  let isBroken = false;
  const broken = (error: unknown) => {
    isBroken = true;
    const why = error instanceof Error ? error.message : 'it cannot be read';
    emit({ type: 'notice', severity: 'warning', text: `messages are not compared with the ledger: ${why}` });
    return undefined;
  };
  const factsOf: FactsOf = (order) => {
    try {
      return isBroken ? undefined : ledger?.order(order);
    } catch (error) {
      return broken(error);
    }
  };
  return () => {
    if (isBroken) return undefined;
    if (ledger) return factsOf;
    try {
      if (!platform.files.stat(ledgerPath(folders))) return undefined;
      ledger = ledgerOf(platform, openLedgerStore(platform, folders), target);
    } catch (error) {
      return broken(error);
    }
    closing.push(() => ledger?.close());
    return factsOf;
  };
}
