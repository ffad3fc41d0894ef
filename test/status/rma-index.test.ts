// The index of RMAs is always what the calls record says: read day by day, killed at any time, by two processes at once, with
// files replaced, and made anew when it is missing or damaged.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexRecord } from '../../src/calls/record/index-record.ts';
import { inTransit, later, withUnit } from '../../src/contract/sample-rma.ts';
import { rmaIndexPath, withRmaIndex } from '../../src/storage/rma-index.ts';
import { idAt, returns } from '../calls/support.ts';
import { inForm } from '../helpers/form.ts';
import type { TestPlatform } from '../helpers/platform.ts';
import { bundle } from '../helpers/program.ts';
import { dice, seedFor } from '../helpers/random.ts';
import { HISTORY_ENV, makeHistory } from './history.ts';
import { HOUR, heard, here, NOW } from './support.ts';

const TABLES = {
  days: 'SELECT day, offset, calls FROM days ORDER BY day',
  rmas: 'SELECT identifier, orders, status, newest, arrived, first_at, due, due_since, source, label_since, scan_since FROM rmas ORDER BY identifier',
  open: 'SELECT id, at, day, kind, rma, content, source FROM noted_calls WHERE is_open = 1 ORDER BY id',
  senders: 'SELECT id, sender FROM noted_calls WHERE sender IS NOT NULL',
  lines:
    'SELECT r.identifier, l.order_id, l.line, l.units FROM rma_lines l JOIN rmas r ON r.no = l.rma ORDER BY 1, 2, 3',
  errors: 'SELECT id, at, day, source FROM noted_calls WHERE is_error = 1 ORDER BY id',
};

/** Everything in the index, brought up to date. */
async function indexed(on: TestPlatform) {
  let read = 0;
  const content = await withRmaIndex(on.platform, on.folders, async (index) => {
    const onProgress = (done: number) => {
      read = done;
    };
    await indexRecord(on.platform, on.folders, index, onProgress);
    return Object.fromEntries(Object.entries(TABLES).map(([name, sql]) => [name, index.all(sql)]));
  });
  return { read, content };
}

const withoutIndex = (on: TestPlatform) => {
  for (const end of ['', '-wal', '-shm']) fs.rmSync(`${rmaIndexPath(on.folders)}${end}`, { force: true });
};

const callFiles = (on: TestPlatform) => {
  const folder = path.join(on.folders.state, 'calls');
  return fs.readdirSync(folder).map((name) => path.join(folder, name));
};

const historyOn = (seed: number, rmas = 60) => {
  const on = here();
  makeHistory(on.folders, { seed, rmas, days: 9, now: NOW });
  return on;
};

describe('brought up to date', () => {
  it('an index of the version before is read again, so that refused senders of then are in it', async () => {
    const on = historyOn(13);
    const response = { status: 401, by: 'receiver' } as const;
    await heard(on, [{ rma_identifier: 'RMA-S' }], { response, verdict: 'error' });
    const { content } = await indexed(on);
    await withRmaIndex(on.platform, on.folders, async (index) => {
      index.exec(
        'UPDATE noted_calls SET is_open = 0, is_error = 1; ALTER TABLE noted_calls DROP COLUMN sender; DROP TABLE rma_lines',
      );
      index.exec('PRAGMA user_version = 1');
    });
    expect((await indexed(on)).content).toEqual(content);
    expect(content['senders']).toHaveLength(1);
  });

  it('only what was appended is read, and half a line waits for its end', async () => {
    const on = historyOn(12);
    await indexed(on);
    const before = (await indexed(on)).content;
    expect((await indexed(on)).read).toBe(0);
    const [file] = callFiles(on);
    const line = `${fs
      .readFileSync(file!, 'utf8')
      .split('\n')[0]!
      .replace(/"RMA-\d+"/, '"RMA-NEW"')
      .replace(/\\"RMA-\d+\\"/, '\\"RMA-NEW\\"')}\n`;
    fs.appendFileSync(file!, line.slice(0, 500));
    expect((await indexed(on)).content).toEqual({ ...before, days: before['days'] });
    fs.appendFileSync(file!, line.slice(500));
    const after = await indexed(on);
    expect(after.read).toBe(Buffer.byteLength(line));
    expect(after.content['rmas']).toHaveLength(61);
  });

  it('however the lines were cut in time', async () => {
    const on = historyOn(13);
    const whole = callFiles(on).map((file) => ({ file, bytes: fs.readFileSync(file) }));
    const once = await indexed(on);
    withoutIndex(on);
    for (const { file } of whole) fs.writeFileSync(file, '');
    const roll = dice(seedFor(13));
    for (const { file, bytes } of whole) {
      for (let done = 0; done < bytes.length; ) {
        const next = Math.min(bytes.length, done + 1 + roll(20_000));
        fs.appendFileSync(file, bytes.subarray(done, next));
        done = next;
        await indexed(on);
      }
    }
    expect((await indexed(on)).content).toEqual(once.content);
  });
});

