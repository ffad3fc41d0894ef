// The samples for build servers, run as they stand: their commands in a shell, in the folder of a retailer's repository.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { BIN, makeCli, REPOSITORY } from '../helpers/cli.ts';

const read = (name: string) => parse(fs.readFileSync(path.join(REPOSITORY, 'samples/ci', name), 'utf8'));

/** The commands of a sample, one after the other, without the step that installs the package. */
const SAMPLES: Readonly<Record<string, () => readonly string[]>> = {
  'github-actions.yml': () =>
    (read('github-actions.yml').jobs.returns.steps as { name?: string; run?: string }[])
      .filter(({ name }) => name !== 'install')
      .flatMap(({ run }) => run ?? []),
  'gitlab-ci.yml': () => read('gitlab-ci.yml').returns.script as string[],
};

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it.each(Object.keys(SAMPLES))('%s: the export is checked, the endpoints are certified', async (name) => {
  const [own, service] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${service}`;
  const cli = makeCli();
  const work = path.join(cli.root, 'work');
  cli.file('orders.ndjson', fs.readFileSync(path.join(REPOSITORY, 'samples/orders.ndjson'), 'utf8'));
  const bin = path.join(cli.root, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(BIN, path.join(bin, 'returns'));
  // Ports that are free here, instead of those of a build server that has nothing else to do; and less patience.
  const lines = SAMPLES[name]!()
    .join('\n')
    .replaceAll('3000', String(own))
    .replace('returns certify', `returns certify --port ${service} --settle 100ms`)
    .replace(' --profile local', '');
  const script = `set -e\ntrap 'kill $(jobs -p)' EXIT\n${lines}`;
  const child = spawn('/bin/bash', ['-c', script], {
    cwd: work,
    env: {
      ...cli.env,
      PATH: `${bin}:${process.env['PATH']}`,
      ...{ RETURNS_AUTH_URL: url, RETURNS_ORDERS_URL: url, RETURNS_BASE_URL: url },
      ...{ RETURNS_CLIENT_ID: 'local-client', RETURNS_CLIENT_SECRET: 'local-secret' },
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code] = await once(child, 'close');
  expect(code, said).toBe(0);
  expect(JSON.parse(fs.readFileSync(path.join(work, 'check.json'), 'utf8'))).toMatchObject({ exit_code: 0 });
  expect(fs.readFileSync(path.join(work, 'certify.xml'), 'utf8')).toContain('failures="0"');
  expect(fs.readFileSync(path.join(work, 'certify.html'), 'utf8')).toContain('Nothing failed');
});
