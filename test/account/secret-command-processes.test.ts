// client-secret-command in real processes of the program: many at once, what other users see of them, and signals in the middle.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Cli, makeCli, until } from '../helpers/cli.ts';
import { type PasswordManager, passwordManager } from '../helpers/password-manager.ts';
import { hasPty, onTerminal } from '../helpers/pty.ts';
import { server, useAuthServer } from './support.ts';

const CANARY = 'canary-5ecret-of-the-shop';
useAuthServer({ shop: CANARY });

async function signedUp({ line }: PasswordManager): Promise<Cli> {
  const cli = makeCli();
  const set = ['profile', 'set', 'default', `auth-url=${server.url}`, `orders-url=${server.url}/orders`];
  const done = await cli.run([...set, 'client-id=shop', `client-secret-command=${line}`]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  return cli;
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** The program notes its process and then waits for the file `go`. */
const WAITING = 'echo $$ > pid.new; mv pid.new pid; while [ ! -e go ]; do sleep 0.05; done';
const at = (manager: PasswordManager, name: string) => path.join(manager.folder, name);
const pidOf = (manager: PasswordManager) => Number(fs.readFileSync(at(manager, 'pid'), 'utf8'));

test('16 cold processes: the command runs once, one token is fetched, all use it', async () => {
  const manager = passwordManager(CANARY);
  const cli = await signedUp(manager);
  const runs = await Promise.all(Array.from({ length: 16 }, () => cli.run(['token'])));
  expect(runs.map((ended) => ended.code)).toEqual(Array(16).fill(0));
  expect(new Set(runs.map((ended) => ended.stdout)).size).toBe(1);
  expect([manager.runs(), server.asked.length]).toEqual([1, 1]);
});

test('while it runs, the secret is in no list of processes, and not in the environment of the program', async () => {
  const manager = passwordManager(CANARY, WAITING);
  const cli = await signedUp(manager);
  const { ended } = cli.start(['token', '--verbose']);
  await until(() => fs.existsSync(at(manager, 'pid')), 'the command to run');
  expect(execFileSync('ps', ['-eww', '-o', 'args']).toString()).not.toContain(CANARY);
  expect(fs.readFileSync(`/proc/${pidOf(manager)}/environ`, 'utf8')).not.toContain(CANARY);
  fs.writeFileSync(at(manager, 'go'), '');
  const { code, stdout, stderr } = await ended;
  expect([code, stdout + stderr]).toEqual([0, expect.not.stringContaining(CANARY)]);
  expect(cli.files().filter((file) => fs.readFileSync(file, 'latin1').includes(CANARY))).toEqual([]);
});

test('a process that is killed while the command runs: the next one takes over at once', async () => {
  const manager = passwordManager(CANARY, WAITING);
  const cli = await signedUp(manager);
  const first = cli.start(['token']);
  await until(() => fs.existsSync(at(manager, 'pid')), 'the command to run');
  const next = cli.start(['token']);
  first.child.kill('SIGKILL');
  await first.ended;
  fs.writeFileSync(at(manager, 'go'), '');
  expect((await next.ended).code).toBe(0);
  expect(server.asked).toHaveLength(1);
});

test('stdin is not the one of the command: piped orders are not eaten', async () => {
  const manager = passwordManager(CANARY, 'cat > eaten');
  const cli = await signedUp(manager);
  expect((await cli.run(['token'], { stdin: 'orders' })).code).toBe(0);
  expect(fs.readFileSync(at(manager, 'eaten'), 'utf8')).toBe('');
});

test('an upload that is interrupted while the command runs ends it: 130, nothing sent', async () => {
  const manager = passwordManager(CANARY, WAITING);
  const cli = await signedUp(manager);
  const file = cli.file('orders.csv', (await cli.run(['orders', 'template'])).stdout);
  const { child, ended } = cli.start(['orders', 'upload', file, '--yes']);
  await until(() => fs.existsSync(at(manager, 'pid')), 'the command to run');
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(130);
  await until(() => !isAlive(pidOf(manager)), 'the command to end');
  expect(server.lines).toEqual([]);
});

describe.skipIf(!hasPty)(`on a terminal${hasPty ? '' : ' (skipped: no script of util-linux)'}`, () => {
  test('the program asks there, its words are seen, and the secret is not', async () => {
    const manager = passwordManager(
      CANARY,
      '[ -t 0 ] && [ -t 2 ] || exit 8; printf "PIN: " >&2; read -r pin; [ "$pin" = 1234 ] || exit 7',
    );
    const cli = await signedUp(manager);
    const good = onTerminal(cli, ['token']);
    await good.type('PIN: ', '1234\r');
    await good.shows('token-1-');
    expect(await good.ended).toBe(0);
    const bad = onTerminal(cli, ['token', '--refresh']);
    await bad.type('PIN: ', '1\r');
    expect(await bad.ended).toBe(4);
    expect(bad.text().replace(/\s+/g, ' ')).toContain('exit code 7; what it said stands above');
    for (const { raw } of [good, bad]) expect(raw()).not.toContain(CANARY);
  });
});
