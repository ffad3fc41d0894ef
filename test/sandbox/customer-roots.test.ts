import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { certificateAuthority } from '../helpers/certificates.ts';
import { send, whileRunning } from './client.ts';

const authority = certificateAuthority();
const heard: string[] = [];
const server = https.createServer(authority.issue('20200101', '20990101'), (request, response) => {
  heard.push(String(request.url));
  request.resume().on('end', () => response.end('{}'));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const customerUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

test('are delivered with --ca', async () => {
  const argv = ['--clock', 'manual', '--no-pages', '--customer-url', customerUrl, '--ca', authority.root];
  let shown: unknown;
  const { code, stderr } = await whileRunning(argv, async (url) => {
    const headers = { 'content-type': 'application/json' };
    const post = (path: string, body: object) => send(url, 'POST', path, JSON.stringify(body), headers);
    const { examples } = (await post('/_sandbox/seed', { orders: 1 })).json as { examples: string[] };
    await post('/_sandbox/returns', { order: examples[0] });
    await post('/_sandbox/clock', { advance: '1s' });
    shown = (await send(url, 'GET', '/_sandbox/deliveries')).json;
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining('The sandbox is ready')]);
  expect(shown).toMatchObject({ counts: { delivered: expect.any(Number), waiting: 0 } });
  expect((shown as { counts: { delivered: number } }).counts.delivered).toBeGreaterThan(0);
});
