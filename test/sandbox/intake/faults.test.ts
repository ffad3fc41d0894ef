// Fault rules: which requests they affect, what happens before and after storing, and the errors for a wrong rule.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/basics/failure.ts';
import { sampleAsn, sampleOrder } from '../../../src/contract/sample.ts';
import type { FaultRule } from '../../../src/sandbox/documents.ts';
import { checkFaults, FAULT_TARGETS, makeFaults, parseFaults } from '../../../src/sandbox/intake/faults.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { sandboxWithClient } from '../client.ts';

const NO_BODY = new Uint8Array(0);
const fails: FaultRule['do'] = { status: 503 };

/** The numbers (from 1) of the requests that fail, of `count` requests. */
function hits(rules: readonly FaultRule[], count: number, seed = 1): number[] {
  const faults = makeFaults(rules, seed);
  return Array.from({ length: count }, (_, i) => i + 1).filter(() => faults.next('orders', NO_BODY));
}

describe('which requests', () => {
  test('first, every and after', () => {
    expect(hits([{ on: 'orders', do: fails, first: 3 }], 10)).toEqual([1, 2, 3]);
    expect(hits([{ on: 'orders', do: fails, every: 4 }], 10)).toEqual([4, 8]);
    expect(hits([{ on: '*', do: fails, first: 2, after: 3 }], 10)).toEqual([4, 5]);
    expect(hits([{ on: '*', do: fails, after: 8 }], 10)).toEqual([9, 10]);
    expect(hits([{ on: 'token', do: fails }], 10)).toEqual([]);
  });

  test('a share is chosen at random from the seed', () => {
    const rules: FaultRule[] = [{ on: 'orders', do: fails, share: 0.05 }];
    const drawn = hits(rules, 20_000);
    expect(drawn.length).toBeGreaterThan(850);
    expect(drawn.length).toBeLessThan(1_150);
    expect(hits(rules, 20_000)).toEqual(drawn);
    expect(hits(rules, 20_000, 2)).not.toEqual(drawn);
  });

  test('each rule counts separately; delays add up, then the first rule that fires is used', () => {
    const faults = makeFaults(
      [
        { on: '*', do: { delay: 100 } },
        { on: 'orders', do: { status: 503 }, every: 2 },
        { on: 'orders', do: { drop: 'after', delay: 50 }, every: 2 },
      ],
      1,
    );
    expect(faults.next('orders', NO_BODY)).toMatchObject({
      name: 'delay 100',
      delay: 100,
      action: undefined,
    });
    expect(faults.next('orders', NO_BODY)).toMatchObject({ delay: 150, action: { status: 503 } });
    expect(faults.counts()).toEqual([
      { matched: 2, fired: 2 },
      { matched: 2, fired: 1 },
      { matched: 2, fired: 1 },
    ]);
  });
});

describe('over the wire', () => {
  test('a status replaces the processing, with its body and headers', async () => {
    const { sandbox, orders } = await sandboxWithClient({
      faults: [
        { on: 'orders', do: { status: 503 }, first: 1 },
        {
          on: 'orders',
          do: { status: 429, body: 'slow down', headers: { 'Retry-After': '7' } },
          first: 1,
          after: 1,
        },
        { on: 'orders', do: { status: 422, body: { message: 'No' } }, match: '"SO-BAD"' },
      ],
    });
    const first = await orders([sampleOrder()]);
    expect([first.status, first.json]).toEqual([503, { message: 'Service Unavailable' }]);
    const second = await orders([sampleOrder()]);
    expect([second.status, second.text, second.headers['retry-after']]).toEqual([429, 'slow down', '7']);
    expect(sandbox.orders()).toEqual([]);
    expect((await orders([sampleOrder()])).status).toBe(200);
    const third = await orders([sampleOrder({ identifier: 'SO-BAD' })]);
    expect([third.status, third.json]).toEqual([422, { message: 'No' }]);
    expect(sandbox.requests().map(({ status, fault, orders: ids }) => [status, fault, ids])).toEqual([
      [200, null, []],
      [503, 'status 503', ['SO-1001']],
      [429, 'status 429', ['SO-1001']],
      [200, null, ['SO-1001']],
      [422, 'status 422', ['SO-BAD']],
    ]);
  });

  test('a connection is dropped before or after storing', async () => {
    const { sandbox, orders } = await sandboxWithClient({
      faults: [
        { on: 'orders', do: { drop: 'before' }, match: 'SO-BEFORE' },
        { on: 'orders', do: { drop: 'after' }, match: 'SO-AFTER' },
      ],
    });
    await expect(orders([sampleOrder({ identifier: 'SO-BEFORE' })])).rejects.toThrow();
    await expect(orders([sampleOrder({ identifier: 'SO-AFTER' })])).rejects.toThrow();
    expect(sandbox.orders().map((order) => order.identifier)).toEqual(['SO-AFTER']);
    expect(sandbox.requests(1)).toMatchObject([
      { status: null, fault: 'drop before', count: 1 },
      { status: null, fault: 'drop after', count: 1 },
    ]);
    expect(sandbox.stats().requests.by_endpoint['orders']).toEqual({ dropped: 2 });
  });

  test('a delay waits on the given clock, and closing ends the wait', async () => {
    const clock = fakeClock();
    const { sandbox, orders, bearer } = await sandboxWithClient({
      clock,
      faults: [{ on: 'orders', do: { delay: 5_000 } }],
    });
    await bearer();
    const slow = orders([sampleOrder()]);
    while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(sandbox.orders()).toEqual([]);
    await clock.advance(5_000);
    expect((await slow).status).toBe(200);
    expect(sandbox.requests(1)).toMatchObject([{ ms: 5_000, fault: 'delay 5000' }]);
    const never = orders([sampleOrder()]);
    const lost = expect(never).rejects.toThrow();
    while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    await sandbox.close();
    await lost;
    expect(clock.waiting).toBe(0);
  });

  test('faults on ASNs and tokens have the error bodies of those endpoints', async () => {
    const { post, createAsn, sandbox } = await sandboxWithClient();
    await createAsn(sampleAsn());
    sandbox.setFaults([{ on: '*', do: { status: 401 } }]);
    const asn = await createAsn(sampleAsn());
    expect([asn.status, asn.text]).toEqual([401, '']);
    expect((await post('/oauth/token', {})).json).toMatchObject({ error: 'invalid_client' });
    sandbox.setFaults([]);
    expect((await createAsn(sampleAsn())).status).toBe(422);
  });
});

