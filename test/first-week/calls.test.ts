// What a first week with the receiver and its record must not trip over: one test a promise.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { rowTime } from '../../src/calls/inspector/page/words.ts';
import type { Hello } from '../../src/calls/inspector/types.ts';
import { JUDGED_AS } from '../../src/calls/judge-log.ts';
import { makeListenView } from '../../src/calls/text/listen-view.ts';
import { makePresenter } from '../../src/cli/presenter.ts';
import { widthOf } from '../../src/cli/width.ts';
import { judgeRma } from '../../src/contract/judge-rma.ts';
import { MESSAGES } from '../../src/contract/messages.ts';
import { sampleExchangeAnswer, sampleVariant } from '../../src/contract/sample-exchange.ts';
import { sampleRma } from '../../src/contract/sample-rma.ts';
import { realNet } from '../../src/platform/net.ts';
import type { ServerAnswer, ServerRequest } from '../../src/platform/platform.ts';
import { callReader } from '../../src/storage/call-reader.ts';
import { ANSWER_KEPT, type CallRecord } from '../../src/storage/calls.ts';
import { inspectorKeyFile } from '../../src/storage/inspector-key.ts';
import { startStation, tokenFor } from '../calls/inspector/station.ts';
import { listenInMemory, requestOf } from '../calls/receiver-support.ts';
import { startListen } from '../calls/run-listen.ts';
import { callOf, document, idAt, NOON, recorded, returns, story } from '../calls/support.ts';
import { CHROMIUM, startChromium } from '../helpers/chromium.ts';
import { fakeClock } from '../helpers/clock.ts';
import { type TestHost, testHost } from '../helpers/host.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** A retailer's own endpoint. */
async function endpoint(answer: (request: ServerRequest) => ServerAnswer) {
  const heard: ServerRequest[] = [];
  const server = await realNet.serve({ host: '127.0.0.1', port: 0, maxBody: 1e7 }, async (request) => {
    heard.push(request);
    return answer(request);
  });
  closing.push(() => server.close());
  return { ...server, heard };
}

const presenterOf = ({ host }: TestHost) =>
  makePresenter(host, { json: false, quiet: false, verbose: false, color: false });
const textOf = ({ body }: ServerRequest) => Buffer.from(body).toString();

const rma = (name: string) => sampleRma({ rma_identifier: name });
const codesOf = (call: CallRecord) => call.findings.map(({ code }) => code);

interface Listed {
  readonly calls: {
    readonly id: string;
    readonly open: boolean;
    readonly replay_of: string | null;
    readonly response: unknown;
    readonly settled_by: { readonly id: string | null; readonly to: string | null } | null;
  }[];
}
const listed = (here: TestHost, ...words: string[]) => document<Listed>(here, ['calls', 'list', ...words]);

test('a message without Content-Type is taken when it parses, with a warning that names the header; a wrong one is 415', async () => {
  const ears = await listenInMemory();
  const send = (body: string, headers: Record<string, string> = {}) =>
    ears.handle(requestOf('POST', '/rmas', body, headers));
  expect((await send(JSON.stringify(rma('RMA-1')))).status).toBe(200);
  const taken = await ears.last();
  expect(taken).toMatchObject({ verdict: 'warning', rma: 'RMA-1' });
  expect(codesOf(taken)).toEqual(['call.media.missing']);
  expect(taken.findings[0]!.message).toContain('Content-Type: application/json');
  expect((await send('{"rma_identifier"')).status).toBe(400);
  expect(codesOf(await ears.last())).toEqual(['call.body.broken', 'call.media.missing']);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])
    expect((await send(JSON.stringify(rma('RMA-2')), { 'Content-Type': type })).status).toBe(415);
  expect(codesOf(await ears.last())).toEqual(['call.media.type']);
});

