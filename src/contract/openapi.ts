// The whole interface as an OpenAPI 3.1 document: the endpoints of the service as paths, and what the service calls at a retailer's
// side as webhooks. Made from the endpoint table and the shapes of the messages. Only the schema command loads this file.
import { type AddressName, ENDPOINTS, type Endpoint, LOCAL } from './endpoints.ts';
import { CUSTOMER_ENDPOINTS, type CustomerEndpoint } from './library/reference.ts';
import { jsonSchemaOf, MESSAGES, type MessageName } from './messages.ts';
import type { StatusSpelling } from './status-spelling.ts';

type Json = Readonly<Record<string, unknown>>;

const SERVICE = 'service';
const YOURS = 'your endpoints';
/** The three addresses of the service may differ: here they are one. */
const SERVERS = [{ url: `http://127.0.0.1:${LOCAL.port}`, description: 'The service: here the sandbox' }];
const YOUR_SERVERS = [{ url: 'http://127.0.0.1:4400', description: 'Your system: here `returns listen`' }];

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

const inPath = (path: string, description: string): Json[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, word = '']) =>
    parameter(word, 'path', { type: 'string' }, description),
  );

function operationOf(endpoint: Endpoint): Json {
  const { name, purpose, source, version, success, bearer, path, address } = endpoint;
  const header = version
    ? [
        {
          ...parameter(
            version.header,
            'header',
            { type: 'string', enum: version.values, default: version.absent },
            'Version of the interface',
          ),
          required: version.absent === undefined,
        },
      ]
    : [];
  const answer = name === 'token' ? content(ref('token-answer')) : {};
  return {
    ...{
      operationId: name,
      tags: [SERVICE],
      summary: purpose,
      description: `${WHERE[address]}. Interface: ${source}`,
    },
    security: bearer ? [{ bearer: [] }] : [],
    parameters: [...inPath(path, 'The reference number of the ASN'), ...header],
    ...body(SENT[name]),
    responses: { [success]: { description: success === 202 ? 'Queued' : 'Done', ...answer }, ...ERRORS },
  };
}

/** An endpoint of the retailer. The interface leaves its path open: those here are the defaults of this tool. */
const yours = ({ name, path, method, purpose, request, answer }: CustomerEndpoint): Json => ({
  ...{ operationId: name, tags: [YOURS], summary: purpose, security: [] },
  description: `${method} ${path} under your address; the path is yours to choose.`,
  parameters: inPath(path, 'As in the item of the stored order'),
  ...(request && body(request)),
  responses: { 200: { description: 'Understood', ...(answer && content(ref(answer))) } },
});

export function openApi(version: string, spelling?: StatusSpelling): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint) };
  }
  const webhooks = Object.fromEntries(
    CUSTOMER_ENDPOINTS.map((endpoint) => [
      endpoint.name,
      { servers: YOUR_SERVERS, [endpoint.method.toLowerCase()]: yours(endpoint) },
    ]),
  );
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
    servers: SERVERS,
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(
        names.map((name) => {
          const { $schema: _, ...schema } = jsonSchemaOf(name, spelling);
          return [name, schema];
        }),
      ),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