describe('the file', () => {
  const schema = JSON.parse(fs.readFileSync('samples/schemas/sandbox-faults.schema.json', 'utf8'));

  test('the sample is accepted, as a list or under "rules"', () => {
    const text = fs.readFileSync('samples/faults/flaky.json', 'utf8');
    expect(parseFaults(text, 'flaky.json')).toHaveLength(6);
    expect(parseFaults(JSON.stringify(JSON.parse(text).rules), 'flaky.json')).toHaveLength(6);
  });

  test('the published schema has the keys and endpoints of the code', () => {
    const { rule, action } = schema.$defs;
    expect(rule.properties.on.enum).toEqual(FAULT_TARGETS);
    const every = {
      on: '*',
      do: { delay: 1, status: 500, body: 1, headers: { a: 'b' } },
      first: 1,
      after: 0,
      match: 'x',
    };
    expect(() => checkFaults([every])).not.toThrow();
    expect(Object.keys(rule.properties).sort()).toEqual([...Object.keys(every), 'every', 'share'].sort());
    expect(Object.keys(action.properties).sort()).toEqual(
      [...Object.keys(every.do), 'drop', 'reject'].sort(),
    );
  });

  test.each([
    ['no list', { on: '*' }, undefined],
    ['an unknown endpoint', [{ on: 'order', do: fails }], '[0].on'],
    ['an unknown key', [{ on: '*', do: fails, evry: 2 }], '[0].evry'],
    ['an empty action', [{ on: '*', do: {} }], '[0].do'],
    ['a status that is none', [{ on: '*', do: { status: 42 } }], '[0].do.status'],
    ['a status and a drop', [{ on: '*', do: { status: 503, drop: 'after' } }], '[0].do'],
    ['a late rejection of an order', [{ on: 'orders', do: { reject: 'no' } }], '[0].on'],
    ['a share above 1', [{ on: '*', do: fails, share: 5 }], '[0].share'],
    ['first and share', [{ on: '*', do: fails, first: 1, share: 0.1 }], '[0]'],
    [
      'a header with a line break',
      [{ on: '*', do: { status: 503, headers: { a: 'b\r\nc: d' } } }],
      '[0].do.headers',
    ],
    [
      'a header that frames',
      [{ on: '*', do: { status: 503, headers: { 'Content-Length': '1' } } }],
      '[0].do.headers',
    ],
  ])('%s is refused with its place', (_name, value, path) => {
    let failure: unknown;
    try {
      parseFaults(JSON.stringify(value), 'f.json');
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      code: 'input.faults',
      exitCode: 6,
      place: path === undefined ? { file: 'f.json' } : { file: 'f.json', path },
    });
  });

  test('broken JSON names the file', () => {
    expect(() => parseFaults('[\n  {"on": }\n]', 'f.json')).toThrow(
      expect.objectContaining({ exitCode: 6, place: expect.objectContaining({ file: 'f.json' }) }),
    );
  });
});