test("calls check judges a retailer's own answers, by the names of returns schema", async () => {
  expect(Object.keys(MESSAGES)).toEqual(expect.arrayContaining([...JUDGED_AS]));
  const here = testHost();
  const check = (content: unknown, as: string) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    here.file('answer.json', text);
    return document<{ calls: number; as: string; findings: { code: string; path: string }[] }>(here, [
      ...['calls', 'check', 'answer.json', '--as', as],
    ]);
  };
  // An array is one answer, not several messages.
  const good = [sampleVariant(), sampleVariant({ sku: 'TEE-GRN-S' })];
  expect(await check(good, 'variants')).toMatchObject({ exit: 0, calls: 1, as: 'variants', findings: [] });
  const price = [sampleVariant(), sampleVariant({ sku: 'B', unit_price_amount_cents: 24.99 })];
  expect(await check(price, 'variants')).toMatchObject({
    exit: 3,
    findings: [{ code: 'variants.amount.type', path: '[1].unit_price_amount_cents' }],
  });
  expect(await check('"none"', 'variants')).toMatchObject({
    exit: 3,
    findings: [{ code: 'variants.answer.form' }],
  });
  expect(await check('[]\n[]\n{"variants":[]}', 'variants')).toMatchObject({ exit: 0, calls: 3 });
  expect(await check(sampleExchangeAnswer(), 'exchange-answer')).toMatchObject({ exit: 0, findings: [] });
  expect(await check(sampleExchangeAnswer({ tax_amount_cents: '2.00' }), 'exchange-answer')).toMatchObject({
    exit: 3,
    findings: [{ code: 'exchange.answer.amount' }],
  });
  expect(await check(sampleRma({ items: [] }), 'rma')).toMatchObject({ exit: 3 });
  expect(await check(sampleRma(), 'exchange-order')).toMatchObject({ exit: 3 });
  const both = await returns(here, ['calls', 'check', 'answer.json', '--as', 'rma', '--kind', 'rma']);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--as and --kind')]);
  here.file('bare.json', '[{"sku":"A"}]');
  const bare = ['calls', 'check', 'bare.json', '--as', 'variants'];
  expect(await document(here, bare)).toMatchObject({ exit: 0 });
  // Levels hold for answers as for messages.
  const strict = await document(here, [...bare, '--level', 'variants.field.missing:title=error']);
  expect(strict).toMatchObject({ exit: 3, levels: { 'variants.field.missing:title': 'error' } });
  const text = await returns(here, ['calls', 'check', 'answer.json', '--as', 'variants']);
  expect(text.stdout).toMatch(/^1 answer: 1 error\n/);
});

test("an endpoint's answer is recorded and shown everywhere, its body up to 64 kB, its secrets masked", async () => {
  const long = `${'x'.repeat(ANSWER_KEPT - 1)}é and more`;
  const shop = await endpoint((request) => ({
    status: textOf(request).includes('RMA-LONG') ? 200 : 422,
    headers: {
      ...{ 'content-type': 'text/plain', 'x-shop': 'yes', 'set-cookie': 'sid=hidden-1' },
      ...{ 'x-auth-token': 'hidden-2', location: '/login?token=hidden-3' },
    },
    body: textOf(request).includes('RMA-LONG') ? long : 'no such\norder \u001b[31m',
  }));
  const listen = await startListen(['--forward-to', shop.url, '--stop-after', '2', '--no-inspect']);
  await listen.post('/rmas', rma('RMA-1'));
  await listen.post('/rmas', rma('RMA-LONG'));
  expect(await listen.done).toBe(0);
  const { here } = listen;
  const lines = listen.lines().filter(({ type }) => type === 'call');
  expect(lines[0]).toMatchObject({
    response: { status: 422, by: 'forwarded' },
    forwarded: { status: 422, answer: { body: 'no such\norder \u001b[31m', truncated: false, bytes: 19 } },
  });
  const shown = await document<{ id: string }>(here, ['calls', 'show', String(lines[0]!['id'])]);
  expect(shown).toMatchObject({
    forwarded: { answer: { headers: expect.arrayContaining([['x-shop', 'yes']]) } },
  });
  expect(await document(here, ['calls', 'show', String(lines[1]!['id'])])).toMatchObject({
    // Never half a character.
    forwarded: { answer: { body: 'x'.repeat(ANSWER_KEPT - 1), truncated: true, bytes: long.length + 1 } },
  });
  const { stdout } = await returns(here, ['calls', 'show', shown.id]);
  expect(stdout).toContain('x-shop: yes');
  expect(stdout).toContain('set-cookie: ***');
  expect(stdout).toContain('    no such\n    order \\u{1b}[31m');
  const list = (await returns(here, ['calls', 'list'])).stdout;
  expect(list).toMatch(/answer\n.* 422 open\n.* 200\n/);
  const everything = [
    ...[here.stdout(), stdout, list, JSON.stringify(shown)],
    (await returns(here, ['calls', 'export'])).stdout,
  ];
  expect(everything.join('')).not.toContain('hidden');
});

