// What a listener holds does not grow with the number of calls: only RMAs and what is in progress are in memory.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Cli, makeCli, until } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { rmaAt } from '../receiver-support.ts';

const CONNECTIONS = 16;
/** Few RMAs, so that after the first calls each has as many earlier messages as are kept of one. */
const RMAS = 20;
const [FIRST, MORE] = inForm({ short: [2_000, 2_000], share: [2_000, 2_000], long: [2_000, 10_000] });
/** Bytes that may be held for a call; its shortest trace, its id and an object around it, takes more. */
const PER_CALL = 150;

const hook = path.resolve(import.meta.dirname, '../children/heap.cjs');

/** The n-th message: a later second of the same hour, so that each is new to its RMA. */
function bodyOf(n: number): string {
  const time = new Date(Date.UTC(2026, 2, 10, 10) + n * 1000).toISOString();
  return JSON.stringify(rmaAt(`RMA-${n % RMAS}`, 0, {}, { updated_at: time }));
}

async function startListener(cli: Cli) {
  const ready = path.join(cli.root, 'ready.json');
  const listener = cli.start(
    ['listen', '--port', '0', '--json', '--inspect-port', '0', '--ready-file', ready],
    { env: { NODE_OPTIONS: `--require=${hook}` } },
  );
  let said = '';
  // Nobody keeps what it prints about the calls.
  listener.child.stdout?.removeAllListeners('data').resume();
  listener.child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until(() => fs.existsSync(ready), 'the ready file');
  const { url } = JSON.parse(fs.readFileSync(ready, 'utf8')) as { url: string };
  const held = async (): Promise<number> => {
    said = '';
    listener.child.kill('SIGUSR2');
    await until(() => /held \d+\n/.test(said), 'what is held');
    return Number(/held (\d+)\n/.exec(said)?.[1]);
  };
  return { listener, url, held };
}

async function post(url: string, from: number, to: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = from;
  const one = (body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      http
        .request(`${url}/rmas`, { method: 'POST', agent, headers }, (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode));
        })
        .on('error', reject)
        .end(body);
    });
  const work = async () => {
    while (next < to) expect(await one(bodyOf(next++))).toBe(200);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
}

test.skipIf(process.platform === 'win32')(
  `a listener holds as much after ${FIRST + 3 * MORE} calls as after ${FIRST}`,
  async () => {
    const { listener, url, held } = await startListener(makeCli());
    await post(url, 0, FIRST);
    const sizes = [await held()];
    for (const from of [FIRST, FIRST + MORE, FIRST + 2 * MORE]) {
      await post(url, from, from + MORE);
      sizes.push(await held());
    }
    listener.child.kill('SIGINT');
    expect(await listener.ended).toMatchObject({ code: 0 });
    // What is held for each call grows with all of them; code that is compiled meanwhile grows once.
    const [, grown] = sizes
      .slice(1)
      .map((size, i) => size - sizes[i]!)
      .sort((a, b) => a - b);
    expect(grown, `${sizes}`).toBeLessThan(MORE * PER_CALL);
  },
);
