// Every fault of disks, ledger and record is named by one check, and by no other.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { realDatabases } from '../../src/platform/database.ts';
import { realSystem } from '../../src/platform/node-platform.ts';
import { ledgerPath, openLedgerStore } from '../../src/storage/ledger.ts';
import { takeLock, uploadLock } from '../../src/storage/locks.ts';
import { canMount } from '../helpers/broken-disk.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { bundle, start } from '../helpers/program.ts';
import { diagnose } from './support.ts';

describe.skipIf(!canMount)('disks (needs the right to mount)', () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const folder of mounted.splice(0)) spawnSync('umount', ['-l', folder]);
  });
  /** A folder of the installation as a file system of its own. */
  function on(folder: string, options: string): TestPlatform {
    const here = testPlatform();
    const place = path.join(here.root, folder);
    fs.mkdirSync(place, { mode: 0o700 });
    const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `mode=700,${options}`, 'none', place]);
    expect(String(made.stderr)).toBe('');
    mounted.push(place);
    return here;
  }

  test.each([
    ['little room', 'state', 'size=100m', 'disk.space', 'warning', /only 105 MB free for state/],
    ['a full disk', 'state', 'size=4m', 'disk.space', 'failure', /only 4\.2 MB free for state .*runs purge/s],
    [
      'read-only',
      'state',
      'size=999m,ro',
      'disk.writable',
      'failure',
      /folder for state cannot be written.*--state-dir/s,
    ],
    [
      'read-only settings',
      'config',
      'size=9m,ro',
      'disk.writable',
      'warning',
      /folder for config cannot be written/,
    ],
  ])('%s', async (_name, folder, options, id, result, text) => {
    const { wrong, said } = await diagnose(on(folder, options));
    expect(wrong).toEqual({ [id]: result });
    expect(said).toMatch(text);
  });
});

test('a state dir that is a file: every check is made all the same', async () => {
  const here = testPlatform();
  fs.writeFileSync(here.folders.state, '', { mode: 0o600 });
  const { wrong, said } = await diagnose(here);
  expect(wrong).toEqual({ 'disk.writable': 'failure' });
  expect(said).toMatch(/state is a file, not a folder for state.*--state-dir/s);
});

test.each(['state/calls', 'state/locks', 'state/spool', 'state/rejects', 'config/mappings'])(
  '%s that is a file ends the commands that need it',
  async (name) => {
    const here = testPlatform();
    const place = path.join(here.root, name);
    fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    fs.writeFileSync(place, '');
    const { wrong, said } = await diagnose(here);
    expect(wrong).toEqual({ 'disk.writable': 'failure' });
    expect(said).toContain(`${place} is a file, not a folder -> Remove it or move it away`);
    fs.rmSync(place);
    expect((await diagnose(here)).wrong).toEqual({});
  },
);

