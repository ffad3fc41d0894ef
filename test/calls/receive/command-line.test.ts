// Parsing of `listen` and of the call filters, from argv to the request to the engine. Nothing listens.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../src/calls/commands/listen.ts';
import { LISTEN_FLAGS } from '../../../src/calls/receive/receiver-flags.ts';
import { FILTER_FLAGS, filterOf } from '../../../src/calls/record/call-flags.ts';
import { readArgv } from '../../helpers/command-line.ts';
import { type TestPlatform, testPlatform } from '../../helpers/platform.ts';

async function listenOf(line: string, here: TestPlatform = testPlatform()) {
  const argv = ['listen', ...line.split(' ').filter(Boolean)];
  const { context, options, isGiven } = await readArgv(here, LISTEN_FLAGS, argv);
  return requestOf(context, options, isGiven);
}

describe('listen', () => {
  it('has all defaults without flags', async () => {
    const { startInspector, variants, targetKey, levels, agreed, ...request } = await listenOf('');
    expect(request).toEqual({
      ...{ host: '127.0.0.1', port: 4400, environment: 'local', waitMs: 60_000 },
      receiver: {
        paths: { rmas: '/rmas', variants: 'variants', exchangeOrders: '/exchange_orders' },
        ...{ maxBody: 5_000_000, refuseInvalid: false, respond: {}, delayMs: 0 },
        ...{ variantsShape: 'array', mocks: true },
      },
      demands: { headers: [], basic: undefined },
      ...{ forward: undefined, publicUrl: undefined, tls: undefined, ca: undefined, refunds: undefined },
      ...{ stopAfter: undefined, expect: undefined, readyFile: undefined },
    });
    expect(startInspector).toBeTypeOf('function');
    expect(variants.size).toBe(0);
  });

  it('parses numbers, sizes, durations, paths, words, switches and lists', async () => {
    const here = testPlatform();
    here.file('key.txt', 'secret\n');
    const { startInspector, ...request } = await listenOf(
      '--port 0 --host 0.0.0.0 --rmas-path a/b/ --variants-path /v --exchange-orders-path /x ' +
        '--max-body 1MB --refuse-invalid --respond rmas=503 --respond exchange-order=drop --delay 250 --no-inspect ' +
        '--require-header X-Key:@key.txt --require-header X-Shop:one --stop-after 3 ' +
        '--ready-file ready.json --public-url https://tunnel.example/ --forward-to http://localhost:3000/ ' +
        '--forward-to rma=http://localhost:6000 --forward-to variants=http://localhost:4000 --forward-to exchange_order=http://localhost:5000/new --forward-timeout 2s',
      here,
    );
    expect(startInspector).toBeUndefined();
    expect(request).toMatchObject({
      ...{ host: '0.0.0.0', port: 0, stopAfter: 3 },
      receiver: {
        paths: { rmas: '/a/b', variants: 'v', exchangeOrders: '/x' },
        ...{ maxBody: 1_000_000, refuseInvalid: true, variantsShape: 'array', delayMs: 250 },
        respond: { rma: 503, exchange_order: 'drop' },
      },
      demands: {
        headers: [
          ['X-Key', 'secret'],
          ['X-Shop', 'one'],
        ],
      },
      forward: {
        urls: {
          rma: { url: 'http://localhost:6000', isBase: true },
          variants: { url: 'http://localhost:4000', isBase: true },
          exchange_order: { url: 'http://localhost:5000/new', isBase: false },
        },
        timeoutMs: 2000,
      },
      publicUrl: 'https://tunnel.example',
      readyFile: path.join(here.work, 'ready.json'),
    });
  });

  it.each([
    ['--port 65536', 'usage.value'],
    ['--max-body big', 'usage.value'],
    ['--respond rma=99', 'usage.value'],
    ['--public-url ftp://x', 'usage.address'],
    ['--auto-refund TRANSIT', 'usage.missing'],
    ['--expect none.ndjson', 'usage.file'],
  ])('refuses %s', async (line, code) => {
    await expect(listenOf(line)).rejects.toMatchObject({ code, exitCode: 2 });
  });
});

describe('the filters of calls', () => {
  const NOW = Date.UTC(2026, 2, 2);
  const filter = async (line: string) => {
    const argv = `calls list ${line}`.trim().split(' ');
    return filterOf((await readArgv(testPlatform(), FILTER_FLAGS, argv)).options, NOW);
  };

  it('match everything when none is given', async () => {
    expect(Object.values(await filter('')).filter((value) => value !== undefined)).toEqual([]);
  });

  it('parse lists, words and times', async () => {
    expect(
      await filter('--kind rma,variants --verdict error --since 12h --until 2026-03-02 --rma R --open'),
    ).toMatchObject({
      ...{ kinds: ['rma', 'variants'], verdicts: ['error'], rma: 'R', open: true },
      since: NOW - 12 * 3_600_000,
      until: Date.UTC(2026, 2, 3),
    });
  });

  it.each(['--kind rmas', '--verdict bad,ok', '--since soon'])('refuse %s', async (line) => {
    await expect(filter(line)).rejects.toMatchObject({ exitCode: 2 });
  });
});
