// What is published about the routes of the sandbox, made from their table: the JSON Schema and the list in the reference.
import * as z from 'zod';
import type { Act } from '../../src/sandbox/routes/act.ts';
import { ROUTES } from '../../src/sandbox/routes/table.ts';
import { documentSchemas, type JsonSchema } from './document-shapes.ts';

/** samples/schemas/sandbox.schema.json, printed by `returns schema sandbox`. */
export function sandboxSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The sandbox over HTTP: its routes, their bodies and the documents they answer with',
    description:
      'Made from src/sandbox/routes and src/sandbox/documents.ts by npm run docs. Times are ISO 8601 on the clock of the sandbox. An act that cannot be is 409 sandbox-refusal, an unknown thing 404 sandbox-refusal, a request that cannot be read 400 sandbox-bad-request.',
    routes: ROUTES.map(({ method, path, purpose, query, body, answers }) => ({
      ...{ method, path, purpose },
      ...(keysOf(query).length > 0 && { query: published(query) }),
      ...(body && !(body instanceof z.ZodObject && keysOf(body).length === 0) && { body: published(body) }),
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

/** The schema that zod makes, without the limits that only guard the sandbox. */
const published = (shape: z.ZodType): JsonSchema =>
  simplified(z.toJSONSchema(shape, { unrepresentable: 'any' }) as JsonSchema);

function simplified(schema: JsonSchema): JsonSchema {
  const { type, description, additionalProperties, required, properties, items, anyOf } = schema as Readonly<
    Record<string, unknown>
  > & { readonly properties?: Readonly<Record<string, JsonSchema>>; readonly anyOf?: readonly JsonSchema[] };
  const types = anyOf?.map((one) => one['type']) ?? (type === undefined ? undefined : type);
  return {
    ...(typeof description === 'string' && description !== '' && { description: plain(description) }),
    ...(schema['enum'] !== undefined
      ? { enum: schema['enum'] }
      : schema['const'] !== undefined
        ? { const: schema['const'] }
        : types !== undefined && { type: types }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? simplified(additionalProperties as JsonSchema)
          : additionalProperties,
    }),
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, simplified(one)])),
    }),
    ...(items !== undefined && { items: simplified(items as JsonSchema) }),
    ...(schema['minLength'] !== undefined && { minLength: schema['minLength'] }),
    ...(schema['minimum'] !== undefined && { minimum: schema['minimum'] }),
    ...(schema['maximum'] !== undefined &&
      schema['maximum'] !== Number.MAX_SAFE_INTEGER && { maximum: schema['maximum'] }),
  };
}

/** The rows of the list: route, what it takes, what it does, what it answers with. */
export const routeRows = (): string[][] =>
  ROUTES.map((route) => [
    `\`${route.method} ${route.path}\``,
    route.purpose,
    takes(route),
    route.answers.startsWith('sandbox-') ? `\`${route.answers}/1\`` : route.answers,
  ]);

function takes({ query, body }: Act): string {
  const ofBody = body instanceof z.ZodObject ? named(body) : [];
  return [
    ...named(query).map((key) => `\`?${key}\``),
    ...ofBody.map((key) => `\`${key}\``),
    ...(body && !(body instanceof z.ZodObject) ? [body.description] : []),
  ].join(', ');
}

const keysOf = ({ shape }: z.ZodObject): string[] => Object.keys(shape);

/** Required keys in bold would not show in code: they carry a star. */
const named = (shape: z.ZodObject): string[] =>
  Object.entries(shape.shape).map(([key, field]) => (field instanceof z.ZodExactOptional ? key : `${key}*`));
