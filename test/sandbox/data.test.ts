// `data`: what was accepted is there at the next start, also after a kill -9 and on a full disk; what was refused is not.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleAsn, sampleOrder, sampleRefund, sampleWithRefund } from '../../src/contract/sample.ts';
import { realDatabases } from '../../src/platform/database.ts';
import type { Database, Databases, SqlValue } from '../../src/platform/platform.ts';
import { fakeClock } from '../helpers/clock.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { bundle } from '../helpers/program.ts';
import { CREDENTIALS, sandboxWithClient, send, whileRunning } from './client.ts';

/** The real databases; `before` sees each statement of a connection, and may fail. */
function watched(before: (sql: string) => void): Databases {
  const wrapped = (database: Database): Database => {
    const noting =
      <R>(work: (sql: string, ...values: readonly SqlValue[]) => R) =>
      (sql: string, ...values: readonly SqlValue[]): R => {
        before(sql);
        return work(sql, ...values);
      };
    const { get, all, each, run } = database;
    return { ...database, get: noting(get), all: noting(all), each: noting(each), run: noting(run) };
  };
  return {
    ...realDatabases,
    open: (file, options) => wrapped(realDatabases.open(file, options)),
    memory: () => wrapped(realDatabases.memory()),
  };
}

test('orders, versions, refunds and ASNs survive a restart', async () => {
  const data = path.join(temporaryFolder(), 'deep', 'data');
  const one = await sandboxWithClient({ data });
  await one.orders([sampleOrder({ raw_status: 'naïve ✓' }), sampleWithRefund()]);
  await one.orders([sampleOrder({ updated_at: '2026-03-05T10:00:00Z' })]);
  expect((await one.orders([sampleOrder({ identifier: 'SO-BAD', total_amount_cents: 1 })])).status).toBe(422);
  await one.createAsn(sampleAsn());
  const before = [one.sandbox.orders(), one.sandbox.asns()];
  await one.sandbox.close();

  const two = await sandboxWithClient({ data });
  expect([two.sandbox.orders(), two.sandbox.asns()]).toEqual(before);
  expect(two.sandbox.requests()).toEqual([]);
  // Uniqueness is checked after a restart, too.
  const foreign = await two.orders([{ ...sampleWithRefund(), identifier: 'SO-OTHER' }]);
  expect(foreign.status).toBe(422);
  expect((await two.createAsn(sampleAsn())).status).toBe(422);
  expect((await two.createAsn(sampleAsn({ asn_number: 'A-2' }))).status).toBe(422);
  // So is the order in which they arrived.
  await two.orders([sampleOrder({ identifier: 'SO-LAST' })]);
  expect(two.sandbox.order('SO-LAST')?.versions).toMatchObject([{ sequence: 4 }]);
  expect(two.sandbox.stats().orders).toEqual({
    stored: 2,
    snapshots: 4,
    older_after_newer: 0,
    over_refunded: 0,
  });
});

test('a token is valid after a restart as long as it would have been, and only its digest is stored', async () => {
  const data = temporaryFolder();
  const clock = fakeClock();
  const one = await sandboxWithClient({ data, clock });
  const token = await one.signIn();
  await one.sandbox.close();
  expect(fs.readFileSync(path.join(data, 'sandbox.db')).includes(token)).toBe(false);
  const two = await sandboxWithClient({ data, clock });
  const bearer = { authorization: `bearer ${token}` };
  two.sandbox.reset();
  expect((await two.createAsn(sampleAsn(), bearer)).status).toBe(202);
  await clock.advance(25 * 3_600_000);
  expect((await two.createAsn(sampleAsn(), bearer)).status).toBe(401);
  const other = await two.signIn();
  expect(two.sandbox.revokeTokens()).toBe(1);
  expect((await two.createAsn(sampleAsn(), { authorization: `bearer ${other}` })).status).toBe(401);
});

test('nothing accepted is lost by kill -9', async () => {
  const data = temporaryFolder();
  const program = await bundle('test/sandbox/children/sandbox-process.ts');
  const child = spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const login = await send(url, 'POST', '/oauth/token', JSON.stringify(CREDENTIALS), json);
  const headers = {
    ...json,
    authorization: `bearer ${(login.json as { access_token: string }).access_token}`,
    'api-version': '3',
  };
  const accepted = new Set<string>();
  let sent = 0;
  // 16 clients post until the process dies in the middle of it.
  const post = async (): Promise<void> => {
    for (;;) {
      const identifier = `SO-${++sent}`;
      const body = JSON.stringify({ returns_portal_order: { orders: [sampleOrder({ identifier })] } });
      const reply = await send(url, 'POST', '/returns_portal_orders', body, headers).catch(() => undefined);
      if (!reply) return;
      expect(reply.status).toBe(200);
      accepted.add(identifier);
      if (accepted.size === 300) child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 16 }, post));
  expect(await ended).toBe('SIGKILL');
  const after = await sandboxWithClient({ data });
  const stored = new Set(after.sandbox.orders().map((order) => order.identifier));
  expect([...accepted].filter((identifier) => !stored.has(identifier))).toEqual([]);
  expect(accepted.size).toBeGreaterThanOrEqual(300);
  // At most the posts that were under way were stored without an answer.
  expect(stored.size - accepted.size).toBeLessThanOrEqual(16);
});

