// The whole interface as an OpenAPI 3.1 document: the endpoints of the service, and those that a retailer provides. Made from
// the endpoint table and the shapes of the messages. Only the schema command loads this file.
import { type AddressName, ENDPOINTS, type Endpoint, LOCAL } from './endpoints.ts';
import { jsonSchemaOf, MESSAGES, type MessageName } from './messages.ts';

type Json = Readonly<Record<string, unknown>>;

const SERVICE = 'service';
const YOURS = 'your endpoints';

const ref = (message: MessageName): Json => ({ $ref: `#/components/schemas/${message}` });
const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const body = (message: MessageName): Json => ({ requestBody: { required: true, ...content(ref(message)) } });

/** The answers of the service that are errors (interface, Errors). Only 422 has a body that is shown. */
const ERRORS: Json = {
  400: { description: 'Malformed or unparseable request' },
  401: { description: 'Missing or expired bearer token' },
  422: { description: 'Validation errors', ...content(ref('error')) },
  429: { description: 'Rate limited: try again with exponential back-off' },
  '5XX': { description: 'Unexpected: try up to three times with exponential back-off' },
};

const SENT: Readonly<Record<Endpoint['name'], MessageName>> = {
  ...{ token: 'token', orders: 'orders', asnCreate: 'asn', asnUpdate: 'asn' },
};

const WHERE: Readonly<Record<AddressName, string>> = {
  auth: 'Token endpoint',
  orders: 'Order intake',
  base: 'ASN endpoints',
};

const parameter = (name: string, where: 'path' | 'header', schema: Json, description: string): Json => ({
  ...{ name, in: where, required: true, schema, description },
});

function operationOf({ name, purpose, source, version, success, bearer, path }: Endpoint): Json {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, word = '']) =>
    parameter(word, 'path', { type: 'string' }, 'The reference number of the ASN'),
  );
  const header = version
    ? [
        parameter(
          version.header,
          'header',
          { type: 'string', enum: version.values },
          'Version of the interface',
        ),
      ]
    : [];
  const answer = name === 'token' ? content(ref('token-answer')) : {};
  return {
    ...{ operationId: name, tags: [SERVICE], summary: purpose, description: `Interface: ${source}` },
    security: bearer ? [{ bearer: [] }] : [],
    ...(inPath.length + header.length > 0 && { parameters: [...inPath, ...header] }),
    ...body(SENT[name]),
    responses: { [success]: { description: success === 202 ? 'Queued' : 'Done', ...answer }, ...ERRORS },
  };
}

/** An endpoint of the retailer. The interface leaves its path open: those here are the defaults of this tool. */
const yours = (operationId: string, summary: string, more: Json, answer: Json = {}): Json => ({
  ...{ operationId, tags: [YOURS], summary, security: [], ...more },
  responses: { 200: { description: 'Understood', ...answer } },
});

export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    const { path, method, address } = endpoint;
    paths[path] = {
      servers: [
        { url: `http://127.0.0.1:${LOCAL.port}`, description: `${WHERE[address]}: here the sandbox` },
      ],
      ...paths[path],
      [method.toLowerCase()]: operationOf(endpoint),
    };
  }
  const servers = [{ url: 'http://127.0.0.1:4400', description: 'Your system: here `returns listen`' }];
  paths['/rmas'] = { servers, post: yours('rmas', 'The service tells an RMA and its changes', body('rma')) };
  paths['/sku/{variant_identifier}/variants'] = {
    servers,
    get: yours(
      'variants',
      'The service asks for the variants that an item can be exchanged for',
      {
        parameters: [
          parameter('variant_identifier', 'path', { type: 'string' }, 'As in the item of the stored order'),
        ],
      },
      content(ref('variants')),
    ),
  };
  paths['/exchange_orders'] = {
    servers,
    post: yours(
      'exchangeOrders',
      'The service places an exchange order',
      body('exchange-order'),
      content(ref('exchange-answer')),
    ),
  };
  const names = Object.keys(MESSAGES) as MessageName[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Returns service integration',
      version,
      description:
        'Single fields only: what holds between fields is in the rules of `returns explain`. Where the interface shows nothing, what this tool assumes.',
    },
    tags: [
      { name: SERVICE, description: 'Endpoints of the returns service' },
      { name: YOURS, description: 'Endpoints that the retailer provides and the service calls' },
    ],
    paths,
    components: {
      schemas: Object.fromEntries(names.map((name) => [name, schemaOf(name)])),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function schemaOf(name: MessageName): Json {
  const { $schema: _, ...schema } = jsonSchemaOf(name);
  return schema;
}