test('the live line shows what an endpoint answered, and which call is repeated', () => {
  const here = testHost({ clock: fakeClock(NOON, { auto: true }) });
  const view = makeListenView(here.host, presenterOf(here));
  const answer = {
    headers: [['content-type', 'text/plain']],
    body: 'no such\norder',
    encoding: 'utf8',
  } as const;
  const record = callOf({
    response: { status: 422, by: 'forwarded' },
    forwarded: { url: 'http://x', status: 422, ms: 7, answer: { ...answer, bytes: 13, truncated: false } },
    replayOf: '20261119-120000-000001',
  });
  view.emit({ type: 'call', record });
  return view.done().then(() => {
    expect(here.stdout()).toContain('422 forwarded 7 ms');
    expect(here.stdout()).toMatch(/^ {2}replay {3}of 20261119-120000-000001$/m);
    expect(here.stdout()).toMatch(/^ {2}answer {3}text\/plain, 13 B: no such order$/m);
  });
});

test('records from before answers were kept are read, listed and shown', async () => {
  const here = testHost();
  const old = callOf({
    response: { status: 422, by: 'forwarded', body: '{"message":"no"}' },
    forwarded: { url: 'http://127.0.0.1:9/rmas', status: 422, ms: 3 },
  });
  await recorded(here, [old]);
  expect((await returns(here, ['calls', 'show', 'last'])).stdout).toContain('{"message":"no"}');
  expect((await listed(here)).calls).toMatchObject([{ open: true, replay_of: null, settled_by: null }]);
});

test('a replay names its original, and an original that a replay settled is no longer open', async () => {
  let status = 500;
  const shop = await endpoint(() => ({ status, headers: { 'content-type': 'text/plain' }, body: 'as told' }));
  const listen = await startListen(['--forward-to', shop.url, '--no-inspect']);
  const { here } = listen;
  await listen.post('/rmas', rma('RMA-1'));
  await listen.post('/rmas', rma('RMA-2'));
  await listen.post('/rmas', rma('RMA-3'));
  const [first, second, third] = (await listed(here, '--open')).calls;
  expect([first, second, third].map((call) => call?.open)).toEqual([true, true, true]);
  // Still refused: the original stays open, and the replay is not open beside it.
  const refused = await document<{ answers: { recorded: string }[] }>(here, [
    ...['calls', 'replay', first!.id, '--to', listen.url],
  ]);
  expect(refused).toMatchObject({ exit: 3, answers: [{ status: 500, answer: { body: 'as told' } }] });
  expect((await listed(here, '--open')).calls.map(({ id }) => id)).toEqual([
    first!.id,
    second!.id,
    third!.id,
  ]);
  status = 204;
  // The replay of a replay repeats the original.
  await returns(here, ['calls', 'replay', refused.answers[0]!.recorded, '--to', listen.url]);
  // Straight to the endpoint, past the receiver.
  await returns(here, ['calls', 'replay', second!.id, '--to', shop.url]);
  // The service tries again by itself.
  await listen.post('/rmas', rma('RMA-3'));
  expect((await listed(here, '--open')).calls).toEqual([]);
  const { calls } = await listed(here);
  expect(calls.map(({ replay_of }) => replay_of)).toEqual([null, null, null, first!.id, first!.id, null]);
  expect(calls.map(({ settled_by }) => settled_by && [settled_by.id, settled_by.to])).toEqual([
    [calls[4]!.id, null],
    [null, shop.url],
    [calls[5]!.id, null],
    ...[null, null, null],
  ]);
  const text = (await returns(here, ['calls', 'list'])).stdout;
  expect(text).toContain(`  replay of ${first!.id}\n`);
  expect(text).toContain(`  settled by ${calls[4]!.id}\n`);
  expect((await returns(here, ['calls', 'show', second!.id])).stdout).toContain(
    `settled by a replay to ${shop.url}, answered 204`,
  );
  // The endpoint gets what the service sent, without our own header.
  const passed = shop.heard.filter((request) => textOf(request).includes('RMA-1'));
  expect(passed.every(({ headers }) => !('x-returns-replay-of' in headers))).toBe(true);
  // What was noted of a call goes with it, and stays with it.
  const file = path.join(here.folders.state, 'calls');
  const noted = () =>
    fs
      .readdirSync(file)
      .some((name) => fs.readFileSync(path.join(file, name), 'utf8').includes('"settled":'));
  await returns(here, ['calls', 'purge', '--rma', 'RMA-1', '--yes']);
  expect([noted(), (await listed(here, '--open')).calls]).toEqual([true, []]);
  await returns(here, ['calls', 'purge', '--rma', 'RMA-2', '--yes']);
  expect(noted()).toBe(false);
  listen.interrupt();
  expect(await listen.done).toBe(0);
});

