// The receiver without a socket: answers, findings, the record on disk, and the memory of RMAs.

import { describe, expect, it } from 'vitest';
import { makeRecent } from '../../../src/calls/messages/check-message.ts';
import type { ReceiverParts } from '../../../src/calls/receive/receiver.ts';
import { readVariants } from '../../../src/calls/receive/variants-file.ts';
import { sampleExchange, sampleVariant } from '../../../src/contract/sample-exchange.ts';
import { inTransit, preTransit } from '../../../src/contract/sample-rma.ts';
import { realFiles } from '../../../src/platform/files.ts';
import { until } from '../../helpers/cli.ts';
import { makeHeld } from '../../helpers/held.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { jsonOf, listenInMemory, requestOf, rmaAt } from '../receiver-support.ts';

const codes = (record: { findings: readonly { code: string }[] }) => record.findings.map(({ code }) => code);

describe('RMA messages', () => {
  it('are answered 200 and recorded with changes and findings', async () => {
    const ears = await listenInMemory();
    expect((await ears.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(200);
    expect((await ears.post('/rmas', rmaAt('RMA-1', 1, preTransit))).status).toBe(200);
    const body = JSON.stringify(rmaAt('RMA-1', 2, inTransit), null, 2);
    await ears.post('/rmas', body, { 'X-Account': 'A-1' });
    const record = await ears.last();
    expect(record).toMatchObject({
      kind: 'rma',
      method: 'POST',
      target: '/rmas',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Account', 'A-1'],
      ],
      body,
      encoding: 'utf8',
      bytes: body.length,
      truncated: false,
      verdict: 'ok',
      rma: 'RMA-1',
      orders: ['SO-1001'],
      status: 'CREATED',
      anomaly: null,
      response: { status: 200, by: 'receiver' },
    });
    expect(record.changes).toMatchObject([{ field: 'package_tracking_status', after: 'TRANSIT' }]);
    expect(ears.events.map(({ type }) => type)).toEqual(['call', 'call', 'call']);
  });

  it.each([
    ['2099-01-01T00:00:00Z', {}, ['rma.updated_at.ahead']],
    [new Date(Date.now() + 6 * 60_000).toISOString(), {}, ['rma.updated_at.ahead']],
    [new Date(Date.now() + 4 * 60_000).toISOString(), {}, []],
    // Its clock can be advanced.
    ['2099-01-01T00:00:00Z', { 'User-Agent': 'returns-sandbox' }, []],
  ])('with updated_at %s and %j: %j', async (updated_at, headers, expected) => {
    const ears = await listenInMemory();
    await ears.post('/rmas', { ...rmaAt('RMA-1', 0), updated_at }, headers);
    const record = await ears.last();
    expect(codes(record)).toEqual(expected);
    expect(record.verdict).toBe(expected.length > 0 ? 'warning' : 'ok');
  });

  it('are accepted with any errors, unless --refuse-invalid is set', async () => {
    const taking = await listenInMemory();
    expect((await taking.post('/rmas', { rma_identifier: 'RMA-1' })).status).toBe(200);
    expect(await taking.last()).toMatchObject({ verdict: 'error', response: { status: 200 } });
    const refusing = await listenInMemory({ options: { refuseInvalid: true } });
    const answer = await refusing.post('/rmas', { rma_identifier: 'RMA-1' });
    expect(answer.status).toBe(422);
    expect(jsonOf(answer)).toMatchObject({
      message: 'Validation Failed',
      errors: expect.arrayContaining([
        { field: 'items', code: 'rma.field.missing', message: expect.any(String) },
      ]),
    });
    // The service acts on this answer: the record has it.
    expect((await refusing.last()).response.body).toBe(answer.body);
    expect((await refusing.post('/rmas', rmaAt('RMA-2', 0))).status).toBe(200);
  });

  it('are recognised as duplicates, redeliveries, conflicts and late ones, also when they arrive together', async () => {
    const ears = await listenInMemory();
    const second = rmaAt('RMA-1', 1, preTransit);
    await Promise.all([
      ears.post('/rmas', rmaAt('RMA-1', 0)),
      ears.post('/rmas', second),
      ears.post('/rmas', second),
      ears.post('/rmas', JSON.stringify(second, null, 1)),
      ears.post('/rmas', { ...second, return_shipping_cost_cents: 700 }),
      ears.post('/rmas', rmaAt('RMA-1', 3, inTransit)),
      ears.post('/rmas', rmaAt('RMA-1', 2, preTransit)),
    ]);
    const anomalies = (await ears.records()).map(({ anomaly }) => anomaly ?? '-').join(' ');
    expect(anomalies).toBe('- - duplicate redelivery conflict - out_of_order');
  });

  it('are remembered across a restart', async () => {
    const before = await listenInMemory();
    await before.post('/rmas', rmaAt('RMA-1', 0));
    await before.post('/rmas', rmaAt('RMA-1', 2, inTransit));
    const after = await listenInMemory({ here: before.here });
    await after.post('/rmas', rmaAt('RMA-1', 2, inTransit));
    expect((await after.last()).anomaly).toBe('duplicate');
    await after.post('/rmas', rmaAt('RMA-1', 3, preTransit));
    expect(codes(await after.last())).toContain('rma.package_status.backward');
  });

  it('are answered after they are on disk, not before', async () => {
    const { held, release } = makeHeld();
    let isSyncing = false;
    const files: typeof realFiles = {
      ...realFiles,
      create: (file, options) => ({
        ...realFiles.create(file, options),
        datasync: () => {
          isSyncing = true;
          return held;
        },
      }),
    };
    const ears = await listenInMemory({ here: testPlatform({ platform: { files } }) });
    let isAnswered = false;
    const answering = ears.post('/rmas', rmaAt('RMA-1', 0)).then(() => {
      isAnswered = true;
    });
    await until(() => isSyncing, 'the write to disk');
    // A receiver that does not wait for the disk would have answered by now.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect([isAnswered, ears.events.length]).toEqual([false, 0]);
    release();
    await answering;
    expect(await ears.records()).toHaveLength(1);
  });

  it('are answered as the record says, also when those who are told of them fail', async () => {
    const told: string[] = [];
    const emit: ReceiverParts['emit'] = (event) => {
      if (event.type === 'call') throw new Error('the page is gone');
      if (event.type === 'notice') told.push(event.text);
    };
    const ears = await listenInMemory({ parts: { emit } });
    expect((await ears.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(200);
    const { id, response } = await ears.last();
    expect(response.status).toBe(200);
    expect(told).toEqual([`call ${id} was answered, and is not shown: the page is gone`]);
  });

  it('are remembered up to a size; the least recently used one is removed first', () => {
    const texts = makeRecent<string>(6, (text) => text.length);
    texts.set('a', 'aa');
    texts.set('b', 'bb');
    texts.set('c', 'cc');
    expect(texts.get('a')).toBe('aa');
    texts.set('d', 'dd');
    expect(['a', 'b', 'c', 'd'].filter((key) => texts.get(key))).toEqual(['a', 'c', 'd']);
    texts.set('e', 'e'.repeat(9));
    expect([texts.get('d'), texts.get('e')]).toEqual([undefined, 'e'.repeat(9)]);
  });

  it('are answered 500 when they cannot be recorded, with one warning', async () => {
    let isFull = true;
    const files: typeof realFiles = {
      ...realFiles,
      create(file, options) {
        if (isFull) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        return realFiles.create(file, options);
      },
    };
    const ears = await listenInMemory({ here: testPlatform({ platform: { files } }) });
    for (let i = 0; i < 3; i++) expect((await ears.post('/rmas', rmaAt('RMA-1', i))).status).toBe(500);
    expect(ears.events).toMatchObject([{ type: 'notice', severity: 'warning' }]);
    isFull = false;
    expect((await ears.post('/rmas', rmaAt('RMA-1', 3))).status).toBe(200);
    expect(await ears.records()).toHaveLength(1);
  });
});

describe('requests that are not messages', () => {
  it.each([
    ['broken JSON', 'POST', '/rmas', '{"a":', {}, 400, 'call.body.broken'],
    ['nested too deeply', 'POST', '/rmas', `${'['.repeat(10_000)}`, {}, 400, 'call.body.broken'],
    ['a gzip body', 'POST', '/rmas', '{}', { 'content-encoding': 'gzip' }, 415, 'call.media.compressed'],
    ['a way up', 'GET', '/sku/../variants', '', {}, 404, 'call.path.unknown'],
    ['a wrong escape', 'GET', '/sku/%ff/variants', '', {}, 404, 'call.path.unknown'],
    ['a wrong method', 'PUT', '/rmas', '{}', {}, 405, 'call.path.method'],
    ['a posted variants request', 'POST', '/sku/V1/variants', '{}', {}, 405, 'call.path.method'],
  ] as const)('%s', async (_what, method, target, body, headers, status, code) => {
    const ears = await listenInMemory();
    const answer = await ears.handle(
      requestOf(method, target, body, { 'Content-Type': 'application/json', ...headers }),
    );
    expect(answer.status).toBe(status);
    const record = await ears.last();
    expect(codes(record)).toEqual([code]);
    expect(record).toMatchObject({ method, target, body, response: { status } });
  });

  it('are recorded byte for byte, for any bytes', async () => {
    const ears = await listenInMemory();
    const bytes = new Uint8Array([0x7b, 0xff, 0x00, 0x80, 0x7d]);
    expect((await ears.post('/rmas', bytes)).status).toBe(400);
    const record = await ears.last();
    expect(record.encoding).toBe('base64');
    expect(Buffer.from(record.body, 'base64')).toEqual(Buffer.from(bytes));
  });

  it('never change the prototype', async () => {
    const ears = await listenInMemory();
    await ears.post('/rmas', '{"__proto__":{"polluted":1},"rma_identifier":"__proto__","constructor":{}}');
    await ears.post('/exchange_orders', '{"__proto__":{"polluted":1},"original_order_id":"__proto__"}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await ears.records()).map(({ rma, orders }) => [rma, orders])).toEqual([
      ['__proto__', []],
      [null, ['__proto__']],
    ]);
  });

  it('are authenticated before any other check', async () => {
    const password = 'pass:word';
    const ears = await listenInMemory({
      demands: { headers: [['X-Api-Key', 'k-123']], basic: { user: 'svc', password } },
    });
    const basic = `Basic ${Buffer.from(`svc:${password}`).toString('base64')}`;
    const refused = await ears.post('/rmas', rmaAt('RMA-1', 0), { 'X-Api-Key': 'k-123' });
    expect(refused).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringContaining('Basic') },
    });
    expect((await ears.post('/nowhere', '{}')).status).toBe(401);
    expect((await ears.post('/rmas', '{', { 'X-Api-Key': 'K-123', authorization: basic })).status).toBe(401);
    expect(codes(await ears.last())).toEqual(['call.sender.unknown']);
    const known = { 'X-Api-Key': 'k-123', authorization: basic.replace('Basic', 'basic') };
    expect((await ears.post('/rmas', rmaAt('RMA-1', 0), known)).status).toBe(200);
    // Refused requests do not count as messages of the RMA.
    expect((await ears.last()).anomaly).toBeNull();
    expect((await ears.get('/_health')).status).toBe(200);
  });
});

