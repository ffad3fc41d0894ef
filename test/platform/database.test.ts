// Databases in real files: transactions, several processes, file errors as exit 7.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { realDatabases } from '../../src/platform/database.ts';
import { migrate } from '../../src/storage/ledger-migrations.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { bundle, start } from '../helpers/program.ts';

const newFile = () => path.join(temporaryFolder(), 'sub', 'a.db');
/** Closed after the test. */
const open = (file: string) => {
  const database = realDatabases.open(file, { durable: true });
  atEndOfTest(() => database.close());
  return database;
};

const { DatabaseSync } = createRequire(import.meta.url)(
  '@photostructure/sqlite',
) as typeof import('@photostructure/sqlite');

v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc') as () => void;
/** Runs the garbage collector until an unreferenced object has been finalized. */
async function collect(): Promise<void> {
  let isFinalized = false;
  const registry = new FinalizationRegistry(() => {
    isFinalized = true;
  });
  registry.register({}, undefined);
  while (!isFinalized) {
    gc();
    await new Promise((done) => setImmediate(done));
  }
}

const failing = (code: string) => expect.objectContaining({ exitCode: 7, code });

let taker: string;
beforeAll(async () => {
  taker = await bundle('test/platform/children/lock-taker.ts');
});

test('the file is private, and so are the files beside it', () => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a INTEGER)');
  for (const name of fs.readdirSync(path.dirname(file)))
    expect(fs.statSync(path.join(path.dirname(file), name)).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  database.close();
  // After closing, the log has been merged into the file.
  expect(fs.readdirSync(path.dirname(file))).toEqual(['a.db']);
});

test('a database in memory is a new one each time, and knows transactions', () => {
  const [one, two] = [realDatabases.memory(), realDatabases.memory()];
  for (const database of [one, two]) database.exec('CREATE TABLE t (a INTEGER)');
  expect(() =>
    one.transaction(() => {
      one.run('INSERT INTO t VALUES (1)');
      throw new Error('mine');
    }),
  ).toThrow('mine');
  one.transaction(() => one.run('INSERT INTO t VALUES (2)'));
  expect([one.all('SELECT a FROM t'), [...two.each('SELECT a FROM t')]]).toEqual([[[2]], []]);
  expect(one.file).toBe(':memory:');
  one.close();
  one.close();
  expect(() => one.all('SELECT a FROM t')).toThrow();
  expect(two.all('SELECT a FROM t')).toEqual([]);
  two.close();
});

test('a transaction is written completely or not at all, and an error of its work passes unchanged', () => {
  const database = open(newFile());
  database.exec('CREATE TABLE t (a INTEGER)');
  const thrown = new Error('mine');
  expect(() =>
    database.transaction(() => {
      database.run('INSERT INTO t VALUES (1)');
      database.transaction(() => database.run('INSERT INTO t VALUES (2)'));
      throw thrown;
    }),
  ).toThrow(thrown);
  expect(database.all('SELECT a FROM t')).toEqual([]);
  expect(
    database.transaction(() => {
      database.run('INSERT INTO t VALUES (?), (?)', 1, 2);
      return 'done';
    }),
  ).toBe('done');
  expect([...database.each('SELECT a FROM t ORDER BY a')]).toEqual([[1], [2]]);
  expect(database.get('SELECT a FROM t WHERE a = ?', 3)).toBeUndefined();
  expect(database.run('DELETE FROM t')).toBe(2);
});

test('a nested transaction that fails leaves nothing, and the outer one goes on', () => {
  const database = open(newFile());
  database.exec('CREATE TABLE t (a INTEGER)');
  const insert = (a: number) => database.run('INSERT INTO t VALUES (?)', a);
  const failing = (a: number, inner = () => {}) =>
    database.transaction(() => {
      insert(a);
      inner();
      throw new Error(`no ${a}`);
    });
  database.transaction(() => {
    insert(1);
    expect(() => failing(2)).toThrow('no 2');
    database.transaction(() => {
      insert(3);
      expect(() => failing(4, () => void database.transaction(() => insert(5)))).toThrow('no 4');
      insert(6);
    });
    insert(7);
  });
  expect(database.all('SELECT a FROM t ORDER BY a')).toEqual([[1], [3], [6], [7]]);
});

test('a transaction that does not wait for the disk leaves the next one durable, also when it fails', () => {
  const database = open(newFile());
  const FULL = 2;
  const level = () => database.get('PRAGMA synchronous')![0];
  database.exec('CREATE TABLE t (a)');
  const write = () => [level(), database.run('INSERT INTO t VALUES (1)')];
  const during = database.transaction(write, { durable: false });
  expect(during).toEqual([1, 1]);
  expect(level()).toBe(FULL);
  const fail = (): never => {
    throw new Error('no');
  };
  expect(() => database.transaction(fail, { durable: false })).toThrow('no');
  expect(level()).toBe(FULL);
});

