// What new users saw first: what a check foretells, what a plan lists, how runs are found, taken back, gone on with and purged.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { makeCli, until } from '../helpers/cli.ts';
import { fakeClock, testHost } from '../helpers/host.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
let sandbox: Sandbox;
let t: ReturnType<typeof testHost>;
const NOW = Date.UTC(2026, 4, 3, 12);

beforeEach(async () => {
  sandbox = await startSandbox({ rateLimit: 'off' });
  t = deskAt();
});
afterEach(() => sandbox.close());

/** A desk on one disk; another one of the same root is the same user at another time. */
const deskAt = (options: { root?: string; now?: number } = {}) =>
  testHost({
    ...(options.root ? { root: options.root } : {}),
    ...(options.now === undefined ? {} : { clock: fakeClock(options.now, { auto: true }) }),
    env: {
      RETURNS_AUTH_URL: sandbox.url,
      RETURNS_ORDERS_URL: sandbox.url,
      RETURNS_CLIENT_ID: sandbox.clientId,
      RETURNS_CLIENT_SECRET: sandbox.clientSecret,
      RETURNS_RATE: 'off',
    },
  });

/** Orders SO-1 ... SO-n, changed by a function. */
const orders = (n: number, change: (index: number) => Partial<Order> = () => ({})): Order[] =>
  Array.from({ length: n }, (_, i) => ({
    ...(sampleOrder() as Order),
    identifier: `SO-${i + 1}`,
    created_at: '2026-05-01T00:00:00Z',
    updated_at: '2026-05-02T12:00:00Z',
    refunds: [],
    ...change(i),
  }));

async function call(...words: string[]) {
  t.clear();
  const code = await run(words, t.host);
  return { code, out: t.stdout(), err: t.stderr() };
}

async function json(...words: string[]) {
  const { code, out } = await call(...words, '--json');
  return { exit: code, ...JSON.parse(out) };
}

const write = (list: readonly object[], name = 'orders.json') => t.file(name, JSON.stringify(list));
const received = () => sandbox.requests().filter(({ path }) => path.endsWith('/returns_portal_orders'));
const statusOf = (text: string) => ({ status: text }) as unknown as Partial<Order>;

/** The three ways to meet a stop: foretold by check and dry run, and for real. */
async function threeWays(...flags: string[]) {
  const check = await json('orders', 'check', 'orders.json', ...flags);
  const dry = await json('orders', 'upload', 'orders.json', '--dry-run', ...flags);
  const real = await json('orders', 'upload', 'orders.json', ...flags);
  return { check, dry, real, codes: [check.exit, dry.exit, real.exit] };
}

describe('a check and a dry run leave with the very code that the real run would stop with', () => {
  test('too much refused: exit 5, with the reason in would_stop and in words', async () => {
    write(orders(6, (i) => (i < 3 ? statusOf('Shiped') : {})));
    const { check, dry, real, codes } = await threeWays('--max-rejects', '2');
    expect(codes).toEqual([5, 5, 5]);
    const stop = { code: 'upload.max_rejects', exit_code: 5, message: expect.stringContaining('refuses 3') };
    expect(check).toMatchObject({ state: 'checked', exit_code: 5, would_stop: stop });
    expect(dry.would_stop).toEqual(check.would_stop);
    expect(real).toMatchObject({ state: 'stopped', would_stop: null, error: { code: stop.code } });
    const { out } = await call('orders', 'check', 'orders.json', '--max-rejects', '2');
    expect(out).toMatch(/upload would stop before it sends anything: exit 5, because our own/);
    expect((await threeWays('--max-rejects', '3')).codes).toEqual([3, 3, 3]);
  });

  test('what is not as expected: exit 6 everywhere', async () => {
    write(orders(2));
    expect((await threeWays('--expect-orders', '3')).codes).toEqual([6, 6, 6]);
    expect((await threeWays('--min-orders', '3')).codes).toEqual([6, 6, 6]);
  });

  test('--fail-on new: what was refused just so before is no news to a dry run either', async () => {
    write(orders(3, (i) => (i === 0 ? statusOf('Shiped') : {})));
    expect((await threeWays('--fail-on', 'new')).codes).toEqual([3, 3, 3]);
    expect((await threeWays('--fail-on', 'new')).codes).toEqual([0, 0, 0]);
  });

  test('the mapping changed: exit 5, and one order shows field by field what changed', async () => {
    write(orders(6));
    const first = await json('orders', 'upload', 'orders.json');
    write(orders(6, () => ({ status: 'Created', total_amount_cents: 1 })).map(mended));
    const { check, real, codes } = await threeWays();
    expect(codes).toEqual([5, 5, 5]);
    expect(real.changed_order).toEqual(check.changed_order);
    expect(check.would_stop).toMatchObject({ code: 'upload.mapping_changed', exit_code: 5 });
    expect(check.changed_order).toMatchObject({
      order: 'SO-1',
      accepted_by: first.run,
      changes: expect.arrayContaining([
        { field: 'status', accepted: 'Shipped', input: 'Created' },
        expect.objectContaining({ field: 'items[0].quantity_shipped', input: 0 }),
      ]),
      not_kept: 'unknown',
    });
    const { out } = await call('orders', 'check', 'orders.json');
    expect(out).toMatch(/status +Shipped -> Created/);
    expect(out).toContain('not compared: names, addresses');
    expect(await json('orders', 'check', 'orders.json', '--force')).toMatchObject({
      exit: 0,
      would_stop: null,
    });
  });

  test('a change in what the ledger does not keep is said to be one', async () => {
    write(orders(6));
    await json('orders', 'upload', 'orders.json');
    write(orders(6, () => ({ tags: ['FinalSale'] })));
    expect(await json('orders', 'check', 'orders.json')).toMatchObject({
      exit: 5,
      changed_order: { changes: [], not_kept: 'differs' },
    });
  });
});

