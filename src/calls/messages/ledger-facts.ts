// What the ledger knows of the orders in messages, while calls arrive, and for a command.
import { knownTarget } from '../../account/known-target.ts';
import type { TargetFlags } from '../../account/resolve.ts';
import { textOfError } from '../../basics/failure.ts';
import type { FactsOf } from '../../contract/rma-rules/known-orders.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import { Ledger, ledgerPath, openLedgerStore } from '../../storage/ledger.ts';
import { holderOf, uploadLock } from '../../storage/locks.ts';

/**
 * Looks orders of the target of this moment up in the ledger, as soon as it exists. Never creates one. A damaged ledger does not
 * prevent listening.
 */
export class LedgerFacts {
  private store: Database | undefined;
  private known: { readonly key: string; readonly ledger: Ledger } | undefined;
  private isBroken = false;
  private readonly factsOf: FactsOf;

  constructor(
    private readonly platform: Platform,
    private readonly folders: Folders,
    private readonly target: () => string | undefined,
    private readonly warn: (text: string) => void,
  ) {
    const lookUp = (order: string) => this.orUndefined(() => this.known?.ledger.order(order));
    this.factsOf = Object.assign(lookUp, { isSending: () => this.isSending() });
  }

  /** Undefined as long as there is nothing to look up. */
  now = (): FactsOf | undefined => {
    const key = this.isBroken ? undefined : this.target();
    if (key === undefined) return undefined;
    if (this.known?.key === key) return this.factsOf;
    return this.orUndefined(() => {
      const { platform, folders } = this;
      if (!this.store && !platform.files.stat(ledgerPath(folders))) return undefined;
      this.store ??= openLedgerStore(platform, folders);
      this.known = { key, ledger: new Ledger(platform, this.store, key) };
      return this.factsOf;
    });
  };

  close = (): void => this.store?.close();

  private isSending(): boolean {
    const { store, known } = this;
    try {
      return !!store && !!known && holderOf(this.platform, store, uploadLock(known, null)) !== undefined;
    } catch {
      // The store is busy: somebody writes.
      return true;
    }
  }

  private orUndefined<T>(look: () => T): T | undefined {
    if (this.isBroken) return undefined;
    try {
      return look();
    } catch (error) {
      this.isBroken = true;
      this.warn(`messages are not compared with the ledger: ${textOfError(error)}`);
      return undefined;
    }
  }
}

/**
 * @returns `factsOf` is undefined when nothing was ever uploaded: then an order cannot be reported as missing
 * @throws Failure exit 2 (a profile that does not exist), exit 7
 */
export function openCallFacts(platform: Platform, folders: Folders, flags: TargetFlags) {
  const target = knownTarget(platform, folders, flags);
  if (!target || !platform.files.stat(ledgerPath(folders))) return { factsOf: undefined, close() {} };
  const ledger = new Ledger(platform, openLedgerStore(platform, folders), target.key);
  return { factsOf: (order: string) => ledger.order(order), close: () => ledger.close() };
}
