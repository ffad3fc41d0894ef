// `calls export`: curl commands that a real shell executes byte for byte, fixtures without personal data, masked secrets.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Scrubber } from '../../../src/calls/record/anonymise.ts';
import { fixtureLine } from '../../../src/calls/record/export-calls.ts';
import { sampleExchange, sampleExchangeAddress } from '../../../src/contract/sample-exchange.ts';
import { sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import { type TestPlatform, testPlatform } from '../../helpers/platform.ts';
import { callOf, document, HOSTILE, idAt, NOON, recorded, returns, startEcho, story } from '../support.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

const hostile = HOSTILE.map(([name, body], i) =>
  callOf({ id: idAt(NOON, i), at: NOON + i, rma: name, bytesOf: body }),
);

/** Runs a script and waits for its end without blocking the server that it calls. */
const execute = (script: string, cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-e', script], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(said).toString()));
  });

describe.runIf(hasCurl)('curl', () => {
  it('commands post every body byte for byte from a shell, and have no other effect', async () => {
    const here = testPlatform();
    const bytesOf = JSON.stringify({ a: "x'y".repeat(100_000) });
    const calls = [...hostile, callOf({ id: idAt(NOON, 99), at: NOON + 99, bytesOf })];
    await recorded(here, calls);
    const echo = await startEcho();
    const out = path.join(here.work, 'calls.sh');
    await returns(here, ['calls', 'export', '--format', 'curl', '--to', echo.url, '--out', out]);
    const empty = path.join(here.work, 'empty');
    fs.mkdirSync(empty);
    expect(await execute(out, empty)).toBe('');
    await echo.close();
    expect(echo.bodies()).toEqual(calls.map(({ body, encoding }) => Buffer.from(body, encoding)));
    expect(fs.readdirSync(empty)).toEqual([]);
  });

  it('commands send path, query and headers as received, with placeholders for secrets', async () => {
    const here = testPlatform();
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['X-Odd', `a'b"c $(touch owned) \`x\` \\ %s`],
      ['X-Latin', 'caf\u00e9'],
      ['X-Empty', ''],
      ['Authorization', 'Bearer hidden'],
    ];
    const target = `/rmas/../a[1-3]{b,c}?q='$(touch\${IFS}owned)'&access_token=hidden`;
    await recorded(here, [callOf({ headers, target })]);
    const echo = await startEcho();
    const { stdout } = await returns(here, ['calls', 'export', 'last', '--format', 'curl', '--to', echo.url]);
    expect(stdout).not.toContain('hidden');
    const line = ['calls', 'export', 'last', '--format', 'curl', '--with-secrets', '--to', echo.url];
    const secret = here.file('secret.sh', (await returns(here, line)).stdout);
    expect(await execute(secret, here.work)).toBe('');
    await echo.close();
    const [heard] = echo.received;
    expect(heard!.target).toBe(target);
    const [, [, odd]] = headers as [unknown, [string, string]];
    const sent = { 'x-odd': odd, 'x-latin': 'FILL_IN', 'x-empty': '', authorization: 'Bearer hidden' };
    expect(heard!.headers).toMatchObject(sent);
    expect(heard!.headers).not.toHaveProperty('user-agent');
    expect(fs.existsSync(path.join(here.work, 'owned'))).toBe(false);
  });
});

describe('ndjson', () => {
  it('has the records unchanged, with secrets masked unless asked for', async () => {
    const here = testPlatform();
    // Senders sign in headers of many names, and some in the query.
    const names = ['X-Api-Key', 'X-Shop-Hmac-Sha256', 'X-Hub-Signature-256', 'Webhook-Sig', 'X-Signed-By'];
    names.push('X-Pass', 'X-Jwt-Assertion', 'X-Session-Id', 'X-Bearer', 'X-Pwd');
    const headers = names.map((name): [string, string] => [name, 'hidden']);
    const target = '/rmas?hmac=hidden&X-Amz-Credential=hidden&pass=hidden&jwt=hidden&session=hidden';
    const calls = [...hostile, callOf({ id: idAt(NOON, 50), headers, target })];
    await recorded(here, calls);
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    const { stdout } = await returns(here, ['calls', 'export', '--format', 'ndjson']);
    expect(stdout).not.toContain('hidden');
    expect(lines(stdout).slice(0, -1)).toEqual(hostile);
    const all = await returns(here, ['calls', 'export', '--with-secrets']);
    expect(lines(all.stdout)).toEqual(calls);
  });

  it('writes a complete file, and reports it', async () => {
    const here = testPlatform();
    await recorded(here, hostile);
    const line = ['calls', 'export', '--kind', 'rma', '--out', 'calls.ndjson'];
    const done = await document(here, line);
    expect(done).toMatchObject({ exit: 0, schema: 'calls-export/1', calls: hostile.length });
    expect(fs.readdirSync(here.work)).toEqual(['calls.ndjson']);
    expect(await document(here, ['calls', 'export'])).toMatchObject({ exit: 2, code: 'usage.conflict' });
    expect((await document(here, ['calls', 'export', '--out', 'no/such/folder'])).exit).toBe(2);
  });
});

