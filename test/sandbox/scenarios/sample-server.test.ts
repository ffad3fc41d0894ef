// The servers of samples/server: they pass every scenario and every check of certify, and a kill loses no refund.
// In the short form one of them, some scenarios, and no certification: it plays the same ones.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { givenByScenarios } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import { freePort, makeCli, REPOSITORY, until } from '../../helpers/cli.ts';
import { inForm, isShort } from '../../helpers/form.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { platform } from './stage-support.ts';

/** What the servers can do, and how they want to be called. */
const FLAGS = [
  '--retailer-can',
  'all',
  '--customer-auth',
  'header:key.txt',
  '--settle',
  '300ms',
  '--restart',
  'sh restart.sh',
];

const SCENARIOS = inForm({
  short: ['exchange-even', 'restart'],
  // Its certification plays all of them.
  share: ['mail-back-scan', 'exchange-even', 'duplicates', 'restart'],
  long: ['all'],
});

/** Starts a server of the samples in a folder; resolves with its address when it listens. */
async function serve(
  { onTestFinished }: TestContext,
  file: string,
  cwd: string,
  service: string,
  key = 'open-sesame',
): Promise<{ url: string; child: ChildProcess }> {
  const script = path.join(REPOSITORY, 'samples/server', file);
  const child = spawn(process.execPath, [script, 'orders.ndjson', 'variants.json'], {
    cwd,
    env: { PATH: process.env['PATH'], PORT: '0', SERVICE_URL: service, API_KEY: key },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await until(() => said.includes('\n'), 'the server to listen');
  const url = said.trim();
  const settings = `PORT=${new URL(url).port} SERVICE_URL=${service} API_KEY=${key}`;
  const again = `${settings} '${process.execPath}' '${script}' orders.ndjson variants.json`;
  fs.writeFileSync(path.join(cwd, 'pid'), `${child.pid}`);
  fs.writeFileSync(
    path.join(cwd, 'restart.sh'),
    `kill -9 $(cat pid)\n${again} 2>/dev/null &\necho $! > pid\n`,
  );
  onTestFinished(() => void spawn('sh', ['-c', 'kill -9 $(cat pid)'], { cwd }));
  return { url, child };
}

/** A folder with the orders and variants of the scenarios. */
function desk() {
  const cli = makeCli();
  const { orders, variants } = givenByScenarios(platform, ['all']);
  cli.file('orders.ndjson', orders.map((order) => `${JSON.stringify(order)}\n`).join(''));
  cli.file('variants.json', JSON.stringify(variants));
  cli.file('key.txt', 'X-Api-Key: open-sesame\n');
  return { cli, work: path.join(cli.root, 'work') };
}

// Mostly waiting: at the same time they take no longer than one.
describe.concurrent.each(inForm({ short: ['server.mjs'], long: ['server.mjs', 'express.mjs'] }))(
  '%s',
  (file) => {
    test(`passes ${SCENARIOS.join(', ')}`, async (context) => {
      const { expect } = context;
      const { cli, work } = desk();
      const port = await freePort();
      const { url } = await serve(context, file, work, `http://127.0.0.1:${port}`);
      const run = ['sandbox', 'scenario', 'run'];
      const rest = ['--customer-url', url, '--port', `${port}`, ...FLAGS];
      for (const name of SCENARIOS) {
        const { exit, scenarios } = await cli.json<{ scenarios: { name: string; passed: boolean | null }[] }>(
          [...[...run, name], ...rest],
        );
        const failed = scenarios.filter(({ passed }) => !passed);
        expect(
          failed.map(({ name }) => name),
          JSON.stringify(failed).slice(0, 4000),
        ).toEqual([]);
        expect(exit).toBe(0);
      }
    });

    if (isShort) return;
    test('passes every check of certify', async (context) => {
      const { expect } = context;
      const { cli, work } = desk();
      const port = await freePort();
      const { url } = await serve(context, file, work, `http://127.0.0.1:${port}`);
      const { checks } = await cli.json<{ checks: { id: string; area: string; result: string }[] }>([
        ...['certify', '--customer-url', url, '--port', `${port}`, ...FLAGS],
        ...['--area', 'messages,variants,exchanges,refunds'],
      ]);
      const areas = ['messages', 'variants', 'exchanges', 'refunds'];
      const others = checks.filter(({ area, result }) => areas.includes(area) && result !== 'passed');
      // Nobody can see from here who gets the money of a gift.
      expect(others.map(({ id }) => id)).toEqual(['refunds.gift']);
    });
  },
);

test('a message that was answered is refunded, also when the server was killed before it could post', async (context) => {
  const { cli, work } = desk();
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const order = JSON.parse(fs.readFileSync(path.join(work, 'orders.ndjson'), 'utf8').split('\n')[0]!);
  cli.file('order.json', JSON.stringify(order));
  const first = await serve(context, 'server.mjs', work, nowhere, '');
  const sent = await cli.run([
    'trigger',
    'rma.transit',
    '--to',
    `${first.url}/rmas`,
    '--order',
    'order.json',
  ]);
  expect(sent.code, sent.stderr).toBe(0);
  first.child.kill('SIGKILL');
  const sandbox = await sandboxFor();
  await serve(context, 'server.mjs', work, sandbox.url, '');
  await until(() => sandbox.order(order.identifier) !== undefined, 'the refund');
  expect(sandbox.order(order.identifier)?.order).toMatchObject({
    identifier: order.identifier,
    refunds: [{ rma_identifier: expect.any(String) }],
  });
});