describe('the ledger', () => {
  function withLedger(): TestPlatform & { file: (name: string, content: string) => string; ledger: string } {
    const here = testPlatform();
    const store = openLedgerStore(here.platform, here.folders);
    store.transaction(() => {
      for (let i = 0; i < 3000; i++)
        store.run('INSERT INTO names (text) VALUES (?)', `name-${i}-${'x'.repeat(50)}`);
    });
    store.close();
    return { ...here, ledger: ledgerPath(here.folders) };
  }

  test('in order, quickly and thoroughly', async () => {
    const here = withLedger();
    const quick = await diagnose(here);
    expect(quick.wrong).toEqual({});
    const thorough = await diagnose(here, { integrity: true });
    expect(thorough.wrong).toEqual({});
    expect(thorough.report.checks.find(({ id }) => id === 'ledger.integrity')?.text).toMatch(
      /integrity_check/,
    );
  });

  test('made by a newer version', async () => {
    const here = withLedger();
    const store = realDatabases.open(here.ledger, { durable: true });
    store.exec('PRAGMA user_version = 99');
    store.close();
    const { wrong, said } = await diagnose(here);
    expect(wrong).toEqual({ 'ledger.file': 'failure' });
    expect(said).toMatch(/newer version of this tool \(version 99 .*Install the newest/s);
  });

  test('not a database', async () => {
    const here = withLedger();
    fs.writeFileSync(here.ledger, 'orders,'.repeat(2000), { mode: 0o600 });
    const { wrong, said } = await diagnose(here);
    expect(wrong).toEqual({ 'ledger.integrity': 'failure' });
    expect(said).toMatch(/is damaged.*backup/s);
  });

  test.each([
    ['empty', '', 'ledger.integrity', /it is empty.*backup/s],
    ['of another program', 'CREATE TABLE t (x)', 'ledger.file', /of another program.*--state-dir/s],
    [
      'of another program that counts its versions',
      'CREATE TABLE orders (x); PRAGMA user_version = 3',
      'ledger.integrity',
      /not the tables of a ledger.*backup/s,
    ],
  ])('%s, as the commands say that end with 7, and it stays as it is', async (_what, sql, id, text) => {
    const here = withLedger();
    fs.rmSync(here.ledger);
    fs.writeFileSync(here.ledger, '', { mode: 0o600 });
    if (sql !== '') {
      const other = realDatabases.open(here.ledger, { durable: true });
      other.exec(sql);
      other.close();
    }
    const before = fs.readFileSync(here.ledger);
    const { wrong, said } = await diagnose(here);
    expect(wrong).toEqual({ [id]: 'failure' });
    expect(said).toMatch(text);
    expect(fs.readFileSync(here.ledger)).toEqual(before);
    expect(() => openLedgerStore(here.platform, here.folders)).toThrow(
      expect.objectContaining({ exitCode: 7 }),
    );
  });

  test('a page in the middle is damaged', async () => {
    const here = withLedger();
    const fd = fs.openSync(here.ledger, 'r+');
    const { size } = fs.fstatSync(fd);
    for (let at = 4096 * 40; at < size; at += 4096) fs.writeSync(fd, Buffer.alloc(200, 0xee), 0, 200, at);
    fs.closeSync(fd);
    const { wrong, said } = await diagnose(here);
    expect(wrong).toEqual({ 'ledger.integrity': 'failure' });
    expect(said).toMatch(/damaged.*Restore it from a backup/s);
  });

  test('an index that does not say what its table says is found with --integrity', async () => {
    const here = withLedger();
    const bytes = fs.readFileSync(here.ledger);
    bytes.write('name-77Z-', bytes.indexOf('name-777-'));
    fs.writeFileSync(here.ledger, bytes);
    expect((await diagnose(here)).wrong).toEqual({});
    const { wrong, said } = await diagnose(here, { integrity: true });
    expect(wrong).toEqual({ 'ledger.integrity': 'failure' });
    expect(said).toMatch(/fault.*index/s);
  });

  test('another process holds a lock, and who', async () => {
    const here = withLedger();
    const script = await bundle('test/doctor/children/hold-lock.ts');
    const child = start(script, [], {
      HOME: path.join(here.root, 'home'),
      RETURNS_STATE_DIR: here.folders.state,
      RETURNS_CONFIG_DIR: here.folders.config,
      RETURNS_PACE_DIR: here.folders.machine,
    });
    await child.until('held');
    const { wrong, said } = await diagnose(here);
    const { pid } = child.child;
    child.child.kill('SIGKILL');
    await child.done;
    expect(wrong).toEqual({ 'ledger.lock': 'warning' });
    expect(said).toContain(`process ${pid} has held the lock of upload`);
    expect(said).toContain(`kill ${pid}`);
    expect(said).toContain('(returns orders upload x.csv)');
    // Killed: its row is still there, the lock is not.
    expect((await diagnose(here)).wrong).toEqual({});
  });

  test('a second look changes nothing', async () => {
    const here = withLedger();
    await diagnose(here);
    // The index of the log is in use, and remade, while the ledger is open.
    const kept = () => here.everyFile().filter(({ path: at }) => /^state(?!.*-shm$)/.test(at));
    const before = kept();
    await diagnose(here, { integrity: true });
    expect(kept().map(({ path: at }) => at)).toEqual(before.map(({ path: at }) => at));
    expect(
      kept().flatMap(({ path: at, content }, i) => (content === before[i]?.content ? [] : [at])),
    ).toEqual([]);
  });
});

test('a lock of another container is named with its host', async () => {
  const here = testPlatform({ system: { ...realSystem(), hostname: 'there' } });
  const store = openLedgerStore(here.platform, here.folders);
  const lock = await takeLock(here.platform, store, uploadLock({ key: 'k' }, null), {
    purpose: 'x',
    waitMs: 0,
  });
  const elsewhere = testPlatform({ root: here.root });
  const { wrong, said } = await diagnose(elsewhere);
  lock.release();
  store.close();
  expect(wrong).toEqual({ 'ledger.lock': 'warning' });
  expect(said).toMatch(/process \d+ on there has held.*end it there/s);
});