test('a replay that was changed with --set settles its original, unless it was made another RMA', async () => {
  let status = 422;
  const shop = await endpoint(() => ({ status }));
  const listen = await startListen(['--forward-to', shop.url, '--no-inspect']);
  await listen.post('/rmas', rma('RMA-1'));
  status = 200;
  const replayed = (setting: string) =>
    returns(listen.here, ['calls', 'replay', 'last', '--to', listen.url, '--set', setting]);
  await replayed('rma_identifier=RMA-2');
  expect((await listed(listen.here, '--open')).calls).toHaveLength(1);
  const [original] = (await listed(listen.here, '--open')).calls;
  await returns(listen.here, [
    ...['calls', 'replay', original!.id, '--to', listen.url, '--set', 'items[0].sku=OTHER'],
  ]);
  expect((await listed(listen.here, '--open')).calls).toEqual([]);
  listen.interrupt();
  await listen.done;
});

test('lists have the date where days differ, from each other or from today', async () => {
  const here = testHost();
  await recorded(here, [callOf({ at: NOON, id: idAt(NOON, 1) })]);
  const on = async (now: number) =>
    (await returns(here, ['calls', 'list'], { clock: fakeClock(now) })).stdout;
  expect(await on(NOON + 3_600_000)).toMatch(/^12:00:00 /m);
  expect(await on(NOON + 86_400_000)).toMatch(/^11-20 12:00 /m);
  const live = testHost({ clock: fakeClock(NOON, { auto: true }) });
  const view = makeListenView(live.host, presenterOf(live));
  for (const at of [NOON, NOON + 86_400_000, NOON + 86_400_001])
    view.emit({ type: 'call', record: callOf({ at }) });
  await view.done();
  expect(live.stdout().match(/^(?:2026-.*|\d\d:\d\d)/gm)).toEqual(['12:00', '2026-11-21', '12:00', '12:00']);
  const local = new Date(2026, 10, 20, 9, 30).getTime();
  expect(rowTime(local, local + 1000)).toBe('09:30:00');
  expect(rowTime(local, local + 86_400_000)).toBe('20 Nov 09:30');
});

test('at 60 columns the list has a line a call: what the id says as well gives way before anything is folded', async () => {
  const here = testHost();
  const call = (n: number, rest: Partial<CallRecord>) => callOf({ at: NOON, id: idAt(NOON, n), ...rest });
  await recorded(here, [
    call(1, {
      rma: 'RMA-7001',
      anomaly: 'duplicate',
      verdict: 'warning',
      response: { status: 503, by: 'receiver' },
    }),
    call(2, { rma: 'RMA-7002', kind: 'unknown', status: 'REFUNDED' }),
  ]);
  const { stdout } = await returns(here, ['calls', 'list'], {
    clock: fakeClock(NOON + 86_400_000),
    terminal: { stdout: true, columns: 60 },
  });
  const table = stdout.split('\n\n')[0]!.split('\n');
  expect(table).toHaveLength(3);
  expect(table.filter((line) => widthOf(line) > 60)).toEqual([]);
  expect(table[0]).toMatch(/id +RMA +stat\S* +verdict +anom\S* +answer/);
  expect(table[1]).toContain('503 open');
});

test('imported calls claim no answer, also those that an earlier version imported', async () => {
  const here = testHost();
  here.file('log.ndjson', `${JSON.stringify(rma('RMA-1'))}\n{"rma_identifier"\n`);
  await returns(here, ['calls', 'import', 'log.ndjson']);
  const old = callOf({ at: 1, id: idAt(1, 1), imported: { file: 'old.ndjson', line: 1 } });
  await recorded(here, [old]);
  const { calls } = await listed(here);
  expect(calls.map(({ response, open }) => [response, open])).toEqual(calls.map(() => [null, false]));
  expect(calls).toHaveLength(3);
  expect((await listed(here, '--status', '200')).calls).toEqual([]);
  const { stdout } = await returns(here, ['calls', 'show', idAt(1, 1)]);
  expect(stdout).toContain('answer           not known: the call was imported');
  expect((await returns(here, ['calls', 'list'])).stdout).not.toContain('answer');
});