describe('variants', () => {
  const csv = [
    'variant_identifier,sku,title,unit_price,quantity_in_stock,attributes',
    'TEE,TEE-GRN-L,"T-shirt, green",25.00,3,Color=Green|Size=L',
    'TEE,TEE-GRN-M,"T-shirt, green",25.00,0,Color=Green|Size=M',
    'CAP,CAP-1,Cap,9.5,1,',
  ].join('\n');
  const tee = {
    sku: 'TEE-GRN-L',
    title: 'T-shirt, green',
    unit_price_amount_cents: 2500,
    quantity_in_stock: 3,
    attributes: [
      { name: 'Color', value: 'Green' },
      { name: 'Size', value: 'L' },
    ],
  };
  const read = (text: string) => readVariants(new TextEncoder().encode(text), 'variants');

  it('come from the file, in the requested shape', async () => {
    const variants = await read(csv);
    const bare = await listenInMemory({ parts: { variants } });
    expect(jsonOf(await bare.get('/sku/TEE/variants'))).toMatchObject([tee, { sku: 'TEE-GRN-M' }]);
    expect(await bare.last()).toMatchObject({ kind: 'variants', verdict: 'ok', response: { by: 'file' } });
    const wrapped = await listenInMemory({ parts: { variants }, options: { variantsShape: 'wrapped' } });
    expect(jsonOf(await wrapped.get('/sku/TEE/variants?x=1'))).toMatchObject({ variants: [tee, {}] });
  });

  it('are an empty list with a note when none is known', async () => {
    const ears = await listenInMemory();
    const answer = await ears.get('/sku/a%2Fb/variants');
    expect([answer.status, answer.body]).toEqual([200, '[]']);
    expect(await ears.last()).toMatchObject({ verdict: 'note', target: '/sku/a%2Fb/variants' });
  });

  it('that lack what an exchange needs are counted, with the first place', async () => {
    const { unit_price_amount_cents: _, ...priceless } = sampleVariant();
    expect((await read(JSON.stringify({ V1: [sampleVariant()] }))).lacks).toBeUndefined();
    const { lacks } = await read(JSON.stringify({ V1: [sampleVariant({ sku: 'A' }), priceless] }));
    expect(lacks).toMatch(/^"V1", \[1\]\.unit_price_amount_cents: .*missing/);
  });

  it.each(['many', '2.5', '1e3', '--1', '1 000'])('in CSV with the stock %j are refused', async (stock) => {
    await expect(read(`variant_identifier,sku,quantity_in_stock\nV1,A,${stock}\n`)).rejects.toMatchObject({
      ...{ code: 'input.cell', expected: 'an integer', found: JSON.stringify(stock) },
      place: { line: 2, column: 3 },
    });
  });

  it('are read from JSON by identifier, as rows, and as products', async () => {
    const one = sampleVariant();
    for (const text of [
      { V1: [one] },
      [{ variant_identifier: 'V1', ...one }],
      [{ variant_identifier: 'V1', variants: [one] }],
    ])
      expect((await read(JSON.stringify(text))).of('V1')).toEqual([one]);
    expect((await read('{"__proto__": []}')).of('__proto__')).toEqual([]);
  });

  it.each([
    ['{"V1": {}}', 'input.variants'],
    ['{"V1": [{"sku": "A", "unit_price_amount_cents": "12"}]}', 'input.variants'],
    ['variant_identifier,skuu\nV1,A', 'input.column.unknown'],
    ['sku\nA', 'input.header'],
    ['variant_identifier,unit_price\nV1,1e3', 'input.cell'],
  ])('a wrong file is refused before the receiver starts: %s', async (text, code) => {
    await expect(read(text)).rejects.toMatchObject({ code, exitCode: 6 });
  });
});

