// `returns sandbox start | status | reset`: flags, ready line, normal end, and errors for a wrong flag or file.
import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { run } from '../../../src/main.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { CREDENTIALS, sandboxWithClient, send, whileRunning } from '../client.ts';

describe('start', () => {
  test('an internal error is told as what it is: it need not be of a request', async () => {
    const hex = (bytes: number) => {
      // Only a token has so many.
      if (bytes === 32) throw new Error('no randomness');
      return 'ab'.repeat(bytes);
    };
    const { code, stderr } = await whileRunning(
      ['--no-pages'],
      async (url) => {
        const reply = await send(url, 'POST', '/oauth/token', JSON.stringify(CREDENTIALS));
        expect(reply.status).toBe(500);
      },
      { random: { unit: () => 0.5, hex } },
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('the sandbox met an error: no randomness')]);
    expect(stderr).not.toContain('a request was answered');
  });

  test('with --json: a ready line first, a closed line last, exit 0', async () => {
    const ended = await whileRunning(
      ['--json', '--rate-limit', 'off', '--faults', 'faults.json'],
      async (url) => {
        const body = JSON.stringify(CREDENTIALS);
        expect((await send(url, 'POST', '/oauth/token', body)).status).toBe(503);
        expect((await send(url, 'POST', '/oauth/token', body)).status).toBe(200);
      },
    );
    expect(ended.code).toBe(0);
    expect(ended.stderr).toBe('');
    const { url } = ended;
    expect(
      ended.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        schema: 'sandbox-ready/1',
        type: 'ready',
        url,
        auth_url: url,
        orders_url: url,
        base_url: url,
        client_id: 'local-client',
        rate_limit: 'off',
        customer_url: null,
        clock: 'real',
        pages_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#session=\w+$/),
        portal_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/portal#session=\w+$/),
        levels: {},
      },
      {
        schema: 'sandbox-closed/1',
        type: 'closed',
        requests: 2,
        orders: 0,
        snapshots: 0,
        asns: 0,
        uptime_ms: expect.any(Number),
      },
    ]);
    expect(ended.unsubscribed).toBe(1);
  });

  test('for users: address, credentials, next step, and a summary at the end, all on stderr', async () => {
    const { code, stdout, stderr, url } = await whileRunning([]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`The sandbox is ready at ${url} (2,500 requests a minute)`);
    expect(stderr).toContain('Client id local-client, client secret local-secret');
    expect(stderr).toMatch(
      / {2}returns orders upload FILE --profile local\nOr with .*\n {2}returns sandbox seed\n {2}returns sandbox return ORDER\n/,
    );
    expect(stderr).toMatch(/ended after .*: 0 requests, 0 orders from 0 snapshots, 0 ASNs\.\n$/);
  });

  test.each([
    ['a rate of 0', ['--rate-limit', '0'], 2, '--rate-limit'],
    ['a level that a rule cannot have', ['--level', 'order.field.type=off'], 2, 'order.field.type'],
    ['a port beyond 65535', ['--port', '70000'], 2, '--port'],
    ['a fault file that is not there', ['--faults', 'none.json'], 6, 'none.json'],
    ['a fault file that is none', ['--faults', '/dev/null'], 6, '/dev/null'],
  ])('refuses %s', async (_name, argv, code, text) => {
    const ended = await whileRunning(argv);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(text);
    expect(ended.url).toBeUndefined();
  });
});

test('status and reset ask the running sandbox', async () => {
  const { url, orders } = await sandboxWithClient({ rateLimit: 2500 });
  await orders([sampleOrder()]);
  const box = testPlatform();
  const ask = async (...words: string[]) => {
    box.clear();
    expect(await run(['sandbox', ...words, '--url', url], box.platform)).toBe(0);
    return box.stdout();
  };
  const status = await ask('status');
  expect(status).toContain('1 order from 1 snapshot');
  expect(status).toContain('at most 2 in 60 s (limit 2,500)');
  expect(status).toMatch(/orders +200: 1\n/);
  expect(JSON.parse(await ask('reset', '--json'))).toEqual({ schema: 'sandbox-reset/1' });
  expect(JSON.parse(await ask('status', '--json'))).toMatchObject({
    ...{ schema: 'sandbox-status/1', orders: { stored: 0 } },
  });
});