/** Not shipped at all, with the amounts that belong to it. */
const mended = (order: Order): Order => ({
  ...order,
  total_amount_cents: 0,
  product_amount_cents: 0,
  tax_amount_cents: 0,
  items: order.items.map(({ tracking_number: _, shipped_date: __, ...item }) => ({
    ...item,
    quantity_shipped: 0,
    product_amount_cents: 0,
    tax_amount_cents: 0,
  })),
});

test('check --json names order and field of every refusal, up to --limit', async () => {
  write(orders(5, (i) => (i > 2 ? { ...statusOf('Shiped'), currency: undefined as never } : {})));
  const { refused } = await json('orders', 'check', 'orders.json');
  expect(refused.orders).toHaveLength(4);
  expect(refused.orders).toContainEqual({
    order: 'SO-4',
    file: 'orders.json',
    line: 1,
    code: 'order.field.missing',
    field: 'currency',
    message: 'The required field currency is missing.',
  });
  expect(refused.orders.map(({ order, field }: Record<string, string>) => `${order} ${field}`)).toContain(
    'SO-5 status',
  );
  const limited = await json('orders', 'check', 'orders.json', '--limit', '1');
  expect(limited.refused.orders).toHaveLength(1);
});

describe('the plan says all at once', () => {
  test('every field that is missing and every unknown word, each with its count', async () => {
    const words = ['paid', 'paid', 'open', 'done'];
    write(
      orders(4, (i) => ({
        ...statusOf(words[i]!),
        currency: undefined as never,
        ...(i === 0 ? { tags: undefined as never } : {}),
      })),
    );
    const { out } = await call('orders', 'check', 'orders.json');
    expect(out).toContain('2 fields missing: currency 4, tags 1');
    expect(out).toContain('3 unknown words in status: paid 2, open 1, done 1');
    const { refused } = await json('orders', 'check', 'orders.json');
    expect(refused.by_code).toContainEqual(
      expect.objectContaining({
        code: 'order.status.unknown',
        details: [
          { field: 'status', word: 'paid', count: 2 },
          { field: 'status', word: 'open', count: 1 },
          { field: 'status', word: 'done', count: 1 },
        ],
      }),
    );
  });

  test('versions that a later one supersedes are taken back from the counts of fields and words', async () => {
    const [bad] = orders(1, () => statusOf('paid'));
    write([bad!, { ...orders(1)[0]!, updated_at: '2026-05-03T12:00:00Z' }]);
    const { refused, exit } = await json('orders', 'check', 'orders.json');
    expect(exit).toBe(0);
    expect(refused).toMatchObject({ by_code: [], orders: [] });
  });

  test('all wrong columns of a header', async () => {
    t.file('a.csv', 'identifer,status,statuss,status,\nSO-1,Shipped,x,y,z\n');
    const { code, out } = await call('orders', 'check', 'a.csv', '--json');
    expect(code).toBe(6);
    const { message } = JSON.parse(out);
    for (const words of ['"identifer"', '"statuss"', 'Two columns hold "status"', 'Column 5', 'lacks'])
      expect(message).toContain(words);
  });

  test('all columns of a mapping that the export lacks', async () => {
    const map = path.resolve(import.meta.dirname, '../../samples/mappings/uci-online-retail.json');
    t.file(
      'a.csv',
      'InvoiceNo,StockCod,Quantity,InvoiceDate,UnitPrice,CustomerID\n1,A,1,1/5/2026 8:26,2.55,7\n',
    );
    const { exit, message } = await json('orders', 'check', 'a.csv', '--map', map);
    expect({ exit, message }).toMatchObject({ exit: 6, message: expect.stringContaining('3 columns') });
    for (const words of ['"StockCode" (did you mean "StockCod"?)', '"Description"', '"Country"'])
      expect(message).toContain(words);
  });

  test('all ragged rows of a file', async () => {
    const lines = csvOf(generateOrders({ seed: 3, orders: 5, versions: 0 }).snapshots)
      .text.trimEnd()
      .split('\n');
    lines[1] += ',more';
    lines[3] = 'SO-1,short';
    t.file('a.csv', `${lines.join('\n')}\n`);
    const failure = await json('orders', 'check', 'a.csv');
    expect(failure).toMatchObject({ code: 'input.row.cells', exit_code: 6, place: { line: 2 } });
    expect(failure.message).toContain('2 rows');
    expect(failure.found).toMatch(/line 2: \d+, line 4: 2$/);
  });

  test('the ordered value beside the shipped one', async () => {
    write([...orders(1), mended({ ...orders(2)[1]!, status: 'Created' })]);
    const { items, total_amount_cents } = sampleOrder() as Order;
    const ordered = items.reduce((sum, item) => sum + item.unit_price_amount_cents * item.quantity, 0);
    expect(ordered).toBeGreaterThan(0);
    const { money } = await json('orders', 'check', 'orders.json');
    expect(money).toEqual([
      { currency: 'USD', orders: 2, total_cents: total_amount_cents, ordered_cents: 2 * ordered },
    ]);
    const { out } = await call('orders', 'check', 'orders.json');
    expect(out).toMatch(/USD [\d.,]+ ordered, shipped or not, before tax/);
  });
});