describe('replaced files', () => {
  it('a purge that leaves other calls of the day takes its own ones out', async () => {
    const on = here();
    const wrong = { verdict: 'error', response: { status: 502, by: 'forwarded' } } as const;
    await heard(on, [withUnit(inTransit), withUnit(inTransit, { rma_identifier: 'RMA-2' })], wrong);
    const before = (await indexed(on)).content;
    expect([before['open']!.length, before['errors']!.length]).toEqual([2, 2]);
    expect((await returns(on, ['calls', 'purge', '--rma', 'RMA-1', '--yes'])).code).toBe(0);
    const after = (await indexed(on)).content;
    expect(after).toMatchObject({
      ...{ open: before['open']!.slice(1), errors: before['errors']!.slice(1) },
      ...{ rmas: before['rmas'], days: [['2026-11-20', expect.any(Number), 1]] },
    });
  });

  it('purged calls are open no more, and their RMAs stay', async () => {
    const on = here();
    const at = NOW - 30 * HOUR;
    await heard(on, [withUnit(inTransit)], {
      at,
      id: idAt(at, 1),
      response: { status: 502, by: 'forwarded' },
    });
    await heard(on, [withUnit(inTransit, { rma_identifier: 'RMA-2' })], { verdict: 'error' });
    const before = (await indexed(on)).content;
    expect([before['open'], before['errors'], before['rmas']].map((rows) => rows!.length)).toEqual([1, 1, 2]);
    const purged = await returns(on, ['calls', 'purge', '--rma', 'RMA-1', '--yes']);
    expect(purged.code).toBe(0);
    const after = (await indexed(on)).content;
    expect(after).toEqual({ ...before, open: [], days: before['days']!.slice(1) });
  });

  it('a file of the same name and size, but other content, is read again', async () => {
    const on = here();
    await heard(on, [withUnit(inTransit)]);
    await indexed(on);
    const [file] = callFiles(on);
    const text = fs.readFileSync(file!, 'utf8').replaceAll('RMA-1', 'RMA-X');
    fs.writeFileSync(file!, text);
    const { content } = await indexed(on);
    expect(content['rmas']!.map(([rma]) => rma)).toEqual(['RMA-1', 'RMA-X']);
    expect(content['days']).toEqual([['2026-11-20', text.length, 1]]);
  });

  it('a repeated reading of old messages changes nothing, with a time or without', async () => {
    const on = here();
    const timeless = (status: string) => ({ ...withUnit(inTransit, { status }), updated_at: undefined });
    await heard(on, [withUnit(inTransit), timeless('OLD')], { at: NOW - 40 * HOUR });
    await heard(on, [later(inTransit, { status: 'REFUNDED' }), timeless('NEW')]);
    await heard(on, [timeless('OLD')], { anomaly: 'duplicate' });
    const before = (await indexed(on)).content;
    expect(before['rmas']!.map(([, , status]) => status)).toEqual(['NEW']);
    const files = callFiles(on);
    for (const some of [files.slice(0, 1), files.slice(1), files]) {
      for (const file of some) {
        fs.copyFileSync(file, `${file}.copy`);
        fs.renameSync(`${file}.copy`, file);
      }
      const { read, content } = await indexed(on);
      expect(read).toBeGreaterThan(0);
      expect(content).toEqual(before);
    }
  });
});

describe('damage', () => {
  const tables = (on: TestPlatform) => {
    const file = path.join(on.root, 'other.db');
    const other = on.platform.databases.open(file, { durable: true });
    other.exec('CREATE TABLE other (a); PRAGMA user_version = 1');
    other.close();
    return fs.readFileSync(file);
  };

  it.each([
    ['no database', () => Buffer.from('this is no database at all, not even a short one'.repeat(50))],
    ['an empty file', () => Buffer.alloc(0)],
    ['overwritten pages', (_: TestPlatform, good: Buffer) => Buffer.from(good).fill(0xa5, 2000)],
    ['the half of it', (_: TestPlatform, good: Buffer) => good.subarray(0, good.length >> 1)],
    ['another database', tables],
  ])('%s: it is made anew', async (_name, harmed) => {
    const on = historyOn(14, 300);
    const { content } = await indexed(on);
    const bad = harmed(on, fs.readFileSync(rmaIndexPath(on.folders)));
    withoutIndex(on);
    fs.writeFileSync(rmaIndexPath(on.folders), bad);
    expect((await indexed(on)).content).toEqual(content);
  });
});

it('one that another process removes meanwhile is made anew', async () => {
  const on = historyOn(14, 300);
  const { content } = await indexed(on);
  let rounds = 0;
  await withRmaIndex(on.platform, on.folders, async (index) => {
    if (rounds++ === 0) withoutIndex(on);
    await indexRecord(on.platform, on.folders, index);
    index.transaction(() => {});
  });
  expect(rounds).toBe(2);
  expect((await indexed(on)).content).toEqual(content);
});

describe('processes', () => {
  const start = (script: string, on: TestPlatform): ChildProcess =>
    spawn(process.execPath, [script], {
      env: { PATH: process.env['PATH'], ...HISTORY_ENV, ...on.platform.env } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const ended = (child: ChildProcess) => new Promise((resolve) => child.on('close', resolve));

  it('that are killed leave an index that the next one finishes, and two at once make one', async () => {
    const on = historyOn(15, 200);
    const once = (await indexed(on)).content;
    const script = await bundle('test/status/children/catch-up.ts');
    withoutIndex(on);
    for (const pieces of inForm({ short: [2], long: [1, 2, 5, 9, 14] })) {
      const child = start(script, on);
      let said = 0;
      child.stdout!.on('data', (chunk: Buffer) => {
        said += chunk.toString().split('\n').length - 1;
        if (said >= pieces) child.kill('SIGKILL');
      });
      await ended(child);
    }
    expect((await indexed(on)).content).toEqual(once);
    withoutIndex(on);
    const both = [start(script, on), start(script, on)];
    expect(await Promise.all(both.map(ended))).toEqual([0, 0]);
    const { read, content } = await indexed(on);
    expect({ read, content }).toEqual({ read: 0, content: once });
  });
});