test('--expect counts the calls of this run, whatever the record holds of earlier ones', async () => {
  const messages = story('RMA-1');
  const prepare = (here: TestHost) =>
    here.file(
      'expected.ndjson',
      '{"kind":"rma","status":"CREATED","count":3}\n{"kind":"rma","status":"REFUNDED"}\n',
    );
  const run = async (root?: string) => {
    const flags = ['--expect', 'expected.ndjson', '--wait', '20s', '--no-inspect'];
    const listen = await startListen(flags, { prepare, ...(root === undefined ? {} : { root }) });
    for (const message of messages) await listen.post('/rmas', message);
    return { code: await listen.done, root: listen.here.root };
  };
  const { code, root } = await run();
  expect([code, (await run(root)).code]).toEqual([0, 0]);
  // Within one run a message that comes twice still counts once.
  const listen = await startListen(['--expect', 'expected.ndjson', '--wait', '1s', '--no-inspect'], {
    prepare,
    root,
  });
  for (const message of [messages[0], messages[0], messages[0], messages[3]])
    await listen.post('/rmas', message);
  expect(await listen.done).toBe(8);
});

test('calls replay --dry-run lists every call that would be sent', async () => {
  const here = testHost();
  const calls = story('RMA-1').map((message, n) =>
    callOf({ at: NOON + n * 60_000, id: idAt(NOON + n * 60_000, 1), bytesOf: JSON.stringify(message) }),
  );
  await recorded(here, calls);
  const line = ['calls', 'replay', '--rma', 'RMA-1', '--pace', 'original', '--dry-run'];
  const { stdout, code } = await returns(here, line);
  expect(code).toBe(0);
  for (const { id } of calls) expect(stdout).toMatch(new RegExp(`^ {2}\\+.* ${id} +POST /rmas +RMA-1 `, 'm'));
  expect(await document(here, line)).toMatchObject({
    state: 'planned',
    planned: calls.map(({ id, at }) => ({ id, due_ms: at - NOON, url: 'http://127.0.0.1:4400/rmas' })),
  });
});

test('--set refuses a path that neither the message nor the interface has, and names what was meant', async () => {
  const here = testHost();
  await recorded(here, [callOf()]);
  const set = (setting: string) => returns(here, ['calls', 'replay', 'last', '--dry-run', '--set', setting]);
  const { code, stderr } = await set('items[0].tracking_nmber=1Z');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean "tracking_number"?')]);
  for (const wrong of [
    'stauts=REFUNDED',
    'items[0].refund_financials.total=1',
    'items[0].sku.x=1',
    'nothing.here=1',
  ])
    expect([wrong, (await set(wrong)).code]).toEqual([wrong, 2]);
  const fields = ['status=REFUNDED', 'giftee_email=a@b.example', 'items[0].upc=4', 'warehouse_id=W'];
  for (const right of [...fields, 'items[0].refund_financials.brand_refund_amount_cents=1'])
    expect([right, (await set(right)).code]).toEqual([right, 0]);
});

