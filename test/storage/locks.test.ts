// Locks between real processes: one holder at a time; the lock of a dead process is taken over, a suspended one is waited for.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exclude, heldSince, takeLock, uploadLock } from '../../src/storage/locks.ts';
import { openMachine, sharedStates } from '../../src/storage/machine.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { inForm } from '../helpers/form.ts';
import { environmentOf, fakeClock, testPlatform } from '../helpers/platform.ts';
import { bundle, start } from '../helpers/program.ts';

const { DatabaseSync } = createRequire(import.meta.url)(
  '@photostructure/sqlite',
) as typeof import('@photostructure/sqlite');

let user: string;
beforeAll(async () => {
  user = await bundle('test/storage/children/lock-user.ts');
});

function canUnshare(): boolean {
  return spawnSync('unshare', ['--pid', '--fork', '--kill-child', '--mount-proc', 'true']).status === 0;
}

/** A disk and its shared file, which is closed after the test. */
function machine() {
  const at = testPlatform();
  const store = openMachine(at.platform, at.folders);
  atEndOfTest(() => store.close());
  return { ...at, store };
}

const options = { purpose: 'uploads to production as shop-1', waitMs: 0 };

test('a second attempt in the same process is refused with holder and command, and succeeds after the release', async () => {
  const { platform, store } = machine();
  const first = await takeLock(platform, store, 'a', { ...options, command: 'returns orders upload a.csv' });
  const announced: unknown[] = [];
  const onWait = (holder: unknown) => announced.push(holder);
  await expect(takeLock(platform, store, 'a', { ...options, onWait })).rejects.toMatchObject({
    code: 'state.locked',
    exitCode: 7,
    message: expect.stringMatching(new RegExp(`pid ${process.pid}.*returns orders upload a\\.csv`)),
    hint: expect.stringContaining('kill'),
  });
  // What is not waited for is not announced.
  expect(announced).toEqual([]);
  expect(store.all('SELECT name, part, pid, command FROM locks')).toEqual([
    ['a', 'all', process.pid, 'returns orders upload a.csv'],
  ]);
  const other = await takeLock(platform, store, 'b', options);
  other.release();
  first.release();
  expect(store.all('SELECT * FROM locks')).toEqual([]);
  const second = await takeLock(platform, store, 'a', options);
  // A second call of release must not release a lock that another process holds by now.
  first.release();
  await expect(takeLock(platform, store, 'a', options)).rejects.toMatchObject({ code: 'state.locked' });
  second.release();
});

test('the lock of a suspended holder is not taken over until it is released', async () => {
  const { platform, root, store } = machine();
  const running = start(user, ['hold'], environmentOf(root));
  await running.until('held');
  running.child.kill('SIGSTOP');
  let waited: { pid: number } | undefined;
  // Waits long on a fake clock that advances at once.
  const fastPlatform = { ...platform, clock: fakeClock(undefined, { auto: true }) };
  const onWait = (holder: { pid: number }) => {
    waited = holder;
  };
  await expect(
    takeLock(fastPlatform, store, 'test', {
      ...options,
      waitMs: inForm({ short: 120_000, share: 600_000, long: 3_600_000 }),
      onWait,
    }),
  ).rejects.toMatchObject({ code: 'state.locked' });
  expect(waited?.pid).toBe(running.child.pid);
  running.child.kill('SIGCONT');
  running.child.kill('SIGUSR2');
  const lock = await takeLock(platform, store, 'test', { ...options, waitMs: 30_000 });
  lock.release();
  store.close();
  expect((await running.done).code).toBe(0);
});

test('a lock whose row could not be written is released', async () => {
  const { platform, store } = machine();
  const failing = {
    ...store,
    // The disk is full when the transaction commits.
    transaction: <T>(work: () => T): T =>
      store.transaction(() => {
        work();
        throw new Error('no room');
      }),
  };
  await expect(takeLock(platform, failing, 'x', options)).rejects.toThrow('no room');
  (await takeLock(platform, store, 'x', options)).release();
});

test('checking, taking and releasing a lock exclude each other: a check never makes another process fail to take it', async () => {
  const { platform, store } = machine();
  const other = new DatabaseSync(store.file, { timeout: 0 });
  let checked = 0;
  const alone = () => {
    checked++;
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked');
  };
  const counting = {
    ...platform,
    databases: {
      ...platform.databases,
      tryLock(file: string) {
        alone();
        const lock = platform.databases.tryLock(file);
        let isHeld = lock !== undefined;
        const release = () => {
          if (isHeld) alone();
          isHeld = false;
          lock?.release();
        };
        return lock && { release };
      },
    },
  };
  const lock = await takeLock(counting, store, 'x', options);
  expect(heldSince(counting, store, 'x')).toBeDefined();
  lock.release();
  expect(checked).toBe(3);
  other.close();
});

