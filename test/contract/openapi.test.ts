// The OpenAPI document: a validator of the ecosystem accepts it, and a client that is made from it alone posts to the sandbox.
import { Validator } from '@seriousme/openapi-schema-validator';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { expect, test } from 'vitest';
import { ENDPOINTS, LOCAL } from '../../src/contract/endpoints.ts';
import { openApi } from '../../src/contract/openapi.ts';
import { sampleAsn, sampleOrder } from '../../src/contract/sample.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { validateOrder } from '../../src/contract/validate-order.ts';
import { validateRma } from '../../src/contract/validate-rma.ts';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { changed, NOW, ORDER, UNIT_ASN } from './verdicts.ts';
import { RMA } from './verdicts-rma.ts';

const document = openApi('1.2.3') as {
  servers: { url: string }[];
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, object> };
};

test('is valid, and has every endpoint of both sides', async () => {
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  for (const { path, method } of Object.values(ENDPOINTS))
    expect(document.paths[path], path).toHaveProperty(method.toLowerCase());
  // What the service calls is no path of it, and each direction has its address once.
  expect(Object.keys(document.paths)).toHaveLength(4);
  expect(document.servers.map(({ url }) => url)).toEqual([`http://127.0.0.1:${LOCAL.port}`]);
  expect(Object.values(document.webhooks).map((item) => Object.keys(item))).toEqual([
    ['servers', 'post'],
    ['servers', 'get'],
    ['servers', 'post'],
  ]);
  expect(JSON.stringify(document.webhooks)).toContain('GET /sku/{variant_identifier}/variants under your');
  expect(JSON.stringify(document.paths)).not.toContain('"servers"');
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

test('the agreed spelling of a cancelled order stands in the schemas', async () => {
  const t = testPlatform();
  expect(await run(['agreements', 'set', 'cancelled-spelling=Canceled', '--quiet'], t.platform)).toBe(0);
  for (const name of ['order', 'orders', 'openapi']) {
    const before = t.stdout().length;
    expect(await run(['schema', name], t.platform)).toBe(0);
    const printed = t.stdout().slice(before);
    expect(printed, name).toContain('"Canceled"');
    expect(printed, name).not.toContain('"Cancelled"');
  }
});

test('a client made from it signs in, posts an order, and announces and changes an ASN', async () => {
  const sandbox = await sandboxFor();
  const definition = structuredClone(document);
  definition.servers[0]!.url = sandbox.url;
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
    { grant_type: 'client_credentials', client_id: LOCAL.clientId, client_secret: LOCAL.clientSecret },
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

// The tables of the interface, copied by hand: a plain name is a string; `*` may be absent, `?` null; `/.../` is a pattern.
const TEXT = '\\S';
const CODE = '^[A-Za-z0-9]+$';
const TABLES: Readonly<Record<string, string>> = {
  order: `identifier/${TEXT}/ raw_status* status=Created|Shipped|Cancelled total_amount_cents:integer
    product_amount_cents:integer tax_amount_cents:integer discount_amount_cents:integer
    shipping_amount_cents:integer shipping_tax_amount_cents:integer currency/${TEXT}/ tags:array
    created_at:time updated_at:time items:array customer:object shipping_address:object
    billing_address:object transactions:array refunds:array discounts:array`,
  'order.items': `identifier/${TEXT}/ sku/${TEXT}/ upc* quantity:integer quantity_shipped:integer
    quantity_canceled:integer tracking_number* shipped_date*:time product_identifier/${TEXT}/
    variant_identifier/${TEXT}/ title tags:array product_amount_cents:integer tax_amount_cents:integer
    discount_amount_cents:integer unit_price_amount_cents:integer image_url* weight*:number`,
  'order.customer': `identifier/${TEXT}/ first_name* last_name* email phone*`,
  'order.shipping_address': 'name street1 city state zip_code country_code phone*',
  'order.refunds': `identifier/${TEXT}/ total_refund_amount_cents:integer refund_line_items:array note*
    created_at:time rma_identifier*`,
  'order.refunds.refund_line_items': `identifier/${TEXT}/ quantity:integer order_item_identifier/${TEXT}/`,
  rma: `rma_identifier/${TEXT}/ status created_at:time updated_at*:time items:array return_method
    return_shipping_cost_cents*:integer gift_refund_only*:boolean giftee_email*`,
  'rma.items': `order_line_item_identifier/${TEXT}/ order_identifier/${TEXT}/ exchange_order_identifier*?
    original_order_identifier*? return_reason* is_exchange*:boolean sku/${TEXT}/ tracking_number*?
    package_tracking_status*? receiving_status* refund_financials*:object refund_type`,
  'rma.items.refund_financials': `estimated_refund_amount_cents*:integer
    provider_refund_amount_cents*:integer shopper_refund_amount_cents*:integer`,
  asn: `program_identifier/${TEXT}/ from:object to:object asn_number/${TEXT}/ shipment_identifier*
    tracking_number* carrier* ship_date*/^\\d{4}-\\d{2}-\\d{2}T00:00:00$/
    status=pending|shipped|delivered|cancelled details_type=unit|sku asn_type* cartons:array
    messagetimestamp*:time`,
  'asn.from': `identifier/${TEXT}/ type/${TEXT}/`,
  'asn.cartons': 'identifier* reference*:object details:array',
  'asn.cartons.reference': `type*=StockTransferOrder|RA|RMA|ForwardOrder|ReturnsPortalOrder identifier*
    alternate_identifier*`,
  'asn.cartons.details': `line_identifier/${TEXT}/ unit_identifier* reference_line_identifier* sku/${TEXT}/
    upc*/${CODE}/ quantity:integer vendor_identifier* serial_number*/${CODE}/ condition*
    eligibility_flags*:array sell_date*:time return_date*:time labels*:array merchant* concept*
    asin*/^[A-Za-z0-9]{10}$/ return_reason*`,
  'asn.cartons.details.labels': `type=barcode|text name/${TEXT}/ value/${TEXT}/`,
};

interface Field {
  readonly type: string | readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly patternProperties?: unknown;
}

const fieldAt = (path: string): Field => {
  const [name = '', ...steps] = path.replace(/\[\d+\]/g, '').split('.');
  const inside = (field: Field) => field.items ?? field;
  return steps.reduce(
    (field, step) => inside(field.properties?.[step] ?? { type: 'none' }),
    document.components.schemas[name] as Field,
  );
};

test.each(Object.entries(TABLES))('the schema of %s is the table of the interface', (path, table) => {
  const { properties = {}, required = [] } = fieldAt(path);
  for (const row of table.trim().split(/\s+/)) {
    const [, name = '', mayLack, none, type = '', pattern, words] =
      /^(\w+)(\*)?(\?)?(?::(\w+))?(?:\/(.+)\/)?(?:=(.+))?$/.exec(row)!;
    const base = type === 'time' || type === '' ? 'string' : type;
    const field = properties[name]!;
    expect(
      { type: field.type, pattern: field.pattern, enum: field.enum, isTime: field.format === 'date-time' },
      `${path}.${name}`,
    ).toEqual({
      type: none ? [base, 'null'] : base,
      ...{ pattern, enum: words?.split('|'), isTime: type === 'time' },
    });
    expect(required.includes(name), `${path}.${name}`).toBe(mayLack === undefined);
  }
});

test('null stands only where the interface has it, and an amount may carry a brand word', () => {
  const text = JSON.stringify(document.components);
  expect(text.match(/"null"/g)).toHaveLength(4);
  expect(fieldAt('rma.items.refund_financials')).toMatchObject({
    patternProperties: { _refund_amount_cents$: { type: 'integer' } },
  });
});

test('the version of the ASN interface may be absent, and is 1 then; that of the orders may not', () => {
  for (const [path, method, required, initial] of [
    ['/asns', 'post', false, '1'],
    ['/asns/{asn-number}', 'put', false, '1'],
    ['/returns_portal_orders', 'post', true, undefined],
  ] as const) {
    const { parameters } = document.paths[path]![method] as { parameters: { name: string }[] };
    const header = parameters.find(({ name }) => /^api-version$/i.test(name));
    expect(header).toMatchObject({ required });
    expect((header as unknown as { schema: { default?: string } }).schema.default).toBe(initial);
  }
});

// What the judge refuses in one text alone, the schema refuses, too; and nothing else.
const JUDGES: Readonly<Record<string, readonly [sample: unknown, judge: (message: unknown) => unknown[]]>> = {
  order: [ORDER, (message) => validateOrder(message, { now: NOW })],
  rma: [RMA, validateRma],
  asn: [UNIT_ASN, (message) => validateAsn(message, 2)],
};

/** Without those that depend on another field, such as unit_identifier on the type of the ASN. */
function* textPaths(value: unknown, at = ''): Generator<string> {
  if (/customer\.tags|(?:unit_identifier|tracking_number)$/.test(at)) return;
  if (typeof value === 'string') yield at;
  else if (value !== null && typeof value === 'object')
    for (const [key, one] of Object.entries(value))
      yield* textPaths(one, Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`);
}

test.each(Object.keys(JUDGES))('the schema of %s is as strict on single texts as its judge', (name) => {
  const [sample, judge] = JUDGES[name]!;
  const differing = [...textPaths(sample)].flatMap((path) =>
    ['', ' ', 'a b', 'A-1', 'B0']
      .filter((text) => {
        const field = fieldAt(`${name}.${path}`);
        const isRefused =
          field.format === 'date-time' ||
          (field.pattern !== undefined && !new RegExp(field.pattern).test(text)) ||
          (field.enum !== undefined && !field.enum.includes(text));
        const findings = judge(changed(sample as object, { [path]: text })) as {
          severity: string;
          path: string;
        }[];
        return isRefused !== findings.some((one) => one.severity === 'error' && one.path === path);
      })
      .map((text) => `${path} ${JSON.stringify(text)}`),
  );
  // In the field an empty updated_at is as good as none.
  expect(differing).toEqual(name === 'rma' ? ['updated_at ""'] : []);
});
