// The OpenAPI document: a validator of the ecosystem accepts it, and a client that is made from it alone posts to the sandbox.
import { Validator } from '@seriousme/openapi-schema-validator';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { expect, test } from 'vitest';
import { ENDPOINTS, LOCAL } from '../../src/contract/endpoints.ts';
import { openApi } from '../../src/contract/openapi.ts';
import { sampleAsn, sampleOrder } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const document = openApi('1.2.3') as {
  paths: Record<string, Record<string, unknown> & { servers: { url: string }[] }>;
  components: { schemas: Record<string, object> };
};

test('is valid, and has every endpoint of both sides', async () => {
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  for (const { path, method } of Object.values(ENDPOINTS))
    expect(document.paths[path], path).toHaveProperty(method.toLowerCase());
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/rmas', '/sku/{variant_identifier}/variants', '/exchange_orders']),
  );
});

test('returns schema openapi prints it', async () => {
  const t = testPlatform();
  expect(await run(['schema', 'openapi'], t.platform)).toBe(0);
  const { info } = JSON.parse(t.stdout()) as { info: { version: string } };
  expect({ ...JSON.parse(t.stdout()), info }).toEqual({
    ...JSON.parse(JSON.stringify(document)),
    info: { ...(document as unknown as { info: object }).info, version: info.version },
  });
});

test('a client made from it signs in, posts an order, and announces and changes an ASN', async () => {
  const sandbox = await sandboxFor();
  const definition = structuredClone(document);
  for (const path of Object.values(definition.paths)) path.servers[0]!.url = sandbox.url;
  const client = await new OpenAPIClientAxios({ definition: definition as never }).init();
  const call = (operation: string, parameters: object, body: unknown, headers = {}) =>
    (
      client as unknown as Record<
        string,
        (p: unknown, b: unknown, c: unknown) => Promise<{ status: number; data: never }>
      >
    )[operation]!(parameters, body, { headers, validateStatus: () => true });
  const token = await call(
    'token',
    {},
    {
      grant_type: 'client_credentials',
      client_id: LOCAL.clientId,
      client_secret: LOCAL.clientSecret,
    },
  );
  expect(token.status).toBe(200);
  const authorization = `bearer ${(token.data as { access_token: string }).access_token}`;
  const order = sampleOrder({ identifier: 'SO-OPENAPI' });
  const posted = await call(
    'orders',
    { 'Api-Version': '3' },
    { returns_portal_order: { orders: [order] } },
    { authorization },
  );
  expect(posted.status).toBe(200);
  expect(sandbox.order('SO-OPENAPI')).toBeDefined();
  const asn = sampleAsn() as { asn_number: string };
  expect((await call('asnCreate', { 'api-version': '1' }, asn, { authorization })).status).toBe(202);
  const changed = await call(
    'asnUpdate',
    { 'api-version': '1', 'asn-number': asn.asn_number },
    { ...asn, status: 'delivered' },
    { authorization },
  );
  expect(changed.status).toBe(202);
});
