// Parts of the upload: accounts that must balance, shards, numbers of the plan, grouped commits.
import { describe, expect, it } from 'vitest';
import type { SnapshotIndex } from '../../../src/input/snapshot-versions.ts';
import { inShard, parseShard, shardHash } from '../../../src/orders/read/shard.ts';
import { Analysis } from '../../../src/orders/upload/first-pass.ts';
import { makePlan, notLookedAt } from '../../../src/orders/upload/plan.ts';
import { Accounts } from '../../../src/runs/run-outcome.ts';
import { parseMaxRejects, rejectBudget } from '../../../src/sending/run-end.ts';
import { makeRecorder } from '../../../src/storage/grouped-writes.ts';
import type { Ledger, RefusedRecord } from '../../../src/storage/ledger.ts';
import type { OrderRecord } from '../../../src/storage/order-record.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { fc } from '../../helpers/random.ts';

/** A snapshot index with these numbers of rows. */
function snapshotIndexOf(rows: readonly number[]): SnapshotIndex {
  return {
    scattered: false,
    snapshots: rows.length,
    orders: rows.length,
    rows: rows.reduce((a, b) => a + b, 0),
    isSameOrder: (a, b) => a === b,
    isLatest: () => true,
    rowsOf: (ordinal) => rows[ordinal]!,
    updatedMicros: () => 0,
    hasConflict: () => false,
  };
}

describe('accounts', () => {
  it('balance when every snapshot has one outcome', () => {
    const accounts = new Accounts();
    accounts.record(0, 'accepted');
    accounts.record(1, 'refused');
    accounts.record(3, 'skipped');
    expect(accounts.close(snapshotIndexOf([2, 3, 1, 4]), 10)).toEqual({
      orders: { accepted: 1, already_accepted: 0, superseded: 0, refused: 1, skipped: 1, pending: 1 },
      accounted: 10,
      balanced: true,
    });
  });
  it('do not balance when rows were read that belong to no order', () => {
    expect(new Accounts().close(snapshotIndexOf([2, 3]), 6)).toMatchObject({ accounted: 5, balanced: false });
  });
  it('refuse a second outcome for a snapshot', () => {
    const accounts = new Accounts();
    accounts.record(70_000, 'accepted');
    expect(() => accounts.record(70_000, 'refused')).toThrow(expect.objectContaining({ exitCode: 1 }));
  });
});

