// The key-value store on LMDB: one environment per file and process, damage seen before it is opened.
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/base/failure.ts';
import { realKeyValues } from '../../src/host/key-values.ts';
import { identityOf, nameOf } from '../../src/host/processes.ts';
import { realSystem } from '../../src/host/system.ts';
import { temporaryFolder } from '../helpers/host.ts';

const fresh = () => path.join(temporaryFolder(), 'a', 'store.mdb');
const open = (file: string) => realKeyValues.open(file, { durable: true });

test('what was put is there when it is opened again, also by another spelling of its path', () => {
  const file = fresh();
  const first = open(file);
  first.put('a', '1');
  const second = open(path.join(path.dirname(file), '..', 'a', 'store.mdb'));
  expect(second.get('a')).toBe('1');
  second.put('b', '2');
  second.close();
  // The first is not closed by the other's close.
  expect(first.get('b')).toBe('2');
  first.close();
  expect([...open(file).range('', '~')]).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that was removed and made again is another store', () => {
  const file = fresh();
  open(file).put('a', '1');
  fs.rmSync(path.dirname(file), { recursive: true });
  const second = open(file);
  expect(second.get('a')).toBeUndefined();
  second.put('a', '2');
  expect(open(file).get('a')).toBe('2');
});

test('a transaction that throws leaves nothing behind, and its error passes unchanged', () => {
  const store = open(fresh());
  const error = new Error('mine');
  expect(() =>
    store.transaction(() => {
      store.put('a', '1');
      throw error;
    }),
  ).toThrow(error);
  expect(store.get('a')).toBeUndefined();
});

test.each([
  ['cut off behind its header', (text: Buffer) => text.subarray(0, 8192)],
  ['cut off by one page of what is in use', (text: Buffer) => text.subarray(0, bytesInUse(text) - 4096)],
  ['cut in half', (text: Buffer) => text.subarray(0, text.length >> 1)],
  ['another file', () => Buffer.from('not a store'.repeat(1000))],
  ['a few bytes', () => Buffer.from('x')],
])('a file that is %s is damage, exit 7, before LMDB maps it', (_name, damage) => {
  const file = fresh();
  const store = open(file);
  for (let i = 0; i < 500; i++) store.put(`key-${i}`, 'x'.repeat(100));
  // As after a restore: the bytes stand in a new file.
  const copy = path.join(path.dirname(file), 'copy.mdb');
  fs.writeFileSync(copy, damage(fs.readFileSync(file)));
  expect(() => open(copy)).toThrow(expect.objectContaining({ code: 'state.damaged', exitCode: 7 }));
});

// With some million records LMDB leaves the end of its file unwritten, which looks as if the file had been cut.
test('the file is longer than its header says, so that what LMDB leaves unwritten is no damage', () => {
  const file = fresh();
  const store = open(file);
  for (let i = 0; i < 40; i++) {
    store.transaction(() => {
      for (let k = 0; k < i * i; k++) store.put(`${k}-${i}`, 'x'.repeat(300));
    });
    const bytes = fs.readFileSync(file);
    expect(bytes.length).toBeGreaterThan(bytesInUse(bytes));
  }
  // A hole, not room on the disk.
  const { size, blocks } = fs.statSync(file);
  expect(blocks * 512).toBeLessThan(size);
});

test('so is one that is not durable, from its opening on', () => {
  const file = fresh();
  realKeyValues.open(file, { durable: false });
  const bytes = fs.readFileSync(file);
  expect(bytes.length).toBeGreaterThan(bytesInUse(bytes));
});

test('a whole copy opens', () => {
  const file = fresh();
  const store = open(file);
  for (let i = 0; i < 500; i++) store.put(`key-${i}`, 'x'.repeat(100));
  const copy = path.join(path.dirname(file), 'copy.mdb');
  fs.copyFileSync(file, copy);
  expect(open(copy).get('key-499')).toBe('x'.repeat(100));
});

test('a folder that is a file: exit 7', () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'x'), '');
  expect(() => open(path.join(folder, 'x', 'store.mdb'))).toThrow(expect.objectContaining({ exitCode: 7 }));
});

// An open that fails inside of lmdb ends the process, so each of these must be seen before; root may write everything.
test.each([
  ['the data', ''],
  ['the locks', '-lock'],
])('a folder where %s should be: exit 7, and the process lives', (_what, suffix) => {
  const file = fresh();
  fs.mkdirSync(`${file}${suffix}`, { recursive: true });
  expect(() => open(file)).toThrow(expect.objectContaining({ exitCode: 7 }));
  fs.rmdirSync(`${file}${suffix}`);
  open(file).put('a', '1');
});

test('a store that failed is not called again, by no method, and says the same each time', () => {
  const file = fresh();
  const store = open(file);
  store.put('a', '1');
  // After so many operations the file is opened anew, and here it cannot be.
  for (let i = 0; i < 9_995; i++) store.get('a');
  fs.rmSync(`${file}-lock`);
  fs.mkdirSync(`${file}-lock`);
  const thrown = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  let failure: unknown;
  for (let i = 0; i < 10 && !(failure instanceof Failure); i++) failure = thrown(() => store.get('a'));
  expect(failure).toMatchObject({ exitCode: 7 });
  for (const again of [
    () => store.get('a'),
    () => [...store.range('', '~')],
    () => store.put('b', '1'),
    () => store.remove('a'),
    () => store.transaction(() => store.get('a')),
  ])
    expect(thrown(again)).toBe(failure);
});

