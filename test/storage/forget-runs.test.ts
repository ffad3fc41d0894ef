// Forgetting a run: orders go back to the version before, whatever another process sends meanwhile.
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/platform.ts';
import { forgetRun } from '../../src/storage/forget-runs.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { open, order } from './support.ts';

describe('forgetting a run', () => {
  it('marks an order that goes back until the next version is accepted, also in a ledger of the version before', () => {
    const { ledger, record, platform, folders } = open();
    const { identifier } = order();
    const day = (n: number) => order({ updated_at: `2026-05-0${n}T00:00:00Z` });
    for (const n of [2, 3]) ledger.write([record(day(n), `run-${n}`)], []);
    const { title } = ledger.order(identifier)!.lines[0]!;
    expect(title).toBeTypeOf('number');
    ledger.store.exec(
      `ALTER TABLE orders DROP COLUMN is_restored; ALTER TABLE refunds DROP COLUMN run;
       CREATE TABLE line_titles (order_no INTEGER PRIMARY KEY REFERENCES orders (no) ON DELETE CASCADE, marks TEXT NOT NULL) STRICT;
       INSERT INTO line_titles SELECT order_no, json_group_array(title ORDER BY position) FROM order_lines GROUP BY order_no;
       ALTER TABLE order_lines DROP COLUMN title; PRAGMA user_version = 7`,
    );
    ledger.close();
    const again = new Ledger(platform, openLedgerStore(platform, folders), 'target-1');
    expect(again.order(identifier)!.isRestored).toBeUndefined();
    expect(again.order(identifier)!.lines[0]!.title).toBe(title);
    forgetRun(again, 'run-3');
    expect(again.order(identifier)).toMatchObject({ run: 'run-2', isRestored: true });
    // Older than the version that is back: it is what the service now has.
    again.write([record(day(1), 'run-4')], []);
    expect(again.order(identifier)).toMatchObject({ run: 'run-4', updatedAt: day(1).updated_at });
    expect(again.order(identifier)!.isRestored).toBeUndefined();
    again.close();
  });

  it('does not remove what another process sent meanwhile', () => {
    const { ledger, record, platform } = open();
    const day = (n: number) => order({ updated_at: `2026-05-0${n}T00:00:00Z` });
    ledger.write([record(day(1), 'good')], []);
    ledger.write([record(day(2), 'bad')], []);
    const { store } = ledger;
    // Another process commits just before this transaction begins.
    const meanwhile: Database = {
      ...store,
      transaction(work) {
        ledger.write([record(day(3), 'next')], []);
        return store.transaction(work);
      },
    };
    expect(forgetRun(new Ledger(platform, meanwhile, 'target-1'), 'bad')).toMatchObject({
      restored: 0,
      removed: 0,
    });
    expect(ledger.order(order().identifier)).toMatchObject({ run: 'next', updatedAt: day(3).updated_at });
  });
});
