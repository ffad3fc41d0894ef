// The routes of `/_sandbox/*` that act: returns, clock, deliveries, assumptions and the rest, over HTTP.
import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../../src/contract/sample.ts';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { sandboxWithClient } from '../client.ts';
import { makeRetailer, willing } from '../retailer.ts';

const START = Date.UTC(2026, 2, 3, 10);

/** A sandbox on a manual clock with the order SO-1: two units of L1. */
async function withOrder(options: SandboxOptions = {}, order: Record<string, unknown> = {}) {
  const client = await sandboxWithClient({ clock: 'manual', clockStart: START, ...options });
  expect((await client.orders([sampleOrder({ identifier: 'SO-1', ...order })])).json).toEqual({
    accepted: 1,
  });
  const act = async (path: string, body: unknown = {}) => {
    const reply = await client.post(`/_sandbox/${path}`, body);
    return { status: reply.status, ...(reply.json as object) } as Record<string, unknown>;
  };
  const see = async (path: string) => {
    const reply = await client.get(`/_sandbox/${path}`);
    return { status: reply.status, ...(reply.json as object) } as Record<string, unknown>;
  };
  return { ...client, act, see };
}

test('a return from the first question to the scan, and what each route says', async () => {
  const retailer = await makeRetailer();
  const { act, see } = await withOrder({ customerUrl: retailer.url });
  expect(await see('returnable?order=SO-1')).toMatchObject({
    status: 200,
    schema: 'sandbox-returnable/1',
    currency: 'USD',
    lines: [{ line: 'L1', sku: 'TEE-GRN-M', quantity_shipped: 2, returnable: 2, reason: null }],
  });
  const wanted = { order: 'SO-1', lines: [{ line: 'L1', units: 1 }], reason: 'Too small' };
  const started = await act('returns', wanted);
  expect(started).toMatchObject({
    schema: 'sandbox-rma/1',
    status: 'CREATED',
    order_identifier: 'SO-1',
    return_method: 'mail-back',
    items: [{ sku: 'TEE-GRN-M', return_reason: 'Too small', package_tracking_status: null }],
    exchange: { state: 'none', order_identifier: null },
  });
  const rma = String(started['rma_identifier']);
  expect(await act('clock', { advance: '5s' })).toMatchObject({
    schema: 'sandbox-clock/1',
    kind: 'manual',
    now: '2026-03-03T10:00:05Z',
  });
  expect(await act(`rmas/${rma}/carrier`, { step: 'scan', lines: { L1: 1 } })).toMatchObject({
    items: [{ package_tracking_status: 'TRANSIT', tracking_number: expect.stringMatching(/./) }],
  });
  expect(await act('clock', { run_until_idle: true })).toMatchObject({ next: null, pending: 0 });
  expect(retailer.heard).toHaveLength(3);
  const after = await see(`rmas/${rma}`);
  expect(after).toMatchObject({ status: 'CREATED', next: expect.arrayContaining(['carrier deliver']) });
  expect((after as unknown as { history: unknown[] }).history.length).toBeGreaterThan(2);
  expect(await see('rmas')).toMatchObject({ schema: 'sandbox-rmas/1', rmas: [{ rma_identifier: rma }] });
  expect(await see('rmas?order=SO-1&limit=5')).toMatchObject({ rmas: [{ status: 'CREATED' }] });
  const log = (await see(`log?rma=${rma}`)) as unknown as { lines: { sequence: number }[] };
  expect(log.lines.length).toBeGreaterThan(2);
  expect(await see(`log?rma=${rma}&after=${log.lines[0]!.sequence}&limit=1`)).toEqual({
    status: 200,
    schema: 'sandbox-log/1',
    lines: [log.lines[1]],
  });
});