test('an error of LMDB while it lists is exit 7 and breaks the store; an error of the reader is its own', () => {
  const store = open(fresh());
  for (const key of ['a', 'b', 'c']) store.put(key, '1');
  const mine = new Error('mine');
  expect(() => {
    for (const _ of store.range('', '~')) throw mine;
  }).toThrow(mine);
  const left = store.range('', '~')[Symbol.iterator]();
  expect(left.next().value).toEqual(['a', '1']);
  const tooLong = 'x'.repeat(5000);
  expect(() => [...store.range(tooLong, 'y')]).toThrow(expect.objectContaining({ exitCode: 7 }));
  // Also one that had begun before.
  expect(() => left.next()).toThrow(expect.objectContaining({ exitCode: 7 }));
  expect(() => store.get('a')).toThrow(expect.objectContaining({ exitCode: 7 }));
});

test.skipIf(!fs.existsSync('/proc/self/fd'))(
  'nothing of ours stays open where LMDB could not be opened',
  () => {
    const descriptors = () => fs.readdirSync('/proc/self/fd').length;
    const file = fresh();
    fs.mkdirSync(`${file}-lock`, { recursive: true });
    expect(() => open(file)).toThrow();
    const before = descriptors();
    for (let i = 0; i < 20; i++) expect(() => open(file)).toThrow();
    expect(descriptors()).toBe(before);
  },
);

describe('the guard around write transactions and openings', () => {
  const guardOf = (file: string) => `${fs.realpathSync(path.dirname(file))}/${path.basename(file)}-guard`;
  const dead = { pid: 2 ** 22 + 1, started: '1', boot: realSystem().identity.boot };

  // Made in one step with its holder's name: one that is stopped in between would be taken for dead.
  test('is held while a transaction runs, nested ones included, and gone after it, also when it throws', () => {
    const file = fresh();
    const store = open(file);
    const held = () => fs.lstatSync(guardOf(file), { throwIfNoEntry: false }) !== undefined;
    store.transaction(() => {
      store.transaction(() => store.put('a', '1'));
      expect(held()).toBe(true);
      expect(identityOf(fs.readlinkSync(guardOf(file)))).toEqual(realSystem().identity);
    });
    expect(held()).toBe(false);
    expect(() =>
      store.transaction(() => {
        throw new Error('mine');
      }),
    ).toThrow('mine');
    expect(held()).toBe(false);
    store.put('b', '1');
    expect(held()).toBe(false);
  });

  test.each([
    ['a process that was killed', nameOf(dead)],
    ['an earlier boot', nameOf({ ...realSystem().identity, boot: '0e' })],
    ['a reused pid', nameOf({ ...realSystem().identity, started: '1' })],
  ])('%s does not keep it', (_name, text) => {
    const file = fresh();
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(guardOf(file), text);
    const store = open(file);
    fs.symlinkSync(text, guardOf(file));
    fs.symlinkSync(text, `${guardOf(file)}-turn`);
    store.put('a', '1');
    expect(store.get('a')).toBe('1');
    expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(['store.mdb', 'store.mdb-lock']);
  });

  test('a process of another container keeps it for some seconds, longer than any transaction', () => {
    const file = fresh();
    const store = open(file);
    const theirs = { ...realSystem().identity, pid: 1, started: '1', pidNamespace: 'pid:[1]' };
    const seconds = (ago: number) => Date.now() / 1000 - ago;
    const name = guardOf(file);
    fs.symlinkSync(nameOf(theirs), name);
    fs.lutimesSync(name, seconds(10), seconds(10));
    // While this thread waits, another one looks whether it does, and lets the guard grow old.
    const waited = new Int32Array(new SharedArrayBuffer(4));
    const other = new Worker(
      `const { workerData: { name, waited, old } } = require('node:worker_threads');
      const fs = require('node:fs');
      setTimeout(() => {
        waited[0] = fs.readlinkSync(name).startsWith('1-1-') ? 1 : 0;
        fs.lutimesSync(name, old, old);
      }, 50);`,
      { eval: true, workerData: { name, waited, old: seconds(60) } },
    );
    store.put('a', '1');
    expect([store.get('a'), waited[0]]).toEqual(['1', 1]);
    return other.terminate();
  });

  test('a file that names nobody keeps it only while it is new', () => {
    const file = fresh();
    const store = open(file);
    fs.writeFileSync(guardOf(file), '');
    const old = Date.now() / 1000 - 60;
    fs.utimesSync(guardOf(file), old, old);
    store.put('a', '1');
    expect(store.get('a')).toBe('1');
  });
});

/** (last page + 1) * page size of the newer meta page; see src/host/mdb-file.ts for the layout. */
function bytesInUse(file: Buffer): number {
  const metas = [0, 4096].map((at) => ({
    transaction: file.readBigUInt64LE(at + 152),
    bytes: (Number(file.readBigUInt64LE(at + 144)) + 1) * 4096,
  }));
  return metas.reduce((a, b) => (b.transaction > a.transaction ? b : a)).bytes;
}
