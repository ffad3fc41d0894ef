// The answer of an endpoint is recorded, masked and shown. Older records without it, and imported records, still work.
import { expect, test } from 'vitest';
import { makeListenView } from '../../../src/calls/text/received-text.ts';
import { MAX_ANSWER_BYTES } from '../../../src/storage/calls.ts';
import { until } from '../../helpers/cli.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { startListen } from '../run-listen.ts';
import {
  callOf,
  document,
  endpoint,
  listed,
  NOON,
  presenterOf,
  recorded,
  returns,
  rma,
  textOf,
} from '../support.ts';

test("an endpoint's answer is recorded and shown everywhere, with its body up to 64 kB and its secrets masked", async () => {
  const long = `${'x'.repeat(MAX_ANSWER_BYTES - 1)}é and more`;
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
    // The cut is between two characters.
    forwarded: {
      answer: { body: 'x'.repeat(MAX_ANSWER_BYTES - 1), truncated: true, bytes: long.length + 1 },
    },
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

test("the live line shows the endpoint's answer, and which call is repeated", () => {
  const here = testPlatform({ clock: fakeClock(NOON, { auto: true }) });
  const view = makeListenView(here.platform, presenterOf(here));
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

test.each([false, true])(
  'while stdout is blocked, 10,000 lines wait, and the other calls are counted (--json %s)',
  async (json) => {
    const here = testPlatform({ clock: fakeClock(NOON, { auto: true }) });
    const written: string[] = [];
    let unblock = () => {};
    let blocked = new Promise<void>((resolve) => {
      unblock = resolve;
    });
    const terminal = {
      ...here.platform.terminal,
      out(text: string | Uint8Array) {
        written.push(String(text));
        return blocked;
      },
    };
    const show = presenterOf({ ...here, platform: { ...here.platform, terminal } }, { json });
    const view = makeListenView({ ...here.platform, terminal }, show);
    const calls = (many: number) => {
      for (let n = 0; n < many; n++) view.emit({ type: 'call', record: callOf({ changes: [] }) });
    };
    calls(1);
    await until(() => written.length === 1, 'the first line');
    calls(12_000);
    expect(written).toHaveLength(1);
    const first = written[0]!.split('\n').length - 1;
    unblock();
    blocked = Promise.resolve();
    await view.done();
    calls(1);
    view.emit({ type: 'closed', calls: 12_002, byVerdict: { ok: 12_002, note: 0, warning: 0, error: 0 } });
    await view.done();
    const lines = written.join('').trim().split('\n');
    const at = lines.findIndex((line) => line.includes(json ? '"skipped"' : 'not shown'));
    const perCall = first;
    const shown = Math.ceil(10_000 / perCall);
    expect(at).toBe(shown * perCall);
    const missing = 12_001 - shown;
    if (json)
      expect(JSON.parse(lines[at]!)).toEqual({ type: 'skipped', schema: 'listen-skipped/1', calls: missing });
    else
      expect(lines[at]).toBe(
        `${missing.toLocaleString('en')} calls not shown here, because the output was blocked; recorded: returns calls list`,
      );
    expect(lines.length).toBe(at + 1 + perCall + (json ? 1 : 0));
  },
);

test('records from versions without recorded answers are read, listed and shown', async () => {
  const here = testPlatform();
  const old = callOf({
    response: { status: 422, by: 'forwarded', body: '{"message":"no"}' },
    forwarded: { url: 'http://127.0.0.1:9/rmas', status: 422, ms: 3 },
  });
  await recorded(here, [old]);
  expect((await returns(here, ['calls', 'show', 'last'])).stdout).toContain('{"message":"no"}');
  expect((await listed(here)).calls).toMatchObject([{ open: true, replay_of: null, settled_by: null }]);
});

test('imported calls show no answer', async () => {
  const here = testPlatform();
  here.file('log.ndjson', `${JSON.stringify(rma('RMA-1'))}\n{"rma_identifier"\n`);
  await returns(here, ['calls', 'import', 'log.ndjson']);
  const { calls } = await listed(here);
  expect(calls.map(({ response, open }) => [response, open])).toEqual(calls.map(() => [null, false]));
  expect(calls).toHaveLength(2);
  expect((await listed(here, '--status', '200')).calls).toEqual([]);
  const { stdout } = await returns(here, ['calls', 'show', 'last']);
  expect(stdout).toContain('answer           not known: the call was imported');
  expect((await returns(here, ['calls', 'list'])).stdout).toMatch(/ ok\n.* error\n/);
});