test.each([
  ['the file', (file: string) => fs.rmSync(file)],
  ['its folder', (file: string) => fs.rmSync(path.dirname(file), { recursive: true })],
  [
    'its folder, and there is a new one',
    (file: string) => {
      fs.renameSync(path.dirname(file), `${path.dirname(file)}-away`);
      realDatabases.open(file, { durable: true }).close();
    },
  ],
])('a transaction on a file that was removed is exit 7: %s', (_what, remove) => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a)');
  const insert = (durable: boolean) =>
    database.transaction(() => database.run('INSERT INTO t VALUES (1)'), { durable });
  insert(true);
  remove(file);
  for (const durable of [true, false]) expect(() => insert(durable)).toThrow(failing('state.removed'));
});

test('a removed file that is put back has nothing of what failed meanwhile', () => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a)');
  const insert = () => database.transaction(() => database.run('INSERT INTO t VALUES (1)'));
  const ends = ['', '-wal', '-shm'];
  for (const end of ends) fs.renameSync(file + end, `${file}-away${end}`);
  expect(insert).toThrow(failing('state.removed'));
  for (const end of ends) fs.renameSync(`${file}-away${end}`, file + end);
  expect(database.all('SELECT * FROM t')).toEqual([]);
  insert();
  expect(database.all('SELECT * FROM t')).toHaveLength(1);
});

test('a file opened twice in a process has one connection, which stays open until both users close it', () => {
  const file = newFile();
  const [one, other] = [open(file), open(file)];
  one.exec('CREATE TABLE t (a INTEGER)');
  one.close();
  one.close();
  expect(other.all('SELECT a FROM t')).toEqual([]);
  other.close();
});

test.each([
  ['no database', Buffer.alloc(9000, 'x'), 'state.damaged'],
  ['text', Buffer.from('{"a": 1}'), 'state.damaged'],
])('a file that is %s is exit 7', (_name, content, code) => {
  const file = newFile();
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, content);
  expect(() => open(file)).toThrow(failing(code));
});

test('damaged pages are exit 7 for every way of reading', () => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a INTEGER, b TEXT)');
  for (let n = 0; n < 1000; n++) database.run('INSERT INTO t VALUES (?, ?)', n, 'x'.repeat(40));
  database.close();
  const fd = fs.openSync(file, 'r+');
  for (let page = 1; page < 10; page++) fs.writeSync(fd, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096);
  fs.closeSync(fd);
  const damaged = open(file);
  for (const read of [
    () => damaged.all('SELECT * FROM t'),
    () => damaged.get('SELECT * FROM t'),
    () => [...damaged.each('SELECT * FROM t')],
    () => damaged.run('DELETE FROM t'),
  ])
    expect(read).toThrow(failing('state.damaged'));
});

test('a folder at the path of the file is exit 7', () => {
  const file = newFile();
  fs.mkdirSync(file, { recursive: true });
  expect(() => open(file)).toThrow(failing('state.unusable'));
});

test('tables are migrated in order, all or none, and a newer file is refused', () => {
  const file = newFile();
  const database = open(file);
  const steps = ['CREATE TABLE a (x)', 'ALTER TABLE a ADD COLUMN y; INSERT INTO a VALUES (1, 2)'];
  migrate(database, steps.slice(0, 1));
  expect(() => migrate(database, [...steps, 'no statement'])).toThrow();
  expect(database.get('PRAGMA user_version')).toEqual([1]);
  migrate(database, steps);
  migrate(database, steps);
  expect(database.all('SELECT x, y FROM a')).toEqual([[1, 2]]);
  expect(() => migrate(database, steps.slice(0, 1))).toThrow(
    expect.objectContaining({ exitCode: 7, code: 'state.newer', hint: expect.stringContaining('newest') }),
  );
});

itLong('an iteration returns all rows even when garbage is collected meanwhile', async () => {
  const rows = inForm({ short: 1000, long: 3000 });
  const database = open(newFile());
  database.exec('CREATE TABLE t (a INTEGER)');
  database.transaction(() => {
    for (let n = 0; n < rows; n++) database.run('INSERT INTO t VALUES (?)', n);
  });
  let seen = 0;
  for (const [n] of database.each('SELECT a FROM t ORDER BY a')) {
    expect(n).toBe(seen++);
    if (seen % 500 !== 0) continue;
    await collect();
    for (let i = 0; i < 200; i++) database.get(`SELECT ${seen + i}`);
  }
  expect(seen).toBe(rows);
});