describe('what the service says', () => {
  const refuse = (message: string, status = 422) =>
    sandbox.setFaults([{ on: 'orders', match: '"SO-1"', do: { status, body: { message } } }]);

  test('its own message of a 400 or 422 stands in the summary, bounded and on one line', async () => {
    write(orders(2));
    refuse(`The currency is\u001b[31m not enabled ${'x'.repeat(600)}`);
    const { refused } = await json('orders', 'upload', 'orders.json', '--batch-size', '1');
    const { message } = refused.by_code[0];
    expect(message).toMatch(/^The currency is\\u\{1b\}\[31m not enabled x+\.\.\.$/);
    expect(message.length).toBeLessThan(330);
    write(orders(1, () => ({ tags: ['FinalSale'] })));
    refuse('Malformed: tags', 400);
    const { out } = await call('orders', 'upload', 'orders.json');
    expect(out).toContain('"Malformed: tags"');
  });

  test('a secret or token that it repeats goes nowhere', async () => {
    write(orders(1));
    refuse(`bad client ${sandbox.clientSecret}`);
    const { out, err } = await call('orders', 'upload', 'orders.json');
    expect(out).toContain('"bad client ***"');
    expect(out + err).not.toContain(sandbox.clientSecret);
    const rejects = t.everyFile().filter(({ path }) => path.includes('rejects'));
    expect(rejects).toHaveLength(1);
    expect(rejects[0]!.content).not.toContain(sandbox.clientSecret);
  });

  test("a shopper's data that it repeats is not shown", async () => {
    write(orders(2));
    const { customer, shipping_address } = orders(1)[0]!;
    refuse(`${customer.email} of ${shipping_address.street1} is not welcome`);
    const { out, err } = await call('orders', 'upload', 'orders.json');
    expect(out).toContain('"*** of *** is not welcome"');
    expect(out + err).not.toContain(customer.email);
  });

  test('a lasting 5xx says whom to ask', async () => {
    write(orders(1));
    sandbox.setFaults([{ on: 'orders', do: { status: 503 } }]);
    t = deskAt({ root: t.root, now: NOW });
    const { exit, error } = await json('orders', 'upload', 'orders.json', '--max-outage', '1m');
    expect(exit).toBe(75);
    expect(error).toMatchObject({ reason: 'server_error', hint: expect.stringContaining('client support') });
  });
});

describe('orders forget', () => {
  test('asks for --yes where nobody can be asked', async () => {
    write(orders(1));
    const { run: id } = await json('orders', 'upload', 'orders.json');
    expect(await json('orders', 'forget', '--run', id)).toMatchObject({
      code: 'usage.question',
      exit_code: 2,
    });
    expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ orders: { already_accepted: 1 } });
    expect(await json('orders', 'forget', '--run', id, '--yes')).toMatchObject({ exit: 0, removed: 1 });
  });

  test('takes several runs, by beginnings of their ids, and all runs of a file', async () => {
    write(orders(1), 'a.json');
    write(orders(2).slice(1), 'b.json');
    const a = await json('orders', 'upload', 'a.json');
    const b = await json('orders', 'upload', 'b.json');
    const both = await json('orders', 'forget', '--run', a.run, '--run', b.run.slice(0, -1), '--yes');
    expect(both).toMatchObject({ removed: 2, runs: [{ run: b.run }, { run: a.run }] });
    await json('orders', 'upload', 'a.json', 'b.json');
    await json('orders', 'upload', 'a.json');
    await json('orders', 'upload', 'b.json');
    expect((await json('orders', 'forget', '--file', 'a.json', '--yes')).runs).toHaveLength(2);
    expect(await json('orders', 'forget', '--file', 'never.json', '--yes')).toMatchObject({
      code: 'run.unknown',
    });
  });
});