test("the page's own example is a message without findings, for the path that listens", async () => {
  const station = await startStation();
  closing.push(() => station.close());
  const answer = await fetch(`${station.origin}/api/events`, {
    headers: { 'x-inspector-session': station.token },
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const hello = JSON.parse(/data: (.*)/.exec((await reader.read()).value!)![1]!) as Hello;
  await reader.cancel();
  expect(judgeRma(JSON.parse(hello.example.body))).toEqual([]);
  const post = await fetch(hello.example.url, { method: 'POST', body: hello.example.body });
  expect(post.status).toBe(200);
  const records: CallRecord[] = [];
  for await (const record of callReader(station.host, station.folders).read()) records.push(record);
  expect(records[0]).toMatchObject({ verdict: 'ok', rma: 'RMA-1' });
});

test("the page's address survives a restart; what the page sends is good for one start and one port only", async () => {
  const before = await startStation();
  const port = Number(new URL(before.origin).port);
  const ask = (origin: string, token: string) =>
    fetch(`${origin}/api/calls`, {
      headers: { 'x-inspector-session': token, connection: 'close' },
    }).then(({ status }) => status);
  const [, key] = before.url.split('#session=');
  expect(await ask(before.origin, before.token)).toBe(200);
  await before.close();
  const after = await startStation({ port, root: before.root });
  closing.push(() => after.close());
  expect(after.url).toBe(before.url);
  expect(await ask(after.origin, after.token)).toBe(200);
  // Somebody else on that port in between has seen this token at most: it is worth nothing now.
  expect(await ask(after.origin, before.token)).toBe(401);
  expect(await ask(after.origin, key!)).toBe(401);
  // Nor does it lead from a page of another port to this one.
  const { nonce } = (await (
    await fetch(`${after.origin}/api/session`, { headers: { connection: 'close' } })
  ).json()) as { nonce: string };
  expect(await ask(after.origin, after.host.crypto.sha256(`${key}\n${nonce}\n127.0.0.1:1`))).toBe(401);
  // A port that the page was served on before may be anybody's by now; one that was forwarded never was ours.
  const moved = await startStation({ root: before.root });
  closing.push(() => moved.close());
  const under = async (host: string) =>
    new Promise<number>((resolve) => {
      void tokenFor(moved.origin, key!, host).then((token) =>
        http.get(
          `${moved.origin}/api/calls`,
          { headers: { host, 'x-inspector-session': token } },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          },
        ),
      );
    });
  expect([await under(`127.0.0.1:${port}`), await under('localhost:1')]).toEqual([401, 200]);
  const file = inspectorKeyFile(after.folders);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  // Without the file, and after a month, there is a new key.
  const old = JSON.parse(fs.readFileSync(file, 'utf8')) as { made_at: number };
  fs.writeFileSync(file, JSON.stringify({ ...old, made_at: old.made_at - 31 * 86_400_000 }));
  const later = await startStation({ root: before.root });
  closing.push(() => later.close());
  expect(later.url).not.toContain(key);
  expect(await ask(later.origin, await tokenFor(later.origin, key!))).toBe(401);
});

test.skipIf(!CHROMIUM)(
  'an open page goes on when the receiver is started again, and shows replays',
  async () => {
    const browser = await startChromium();
    const context = await browser.newContext({ viewport: { width: 1360, height: 820 } });
    const page = await context.newPage();
    let station = await startStation();
    const port = Number(new URL(station.origin).port);
    try {
      await page.goto(station.url);
      await page.locator('.connection.live').waitFor();
      const refused = await station.hear(rma('RMA-BEFORE'), { response: { status: 502, by: 'forwarded' } });
      await page.locator(`[data-call="${refused.id}"] .answer.bad`).waitFor();
      await station.close();
      await page.locator('.connection.broken').waitFor();
      station = await startStation({ port, root: station.root });
      await page.locator('.connection.live').waitFor();
      const replay = await station.hear(rma('RMA-BEFORE'), { replayOf: refused.id });
      await page.locator(`[data-call="${refused.id}"] .answer`, { hasText: '502 settled' }).waitFor();
      await page.locator(`[data-call="${replay.id}"]`).click();
      await page.locator('.replayed', { hasText: `Replay of ${refused.id}` }).waitFor();
      // The printed address is still good, in a new tab, too.
      await page.goto(station.url);
      await page.locator('.connection.live').waitFor();
      expect(await page.locator('[data-call]').count()).toBe(2);
    } finally {
      await browser.close();
      await station.close();
    }
  },
);

test('play.sh goes on after an answer that it did not expect, and ends with 1', async () => {
  const shop = await endpoint((request) => ({
    status: textOf(request).includes('PRE_TRANSIT') ? 503 : 200,
    body: 'not now',
  }));
  const script = path.resolve(import.meta.dirname, '../../samples/listen/play.sh');
  const played = (url: string) =>
    promisify(execFile)('sh', [script, url]).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    );
  const { code, stdout } = await played(shop.url);
  expect(stdout.match(/^\d{3}/gm)).toEqual(['200', '503', '200', '200', '200', '503', '200', '200']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('not now')]);
  const nobody = await played('http://127.0.0.1:9');
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('nobody listens')]);
  expect(nobody.stdout.match(/^\d{3}/gm)).toHaveLength(1);
});
