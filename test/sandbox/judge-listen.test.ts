// `returns listen --auto-refund` of the built program is a good endpoint, as far as it can go. Every
// scenario is played against it by test/sandbox/scenarios/listen.test.ts.
import { afterEach, expect, test } from 'vitest';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { judge } from '../../src/sandbox/judge.ts';
import { BIN, freePort, makeCli, sandboxEnvironment } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { start } from '../helpers/program.ts';
import { resultsOf } from './judge-desk.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const SCENARIOS = inForm({
  short: ['mail-back-scan', '401-then-right', 'express', 'keep', 'exchange-even', 'restart'],
  long: ['all'],
});
const NO_RESTART =
  "not_tried: your side has to be restarted in it: --restart 'COMMAND', or a terminal that asks you to";

test('listen --auto-refund TRANSIT: nothing fails, and what it cannot do is not tried', async () => {
  const cli = makeCli();
  const print = async (flag: string) => (await cli.run(['sandbox', 'scenario', 'show', 'all', flag])).stdout;
  const orders = cli.file('orders.ndjson', await print('--orders'));
  const variants = cli.file('variants.json', await print('--variants'));
  const port = await freePort();
  const words = ['listen', '--port', String(port), '--json', '--no-inspect', '--auto-refund', 'TRANSIT'];
  const platform = realPlatform({ ...process.env, ...cli.env });
  const verdict = await judge(platform, SCENARIOS, {
    ...{ customerUrl: `http://127.0.0.1:${port}`, port: 0, wait: 8000, settle: 100 },
    async onReady({ url }) {
      const files = ['--orders', orders, '--variants', variants];
      const listen = start(BIN, [...words, ...files], { ...cli.env, ...sandboxEnvironment(url) });
      undo.push(() => {
        listen.child.kill('SIGINT');
        return listen.done;
      });
      await listen.until('"type":"ready"');
    },
  });
  expect(verdict.causes).toEqual([]);
  expect(resultsOf(verdict, 'not_tried')).toEqual(
    expect.arrayContaining([
      'messages.credentials not_tried: it needs credentials (--customer-auth)',
      `messages.restart ${NO_RESTART}`,
      'refunds.keep not_tried: your side needs refund-keep (--retailer-can)',
      `refunds.restart ${NO_RESTART}`,
    ]),
  );
});
