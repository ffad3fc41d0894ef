// The samples for build servers, run as they stand: their commands in a shell, in the folder of a retailer's repository.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BIN, freePort, makeCli, REPOSITORY } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';

const read = (name: string) => parse(fs.readFileSync(path.join(REPOSITORY, 'samples/ci', name), 'utf8'));

/** The commands of a sample, one after the other, without the step that installs the package. */
const SAMPLES: Readonly<Record<string, () => readonly string[]>> = {
  'github-actions.yml': () =>
    (read('github-actions.yml').jobs.returns.steps as { name?: string; run?: string }[])
      .filter(({ name }) => name !== 'install')
      .flatMap(({ run }) => run ?? []),
  'gitlab-ci.yml': () => read('gitlab-ci.yml').returns.script as string[],
};

interface Build {
  readonly code: number | null;
  /** What the log of the build shows. */
  readonly log: string;
  /** The folder of the repository. */
  readonly work: string;
}

/** @param own port of the retailer's own service */
async function build(name: string, orders: string, own: number): Promise<Build> {
  const service = await freePort();
  const url = `http://127.0.0.1:${service}`;
  const cli = makeCli();
  const work = path.join(cli.root, 'work');
  cli.file('orders.ndjson', orders);
  const bin = path.join(cli.root, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(BIN, path.join(bin, 'returns'));
  // Ports that are free here, instead of those of a build server that has nothing else to do; and less patience.
  const lines = SAMPLES[name]!()
    .join('\n')
    .replaceAll('3000', String(own))
    .replace('returns certify', `returns certify --port ${service} --settle 30ms`)
    .replace(' --profile local', '');
  const script = `set -e\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${lines}`;
  const child = spawn('/bin/bash', ['-c', script], {
    cwd: work,
    env: {
      ...cli.env,
      PATH: `${bin}:${process.env['PATH']}`,
      ...{ RETURNS_AUTH_URL: url, RETURNS_ORDERS_URL: url, RETURNS_BASE_URL: url },
      ...{ RETURNS_CLIENT_ID: 'local-client', RETURNS_CLIENT_SECRET: 'local-secret' },
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  const [code] = await once(child, 'close');
  return { code, log, work };
}

const sample = () => fs.readFileSync(path.join(REPOSITORY, 'samples/orders.ndjson'), 'utf8');

/** Without comments. */
const wordsOf = (name: string) =>
  SAMPLES[name]!()
    .join(' ')
    .replaceAll(/^\s*#.*$/gm, '')
    .split(/\s+/);

it('all samples run the same commands', () => {
  expect(wordsOf('github-actions.yml')).toEqual(wordsOf('gitlab-ci.yml'));
});

it.each(Object.keys(SAMPLES))(
  '%s keeps everything that it writes as an artifact, the log of the receiver too',
  (name) => {
    const text = fs.readFileSync(path.join(REPOSITORY, 'samples/ci', name), 'utf8');
    const kept = text.slice(text.lastIndexOf('path'));
    for (const file of ['check.html', 'certify.xml', 'certify.html', 'listen.log'])
      expect(kept).toContain(file);
  },
);

// One of them in the short form, because their commands are the same.
describe.concurrent.each(inForm({ short: ['gitlab-ci.yml'], long: Object.keys(SAMPLES) }))('%s', (name) => {
  itLong('the export is checked, the endpoints are certified', async ({ expect }) => {
    const { code, log, work } = await build(name, sample(), await freePort());
    expect(code, log).toBe(0);
    const read = (file: string) => fs.readFileSync(path.join(work, file), 'utf8');
    expect(read('check.html')).toContain('<!doctype html>');
    expect(read('certify.xml')).toContain('failures="0"');
    expect(read('certify.html')).toContain('Nothing failed');
    expect(read('listen.log')).not.toBe('');
  });

  it('an order that would be refused ends it with 3, and the log says why', async ({ expect }) => {
    const [first = ''] = sample().split('\n');
    const { status: _, ...order } = JSON.parse(first).returns_portal_order ?? JSON.parse(first);
    const { code, log, work } = await build(name, `${JSON.stringify(order)}\n`, await freePort());
    expect(code, log).toBe(3);
    expect(log).toContain('order.');
    expect(fs.existsSync(path.join(work, 'check.html'))).toBe(true);
  });

  itLong(
    'a port that is taken ends it at once, with what the receiver said',
    async ({ expect, onTestFinished }) => {
      const taken = createServer();
      await once(taken.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void taken.close());
      const { port } = taken.address() as AddressInfo;
      const { code, log } = await build(name, sample(), port);
      expect(code, log).toBe(1);
      expect(log).toContain(`${port}`);
      expect(log).toMatch(/error {2}/);
    },
  );
});
