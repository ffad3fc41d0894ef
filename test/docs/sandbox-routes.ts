// What is published about the routes of the sandbox, made from their table: the JSON Schema and the list in the reference.
import type { Field, Fields } from '../../src/sandbox/routes/fields.ts';
import type { InsideRoute } from '../../src/sandbox/routes/route.ts';
import { ROUTES } from '../../src/sandbox/routes/table.ts';
import { documentSchemas, type JsonSchema } from './document-shapes.ts';

/** samples/schemas/sandbox.schema.json, printed by `returns schema sandbox`. */
export function sandboxSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The sandbox over HTTP: its routes, their bodies and the documents they answer with',
    description:
      'Made from src/sandbox/routes and src/sandbox/documents.ts by npm run docs. Times are ISO 8601 on the clock of the sandbox. An act that cannot be is 409 sandbox-refusal, an unknown thing 404 sandbox-refusal, a request that cannot be read 400 sandbox-bad-request.',
    routes: ROUTES.map(({ method, path, purpose, query, body, whole, answers }) => ({
      ...{ method, path, purpose },
      ...(Object.keys(query).length > 0 && { query: objectOf(query) }),
      ...(body && Object.keys(body).length > 0 && { body: objectOf(body) }),
      ...(whole && { body: schemaOfField(whole) }),
      answers: answers.startsWith('sandbox-')
        ? { $ref: `#/$defs/${answers}` }
        : { description: plain(answers) },
    })),
    $defs: {
      ...documentSchemas(),
      ...Object.fromEntries(LISTS.map(([name, description, key]) => [name, listOf(name, description, key)])),
    },
  };
}

/** Documents without a type of their own: lists of what arrived. */
const LISTS = [
  ['sandbox-orders', 'Orders with their versions, without the snapshots.', 'orders'],
  ['sandbox-requests', 'Requests with time, status, size and digest.', 'requests'],
  ['sandbox-asns', 'ASNs with their versions and receptions.', 'asns'],
] as const;

const listOf = (name: string, description: string, key: string): JsonSchema => ({
  description,
  type: 'object',
  required: ['schema', key],
  properties: { schema: { const: `${name}/1` }, [key]: { type: 'array', items: { type: 'object' } } },
});

const plain = (text: string): string => text.replaceAll('`', '');

function objectOf(fields: Fields): JsonSchema {
  const required = Object.entries(fields).flatMap(([key, field]) => (field.required ? [key] : []));
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOfField(field)])),
  };
}

const COUNT = { type: 'integer', minimum: 0 };
const SIMPLE: Readonly<Record<Exclude<Field['kind'], 'list' | 'word'>, JsonSchema>> = {
  text: { type: 'string', minLength: 1 },
  nullable: { type: ['string', 'null'] },
  count: COUNT,
  number: { type: 'number', minimum: 0 },
  flag: { type: 'boolean' },
  true: { const: true },
  duration: { type: ['string', 'number'] },
  counts: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
  texts: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
  any: {},
};

function schemaOfField(field: Field): JsonSchema {
  const description = plain(field.text);
  if (field.kind === 'list') return { description, type: 'array', items: objectOf(field.of) };
  if (field.kind === 'word') return { description, enum: field.oneOf };
  return { description, ...SIMPLE[field.kind], ...(field.most !== undefined && { maximum: field.most }) };
}

/** The rows of the list: route, what it takes, what it does, what it answers with. */
export const routeRows = (): string[][] =>
  ROUTES.map((route) => [
    `\`${route.method} ${route.path}\``,
    route.purpose,
    takes(route),
    route.answers.startsWith('sandbox-') ? `\`${route.answers}/1\`` : route.answers,
  ]);

function takes({ query, body, whole }: InsideRoute): string {
  const parts = [
    ...named(query).map((key) => `\`?${key}\``),
    ...named(body ?? {}).map((key) => `\`${key}\``),
    ...(whole ? [whole.text] : []),
  ];
  return parts.join(', ');
}

/** Required keys in bold would not show in code: they carry a star. */
const named = (fields: Fields): string[] =>
  Object.entries(fields).map(([key, { required }]) => (required ? `${key}*` : key));
