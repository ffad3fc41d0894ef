// `sandbox start --listen` and `sandbox customer`.
import { describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { until } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';
import { whileRunning } from './client.ts';
import { makeRetailer } from './retailer.ts';

describe('sandbox start --listen', () => {
  test('the messages of a return stand in the same terminal, and one Ctrl-C ends both', async () => {
    let signal: () => void = () => {};
    const hearers = new Set<() => void>();
    const here = testPlatform({
      system: {
        onSignal(listener) {
          const hear = () => listener('SIGINT');
          hearers.add(hear);
          return () => void hearers.delete(hear);
        },
      },
    });
    signal = () => {
      for (const hear of [...hearers]) hear();
    };
    const code = run(['sandbox', 'start', '--port', '0', '--no-pages', '--listen'], here.platform);
    await until(() => here.stderr().includes('Listening at'), 'both are ready');
    const url = /ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(here.stderr())![1]!;
    const receiver = /messages go to (http:\/\/127\.0\.0\.1:\d+)/.exec(here.stderr())![1]!;
    await returns(['sandbox', 'seed', '--orders', '1', '--url', url]);
    const { examples } = (
      await returns(['sandbox', 'seed', '--orders', '1', '--seed', '2', '--json', '--url', url])
    ).document() as unknown as { examples: string[] };
    expect((await returns(['sandbox', 'return', examples[0]!, '--url', url])).code).toBe(0);
    await until(() => /RMA-\S+ .*CREATED/.test(here.stdout()), 'the message');
    // Another command finds the receiver, whatever its port is.
    const replay = await returns(['calls', 'replay', 'last', '--dry-run', '--json'], { root: here.root });
    expect(replay.document()).toMatchObject({ to: receiver });
    signal();
    expect(await code).toBe(0);
    expect(here.stderr()).toContain('The sandbox ended');
  });

  test('needs no address beside', async () => {
    const both = await returns(['sandbox', 'start', '--listen', '--customer-url', 'http://localhost:1']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
  });
});

test.each([
  ['its port', ['--port', '4588', '--customer-url', 'http://localhost:4588']],
  ['from every address', ['--port', '4588', '--host', '::', '--customer-url', 'http://[::1]:4588']],
  ['its pages', ['--port', '4588', '--pages-port', '4589', '--customer-url', 'localhost:4589']],
])('sandbox start refuses its own address as that of your endpoints: %s', async (_what, words) => {
  const { code, stdout } = await returns(['sandbox', 'start', ...words, '--json']);
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { code: 'usage.conflict' }]);
});

describe('sandbox customer', () => {
  test('gives a running sandbox another address, with credentials', async () => {
    const retailer = await makeRetailer();
    const here = testPlatform();
    const key = here.file('key.txt', 'X-Api-Key: the-key');
    await whileRunning(['--no-pages'], async (url) => {
      const customer = (...words: string[]) => returns(['sandbox', 'customer', ...words, '--url', url]);
      expect((await customer()).stdout).toContain('The messages wait');
      const set = await customer(retailer.url, '--customer-auth', `header:${key}`, '--json');
      expect(set.document()).toMatchObject({ url: retailer.url, auth: 'header' });
      expect(set.stdout).not.toContain('the-key');
      const seeded = await returns(['sandbox', 'seed', '--orders', '1', '--url', url, '--json']);
      const [order] = seeded.document()['examples'] as unknown as string[];
      await returns(['sandbox', 'return', order!, '--url', url]);
      await until(() => retailer.heard.length > 0, 'the message');
      expect(retailer.heard[0]!.headers).toMatchObject({ 'x-api-key': 'the-key' });
      expect((await customer('none')).stdout).toContain('The messages wait');
      const alone = await customer('--customer-auth', `header:${key}`);
      expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('is for an address')]);
      const wrong = await customer(retailer.url, '--customer-auth', `basic:${here.file('w.txt', 'none')}`);
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('USER:PASSWORD')]);
    });
  });
});
