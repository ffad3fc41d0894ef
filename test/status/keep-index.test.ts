// A receiver keeps the index of RMAs near its end: while no calls come, not while they do, and when it ends.
import fs from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { keepIndex } from '../../src/calls/keep-index.ts';
import { inTransit, withUnit } from '../../src/contract/sample-rma.ts';
import { rmaIndexPath, withRmaIndex } from '../../src/storage/rma-index.ts';
import { startListen } from '../calls/run-listen.ts';
import { fakeClock, type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { HISTORY_ENV } from './history.ts';
import { heard, NOW } from './support.ts';

const rmasIn = (on: TestPlatform): Promise<unknown[]> =>
  withRmaIndex(on.platform, on.folders, async (index) =>
    index.all('SELECT identifier FROM rmas ORDER BY no').flat(),
  );

const message = (rma: string) => withUnit(inTransit, { rma_identifier: rma });

describe('a receiver', () => {
  it('catches up when no call came for a while, and waits while calls come', async () => {
    const clock = fakeClock(NOW);
    const on = testPlatform({ clock, env: HISTORY_ENV });
    const ending = new AbortController();
    const keeper = keepIndex(on.platform, on.folders, ending.signal);
    const heardOne = async (rma: string) => {
      await heard(on, [message(rma)]);
      keeper.onCall();
    };
    await heardOne('RMA-1');
    await clock.advance(29_000);
    await heardOne('RMA-2');
    await clock.advance(1_500);
    expect(fs.existsSync(rmaIndexPath(on.folders))).toBe(false);
    await clock.advance(30_000);
    await clock.advance(1_000);
    expect(await rmasIn(on)).toEqual(['RMA-1', 'RMA-2']);
    await heardOne('RMA-3');
    expect(await rmasIn(on)).toEqual(['RMA-1', 'RMA-2']);
    ending.abort();
    await keeper.close();
    expect(await rmasIn(on)).toEqual(['RMA-1', 'RMA-2', 'RMA-3']);
  });

  it('that got no call makes no index, and a disk that refuses it does not end it', async () => {
    const on = testPlatform();
    const ending = new AbortController();
    const idle = keepIndex(on.platform, on.folders, ending.signal);
    ending.abort();
    await idle.close();
    expect(fs.existsSync(rmaIndexPath(on.folders))).toBe(false);
    fs.mkdirSync(rmaIndexPath(on.folders), { recursive: true });
    const refused = keepIndex(on.platform, on.folders, ending.signal);
    refused.onCall();
    await refused.close();
    expect(fs.statSync(rmaIndexPath(on.folders)).isDirectory()).toBe(true);
  });

  it('leaves the index alone while another process writes it: it never holds up the receiver', async () => {
    const on = testPlatform();
    await withRmaIndex(on.platform, on.folders, async () => {});
    const other = new DatabaseSync(rmaIndexPath(on.folders));
    other.exec('BEGIN IMMEDIATE');
    const ending = new AbortController();
    const keeper = keepIndex(on.platform, on.folders, ending.signal);
    await heard(on, [message('RMA-1')]);
    keeper.onCall();
    ending.abort();
    const began = performance.now();
    await keeper.close();
    // The usual wait for another process is 20 s.
    expect(performance.now() - began).toBeLessThan(10_000);
    other.close();
    expect(await rmasIn(on)).toEqual([]);
  });

  it('leaves its last calls in the index when it ends', async () => {
    const listen = await startListen(['--no-inspect']);
    for (const rma of ['RMA-1', 'RMA-2']) await listen.post('/rmas', message(rma));
    listen.interrupt();
    expect(await listen.done).toBe(0);
    expect(await rmasIn(listen.here)).toEqual(['RMA-1', 'RMA-2']);
  });
});
