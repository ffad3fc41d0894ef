// The sandbox requires an Accept header.
import { expect, test } from 'vitest';
import { RULES } from '../../../src/contract/contract-rules.ts';
import { sampleAsn } from '../../../src/contract/sample.ts';
import { sandboxWithClient } from '../client.ts';

test('a request without Accept, or with one that excludes JSON, gets 400 and the reason', async () => {
  const { url, bearer, createAsn, orders } = await sandboxWithClient();
  const { send } = await import('../client.ts');
  const body = JSON.stringify(sampleAsn());
  const headers = { ...(await bearer()), 'content-type': 'application/json' };
  const without = await send(url, 'POST', '/asns', body, headers);
  expect([without.status, without.json]).toEqual([
    400,
    { message: 'The Accept header is missing; it must be application/json.' },
  ]);
  expect((await createAsn(sampleAsn(), { accept: 'text/html' })).status).toBe(400);
  expect((await orders([], { accept: 'text/html' })).status).toBe(400);
  expect((await createAsn(sampleAsn(), { accept: '*/*' })).status).toBe(202);
  expect(RULES.get('request.accept.missing')?.explanation).toContain('Accept: application/json');
});
