// samples/schemas/sandbox.schema.json is what the routes and documents are; real answers have these shapes.
// When it is stale: npm run docs
import { expect, it } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { sandboxWithClient } from '../sandbox/client.ts';
import { makeRetailer } from '../sandbox/retailer.ts';
import type { JsonSchema } from './document-shapes.ts';
import { sandboxSchema } from './sandbox-routes.ts';

it('samples/schemas/sandbox.schema.json is made from the routes and the documents', async () => {
  const text = `${JSON.stringify(sandboxSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../samples/schemas/sandbox.schema.json');
});

it('names only documents that have a schema', () => {
  const { routes, $defs } = sandboxSchema() as { routes: { answers: { $ref?: string } }[]; $defs: object };
  const named = routes.flatMap(({ answers: { $ref } }) =>
    $ref === undefined ? [] : [$ref.slice('#/$defs/'.length)],
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !Object.hasOwn($defs, name))).toEqual([]);
  for (const [name, schema] of Object.entries($defs as Record<string, JsonSchema>))
    expect(schema['description'], name).toMatch(/^[A-Z].{10,}\.$/);
});

it('describes the real answers', async () => {
  const retailer = await makeRetailer();
  const { get, post, orders } = await sandboxWithClient({ clock: 'manual', customerUrl: retailer.url });
  await orders([sampleOrder({ identifier: 'SO-1' })]);
  const { json } = await post('/_sandbox/returns', { order: 'SO-1' });
  const rma = String((json as Record<string, unknown>)['rma_identifier']);
  await post('/_sandbox/clock', { advance: '10s' });
  const answers = [json];
  for (const path of [
    'status',
    'identity',
    'orders',
    'requests',
    'asns',
    'returnable?order=SO-1',
    'rmas',
    `rmas/${rma}`,
    'log',
    'clock',
    'deliveries',
    'deliveries/D-1',
    'customer',
    'assumptions',
    'faults',
    'rmas/none',
    'rmas?x=1',
  ])
    answers.push((await get(`/_sandbox/${path}`)).json);
  const schemas = (sandboxSchema() as { $defs: Record<string, JsonSchema> }).$defs;
  const seen = new Set<string>();
  for (const answer of answers) {
    const name = String((answer as Record<string, unknown>)['schema']).replace(/\/\d+$/, '');
    seen.add(name);
    expect(mismatches(answer, schemas[name] ?? { const: `a schema for ${name}` }, name)).toEqual([]);
  }
  expect(seen.size).toBeGreaterThan(14);
});

/** What differs from the schema, as far as these schemas go. An object has no member that is not described. */
function mismatches(value: unknown, schema: JsonSchema, at: string): string[] {
  const {
    type,
    properties,
    items,
    anyOf,
    additionalProperties,
    required = [],
  } = schema as {
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
    additionalProperties?: JsonSchema;
    required?: string[];
  };
  if (anyOf)
    return anyOf.some((one) => mismatches(value, one, at).length === 0) ? [] : [`${at}: no choice fits`];
  if ('const' in schema) return value === schema['const'] ? [] : [`${at}: ${JSON.stringify(value)}`];
  if ('enum' in schema)
    return (schema['enum'] as unknown[]).includes(value) ? [] : [`${at}: ${JSON.stringify(value)}`];
  if (type === undefined) return [];
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (!(Array.isArray(type) ? type : [type]).includes(kind)) return [`${at}: ${JSON.stringify(value)}`];
  if (kind === 'array' && items)
    return (value as unknown[]).flatMap((one, i) => mismatches(one, items, `${at}[${i}]`));
  if (kind !== 'object') return [];
  const members = value as Record<string, unknown>;
  return [
    ...required.filter((key) => !Object.hasOwn(members, key)).map((key) => `${at}.${key} is missing`),
    ...Object.entries(members).flatMap(([key, one]) => {
      const member = properties?.[key] ?? additionalProperties;
      if (member) return mismatches(one, member, `${at}.${key}`);
      return properties ? [`${at}.${key} is not described`] : [];
    }),
  ];
}
