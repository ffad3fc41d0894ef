// Refund intents: values that must be the same when a refund is sent again after a crash, namely its times.
import type { Database, Platform } from '../platform/platform.ts';
import { columnText, targetNumber } from './names.ts';

export interface RefundIntent {
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type RefundIntents = ReturnType<typeof refundIntents>;

/** Intents by refund identifier: attempts whose answer is unknown. The caller decides whether an intent still applies. */
export function refundIntents(platform: Platform, store: Database, targetKey: string) {
  const target = targetNumber(store, targetKey);
  const column = (refund: string) => columnText(platform.crypto, refund);
  return {
    get(refund: string): RefundIntent | undefined {
      const row = store.get(
        'SELECT created_at, updated_at FROM refund_intents WHERE target = ? AND refund = ?',
        ...[target.read(), column(refund)],
      );
      return row && { createdAt: row[0] as string, updatedAt: row[1] as string };
    },
    put: (refund: string, { createdAt, updatedAt }: RefundIntent) =>
      store.transaction(() => {
        store.run(
          'INSERT OR REPLACE INTO refund_intents VALUES (?, ?, ?, ?)',
          ...[target.write(), column(refund), createdAt, updatedAt],
        );
      }),
    forget: (refund: string) =>
      store.transaction(() => {
        store.run(
          'DELETE FROM refund_intents WHERE target = ? AND refund = ?',
          target.read(),
          column(refund),
        );
      }),
  };
}
