// Who lives: processes by pid and start, zombies, boots without a name, and across PID namespaces by their sign of life.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { idsOfBoot, isSameBoot } from '../../src/base/boot.ts';
import { realSystem } from '../../src/host/system.ts';
import { openInputs } from '../../src/intake/open.ts';
import { spoolName } from '../../src/intake/spool.ts';
import { openMachine } from '../../src/store/machine.ts';
import { until } from '../helpers/cli.ts';
import { temporaryFolder, testHost } from '../helpers/host.ts';

const system = realSystem();
const { identity } = system;
const onLinux = identity.pidNamespace !== undefined;
const elsewhere = { ...identity, pid: 1, started: '77', pidNamespace: 'pid:[4026530000]' };

test.skipIf(!onLinux)('a process that was killed is gone although its parent never asks for it', async () => {
  // The shell becomes a program that knows of no children.
  const parent = spawn('/bin/sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000']);
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  const stat = () => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  const child = { ...identity, pid, started: stat()[21]! };
  expect(system.isAlive(child)).toBe(true);
  // While it is a shell it may still ask.
  const program = () => fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
  await until(() => program() === 'sleep', 'the program without children');
  process.kill(pid, 'SIGKILL');
  await until(() => stat()[2] === 'Z', 'the zombie');
  expect(system.isAlive(child)).toBe(false);
  expect(await system.hasEnded(child, temporaryFolder())).toBe(true);
  parent.kill('SIGKILL');
});

test('a boot that is known by its minute is the same boot when the clock was set by some minutes', () => {
  expect(
    [-4, -3, -1, 0, 1, 3, 4].map((minutes) => isSameBoot('29000000', String(29000000 + minutes))),
  ).toEqual([false, true, true, true, true, true, false]);
  expect(idsOfBoot('4026531836-a')).toEqual(['4026531836-a']);
  expect(isSameBoot(identity.boot, `${identity.boot}0`)).toBe(false);
});

test('what processes of one boot share stays the same store when its minute moves', () => {
  const at = (boot: string, root?: string) =>
    testHost({ ...(root && { root }), system: { identity: { ...identity, boot } } });
  const first = at('29000000');
  openMachine(first.host, first.folders).put('a', '1');
  const moved = at('29000001', first.root);
  expect(openMachine(moved.host, moved.folders).get('a')).toBe('1');
  const later = at('29000010', first.root);
  expect(openMachine(later.host, later.folders).get('a')).toBeUndefined();
});

test.skipIf(!onLinux)(
  'a process of another namespace lives as long as somebody listens at its sign',
  async () => {
    // Longer than the address of a socket may be.
    const folder = path.join(temporaryFolder(), 'x'.repeat(120));
    fs.mkdirSync(folder);
    const sign = system.lifeSign(elsewhere, folder)!;
    const theirs = path.join(temporaryFolder(), 'theirs');
    const server = net.createServer().listen(theirs);
    fs.linkSync(theirs, sign);
    expect(system.isAlive(elsewhere)).toBe(true);
    expect(await system.hasEnded(elsewhere, folder)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await system.hasEnded(elsewhere, folder)).toBe(true);
    expect(fs.readdirSync(folder)).toEqual([]);
    // Ours: one that answers, for as long as this process lives.
    system.showLife(folder);
    system.showLife(folder);
    const [own] = fs.readdirSync(folder);
    expect(own).toMatch(new RegExp(`^alive-${process.pid}-`));
    const here = fs.openSync(folder, 'r');
    const socket = net.connect(`/proc/self/fd/${here}/${own}`);
    await new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject));
    socket.destroy();
    fs.closeSync(here);
    // The shapes of signs of processes that ended here, or before this boot.
    const stale = [
      own!.replace(`${process.pid}`, '4194305'),
      own!.replace(/[0-9a-f]{8}-(\d+)$/, '00000000-$1'),
    ];
    for (const name of stale) fs.writeFileSync(path.join(folder, name), '');
    fs.rmSync(path.join(folder, own!));
    system.showLife(folder);
    expect(fs.readdirSync(folder)).toEqual([own]);
  },
);

test.skipIf(!onLinux)('the sign goes with the process, however it has to end', () => {
  const { root } = testHost();
  // Nothing of ours: a process that ends without a word leaves a socket at which nobody answers.
  const sign = path.join(root, 'sign');
  spawnSync(process.execPath, [
    '-e',
    `require('net').createServer().listen('${sign}', () => process.kill(process.pid, 'SIGKILL'))`,
  ]);
  expect(fs.lstatSync(sign).isSocket()).toBe(true);
  const theirs = system.lifeSign(elsewhere, root)!;
  fs.renameSync(sign, theirs);
  return expect(system.hasEnded(elsewhere, root)).resolves.toBe(true);
});

test.skipIf(!onLinux)(
  'spools of another namespace stay while their process lives, and go with it',
  async () => {
    const t = testHost();
    const folder = path.join(t.folders.state, 'spool');
    fs.mkdirSync(folder, { recursive: true });
    const spools = [elsewhere, { ...elsewhere, pid: 2 }].map((owner) =>
      path.join(folder, spoolName(t.host, owner, '0123456789abcdef')),
    );
    for (const file of spools) fs.writeFileSync(file, 'personal data');
    const server = net.createServer().listen(system.lifeSign(elsewhere, t.folders.state)!);
    const input = t.file('a.json', '[]');
    (await openInputs(t.host, [input], { format: 'auto', memory: 1e6 }, folder)).close();
    expect(spools.map((file) => fs.existsSync(file))).toEqual([true, false]);
    await new Promise((resolve) => server.close(resolve));
    (await openInputs(t.host, [input], { format: 'auto', memory: 1e6 }, folder)).close();
    expect(spools.map((file) => fs.existsSync(file))).toEqual([false, false]);
  },
);
