// `returns listen --auto-refund` of the built program is a good endpoint for a certification, as far as it can go.
import { afterEach, expect, test } from 'vitest';
import { checkEndpoint } from '../../src/certify/endpoint.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { foldersOf } from '../../src/storage/folders.ts';
import { recordSandbox } from '../../src/storage/sandboxes.ts';
import { BIN, makeCli } from '../helpers/cli.ts';
import { start } from '../helpers/program.ts';
import { resultsOf } from './endpoint-desk.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

test('listen --auto-refund TRANSIT --profile local: nothing fails, and what it cannot do is not tried', async () => {
  const cli = makeCli();
  const print = async (flag: string) => (await cli.run(['sandbox', 'scenario', 'show', 'all', flag])).stdout;
  const orders = cli.file('orders.ndjson', await print('--orders'));
  const variants = cli.file('variants.json', await print('--variants'));
  const words = ['listen', '--port', '0', '--json', '--no-inspector', '--auto-refund', 'TRANSIT'];
  const { child, until, done } = start(
    BIN,
    [...words, '--orders', orders, '--variants', variants, '--profile', 'local'],
    cli.env,
  );
  undo.push(() => child.kill('SIGINT'));
  let first = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    first ||= chunk.toString().split('\n')[0]!;
  });
  await until('"type":"ready"');
  const { url } = JSON.parse(first) as { url: string };
  const platform = realPlatform({ ...process.env, ...cli.env });
  const proof = platform.random.hex(16);
  const outcome = await checkEndpoint(
    platform,
    {
      ...{ customerUrl: url, proof, port: 0, seed: 1, agent: 'test' },
      ...{ waitMs: 8000, settleMs: 100, answerMs: 5000 },
      onReady(sandbox) {
        undo.push(recordSandbox(platform, foldersOf(platform), { url: sandbox.url, proof }));
      },
    },
    () => {},
  );
  child.kill('SIGINT');
  await done;
  expect(resultsOf(outcome, 'failed', 'not_tried')).toEqual([
    'messages.credentials not_tried: it needs credentials (--customer-auth)',
    'exchanges.shipped not_tried: your side needs exchange-snapshots (--retailer-can)',
    'refunds.keep not_tried: your side needs refund-keep (--retailer-can)',
  ]);
}, 120_000);
