// Every endpoint of the sandbox over a real socket: its success and each of its errors.
import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { CREDENTIALS, sandboxWithClient, send } from '../client.ts';

describe('token endpoint', () => {
  test.each([
    [
      'a client named like a property of every object',
      { ...CREDENTIALS, client_id: '__proto__' },
      401,
      'invalid_client',
    ],
    ['another grant', { ...CREDENTIALS, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', { client_id: 'local-client', client_secret: 'local-secret' }, 400, 'invalid_request'],
    ['a body that is no object', [1], 400, 'invalid_request'],
  ])('refuses %s', async (_name, body, status, error) => {
    const { post } = await sandboxWithClient();
    const reply = await post('/oauth/token', body);
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual({ error, error_description: expect.any(String) });
    expect(reply.text).not.toContain('local-secret');
  });

  test('knows further clients', async () => {
    const { signIn } = await sandboxWithClient({ credentials: { 'shop-1': 's3cret\n' } });
    expect(await signIn({ ...CREDENTIALS, client_id: 'shop-1', client_secret: 's3cret' })).not.toBe('');
    expect(await signIn()).not.toBe('');
    expect(await signIn({ ...CREDENTIALS, client_id: 'shop-1' })).toBe('');
  });
});

describe('order intake', () => {
  test('stores accepted orders, including unknown fields', async () => {
    const { sandbox, orders } = await sandboxWithClient();
    const order = sampleOrder({ x_custom: { deep: [1, null] }, raw_status: 'Teilweise geliefert ✓' });
    const reply = await orders([order, sampleOrder({ identifier: 'SO-2' })]);
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ accepted: 2 });
    expect(sandbox.order('SO-1001')?.order).toEqual(JSON.parse(JSON.stringify(order)));
    expect(sandbox.orders().map((stored) => stored.identifier)).toEqual(['SO-1001', 'SO-2']);
  });

  test.each([
    ['that takes pages only', { accept: 'text/html' }, 400],
    ['with another charset', { 'content-type': 'application/json; charset=latin1' }, 400],
  ])('refuses a post %s', async (_name, headers, status) => {
    const { sandbox, orders } = await sandboxWithClient();
    const reply = await orders([sampleOrder()], headers);
    expect(reply.status).toBe(status);
    expect((reply.json as { message: string }).message).not.toBe('');
    expect(sandbox.orders()).toEqual([]);
  });

  test('answers 400 to nesting beyond 64 levels', async () => {
    const { url, bearer } = await sandboxWithClient();
    const body = `{"returns_portal_order":{"orders":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}}`;
    const json = { 'content-type': 'application/json', accept: 'application/json' };
    const headers = { ...(await bearer()), 'api-version': '3', ...json };
    const reply = await send(url, 'POST', '/returns_portal_orders', body, headers);
    expect([reply.status, (reply.json as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(/./),
    ]);
  });
});

describe('addresses', () => {
  test.each([
    ['GET', '/returns_portal_orders', 405, 'POST'],
    ['POST', '/orders', 404, undefined],
    ['PUT', '/asns/%ZZ', 400, undefined],
  ])('%s %s is %i', async (method, path, status, allow) => {
    const { url } = await sandboxWithClient();
    const reply = await send(url, method, path);
    expect(reply.status).toBe(status);
    expect(reply.headers['allow']).toBe(allow);
  });
});
