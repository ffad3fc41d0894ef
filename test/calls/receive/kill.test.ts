// kill -9 during load: every call that was answered 2xx is in the record, and the record opens without repair.
import http from 'node:http';
import { expect, test } from 'vitest';
import { callReader } from '../../../src/storage/call-log.ts';
import { type Cli, makeCli, until } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { rmaAt } from '../receiver-support.ts';

interface World {
  readonly cli: Cli;
  /** RMAs whose message was answered 2xx. */
  readonly answered: Set<string>;
}

const CONNECTIONS = 16;

/** Posts without a pause, and kills the listener after this number of answers. */
async function killAfter(world: World, answers: number, name: string): Promise<void> {
  const listener = world.cli.start(['listen', '--port', '0', '--json']);
  let said = '';
  listener.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until(() => said.includes('\n'), 'the ready line');
  const ready = JSON.parse(said.slice(0, said.indexOf('\n'))) as { type: string; url: string };
  expect(ready).toMatchObject({ type: 'ready' });
  const { url } = ready;
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  let received = 0;
  const one = async (): Promise<boolean> => {
    const rma = `${name}-${sent++}`;
    const status = await post(agent, url, JSON.stringify(rmaAt(rma, 0)));
    if (status === undefined) return false;
    if (status >= 200 && status < 300) world.answered.add(rma);
    if (++received === answers) listener.child.kill('SIGKILL');
    return true;
  };
  const work = async () => {
    while (await one());
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  expect(await listener.ended).toMatchObject({ signal: 'SIGKILL' });
}

function post(agent: http.Agent, url: string, body: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request(`${url}/rmas`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
    request.end(body);
  });
}

/** RMAs in the record, read directly from its files. */
async function recorded({ cli }: World): Promise<Set<string>> {
  const { platform, folders } = testPlatform({ root: cli.root });
  const found = new Set<string>();
  for await (const record of callReader(platform, folders).read())
    if (record.rma !== null) found.add(record.rma);
  return found;
}

const POINTS = inForm({ short: [1, 40, 151], long: [1, 3, 10, 17, 40, 64, 100, 151, 220, 300] });

test(`killed after each of ${POINTS.length} counts of answers, nothing that was answered is missing`, async () => {
  const world: World = { cli: makeCli(), answered: new Set() };
  for (const [n, answers] of POINTS.entries()) {
    await killAfter(world, answers, `K${n}`);
    const record = await recorded(world);
    expect([...world.answered].filter((rma) => !record.has(rma))).toEqual([]);
  }
  expect(world.answered.size).toBeGreaterThanOrEqual(POINTS.reduce((sum, n) => sum + n - 1, 0));
});
