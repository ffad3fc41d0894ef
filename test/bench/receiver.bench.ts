// The speed of the receiver with all checks and the durable record, against node:http that only reads and answers.
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { formatCount } from '../../src/basics/units.ts';
import { environmentOf, temporaryFolder } from '../helpers/platform.ts';
import { BIN, child, type Figure, figureTable, median, time } from './measure.ts';

const figures: Figure[] = [];
afterAll(() => {
  process.stdout.write(`\n${figureTable(figures)}\n\n`);
});

interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/** A program whose first line on stdout has its address. */
function serve(args: readonly string[], root: string): Promise<Server> {
  const program: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...environmentOf(root) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    program.stdout!.on('data', (text: Buffer) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text.toString())?.[0];
      if (url !== undefined)
        resolve({
          url,
          async close() {
            program.kill('SIGINT');
            await ended;
          },
        });
    });
    program.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
  });
}

const CALLS = 20_000;

test('RMA messages are judged and recorded at a quarter of the speed of bare node:http or more', async () => {
  const root = temporaryFolder();
  const bare = await serve([child('receive-floor.mjs')], root);
  const listener = await serve([BIN, 'listen', '--port', '0', '--json', '--no-inspect'], root);
  const speedOf = (url: string, client: string): number => {
    const { stdout, stderr } = time([child('post-rmas.mjs'), url, String(CALLS), client], root);
    expect(stderr).toBe('');
    const done = JSON.parse(stdout) as { seconds: number; bytes: number; failed: number };
    expect(done.failed).toBe(0);
    expect(done.bytes).toBeGreaterThan(2000);
    expect(done.bytes).toBeLessThan(3000);
    return CALLS / done.seconds;
  };
  // Warm.
  for (const url of [bare.url, listener.url]) speedOf(url, 'raw');
  const ratios: Record<string, number> = {};
  for (const client of ['http', 'raw']) {
    const [floors, speeds]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      floors.push(speedOf(bare.url, client));
      speeds.push(speedOf(listener.url, client));
    }
    const [floor, speed] = [median(floors), median(speeds)];
    ratios[client] = speed / floor;
    figures.push({
      what: `listening: RMA messages of 2-3 kB, judged and durably recorded (${client} client)`,
      figure: `${formatCount(speed)} calls/s`,
      floor: `${formatCount(floor)} calls/s node:http that reads and answers`,
      ratio: speed / floor,
      demand: client === 'http' ? 'at least 0.25' : '',
    });
  }
  await Promise.all([bare.close(), listener.close()]);
  expect(ratios['http']).toBeGreaterThanOrEqual(0.25);
});
