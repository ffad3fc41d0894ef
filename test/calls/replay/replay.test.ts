// `calls replay`: the same bytes in the same order at the chosen pace, only to the given address.
import { describe, expect, it } from 'vitest';
import {
  planReplay,
  type ReplayOptions,
  type ReplayParts,
  replay,
} from '../../../src/calls/replay/send-replay.ts';
import { sampleRma } from '../../../src/contract/sample-rma.ts';
import type { HttpClient } from '../../../src/platform/platform.ts';
import { makeCli, until } from '../../helpers/cli.ts';
import { fakeClock, testPlatform } from '../../helpers/platform.ts';
import { callOf, document, HOSTILE, idAt, NOON, recorded, returns, startEcho, story } from '../support.ts';

const BASE = 'http://127.0.0.1:4400';
const OPTIONS: ReplayOptions = { base: BASE, pace: 'max', settings: [], withSecrets: false };

/** The messages of an RMA with their gaps, as they would be recorded. */
const calls = ['A', 'B'].flatMap((rma, r) =>
  story(rma).map((message, i) => {
    const at = NOON + i * 60_000 + r * 7_000;
    return callOf({ at, id: idAt(at, r), rma, bytesOf: JSON.stringify(message) });
  }),
);
const inTime = [...calls].sort((a, b) => a.at - b.at);

/** Runs a plan in simulated time against a function of time. */
async function play(
  options: Partial<ReplayOptions>,
  parts: Partial<ReplayParts> = {},
  takes: () => number = () => 0,
) {
  const clock = fakeClock(NOON, { auto: true });
  const sent: { at: number; body: string; url: string }[] = [];
  const open = { now: 0, most: 0, lanes: new Set<string>(), overlaps: 0 };
  const client: HttpClient = {
    async request({ url, body }) {
      const text = Buffer.from(body as Uint8Array).toString('utf8');
      const lane = (JSON.parse(text) as { rma_identifier: string }).rma_identifier;
      sent.push({ at: clock.monotonic(), body: text, url });
      open.most = Math.max(open.most, ++open.now);
      if (open.lanes.has(lane)) open.overlaps++;
      open.lanes.add(lane);
      await clock.sleep(takes());
      open.lanes.delete(lane);
      open.now--;
      return { status: 200, headers: {}, body: new Uint8Array() };
    },
    close: async () => {},
  };
  const signal = new AbortController().signal;
  const plan = planReplay(inTime, { ...OPTIONS, ...options });
  const done = await replay(plan, {
    ...{ clock, client, timeoutMs: 1000, signal, onAnswer: () => {} },
    ...parts,
  });
  return { sent, open, done, plan };
}

describe('pace and order', () => {
  const bodies = inTime.map(({ body }) => body);

  it('original: at the recorded times, with the gaps between them', async () => {
    const { sent } = await play({ pace: 'original' });
    expect(sent.map(({ body }) => body)).toEqual(bodies);
    expect(sent.map(({ at }) => at)).toEqual([0, 7, 60, 67, 120, 127, 180, 187].map((s) => s * 1000));
  });

  it('max: one after the other', async () => {
    const one = await play({}, {}, () => 100);
    expect(one.sent.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => i * 100));
    expect(one.sent.map(({ body }) => body)).toEqual(bodies);
    expect(one.open).toMatchObject({ most: 1, overlaps: 0 });
  });
});

describe('the plan', () => {
  it.each(['@evil.example/', 'http://evil.example/rmas', '*', ''])(
    'never leaves the address: %j',
    (target) => {
      const plan = planReplay([callOf({ target })], OPTIONS);
      expect([plan.steps, plan.skipped[0]!.why]).toEqual([[], expect.stringContaining('no path')]);
    },
  );

  it.each(['//evil.example/', '/\\evil.example/', '/../../x', '/%2e%2e/?a=http://evil.example'])(
    '%j stays at the given address',
    (target) => {
      const { steps } = planReplay([callOf({ target })], OPTIONS);
      expect(steps.map(({ url }) => new URL(url).host)).toEqual(['127.0.0.1:4400']);
    },
  );

  it('leaves out calls whose body was cut off', () => {
    expect(planReplay([callOf({ truncated: true })], OPTIONS).skipped).toHaveLength(1);
  });
});

