// samples/listen: the script plays both mail-back scenarios of the interface, and the receiver finds no error.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startListen } from '../run-listen.ts';
import { endpoint, textOf } from '../support.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../samples/listen');
const SCRIPT = path.join(FOLDER, 'play.sh');

test('the script plays both scenarios without a finding of severity error', async () => {
  const listen = await startListen(['--stop-after', '8']);
  const { stdout } = await promisify(execFile)('sh', [SCRIPT, listen.url]);
  expect(stdout.match(/^200 {2}/gm)).toHaveLength(8);
  expect(await listen.done).toBe(0);
  const calls = listen.lines().filter(({ type }) => type === 'call');
  expect(calls.map((call) => [call['verdict'], call['anomaly']])).toEqual(calls.map(() => ['ok', null]));
  expect(listen.lines().at(-1)).toMatchObject({ by_verdict: { ok: 8 } });
});

test('play.sh continues after an unexpected answer, and exits 1', async () => {
  const shop = await endpoint((request) => ({
    status: textOf(request).includes('PRE_TRANSIT') ? 503 : 200,
    body: 'not now',
  }));
  const played = (url: string) =>
    promisify(execFile)('sh', [SCRIPT, url]).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    );
  const { code, stdout } = await played(shop.url);
  expect(stdout.match(/^\d{3}/gm)).toEqual(['200', '503', '200', '200', '200', '503', '200', '200']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('not now')]);
  const unreachable = await played('http://127.0.0.1:9');
  expect([unreachable.code, unreachable.stderr]).toEqual([1, expect.stringContaining('nobody listens')]);
  expect(unreachable.stdout.match(/^\d{3}/gm)).toHaveLength(1);
});
