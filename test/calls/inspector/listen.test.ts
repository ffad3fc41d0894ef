// The inspector next to the real `returns listen`: its address, live calls, replay, ports, and the end.
import net from 'node:net';
import { expect, it } from 'vitest';
import type { CallSummary } from '../../../src/calls/inspector/types.ts';
import { sampleRma } from '../../../src/contract/sample-rma.ts';
import { makeCli, type Started } from '../../helpers/cli.ts';
import { tokenFor } from './station.ts';

interface Ready {
  readonly url: string;
  readonly inspect_url: string | null;
}

/** Waits for the ready line. The test that started the child must end it. */
function ready({ child }: Started): Promise<Ready> {
  let said = '';
  return new Promise((resolve) => {
    child.stdout!.on('data', (piece: Buffer) => {
      said += piece.toString();
      if (said.includes('\n')) resolve(JSON.parse(said.split('\n', 1)[0]!));
    });
  });
}

it('has its own port, shows arriving calls, replays them, and ends with the receiver', async () => {
  const cli = makeCli();
  // Another receiver on this machine may use the usual port: then a free one is used.
  const started = cli.start(['listen', '--port', '0', '--json']);
  const { url, inspect_url } = await ready(started);
  const [origin, key] = inspect_url!.split('/#session=');
  const token = await tokenFor(origin!, key!);
  expect(new URL(origin!).port).not.toBe(new URL(url).port);
  const ask = (path: string, options = {}) =>
    fetch(origin + path, { ...options, headers: { 'x-page-session': token } });
  const calls = async () => ((await (await ask('/api/calls')).json()) as { calls: CallSummary[] }).calls;
  const post = await fetch(`${url}/rmas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sampleRma({ rma_identifier: 'RMA-E2E' })),
  });
  expect(post.status).toBe(200);
  const [arrived] = await calls();
  expect(arrived!.rma).toBe('RMA-E2E');
  const replayed = await (await ask(`/api/calls/${arrived!.id}/replay`, { method: 'POST' })).json();
  expect(replayed).toMatchObject({ status: 200, url: `${url}/rmas` });
  expect((await calls()).map(({ anomaly }) => anomaly)).toEqual(['duplicate', null]);
  // The receiver, which a tunnel may expose, serves nothing of the inspector.
  for (const path of ['/', '/page.js', '/api/calls'])
    expect((await fetch(url + path, { headers: { 'x-page-session': token } })).status).toBe(404);
  started.child.kill('SIGINT');
  expect((await started.ended).code).toBe(0);
});

it('--no-inspect starts none; a requested port that is taken is an error that names the flag', async () => {
  const cli = makeCli();
  const without = cli.start(['listen', '--port', '0', '--json', '--no-inspect']);
  expect((await ready(without)).inspect_url).toBeNull();
  without.child.kill('SIGINT');
  const taken = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as net.AddressInfo;
  const refused = await cli.run(['listen', '--port', '0', '--inspect-port', String(port)]);
  taken.close();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('--inspect-port');
  expect((await without.ended).code).toBe(0);
});