describe('fixture', () => {
  const person = {
    ...{ identifier: 'C-77123', email: 'Jo.Doe@Mail.example', first_name: 'Jolanda', last_name: 'Doering' },
    phone: '+49 151 2345678',
  };
  const home = { street1: 'Hauptstrasse 17', city: 'Wuppertal' };
  const address = sampleExchangeAddress({ name: 'Jolanda Doering', ...home });
  const rma = (changes: object = {}) =>
    sampleRma({
      rma_identifier: 'RMA-55819',
      giftee_email: 'jo.doe@mail.example',
      gift_refund_only: true,
      return_shipping_cost_cents: 54_321,
      customer_number: 7_712_388,
      customer: person,
      note: 'please ring at Doering, or write to jo.doe@mail.example',
      items: [sampleUnit({ order_identifier: 'SO-99187', tracking_number: '1Z999AA10123456784' })],
      ...changes,
    });
  const exchange = sampleExchange({
    ...{ rma_identifier: 'RMA-55819', original_order_id: 'SO-99187', customer: person },
    ...{ shipping_address: address, billing_address: { ...address, phone: 4_915_112_345_678 } },
  });
  const personal = `C-77123 jo.doe mail.example Jolanda Doering 2345678 Hauptstrasse Wuppertal
    55819 99187 1Z999AA 12345678 hidden 10.1.2.3`.split(/\s+/);
  const bodies = [
    ...[rma(), rma({ updated_at: '2026-03-10T11:00:00Z', status: 'Refundedd' }), rma({ items: 7 }), exchange],
    ...story('RMA-55819'),
  ].map((body) => JSON.stringify(body));
  bodies.push(
    bodies[0]!.replace('{', '{"status":"CREATED",'),
    bodies[0]!.replace('2700', '98765432109876543210'),
  );
  bodies.push('{"customer":{"email":"jo.doe@mail.example"', '', '\u0000', `${'['.repeat(80)}"Jolanda"`);

  const setUp = async (): Promise<TestPlatform> => {
    const here = testPlatform();
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['X-User', 'hidden'],
      ['Cookie', 'hidden'],
    ];
    const request = { headers, remote: '10.1.2.3', target: '/rmas?user=hidden' };
    const calls = bodies.map((bytesOf, i) =>
      callOf({ at: NOON + i, id: idAt(NOON, i), bytesOf, ...request }),
    );
    await recorded(here, calls);
    return here;
  };
  type Checked = { findings: { code: string; count: number; path: string }[]; by_anomaly: object };
  const found = async (here: TestPlatform, file: string) => {
    const checked = await document<Checked>(here, ['calls', 'check', file]);
    const findings = checked.findings.map(({ code, count, path: at }) => [code, count, at]).sort();
    return { findings, by_anomaly: checked.by_anomaly };
  };

  it('has no personal data, and checks give the same findings', async () => {
    const here = await setUp();
    await returns(here, ['calls', 'export', '--out', 'real.ndjson']);
    await returns(here, ['calls', 'export', '--format', 'fixture', '--out', 'fixture.ndjson']);
    const text = fs.readFileSync(path.join(here.work, 'fixture.ndjson'), 'utf8');
    for (const word of personal) expect(text.toLowerCase(), word).not.toContain(word.toLowerCase());
    expect(text).toContain('54321');
    expect(text).not.toContain('7712388');
    expect(await found(here, 'fixture.ndjson')).toEqual(await found(here, 'real.ndjson'));
    expect((await found(here, 'real.ndjson')).findings.length).toBeGreaterThan(5);
  });

  it.each([
    ['rma', '/hooks/s3cret/rmas?key=1', '/rmas'],
    ['exchange_order', '/hooks/s3cret/orders', '/exchange_orders'],
    ['variants', '/hooks/s3cret/sku/TEE-1/variants', '/sku/TEE-1/variants'],
  ] as const)('has the usual path of %s, since the own one may be a secret', (kind, target, usual) => {
    const line = fixtureLine(callOf({ kind, target }), new Scrubber((text) => text));
    expect(JSON.parse(line)).toMatchObject({ path: usual });
  });

  it('replaces equal values by equal ones everywhere, and different values by different ones', () => {
    const scrubber = new Scrubber((text) => Buffer.from(text).toString('hex').padEnd(64, '7'));
    const ids = Array.from({ length: 300 }, (_, i) => `L${i}`);
    const made = ids.map((id) => {
      const call = callOf({ bytesOf: JSON.stringify({ rma_identifier: id, x: [id] }) });
      const line = fixtureLine(call, scrubber);
      const { body } = JSON.parse(line) as { body: { rma_identifier: string; x: [string] } };
      expect(body.x[0]).toBe(body.rma_identifier);
      expect(body.rma_identifier).toHaveLength(id.length);
      return body.rma_identifier;
    });
    expect(new Set(made).size).toBe(ids.length);
  });

  it('is the same with the same --key, and different without it', async () => {
    const here = await setUp();
    const fixture = async (...flags: string[]) =>
      (await returns(here, ['calls', 'export', '--format', 'fixture', ...flags])).stdout;
    expect(await fixture('--key', 'a')).toBe(await fixture('--key', 'a'));
    expect(await fixture('--key', 'a')).not.toBe(await fixture('--key', 'b'));
    expect(await fixture()).not.toBe(await fixture());
  });
});