test('an exchange by line: the variants are asked for, the other unit is a gift card for its receiver', async () => {
  const retailer = await willing();
  const { act, see } = await withOrder({ customerUrl: retailer.url });
  const [first, second] = ['TEE-GRN-L', 'TEE-RED-M'].map((sku) => ({
    ...{ sku, unit_price_amount_cents: 2500, quantity_in_stock: 5, image_url: null },
    attributes: [{ name: 'Size', value: sku.at(-1) }],
  }));
  expect(await see('variants?order=SO-1&line=L1')).toMatchObject({
    ...{ schema: 'sandbox-variants/1', order_identifier: 'SO-1', line: 'L1' },
    variants: [first, second],
  });
  const lines = [
    { line: 'L1', units: 1, exchange: 'TEE-GRN-L' },
    { line: 'L1', units: 1, gift_card: true },
  ];
  const { items } = await act('returns', { order: 'SO-1', lines, giftee: 'gift@shop.example' });
  expect(items).toMatchObject([{ refund_type: 'EVEN_EXCHANGE' }, { refund_type: 'UNEVEN_EXCHANGE' }]);
  expect(await act('returns', { order: 'SO-1', exchange: 'NONE' })).toMatchObject({
    ...{ status: 409, schema: 'sandbox-refusal/1', assumed: expect.any(Array) },
    ...{ message: expect.any(String), code: expect.any(String) },
  });
});

test('what cannot be is 409 and changes nothing; what is not there is 404', async () => {
  const { act, see } = await withOrder();
  const { rma_identifier: rma } = await act('returns', { order: 'SO-1', lines: [{ line: 'L1', units: 2 }] });
  const before = await see(`rmas/${rma}`);
  expect(await act(`rmas/${rma}/carrier`, { step: 'deliver' })).toMatchObject({
    status: 409,
    schema: 'sandbox-refusal/1',
    message: expect.stringContaining('carrier label'),
  });
  expect(await act(`rmas/${rma}/warehouse`, { step: 'close' })).toMatchObject({ status: 409 });
  expect(await act('returns', { order: 'SO-1' })).toMatchObject({ status: 409 });
  expect(await see(`rmas/${rma}`)).toEqual(before);
  for (const [path, code] of [
    ['returnable?order=SO-2', 'order.unknown'],
    ['rmas?order=SO-2', 'order.unknown'],
    ['variants?order=SO-2&line=L1', 'order.unknown'],
    ['rmas/RMA-0', 'rma.unknown'],
    ['deliveries/D-99', 'delivery.unknown'],
  ] as const)
    expect(await see(path), path).toMatchObject({ status: 404, schema: 'sandbox-refusal/1', code });
  for (const path of ['rmas/RMA-0/cancel', 'rmas/RMA-0/carrier', 'deliveries/D-99/redeliver'])
    expect((await act(path, path.endsWith('carrier') ? { step: 'scan' } : {})).status, path).toBe(404);
  expect(await act(`rmas/${rma}/cancel`)).toMatchObject({ status: 'CANCELED', next: [] });
});

test('the clock: real ones cannot be turned, manual ones not back', async () => {
  const { act, see } = await withOrder();
  expect(await see('clock')).toMatchObject({ kind: 'manual', now: '2026-03-03T10:00:00Z', ran: 0 });
  const setTo = (at: string) => act('clock', { at });
  expect(await setTo('2026-03-04T00:00:00+02:00')).toMatchObject({ now: '2026-03-03T22:00:00Z' });
  expect(await setTo('2026-03-03T00:00:00Z')).toMatchObject({ status: 409, code: 'clock.past' });
  expect(await act('clock', { advance: 1000 })).toMatchObject({ now: '2026-03-03T22:00:01Z' });
  for (const body of [{ advance: 'soon' }, { at: 'noon' }, { advance: '99999999d' }])
    expect(await act('clock', body), JSON.stringify(body)).toMatchObject({
      status: 400,
      schema: 'sandbox-bad-request/1',
      where: Object.keys(body)[0],
    });
  const real = await sandboxWithClient();
  const refused = await real.post('/_sandbox/clock', { advance: '1h' });
  expect([refused.status, refused.json]).toMatchObject([409, { code: 'clock.real' }]);
  expect((await real.get('/_sandbox/clock')).json).toMatchObject({ kind: 'real' });
});

test('a snapshot of now is taken, however long a manual clock stands still', async () => {
  const { orders } = await withOrder();
  const posted = await orders([sampleOrder({ updated_at: new Date().toISOString() })]);
  expect(posted.json).toEqual({ accepted: 1 });
});