describe('calls replay', () => {
  const setUp = async (statuses: number[] = []) => {
    const here = testPlatform();
    await recorded(here, inTime);
    const echo = await startEcho(statuses);
    return { here, echo };
  };

  it('sends the recorded bytes and headers, without connection headers and secrets', async () => {
    const { here, echo } = await setUp();
    const headers: [string, string][] = [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['X-Account', '1'],
      ['X-Account', '2'],
      ['Authorization', 'Bearer hidden'],
      ['Connection', 'keep-alive, X-Once'],
      ['X-Once', '1'],
      ['Host', 'shop.example'],
      ['Content-Length', '99999'],
      ['Transfer-Encoding', 'chunked'],
    ];
    const hostile = HOSTILE.map(([, body], i) =>
      callOf({ at: NOON + i, id: idAt(NOON, 900 + i), rma: 'H', bytesOf: body, headers }),
    );
    await recorded(here, hostile);
    const line = ['calls', 'replay', '--rma', 'H', '--to', echo.url];
    expect(await document(here, line)).toMatchObject({
      exit: 0,
      schema: 'replay/1',
      sent: hostile.length,
      by_status: { 200: hostile.length },
    });
    expect(echo.bodies()).toEqual(HOSTILE.map(([, body]) => Buffer.from(body as string)));
    const names = echo.received[0]!.headers;
    expect(names).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-account': '1, 2' });
    expect(names).not.toHaveProperty('authorization');
    expect(names).not.toHaveProperty('x-once');
    expect(names['host']).toBe(new URL(echo.url).host);
    await returns(here, [...line, '--with-secrets', '--text', 'RMA-2']);
    expect(echo.received.at(-1)!.headers['authorization']).toBe('Bearer hidden');
    await echo.close();
  });

  it('sends a body of a log with the headers of the interface, and one that had headers with those alone', async () => {
    const { here, echo } = await setUp();
    const bare = sampleRma({ rma_identifier: 'I' });
    const wrapped = { headers: { 'X-Account': '1' }, body: sampleRma({ rma_identifier: 'W' }) };
    here.file('log.ndjson', [bare, wrapped].map((one) => JSON.stringify(one)).join('\n'));
    await returns(here, ['calls', 'import', 'log.ndjson']);
    for (const rma of ['I', 'W']) await returns(here, ['calls', 'replay', '--rma', rma, '--to', echo.url]);
    const [first, second] = echo.received.map(({ headers }) => headers);
    expect(first).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
    expect(second).toMatchObject({ 'x-account': '1' });
    expect(second).not.toHaveProperty('content-type');
    const curl = (await returns(here, ['calls', 'export', '--rma', 'I', '--format', 'curl'])).stdout;
    expect(curl).toContain("-H 'Content-Type: application/json' -H 'Accept: application/json'");
    await echo.close();
  });

  it('sends a call once, however often it was replayed; a replay whose original is not chosen, too', async () => {
    const { here, echo } = await setUp();
    const first = callOf({ at: NOON, id: idAt(NOON, 900), rma: 'R' });
    const again = (n: number) =>
      callOf({ at: NOON + n * 1000, id: idAt(NOON + n * 1000, 900), rma: 'R', replayOf: first.id });
    await recorded(here, [first, again(1), again(2)]);
    const line = ['calls', 'replay', '--to', echo.url];
    expect(await document(here, [...line, '--rma', 'R'])).toMatchObject({ exit: 0, sent: 1 });
    const since = new Date(NOON + 500).toISOString();
    expect(await document(here, [...line, '--rma', 'R', '--since', since])).toMatchObject({ sent: 1 });
    expect(await document(here, [...line, again(1).id, again(2).id])).toMatchObject({ sent: 2 });
    expect(echo.received.every(({ headers }) => headers['x-returns-replay-of'] === first.id)).toBe(true);
    await echo.close();
  });

  it('exits 3 when an answer is not 2xx, and follows no redirect', async () => {
    const { here, echo } = await setUp([200, 302, 500]);
    const done = await document(here, ['calls', 'replay', '--rma', 'A', '--to', echo.url]);
    expect(done).toMatchObject({ exit: 3, exit_code: 3, by_status: { 200: 2, 302: 1, 500: 1 } });
    expect(echo.received).toHaveLength(4);
    await echo.close();
  });

  it('exits 75 when nothing answers', async () => {
    const { here, echo } = await setUp();
    await echo.close();
    const done = await document(here, ['calls', 'replay', '--since', '2026-01-01', '--to', echo.url]);
    expect(done).toMatchObject({
      exit: 75,
      state: 'unreachable',
      sent: 3,
      by_status: { 'no answer (refused)': 3 },
    });
  });

  it.each([
    [['--rma', 'A', '--to', 'http://shop.example'], 'usage.address.http'],
    [['--rma', 'A', '--to', 'https://user:word@shop.example'], 'usage.address'],
    [['--rma', 'A', '--to', 'https://shop.example'], 'usage.question'],
    [[], 'usage.missing'],
    [['last', '--rma', 'A'], 'usage.conflict'],
    [['last', '--pace', '5/s'], 'usage.value'],
    [['last', '--set', 'nothing'], 'usage.set'],
  ])('%j is refused: %s', async (words, code) => {
    const { here, echo } = await setUp();
    expect(await document(here, ['calls', 'replay', ...words])).toMatchObject({ exit: 2, code });
    await echo.close();
  });

  it('finishes calls in progress when it is interrupted, exit 130', async () => {
    const cli = makeCli();
    await recorded(testPlatform({ root: cli.root }), inTime);
    const echo = await startEcho();
    const started = cli.start([
      'calls',
      'replay',
      '--rma',
      'A',
      '--pace',
      'original',
      '--to',
      echo.url,
      '--json',
    ]);
    await until(() => echo.received.length === 1, 'the first call');
    started.child.kill('SIGINT');
    const { code, stdout } = await started.ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'interrupted', sent: 1, calls: 4 });
    await echo.close();
  });
});
