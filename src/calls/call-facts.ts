// Gives the check of calls what the ledger of the current target knows about orders, when there is a target.
import { knownTarget } from '../account/known-target.ts';
import type { TargetFlags } from '../account/resolve.ts';
import type { FactsOf } from '../contract/rma-ledger.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerOf, ledgerPath, openLedgerStore } from '../storage/ledger.ts';

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
