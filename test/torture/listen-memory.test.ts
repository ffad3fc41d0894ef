// 200,000 calls to one listener: its memory at the end is that of the second quarter.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { child } from '../bench/measure.ts';
import { makeCli, until } from '../helpers/cli.ts';

const CALLS = Number(process.env['TORTURE_CALLS'] ?? 200_000);
const PARTS = 8;

/** Resident memory of a process in MB. */
const residentOf = (pid: number): number => {
  const kb = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1000;
};

test.skipIf(process.platform !== 'linux')(`memory is flat over ${CALLS} calls`, async () => {
  const cli = makeCli();
  const ready = path.join(cli.root, 'ready.json');
  const listener = cli.start(['listen', '--port', '0', '--json', '--ready-file', ready]);
  // Nobody keeps what it says.
  listener.child.stdout?.removeAllListeners('data').resume();
  await until(() => fs.existsSync(ready), 'the ready file');
  const { url } = JSON.parse(fs.readFileSync(ready, 'utf8')) as { url: string };
  const resident: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    // Not blocking: somebody must read what the listener says.
    const args = [child('post-rmas.mjs'), url, String(CALLS / PARTS), 'raw'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toMatchObject({ calls: CALLS / PARTS, failed: 0 });
    resident.push(residentOf(listener.child.pid!));
  }
  listener.child.kill('SIGINT');
  expect(await listener.ended).toMatchObject({ code: 0 });
  process.stderr.write(`${resident.map((mb) => mb.toFixed(0)).join(', ')} MB\n`);
  // In the first quarter the memory of RMAs fills up.
  const mean = (list: readonly number[]) => list.reduce((sum, mb) => sum + mb, 0) / list.length;
  const [second, last] = [mean(resident.slice(PARTS / 4, PARTS / 2)), mean(resident.slice(-PARTS / 4))];
  expect(last).toBeLessThan(second * 1.25);
  expect(Math.max(...resident)).toBeLessThan(150);
});
