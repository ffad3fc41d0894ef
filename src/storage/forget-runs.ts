// Removes a run from the ledger, so that a corrected export can be sent: what it changed goes back to what was before.
import type { Ledger } from './ledger.ts';
import { beforeOf, type OrderRecord } from './order-record.ts';

/** How many orders are removed, or go back, in one transaction. */
const CHUNK = 2000;

/**
 * Removes a run: every order whose current version is of that run goes back to the version accepted before it, or is
 * removed where that was forgotten too; a refund that the run posted is taken out of later versions. Returns the counts.
 * What the service has does not change, and is not what the ledger says, so these orders are marked (`isRestored`).
 */
export function forgetRun(ledger: Ledger, run: string) {
  const { store } = ledger;
  const counts = { restored: 0, removed: 0, refusals: 0, refunds: 0 };
  const [no, ofRun] = [ledger.target.read(), ledger.runNumber(run)];
  const isForgotten = (one: string | undefined) =>
    one === run ||
    (one !== undefined &&
      store.get("SELECT 1 FROM runs WHERE id = ? AND state = 'forgotten'", one) !== undefined);
  for (let last = 0; ; ) {
    const rows = store.transaction(() => {
      const found = store.all(
        // The unary plus disables the index of targets, which would read all orders for every chunk: scan by row number
        // instead.
        `SELECT o.no, o.identifier FROM orders o WHERE +o.target = ? AND o.no > ? AND (o.run = ? OR EXISTS
           (SELECT 1 FROM refunds r WHERE r.order_no = o.no AND r.run = ?)) ORDER BY o.no LIMIT ?`,
        ...[no, last, ofRun, run, CHUNK],
      );
      for (const [orderNo, id] of found as [number, string][]) {
        const now = ledger.order(id)!;
        let before: OrderRecord | undefined = now;
        while (before && isForgotten(before.run)) before = beforeOf(before);
        const refunds = before?.refunds.filter((refund) => !isForgotten(refund.run)) ?? [];
        const kept = new Set(refunds.map(({ identifier }) => identifier));
        counts.refunds += now.refunds.filter(({ identifier }) => !kept.has(identifier)).length;
        if (before) ledger.put({ ...before, id, refunds, isRestored: true }, orderNo);
        else store.run('DELETE FROM orders WHERE no = ?', orderNo);
        counts[before ? 'restored' : 'removed']++;
      }
      return found;
    });
    if (rows.length < CHUNK) break;
    last = rows.at(-1)![0] as number;
  }
  counts.refusals = store.transaction(() =>
    store.run('DELETE FROM refusals WHERE target = ? AND run = ?', no, ofRun),
  );
  return counts;
}
