// Runs that need a person: commands that were not repeated, scheduled command lines, an order that is old; and what else the ledger says.
import { describe, expect, it } from 'vitest';
import { knownTarget } from '../../src/account/known-target.ts';
import { sampleRma } from '../../src/contract/sample-rma.ts';
import { lineWords, usualInterval } from '../../src/status/run-items.ts';
import { AsnRecords } from '../../src/storage/asn-records.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { refundIntents } from '../../src/storage/refund-plans.ts';
import { callOf, idAt, recorded } from '../calls/support.ts';
import { accept, countsOf, HOUR, heard, here, NOW, ran, refuse, statusOf } from './support.ts';

const DAY = 24 * HOUR;

describe('the words of a command line', () => {
  const words = (
    command: string,
    kind: 'orders upload' | 'orders refund' = 'orders upload',
    shard: string | null = null,
  ) => lineWords({ command, kind, shard });

  it('are the same for other dates and other files of a folder', () => {
    const line = words('returns orders upload out/orders-2026-11-20.csv --since 7d');
    expect(words('returns orders upload out/orders-2026-11-21.csv --since 7d')).toBe(line);
    expect(
      words('returns orders upload out/orders-2026-11-21.csv out/orders-2026-11-22.csv --since 7d'),
    ).toBe(line);
  });

  it('differ for other flags, shards, and orders that are refunded', () => {
    const all = [
      words('returns orders upload a.csv --since 7d'),
      words('returns orders upload a.csv --since 30d'),
      words('returns orders upload b.csv --since 7d'),
      words('returns orders upload a.csv --since 7d', 'orders upload', '1/2'),
      words('returns orders upload a.csv --since 7d', 'orders upload', '2/2'),
      words('returns orders refund SO-1001', 'orders refund'),
      words('returns orders refund SO-1002', 'orders refund'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('the usual interval is from turn to turn, not from file to file', () => {
    const starts = [0, 5, 10, 60, 65, 70, 120, 125].map((minutes) => minutes * 60_000);
    const run = (started: number) => ({ started, ended: started + 299_000 });
    expect(usualInterval(starts.map(run))).toBe(HOUR);
    expect(usualInterval([run(0)])).toBeNull();
  });
});

describe('a command whose last run', () => {
  const failed = (state: 'killed' | 'partial' | 'interrupted' | 'stopped', exitCode: number | null) => ({
    state,
    exitCode,
  });

  it.each([
    ['was killed', failed('killed', null), 'runs_killed', 'returns orders upload a.csv'],
    ['found no service', failed('partial', 75), 'runs_unavailable', 'returns orders upload a.csv'],
    ['was interrupted', failed('interrupted', 130), 'runs_interrupted', 'returns orders upload a.csv'],
    ['was stopped', failed('stopped', 5), 'runs_stopped', 'returns runs show RUN'],
    [
      'lost its process',
      { state: 'running', exitCode: null, ended: null },
      'runs_killed',
      'returns orders upload a.csv',
    ],
  ] as const)('%s is named until it is repeated', async (_name, how, kind, next) => {
    const on = here();
    const run = ran(on, NOW - HOUR, 'returns orders upload a.csv', how);
    ran(on, NOW - HOUR / 2, 'returns orders upload b.csv');
    expect((await statusOf(on)).items).toEqual([
      { kind, count: 1, oldest: '2026-11-20T11:00:00Z', next: next.replace('RUN', run), examples: [run] },
    ]);
    expect(countsOf(await statusOf(on, '--since', '2026-11-20T11:10:00Z'))).toEqual({});
    ran(on, NOW - HOUR / 4, 'returns orders upload a.csv', { state: 'partial', exitCode: 3 });
    expect(countsOf(await statusOf(on))).toEqual({});
  });

  it('is made up for by a later success with the same files, under other flags; other files do not', async () => {
    const on = here();
    const file = (sha256: string) => ({ files: [{ path: 'a.csv', bytes: 9, rows: 1, sha256 }] });
    const interrupted = { state: 'interrupted', exitCode: 130 } as const;
    ran(on, NOW - HOUR, 'returns orders upload a.csv --yes', { ...interrupted, ...file('aa') });
    ran(on, NOW - HOUR / 2, 'returns orders upload a.csv --quiet', file('bb'));
    expect(countsOf(await statusOf(on))).toEqual({ runs_interrupted: 1 });
    ran(on, NOW - HOUR / 4, 'returns orders upload a.csv --quiet', file('aa'));
    expect(countsOf(await statusOf(on))).toEqual({});
  });

  it('is not made up for by another run that read nothing either', async () => {
    const on = here();
    const unread = { files: [{ path: 'a.csv', bytes: 0, rows: 0, sha256: '' }] };
    ran(on, NOW - HOUR, 'returns orders upload a.csv', { state: 'killed', exitCode: null, ...unread });
    ran(on, NOW - HOUR / 2, 'returns orders upload b.csv', unread);
    expect(countsOf(await statusOf(on))).toEqual({ runs_killed: 1 });
  });
});

describe('a scheduled command line', () => {
  const daily = (on: ReturnType<typeof here>, from: number, to: number) => {
    for (let day = from; day >= to; day--)
      ran(on, NOW - day * DAY - HOUR, `returns orders upload out/o-${day}.csv`);
  };

  it('that failed is one item, whatever failed before', async () => {
    const on = here();
    daily(on, 9, 3);
    const first = ran(on, NOW - 2 * DAY, 'returns orders upload out/o-2.csv', {
      exitCode: 75,
      state: 'partial',
    });
    const last = ran(on, NOW - DAY, 'returns orders upload out/o-1.csv', { exitCode: 7, state: 'stopped' });
    expect((await statusOf(on)).items).toEqual([
      {
        kind: 'schedule_failed',
        count: 1,
        oldest: '2026-11-18T12:00:00Z',
        next: `returns runs show ${last}`,
        examples: [last],
      },
    ]);
    expect(first).not.toBe(last);
    ran(on, NOW - HOUR, 'returns orders upload out/o-0.csv');
    expect(countsOf(await statusOf(on))).toEqual({});
  });

  it('that does not run any more is overdue after 3 times its usual interval, and its newest order is old', async () => {
    const [late, fine] = [here(), here()];
    daily(late, 9, 3);
    daily(fine, 9, 2);
    expect(countsOf(await statusOf(late))).toEqual({ schedule_overdue: 1, orders_stale: 1 });
    const status = await statusOf(fine);
    expect(countsOf(status)).toEqual({});
    expect(status['scheduled']).toMatchObject([
      { command: 'returns orders upload out/o-#.csv', usual_interval_seconds: 86_400 },
    ]);
    expect(status['newest_order']).toMatchObject({ sent_at: '2026-11-18T11:00:01Z' });
  });

  it('is not made of two days: a backfill by files is not scheduled, and a killed file is not made up for', async () => {
    const on = here();
    const killed = ran(on, NOW - 26 * HOUR, 'returns orders upload jan-1.csv', {
      state: 'killed',
      exitCode: null,
    });
    for (const [i, hours] of [25, 24, 3, 2].entries())
      ran(on, NOW - hours * HOUR, `returns orders upload jan-${i + 2}.csv`);
    expect((await statusOf(on)).items).toMatchObject([{ kind: 'runs_killed', examples: [killed] }]);
  });
});

describe('the ledger and the record', () => {
  it('name refused orders, ASNs and refunds without an answer', async () => {
    const on = here();
    accept(on, 'SO-1001');
    refuse(on, 'SO-5', NOW - HOUR);
    refuse(on, 'SO-6', NOW - 40 * DAY);
    const store = openLedgerStore(on.platform, on.folders);
    const { key } = knownTarget(on.platform, on.folders, {})!;
    const asns = new AsnRecords(on.platform, store, key);
    asns.intend([
      [
        { program: 'P', number: 'A-1' },
        { digest: 'd', at: NOW - HOUR, run: 'gone' },
      ],
    ]);
    const times = { createdAt: '2026-11-20T11:00:00Z', updatedAt: '2026-11-20T11:00:00Z' };
    refundIntents(on.platform, store, key).put('R-1', times);
    store.close();
    expect((await statusOf(on)).items).toMatchObject([
      { kind: 'refunds_unanswered', count: 1, examples: ['R-1'], oldest: '2026-11-20T11:00:00Z' },
      { kind: 'orders_refused', count: 1, examples: ['SO-5'], next: 'returns runs show RUN-1' },
      { kind: 'asns_unanswered', count: 1, examples: ['A-1'], next: 'returns asns list' },
    ]);
    accept(on, 'SO-5');
    expect(countsOf(await statusOf(on))['orders_refused']).toBeUndefined();
  });

  it('name calls with errors, and open ones until the next try, a replay or a settlement', async () => {
    const on = here();
    const refused = { response: { status: 502, by: 'forwarded' as const } };
    const at = NOW - HOUR;
    const call = (n: number, rma: string, more: object = {}) =>
      callOf({
        id: idAt(at, n),
        at: at + n,
        rma,
        bytesOf: JSON.stringify(sampleRma({ rma_identifier: rma })),
        ...more,
      });
    await recorded(
      on,
      [1, 2, 3, 4].map((n) => call(n, `RMA-${n}`, refused)),
    );
    await heard(on, [sampleRma({ rma_identifier: 'RMA-9' })], { verdict: 'error' });
    expect((await statusOf(on)).items).toMatchObject([
      { kind: 'calls_open', count: 4, next: 'returns calls replay --open --since 30d' },
      { kind: 'calls_with_errors', count: 1, next: 'returns calls list --verdict error --since 30d' },
    ]);
    await recorded(on, [
      call(11, 'RMA-1'),
      call(12, 'RMA-2', { replayOf: idAt(at, 2), body: '{}' }),
      call(13, 'RMA-4x', { replayOf: idAt(at, 4), body: '{}' }),
    ]);
    expect((await statusOf(on)).items).toMatchObject([{ examples: [idAt(at, 3), idAt(at, 4)] }, {}]);
    const { openCallLog } = await import('../../src/storage/call-log.ts');
    const log = openCallLog(on.platform, on.folders);
    await log.settle({ id: idAt(at, 3), settled: { at: NOW, to: 'http://127.0.0.1:1', status: 200 } });
    log.close();
    expect((await statusOf(on)).items).toMatchObject([{ kind: 'calls_open', examples: [idAt(at, 4)] }, {}]);
  });
});
