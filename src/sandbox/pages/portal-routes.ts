// What the shopper's portal may ask: always with the number of an order and its e-mail, and only about that order. An order
// that does not exist and a wrong e-mail are answered alike, so that nobody can find out which orders there are.
import { isObject } from '../../basics/json.ts';
import { pageJson, type Served } from '../../page/server/serve-page.ts';
import type { ServerAnswer, ServerHandler, ServerRequest } from '../../platform/platform.ts';
import { type Inside, makeInside } from './inside.ts';
import { PORTAL_PATHS, type PortalOrder, type RmaDocument } from './types.ts';

type Fields = Readonly<Record<string, unknown>>;
type Act = (order: Fields, asked: Fields) => Promise<ServerAnswer>;

const NOT_FOUND = pageJson(404, {
  error:
    'We cannot find an order with this number and e-mail. Check both: they are in your order confirmation.',
});

export function portalRoutes(handler: ServerHandler): [path: string, served: Served][] {
  const inside = makeInside(handler);
  const served = (act: Act): Served => ({
    methods: ['POST'],
    open: false,
    async act(request) {
      const asked = fieldsOf(request);
      const order = asked && (await ownOrder(inside, asked));
      return order ? act(order, asked) : NOT_FOUND;
    },
  });
  return [
    [PORTAL_PATHS.order, served(async (order) => pageJson(200, await portalOrder(inside, order)))],
    [PORTAL_PATHS.variants, served((order, { line }) => inside.variants(idOf(order), String(line)))],
    [
      PORTAL_PATHS.return,
      served((order, { lines, method, giftee }) =>
        inside.startReturn({ order: idOf(order), lines, method, giftee }),
      ),
    ],
    [
      PORTAL_PATHS.cancel,
      served(async (order, { rma }) => {
        const { rmas } = await inside.rmas(idOf(order));
        const own = rmas.find(({ rma_identifier }) => rma_identifier === rma);
        return own ? inside.cancel(own.rma_identifier) : NOT_FOUND;
      }),
    ],
  ];
}

function fieldsOf({ body }: ServerRequest): Fields | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The stored snapshot, when the e-mail is that of its customer. */
async function ownOrder(inside: Inside, { order, email }: Fields): Promise<Fields | undefined> {
  if (typeof order !== 'string' || typeof email !== 'string') return undefined;
  const found = await inside.order(order.trim());
  const customer = found?.['customer'];
  const known = isObject(customer) ? customer['email'] : undefined;
  return typeof known === 'string' && known !== '' && plain(known) === plain(email) ? found : undefined;
}

const plain = (email: string): string => email.trim().toLowerCase();
const idOf = (order: Fields): string => String(order['identifier']);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function portalOrder(inside: Inside, order: Fields): Promise<PortalOrder> {
  const id = idOf(order);
  const { lines, currency } = await inside.returnable(id);
  const { rmas } = await inside.rmas(id);
  const customer = isObject(order['customer']) ? order['customer'] : {};
  const address = isObject(order['shipping_address']) ? order['shipping_address'] : {};
  const returns = rmas.map((rma): RmaDocument => ({ schema: 'sandbox-rma/1', ...rma, history: [] }));
  return {
    order_identifier: id,
    currency,
    created_at: textOf(order['created_at']),
    first_name: textOf(customer['first_name']),
    sender: senderOf(address),
    lines,
    returns,
  };
}

function senderOf(address: Fields): string[] {
  const [name, street, city, state, zip, country] = [
    'name',
    'street1',
    'city',
    'state',
    'zip_code',
    'country_code',
  ].map((field) => textOf(address[field]));
  return [name, street, [city, state, zip].filter(Boolean).join(' '), country].filter(
    (line): line is string => line !== undefined && line !== '',
  );
}
