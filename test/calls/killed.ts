// Kills a listener during load, and compares the answers with the record.
import http from 'node:http';
import { expect } from 'vitest';
import { callReader } from '../../src/storage/call-log.ts';
import { type Cli, makeCli, until } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { rmaAt } from './receiver-support.ts';

export interface LoadedListener {
  readonly cli: Cli;
  /** RMAs whose message was answered 2xx. */
  readonly answered: Set<string>;
}

export const loadedListener = (): LoadedListener => ({ cli: makeCli(), answered: new Set() });

const CONNECTIONS = 16;

/** Posts without a pause, and kills the listener after this number of answers. */
export async function killAfter(world: LoadedListener, answers: number, name: string): Promise<void> {
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
export async function recorded({ cli }: LoadedListener): Promise<Set<string>> {
  const { platform, folders } = testPlatform({ root: cli.root });
  const found = new Set<string>();
  for await (const record of callReader(platform, folders).read())
    if (record.rma !== null) found.add(record.rma);
  return found;
}