test('a start asks the database the same few questions, however much is in it', async () => {
  const data = temporaryFolder();
  const asked: string[] = [];
  const databases = watched((sql) => asked.push(sql));
  type Client = Awaited<ReturnType<typeof sandboxWithClient>>;
  const questionsAtStart = async (post?: (client: Client) => unknown) => {
    asked.length = 0;
    const client = await sandboxWithClient({ data, asnDelayMs: 0 }, { databases });
    const atStart = [...asked];
    await post?.(client);
    await client.sandbox.close();
    return atStart;
  };
  await questionsAtStart();
  const empty = await questionsAtStart(async ({ orders, createAsn, sandbox }) => {
    await orders(Array.from({ length: 500 }, (_, i) => sampleOrder({ identifier: `SO-${i}` })));
    await orders([sampleWithRefund()]);
    await createAsn(sampleAsn());
    sandbox.receiveAsn('ASN-1001');
  });
  expect(empty.length).toBeGreaterThan(0);
  expect(await questionsAtStart()).toEqual(empty);
  // None of them reads a table of what was accepted, but for what is due.
  const reads = /FROM (orders|order_versions|refund_ids|units|rmas|log)\b/;
  expect(empty.filter((sql) => reads.test(sql))).toEqual([]);
});

test('a reset empties the file as well, and other users cannot read it', async () => {
  const data = temporaryFolder();
  const one = await sandboxWithClient({ data });
  await one.orders([sampleOrder(), sampleWithRefund()]);
  await one.createAsn(sampleAsn());
  for (const name of fs.readdirSync(data))
    expect(fs.statSync(path.join(data, name)).mode & 0o777).toBe(0o600);
  one.sandbox.reset();
  expect(one.sandbox.stats()).toMatchObject({ orders: { stored: 0, snapshots: 0 }, asns: { stored: 0 } });
  await one.orders([{ ...sampleWithRefund(), identifier: 'SO-NEW' }]);
  await one.sandbox.close();
  const two = await sandboxWithClient({ data });
  expect(two.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-NEW']);
  expect(two.sandbox.asns()).toEqual([]);
});

test('a second sandbox on the same folder is exit 7, until the first one ends', async () => {
  const data = temporaryFolder();
  const one = await sandboxWithClient({ data });
  await expect(sandboxWithClient({ data })).rejects.toMatchObject({
    code: 'state.locked',
    exitCode: 7,
    message: `Another sandbox uses the folder ${data}`,
  });
  const { code, stderr } = await whileRunning(['--data', data]);
  expect(code).toBe(7);
  expect(stderr).toContain('give this one a folder of its own with --data DIR');
  await one.sandbox.close();
  await expect(sandboxWithClient({ data })).resolves.toBeTruthy();
});

test('a folder that is a file, a file that is a folder, a damaged file and one of a newer version are exit 7', async () => {
  const root = temporaryFolder();
  const at = (name: string) => path.join(root, name);
  fs.writeFileSync(at('file'), '');
  fs.mkdirSync(path.join(at('folder'), 'sandbox.db'), { recursive: true });
  fs.mkdirSync(at('damaged'));
  fs.writeFileSync(path.join(at('damaged'), 'sandbox.db'), 'no database at all'.repeat(100));
  const newer = realDatabases.open(path.join(at('newer'), 'sandbox.db'), { durable: false });
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const codes = { file: 'unusable', folder: 'unusable', damaged: 'damaged', newer: 'newer' };
  for (const [name, code] of Object.entries(codes)) {
    const failure = { code: `state.${code}`, exitCode: 7, hint: expect.stringMatching(/--data DIR\.$/) };
    await expect(sandboxWithClient({ data: at(name) }), name).rejects.toMatchObject(failure);
    // The folder is free again: the failure is the same, not a lock.
    await expect(sandboxWithClient({ data: at(name) }), name).rejects.toMatchObject(failure);
  }
});

test('a post that does not fit on the disk is 500 and not stored, now and after a restart', async () => {
  const data = temporaryFolder();
  const defects: unknown[] = [];
  let isFull = false;
  const databases = watched((sql) => {
    // After the first writes of the request.
    if (isFull && /INSERT.*order_versions/s.test(sql))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  const one = await sandboxWithClient({ data, onDefect: (error) => defects.push(error) }, { databases });
  await one.orders([sampleOrder({ identifier: 'SO-1' })]);
  isFull = true;
  expect((await one.orders([sampleOrder({ identifier: 'SO-2' }), sampleWithRefund()])).status).toBe(500);
  isFull = false;
  // The identifiers of its refunds are free as well.
  expect((await one.orders([{ ...sampleWithRefund(), identifier: 'SO-3' }])).status).toBe(200);
  expect(one.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-1', 'SO-3']);
  expect(one.sandbox.requests(2)).toMatchObject([{ status: 500, fault: 'defect' }, { status: 200 }]);
  expect(defects).toMatchObject([{ code: 'ENOSPC' }]);
  await one.sandbox.close();
  const two = await sandboxWithClient({ data });
  expect(two.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-1', 'SO-3']);
});

test('a snapshot and what it does to its returns are one transaction', async () => {
  let isFull = false;
  const databases = watched((sql) => {
    if (isFull && /^(INSERT|UPDATE|REPLACE).*rmas/s.test(sql)) throw new Error('no space');
  });
  const manual = { clock: 'manual', clockStart: Date.UTC(2026, 2, 10) } as const;
  const { sandbox, orders } = await sandboxWithClient(manual, { databases });
  await orders([sampleOrder()]);
  const started = await sandbox.engine.returns.start({ order: 'SO-1001' });
  const { identifier } = (started as { rma: { identifier: string } }).rma;
  const refund = sampleRefund({ rma_identifier: identifier });
  const refunded = sampleOrder({ updated_at: '2026-03-11T10:00:00Z', refunds: [refund] });
  isFull = true;
  expect((await orders([refunded])).status).toBe(500);
  expect(sandbox.order('SO-1001')?.received).toBe(1);
  isFull = false;
  expect((await orders([refunded])).status).toBe(200);
  expect(sandbox.order('SO-1001')?.received).toBe(2);
});