test('a killed run is listed as killed, with what it accepted', async () => {
  const cli = makeCli({ target: sandbox });
  cli.file('orders.json', JSON.stringify(orders(8)));
  sandbox.setFaults([{ on: 'orders', match: '"SO-5"', do: { delay: 60_000 } }]);
  const victim = cli.start(['orders', 'upload', 'orders.json', '--batch-size', '1', '--force']);
  await until(() => sandbox.orders().length >= 4 && received().length >= 5, 'four orders');
  t = deskAt({ root: cli.root });
  expect((await json('runs', 'list')).runs).toMatchObject([{ state: 'running' }]);
  victim.child.kill('SIGKILL');
  await victim.ended;
  const [listed] = (await json('runs', 'list')).runs;
  expect(listed).toMatchObject({ state: 'killed', orders: { accepted: 4 } });
  const { out } = await call('runs', 'show', 'last');
  expect(out).toMatch(/state +killed/);
  expect(out).toMatch(/accepted +4/);
  expect(out).toContain(`--force --resume-run ${listed.run}`);
  expect(out).toMatch(/file +orders\.json$/m);
  // It is forgotten with its file, as any other run.
  expect((await call('orders', 'forget', '--file', 'orders.json', '--yes')).out).toContain(
    '4 orders unknown',
  );
});

test('the resume line of a --force run goes on and sends nothing a second time', async () => {
  write(orders(6));
  await json('orders', 'upload', 'orders.json');
  sandbox.setFaults([{ on: 'orders', match: '"SO-4"', do: { status: 403 } }]);
  const words = ['orders', 'upload', 'orders.json', '--batch-size', '1', '--force'];
  const first = await json(...words);
  expect(first).toMatchObject({ exit: 4, orders: { accepted: 3, pending: 3 } });
  expect(first.resume).toBe(`returns ${words.join(' ')} --json --resume-run ${first.run}`);
  sandbox.setFaults([{ on: 'orders', match: '"SO-6"', do: { status: 403 } }]);
  const second = await json(...first.resume.replace(' --json', '').split(' ').slice(1));
  expect(second).toMatchObject({ exit: 4, orders: { accepted: 2, already_accepted: 3, pending: 1 } });
  sandbox.setFaults([]);
  const third = await json(...second.resume.replace(' --json', '').split(' ').slice(1));
  expect(third).toMatchObject({ exit: 0, orders: { accepted: 1, already_accepted: 5 } });
  // Without it everything is sent again, as --force says.
  expect(await json(...words)).toMatchObject({ exit: 0, orders: { accepted: 6 } });
  expect(await json('orders', 'upload', 'orders.json', '--resume-run', 'last')).toMatchObject({
    code: 'usage.resume_run',
  });
});