test('deliveries: an outage, attempts, options, sending again', async () => {
  const retailer = await makeRetailer();
  const { act, see } = await withOrder({ customerUrl: retailer.url });
  expect(await act('deliveries/outage', { for: '31h' })).toEqual({
    status: 200,
    schema: 'sandbox-outage/1',
    until: '2026-03-04T17:00:00Z',
  });
  const { rma_identifier: rma } = await act('returns', { order: 'SO-1' });
  await act('clock', { advance: '1h' });
  expect(await see(`deliveries?rma=${rma}&state=waiting`)).toMatchObject({
    schema: 'sandbox-deliveries/1',
    counts: { waiting: 2, delivered: 0 },
    deliveries: [{ id: 'D-2' }, { id: 'D-1', kind: 'rma', rma_identifier: rma, attempts: expect.any(Array) }],
  });
  await act('clock', { advance: '32h' });
  expect(await see('deliveries?limit=1')).toMatchObject({
    counts: { waiting: 0, delivered: 2 },
    deliveries: [{ id: 'D-2', state: 'delivered' }],
  });
  const one = await see('deliveries/D-1');
  expect(one).toMatchObject({
    schema: 'sandbox-delivery/1',
    method: 'POST',
    path: '/rmas',
    body: { rma_identifier: rma },
    attempts: expect.arrayContaining([expect.objectContaining({ fault: 'outage', status: null })]),
  });
  expect(retailer.heard).toHaveLength(2);
  expect(await act('deliveries/D-1/redeliver')).toMatchObject({ id: 'D-1' });
  await act('clock', { run_until_idle: true });
  expect(retailer.heard).toHaveLength(3);
  expect(await act('deliveries/options', { duplicates: 0.5, delay: '1s', reorder: true })).toEqual({
    status: 200,
    options: { duplicates: 0.5, delay: '1s', reorder: true },
  });
  for (const [body, where] of [
    [{ duplicates: 2 }, 'duplicates'],
    [{ reorder: 'yes' }, 'reorder'],
  ] as const)
    expect(await act('deliveries/options', body), where).toMatchObject({ status: 400, where });
});

test('the address of the retailer: shown without credentials, which go along within one origin only', async () => {
  const customerAuth = () => ({ kind: 'basic', user: 'u', password: 'geheim-1' }) as const;
  const { act, see, get } = await withOrder({ customerUrl: 'http://127.0.0.1:9/hooks', customerAuth });
  expect(await see('customer')).toEqual({
    status: 200,
    schema: 'sandbox-customer/1',
    url: 'http://127.0.0.1:9/hooks',
    auth: 'basic',
  });
  expect((await get('/_sandbox/customer')).text).not.toContain('geheim');
  expect(await act('customer', { url: 'http://127.0.0.1:9/other/' })).toMatchObject({
    url: 'http://127.0.0.1:9/other/',
    auth: 'basic',
  });
  expect(await act('customer', { url: 'http://127.0.0.1:10' })).toMatchObject({ auth: 'none' });
  const query = await act('customer', { url: 'http://127.0.0.1:9/rmas/?k=geheim' });
  expect(query).toMatchObject({ status: 200, url: 'http://127.0.0.1:9/rmas/?k=***' });
  expect(await act('customer', { url: null })).toMatchObject({ url: null, auth: 'none' });
  const secrets = ['http://u:geheim@127.0.0.1', 'http://127.0.0.1/#geheim'];
  for (const url of ['nonsense', 'ftp://127.0.0.1', 'http://shop.example.com/hooks', 7, '', ...secrets]) {
    const refused = await act('customer', { url });
    expect(refused, String(url)).toMatchObject({ status: 400, message: expect.stringContaining('url') });
    expect(JSON.stringify(refused)).not.toContain('geheim');
  }
});

test('assumptions and faults are shown and replaced', async () => {
  const { act, see, orders } = await withOrder();
  const shown = (await see('assumptions')) as unknown as { assumptions: { id: string; value: string }[] };
  expect(shown.assumptions.length).toBeGreaterThan(10);
  const assumedIn = (from: object, id: string) =>
    (from as typeof shown).assumptions.find((one) => one.id === id)?.value;
  expect(assumedIn(await act('assumptions', { return_window: '1d' }), 'return_window')).toBe('1d');
  expect(await act('returns', { order: 'SO-1' })).toMatchObject({ status: 409, assumed: ['return_window'] });
  expect(await act('assumptions', { return_windo: '1d' })).toMatchObject({
    status: 400,
    message: expect.stringContaining('"return_window"'),
  });
  expect(await act('assumptions', { return_window: 'long' })).toMatchObject({ status: 400 });
  expect(await act('assumptions', { return_window: 5 })).toMatchObject({ status: 400 });
  expect(assumedIn(await see('assumptions'), 'return_window')).toBe('1d');
  const rules = [{ on: 'orders', do: { status: 503 }, first: 1 }];
  expect(await act('faults', { rules })).toMatchObject({
    schema: 'sandbox-fault-rules/1',
    rules,
    counts: [{ matched: 0, fired: 0 }],
  });
  expect((await orders([sampleOrder()])).status).toBe(503);
  expect(await see('faults')).toMatchObject({ counts: [{ matched: 1, fired: 1 }] });
  expect(await act('faults', [{ on: 'orders', do: {} }])).toMatchObject({ status: 400, where: '[0].do' });
  expect(await act('faults', [])).toMatchObject({ rules: [] });
});

