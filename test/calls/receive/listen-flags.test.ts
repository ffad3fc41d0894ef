// Flags of `listen`, given to the program: what a caller or the owner of the endpoint sees of each.

import https from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { sampleRma } from '../../../src/contract/sample-rma.ts';
import { certificateAuthority } from '../../helpers/certificates.ts';
import { targetEnvironment, until } from '../../helpers/cli.ts';
import { makeHeld } from '../../helpers/held.ts';
import { temporaryFolder, testPlatform } from '../../helpers/platform.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { startListen } from '../run-listen.ts';
import { endpoint, rma, story } from '../support.ts';

const DAY = 86_400_000;

/** A receiver with these flags, ended after the test. */
async function listening(...flags: string[]) {
  const listen = await startListen(['--no-inspect', ...flags]);
  onTestFinished(async () => {
    listen.interrupt();
    await listen.done;
  });
  return listen;
}

test('listen --delay: an answer takes so long', async () => {
  const listen = await listening('--delay', '150ms');
  const start = performance.now();
  await listen.post('/rmas', rma('RMA-1'));
  expect(performance.now() - start).toBeGreaterThan(140);
});

test('listen --max-body: a larger body is answered 413', async () => {
  const listen = await listening('--max-body', '300');
  expect((await listen.post('/rmas', { text: 'x'.repeat(301) })).status).toBe(413);
  expect((await listen.post('/rmas', { text: 'x' })).status).toBe(200);
});

test('listen --forward-timeout: an endpoint that does not answer in time is a 502', async () => {
  const { held, release } = makeHeld();
  const shop = await endpoint(async () => {
    await held;
    return { status: 200, headers: {}, body: '' };
  });
  const listen = await listening('--forward-to', shop.url, '--forward-timeout', '100ms');
  expect((await listen.post('/rmas', rma('RMA-1'))).status).toBe(502);
  release();
});

test('listen --level: levels change the answers', async () => {
  const message = sampleRma({ updated_at: 'yesterday' });
  const plain = await listening('--refuse-invalid');
  expect((await plain.post('/rmas', message)).status).toBe(422);
  const listen = await listening('--refuse-invalid', '--level', 'rma.date.invalid=note');
  expect((await listen.post('/rmas', message)).status).toBe(200);
  listen.interrupt();
  await listen.done;
  expect(listen.lines()).toContainEqual(expect.objectContaining({ type: 'call', verdict: 'note' }));
});

test('listen --open: other machines may call without a secret', async () => {
  const listen = await listening('--host', '0.0.0.0', '--open');
  const url = listen.url.replace('0.0.0.0', '127.0.0.1');
  const answer = await fetch(`${url}/rmas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(story('RMA-1')[0]),
  });
  expect(answer.status).toBe(200);
});

test('listen --tls-cert and --tls-key: it serves HTTPS with this certificate', async () => {
  const here = testPlatform({ root: temporaryFolder() });
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
  const { key, cert } = certificateAuthority().issue(day(Date.now() - DAY), day(Date.now() + DAY));
  const files = ['--tls-cert', here.file('cert.pem', cert), '--tls-key', here.file('key.pem', key)];
  const listen = await listening(...files);
  expect(listen.url).toMatch(/^https:/);
  const seen = await new Promise<string>((resolve, reject) => {
    https
      .get(`${listen.url}/_health`, { rejectUnauthorized: false }, (answer) => {
        const { raw } = (answer.socket as import('node:tls').TLSSocket).getPeerCertificate();
        answer.resume();
        resolve(raw.toString('base64'));
      })
      .on('error', reject);
  });
  expect(cert.replace(/\s/g, '')).toContain(seen);
});

test('listen --map: the orders of --auto-refund are read with it', async () => {
  const files = ['--orders', 'orders.csv', '--map', 'none.json'];
  const listen = await startListen(['--no-inspect', '--auto-refund', 'TRANSIT', ...files], {
    env: targetEnvironment(await sandboxFor()),
    prepare: (here) => here.file('orders.csv', 'No\n1\n'),
  });
  for (const message of story('RMA-1')) await listen.post('/rmas', message);
  await until(
    () => (listen.here.stdout() + listen.here.stderr()).includes('none.json'),
    'the name of the mapping',
  );
  listen.interrupt();
  expect(await listen.done).toBe(0);
});
