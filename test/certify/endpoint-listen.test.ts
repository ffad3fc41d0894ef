// `returns listen --auto-refund` of the built program is a good endpoint for a certification, as far as it can go.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkEndpoint } from '../../src/certify/endpoint.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { foldersOf } from '../../src/storage/folders.ts';
import { recordRunning } from '../../src/storage/running.ts';
import { BIN, makeCli } from '../helpers/cli.ts';
import { start } from '../helpers/program.ts';
import { resultsOf } from './endpoint-desk.ts';

const undo: (() => unknown)[] = [];
const freePort = async (): Promise<number> => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

test('listen --auto-refund TRANSIT --profile local: nothing fails, and what it cannot do is not tried', async () => {
  const cli = makeCli();
  const print = async (flag: string) => (await cli.run(['sandbox', 'scenario', 'show', 'all', flag])).stdout;
  const orders = cli.file('orders.ndjson', await print('--orders'));
  const variants = cli.file('variants.json', await print('--variants'));
  const port = await freePort();
  const words = ['listen', '--port', String(port), '--json', '--no-inspect', '--auto-refund', 'TRANSIT'];
  const platform = realPlatform({ ...process.env, ...cli.env });
  const proof = platform.random.hex(16);
  const outcome = await checkEndpoint(
    platform,
    {
      ...{ customerUrl: `http://127.0.0.1:${port}`, proof, port: 0, seed: 1, agent: 'test' },
      ...{ waitMs: 8000, settleMs: 100, answerMs: 5000 },
      async onReady({ url }) {
        undo.push(recordRunning(platform, foldersOf(platform), 'sandboxes', { url, proof }));
        // The profile is looked up when it starts, so the sandbox is there before.
        const files = ['--orders', orders, '--variants', variants];
        const listen = start(BIN, [...words, ...files, '--profile', 'local'], cli.env);
        undo.push(() => {
          listen.child.kill('SIGINT');
          return listen.done;
        });
        await listen.until('"type":"ready"');
      },
    },
    () => {},
  );
  expect(resultsOf(outcome, 'failed', 'not_tried')).toEqual([
    'messages.credentials not_tried: it needs credentials (--customer-auth)',
    'exchanges.shipped not_tried: your side needs exchange-snapshots (--retailer-can)',
    'refunds.keep not_tried: your side needs refund-keep (--retailer-can)',
  ]);
}, 120_000);