describe('shards', () => {
  it('put every order into exactly one, evenly (property)', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (id, count) => {
        const hits = Array.from({ length: count }, (_, i) => inShard(id, { index: i + 1, count })).filter(
          Boolean,
        );
        expect(hits).toHaveLength(1);
      }),
    );
    const sizes = new Array(8).fill(0);
    for (let n = 0; n < 80_000; n++) sizes[shardHash(`SO-${100_000 + n}`) % 8]++;
    expect(Math.min(...sizes)).toBeGreaterThan(9_600);
    expect(Math.max(...sizes)).toBeLessThan(10_400);
  });
  it('never change: the hash of an id is fixed', () => {
    expect([shardHash(''), shardHash('SO-100001'), shardHash('Bestellung-Ä')]).toMatchInlineSnapshot(`
      [
        2872998923,
        4155781818,
        1888453484,
      ]
    `);
  });
  it('are counted from 1, or from 0 by Kubernetes', () => {
    expect(parseShard('2/8', undefined)).toEqual({ index: 2, count: 8 });
    expect(parseShard('auto/8', '1')).toEqual({ index: 2, count: 8 });
    expect(parseShard(undefined, '1')).toBeUndefined();
    const wrong = [['0/8'], ['9/8'], ['2'], ['a/b'], ['auto/8'], ['auto/8', '8'], ['auto/8', '']];
    for (const [shard, completionIndex] of wrong)
      expect(() => parseShard(shard, completionIndex)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

describe('the budget of refusals', () => {
  it('is 1 % of the orders to send, at least 100, unless given', () => {
    expect([rejectBudget(undefined, 500), rejectBudget(undefined, 50_000), rejectBudget(0, 50_000)]).toEqual([
      100, 500, 0,
    ]);
  });
  it('can be a number or a share of the orders to send', () => {
    // A cron run in which all orders but the refused ones were accepted before.
    expect([rejectBudget({ share: 1 }, 0, 107), rejectBudget(undefined, 0, 107)]).toEqual([107, 100]);
    const budget = (text: string) => rejectBudget(parseMaxRejects(text, '--max-rejects'), 1050);
    expect([budget('0'), budget('250'), budget('5%'), budget('2.5 %'), budget('100%')]).toEqual([
      0, 250, 52, 26, 1050,
    ]);
    for (const text of ['', '%', '-1', '1.5', '101%', '5 percent'])
      expect(() => budget(text), text).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

describe('the plan', () => {
  it('counts every snapshot once and the money of the valid latest ones', () => {
    const analysis = new Analysis();
    const outcomes = [
      ...(['new', 'changed', 'unchanged', 'refused', 'outside_window'] as const),
      ...(['older', 'refused_before', 'superseded', 'other_shard', 'refunded'] as const),
    ];
    const cents = [1000, 300, 200, 0, 0, 50, 70, 9999, 0, 60];
    const unsent: readonly string[] = ['refused', 'outside_window', 'superseded', 'other_shard'];
    outcomes.forEach((outcome, i) => {
      const order = {
        currency: i === 1 ? 'EUR' : 'USD',
        status: 'Shipped',
        total_amount_cents: cents[i]!,
        created_at: `2026-05-0${i + 1}T00:00:00Z`,
        items: [],
        identifier: `SO-${i}`,
      };
      analysis.count(outcome, 1);
      if (!unsent.includes(outcome)) analysis.addOrder(order as never, 0);
    });
    const context = { profile: 'p', environment: 'local', target: 't', batchSize: 50, limit: 2500 } as const;
    const plan = makePlan(
      {
        snapshotIndex: { snapshots: 10, rows: 10 },
        analysis,
        audit: { findings: [], looked: 0, total: 0, columns: 0 },
        mapping: undefined,
        force: false,
        overtaking: new Set(),
      },
      context,
    );
    expect(plan).toMatchObject({
      snapshots: 10,
      toSend: 2,
      new: 1,
      changed: 1,
      alreadyAccepted: 1,
      superseded: 3,
      olderThanLedger: 1,
      refundedHere: 1,
      refused: 2,
      refusedBefore: 1,
      skipped: { outside_window: { orders: 1, rows: 1 }, other_shard: { orders: 1, rows: 1 } },
    });
    const parts = plan.toSend + plan.alreadyAccepted + plan.superseded + plan.refused + notLookedAt(plan);
    expect(parts).toBe(plan.snapshots);
    // What is sent or was sent before; the figures of an amount: order-figures.
    expect(plan.money.map((one) => [one.currency, one.orders, one.totalCents])).toEqual([
      ['USD', 5, 1380],
      ['EUR', 1, 300],
    ]);
  });
});

describe('the recorder', () => {
  const record = {} as OrderRecord;
  const refusal = {} as RefusedRecord;

  // Commits take a tenth of the time: after one of 4 ms the next waits 36 ms, but never more than 50.
  it.each([
    [4, 36],
    [20, 50],
  ])(
    'commits the first record at once and groups later ones, both kinds in one transaction: a commit takes %i ms, the next waits %i',
    async (took, wait) => {
      const clock = fakeClock();
      const commits: [number, number][] = [];
      const ledger = {
        write: (accepted: unknown[], refused: unknown[]) =>
          void commits.push([accepted.length, refused.length]),
      } as unknown as Ledger;
      const monotonic = () => clock.monotonic() + commits.length * took;
      const recorder = makeRecorder(ledger, { ...clock, monotonic });
      await recorder.accept([record]);
      const later = [recorder.accept([record, record]), recorder.refuse('SO-1', refusal)];
      await clock.advance(wait - 1);
      expect(commits).toEqual([[1, 0]]);
      await clock.advance(2);
      await Promise.all(later);
      expect(commits).toEqual([
        [1, 0],
        [2, 1],
      ]);
    },
  );

  it('passes a disk error to every caller that awaits, and to flush() for the others', async () => {
    const clock = fakeClock();
    const ledger = {
      write() {
        throw new Error('ENOSPC');
      },
    } as unknown as Ledger;
    const recorder = makeRecorder(ledger, clock);
    await expect(recorder.accept([record])).rejects.toThrow('ENOSPC');
    void recorder.refuse('SO-1', refusal);
    const flushed = recorder.flush();
    const caught = expect(flushed).rejects.toThrow('ENOSPC');
    await clock.advance(60);
    await caught;
  });
});
