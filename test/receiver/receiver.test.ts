// `returns-cli/receiver`: what comes out for a call, what a program's own functions do to the answer, and what it refuses.

import { afterEach, describe, expect, it, test } from 'vitest';
import type { ExchangeAnswer } from '../../src/contract/message-types.ts';
import { sampleExchange } from '../../src/contract/sample-exchange.ts';
import { sampleRma, sampleUnit } from '../../src/contract/sample-rma.ts';
import {
  type CheckedFacts,
  createReceiver,
  type GivenRequest,
  type MessageReceiver,
  type Received,
  type ReceiverSettings,
} from '../../src/receiver/index.ts';
import { makeHeld } from '../helpers/held.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const open: MessageReceiver[] = [];
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
});

async function receive(settings: ReceiverSettings = {}) {
  const receiver = await createReceiver(settings);
  open.push(receiver);
  const call = (
    method: string,
    url: string,
    body?: unknown,
    headers: GivenRequest['headers'] = JSON_TYPE,
  ): Promise<Received> =>
    receiver.handle({
      ...{ method, url, headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return { receiver, call, post: (body: unknown, url = '/rmas') => call('POST', url, body) };
}

const ANSWER: ExchangeAnswer = {
  order_identifier: 'SO-2',
  total_amount_cents: 300,
  product_amount_cents: 200,
  tax_amount_cents: 100,
};

test('without functions: verdict, message, what changed, and the answer', async () => {
  const { post, call } = await receive();
  const first = await post(sampleRma());
  expect(first).toMatchObject({
    ...{ kind: 'rma', verdict: 'ok', message: sampleRma(), anomaly: null, isRecorded: false },
    ...{ answer: { status: 200, body: '{"received":true}' }, error: undefined },
  });
  expect(await post(sampleRma())).toMatchObject({ anomaly: 'duplicate' });
  const updated_at = '2099-01-01T00:00:00Z';
  const items = [{ ...sampleUnit(), package_tracking_status: 'TRANSIT', tracking_number: 'T-1' }];
  const changed = await post({ ...sampleRma(), updated_at, items });
  expect(changed.changes.map(({ field }) => field)).toContain('package_tracking_status');
  const lacking = await post({ ...sampleRma(), updated_at, return_method: undefined });
  expect(lacking).toMatchObject({ verdict: 'error', message: undefined, answer: { status: 200 } });
  expect(await call('GET', '/sku/A%2FB/variants')).toMatchObject({
    ...{ kind: 'variants', variantIdentifier: 'A/B', verdict: 'note', answer: { body: '[]' } },
  });
  expect(await post(sampleExchange(), '/exchange_orders')).toMatchObject({
    ...{ kind: 'exchange_order', message: sampleExchange(), answer: { status: 503 } },
  });
  expect(await call('GET', '/rmas')).toMatchObject({
    ...{ kind: 'unknown', answer: { status: 405, headers: { allow: 'POST' } } },
  });
  expect(await call('GET', '/else')).toMatchObject({ kind: 'unknown', answer: { status: 404 } });
  expect(await call('GET', '/_health?nonce=n')).toMatchObject({ kind: 'health', id: null, verdict: 'ok' });
});

describe('onRma', () => {
  it('is called for every label of UTF-8, and for no other encoding', async () => {
    const heard: unknown[] = [];
    const { call } = await receive({ onRma: (rma) => heard.push(rma) });
    const send = async (type: string) =>
      (await call('POST', '/rmas', sampleRma(), { 'Content-Type': type })).answer.status;
    expect(await send('application/json; charset=utf8')).toBe(200);
    expect(await send('application/json; charset="US-ASCII"')).toBe(200);
    expect(await send('application/json; charset=windows-1252')).toBe(415);
    expect(heard).toHaveLength(2);
  });

  it('takes what has its fields, and refuses what has errors and lacks some', async () => {
    const heard: [string, CheckedFacts][] = [];
    const { post } = await receive({ onRma: (rma, call) => heard.push([rma.rma_identifier, call]) });
    expect((await post(sampleRma())).answer.status).toBe(200);
    expect(heard).toMatchObject([[sampleRma()['rma_identifier'], { verdict: 'ok', isHandled: false }]]);
    const lacking = await post({ ...sampleRma(), rma_identifier: 'RMA-9', return_method: undefined });
    expect(lacking.answer.status).toBe(422);
    expect(JSON.parse(lacking.answer.body).errors).toMatchObject([{ field: 'return_method' }]);
    expect((await post('{"rma_identifier":')).answer.status).toBe(400);
    // Errors of rules are no reason to refuse what the service sends.
    const items = [{ ...sampleUnit(), sku: '' }];
    expect(await post({ ...sampleRma(), rma_identifier: 'RMA-8', items })).toMatchObject({
      ...{ verdict: 'error', answer: { status: 200 } },
    });
    expect(heard).toHaveLength(2);
  });

  it('is answered 500 when it throws; the message comes again as a duplicate that is not handled', async () => {
    const heard: CheckedFacts[] = [];
    const failure = new Error('the database of Jane Doe is down');
    const { post } = await receive({
      onRma(_rma, call) {
        heard.push(call);
        if (heard.length === 1) throw failure;
      },
    });
    const failed = await post(sampleRma());
    expect(failed).toMatchObject({
      ...{ verdict: 'error', answer: { status: 500 }, findings: [{ code: 'handler.call.failed' }] },
    });
    expect(failed.error).toBe(failure);
    expect(JSON.stringify({ ...failed, error: undefined })).not.toContain('Jane Doe');
    expect((await post(sampleRma())).answer.status).toBe(200);
    expect((await post(sampleRma())).answer.status).toBe(200);
    expect(heard.map(({ anomaly, isHandled }) => [anomaly, isHandled])).toEqual([
      [null, false],
      ['duplicate', false],
      ['duplicate', true],
    ]);
  });

  it('gets the messages of one RMA one after the other, and others meanwhile', async () => {
    const log: string[] = [];
    const { held, release } = makeHeld();
    const { post } = await receive({
      async onRma({ rma_identifier: rma, status }) {
        log.push(`begin ${rma} ${status}`);
        if (rma === 'A') await held;
        log.push(`end ${rma} ${status}`);
      },
    });
    const message = (rma: string, status: string) => ({ ...sampleRma(), rma_identifier: rma, status });
    const waiting = [post(message('A', 'CREATED')), post(message('A', 'REFUNDED'))];
    await post(message('B', 'CREATED'));
    expect(log).toEqual(['begin A CREATED', 'begin B CREATED', 'end B CREATED']);
    release();
    await Promise.all(waiting);
    expect(log.slice(3)).toEqual(['end A CREATED', 'begin A REFUNDED', 'end A REFUNDED']);
  });
});

test('onVariants answers in the chosen shape, and its answer is judged', async () => {
  const variant = { sku: 'S', title: 'T', unit_price_amount_cents: 1, quantity_in_stock: 1, attributes: [] };
  const asked: string[] = [];
  const { call } = await receive({
    variantsShape: 'wrapped',
    onVariants(identifier) {
      asked.push(identifier);
      return identifier === 'none' ? undefined : [{ ...variant, unit_price_amount_cents: -1 }];
    },
  });
  const known = await call('GET', 'http://shop.example/sku/A%20B/variants?x=1');
  expect(JSON.parse(known.answer.body)).toEqual({ variants: [{ ...variant, unit_price_amount_cents: -1 }] });
  expect(known.findings.map(({ code }) => code)).toContain('variants.amount.negative');
  expect((await call('GET', '/sku/none/variants')).answer.body).toBe('{"variants":[]}');
  expect(asked).toEqual(['A B', 'none']);
});

test('onExchangeOrder answers with its order; nothing, or an error, is a 500', async () => {
  let answer: unknown = ANSWER;
  const { post } = await receive({ onExchangeOrder: async () => answer as ExchangeAnswer });
  const place = () => post(sampleExchange(), '/exchange_orders');
  const placed = await place();
  expect([placed.answer.status, JSON.parse(placed.answer.body), placed.verdict]).toEqual([200, ANSWER, 'ok']);
  answer = { ...ANSWER, total_amount_cents: 1 };
  expect((await place()).findings.map(({ code }) => code)).toContain('exchange.answer.total');
  answer = undefined;
  expect(await place()).toMatchObject({ answer: { status: 500 }, error: expect.any(TypeError) });
});

test('a message that only lacks what is recommended, or what a level allows, is given to the function', async () => {
  const orders: unknown[] = [];
  const levels = { 'rma.field.missing:return_method': 'note' } as const;
  const { post } = await receive({
    levels,
    onRma: (rma) => orders.push(rma.return_method),
    onExchangeOrder: (order) => {
      orders.push(order.customer.email);
      return ANSWER;
    },
  });
  const { email, ...customer } = sampleExchange()['customer'] as { email: string };
  expect(email).toContain('@');
  const placed = await post(sampleExchange({ customer }), '/exchange_orders');
  expect([placed.verdict, placed.answer.status]).toEqual(['warning', 200]);
  const allowed = await post({ ...sampleRma(), return_method: undefined });
  expect([allowed.verdict, allowed.answer.status]).toEqual(['note', 200]);
  expect(orders).toEqual([undefined, undefined]);
});

describe('the guard', () => {
  it('wants the header, or user and password, and lets no function see what lacks it', async () => {
    let heard = 0;
    const byHeader = await receive({ guard: { headers: { 'X-Key': 's3cret' } }, onRma: () => heard++ });
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'x-key': 's3cres' }, { ...JSON_TYPE, 'x-key': '' }]) {
      const refused = await byHeader.call('POST', '/rmas', sampleRma(), headers);
      expect(refused).toMatchObject({ kind: 'rma', message: undefined, answer: { status: 401 } });
      expect(JSON.stringify(refused)).not.toContain('s3cret');
    }
    expect(heard).toBe(0);
    const headers = new Headers({ ...JSON_TYPE, 'X-KEY': 's3cret' });
    expect((await byHeader.call('POST', '/rmas', sampleRma(), headers)).answer.status).toBe(200);
    const byUser = await receive({ guard: { basic: { user: 'u', password: 'p:ä' } } });
    const wrong = await byUser.post(sampleRma());
    expect(wrong.answer.headers['www-authenticate']).toContain('Basic');
    const authorization = `basic ${Buffer.from('u:p:ä').toString('base64')}`;
    const right = await byUser.call('POST', '/rmas', sampleRma(), { ...JSON_TYPE, authorization });
    expect(right.answer.status).toBe(200);
  });

  it('reads a secret without the line end of its file, and names what it cannot hold', async () => {
    const read = await receive({ guard: { headers: { 'X-Key': 's3cret\r\n' } } });
    const answer = await read.call('POST', '/rmas', sampleRma(), { ...JSON_TYPE, 'x-key': 's3cret' });
    expect(answer.answer.status).toBe(200);
    for (const guard of [
      { headers: { 'X-Key': 's3cret\u00a0' } },
      { basic: { user: 'u', password: 's3cret\u00a0' } },
    ])
      await expect(createReceiver({ guard })).rejects.toThrow(/character 7 of guard\..* is U\+00A0/);
  });

  it.each([
    { headers: { 'X-Key': '' } },
    { headers: { 'X-Key': undefined as unknown as string } },
    { basic: { user: 'u', password: '' } },
    { basic: { user: 'u:v', password: 'p' } },
    { basic: { user: 'u', password: 'p' }, headers: { Authorization: 'x' } },
  ])('refuses to be empty: %j', async (guard) => {
    await expect(createReceiver({ guard })).rejects.toMatchObject({ code: 'usage.secret.empty' });
  });
});