describe('why a run failed, as one word for scripts', () => {
  test('no answer, 429 and wrong address are told apart', async () => {
    write(orders(1));
    const away = async (env: Record<string, string>) => {
      t = testHost({
        root: t.root,
        clock: fakeClock(NOW, { auto: true }),
        env: { ...t.host.env, ...env },
      });
      const document = await json('orders', 'upload', 'orders.json', '--max-outage', '1m');
      return (document.error ?? document).reason;
    };
    sandbox.setFaults([{ on: 'orders', do: { drop: 'before' } }]);
    expect(await away({})).toBe('outage');
    sandbox.setFaults([{ on: 'orders', do: { status: 404 } }]);
    expect(await away({})).toBe('address');
    sandbox.setFaults([{ on: 'token', do: { status: 401 } }]);
    expect(await away({ RETURNS_CLIENT_SECRET: 'wrong-secret' })).toBe('sign_in');
    expect(await json('orders', 'upload', 'no-such.json')).toMatchObject({ reason: 'input' });
  });

  test('help exit-codes has them, and says which ones pass', async () => {
    const { reasons } = await json('help', 'exit-codes');
    const passing = reasons.filter(({ passes }: { passes: boolean }) => passes);
    expect(passing.map(({ reason }: { reason: string }) => reason)).toEqual([
      'outage',
      'server_error',
      'rate_limit',
    ]);
    expect((await call('help', 'exit-codes')).out).toMatch(/tls +75 +lasts/);
  });

  test('the cron sample is silent about an outage until it lasts, and loud at once about the rest', () => {
    const script = path.resolve(import.meta.dirname, '../../samples/cron/upload-orders.sh');
    const state = path.join(t.root, 'cron');
    const cron = (reason: string, code = 75) => {
      const document = { code: 'service.x', message: 'It is so', hint: 'x', reason };
      const skipped = { skipped_by: [{ reason: 'outside_window', orders: 1, rows: 1 }], error: document };
      fs.writeFileSync(
        path.join(t.work, 'returns'),
        `#!/bin/sh\nprintf '%s\\n' '${JSON.stringify(skipped)}'\nexit ${code}\n`,
        { mode: 0o755 },
      );
      const env = { PATH: `${t.work}:${process.env['PATH']}`, RETURNS_STATE_DIR: state };
      const { status, stderr } = spawnSync('sh', [script, 'a.csv'], { env, encoding: 'utf8' });
      return { status, stderr };
    };
    for (const reason of ['outage', 'server_error', 'rate_limit'])
      expect(cron(reason)).toEqual({ status: 0, stderr: '' });
    const since = path.join(state, 'upload-away-since');
    fs.writeFileSync(since, String(Math.floor(Date.now() / 1000) - 7 * 3600));
    expect(cron('outage').stderr).toMatch(/away for 42\d minutes \(outage\): It is so/);
    for (const reason of ['address', 'tls', 'proxy'])
      expect(cron(reason)).toMatchObject({ status: 75, stderr: expect.stringContaining(`(${reason})`) });
    expect(cron('sign_in', 4)).toMatchObject({ status: 4, stderr: expect.stringContaining('It is so') });
    expect(cron('done', 0)).toEqual({ status: 0, stderr: '' });
    expect(fs.existsSync(since)).toBe(false);
  });
});

test('--min-orders and --max-age catch a stale export before anything is sent', async () => {
  t = deskAt({ root: t.root, now: NOW });
  // One order is of tomorrow by mistake: it makes the export no younger.
  write(orders(2, (i) => (i === 0 ? { updated_at: '2026-05-04T12:00:00Z' } : {})));
  const upload = (...flags: string[]) => json('orders', 'upload', 'orders.json', ...flags);
  expect(await upload('--min-orders', '3')).toMatchObject({ code: 'input.orders.too_few', exit_code: 6 });
  expect(await upload('--max-age', '23h')).toMatchObject({
    code: 'input.stale',
    exit_code: 6,
    message: 'The newest order of the input was changed 24 h 00 min ago',
  });
  expect(received()).toHaveLength(0);
  expect(await upload('--min-orders', '2', '--max-age', '25h')).toMatchObject({ orders: { accepted: 1 } });
});

test('rejects are written once per new refusal, and all of them where --rejects asks for it', async () => {
  sandbox.setFaults([{ on: 'orders', match: '"SO-1"', do: { status: 422, body: { message: 'no' } } }]);
  const list = orders(4, (i) => (i > 1 ? statusOf('Shiped') : {}));
  write(list);
  const flags = ['orders', 'upload', 'orders.json', '--batch-size', '1'];
  const first = await json(...flags);
  expect(first.refused).toMatchObject({ new: 3, files: [expect.stringContaining(first.run)] });
  const second = await json(...flags);
  expect(second).toMatchObject({ exit: 3, orders: { refused: 3 }, refused: { new: 0, files: [] } });
  const asked = await json(...flags, '--rejects', 'all.ndjson');
  expect(fs.readFileSync(asked.refused.files[0], 'utf8').trimEnd().split('\n')).toHaveLength(3);
  // Refused for something else now: that is new.
  write(list.map((order, i) => (i === 3 ? { ...order, ...statusOf('Sent') } : order)));
  const third = await json(...flags);
  expect(third.refused.new).toBe(1);
  expect(fs.readFileSync(third.refused.files[0], 'utf8')).toContain('Sent');
});

