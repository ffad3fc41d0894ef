// Boot ids of the machine, and files that belong to a running process.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { spoolPlace } from '../../src/input/spool-place.ts';
import { openInputs } from '../../src/orders/read/order-input.ts';
import { realSystem } from '../../src/platform/node-platform.ts';
import { bootInUse, idsOfBoot, openMachine, sharedStates } from '../../src/storage/machine.ts';
import { testPlatform } from '../helpers/platform.ts';

const { identity } = realSystem();

test('a boot identified by its minute is recognised after the clock was set by some minutes', () => {
  expect(
    [-4, -3, -1, 0, 1, 3, 4].map((minutes) => idsOfBoot('29000000').includes(String(29000000 + minutes))),
  ).toEqual([false, true, true, true, true, true, false]);
  expect(idsOfBoot('4026531836-a')).toEqual(['4026531836-a']);
});

test('the shared store of a boot stays the same when the minute of the boot changes', () => {
  const at = (boot: string, root?: string) =>
    testPlatform({ ...(root && { root }), system: { identity: { ...identity, boot } } });
  const open = ({ platform, folders }: ReturnType<typeof at>) => {
    const database = openMachine(platform, folders);
    return { database, states: sharedStates(database) };
  };
  const first = at('29000000');
  const opened = open(first);
  opened.states.put('a', '1');
  opened.database.close();
  expect(open(at('29000001', first.root)).states.get('a')).toBe('1');
  expect(open(at('29000010', first.root)).states.get('a')).toBeUndefined();
});

test('processes that took one boot for two minutes agree on one store, whichever minute each has', () => {
  const choose = (boot: number, ...present: number[]) =>
    bootInUse(idsOfBoot(String(boot)), (id) => present.includes(Number(id)));
  expect([choose(9999), choose(10000)]).toEqual(['9999', '10000']);
  expect([choose(9999, 10000), choose(10000, 9999)]).toEqual(['10000', '9999']);
  expect([choose(9999, 10000, 9999), choose(10000, 10000, 9999)]).toEqual(['9999', '9999']);
  expect(choose(10000, 9000)).toBe('10000');
});

test('the store of the other minute stays while a process may have it open', () => {
  const at = (boot: string, root?: string) =>
    testPlatform({ ...(root && { root }), system: { identity: { ...identity, boot } } });
  const first = at('29000001');
  openMachine(first.platform, first.folders).close();
  const [upper] = fs.readdirSync(first.folders.machine).filter((name) => name.endsWith('.db'));
  // As if another process had made its own at the same moment.
  const lower = `machine-${first.platform.crypto.sha256('29000000').slice(0, 12)}.db`;
  fs.copyFileSync(path.join(first.folders.machine, upper!), path.join(first.folders.machine, lower));
  for (const boot of ['29000001', '29000000', '29000001']) {
    const { platform, folders } = at(boot, first.root);
    const states = sharedStates(openMachine(platform, folders));
    states.put('seen', `${states.get('seen') ?? ''}${boot.at(-1)}`);
  }
  const { platform, folders } = at('29000000', first.root);
  expect(sharedStates(openMachine(platform, folders)).get('seen')).toBe('101');
  expect(fs.readdirSync(folders.machine)).toEqual(expect.arrayContaining([upper, lower]));
});

test('spools stay while their process lives; after a crash the next process removes them', async () => {
  const t = testPlatform();
  const folder = path.join(t.folders.state, 'spool');
  const [held, left] = [spoolPlace(t.platform, folder), spoolPlace(t.platform, folder)];
  for (const place of [held, left]) fs.writeFileSync(place.path, 'personal data');
  // The state after a process was killed: the file, and a lock that no process holds.
  const orphan = path.join(folder, `spool-${'0'.repeat(32)}`);
  fs.writeFileSync(orphan, 'personal data');
  fs.writeFileSync(`${orphan}.lock`, '');
  left.remove();
  left.remove();
  const input = t.file('a.json', '[]');
  (await openInputs(t.platform, [input], { format: 'auto', memory: 1e6 }, folder)).close();
  expect(fs.readdirSync(folder).sort()).toEqual([
    path.basename(held.path),
    `${path.basename(held.path)}.lock`,
  ]);
  held.remove();
  expect(fs.readdirSync(folder)).toEqual([]);
});
