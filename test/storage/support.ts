// A ledger on a disk of its own, and the records of an order for it.
import type { Order } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { testPlatform } from '../helpers/platform.ts';

export const order = (changes: Partial<Order> = {}): Order => ({ ...(sampleOrder() as Order), ...changes });

export function open(target = 'target-1') {
  const t = testPlatform();
  const ledger = new Ledger(t.platform, openLedgerStore(t.platform, t.folders), target);
  atEndOfTest(() => ledger.close());
  const record = (o: Order, run = 'run-1') =>
    new ReadyOrder(t.platform.crypto, o).record({ at: 1_000, run, source: { file: 'orders.csv', line: 2 } });
  return { ...t, ledger, record };
}
