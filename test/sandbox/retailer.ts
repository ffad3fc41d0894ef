// The retailer's endpoints for tests of the sandbox: remembers what arrives and answers as the test says.
import type { ServerAnswer, ServerRequest } from '../../src/platform/platform.ts';
import { endpoint } from '../calls/support.ts';

export interface Heard {
  readonly method: string;
  readonly path: string;
  /** The body as JSON; null without one. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** `answer` says how; by default 200 with `{}`. Closed after the test. */
export async function makeRetailer(answer: (heard: Heard) => ServerAnswer | undefined = () => undefined) {
  const heard: Heard[] = [];
  const { url } = await endpoint((request) => {
    const one = heardOf(request);
    heard.push(one);
    return answer(one) ?? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
  });
  return { url, heard };
}

function heardOf({ method, target, body, headers }: ServerRequest): Heard {
  const text = new TextDecoder().decode(body);
  return { method, path: target, body: text === '' ? null : JSON.parse(text), headers };
}

/** An answer to a variants request: a green and a red shirt in size M, each 25.00. */
export const VARIANTS: ServerAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(
    ['TEE-GRN-L', 'TEE-RED-M'].map((sku) => ({
      sku,
      title: `T-shirt ${sku}`,
      unit_price_amount_cents: 2500,
      quantity_in_stock: 5,
      attributes: [{ name: 'Size', value: sku.at(-1) }],
    })),
  ),
};

/** It takes everything, offers variants and places exchange orders. */
export const willing = () =>
  makeRetailer(({ path }) =>
    path.endsWith('/variants')
      ? VARIANTS
      : path === '/exchange_orders'
        ? { status: 200, body: '{"order_identifier":"EX-1"}' }
        : undefined,
  );