test('a run that stops because too much is refused writes the same rows only once, too', async () => {
  write(orders(3, () => statusOf('Shiped')));
  const flags = ['orders', 'upload', 'orders.json', '--max-rejects', '1'];
  expect(await json(...flags)).toMatchObject({ exit: 5, refused: { new: 3, files: [expect.any(String)] } });
  expect(await json(...flags)).toMatchObject({ exit: 5, refused: { new: 0, files: [] } });
});

test('runs purge --before removes old runs and their rejects, and keeps what was accepted known', async () => {
  t = deskAt({ root: t.root, now: NOW });
  write(orders(2, (i) => (i === 1 ? statusOf('Shiped') : {})));
  const old = await json('orders', 'upload', 'orders.json');
  t = deskAt({ root: t.root, now: NOW + 40 * 86_400_000 });
  const young = await json('orders', 'upload', 'orders.json', '--force');
  const purge = ['runs', 'purge', '--before', '30d'];
  expect(await json(...purge)).toMatchObject({ code: 'usage.question', exit_code: 2 });
  expect(await json(...purge, '--dry-run')).toMatchObject({ state: 'planned', runs: [old.run] });
  expect(fs.existsSync(old.refused.files[0])).toBe(true);
  expect(await json(...purge, '--yes')).toMatchObject({
    state: 'purged',
    runs: [old.run],
    rejects: [path.dirname(old.refused.files[0])],
  });
  expect(fs.existsSync(path.dirname(old.refused.files[0]))).toBe(false);
  expect((await json('runs', 'list')).runs.map((one: { run: string }) => one.run)).toEqual([young.run]);
  expect(await json(...purge, '--yes')).toMatchObject({ state: 'nothing' });
  expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ orders: { already_accepted: 1 } });
});

test('runs are found by last and by the beginning of an id', async () => {
  write(orders(1));
  const first = await json('orders', 'upload', 'orders.json');
  const second = await json('orders', 'upload', 'orders.json');
  expect(await json('runs', 'show', 'last')).toMatchObject({ run: second.run });
  expect(await json('runs', 'show', first.run.slice(0, -1))).toMatchObject({ run: first.run });
  expect(await json('runs', 'show', first.run.slice(0, 8))).toMatchObject({
    code: 'run.ambiguous',
    exit_code: 2,
    found: expect.stringContaining(first.run),
  });
  expect(await json('runs', 'show', 'nothing')).toMatchObject({ code: 'run.unknown', exit_code: 2 });
});

test('a check and a dry run of ASNs foretell the stop of the real run as well', async () => {
  const [asn] = JSON.parse((await call('asns', 'template', '--format', 'json')).out);
  const bad = Array.from({ length: 101 }, (_, i) => ({ ...asn, asn_number: `A-${i}`, status: 'canceled' }));
  t = testHost({ root: t.root, env: { ...t.host.env, RETURNS_BASE_URL: sandbox.url } });
  write(bad, 'asns.json');
  const ways = [
    await json('asns', 'check', 'asns.json'),
    await json('asns', 'create', 'asns.json', '--dry-run'),
    await json('asns', 'create', 'asns.json'),
  ];
  expect(ways.map(({ exit }) => exit)).toEqual([5, 5, 5]);
  expect(ways[0].would_stop).toMatchObject({ code: 'asns.max_rejects', exit_code: 5 });
  expect(ways[1].would_stop).toEqual(ways[0].would_stop);
  expect(ways[2]).toMatchObject({ would_stop: null, error: { code: 'asns.max_rejects', reason: 'stopped' } });
  expect((await call('asns', 'check', 'asns.json')).out).toMatch(/exit\s+5,\s+because our/);
  // With the settings that the run would have.
  expect(await json('asns', 'check', 'asns.json', '--max-rejects', '200')).toMatchObject({
    would_stop: null,
    exit: 3,
  });
  const lenient = ['asns.json', '--max-rejects', '200', '--fail-on', 'none'];
  expect(await json('asns', 'check', ...lenient)).toMatchObject({ would_stop: null, exit: 0 });
});
