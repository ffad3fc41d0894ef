// `returns listen`: the ready line, the live calls, the conditions to stop, and the errors at the start.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { sampleExchange, sampleVariant } from '../../../src/contract/sample-exchange.ts';
import { inTransit, preTransit, sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import { realFiles } from '../../../src/platform/files.ts';
import { realNet } from '../../../src/platform/node-platform.ts';
import { makeCli, targetEnvironment, until } from '../../helpers/cli.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { returns } from '../../helpers/returns.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { rmaAt } from '../receiver-support.ts';
import { runListen, startListen } from '../run-listen.ts';
import { endpoint, returns as returnsOn } from '../support.ts';

const PRODUCTION = {
  RETURNS_AUTH_URL: 'https://auth.service.example',
  RETURNS_ORDERS_URL: 'https://orders.service.example',
  RETURNS_BASE_URL: 'https://base.service.example',
  RETURNS_CLIENT_ID: 'c',
};

describe('returns listen', () => {
  it('prints where it listens, each call and the summary at the end', async () => {
    const listen = await startListen(['--ready-file', 'ready.json']);
    expect(listen.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const ready = {
      type: 'ready',
      url: listen.url,
      inspect_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#session=/),
    };
    expect(listen.lines()[0]).toMatchObject(ready);
    const readyFile = path.join(listen.here.work, 'ready.json');
    expect(JSON.parse(fs.readFileSync(readyFile, 'utf8'))).toMatchObject(ready);
    await listen.post('/rmas', rmaAt('RMA-1', 0));
    await listen.post('/rmas', rmaAt('RMA-1', 1, preTransit));
    await listen.post('/rmas', '{');
    await fetch(`${listen.url}/sku/V1/variants`);
    listen.interrupt();
    expect(await listen.done).toBe(0);
    expect(fs.existsSync(readyFile)).toBe(false);
    const lines = listen.lines();
    expect(lines[2]).toMatchObject({
      type: 'call',
      id: expect.stringMatching(/^\d{8}-\d{6}-[0-9a-f]{6}$/),
      kind: 'rma',
      method: 'POST',
      path: '/rmas',
      verdict: 'ok',
      findings: [],
      rma_identifier: 'RMA-1',
      anomaly: null,
      changes: [{ field: 'package_tracking_status' }, { field: 'tracking_number' }],
      response: { status: 200 },
      ms: expect.any(Number),
    });
    expect(lines[3]).toMatchObject({
      verdict: 'error',
      findings: [{ severity: 'error', code: 'call.body.broken', path: '', message: expect.any(String) }],
    });
    expect(lines.at(-1)).toMatchObject({
      type: 'closed',
      calls: 4,
      by_verdict: { ok: 2, note: 1, warning: 0, error: 1 },
    });
    expect(listen.here.stderr()).toBe('');
  });

  it('ends when its output pipe is closed', async () => {
    const listener = makeCli().start(['listen', '--port', '0', '--json']);
    const url = await new Promise<string>((resolve, reject) => {
      listener.ended.then((ended) => reject(new Error(`it ended: ${JSON.stringify(ended)}`)), reject);
      listener.child.stdout?.once('data', (text: Buffer) =>
        resolve((JSON.parse(text.toString()) as { url: string }).url),
      );
    });
    listener.child.stdout?.destroy();
    // The first write discovers that the pipe is closed.
    for (let i = 0; i < 3 && listener.child.exitCode === null; i++)
      await fetch(`${url}/_health_`).catch(() => {});
    expect(await listener.ended).toMatchObject({ code: 0 });
  });

  it('warns of variants that no exchange can use', async () => {
    const here = testPlatform();
    const variants = here.file('variants.json', JSON.stringify({ V1: [{ sku: 'A', unit_price: 4.5 }] }));
    const listen = await startListen(['--variants', variants]);
    listen.interrupt();
    expect(await listen.done).toBe(0);
    expect(listen.here.stderr().replace(/\s+/g, ' ')).toMatch(
      /the variants of --variants lack what an exchange needs, first "V1"/,
    );
  });

  it('serves variants from a file, and its own paths', async () => {
    const here = testPlatform();
    const variants = here.file('variants.json', JSON.stringify({ V1: [sampleVariant()] }));
    const listen = await startListen([
      ...['--variants', variants, '--variants-path', 'offers'],
      ...['--rmas-path', 'hooks/rma/', '--exchange-orders-path', '/x'],
    ]);
    const answer = await fetch(`${listen.url}/sku/V1/offers`);
    expect(await answer.json()).toEqual([sampleVariant()]);
    expect((await listen.post('/hooks/rma', rmaAt('RMA-1', 0))).status).toBe(200);
    expect((await listen.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(404);
    const exchange = await listen.post('/x', sampleExchange());
    expect(exchange.headers.get('x-returns-mock')).toBe('true');
    listen.interrupt();
    expect(await listen.done).toBe(0);
    expect(listen.lines()[4]).toMatchObject({ kind: 'exchange_order', response: { by: 'mock', mock: true } });
  });

  it('exits 0 when all expected calls have arrived, also with repeated ones', async () => {
    const here = testPlatform();
    const expected = here.file(
      'expected.ndjson',
      '{"kind":"rma","rma_identifier":"RMA-1","package_tracking_status":"TRANSIT"}\n\n{"kind":"rma","count":2}\n{"kind":"exchange_order","order_identifier":"SO-1001"}\n',
    );
    const listen = await startListen(['--expect', expected, '--wait', '20s']);
    for (const message of [rmaAt('RMA-1', 2, inTransit), rmaAt('RMA-1', 2, inTransit)])
      await listen.post('/rmas', message);
    await listen.post('/exchange_orders', sampleExchange());
    expect(listen.lines().some(({ type }) => type === 'closed')).toBe(false);
    await listen.post('/rmas', rmaAt('RMA-2', 0));
    expect(await listen.done).toBe(0);
  });

  it('exits 8 and names the calls that did not arrive in time', async () => {
    const here = testPlatform();
    const expected = here.file('expected.json', '[{"kind":"rma","status":"REFUNDED","count":2}]');
    const listen = await startListen(['--expect', expected, '--wait', '300ms']);
    await listen.post('/rmas', rmaAt('RMA-1', 0, {}, { status: 'REFUNDED' }));
    expect(await listen.done).toBe(8);
    expect(listen.lines().at(-1)).toMatchObject({
      schema: 'error/1',
      code: 'expect.unmet',
      exit_code: 8,
      message: expect.stringContaining('rma status="REFUNDED" (1 time of 2)'),
    });
  });

  it('makes no mock in production unless it is allowed, and says so', async () => {
    const without = await startListen([], { env: PRODUCTION });
    expect((await without.post('/exchange_orders', sampleExchange())).status).toBe(503);
    without.interrupt();
    await without.done;
    expect(without.here.stderr()).toMatch(/production: exchange orders are answered 503/);
    const allowed = await startListen(['--allow-production'], { env: PRODUCTION });
    expect((await allowed.post('/exchange_orders', sampleExchange())).status).toBe(200);
    allowed.interrupt();
    await allowed.done;
    expect(allowed.here.stderr()).toMatch(/production, with --allow-production/);
  });

  it('reports when the public address leads here, and when it fails', async () => {
    let isBroken = true;
    let target = '';
    const tunnel = await realNet.serve({ host: '127.0.0.1', port: 0, maxBody: 1000 }, async (request) => {
      if (isBroken) return { status: 404 };
      const answer = await fetch(`${target}${request.target}`);
      return { status: answer.status, body: await answer.text() };
    });
    // The clock of the test ends the minute between two tries.
    let next = () => {};
    const here = testPlatform();
    const { sleep } = here.platform.clock;
    const clock = {
      ...here.platform.clock,
      sleep: (ms: number, signal?: AbortSignal) =>
        ms < 60_000
          ? sleep(ms, signal)
          : new Promise<void>((resolve) => {
              next = resolve;
              signal?.addEventListener('abort', () => resolve());
            }),
    };
    const listen = await startListen(['--public-url', tunnel.url], { clock });
    target = listen.url;
    const said = () => listen.here.stderr();
    const warnings = () => said().split('does not lead here: it leads somewhere else (404)').length - 1;
    await until(() => warnings() === 1, 'the warning');
    isBroken = false;
    next();
    await until(() => said().includes(`${tunnel.url} leads here.`), 'the good news');
    isBroken = true;
    next();
    await until(() => warnings() === 2, 'the break');
    listen.interrupt();
    expect(await listen.done).toBe(0);
    await tunnel.close();
  });

  it('says that a file stands where the calls record belongs', async () => {
    const here = testPlatform();
    fs.mkdirSync(here.folders.state, { recursive: true });
    fs.writeFileSync(path.join(here.folders.state, 'calls'), '');
    const { code, stderr } = await runListen([], {}, here);
    expect(code).toBe(7);
    expect(stderr).toMatch(/calls is no folder.*\n.*Move that file away/s);
  });

  it.each([
    ['a port beyond 65535', ['--port', '65536'], 'usage.value'],
    ['a size that is none', ['--max-body', 'big'], 'usage.value'],
    ['a size that no call has', ['--max-body', '0MB'], 'usage.value'],
    ['refunds without orders', ['--auto-refund', 'TRANSIT'], 'usage.missing'],
    ['an open door', ['--host', '0.0.0.0'], 'usage.door'],
    ['an answer that is none', ['--respond', 'rma=100'], 'usage.value'],
    ['half a certificate', ['--tls-cert', 'cert.pem'], 'usage.missing'],
    ['a wait for nothing', ['--wait', '5s'], 'usage.conflict'],
    ['headers for nobody', ['--forward-headers', 'headers'], 'usage.conflict'],
    ['a forward in the clear', ['--forward-to', 'http://shop.example'], 'usage.address.http'],
    ['two forwards for all', [1, 2].flatMap((n) => ['--forward-to', `http://[::1]:${n}`]), 'usage.conflict'],
    ['one path for two', ['--rmas-path', '/x', '--exchange-orders-path', 'x'], 'usage.paths'],
    ['the path of health', ['--rmas-path', '/_health'], 'usage.value'],
    ['a header without a value', ['--require-header', 'X-Key'], 'usage.value'],
    ['a secret that is not there', ['--require-header', 'X-Key: @missing'], 'usage.file'],
    ['a user without a file', ['--basic', 'svc'], 'usage.value'],
    ['one header twice', ['--basic', 'svc:pw', '--require-header', 'authorization: x'], 'usage.conflict'],
    ['no expectation', ['--expect', 'empty'], 'usage.expect'],
    ['a public address in the clear', ['--public-url', 'http://me.example'], 'usage.address.http'],
  ])('refuses from the start: %s', async (_what, args, code) => {
    const here = testPlatform();
    here.file('empty', '[]');
    here.file('pw', 'secret\n');
    const ran = await runListen([...args, '--json'], {}, here);
    expect(JSON.parse(ran.stdout)).toMatchObject({ schema: 'error/1', code, exit_code: 2 });
  });

  it.each(['  \n', '\t\r\n'])('reads keys and passwords without %j at their ends', async (end) => {
    const here = testPlatform();
    const [key, password] = [here.file('key', `\ufeffk-123${end}`), here.file('pw', `pä ss${end}`)];
    const post = async (flags: readonly string[], headers: Record<string, string>) => {
      const listen = await startListen([...flags, '--no-inspect']);
      const { status } = await listen.post('/rmas', rmaAt('RMA-1', 0), headers);
      listen.interrupt();
      await listen.done;
      return status;
    };
    expect(await post(['--require-header', `X-Key: @${key}`], { 'x-key': 'k-123' })).toBe(200);
    expect(await post(['--require-header', `X-Key: k-123${end}`], { 'x-key': 'k-123' })).toBe(200);
    const authorization = `Basic ${Buffer.from('svc:pä ss').toString('base64')}`;
    expect(await post(['--basic', `svc:${password}`], { authorization })).toBe(200);
  });

  it.each(['X-Hub', 'Caller'])(
    'keeps the secret in the header %s from every view, file and replay',
    async (name) => {
      const listen = await startListen(['--require-header', `${name}: k-hidden`, '--no-inspect']);
      expect((await listen.post('/rmas', rmaAt('RMA-1', 0), { [name]: 'k-hidden' })).status).toBe(200);
      listen.interrupt();
      await listen.done;
      const { here } = listen;
      for (const words of [['show', 'last'], ['show', 'last', '--json'], ['export'], ['list', '--json']])
        expect((await returnsOn(here, ['calls', ...words])).stdout).not.toContain('k-hidden');
      for (const format of ['ndjson', 'curl', 'fixture'])
        expect((await returnsOn(here, ['calls', 'export', '--format', format])).stdout).not.toContain(
          'k-hidden',
        );
      expect((await returnsOn(here, ['calls', 'export', '--with-secrets'])).stdout).toContain('k-hidden');
      const other = await endpoint(() => ({ status: 200 }));
      await returnsOn(here, ['calls', 'replay', 'last', '--to', other.url]);
      expect(other.received).toHaveLength(1);
      expect(JSON.stringify(other.received[0]!.headers)).not.toContain('k-hidden');
    },
  );

  it('creates no ledger when the target has none', async () => {
    const listen = await startListen([], { env: { RETURNS_PROFILE: 'local' } });
    await listen.post('/rmas', rmaAt('RMA-1', 0));
    listen.interrupt();
    await listen.done;
    expect(listen.lines()[1]).toMatchObject({ verdict: 'ok' });
    expect(fs.existsSync(path.join(listen.here.folders.state, 'ledger.db'))).toBe(false);
  });

  it('compares with the ledger of the target', async () => {
    const env = targetEnvironment(await sandboxFor());
    const { root } = await returns(['orders', 'upload', 'o.json'], { env }, { 'o.json': [sampleOrder()] });
    const listen = await startListen([], { env, root });
    const { identifier } = sampleOrder() as { identifier: string };
    for (const [n, order] of [identifier, 'SO-NOBODY-SENT'].entries())
      await listen.post(
        '/rmas',
        sampleRma({ rma_identifier: `RMA-${n}`, items: [sampleUnit({ order_identifier: order })] }),
      );
    listen.interrupt();
    await listen.done;
    const found = listen.lines().map((one) => JSON.stringify(one['findings'] ?? []));
    expect(found.slice(1, 3).map((codes) => codes.includes('rma.order.unknown'))).toEqual([false, true]);
  });
});

describe('a place where nothing can be recorded', () => {
  it.each(['EROFS', 'ENOSPC'])('is said before the first call, with exit code 7: %s', async (code) => {
    const given = testPlatform({
      platform: {
        files: {
          ...realFiles,
          replace(file, content, mode) {
            if (file.includes(`${path.sep}calls${path.sep}`)) throw Object.assign(new Error(code), { code });
            realFiles.replace(file, content, mode);
          },
        },
      },
    });
    const ended = await runListen(
      ['--no-inspect', '--wait', '1s', '--expect', given.file('some.ndjson', '{"kind":"rma"}\n')],
      {},
      given,
    );
    expect(ended.code).toBe(7);
    expect(ended.stderr).toContain(path.join(given.folders.state, 'calls'));
    expect(ended.stderr).not.toContain('Listening');
  });

  it('leaves no trace of the trial where it can', async () => {
    const given = testPlatform();
    const calls = path.join(given.folders.state, 'calls');
    given.file('none.ndjson', '{"kind":"rma"}\n');
    const { code } = await runListen(['--no-inspect', '--expect', 'none.ndjson', '--wait', '1s'], {}, given);
    expect(code).toBe(8);
    expect(fs.readdirSync(calls)).toEqual([]);
  });
});