describe('exchange orders', () => {
  it('get the same mock answer for the same original order, also after a restart', async () => {
    const before = await listenInMemory();
    const first = await before.post('/exchange_orders', sampleExchange());
    expect(first).toMatchObject({ status: 200, headers: { 'x-returns-mock': 'true' } });
    expect(jsonOf(first)).toMatchObject({
      order_identifier: expect.stringMatching(/^MOCK-SO-1001-/),
      total_amount_cents: 2700,
    });
    expect(await before.last()).toMatchObject({
      verdict: 'note',
      response: { by: 'mock', body: first.body },
    });
    const after = await listenInMemory({ here: before.here });
    const again = await after.post('/exchange_orders', sampleExchange({ currency: 'EUR', items: [] }));
    expect(again.body).toBe(first.body);
    expect(codes(await after.last())).toContain('exchange.mock.repeated');
  });

  it('without an original order are distinguished by their content', async () => {
    const ears = await listenInMemory();
    const answers: unknown[] = [];
    for (const message of [
      sampleExchange({ original_order_id: undefined }),
      sampleExchange({ original_order_id: undefined }),
      sampleExchange({ original_order_id: undefined, currency: 'EUR' }),
    ])
      answers.push((await ears.post('/exchange_orders', message)).body);
    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).not.toBe(answers[0]);
  });
});

describe('forced answers', () => {
  it('are given by kind; the message is still checked and recorded', async () => {
    const ears = await listenInMemory({ options: { respond: { rma: 503, exchange_order: 'drop' } } });
    expect((await ears.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(503);
    expect(await ears.last()).toMatchObject({ rma: 'RMA-1', response: { status: 503, by: 'forced' } });
    expect(await ears.post('/exchange_orders', sampleExchange())).toMatchObject({ drop: true });
    expect(await ears.last()).toMatchObject({ response: { status: 0, by: 'forced', dropped: true } });
    expect((await ears.get('/sku/V1/variants')).status).toBe(200);
  });
});
