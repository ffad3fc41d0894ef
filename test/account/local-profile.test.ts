// The profile `local` finds the sandbox that runs, and sends nothing to another program.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { realDatabases } from '../../src/platform/database.ts';
import { type Cli, makeCli, REPOSITORY } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const ORDERS = path.join(REPOSITORY, 'samples/orders.ndjson');
const UPLOAD = ['orders', 'upload', ORDERS, '--profile', 'local', '--yes'];

describe('the profile local', () => {
  /** `sandbox start` in the folders of `cli`, until the test ends it. */
  async function started(cli: Cli, ...flags: string[]) {
    const sandbox = cli.start(['sandbox', 'start', '--json', ...flags], { open: true });
    const line = await new Promise<string>((resolve) =>
      sandbox.child.stdout!.once('data', (text) => resolve(String(text))),
    );
    return { url: (JSON.parse(line) as { url: string }).url, ...sandbox };
  }
  const sandboxFiles = (cli: Cli) => cli.files().filter((file) => /\/sandboxes\/.*\.json$/.test(file));
  /** The process that holds the lock next to a record is the sandbox of that record. */
  const holdRecord = (file: string) => realDatabases.tryLock(file.replace(/\.json$/, '.lock'))!;

  test('finds the sandbox on another port, and its record is private and goes with it', async () => {
    const cli = makeCli();
    const { url, child, ended } = await started(cli, '--port', '0');
    const [file] = sandboxFiles(cli);
    expect(fs.statSync(file!).mode & 0o777).toBe(0o600);
    expect((await cli.json(['whoami', '--profile', 'local']))['addresses']).toEqual({
      auth: url,
      orders: url,
      base: url,
    });
    const sent = await cli.json<{ target: string; exit: number }>(UPLOAD);
    expect([sent.exit, sent['target' as never]]).toEqual([0, url]);
    expect(await cli.json<object>(['sandbox', 'status'])).toMatchObject({ exit: 0, orders: { stored: 3 } });
    child.kill('SIGINT');
    await ended;
    expect(sandboxFiles(cli)).toEqual([]);
    expect((await cli.json(['whoami', '--profile', 'local']))['addresses']).toMatchObject({
      auth: 'http://127.0.0.1:4500',
    });
  });

  test('takes the one that was started last, and forgets one that was killed', async () => {
    const cli = makeCli();
    const one = await started(cli, '--port', '0');
    const two = await started(cli, '--port', '0');
    const address = async () =>
      ((await cli.json(['whoami', '--profile', 'local']))['addresses'] as { auth: string }).auth;
    expect(await address()).toBe(two.url);
    two.child.kill('SIGKILL');
    await two.ended;
    expect(await address()).toBe(one.url);
    expect(sandboxFiles(cli)).toHaveLength(1);
    one.child.kill('SIGINT');
    await one.ended;
  });

  test('with state folders of their own, two tests on one machine find each its own sandbox', async () => {
    const cli = makeCli();
    const own = (name: string) => ['--state-dir', path.join(cli.root, name)];
    const [one, two] = [
      await started(cli, '--port', '0', '--no-pages', ...own('one')),
      await started(cli, '--port', '0', '--no-pages', ...own('two')),
    ];
    const sent = (name: string) => cli.json<{ exit: number; target: string }>([...UPLOAD, ...own(name)]);
    expect(await sent('one')).toMatchObject({ exit: 0, target: one.url });
    expect(await sent('two')).toMatchObject({ exit: 0, target: two.url });
    // Of neither folder: the last one, which is said.
    const { stdout, stderr } = await cli.run([...UPLOAD, '--json', ...own('three')]);
    expect(JSON.parse(stdout)).toMatchObject({ target: two.url });
    expect(stderr).toContain(
      `local is ${two.url}, which was started last; one with the same --state-dir comes first`,
    );
    for (const { child, ended } of [one, two]) {
      child.kill('SIGINT');
      await ended;
    }
  });

  test('sends nothing to another program in the place of the sandbox', async () => {
    const cli = makeCli();
    const { url, child, ended } = await started(cli, '--port', '0');
    // A token of that address is in the cache, so that not even a token call would be needed.
    expect((await cli.run(['token', '--profile', 'local'])).code).toBe(0);
    const [file] = sandboxFiles(cli);
    child.kill('SIGKILL');
    await ended;
    // Another program takes the port; the record is that of a living process again.
    const lines: string[] = [];
    const other = await authServerAt(Number(new URL(url).port), lines);
    const lock = holdRecord(file!);
    const sent = await cli.json<{ code: string; message: string }>(UPLOAD);
    expect(sent).toMatchObject({ exit: 75 });
    expect(JSON.stringify(sent)).toContain('is not the sandbox; nothing was sent to it');
    expect(JSON.stringify(sent)).toContain('"reason":"address"');
    expect(lines).toEqual([expect.stringMatching(/^GET \/_sandbox\/identity\?challenge=/)]);
    lock.release();
    await other.close();
  });

  test('says how to start the sandbox when none runs', async () => {
    const cli = makeCli();
    const { url, child, ended } = await started(cli, '--port', '0');
    const [file] = sandboxFiles(cli);
    child.kill('SIGKILL');
    await ended;
    const lock = holdRecord(file!);
    const sent = await cli.run(UPLOAD);
    expect(sent.code).toBe(75);
    expect(sent.stderr).toContain(`No sandbox answers at ${url}`);
    expect(sent.stderr).toContain('returns sandbox start');
    lock.release();
  });
});

/** A server of another program on a given port. */
async function authServerAt(port: number, lines: string[]) {
  const { realNet } = await import('../../src/platform/node-platform.ts');
  return await realNet.serve({ host: '127.0.0.1', port, maxBody: 65_536 }, async (request) => {
    lines.push(`${request.method} ${request.target}`);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"access_token":"x"}' };
  });
}

test('localhost and 127.0.0.1 are one target: what one was sent, the other need not get', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const upload = async (host: string) => {
    const ordersUrl = sandbox.ordersUrl.replace('127.0.0.1', host);
    const env = { RETURNS_ORDERS_URL: ordersUrl };
    const sent = await cli.run(['orders', 'upload', ORDERS, '--yes', '--json'], { env });
    return JSON.parse(sent.stdout).orders as { accepted: number; already_accepted: number };
  };
  const first = await upload('localhost');
  expect(first.accepted).toBeGreaterThan(0);
  expect(await upload('127.0.0.1')).toMatchObject({ accepted: 0, already_accepted: first.accepted });
});