describe('a request that cannot be read', () => {
  test.each([
    ['rmas/x/carrier', { stpe: 'scan' }, 'stpe', 'Did you mean "step"?'],
    ['rmas/x/carrier', { step: 'scna' }, 'step', 'Did you mean "scan"?'],
    ['rmas/x/carrier', { step: 'scan', lines: { L1: 0 } }, 'lines', '{"L1": 1}'],
    ['rmas/x/cancel', { why: 'x' }, 'why', 'no keys'],
    ['returns', { order: 'A', lines: [{ line: 'L1', unit: 1 }] }, 'lines[0].unit', 'Did you mean "units"?'],
    ['returns', '{"order":"A","order":"B"}', 'line 1, column 14 of the body', 'stands twice'],
    ['returns', '{"order":', 'line 1, column 10 of the body', 'JSON'],
    ['clock', { advance: '1h', at: '2026-03-04T00:00:00Z' }, 'the body', 'advance and at'],
    ['seed', { orders: 1e9 }, 'orders', '100000'],
    ['assumptions', '', 'the body', 'an object of texts'],
    ['customer', {}, 'url', 'a text, or null'],
  ])('%s %j is 400: %s', async (path, body, where, text) => {
    const { act } = await withOrder();
    const reply = await act(path, body);
    expect(reply).toMatchObject({
      status: 400,
      schema: 'sandbox-bad-request/1',
      where,
      found: expect.any(String),
      expected: expect.any(String),
    });
    expect(reply['message']).toContain(text);
  });

  test.each([
    ['rmas?ordr=SO-1', '?ordr'],
    ['rmas?limit=many', '?limit'],
    ['returnable', '?order'],
  ])('GET %s is 400', async (path, where) => {
    const { see } = await withOrder();
    expect(await see(path)).toMatchObject({ status: 400, where });
  });

  test('bytes that are not UTF-8, and a body that is too large', async () => {
    const { post, sandbox } = await withOrder({ maxBody: 5000 });
    const answer = await sandbox.handle({
      ...{ method: 'POST', target: '/_sandbox/returns', rawHeaders: [], remoteAddress: '127.0.0.1' },
      headers: { host: '127.0.0.1' },
      body: new Uint8Array([0x22, 0xff, 0x22]),
      truncated: false,
    });
    expect(answer.status).toBe(400);
    expect((await post('/_sandbox/returns', { order: 'x'.repeat(9000) })).status).toBe(413);
  });
});

describe('hostile input', () => {
  test.each(['__proto__', 'constructor', 'toString', '../status', '\u001b[2J', 'x'.repeat(9000)])(
    '%j as a name changes nothing and is refused',
    async (name) => {
      const { act, see } = await withOrder();
      const at = encodeURIComponent(name);
      expect((await see(`rmas/${at}`)).status).toBe(404);
      expect((await act(`rmas/${at}/carrier`, { step: 'scan' })).status).toBe(404);
      expect((await see(`deliveries/${at}`)).status).toBe(404);
      expect((await act('returns', { order: name })).status).toBe(404);
      const lines = `{"order":"SO-1","lines":[{"line":${JSON.stringify(name)},"units":1}]}`;
      expect((await act('returns', lines)).status).toBe(409);
      expect((await act('assumptions', `{${JSON.stringify(name)}:"x"}`)).status).toBe(400);
      expect((await act('returns', `{"order":"SO-1",${JSON.stringify(name)}:1}`)).status).toBe(400);
      expect(await see('rmas')).toMatchObject({ rmas: [] });
    },
  );
});