test('the message about an unknown holder gives no details and no process to kill', async () => {
  const { platform, store } = machine();
  const lock = await takeLock(platform, store, 'x', options);
  store.run('DELETE FROM locks');
  await expect(takeLock(platform, store, 'x', options)).rejects.toMatchObject({
    message: 'Another process holds the lock for uploads to production as shop-1',
    hint: expect.not.stringContaining('kill'),
  });
  lock.release();
});

test('a shared file with damage on any page is created anew', async () => {
  const { platform, folders, store } = machine();
  sharedStates(store).put('pace/x', 'y'.repeat(20_000));
  store.close();
  const fd = fs.openSync(store.file, 'r+');
  for (let page = 1; page < 5; page++) fs.writeSync(fd, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096);
  fs.closeSync(fd);
  const anew = openMachine(platform, folders);
  expect(sharedStates(anew).get('pace/x')).toBeUndefined();
  sharedStates(anew).put('pace/x', 'z');
  anew.close();
});

const namespaces = canUnshare();

describe.skipIf(!namespaces)(
  'processes of another PID namespace, as in containers that share a folder',
  () => {
    /** Holds the lock as a process in a container: `kill` ends it at once. */
    async function contained(root: string) {
      const running = start(user, ['hold'], environmentOf(root), {
        before: 'exec unshare --pid --fork --kill-child --mount-proc "$0" "$@"',
      });
      await running.until('held');
      const { pid } = running.child;
      const [inside] = fs
        .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(Number);
      return { inside: inside!, ended: running.done };
    }

    test('exclude each other, also while suspended, say where they run, and are taken over after a kill', async () => {
      const { platform, root, store } = machine();
      const other = await contained(root);
      const taking = () => takeLock(platform, store, 'test', options);
      for (const signal of ['SIGCONT', 'SIGSTOP'] as const) {
        process.kill(other.inside, signal);
        await expect(taking()).rejects.toMatchObject({
          code: 'state.locked',
          message: expect.stringMatching(/pid 1, since/),
        });
      }
      process.kill(other.inside, 'SIGKILL');
      await other.ended;
      // A pod that was restarted on the same volume must get the lock at once.
      const lock = await taking();
      lock.release();
    });
  },
);

describe('shards of one target', () => {
  test.each([
    ['all', 'all', true],
    ['all', '1/2', true],
    ['1/2', '1/2', true],
    ['1/2', '2/2', false],
    ['1/2', '1/4', true],
    ['2/2', '1/4', true],
    ['1/1', '1/12', true],
    ['1/12', '2/12', false],
  ])('%s and %s exclude each other: %s', async (one, other, excluded) => {
    expect([exclude(one, other), exclude(other, one)]).toEqual([excluded, excluded]);
    const { platform, store } = machine();
    const [first, second] = [one, other].map((shard) => uploadLock({ key: 'k' }, shard));
    for (const [mine, theirs] of [
      [first!, second!],
      [second!, first!],
    ] as const) {
      const held = await takeLock(platform, store, mine, options);
      const taking = takeLock(platform, store, theirs, options);
      if (excluded) await expect(taking).rejects.toMatchObject({ code: 'state.locked', exitCode: 7 });
      else (await taking).release();
      // The same shard of another target is not affected.
      (await takeLock(platform, store, uploadLock({ key: 'k0' }, theirs.shard), options)).release();
      held.release();
    }
  });

  test('the message says which shard blocks, and which shards may run at the same time', async () => {
    const { platform, store } = machine();
    await takeLock(platform, store, uploadLock({ key: 'k' }, '1/4'), options);
    await expect(takeLock(platform, store, uploadLock({ key: 'k' }, null), options)).rejects.toMatchObject({
      message: expect.stringMatching(/holds the lock for uploads to production as shop-1, shard 1\/4$/),
      hint: expect.stringMatching(/--lock-wait 20m.*same count/),
    });
  });

  test('locks of shards that crashed are taken over by a run that needs all shards', async () => {
    const { platform, store } = machine();
    for (const shard of ['1/2', '2/2', '1/4'])
      store.run('INSERT INTO locks VALUES (?, ?, ?, ?, ?, ?)', 'upload/k', shard, 1, 'h', 0, '');
    const lock = await takeLock(platform, store, uploadLock({ key: 'k' }, null), options);
    expect(store.all('SELECT name, part FROM locks')).toEqual([['upload/k', 'all']]);
    lock.release();
  });
});

const TIMES = inForm({ short: 25, share: 25, long: 100 });

test('four processes that add to one file under the lock lose no update', async () => {
  const { root, work } = testPlatform();
  const file = path.join(work, 'counter');
  fs.writeFileSync(file, '0');
  const all = [1, 2, 3, 4].map(() => start(user, ['count', file, `${TIMES}`], environmentOf(root)).done);
  for (const ran of await Promise.all(all)) expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(fs.readFileSync(file, 'utf8')).toBe(`${4 * TIMES}`);
});