test('the body is raw, bounded and uncompressed', async () => {
  const { receiver, call } = await receive({ maxBody: 100, refuseInvalid: true });
  const given = { method: 'POST', url: '/rmas', headers: JSON_TYPE };
  const parsed = { ...given, body: sampleRma() as unknown as string };
  await expect(receiver.handle(parsed)).rejects.toThrow('raw body');
  expect((await call('POST', '/rmas', ' '.repeat(101))).answer.status).toBe(413);
  expect((await receiver.handle({ ...given, body: new Uint8Array(100) })).answer.status).toBe(400);
  expect((await receiver.handle({ ...given, body: new ArrayBuffer(101) })).answer.status).toBe(413);
  expect((await receiver.handle({ ...given, body: null })).answer.status).toBe(400);
  const zipped = [
    ['Content-Encoding', 'gzip'],
    ['Content-Type', 'application/json'],
  ] as const;
  expect((await call('POST', '/rmas', '{}', zipped)).answer.status).toBe(415);
  expect((await call('POST', '/rmas', '{}', { 'content-type': ['text/plain'] })).answer.status).toBe(415);
  expect((await call('POST', '/rmas', '{}')).answer.status).toBe(422);
});

test('paths, levels and limits that cannot be are refused at the start', async () => {
  const bad: [ReceiverSettings, string][] = [
    [{ paths: { rmas: 'rmas' } }, 'not a path'],
    [{ paths: { variants: '/v' } }, 'not a path'],
    [{ paths: { rmas: '/x', exchangeOrders: '/x' } }, 'same path'],
    [{ maxBody: 0 }, 'number of bytes'],
    [{ levels: { nothing: 'note' } }, 'There is no code'],
    [{ record: { stateDir: '' } }, 'names no folder'],
  ];
  for (const [settings, text] of bad) await expect(createReceiver(settings)).rejects.toThrow(text);
  const { post } = await receive({ paths: { rmas: '/hooks/rma' }, levels: { 'call.path.unknown': 'note' } });
  expect((await post(sampleRma(), '/hooks/rma')).kind).toBe('rma');
  expect((await post(sampleRma())).verdict).toBe('note');
});

test('close waits for what is in progress, and answers 503 afterwards', async () => {
  const { held, release } = makeHeld();
  const { receiver, post } = await receive({ onRma: () => held });
  const waiting = post(sampleRma());
  let isClosed = false;
  const closing = receiver.close().then(() => {
    isClosed = true;
  });
  expect((await post(sampleRma())).answer.status).toBe(503);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  release();
  expect((await waiting).answer.status).toBe(200);
  await closing;
  await receiver.close();
});