test('stopping an iteration early ends the read: later reads and writes see the changes of other processes', () => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2)');
  for (const row of database.each('SELECT a FROM t')) {
    expect(row).toEqual([1]);
    break;
  }
  const other = new DatabaseSync(file);
  other.exec('INSERT INTO t VALUES (3)');
  expect(database.get('SELECT count(*) FROM t')).toEqual([3]);
  database.transaction(() => database.run('INSERT INTO t VALUES (4)'));
  other.close();
});

test('a snapshot sees one state of the database, inside a transaction and outside', () => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)');
  const other = new DatabaseSync(file);
  const count = () => database.get('SELECT count(*) FROM t')![0];
  database.snapshot(() => {
    expect(count()).toBe(1);
    other.exec('INSERT INTO t VALUES (2)');
    expect(count()).toBe(1);
  });
  expect(count()).toBe(2);
  database.transaction(() => database.snapshot(() => database.run('INSERT INTO t VALUES (3)')));
  expect(count()).toBe(3);
  other.close();
});

test('closing does not wait for reads or writes of another process', () => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a INTEGER)');
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const start = performance.now();
  database.close();
  expect(performance.now() - start).toBeLessThan(2000);
  other.close();
});

test.skipIf(process.platform !== 'linux')(
  'opening and closing a database repeatedly does not leak open files',
  () => {
    const file = newFile();
    const name = (fd: string) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    };
    for (let n = 0; n < 20; n++) {
      const database = realDatabases.open(file, { durable: false });
      database.exec('CREATE TABLE IF NOT EXISTS t (a INTEGER)');
      database.run('INSERT INTO t VALUES (?)', n);
      expect(database.all('SELECT count(*) FROM t')).toEqual([[n + 1]]);
      database.close();
    }
    const here = path.dirname(file);
    const opened = fs.readdirSync('/proc/self/fd').filter((fd) => name(fd).startsWith(here));
    expect(opened.length).toBeLessThanOrEqual(3);
    expect(fs.existsSync(`${file}-wal`) ? fs.statSync(`${file}-wal`).size : 0).toBe(0);
  },
);

test('opening waits for another process that is creating the file', async () => {
  const file = newFile();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // State of another process at its first start: it has requested the write lock, and the file has no log yet. It waits for
  // readers, as ours do: while we try, we read for a moment, and without a time-out its COMMIT may fail.
  const script = `const { DatabaseSync } = require('@photostructure/sqlite');
    const db = new DatabaseSync(process.argv[1], { timeout: 20_000 });
    db.exec('BEGIN IMMEDIATE');
    console.log('begun');
    setTimeout(() => db.exec('CREATE TABLE theirs (a); COMMIT'), 300);`;
  const child = spawn(process.execPath, ['-e', script, file], { cwd: path.resolve(import.meta.dirname) });
  await new Promise((begun) => child.stdout.once('data', begun));
  const database = open(file);
  expect(database.all('SELECT name FROM sqlite_master')).toEqual([['theirs']]);
});

test('a lock is held until it is released, also when its object is not referenced', async () => {
  const file = newFile();
  expect(realDatabases.tryLock(file)).toBeDefined();
  await collect();
  expect(realDatabases.tryLock(file)).toBeUndefined();
});

test('a lock on a read-only file is refused: two processes could take it', async () => {
  const folder = temporaryFolder();
  fs.chmodSync(folder, 0o777);
  const { stdout } = await start(taker, [path.join(folder, 'a.lock')], {}).done;
  expect(stdout.split('\n')).toEqual(['state.unusable', 'state.unusable', '']);
});

test('after a wait times out the next one is shorter, and after a success it is full length again', () => {
  const file = newFile();
  const database = open(file);
  database.exec('CREATE TABLE t (a INTEGER)');
  const usual = database.get('PRAGMA busy_timeout')![0];
  // Simulates another process with a write transaction that does not end.
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  database.exec('PRAGMA busy_timeout = 1');
  expect(() => database.transaction(() => 0)).toThrow(failing('state.locked'));
  expect(database.get('PRAGMA busy_timeout')![0]).toBeLessThan(1000);
  expect(database.get('PRAGMA busy_timeout')![0]).toBe(usual);
  other.close();
  database.transaction(() => database.run('INSERT INTO t VALUES (1)'));
  expect(database.all('SELECT a FROM t')).toEqual([[1]]);
});
